"""Orders read for tests, and written down in one line each, so that cases can be told in text files."""

from collections.abc import Mapping
from functools import cache

from orderbook.bbcode.lines import VisibleLine
from orderbook.rulebook.options import parse_options
from orderbook.systems import find_system
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.orders import check_orders
from orderbook.systems.underdeep.checks.trade import check_trade_range
from orderbook.systems.underdeep.post.catalogue import build_catalogue
from orderbook.systems.underdeep.post.model import ArmyLine, Named, Site
from orderbook.systems.underdeep.post.orders.model import Action, Actor, Order, OrderLine, Spot
from orderbook.systems.underdeep.post.orders.read import OrderReader, read_orders
from orderbook.systems.underdeep.post.read import read_post
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.systems.underdeep.world.map import WorldMap
from orderbook.systems.underdeep.world.region import Region, parse_region
from orderbook.text.source import Span
from support.posts import write_post

NOWHERE = Span(0, 0)


def region(text: str) -> Region:
    found = parse_region(text)
    assert found is not None
    return found


@cache
def kobold_reader() -> OrderReader:
    """Four sites, a ruler and two officers of the Kobolds."""
    rulebook = underdeep_rulebook()
    faction = next(faction for faction in rulebook.factions if faction.name == "Cleversmart Kobolds")
    catalogue = build_catalogue(rulebook, faction)
    skitterhole = Site("Skitterhole", region("LD4"))
    needle = Site("Needle Outpost", region("LD31"))
    narrows = Site("Outpost at the Narrows", region("LD18"))
    burrows = Site("Greasy Burrows", None)

    def officer(unit: str, person: str, rank: str, site: Site) -> ArmyLine:
        named = Named(unit, NOWHERE, catalogue.unit_named(unit))
        return ArmyLine(named, 1, NOWHERE, site, site.region, "", person, rank)

    armies = (
        officer("Shee-Ra Cleversmart the Sixteenth", "Shee-Ra", "Leader", skitterhole),
        officer("Kobold Slinger", "Pikka Coppernose", "Commander", skitterhole),
        officer("Kobold Skulker", "Grub Slyfinger", "Captain", needle),
    )
    spells = tuple(spell.name for spell in rulebook.spells)
    return OrderReader(catalogue, (skitterhole, needle, narrows, burrows), armies, spells)


def as_lines(text: str) -> list[VisibleLine]:
    """Visible lines of a text that holds nothing but them; spans are its own offsets."""
    lines: list[VisibleLine] = []
    at = 0
    for row in text.split("\n"):
        lines.append(VisibleLine(row, Span(at, at + len(row)), ((0, at, len(row)),) if row else ()))
        at += len(row) + 1
    return lines


def read_text(text: str) -> list[OrderLine]:
    return read_orders(as_lines(text), kobold_reader())


def _spot(spot: Spot | None) -> str:
    if spot is None:
        return "?"
    return str(spot.where or (spot.site.name if spot.site else f"~{spot.text}"))


def _actor(order: Order, actor: Actor) -> str:
    name = actor.unit.name if actor.unit is not None and actor.person is None else actor.person or actor.text
    if actor.everyone:
        name = "all"
    words = ["led by" if actor.leads else "", "" if actor.count is None else str(actor.count), name]
    place = order.place_of(actor)
    return " ".join(word for word in words if word) + (f" @ {_spot(place)}" if place is not None else "")


def _action(action: Action) -> str:
    words = [action.verb.value]
    words += [f"via {_spot(spot)}" for spot in action.via]
    words += [f"> {_spot(spot)}" for spot in action.targets]
    words += ["toward"] if action.toward else []
    words += ["forced"] if action.forced_march else []
    words += [f"spell={action.spell}"] if action.spell else []
    words += [f"structure={action.structure.name}"] if action.structure else []
    if action.unit is not None:
        words.append(f"unit={'' if action.count is None else action.count}{action.unit.name}")
    elif action.object:
        words.append(f'"{action.object}"')
    if action.speeds:
        words.append(f"({action.speed})")
    return " ".join(words)


def describe(order: Order) -> str:
    """``10 Kobold Slinger @ Lowerdeep 4 | move > Lowerdeep 9 (2); entrench (1)``, and what is said besides."""
    parts = ["; ".join(_actor(order, actor) for actor in order.actors) or "-"]
    parts.append("; ".join(map(_action, order.actions)) or "-")
    parts += [f"if: {text}" for text in order.conditions]
    parts += [f"total {order.total.value}"] if order.total else []
    parts += ["forced march"] if order.forced_march else []
    parts += [f"unread: {text}" for text in order.unread]
    return " | ".join(parts)


def describe_line(line: OrderLine) -> list[str]:
    """The orders of a line, and before them what is to be said of the line."""
    marks = ["left to the game master"] if not line.understood else []
    marks += ["goes on"] if line.continues else []
    marks += [f"slip: {text} -> {right or '?'}" for text, _, right in line.slips]
    return [*marks, *map(describe, line.orders)]


def judge(
    tabs: Mapping[str, str],
    faction: str,
    *,
    world: WorldMap | None = None,
    options: list[str] | None = None,
) -> list[tuple[str, str]]:
    """What is found in the orders and trades of a short post: checks, and the words each stands on."""
    rulebook = underdeep_rulebook()
    text = write_post(tabs)
    entry = next(each for each in rulebook.factions if each.name == faction)
    reading = read_post(text, rulebook, faction=entry)
    chosen = parse_options(options or [], find_system("underdeep").ambiguities())
    context = Context(reading.post, reading.catalogue, entry, world=world, options=chosen)
    findings = [*check_orders(context, reading.post.orders), *check_trade_range(context)]
    return [(finding.check, text[finding.span.start : finding.span.end]) for finding in findings]
