"""Sites that a post founds: may they stand there, is anybody there to found them, can they be paid? (UD-FND-*)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.findings.model import Severity
from orderbook.rulebook.model import Structure
from orderbook.systems.underdeep.checks.construction import COST, PLACE, PREREQUISITE
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.progress import FINISHED
from orderbook.systems.underdeep.checks.slip import Slip, slip
from orderbook.systems.underdeep.foundings import Founding, find_foundings
from orderbook.systems.underdeep.post.model import LedgerLine, SiteKind
from orderbook.systems.underdeep.post.titles import Heading, Tab
from orderbook.systems.underdeep.world.region import Region, find_regions
from orderbook.text.fold import fold


def check_foundings(context: Context) -> Iterator[Slip]:
    """One slip at most for each site that is being founded, and one for each project begun there too early."""
    foundings = find_foundings(context)
    for founding in foundings:
        problem = next(iter((*_check_place(context, founding), *_check_troops(context, founding))), None)
        if problem is not None:
            yield problem
        elif founding.weeks == 0:
            yield from _check_listed(context, founding)
    yield from _check_capital(context)
    yield from _check_too_early(context, foundings)
    yield from _check_wealth(context, foundings)


_LAYER_RULES = {"Cleversmart Kobolds": "UD-KOB-01", "Derro": "UD-DER-01"}


def _check_capital(context: Context) -> Iterator[Slip]:
    """Where the first Dungeon stands, in the first week: the faction may have layers of its own for it."""
    faction = context.faction
    if not context.first_turn or faction is None or not faction.starting_layers:
        return
    heads = {entry.name for entry in faction.structures if entry.headquarters}
    own = [site for site in context.post.sites if site.kind is not SiteKind.OUTPOST]
    homes = {line.site for line in context.post.structures if line.structure.name in heads}
    for site in own:
        region = site.region
        if region is None or region.layer in faction.starting_layers or (site not in homes and len(own) > 1):
            continue
        yield slip(
            PLACE,
            site.headings.get(Tab.DUNGEONS) or next(iter(site.headings.values())),
            f"The first {faction.dungeon_word or 'Dungeon'} of the {faction.name} has to be in the "
            f"{' or '.join(faction.starting_layers)}; {site.name} is in {region}.",
            tab=Tab.DUNGEONS,
            rule=_LAYER_RULES.get(faction.name, "UD-BLD-03"),
            stated=region.layer,
            computed=" or ".join(faction.starting_layers),
        )


def _check_place(context: Context, founding: Founding) -> Iterator[Slip]:
    """The Surface is closed to founding; the map tells caverns from corridors and what stands where already."""
    region = founding.region
    if region is None:
        return
    kind = founding.kind.capitalize()
    if region.layer == "Surface":
        reason, rule = f"{region} is on the Surface, where nothing can be founded", "UD-FND-07"
    elif context.world is not None and (place := context.world.place(region)) is not None:
        from orderbook.systems.underdeep.world.sites import founding_bar

        bar = founding_bar(place, kind)
        if bar is None:
            return
        reason, rule = bar.reason, bar.rule
    else:
        return
    yield slip(PLACE, founding.span, f"No {kind} can be founded there: {reason}.", tab=founding.tab, rule=rule)


def _check_troops(context: Context, founding: Founding) -> Iterator[Slip]:
    """Somebody has to be there, when the week begins or by an order. An order to found speaks of them itself."""
    region, armies = founding.region, context.post.armies
    if region is None or founding.tab is Tab.ORDERS or founding.weeks != 1 or not armies:
        return
    if any(line.place in (None, region) or isinstance(line.place, str) for line in armies):
        return
    if any(region in _regions(line.text) for line in context.post.orders):
        return
    yield slip(
        PREREQUISITE,
        founding.span,
        f"Nobody is in {region} to found {founding.name}: Armies lists none there, and no order sends any.",
        tab=founding.tab,
        rule="UD-FND-01",
    )


def _regions(text: str) -> set[Region]:
    return {region for _, _, region in find_regions(fold(text))}


def _check_listed(context: Context, founding: Founding) -> Iterator[Slip]:
    """It belongs into the list of sites, if there is one by region."""
    listed = [site for site in context.post.sites if Tab.DUNGEONS in site.headings]
    if founding.region is None or not listed or any(site.region is None for site in listed):
        return
    message = f"{founding} is founded and belongs into {Tab.DUNGEONS}."
    yield slip(FINISHED, founding.span, message, tab=founding.tab, rule="UD-ORD-22")


def _check_too_early(context: Context, foundings: Sequence[Founding]) -> Iterator[Slip]:
    """Nothing is begun at a site before its founding is done."""
    spans = {founding.span for founding in foundings}
    for founding in foundings:
        for line in context.post.construction if founding.weeks else ():
            if line.span not in spans and _is_begun(line) and founding.region is not None:
                there = line.site.region if line.site is not None else line.region
                if there == founding.region and not _may_be_in_the_open(context, line):
                    yield slip(
                        PLACE,
                        line.span,
                        f"{founding.name} is only being founded; {line.subject.name} can be begun when it stands.",
                        tab=Tab.CONSTRUCTION,
                        rule="UD-FND-04",
                    )


def _is_begun(line: LedgerLine) -> bool:
    is_begun = line.heading is Heading.BEGINNING and not line.cancelled and not line.repair
    return is_begun and isinstance(line.subject.entry, Structure)


def _may_be_in_the_open(context: Context, line: LedgerLine) -> bool:
    """Whether somebody builds it who can build traps anywhere (UD-ABL-TRAPMAKING-1)."""
    entry = line.subject.entry
    is_room = isinstance(entry, Structure) and entry.section == "room"
    units = [army.unit.entry for army in context.post.armies]
    return not is_room and any(unit is None or unit.has_ability("Trapmaking") for unit in units)


def _check_wealth(context: Context, foundings: Sequence[Founding]) -> Iterator[Slip]:
    """A warning where the Wealth of the week does not cover what is due when the site stands (E7)."""
    left = Bundle({line.resource: line.stated for line in context.post.wealth if line.stated is not None})
    stated = {line.resource for line in context.post.wealth}
    for founding in foundings:
        left -= founding.price
        short = [resource for resource in founding.price if resource in stated and left[resource] < 0]
        if short:
            due = render_bundle(founding.price)
            yield slip(
                COST,
                founding.span,
                f"{founding.name} costs {due} in the week it stands, and the Wealth of this week does not cover that.",
                tab=founding.tab,
                rule="UD-FND-02",
                severity=Severity.WARNING,
                computed=due,
            )
            return
