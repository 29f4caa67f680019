"""Leaders in Orders who may not join those they are told to lead; what is not known is not judged."""

from __future__ import annotations

import pytest
from support.orders import judge

KOBOLDS = "Cleversmart Kobolds"
ON_FOOT = "Melee Attack: +8\nDefence: 22\nHealth: 15\nSpeed: 4\nSpecial Abilities: Infiltrator, Leadership"
ON_A_RAT = "Melee Attack: +8\nDefence: 24\nHealth: 21\nSpeed: 6\nSpecial Abilities: Infiltrator, Leadership"
WRITTEN = "Melee Attack: +8\nSpecial Abilities: Infiltrator, Leadership, Cavalry, Climb, Disease 3"
UNTOLD = "Melee Attack: +8"
LEADS = "Shee-Ra leads 10 {} from Lowerdeep 9 to Lowerdeep 10 (1 Speed)."
RATS, SLINGERS = "Kobold Dire Rat Cavalry", "Kobold Slingers"


def found(orders: str, figures: str, **more: str) -> list[str]:
    tabs = {
        "Characters": f"[ic=Shee-Ra Cleversmart the Sixteenth]{figures}[/ic]" if figures else "",
        "Armies": "Shee-Ra Cleversmart the Sixteenth - In Lowerdeep 9\n10 Kobold Dire Rat Cavalry - In Lowerdeep 9\n"
        "10 Kobold Slingers - In Lowerdeep 9\n1 Black Dragon - In Lowerdeep 9",
        "Orders": orders,
        **more,
    }
    return [check for check, _ in judge(tabs, KOBOLDS)]


@pytest.mark.parametrize(
    ("figures", "unit", "wrong"),
    [
        (ON_FOOT, RATS, True),
        (ON_FOOT, SLINGERS, False),
        (ON_A_RAT, RATS, False),
        (ON_A_RAT, SLINGERS, True),
        (WRITTEN, RATS, False),
        (WRITTEN, SLINGERS, True),
        (UNTOLD, RATS, False),
        (UNTOLD, SLINGERS, False),
        ("", RATS, False),
        (ON_FOOT + "\nInventory: a saddle that bites", RATS, False),
        (ON_FOOT + "\nInventory: None", RATS, True),
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        LEADS,
        "Move 10 {} led by Shee-Ra from Lowerdeep 9 to Lowerdeep 10 (1 Speed).",
        "Shee-Ra joins the {} at Lowerdeep 9.",
    ],
)
def test_shee_ra_on_foot_and_on_a_rat(text: str, figures: str, unit: str, wrong: bool) -> None:
    assert found(text.format(unit), figures) == (["order-ability"] if wrong else [])


def test_who_only_marches_beside_them_or_leads_others_too_is_right() -> None:
    assert found(f"Move Shee-Ra and 10 {RATS} from Lowerdeep 9 to Lowerdeep 10 (1 Speed).", ON_FOOT) == []
    both = f"Move 10 {RATS} and 10 {SLINGERS} led by Shee-Ra from Lowerdeep 9 to Lowerdeep 10 (1 Speed)."
    assert found(both, ON_FOOT) == []


def test_who_mounts_this_week_is_not_judged() -> None:
    mount = "Mount Shee-Ra on a dire rat (-17 Gold, -1 Metal)"
    assert found(LEADS.format(RATS), ON_FOOT, Recruitment=mount) == []


def test_nobody_on_foot_leads_those_who_fly() -> None:
    assert found("Shee-Ra leads the Black Dragon from Lowerdeep 9 to Lowerdeep 10 (1 Speed).", ON_FOOT) == [
        "order-ability"
    ]
