"""Why something is refused, as a sentence for people.

The core and the database speak in ids: those of `canasta.names.ERRORS`, and the few that only the
PC can find out.
"""

from meldpad.plain import plain

CONFLICT = "conflict"
"""A record came again under the same number with other bytes."""
DAMAGED = "damaged"
"""The bytes are no whole record: wrong size or checksum."""
MISSING = "missing"
"""The tablet does not have the records any more, and they never came here."""

_SENTENCES = {
    "ok": "Nothing is wrong.",
    "negative": "A count is below zero.",
    "no_multiple_of_5": "Points must be a multiple of 5.",
    "impossible_points": "No meld is worth so few points.",
    "unknown_field": "The rules of this match do not know this entry.",
    "too_many_red_threes": "There are more red threes than the packs hold.",
    "too_many_black_threes": "There are more black threes than the packs hold.",
    "two_out": "Only one side can go out.",
    "concealed_without_out": "Only a side that goes out can go out concealed.",
    "out_without_canastas": "The side went out without the canastas that the rules ask for.",
    "canastas_above_points": "The canastas hold more card points than were melded.",
    "points_above_packs": "There are more card points than the packs hold.",
    "points_without_opening": "A side that has not opened cannot have melded.",
    "special_with_melds": "A side with a special hand cannot have melded.",
    "out_of_range": "A number is outside of its range.",
    "match_over": "The match was already over.",
    "match_full": "The match holds no more entries.",
    "bad_record": "The contents of the record make no sense.",
    "wrong_match": "The record belongs to a match whose beginning is not here.",
    "out_of_order": "The record is out of order.",
    "unknown_target": "The deal that it changes is not here, or no longer counts.",
    "newer_format": "The record is from a newer Meldpad; this program is too old to read it.",
    "bad_rules": "The rules in the record make no sense.",
    "net_with_counts": "A net result cannot stand beside counted points.",
    CONFLICT: "Another record with the same number is already in the database.",
    DAMAGED: "The record is damaged: its size or its checksum is wrong.",
    MISSING: "The tablet cannot give it any more, and it never came to this database.",
}


def sentence(reason: str) -> str:
    """The sentence for a reason's id; the id itself for one that this program does not know."""
    return _SENTENCES.get(reason) or f"Refused: {plain(reason)}."
