"""Whether goods that move this week can get from one site to the other (UD-TRD-02, UD-TRD-03)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from orderbook.findings.model import CheckDoc, Finding, Severity
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.slip import slip
from orderbook.systems.underdeep.post.lines import is_nothing
from orderbook.systems.underdeep.post.reader import tight_span
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.systems.underdeep.world.region import Region, find_regions
from orderbook.text.fold import fold

if TYPE_CHECKING:
    from orderbook.systems.underdeep.world.map import WorldMap

RANGE = CheckDoc(
    "trade-range",
    Severity.ERROR,
    "A trade between sites that lie too far apart.",
    "At most 16 regions may lie between a site of the one and a site of the other, by ways goods can take: not through "
    "a chasm, nor over the Surface. The partner's site is known only where the line or the map names it.",
    ("UD-TRD-02", "UD-TRD-03", "UD-TRD-04", "UD-TRD-15"),
    "-50 Food to Despot Harn at Lowerdeep 90 (20 regions lie between)",
    "-50 Food to Despot Harn at Lowerdeep 60 (12 regions lie between)",
    ("map",),
)
DOCS = (RANGE,)

_LEAST_NAME = 4


def check_trade_range(context: Context) -> Iterator[Finding]:
    """Lines of this week's trade that name a place out of reach of every own site."""
    world = context.world
    if world is None:
        return
    own = [site.region for site in context.post.sites if site.region is not None and site.region in world]
    if not own or any(site.region is None for site in context.post.sites):
        return  # another site of ours may be nearer
    moving = {line.span for line in context.post.trade}
    for entry in context.post.tab_lines:
        span = tight_span(entry.line)
        if entry.tab is not Tab.TRADE or span not in moving or is_nothing(entry.line.text):
            continue
        named = list(dict.fromkeys(_places(world, entry.line.text)))
        theirs = [region for region in named if region not in own]
        ours = [region for region in named if region in own] or own
        if not theirs or any(region not in world for region in theirs):
            continue
        finding = _judge(world, ours, theirs)
        if finding is not None:
            message, stated = finding
            yield slip(RANGE, span, message, tab=Tab.TRADE, stated=stated).finding


def _places(world: WorldMap, text: str) -> Iterator[Region]:
    """Regions a line names, by number or by the name the map has for them."""
    for _, _, region in find_regions(fold(text)):
        yield region
    words = f" {fold_name(text)} "
    for region in world.regions:
        name = fold_name(world.places[region].name)
        if len(name) >= _LEAST_NAME and f" {name} " in words:
            yield region


def _judge(world: WorldMap, ours: list[Region], theirs: list[Region]) -> tuple[str, int | None] | None:
    """What is wrong with a trade between the nearest of these, and the regions between them."""
    from orderbook.systems.underdeep.world.trade import is_within_range
    from orderbook.systems.underdeep.world.travel import distance_between

    pairs = [(distance_between(world, own, other), own, other) for own in ours for other in theirs]
    reached = [(distance, own, other) for distance, own, other in pairs if distance is not None]
    if not reached:
        names = " and ".join(str(region) for region in theirs)
        return f"Goods cannot get to {names}: no way leads there but over the Surface or through a chasm.", None
    distance, own, other = min(reached)
    if is_within_range(distance, world.rulings):
        return None
    message = f"{distance} regions lie between {own} and {other}: too far for goods, which cross 16 at most."
    return message, distance
