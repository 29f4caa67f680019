"""Reading the data of an event. What is missing or of another kind raises ``CampaignError``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import Json, canonical_json
from orderbook.campaign.faults import CampaignError
from orderbook.systems.underdeep.week.state import GameState, Group, PlayerState, Site

Data: TypeAlias = Mapping[str, Json]


def misfit(data: Data, key: str) -> CampaignError:
    """What to raise where an event's data is not as it should be."""
    return CampaignError(f'an event of the journal has no usable "{key}": {canonical_json(data)[:200]}')


def text(data: Data, key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise misfit(data, key)
    return value


def whole(data: Data, key: str) -> int:
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise misfit(data, key)
    return value


def maybe_text(data: Data, key: str) -> str | None:
    return None if data.get(key) is None else text(data, key)


def maybe_whole(data: Data, key: str) -> int | None:
    return None if data.get(key) is None else whole(data, key)


def goods(data: Data, key: str = "amounts") -> Bundle:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise misfit(data, key)
    amounts: dict[str, int] = {}
    for resource, amount in value.items():
        if not isinstance(amount, int):
            raise misfit(data, key)
        amounts[resource] = amount
    return Bundle(amounts)


def items(data: Data, key: str) -> list[Json]:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise misfit(data, key)
    return value


def texts(data: Data, key: str) -> tuple[str, ...]:
    return tuple(one if isinstance(one, str) else str(one) for one in items(data, key))


def counts(data: Data, key: str) -> list[tuple[str, int]]:
    """Pairs of a name and a number."""
    found: list[tuple[str, int]] = []
    for pair in items(data, key):
        if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) and isinstance(pair[1], int)):
            raise misfit(data, key)
        found.append((pair[0], pair[1]))
    return found


# -- parts of the state -----------------------------------------------------------------------------------------


def player_of(state: GameState, data: Data, key: str = "player") -> PlayerState:
    found = state.players.get(text(data, key))
    if found is None:
        raise misfit(data, key)
    return found


def site_of(state: GameState, data: Data, key: str = "site") -> Site:
    found = state.sites.get(text(data, key))
    if found is None:
        raise misfit(data, key)
    return found


def group_of(state: GameState, data: Data, key: str = "group") -> Group:
    found = state.groups.get(text(data, key))
    if found is None:
        raise misfit(data, key)
    return found


def put_player(state: GameState, player: PlayerState) -> GameState:
    return replace(state, players={**state.players, player.name: player})


def put_site(state: GameState, site: Site) -> GameState:
    return replace(state, sites={**state.sites, site.id: site})


def put_group(state: GameState, group: Group) -> GameState:
    """The state with a group as it is now; one without units is no more."""
    if group.count > 0:
        return replace(state, groups={**state.groups, group.id: group})
    return replace(state, groups={name: one for name, one in state.groups.items() if name != group.id})


def note_number(state: GameState, name: str) -> GameState:
    """The state with an id taken, so that it is not given again."""
    owner, _, rest = name.rpartition("/")
    player = state.players.get(owner)
    if player is None or not rest[1:].isdigit():
        return state
    return put_player(state, replace(player, numbers=max(player.numbers, int(rest[1:]))))


def pay_into(state: GameState, data: Data, amounts: Bundle) -> GameState:
    """Amounts added to a purse: the store of the site named as ``purse``, else the ``player``'s Wealth."""
    purse = maybe_text(data, "purse")
    if purse is not None:
        site = site_of(state, data, "purse")
        return put_site(state, replace(site, store=site.store + amounts))
    player = player_of(state, data)
    return put_player(state, replace(player, wealth=player.wealth + amounts))
