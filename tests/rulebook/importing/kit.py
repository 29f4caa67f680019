"""What the tests of the importer share: small posts around one entry, and the rule data read from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from orderbook.render.environment import render_template
from orderbook.rulebook.importing.drafts import TITLES, DraftEntry, Imported
from orderbook.rulebook.importing.folder import write_folder
from orderbook.rulebook.importing.read import read_rules
from orderbook.rulebook.load import load_rulebook
from orderbook.rulebook.model import Rulebook
from orderbook.rulebook.rendering.post import PostText
from orderbook.text.source import SourceText

HERE = Path(__file__).parent
BRINE = (HERE / "brine-court.txt").read_text(encoding="utf-8")

# Something of each kind for the entry of a case to name.
NEIGHBOURS = """
[spoiler=Mole Barons]

Starting Dungeon: Barons claim their first Mound anywhere but the Surface.

Units

[ic=Mole Digger (Requires: Diggings)]
Cost: 4 Gold
Upkeep: 1 Gold[/ic]

[ic=Mole Lancer (Requires: Diggings)]
Cost: 9 Gold
Upkeep: 2 Gold[/ic]
{unit}
Rooms

[ic=Diggings]
Cost: 20 Gold
Construction Time: 1 week
Benefit: You can recruit Mole Diggers and Mole Lancers.[/ic]

[ic=Root Cellar (Unlimited)]
Cost: 15 Gold
Construction Time: 1 week
Benefit: A root cellar produces 10 Food per week.[/ic]

[ic=Shrine]
Cost: 30 Gold
Construction Time: 2 weeks[/ic]
{room}
Rituals
{ritual}
Traps and Defences

[ic=Fence (Limit 1)]
Cost: 10 Gold
Construction Time: 1 week
Defence: 18
Health: 20[/ic]

[ic=Pit (Limit 3)]
Cost: 10 Gold
Construction Time: 1 week
Attack: +3
Damage: 4[/ic]

[ic=Chute (Limit 2)]
Cost: 10 Gold
Construction Time: 1 week
Attack: +3
Damage: 4
Special Abilities: It must be manned by 1 garrisoned unit to be effective.[/ic]
{defence}
[/spoiler]
"""


def read(text: str, name: str = "post.txt") -> Imported:
    return read_rules(SourceText(text, name))


def read_entry(kind: str, block: str) -> tuple[DraftEntry, Imported]:
    """The one entry of a block, among the neighbours."""
    parts = dict.fromkeys(("unit", "room", "ritual", "defence"), "")
    imported = read(NEIGHBOURS.format(**{**parts, kind: f"\n{block.strip()}\n"}))
    known = {entry.name for entry in read(NEIGHBOURS.format(**parts)).factions[0].entries}
    (entry,) = (entry for entry in imported.factions[0].entries if entry.name not in known)
    return entry, imported


def load(imported: Imported, folder: Path) -> Rulebook:
    """What the loader makes of the files of an import; it refuses what breaks the form."""
    write_folder(imported, folder, force=True)
    return load_rulebook([folder])


def tables(imported: Imported) -> dict[tuple[str, str, str], dict[str, Any]]:
    """All tables without their sources, by faction, list and name."""
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for faction in imported.factions:
        found[faction.name, "faction", ""] = _without_source(faction.header)
        found |= {(faction.name, each.kind, each.name): _without_source(each.table) for each in faction.entries}
    found |= {
        ("", each.kind, each.name): _without_source(each.table) for each in (*imported.abilities, *imported.spells)
    }
    return found


def fill(post: PostText) -> str:
    return render_template("rulebook/post.bbcode.j2", post=post)


def counts(imported: Imported) -> dict[str, int]:
    """How many entries of each list there are in all factions."""
    return {kind: sum(len(faction.of(kind)) for faction in imported.factions) for kind in list(TITLES)[:4]}


def _without_source(table: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key != "source"}
