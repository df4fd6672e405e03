"""The tablet as people use it: keys in, and what can be read on the display.

Every expected number is worked out from the rule text, named by its seed line; the tablet's own
scoring is not asked.
"""

from collections.abc import Callable

import pytest
from support.reader import Seen
from support.table import HAND_60, NATURAL_OUT, START, Table, side
from support.texts import T

SETUP = "ok ok"
"""From a new tablet's first question, the language, and the welcome to the match to be."""

CORRECT_250 = "ok ok ok*4 up*10 ok:700 ok:700 "
"""From deal 1 chosen in the history to the recap, with 50 more melded by A."""


def _deals(seen: Seen, number: int, seat: str) -> bool:
    """Whether the score screen says which deal comes and who deals it."""
    return seen.title == f"{T.DEAL} {number} {T.DEALS} {seat}"


def _saved(seen: Seen, number: int) -> bool:
    """Whether the score screen says that a deal was saved and which one comes."""
    return seen.title == f"{T.DEAL} {number} {T.SAVED}"


def _match_to_500(table: Table) -> Seen:
    """From the welcome to a match up to 500: nine steps of 500 below the usual 5000 (S0:L37)."""
    table.play(SETUP)
    table.choose(T.TARGET)
    table.play("down*9 ok")
    return table.choose(T.START)


def test_first_start(table: Table) -> None:
    seen = table.see()
    assert seen.title.split()[0] == "Meldpad"
    assert seen.chosen == "English"
    seen = table.play("ok")
    assert seen.title == T.WELCOME
    assert T.WELCOME_KEYS.replace("\xa0", " ") in seen
    seen = table.play("ok")
    assert seen.title == T.NEW_MATCH
    assert seen.chosen == T.START
    assert seen.line(T.TARGET) == f"{T.TARGET} 5000"
    assert seen.line(T.DEALER) == f"{T.DEALER} A 1"
    seen = table.play("ok")
    assert T.DEAL_HINT in seen.title
    assert seen.totals == (0, 0)
    assert seen.openings == (50, 50)  # S0:L7
    # The short message goes away by itself, and then the dealer is there.
    assert _deals(table.play("wait:5000"), 1, "A 1")


def test_setup_with_names_target_and_dealer(table: Table) -> None:
    table.play(SETUP)
    seen = table.choose("Side 1 A")
    # Nobody has played here yet, so there is no name to choose.
    assert seen.title == "Side 1"
    # N, then o; ok held takes the last letter. A and a are where the letters begin.
    seen = table.play("up*13 ok up*14 ok:700")
    assert seen.title == T.NEW_MATCH
    assert seen.chosen == "Side 1 No"
    # E, then t and b are taken; b and t are taken back, two letters after t is v.
    seen = table.play("down ok up*4 ok up*19 ok up ok back back up*2 ok:700")
    assert seen.chosen == "Side 2 Ev"
    table.choose(T.TARGET)
    # back undoes the change and says so; ok keeps it.
    assert table.play("up*2").title == f"◀ {T.UNDOES}"
    assert table.play("back").line(T.TARGET) == f"{T.TARGET} 5000"
    assert table.play("ok up*2 ok").line(T.TARGET) == f"{T.TARGET} 6000"
    table.choose(T.DEALER)
    assert table.play("ok").line(T.DEALER) == f"{T.DEALER} No 2"
    table.choose(T.START)
    seen = table.play("wait:5000")
    assert _deals(seen, 1, "No 2")
    assert [row.split()[0] for row in seen.rows[1:] if row[:2] in ("No", "Ev")] == ["No", "Ev"]
    # Seats are No 1, Ev 1, No 2, Ev 2; the deal moves on by one seat.
    table.deal_1()
    assert _deals(table.play("wait:5000"), 2, "Ev 2")
    table.deal_2()
    assert _deals(table.play("wait:5000"), 3, "No 1")
    seen = table.restart()
    assert _deals(seen, 3, "No 1")
    assert seen.totals == (900, 940)


def test_a_name_of_blanks_is_refused(table: Table) -> None:
    table.play(SETUP)
    table.choose("Side 1 A")
    # A blank stands between Z and a, where every letter after the first begins.
    seen = table.play("up*26 ok down ok:700")
    assert seen.title == T.NAME_EMPTY
    # Filled up with blanks it is refused as well, and nothing breaks.
    seen = table.play("up*26 ok " + "down ok " * 11)
    assert seen.title == T.NAME_EMPTY
    assert table.play("back").chosen == "Side 1 A"


def test_longest_names_and_target(table: Table) -> None:
    table.play(SETUP)
    table.choose("Side 1 A")
    seen = table.play("up*22 ok " + "up*22 ok " * 11)
    assert seen.chosen == "Side 1 Wwwwwwwwwwww"
    table.choose(T.TARGET)
    assert table.play("up*60 ok").line(T.TARGET) == f"{T.TARGET} 30000"
    assert table.play("ok down*70 ok").line(T.TARGET) == f"{T.TARGET} 500"
    table.choose(T.START)
    assert _deals(table.play("wait:5000"), 1, "Wwwwww 1")
    seen = table.deal(side(natural=1, melded=70), side())
    assert seen.title == f"Wwwwwwwwwwww {T.WINS}"
    assert T.SAVED in seen
    assert seen.line("✓") == "✓ Wwwwwwwwwwww 570"


def test_the_match_of_the_main_job(table: Table) -> None:
    table.play(START)
    seen = table.play("ok " + NATURAL_OUT)
    assert seen.title == "B 0 ▶ 0"
    # Back to the end of A: its working stands beside its fields.
    seen = table.play("back*2")
    assert seen.title == "A +800 ▶ 800"
    assert table.play("back").chosen == f"{T.MELDED} 200 +200"
    assert table.play("back*2").chosen == f"{T.OUT} {T.YES} +100"
    assert table.play("back*2").chosen == f"{T.NATURAL} 1 +500"
    seen = table.play("ok:700")
    # A has gone out, so B is not asked.
    assert not [row for row in seen.rows if row.startswith(T.OUT + " ")]
    table.play(HAND_60)
    seen, _ = table.recap()
    assert seen.title == f"{T.DEAL} 1"
    assert seen.line("A") == "A +800 ▶ 800"
    assert seen.line("B") == "B -60 ▶ -60"
    seen = table.save()
    assert _saved(seen, 2)
    assert seen.totals == (800, -60)
    assert seen.openings == (50, 15)  # a negative total needs 15 (S0:L7)

    seen = table.deal_2()
    assert _saved(seen, 3)
    assert seen.totals == (900, 940)
    assert seen.openings == (50, 50)
    assert _deals(table.play("wait:5000"), 3, "A 2")

    # Deal 1 again: A melded 250 instead of 200.
    seen = table.play("up")
    assert seen.title == "A B"
    assert seen.chosen == "2 +100 +1000"
    assert table.play("up").chosen == "1 +800 -60"
    seen = table.play("ok")
    assert seen.title == f"{T.DEAL} 1"
    assert seen.chosen == T.CORRECT
    assert table.play("ok ok*4").chosen == f"{T.MELDED} 200 +200"
    assert table.play("up*10").chosen == f"{T.MELDED} 250 +250"
    table.play("ok:700 ok:700")
    seen, _ = table.recap()
    assert seen.line("A") == "A +850 ▶ 950"
    assert seen.line("B") == "B -60 ▶ 940"
    seen = table.save()
    assert seen.totals == (950, 940)
    assert _saved(seen, 3)
    assert table.play("up").line("1*") == "1* +850 -60"

    # Its undo.
    seen = table.play("up ok")
    assert seen.title == f"{T.DEAL} 1 {T.CORRECTED}"
    # The version that counts, what it changed, and what was before.
    assert seen.rows[3].replace(" ", "") == "✓+850-60"
    assert seen.rows[4] == f"A {T.MELDED} 200▶250"
    # Where columns are narrow the first one stands right behind the word.
    before = table.play("down*3").rows[-1]
    assert before.replace(" ", "") == f"{T.WAS}+800-60"
    seen = table.choose(T.UNDO_CORRECTION)
    assert seen.rows[:3] == [f"{T.DEAL} 1", T.UNDO_CORRECTION, "+850 -60"]
    # Neither ok nor down answers the question.
    assert f"▲ {T.DO_IT}" in table.play("wait:600 ok down ok:700 ok")
    seen = table.yes()
    assert seen.totals == (900, 940)
    assert seen.openings == (50, 50)
    assert table.restart().totals == (900, 940)


def test_opening_minimums_follow_the_total(table: Table) -> None:
    table.play(START)
    # 3 natural canastas and 500 melded: 2000 (S0:L9, L36). B: 2 and 495, 1495.
    seen = table.deal(side(natural=3, melded=500), side(natural=2, melded=495))
    assert seen.totals == (2000, 1495)
    assert seen.openings == (90, 50)  # 1500 to 2995: 90; 0 to 1495: 50 (S0:L7)
    # A: 995 more makes 2995; B: a meld of 15 and 10 left in hand is 5 more than 1495.
    seen = table.deal(side(natural=1, melded=495), side(melded=15, hand=10))
    assert seen.totals == (2995, 1500)
    assert seen.openings == (90, 90)
    seen = table.deal(side(melded=15, hand=10), side(hand=5))
    assert seen.totals == (3000, 1495)
    assert seen.openings == (120, 50)  # from 3000 on: 120 (S0:L7)
    assert table.restart().openings == (120, 50)


def test_red_threes_and_going_out(table: Table) -> None:
    table.play(START)
    # Red threes without a meld are -100 each, with one 100 each, all four 800 (S0:L9).
    assert table.play("ok ok*3 up*2").chosen == f"{T.RED_THREES} 2 -200"
    assert table.play("ok up*3").chosen == f"{T.MELDED} 15 +15"
    assert table.play("ok back back").chosen == f"{T.RED_THREES} 2 +200"
    assert table.play("up*2").chosen == f"{T.RED_THREES} 4 +800"
    # Going out needs a canasta (S0:L6), so there must be one first.
    assert table.play("ok ok back*3").chosen == f"{T.OUT} {T.NO}"
    seen = table.play("up")
    assert T.ERR_OUT_CANASTAS in seen
    assert seen.chosen == f"{T.OUT} {T.NO}"
    table.play("back*2 up ok*2")
    assert table.play("up").chosen == f"{T.OUT} {T.YES} +100"
    # Concealed is 200 in all, not 300 (S0:L4).
    assert table.play("up").chosen == f"{T.OUT} {T.CONCEALED} +200"
    assert table.play("up").chosen == f"{T.OUT} {T.CONCEALED} +200"
    # 800 + 85 melded + 200 + a natural canasta of 500.
    table.play("ok ok up*14 ok:700 ok:700")
    assert table.save().totals == (800 + 85 + 200 + 500, 0)


def test_undo_of_a_deal_and_back_again(table: Table) -> None:
    table.play(START)
    table.deal_1()
    table.deal_2()
    table.play("up up ok")
    # Keep it first.
    assert f"{T.UNDO_DEAL} +800 -60" in table.choose(T.UNDO_DEAL)
    assert table.play("wait:600 back").title == f"{T.DEAL} 1"
    assert table.play("back back").totals == (900, 940)
    table.play("up up ok")
    table.choose(T.UNDO_DEAL)
    assert table.yes().totals == (100, 1000)
    assert _deals(table.play("wait:5000"), 2, "B 1")
    seen = table.play("up")
    assert seen.line("-") == f"- {T.UNDONE}"
    # What was the second deal is the first now.
    assert seen.line("1") == "1 +100 +1000"
    seen = table.play("up ok")
    assert seen.title == f"{T.DEAL} {T.UNDONE}"
    assert seen.chosen == T.REDO_DEAL
    assert table.restart().totals == (100, 1000)
    table.play("up up ok ok")
    assert table.yes().totals == (900, 940)
    assert table.restart().totals == (900, 940)
    # Undone once more, after it came back.
    table.play("up up ok")
    table.choose(T.UNDO_DEAL)
    assert table.yes().totals == (100, 1000)


def test_undo_the_last_from_the_menu(table: Table) -> None:
    table.play(START)
    table.deal_1()
    table.deal_2()
    table.play("up up " + CORRECT_250)
    assert table.save().totals == (950, 940)
    # It is the row below going on with the match.
    seen = table.play("back down")
    assert seen.chosen == T.UNDO_CORRECTION
    table.play("ok")
    assert table.yes().totals == (900, 940)
    # The undo is the last now; undone, the correction counts again.
    table.play("back down ok")
    assert table.yes().totals == (950, 940)
    assert table.restart().totals == (950, 940)


def test_correction_of_a_correction(table: Table) -> None:
    table.play(START)
    table.deal_1()
    table.play("up " + CORRECT_250)
    assert table.save().totals == (850, -60)
    table.play("up " + CORRECT_250)
    assert table.save().totals == (900, -60)
    seen = table.play("up ok down*4")
    versions = [row.replace(" ", "") for row in seen.rows if "-60" in row]
    # The newest first; on the low display it scrolls.
    assert versions[-2:] == [f"{T.WAS}+850-60", f"{T.WAS}+800-60"]
    assert "✓+900-60" in versions or table.board == "128x64"
    table.play("ok")
    assert table.yes().totals == (850, -60)
    assert table.restart().totals == (850, -60)
    table.play("up ok down ok")
    assert table.yes().totals == (800, -60)
    # Now the deal itself.
    table.play("up ok")
    table.choose(T.UNDO_DEAL)
    assert table.yes().totals == (0, 0)


def test_back_takes_the_last_change_back(table: Table) -> None:
    table.play(START)
    seen = table.play("ok up*3")
    assert seen.chosen == f"{T.NATURAL} 3 +1500"
    assert f"{T.UNDOES} 3" in seen
    assert table.play("back").chosen == f"{T.NATURAL} 0"
    # With nothing to take back it leads to the field before, and then out.
    assert table.play("back").chosen == f"{T.COUNT_BY} {T.BY_SUM}"
    assert table.play("back").totals == (0, 0)
    # A look at the entry leaves nothing half done.
    assert table.play("back").chosen == T.RESUME
    assert table.restart().totals == (0, 0)


def test_held_keys_go_in_round_steps(table: Table) -> None:
    """However fast they repeat: 5 with the press, then 50, 100 and on in hundreds."""
    table.play(START + "ok ok*4")
    found = set()
    table.tablet.press(("up",))
    for _ in range(60):
        table.tablet.advance(40)
        found.add(int(table.see().chosen.split()[-2]))
        if 600 in found:
            break
    table.tablet.press(())
    assert sorted(found) == [5, 50, 100, 200, 300, 400, 500, 600]
    assert table.play("wait:100 down").chosen == f"{T.MELDED} 595 +595"
    # Down it lands on round numbers too, and stops at nothing.
    table.play("down:3000")
    assert table.see().chosen == f"{T.MELDED} 0"


def test_a_half_entered_deal_waits(table: Table) -> None:
    table.play(START)
    table.deal_1()
    # Back from the second side to the first, through its fields, and out.
    table.play("ok " + side(melded=100))
    assert table.play("back*2").chosen == f"{T.IN_HAND} 0"
    assert table.play("back*7").totals == (800, -60)
    assert table.play("back").chosen == T.RESUME_DEAL
    assert table.play("ok ok*4").chosen == f"{T.MELDED} 100 +100"
    # Finished, it is a deal like any other, and the next one starts empty.
    table.play("ok:700 ok:700")
    assert table.save().totals == (900, -60)
    assert table.play("back").chosen == T.RESUME
    assert table.play("ok ok ok*4").chosen == f"{T.MELDED} 0"


def test_a_half_entered_deal_stays_in_its_match(table: Table) -> None:
    table.play(START + "ok up*2 ok*4 up*14 wait:3500")
    assert table.out_of_entry().totals == (0, 0)
    # A new match, with the other one still open.
    table.play("back")
    table.choose(T.NEW_MATCH)
    table.choose(T.START)
    assert table.play("ok").chosen == f"{T.NATURAL} 0"
    table.play("back*2")
    assert table.restart().totals == (0, 0)


def test_a_correction_that_is_given_up_changes_nothing(table: Table) -> None:
    table.play(START)
    table.deal_1()
    assert table.play("up ok ok up*3 wait:3500").chosen == f"{T.NATURAL} 4 +2000"
    assert table.play("back").chosen == f"{T.NATURAL} 1 +500"
    assert table.play("back back").title == "A B"
    assert table.play("back").totals == (800, -60)
    assert table.restart().totals == (800, -60)
    # The next entry starts empty.
    assert table.play("ok").chosen == f"{T.NATURAL} 0"


def test_only_up_saves_and_not_at_once(table: Table) -> None:
    table.play(START)
    table.play("ok " + NATURAL_OUT + HAND_60)
    # B melded nothing. Answered, the recap takes no key in its first moments, so a press too many
    # saves nothing; it shows the key once it counts.
    seen = table.play("wait:600 down up")
    assert T.SAVE in seen
    assert f"▲ {T.SAVE}" not in seen
    assert f"▲ {T.SAVE}" in table.play("wait:600")
    assert table.play("wait:600 down ok:700 down").title == f"{T.DEAL} 1"
    # back leads to the last field of the last side, and the deal is still there.
    assert table.play("back").chosen == f"{T.IN_HAND} 60 -60"
    table.play("ok")
    # What was kept of it is half a deal, and counts for nothing.
    assert T.SAVE not in table.restart()
    seen = table.out_of_entry()
    assert seen.totals == (0, 0)
    assert seen.title == f"{T.DEAL} 1 ● {T.RESUME_DEAL}"


def test_turning_the_picture(table: Table) -> None:
    table.play(START + "ok " + NATURAL_OUT + HAND_60)
    table.recap()
    assert not table.tablet.screen.flipped
    seen = table.play("wait:600 down")
    assert table.tablet.screen.flipped
    assert seen.line("A") == "A +800 ▶ 800"
    table.play("down")
    assert not table.tablet.screen.flipped
    # Saved while it is turned, it comes back.
    seen = table.play("down up")
    assert not table.tablet.screen.flipped
    assert seen.totals == (800, -60)


IMPOSSIBLE = {
    # The cheapest meld is three fours: 15 (S0:L23, L6).
    "no cards": ("ok*4 up*2 ok:700", "ERR_POINTS", "MELDED"),
    "no cards, field by field": ("ok*4 up*2 ok", "ERR_POINTS", "MELDED"),
    # Two times seven fours are 70, the cheapest two natural canastas.
    "too few points": ("up*2 ok*4 up*13 ok:700", "ERR_CANASTA_POINTS", "MELDED"),
    # The canasta that going out needs is taken away again.
    "no canasta left": ("up ok*2 up ok*2 up*7 ok back*5 down ok:700", "ERR_OUT_CANASTAS", "OUT"),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_impossible_entries_are_said_and_not_accepted(table: Table, case: str) -> None:
    keys, said, field = IMPOSSIBLE[case]
    table.play(START)
    table.deal_1()
    table.play("ok " + keys)
    # It does not get by with more presses.
    for _ in range(3):
        seen = table.see()
        assert getattr(T, said) in seen
        assert seen.chosen.startswith(getattr(T, field) + " ")
        table.play("ok:700")


def test_what_the_packs_do_not_hold_cannot_be_entered(table: Table) -> None:
    table.play(START)
    # 2 packs: 980 without threes and jokers, jokers 200: 1180 in all (S0:L20-24, L31).
    seen = table.play("ok ok*4 up:2500")
    assert seen.chosen == f"{T.MELDED} 1180 +1180"
    assert T.ERR_PACK_POINTS in seen
    assert table.play("up").chosen == f"{T.MELDED} 1180 +1180"
    # Nothing is left for the hand, and nothing below zero.
    seen = table.play("ok up")
    assert seen.chosen == f"{T.IN_HAND} 0"
    assert T.ERR_PACK_POINTS in seen
    assert table.play("down").chosen == f"{T.IN_HAND} 0"


def test_the_rest_of_the_packs_is_left_for_the_other_side(table: Table) -> None:
    table.play(START)
    # A: 3 red threes and 1000 melded; B can have 1 and 180.
    seen = table.play("ok " + side(red=3, melded=1000) + "ok*3 up*3")
    assert seen.chosen == f"{T.RED_THREES} 1 -100"
    seen = table.play("ok up:900")
    assert seen.chosen == f"{T.MELDED} 180 +180"
    assert T.ERR_OTHERS in seen
    assert table.play("ok up*2").chosen == f"{T.IN_HAND} 0"
    # 1000 + 300; 180 + 100
    table.play("ok:700")
    assert table.save().totals == (1300, 280)


def test_rare_penalties(table: Table) -> None:
    table.play(START)
    table.play("ok " + NATURAL_OUT + HAND_60)
    table.recap()
    seen = table.play("wait:600 ok")
    assert seen.title == "A +800 ▶ 800"
    assert seen.chosen == f"{T.UNDECLARED} 0"
    # 500 for a red three that was not laid down (S0:L27).
    assert table.play("up").chosen == f"{T.UNDECLARED} 1 -500"
    assert table.play("ok down*20").chosen == f"{T.ADJUST} -100 -100"
    assert table.play("ok").title == "B -60 ▶ -60"
    table.play("ok up*5 ok")
    seen, _ = table.recap()
    assert seen.title == f"{T.DEAL} 1"
    assert seen.line("A") == "A +200 ▶ 200"
    assert seen.line("B") == "B -35 ▶ -35"
    assert table.save().totals == (200, -35)
    assert table.restart().totals == (200, -35)


DOUBTS = {
    # 70 points for a canasta are seven cards of ten.
    "few points": (side(natural=1, melded=35), side(), "DOUBT_SMALL", (535, 0)),
    # B went out and yet has 1000 less: A 2 natural canastas and 500; B 300, 70 and 100.
    "far behind": (
        side(natural=2, melded=500),
        side(out=1, mixed=1, melded=70),
        "DOUBT_FAR",
        (1500, 470),
    ),
}


@pytest.mark.parametrize("case", DOUBTS)
def test_unlikely_deals_are_asked_about(table: Table, case: str) -> None:
    first, second, doubt, totals = DOUBTS[case]
    table.play(START)
    table.play("ok " + first + second)
    seen, asked = table.recap()
    assert getattr(T, doubt) in asked
    assert seen.title == f"{T.DEAL} 1"
    assert table.save().totals == totals


def test_no_to_a_doubt_leads_back(table: Table) -> None:
    table.play(START)
    seen = table.play("ok " + side(natural=1, melded=35) + side(hand=60))
    assert T.YES in seen
    assert T.DOUBT_NOBODY in seen
    seen = table.play("wait:600 back")
    assert seen.title == "B -60 ▶ -60"
    assert seen.chosen == f"{T.OUT} {T.NO}"
    # What was asked about is still as it was given. The next doubt is about A's melds.
    seen = table.play("ok:700")
    assert seen.title == "A"
    assert T.DOUBT_SMALL in seen
    seen = table.play("wait:600 back")
    assert seen.chosen == f"{T.MELDED} 35 +35"
    table.play("ok:700 ok:700")
    assert table.save().totals == (535, -60)


def test_the_last_deal_again_is_asked_about(table: Table) -> None:
    table.play(START)
    table.deal_1()
    table.play("ok " + NATURAL_OUT + HAND_60)
    assert T.DOUBT_TWICE in table.recap()[1]
    assert table.save().totals == (1600, -120)
    table.play("ok " + side(hand=60) + side(out=1, natural=1, melded=200))
    assert T.DOUBT_SWAPPED in table.recap()[1]
    assert table.save().totals == (1540, 680)


def test_abandon(table: Table) -> None:
    table.play(START)
    table.deal_1()
    assert table.play("back").chosen == T.RESUME
    assert T.ABANDON_ASK in table.choose(T.ABANDON)
    assert table.play("wait:600 ok down wait:600 back").title == "Meldpad"
    assert table.play("back").totals == (800, -60)
    table.play("back")
    table.choose(T.ABANDON)
    assert T.RESUME not in table.yes()
    seen = table.play("back")
    assert seen.title == T.ABANDONED
    assert seen.line("A") == "A 800"
    assert seen.line("B") == "B -60"
    assert table.restart().title == T.ABANDONED
    # Its deals can still be corrected.
    table.play("up " + CORRECT_250)
    seen = table.save()
    assert seen.title == T.ABANDONED
    assert seen.line("A") == "A 850"
    table.play("ok")
    assert table.choose(T.START).totals == (0, 0)


def test_a_match_is_finished_early(table: Table) -> None:
    table.play(START)
    # Before its first deal there is nothing to win.
    table.play("back")
    with pytest.raises(AssertionError):
        table.choose(T.FINISH)
    table.play("back")
    table.deal_1()
    table.play("back")
    assert T.FINISH_ASK in table.choose(T.FINISH)
    seen = table.yes()
    assert seen.title == f"A {T.WINS}"
    assert seen.line("✓") == "✓ A 800"
    assert table.restart().title == f"A {T.WINS}"
    # It can be taken back, and goes on then.
    table.play("back")
    table.choose(T.REOPEN)
    table.yes()
    assert table.restart().totals == (800, -60)


def test_a_match_to_its_end(table: Table) -> None:
    assert _match_to_500(table).totals == (0, 0)
    # A natural canasta and 70 less 75 in hand: 495.
    seen = table.deal(side(natural=1, melded=70, hand=75), side())
    assert seen.totals == (495, 0)
    seen = table.deal(side(hand=60), side(out=1, natural=1, melded=200))
    assert seen.title == f"B {T.WINS}"
    assert seen.line("A") == "A 435"
    assert seen.line("✓") == "✓ B 800"
    assert table.restart().title == f"B {T.WINS}"

    # The correction of the last deal reopens it: B did not go out and had no canasta.
    seen = table.play("up ok ok ok:700 down ok ok down ok ok")
    assert seen.chosen == f"{T.MELDED} 200 +200"
    table.play("ok:700")
    seen = table.save()
    assert seen.totals == (435, 200)
    assert _saved(seen, 3)
    assert table.restart().totals == (435, 200)
    # Undone, the match is over again.
    table.play("up ok")
    table.choose(T.UNDO_CORRECTION)
    seen = table.yes()
    assert seen.title == f"B {T.WINS}"
    assert seen.line("✓") == "✓ B 800"

    # Play again: the same target, with one press more.
    seen = table.play("ok")
    assert seen.title == T.NEW_MATCH
    assert seen.line(T.TARGET) == f"{T.TARGET} 500"
    assert seen.chosen == T.START
    assert table.play("ok").totals == (0, 0)
    assert table.deal(side(melded=15), side()).totals == (15, 0)
    assert table.restart().totals == (15, 0)


def test_exactly_the_target_wins_and_a_tie_goes_on(table: Table) -> None:
    _match_to_500(table)
    # Both have 570: no winner, one more deal.
    tie = side(natural=1, melded=70)
    seen = table.deal(tie, tie)
    assert seen.totals == (570, 570)
    assert _saved(seen, 2)
    seen = table.deal(side(melded=15), side())
    assert seen.title == f"A {T.WINS}"
    assert seen.line("✓") == "✓ A 585"
    # 500 sharp is enough (S0:L37: reached).
    table.play("ok")
    table.choose(T.START)
    seen = table.deal(side(natural=1, melded=70, hand=70), side())
    assert seen.title == f"A {T.WINS}"
    assert seen.line("✓") == "✓ A 500"


SCREENS = {
    "score": ("", (), "", "DEAL"),
    "next deal": ("down down", (), "", "NEXT_DEAL"),
    "menu": ("back", (), "", ""),
    "setup": ("back", ("NEW_MATCH",), "", "NEW_MATCH"),
    "target": ("back", ("NEW_MATCH", "TARGET"), "up*3", ""),
    "players": ("back", ("NEW_MATCH", "PLAYER_NAMES"), "", "PLAYER_NAMES"),
    "name": ("back", ("NEW_MATCH", "PLAYER_NAMES"), "ok up ok up ok up*3 ok", ""),
    "house rules": ("back", ("NEW_MATCH", "HOUSE"), "ok up", "HOUSE"),
    "matches": ("back", ("MATCHES",), "", "MATCHES"),
    "help": ("back", ("HELP", "HELP_VALUES"), "down", "HELP_VALUES"),
    "settings": ("back", ("SETTINGS",), "down", "SETTINGS"),
    "about": ("back", ("ABOUT",), "", "ABOUT"),
    "self-test": ("back", ("ABOUT", "SELF_TEST"), "up", "SELF_TEST"),
    "history": ("up", (), "", ""),
    "deal": ("up ok", (), "", "DEAL"),
    "undo": ("up ok", ("UNDO_DEAL",), "", "DEAL"),
    "abandon": ("back", ("ABANDON",), "", ""),
}


def test_restart_at_every_screen(table: Table) -> None:
    table.play(START)
    table.deal_1()
    table.deal_2()
    for name, (keys, rows, more, title) in SCREENS.items():
        table.play(keys)
        for row in rows:
            table.choose(getattr(T, row))
        seen = table.play(more)
        assert not title or seen.title.startswith(getattr(T, title)), name
        seen = table.restart()
        assert seen.totals == (900, 940), name
        assert _deals(seen, 3, "A 2"), name


HALVES = {
    "first field": ("ok up wait:2500", "A", "", "NATURAL", "1 +500"),
    "second side": ("ok " + NATURAL_OUT + "up wait:2500", "B", "", "NATURAL", "1 +500"),
    "last side": ("ok " + NATURAL_OUT + HAND_60 + "wait:2500", "B", "ok*4", "IN_HAND", "60 -60"),
    "correction": ("up up ok ok up wait:2500", "A", "", "NATURAL", "2 +1000"),
}


@pytest.mark.parametrize("case", HALVES)
def test_a_half_entered_deal_survives_a_restart(table: Table, case: str) -> None:
    """The entry is there again with what was given, and the score behind it is as it was."""
    keys, name, more, field, value = HALVES[case]
    table.play(START)
    table.deal_1()
    table.deal_2()
    table.play(keys)
    assert table.restart().title.startswith(name + " ")
    assert table.play(more).chosen == f"{getattr(T, field)} {value}"
    assert table.out_of_entry().totals == (900, 940)


def test_history_scrolls(table: Table) -> None:
    table.play(START)
    # Twelve deals, A 5 more in hand each time.
    for number in range(1, 13):
        table.deal(side(hand=5 * number), side())
    assert table.play("up").chosen == "12 -60 0"
    assert table.play("up*11").chosen == "1 -5 0"
    assert table.play("up*2").chosen == "1 -5 0"
    assert table.play("down*5").chosen == "6 -30 0"
    assert table.play("ok").title == f"{T.DEAL} 6"
    # back comes back to the same row.
    assert table.play("back").chosen == "6 -30 0"
    # 5 + 10 + ... + 60
    assert table.play("back").totals == (-390, 0)


def test_a_full_match_says_so(tablet: Callable[..., Table]) -> None:
    table = tablet("128x64")
    table.play(START)
    # A match holds 160 changes; the last place is kept for its end. 5 and 10 in hand by turns.
    hands = [side(hand=5), side(hand=10)]
    for number in range(158):
        table.deal(hands[number % 2], side())
    seen = table.deal(hands[0], side())
    # 80 times 5 and 79 times 10
    assert seen.totals == (-1190, 0)
    assert _saved(seen, 160)
    seen = table.play("ok")
    assert seen.title == T.MATCH_FULL
    assert T.FULL_TEXT in seen
    assert table.play("ok wait:5000").totals == (-1190, 0)
    # A correction is refused before anything is entered, an undo as well.
    assert table.play("up ok ok").title == T.MATCH_FULL
    table.play("ok up ok")
    table.choose(T.UNDO_DEAL)
    assert table.yes().title == T.MATCH_FULL
    assert table.restart().totals == (-1190, 0)
    table.play("back")
    table.choose(T.ABANDON)
    table.yes()
    assert table.play("back").title == T.ABANDONED
    assert table.restart().title == T.ABANDONED
    table.play("ok")
    assert table.choose(T.START).totals == (0, 0)
