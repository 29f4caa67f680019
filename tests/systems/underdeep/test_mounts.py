"""A leader who rides has the figures of the mount as well (UD-KOB-11)."""

import pytest
from support.posts import check, told

ON_FOOT = "Melee Attack: +8\nDefence: 22\nHealth: 15\nSpeed: 4"
ON_A_RAT = "Melee Attack: +8\nDefence: 24\nHealth: 21\nSpeed: 6"


@pytest.mark.parametrize(
    ("figures", "found"),
    [(ON_FOOT, []), (ON_A_RAT, []), (ON_A_RAT.replace("24", "23"), ["stat-block"])],
)
def test_shee_ra(figures: str, found: list[str]) -> None:
    tabs = {
        "Characters": f"[ic=Shee-Ra Cleversmart the Sixteenth]{figures}[/ic]",
        "Armies": "Shee-Ra Cleversmart the Sixteenth - In Lowerdeep 9",
    }
    assert told(check(tabs, faction="Cleversmart Kobolds")) == found
