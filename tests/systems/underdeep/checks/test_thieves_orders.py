"""Orders to pick pockets: who is no thief, and who lies in no ambush, is told so (UD-ABL-THIEVING-1)."""

import pytest
from support.posts import check

ARMIES = "9 Derro Filchers - Lowerdeep 26\n9 Derro Brigands - Lowerdeep 26\n9 Derro Screechers - Lowerdeep 26"


def found(text: str, armies: str = ARMIES) -> list[tuple[str, str | None]]:
    report = check({"Orders": text, "Armies": armies}, faction="Derro")
    return [(one.check, one.rule) for one in report.findings if one.check.startswith("order")]


@pytest.mark.parametrize(
    "text",
    [
        "Spend 2 Speed to have 7 Derro Filchers at Lowerdeep 26 set up an ambush and pick the pockets of any Kobolds.",
        "Have 7 Derro Filchers at Lowerdeep 26 pick the pockets of any Kobolds who pass.",  # they may lie there since
        "Move 7 Derro Filchers from Lowerdeep 26 to Lowerdeep 27 (1 Speed), set an ambush (2 Speed) and pick pockets.",
        "Move 7 Derro Filchers from Lowerdeep 26 to Lowerdeep 27 (1 Speed), infiltrate Skitterhole and steal from it.",
        "Spend 2 Speed to have 7 Derro Filchers and 7 Derro Brigands at Lowerdeep 26 set an ambush and pick pockets.",
        "Have 7 Derro Brigands at Lowerdeep 26 steal the idol from the temple.",
    ],
)
def test_thieves_in_ambush_may(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Spend 2 Speed to have 7 Derro Brigands at Lowerdeep 26 set up an ambush and pick the pockets of any Kobolds.",
        "Have 7 Derro Brigands at Lowerdeep 26 pick the pockets of any Kobolds who pass.",
        "Move 7 Derro Filchers from Lowerdeep 26 to Lowerdeep 27 (1 Speed) and pick the pockets of any Kobolds there.",
    ],
)
def test_others_are_told_so(text: str) -> None:
    assert found(text) == [("order-ability", "UD-ABL-THIEVING-1")]


def test_who_cannot_lie_in_ambush_at_all_is_told_that_and_nothing_more() -> None:
    text = "Spend 2 Speed to have 7 Derro Screechers at Lowerdeep 26 set up an ambush and pick the pockets of Kobolds."
    assert found(text) == [("order-ability", "UD-MOV-06")]
