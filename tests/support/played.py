"""Real campaigns of the Underdeep in a folder, small ones, for whatever is done to a store."""

from __future__ import annotations

from pathlib import Path

from orderbook.campaign.campaign import Campaign, create_campaign, open_campaign
from orderbook.campaign.game import CampaignSystem, TryPost
from orderbook.campaign.ingest import ingest
from orderbook.campaign.rulings import give_ruling
from orderbook.campaign.week import resolve_week, state_before
from orderbook.rulebook.options import Options
from orderbook.systems import find_system
from tests.support.hosts import FIRST_WEEK, Hosts

HOSTS = Hosts(players=2, regiments=6, regions=24, war=True, seed="played")


def underdeep() -> tuple[CampaignSystem, TryPost]:
    """The system as campaigns use it, and what tells its posts."""
    system = find_system("underdeep")
    assert system.campaign is not None and system.try_post is not None
    return system.campaign(), system.try_post


def begin(folder: Path, address: str | None = None, hosts: Hosts = HOSTS) -> Path:
    """A campaign whose players have posted for the first week."""
    chart = folder.with_name(f"{folder.name}.toml")
    chart.write_text(hosts.draw_map(), "utf-8")
    create_campaign(folder, "underdeep", seed=hosts.seed, options=Options(), map_file=chart, address=address)
    with open_campaign(folder) as campaign:
        for player in hosts.roster():
            campaign.set_player(player)
    take_week(folder, hosts)
    return folder


def take_week(folder: Path, hosts: Hosts = HOSTS) -> None:
    """Everybody posts for the week under way."""
    posts = post_week(folder, hosts)
    with open_campaign(folder) as campaign:
        ingest(campaign, posts, underdeep()[1])


def post_week(folder: Path, hosts: Hosts = HOSTS) -> list[tuple[bytes, str]]:
    """The posts of everybody for the week under way, as a page of their own each."""
    with open_campaign(folder) as campaign:
        system, _ = underdeep()
        week = campaign.record.week if campaign.record.resolved else FIRST_WEEK
        posts = hosts.posts(campaign.setup, state_before(campaign, system, week), week)
    return [(page(post.player, post.source.text), f"{post.player}.html") for post in posts]


def page(author: str, text: str) -> bytes:
    """A post as a saved page of a thread, which tells its author."""
    from support.forums import Said, write_page

    return write_page("phpBB", (Said(author, text),)).encode()


def resolve(campaign: Campaign) -> None:
    """Resolves the week under way, each question answered by its first choice."""
    system, _ = underdeep()
    week = campaign.record.week
    while questions := resolve_week(campaign, system, week).questions:
        for question in questions:
            give_ruling(campaign, system, question.id, question.choices[0] if question.choices else "yes")


def play(folder: Path, weeks: int, hosts: Hosts = HOSTS) -> Path:
    """Resolves so many weeks; everybody has posted for the one that follows."""
    for _ in range(weeks):
        with open_campaign(folder) as campaign:
            resolve(campaign)
        take_week(folder, hosts)
    return folder
