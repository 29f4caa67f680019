"""What was Broken stays marked until it is repaired, and a repair needs no remark."""

import pytest
from support.posts import check

from orderbook.findings.report import Report

HEAD = "Skitterhole (Lowerdeep 4)\nMystery Chamber\n"
BROKEN = {"Dungeons": f"{HEAD}Palisade (Broken)"}
WHOLE = {"Dungeons": f"{HEAD}Palisade"}


def marks(report: Report) -> list[str]:
    return [finding.check for finding in report.findings if finding.rule == "UD-DEF-06"]


@pytest.mark.parametrize(
    ("now", "before", "told"),
    [
        (WHOLE, BROKEN, ["dungeon-appeared"]),
        (BROKEN, BROKEN, []),
        (BROKEN, WHOLE, []),
        (WHOLE, WHOLE, []),
        ({"Dungeons": HEAD}, BROKEN, []),  # that it is gone is told otherwise
        (WHOLE, {**BROKEN, "Construction": "Beginning Construction\nRepair Palisade: -25 Gold, 1 week remaining"}, []),
        (WHOLE, {**BROKEN, "Orders": "Repair the Palisade at Skitterhole."}, []),
    ],
)
def test_marks(now: dict[str, str], before: dict[str, str], told: list[str]) -> None:
    assert marks(check(now, faction="Cleversmart Kobolds", previous=before)) == told
    assert marks(check(now, faction="Cleversmart Kobolds")) == []
