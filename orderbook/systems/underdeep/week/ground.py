"""The map that a week is played on."""

from __future__ import annotations

from dataclasses import replace

from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import WeekRequest
from orderbook.systems.underdeep.world.map import WorldMap


def load_world(request: WeekRequest) -> WorldMap | None:
    """The map of the campaign, read as its settings say."""
    if request.setup.map is None:
        return None
    from orderbook.systems.underdeep.world.load import MapError, load_map
    from orderbook.systems.underdeep.world.rulings import Rulings

    try:
        world = load_map(str(request.setup.map))
    except MapError as error:
        raise CampaignError(str(error)) from error
    return replace(world, rulings=Rulings.from_settings(request.setup.options.settings))
