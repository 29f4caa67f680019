"""The page of the week names every module, and none that there is not."""

import re
from pathlib import Path

import orderbook.systems.underdeep.week as week

FOLDER = Path(week.__file__).parent


def test_every_module_of_the_week_stands_in_a_table_of_its_page() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    cells = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    named = [name.rstrip("/") for cell in cells for name in re.findall(r"`([^`]+)`", cell)]
    there = {path.stem for path in FOLDER.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert sorted(named) == sorted(there - {"__init__"})
