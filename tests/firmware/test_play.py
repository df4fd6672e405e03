"""The tablet as people use it: keys in, and what can be read on the display.

Every expected number is worked out from the rule text, named by its seed line; the tablet's own
scoring is not asked.
"""

import re
from collections.abc import Callable

import pytest
from support.table import DEAL_1, DEAL_2, HAND_60, NATURAL_OUT, START, Table, deal, side

# First in the list of Setup is the row `Start the match`; `up` goes back over the others.
TARGET_500 = "ok up*2 ok down*9 ok down*2 ok "
"""From the welcome to a match up to 500: nine steps of 500 below the usual 5000 (S0:L37)."""


def test_first_start(table: Table) -> None:
    seen = table.see()
    assert seen.title == "Welcome to Meldpad"
    assert "set up a match" in seen
    seen = table.play("ok")
    assert seen.title == "New match"
    assert seen.chosen == "Start the match"
    assert seen.line("Target") == "Target 5000"
    assert seen.line("First dealer") == "First dealer A 1"
    seen = table.play("ok")
    assert seen.title.split() == ["Deal", "1", "Saved"]
    assert seen.totals == (0, 0)
    assert seen.openings == (50, 50)  # S0:L7
    # The short message goes away by itself, and then the dealer is there.
    seen = table.play("wait:5000")
    assert seen.title.split() == ["Deal", "1", "deals", "A", "1"]


def test_setup_with_names_target_and_dealer(table: Table) -> None:
    # Side 1: N, then o; ok held takes the last letter. A and a are where the letters begin.
    seen = table.play("ok up*4 ok")
    assert seen.title == "Side 1"
    seen = table.play("up*13 ok up*14 ok:700")
    assert seen.title == "New match"
    assert seen.line("Side 1") == "Side 1 No"
    # Side 2: a wrong letter is taken back.
    seen = table.play("down ok up*4 ok up*19 ok up ok back back up*2 ok:700")
    # E, then t and b are taken; b and t are taken back, t plus two letters is v.
    assert seen.line("Side 2") == "Side 2 Ev"
    seen = table.play("down ok up*2 back")
    assert seen.line("Target") == "Target 6000"
    seen = table.play("down ok*2")
    assert seen.line("First dealer") == "First dealer No 2"
    seen = table.play("down ok wait:5000")
    assert seen.title.split() == ["Deal", "1", "deals", "No", "2"]
    assert seen.line("No").startswith("No")
    assert seen.line("Ev").startswith("Ev")
    # Seats are No 1, Ev 1, No 2, Ev 2; the deal moves on by one seat.
    table.play(DEAL_1)
    assert table.play("wait:5000").title.split() == ["Deal", "2", "deals", "Ev", "2"]
    table.play(DEAL_1)
    assert table.play("wait:5000").title.split() == ["Deal", "3", "deals", "No", "1"]
    seen = table.restart()
    assert seen.title.split() == ["Deal", "3", "deals", "No", "1"]
    assert seen.totals == (1600, -120)


def test_a_name_of_blanks_is_refused(table: Table) -> None:
    # Blank is the 63rd sign, 62 steps up; after the first letter the small a comes, 36 steps off.
    table.play("ok up*4 ok up*62")
    seen = table.play("ok up*36 ok:700")
    assert seen.title == "A name needs a letter"
    # Filled up with blanks and more, it is still refused and nothing breaks.
    for _ in range(12):
        seen = table.play("up*36 ok")
    assert seen.title == "A name needs a letter"
    seen = table.play("ok ok:700")
    assert seen.title == "A name needs a letter"
    seen = table.play("back*13")
    assert seen.title == "New match"
    assert seen.line("Side 1") == "Side 1 A"


def test_longest_names_and_target(table: Table) -> None:
    table.play("ok up*4 ok")
    seen = table.play("up*22 " + "ok up*22 " * 11 + "ok")
    assert seen.title == "New match"
    assert seen.line("Side 1") == "Side 1 Wwwwwwwwwwww"
    seen = table.play("down*2 ok up*60 ok")
    assert seen.line("Target") == "Target 30000"
    seen = table.play("ok down*70 ok")
    assert seen.line("Target") == "Target 500"
    seen = table.play("down*2 ok wait:5000")
    assert seen.title.split() == ["Deal", "1", "deals", "Wwwwww", "1"]
    seen = table.play(deal(side(natural=1, melded=35), side()))
    assert seen.title == "Wwwwwwwwwwww wins"
    assert "Saved" in seen


def test_the_match_of_the_main_job(table: Table) -> None:
    table.play(START)
    seen = table.play("ok " + NATURAL_OUT)
    assert re.fullmatch(r"B +0 ▶ 0", seen.title)
    # Back to the end of A: its working stands beside its fields.
    seen = table.play("back")
    assert re.fullmatch(r"A +\+800 ▶ 800", seen.title)
    assert seen.line("Melded") == "Melded 200 +200"
    seen = table.play("back*5")
    assert seen.line("Went out") == "Went out yes +100"
    assert seen.line("Natural") == "Natural 1 +500"
    seen = table.play("ok:700 " + HAND_60)
    assert seen.title == "Deal 1"
    assert seen.line("A") == "A +800 ▶ 800"
    assert seen.line("B") == "B -60 ▶ -60"
    seen = table.play("up")
    assert seen.title.split() == ["Deal", "2", "Saved"]
    assert seen.totals == (800, -60)
    assert seen.openings == (50, 15)  # a negative total needs 15 (S0:L7)

    seen = table.play(DEAL_2)
    assert seen.title.split() == ["Deal", "3", "Saved"]
    assert seen.totals == (900, 940)
    assert seen.openings == (50, 50)
    assert table.play("wait:5000").title.split() == ["Deal", "3", "deals", "A", "2"]

    # Deal 1 again: A melded 250 instead of 200.
    seen = table.play("up")
    assert seen.title == "History"
    assert seen.chosen.split() == ["2", "+100", "+1000"]
    seen = table.play("up")
    assert seen.chosen.split() == ["1", "+800", "-60"]
    seen = table.play("ok")
    assert seen.title == "Deal 1"
    assert seen.chosen == "Correct this deal"
    seen = table.play("ok ok*4")
    assert seen.chosen.split() == ["Melded", "200", "+200"]
    seen = table.play("up*10")
    assert seen.chosen.split() == ["Melded", "250", "+250"]
    seen = table.play("ok:700 ok:700")
    assert seen.line("A") == "A +850 ▶ 950"
    assert seen.line("B") == "B -60 ▶ 940"
    seen = table.play("up")
    assert seen.totals == (950, 940)
    assert seen.title.split() == ["Deal", "3", "Saved"]
    seen = table.play("up")
    assert seen.line("1* +850") == "1* +850 -60"

    # Its undo.
    seen = table.play("up ok")
    assert seen.title == "Deal 1 corrected"
    assert seen.line("was") == "was +800 -60"
    assert seen.line("✓") == "✓ +850 -60"
    seen = table.play("down")
    assert seen.chosen == "Undo the correction"
    seen = table.play("ok")
    assert seen.title == "Undo the correction"
    # Neither ok nor down answers the question.
    assert table.play("ok down ok:700 ok").title == "Undo the correction"
    seen = table.play("up")
    assert seen.totals == (900, 940)
    assert seen.openings == (50, 50)
    assert table.restart().totals == (900, 940)


def test_opening_minimums_follow_the_total(table: Table) -> None:
    table.play(START)
    # 3 natural canastas and 500 melded: 2000 (S0:L9, L36). B: 2 and 495, 1495.
    big = side(natural=3, melded=500)
    seen = table.play(deal(big, side(natural=2, melded=495)))
    assert seen.totals == (2000, 1495)
    assert seen.openings == (90, 50)  # 1500 to 2995: 90; 0 to 1495: 50 (S0:L7)
    # A: 995 more makes 2995; B: 5 in hand and ten for a meld of three fives is 10 more than 1495.
    seen = table.play(deal(side(natural=1, melded=495), side(melded=15, hand=10)))
    assert seen.totals == (2995, 1500)
    assert seen.openings == (90, 90)
    seen = table.play(deal(side(melded=15, hand=10), side(hand=5)))
    assert seen.totals == (3000, 1495)
    assert seen.openings == (120, 50)  # from 3000 on: 120 (S0:L7)
    assert table.restart().openings == (120, 50)


def test_red_threes_and_going_out(table: Table) -> None:
    table.play(START)
    # Four red threes with a meld 800, without one -100 each (S0:L9). The columns show both.
    table.play("ok ok*3 up*2")
    assert table.see().line("Red threes") == "Red threes 2 -200"
    seen = table.play("ok up*3")
    assert seen.line("Melded") == "Melded 15 +15"
    assert seen.line("Red threes") == "Red threes 2 +200"
    seen = table.play("back up*2")
    assert seen.line("Red threes") == "Red threes 4 +800"
    # Concealed is 200 in all, not 300 (S0:L4).
    seen = table.play("back*3 up")
    assert seen.line("Went out") == "Went out yes +100"
    seen = table.play("up")
    assert seen.line("Went out") == "Went out conc. +200"
    assert table.play("up").line("Went out") == "Went out conc. +200"
    # 800 + 15 + 200 + a mixed canasta of 300, whose cards are worth at least 50: 6*5 + 20.
    seen = table.play("ok ok up ok ok up*7 ok:700 ok:700 up")
    assert seen.totals == (800 + 50 + 200 + 300, 0)


def test_undo_of_a_deal_and_back_again(table: Table) -> None:
    table.play(START + DEAL_1 + DEAL_2)
    seen = table.play("up up ok down")
    assert seen.chosen == "Undo this deal"
    # Keep it first.
    seen = table.play("ok back")
    assert seen.title == "Deal 1"
    seen = table.play("ok")
    if seen.title == "Deal 1":
        seen = table.play("ok")
    assert seen.title == "Undo this deal"
    seen = table.play("up")
    assert seen.totals == (100, 1000)
    assert table.play("wait:5000").title.split() == ["Deal", "2", "deals", "B", "1"]
    seen = table.play("up")
    assert seen.line("-") == "- undone"
    # What was the second deal is the first now.
    assert seen.line("1") == "1 +100 +1000"
    seen = table.play("up ok")
    assert seen.title == "Deal undone"
    assert seen.chosen == "Bring the deal back"
    assert table.restart().totals == (100, 1000)
    seen = table.play("up up ok ok up")
    assert seen.totals == (900, 940)
    assert table.restart().totals == (900, 940)
    # Undone once more, after it came back.
    seen = table.play("up up ok down ok up")
    assert seen.totals == (100, 1000)


def test_correction_of_a_correction(table: Table) -> None:
    table.play(START + DEAL_1)
    correct = "up ok ok ok*4 up*10 ok:700 ok:700 up "
    assert table.play(correct).totals == (850, -60)
    assert table.play(correct).totals == (900, -60)
    seen = table.play("up ok")
    assert [line.text.split() for line in seen.lines if "-60" in line.text] == [
        ["was", "+800", "-60"],
        ["was", "+850", "-60"],
        ["✓", "+900", "-60"],
    ][: len(seen.lines) - 3]
    assert table.play("down ok up").totals == (850, -60)
    assert table.restart().totals == (850, -60)
    assert table.play("up ok down ok up").totals == (800, -60)
    # Now the deal itself.
    seen = table.play("up ok")
    assert "Undo this deal" in seen
    assert table.play("down ok up").totals == (0, 0)


def test_leaving_the_entry_saves_nothing(table: Table) -> None:
    table.play(START + DEAL_1)
    seen = table.play("ok up ok up back back")
    assert seen.totals == (800, -60)
    # A correction that is given up leads back to the deal.
    seen = table.play("up ok ok up*3 back")
    assert seen.title == "Deal 1"
    seen = table.play("back back")
    assert seen.totals == (800, -60)
    # The next entry starts empty.
    seen = table.play("ok")
    assert seen.line("Went out") == "Went out no"
    assert table.restart().totals == (800, -60)


def test_only_up_saves(table: Table) -> None:
    table.play(START)
    table.play("ok " + NATURAL_OUT + HAND_60)
    seen = table.play("ok ok ok:700 ok")
    assert seen.title == "Deal 1"
    assert "save" in seen
    # back leads to the last field of the last side, and the deal is still there.
    seen = table.play("back")
    assert seen.chosen.split() == ["In", "hand", "60", "-60"]
    seen = table.restart()
    assert seen.totals == (0, 0)
    assert seen.title.split()[:2] == ["Deal", "1"]
    table.play("ok " + NATURAL_OUT + HAND_60 + "up")
    assert table.restart().totals == (800, -60)


IMPOSSIBLE = {
    "out without a canasta": (side(out=1, melded=100), "", "Out needs a canasta", "Went out"),
    "both sides out": (
        NATURAL_OUT,
        side(out=1, natural=1, melded=35),
        "Both sides went out",
        "Went out",
    ),
    "five red threes": (
        side(red=3, melded=15),
        side(red=2),
        "Too many red threes",
        "Red threes",
    ),
    # The cheapest meld is three fours: 15 (S0:L23, L6).
    "no cards": (side(melded=10), "", "No cards add up to it", "Melded"),
    # Seven fours are 35, the cheapest natural canasta.
    "canasta of too few points": (side(natural=2, melded=65), "", "Canastas need", "Natural"),
    # 2 packs: 980 without threes and jokers' 200: 1180 (S0:L20-24, L31).
    "more than the packs": (
        side(melded=1000),
        side(melded=100, hand=85),
        "More than the packs",
        "Melded",
    ),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_impossible_entries_are_said_and_not_accepted(table: Table, case: str) -> None:
    first, second, said, field = IMPOSSIBLE[case]
    table.play(START + DEAL_1)
    seen = table.play("ok " + first + second)
    assert said in seen
    assert seen.chosen.startswith(field)
    # It does not get by with more presses.
    for _ in range(3):
        seen = table.play("ok:700")
        assert said in seen
        assert "save" not in seen
    seen = table.restart()
    assert seen.totals == (800, -60)
    assert seen.title.split()[:2] == ["Deal", "2"]


def test_highest_possible_entries(table: Table) -> None:
    """1180 are all the points in two packs; twelve more presses do not go above."""
    table.play(START)
    seen = table.play("ok ok*4 up:2500")
    assert seen.line("Melded") == "Melded 1180 +1180"
    seen = table.play("back up*9")
    assert seen.line("Red threes") == "Red threes 4 +800"
    seen = table.play("ok:700 ok:700 up")
    assert seen.totals == (1980, 0)
    seen = table.play("ok ok*4 down*2")
    assert seen.line("Melded") == "Melded 0"


def test_rare_penalties(table: Table) -> None:
    table.play(START)
    table.play("ok " + NATURAL_OUT + HAND_60)
    seen = table.play("down")
    assert re.fullmatch(r"A +\+800 ▶ 800", seen.title)
    assert seen.chosen.split() == ["Undeclared", "0"]
    # 500 for a red three that was not laid down (S0:L27).
    seen = table.play("up")
    assert seen.chosen.split() == ["Undeclared", "1", "-500"]
    seen = table.play("ok down*2 down:460")
    assert seen.chosen.split() == ["Penalty", "-100", "-100"]
    seen = table.play("ok")
    assert re.fullmatch(r"B +-60 ▶ -60", seen.title)
    seen = table.play("ok up*5 ok")
    assert seen.title == "Deal 1"
    assert seen.line("A") == "A +200 ▶ 200"
    assert seen.line("B") == "B -35 ▶ -35"
    seen = table.play("up")
    assert seen.totals == (200, -35)
    assert table.restart().totals == (200, -35)


def test_impossible_penalties_are_said_on_the_way_back_too(table: Table) -> None:
    table.play(START)
    # B has all four red threes, so A cannot hold one that it did not declare.
    seen = table.play("ok ok:700 " + side(red=4) + "down up back")
    assert "Too many red threes" in seen
    seen = table.play("up")
    assert "save" not in seen
    # Taken back, the deal is as before: four red threes and nothing melded are -800 (S0:L9).
    table.play("down back*9")
    seen = table.see()
    if seen.title != "Deal 1":
        seen = table.play("ok*9")
    assert seen.line("B") == "B -800 ▶ -800"


def test_abandon(table: Table) -> None:
    table.play(START + DEAL_1)
    seen = table.play("back")
    assert seen.chosen == "Resume match"
    seen = table.play("down*3")
    assert seen.chosen == "Abandon match"
    seen = table.play("ok")
    assert seen.title == "Abandon this match?"
    seen = table.play("ok back")
    assert "Abandon match" in seen
    seen = table.play("back")
    assert seen.totals == (800, -60)
    seen = table.play("back down*3 ok up")
    assert "Resume" not in seen
    assert seen.chosen == "New match"
    seen = table.play("back")
    assert seen.title == "Abandoned"
    assert seen.line("A") == "A 800"
    assert seen.line("B") == "B -60"
    assert table.restart().title == "Abandoned"
    # Its deals can still be looked at and corrected.
    seen = table.play("up ok ok ok*4 up*10 ok:700 ok:700 up")
    assert seen.title.startswith("Abandoned")
    assert seen.line("A") == "A 850"
    seen = table.play("back ok ok")
    assert seen.totals == (0, 0)


def test_a_match_to_its_end(table: Table) -> None:
    seen = table.play(TARGET_500)
    assert seen.totals == (0, 0)
    seen = table.play(deal(side(natural=1, melded=35, hand=40), side()))
    assert seen.totals == (495, 0)
    seen = table.play(deal(HAND_60, NATURAL_OUT))
    # B has 800, A 435.
    assert "B wins" in seen
    assert seen.line("A") == "A 435"
    assert seen.line("✓") == "✓ B 800"
    seen = table.restart()
    assert seen.title == "B wins"

    # The correction of the last deal reopens it: 300 in hand instead of the canasta.
    seen = table.play("up ok ok ok:700 down ok down ok*3 down:580 ok up:700")
    assert seen.line("B") == "B -300 ▶ -300"
    seen = table.play("ok:700 up")
    assert seen.totals == (435, -300)
    assert seen.title.split() == ["Deal", "3", "Saved"]
    assert seen.openings == (50, 15)
    assert table.restart().totals == (435, -300)
    # Undone, the match is over again.
    seen = table.play("up ok down ok up")
    assert "B wins" in seen
    seen = table.play("wait:5000")
    assert seen.title == "B wins"

    # Play again: the same names and target.
    seen = table.play("ok")
    assert seen.title == "New match"
    assert seen.line("Target") == "Target 500"
    seen = table.play("ok")
    assert seen.totals == (0, 0)
    assert table.play(deal(side(melded=15), side())).totals == (15, 0)
    assert table.restart().totals == (15, 0)


def test_exactly_the_target_wins_and_a_tie_goes_on(table: Table) -> None:
    table.play(TARGET_500)
    # Both have 535: no winner, one more deal (docs: tie, extra deal).
    tie = side(natural=1, melded=35)
    seen = table.play(deal(tie, tie))
    assert seen.totals == (535, 535)
    assert seen.title.split() == ["Deal", "2", "Saved"]
    seen = table.play(deal(side(melded=15), side()))
    assert "A wins" in seen
    assert seen.line("✓") == "✓ A 550"
    # 500 sharp is enough (S0:L37: reached).
    table.play("ok ok")
    seen = table.play(deal(side(natural=1, melded=35, hand=35), side()))
    assert "A wins" in seen
    assert seen.line("✓") == "✓ A 500"


SCREENS = {
    "score": ("", "Deal 3"),
    "menu": ("back", "Meldpad"),
    "setup": ("back down ok", "New match"),
    "target": ("back down ok up*2 ok up*3", "New match"),
    "name": ("back down ok up*4 ok up*3 ok", "Side 1"),
    "history": ("up", "History"),
    "deal": ("up ok", "Deal 2"),
    "ask": ("up ok down ok", "Undo this deal"),
    "abandon": ("back down*3 ok", "Abandon this match?"),
    "entry": ("ok up ok up ok ok up:580", "A"),
    "second side": ("ok " + NATURAL_OUT + "up", "B"),
    "recap": ("ok " + NATURAL_OUT + HAND_60, "Deal 3"),
    "penalties": ("ok " + NATURAL_OUT + HAND_60 + "down up", "A"),
    "correction": ("up ok ok up", "A"),
    "corrected recap": ("up up ok ok ok*4 up*10 ok:700 ok:700", "Deal 1"),
}


def test_restart_at_every_screen(table: Table) -> None:
    table.play(START + DEAL_1 + DEAL_2)
    for name, (keys, title) in SCREENS.items():
        seen = table.play(keys)
        assert seen.title.startswith(title), name
        seen = table.restart()
        assert seen.totals == (900, 940), name
        assert seen.title.split() == ["Deal", "3", "deals", "A", "2"], name


def test_history_scrolls(table: Table) -> None:
    table.play(START)
    # Twelve deals, A 5 more in hand each time.
    for number in range(1, 13):
        table.play(deal(side(hand=5 * number), side()))
    seen = table.play("up")
    assert seen.chosen.split() == ["12", "-60", "0"]
    seen = table.play("up*11")
    assert seen.chosen.split() == ["1", "-5", "0"]
    assert table.play("up*2").chosen.split() == ["1", "-5", "0"]
    seen = table.play("down*5")
    assert seen.chosen.split() == ["6", "-30", "0"]
    seen = table.play("ok")
    assert seen.title == "Deal 6"
    # back comes back to the same row.
    assert table.play("back").chosen.split() == ["6", "-30", "0"]
    # 5 + 10 + ... + 60
    assert table.play("back").totals == (-390, 0)


def test_a_full_match_says_so(tablet: Callable[..., Table]) -> None:
    table = tablet("128x64")
    table.play(START)
    # A match holds 160 changes; the last place is kept for its end.
    one = deal(side(hand=5), side())
    seen = table.play(one * 158)
    assert seen.totals == (-790, 0)
    assert seen.title.split() == ["Deal", "159", "Saved"]
    seen = table.play(one)
    assert seen.totals == (-795, 0)
    seen = table.play("ok")
    assert seen.totals == (-795, 0)
    assert seen.title == "Match full: end it"
    seen = table.play("wait:5000")
    assert seen.title.split()[:2] == ["Deal", "160"]
    # A correction is refused before anything is entered, an undo as well.
    seen = table.play("up ok ok")
    assert seen.title == "Match full: end it"
    seen = table.play("wait:5000 down ok up")
    assert seen.title == "Match full: end it"
    seen = table.restart()
    assert seen.totals == (-795, 0)
    seen = table.play("back down*3 ok up back")
    assert seen.title == "Abandoned"
    assert table.restart().title == "Abandoned"
    seen = table.play("ok ok")
    assert seen.totals == (0, 0)
