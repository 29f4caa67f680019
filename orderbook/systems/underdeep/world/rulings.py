"""How a campaign reads what the rulebook leaves open about terrain and trade."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from orderbook.text.records import record


@record
class Rulings:
    """The choices that bear on the map, by the names of the ambiguities; the defaults are those of the rule data."""

    trade_distance: str = "sixteen-between"
    mixed_blockade: str = "add-fractions"
    crossing_cost: str = "in-all"
    darksea_crossing: str = "by-instalments"
    forced_march_penalty: str = "speed-beyond"
    ocean_flight: str = "closed-to-all"
    outpost_crystals: str = "dungeons-only"
    terrain_exemptions: str = "either-place"

    @classmethod
    def from_settings(cls, settings: Mapping[str, str]) -> Rulings:
        """The choices among a campaign's settings, ``{"crossing-cost": "on-top"}``; others are not looked at."""
        return cls(**{
            field.name: settings[name]
            for field in fields(cls)
            if (name := field.name.replace("_", "-")) in settings
        })  # fmt: skip
