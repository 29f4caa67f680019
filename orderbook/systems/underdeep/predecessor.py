"""Whether a post given as that of the week before can be it: the same player's, one week earlier.

Posts name no player, and many no week. What tells is the number of the week, where both give one, and whether the two
have anything in common: a site, a region, an officer.
"""

from __future__ import annotations

from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.estate import match_sites
from orderbook.systems.underdeep.post.model import Post
from orderbook.systems.underdeep.post.read import Reading
from orderbook.systems.underdeep.world.region import Region


def explain_misfit(reading: Reading, previous: Reading, week: int | None, name: str) -> str | None:
    """Why a post cannot be the one before, and how to mend that; None where it may be.

    ``week`` is that of the later post, ``name`` what the earlier one's file is called.
    """
    before = previous.post.week
    if week is not None and before is not None and before != week - 1:
        return (
            f"{name} is of week {before} and this post of week {week}, so it is not the post of the week before and "
            f"was left aside. Give that of week {week - 1}; if a header is wrong, correct it or give --week."
        )
    if _is_somebody_elses(reading, previous):
        sites = ", ".join(str(site) for site in previous.post.sites[:3])
        return (
            f"{name} has no site, region or officer in common with this post{f' (there: {sites})' if sites else ''}, "
            "so it is another player's and was left aside. Give the same player's post of the week before."
        )
    return None


def _is_somebody_elses(reading: Reading, previous: Reading) -> bool:
    post, earlier = reading.post, previous.post
    if not post.sites or not earlier.sites:
        return _factions_differ(reading, previous)
    if match_sites(earlier.sites, post.sites) or _officers(post) & _officers(earlier):
        return False
    if _factions_differ(reading, previous):
        return True
    all_regions_known = all(site.region is not None for site in (*post.sites, *earlier.sites))
    return all_regions_known and not _regions(post) & _regions(earlier)


def _factions_differ(reading: Reading, previous: Reading) -> bool:
    return None not in (reading.faction, previous.faction) and reading.faction is not previous.faction


def _regions(post: Post) -> set[Region]:
    """Where a player has sites or troops."""
    standing = {line.where for line in post.armies if line.where is not None}
    return standing | {site.region for site in post.sites if site.region is not None}


def _officers(post: Post) -> set[str]:
    return {fold_name(line.person) for line in post.armies if line.person and line.rank != "Leader"}
