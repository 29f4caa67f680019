"""Orders of posts carried out on a map: who is where afterwards, what it brings, what is void, who learns of it."""

from __future__ import annotations

from pathlib import Path

from orderbook.books.bundle import Bundle
from orderbook.systems.underdeep.arrears import Arrears
from orderbook.systems.underdeep.week.state import Group, Site, Standing, Unpaid
from orderbook.systems.underdeep.week.values import Kind, Posture, Rank
from tests.systems.underdeep.week.row_kit import DERRO, KOBOLDS, at, row, screechers, slingers, week_of

__all__ = ["row"]


def test_units_go_where_they_are_told(row: Path) -> None:
    week = week_of(
        row, "Move 10 Kobold Slingers from Lowerdeep 1 to Lowerdeep 2 (1 Speed), entrench (1 Speed).", slingers()
    )
    group = week.after.groups["Anna/g2"]
    assert (group.region, group.posture, group.came_from) == (at("L2"), Posture.ENTRENCHED, at("L1"))
    assert not week.asked


def test_some_of_a_group_part_from_the_rest_with_their_debts(row: Path) -> None:
    owing = (Unpaid(7, Arrears(gold=1), Bundle({"Gold": 1})),)
    group = slingers(raised=5, unpaid=owing)
    week = week_of(row, "Move 4 Kobold Slingers from Lowerdeep 1 to Lowerdeep 2 (1 Speed).", group)
    gone = next(one for one in week.after.groups.values() if one.region == at("L2"))
    stayed = week.after.groups["Anna/g2"]
    assert (gone.count, stayed.count, stayed.region) == (4, 6, at("L1"))
    assert gone.owing + stayed.owing == 7


def test_two_orders_for_the_same_units_are_carried_out_one_after_the_other(row: Path) -> None:
    text = "Move 10 Kobold Slingers from Lowerdeep 1 to Lowerdeep 2 (1 Speed).\n"
    text += "10 Kobold Slingers at Lowerdeep 2: forage (2 Speed)."
    week = week_of(row, text, slingers())
    assert week.after.groups["Anna/g2"].region == at("L2")
    assert [event.data["player"] for event in week.events("gathered")] == ["Anna"]


def test_what_is_gathered_is_there_when_the_next_week_opens(row: Path) -> None:
    text = "10 Kobold Slingers at Lowerdeep 2: forage (2 Speed)."
    late = week_of(row, text, slingers(place="L2"))
    early = week_of(row, text, slingers(place="L2"), options={"gathered-goods": "same-week"})
    (gathered,) = late.events("gathered")
    (reckoned,) = [event for event in late.events("wealth-reckoned") if event.data["player"] == "Anna"]
    (at_once,) = [event for event in early.events("wealth-reckoned") if event.data["player"] == "Anna"]
    food = gathered.data["amounts"]["Food"]  # type: ignore[index, call-overload]
    assert isinstance(food, int) and food > 0
    assert at_once.data["wealth"]["Food"] == reckoned.data["wealth"]["Food"] + food  # type: ignore[index, call-overload, operator]
    assert late.after.players["Anna"].wealth == early.after.players["Anna"].wealth


def test_a_march_that_is_too_far_is_void_where_the_speed_ends_and_says_so(row: Path) -> None:
    week = week_of(row, "Move 1 Kobold Slinger from Lowerdeep 1 to Lowerdeep 9 (1 Speed).", slingers(1))
    (void,) = week.events("order-void")
    assert "Lowerdeep 9" in str(void.data["why"])
    assert week.after.groups["Anna/g2"].region == at("L1")


def test_units_that_are_not_there_cannot_be_ordered(row: Path) -> None:
    week = week_of(row, "Move 3 Kobold Bottlethrowers from Lowerdeep 1 to Lowerdeep 2 (1 Speed).", slingers())
    (void,) = week.events("order-void")
    assert void.cause.rules == ("UD-ORD-31",)
    assert void.known_to == {"Anna", "gm"}


def test_scouts_report_to_their_owner_alone(row: Path) -> None:
    week = week_of(
        row, "1 Kobold Slinger at Lowerdeep 2: scout Lowerdeep 3 (1 Speed).", slingers(1, "L2"), screechers()
    )
    (seen,) = week.events("scouted")
    assert seen.known_to == {"Anna", "gm"}
    assert seen.cause.post is not None and seen.cause.post.player == "Anna"
    assert [(band["unit"], band["count"]) for band in seen.data["bands"]] == [("Derro Screecher", 4)]  # type: ignore[union-attr, index, call-overload]


def test_who_entrenches_at_an_enemy_site_besieges_it(row: Path) -> None:
    week = week_of(
        row, "Move 10 Kobold Slingers from Lowerdeep 3 to Lowerdeep 4 (1 Speed), entrench (1 Speed).",
        slingers(place="L3"), relation="enemies",
    )  # fmt: skip
    assert week.after.sites["Bert/s1"].besieged_by == ("Anna",)


def test_a_condition_is_asked_and_binds(row: Path) -> None:
    text = "Move 10 Kobold Slingers from Lowerdeep 1 to Lowerdeep 2 (1 Speed) if nobody is there."
    yes, no = (week_of(row, text, slingers(), answer=answer) for answer in ("yes", "no"))
    assert [question.id.split(".")[0] for question in yes.asked] == ["order-conditions"]
    assert yes.after.groups["Anna/g2"].region == at("L2")
    assert no.after.groups["Anna/g2"].region == at("L1")
    assert len(no.events("order-void")) == 1


def test_what_the_grammar_does_not_read_becomes_a_question(row: Path) -> None:
    week = week_of(row, "Let the drums speak of our glory all night long, my lovelies.", slingers())
    assert [question.id for question in week.asked if question.id.startswith("free-orders")]


def test_an_officer_leaves_only_when_the_game_master_says_so(row: Path) -> None:
    officer = Group("Anna/g3", "Anna", "Kobold Slinger", 1, KOBOLDS, "Anna/s1", at("L1"), posture=Posture.GARRISONED,
                    person="Grub", rank=Rank.CAPTAIN, commands="Anna/s1")  # fmt: skip
    text = "Grub moves from Lowerdeep 1 to Lowerdeep 2 (1 Speed)."
    week = week_of(row, text, slingers(), officer, answer="no")
    if week.asked:
        assert {question.id.split(".")[0] for question in week.asked} == {"officer-away"}
    assert week.after.groups["Anna/g3"].region == at("L1")


def test_without_a_map_orders_are_taken_at_their_word() -> None:
    week = week_of(None, "Move 10 Kobold Slingers from Lowerdeep 1 to Lowerdeep 77 (2 Speed).", slingers())
    assert week.after.groups["Anna/g2"].region == at("L77")
    assert not week.events("order-void")


def test_a_forced_march_tires_and_rest_heals(row: Path) -> None:
    week = week_of(
        row, "Move 1 Kobold Slinger from Lowerdeep 1 to Lowerdeep 4 by Forced March.", slingers(1, figures={"speed": 2})
    )
    assert week.after.groups["Anna/g2"].region == at("L4")
    assert week.after.groups["Anna/g2"].fatigue == 1
    rested = week_of(row, "None", slingers(1, fatigue=2))
    assert rested.after.groups["Anna/g2"].fatigue == 0


def test_infiltrators_march_is_on_nobodys_map(row: Path) -> None:
    skulker = slingers(3, "L2", abilities=("Infiltrator",))
    week = week_of(
        row, "Move 3 Kobold Slingers from Lowerdeep 2 to Lowerdeep 3 (1 Speed), set up an ambush (2 Speed).", skulker
    )
    assert week.after.groups["Anna/g2"].posture is Posture.AMBUSH
    assert not week.events("sighted")
    moves = [event for event in week.resolution.events if event.kind in ("moved", "marched", "did")]
    assert moves and all(event.known_to == {"Anna", "gm"} for event in moves)


def test_standing_structures_wall_a_site_in(row: Path) -> None:
    fort = Site(
        "Bert/s2", "Fort", "Bert", Kind.OUTPOST, at("L2"), DERRO, standing=(Standing("Palisade", 1, 0, KOBOLDS),)
    )
    week = week_of(
        row, "Move 10 Kobold Slingers from Lowerdeep 1 to Lowerdeep 3 (2 Speed).", slingers(), relation="enemies",
        sites=(fort,),
    )  # fmt: skip
    assert week.after.groups["Anna/g2"].region == at("L2")
    assert week.events("barred") or week.events("order-void") or week.events("lapsed")
