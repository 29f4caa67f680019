"""What changes in a campaign under way: its rule data, its map, a player's name, who plays at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from orderbook.campaign.campaign import Campaign, expect_free_names
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.files import keep_map, keep_rules
from orderbook.campaign.game import Player
from orderbook.campaign.own_events import files_replaced, player_removed, player_renamed, player_set
from orderbook.campaign.steps import Step
from orderbook.campaign.store import Draft


def replace_files(campaign: Campaign, rules: Sequence[Path] | None = None, map_file: Path | None = None) -> Step | None:
    """Keeps other rule data (``rules``: all of it; None for that which holds), or another map, from now on.

    Weeks that are resolved stay as they are. None if nothing changes. Raises ``CampaignError`` for unreadable files.
    """
    record = campaign.record
    kept, blobs = (list(record.rules), []) if rules is None else keep_rules(rules)
    kept_map = record.map
    told = [] if rules is None else [f"rule data: {', '.join(file.name for file in kept) or 'none but the usual'}"]
    if map_file is not None:
        kept_map, data = keep_map(map_file)
        blobs.append(data)
        told.append(f"map: {kept_map.name}")
    if (tuple(kept), kept_map) == (record.rules, record.map):
        return None
    event = files_replaced(record.week, kept, kept_map)
    return campaign.add(Draft("files", f"from now on {', '.join(told)}", (event,), tuple(blobs)))


def rename_player(campaign: Campaign, player: Player, name: str) -> Step | None:
    """Calls a player otherwise from now on; None if that is the name. The old name stays as another name.

    Raises ``CampaignError`` for a name that is taken, and once a week is resolved: its events tell of the old name.
    """
    name = " ".join(name.split())
    if name == player.name:
        return None
    if campaign.record.resolved:
        raise CampaignError(
            f"{player.name} cannot be renamed any more: week {campaign.record.resolved[0]} is resolved, and what "
            f'happened in it is told by that name. \'campaign player DIR "{player.name}" --alias "{name}"\' takes '
            "posts by the new name as well."
        )
    aliases = tuple(sorted({*player.aliases, player.name} - {name}))
    expect_free_names(campaign.record.players.values(), Player(name, player.faction, aliases=aliases), player.name)
    week = campaign.record.week
    events = (player_renamed(week, player, name), player_set(week, replace(player, name=name, aliases=aliases)))
    return campaign.add(Draft("player", f"{player.name} is called {name} from now on", events))


def remove_player(campaign: Campaign, player: Player) -> Step:
    """Lets a player go: no post is looked for any more. What the player had stays where it is."""
    record = campaign.record
    dropped = sum(name == player.name and week not in record.resolved for week, name in record.posts)
    told = f"{player.name} plays no more"
    if dropped:
        told += f"; posts for weeks to come that count no more: {dropped}"
    if record.resolved:
        told += "; sites and troops stand where they are, unless you rule otherwise"
    return campaign.add(Draft("player", told, (player_removed(record.week, player),)))
