"""The words a map may use for terrain, and what each costs, yields and threatens (``terrain.toml``)."""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import Any

from orderbook.books.bundle import Bundle
from orderbook.systems.underdeep.world.rulings import Rulings
from orderbook.text import toml
from orderbook.text.records import record


@record
class Terrain:
    """One word of the map. ``cost`` is Speed for the step in all; ``None`` where it slows nobody.

    ``fills_region``: said of a region, it slows whoever enters it. Otherwise a region merely contains it, and
    only a way that says so goes through it (UD-TER-03). ``free`` names the traits of movers it does not slow,
    ``free_by_ability`` those that only the ability's own entry excuses.
    """

    name: str
    on: tuple[str, ...]
    rule: str
    aliases: tuple[str, ...] = ()
    layers: str = ""
    cost: int | None = None
    fills_region: bool = False
    free: tuple[str, ...] = ()
    free_by_ability: tuple[str, ...] = ()
    bridge: bool = False
    instalments: bool = False
    verb: str = ""
    barred: str = ""
    short_rule: str = "UD-MOV-02"
    peril: str = ""
    peril_rule: str = ""
    peril_attack: int = 0
    peril_damage: int = 0
    peril_type: str = ""
    forage: int | None = None
    fish: int | None = None
    bonus: Bundle = field(default_factory=Bundle)
    sites: tuple[str, ...] = ()
    bonus_rule: str = ""

    def exemptions(self, rulings: Rulings) -> tuple[str, ...]:
        """The traits of movers it does not slow, as the campaign reads it."""
        return self.free if rulings.terrain_exemptions == "terrain-entry" else self.free + self.free_by_ability

    def fits_layer(self, layer: str) -> bool:
        """Whether the word belongs on a layer: mountains on the Surface only, magma underground only."""
        return not self.layers or (self.layers == "surface") == (layer == "Surface")


@lru_cache(maxsize=1)
def load_terrain() -> dict[str, Terrain]:
    """All terrain by name, in the order of the file."""
    text = Path(__file__).with_name("terrain.toml").read_text("utf-8")
    words: dict[str, Terrain] = {}
    for entry in toml.loads(text)["terrain"]:
        fixed: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
        }
        fixed["bonus"] = Bundle(fixed.get("bonus", {}))
        words[entry["name"]] = Terrain(**fixed)
    return words


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    return {alias: word.name for word in load_terrain().values() for alias in (word.name, *word.aliases)}


def find_terrain(text: str, on: str) -> Terrain | None:
    """The terrain a word or one of its other names stands for, if it may be said ``on`` a "region" or a "way"."""
    word = load_terrain().get(_names().get(" ".join(text.lower().replace("_", " ").split()), ""))
    return word if word is not None and on in word.on else None


def terrain_words(on: str) -> list[str]:
    """All names that may be said of a "region" or a "way", other names included."""
    return [name for name, proper in _names().items() if on in load_terrain()[proper].on]
