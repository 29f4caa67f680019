"""Slips in Production, Upkeep and Wealth."""

from __future__ import annotations

from orderbook.books.bundle import Bundle

from ..draft import FIRST, NONE, Draft, change_figure, change_one
from ..looks import write_sum
from ..sheet import Due, Force, Raised, Yield
from ..state import GARRISONED

# -- production -----------------------------------------------------------------------


def production_amount(draft: Draft) -> bool:
    """A room yields another figure than the rulebook's; of a mine, more than it can."""
    options = [entry for entry in draft.sheet.yields if draft.is_free(("yield", entry.site, entry.name))]
    entry = draft.pick(options)
    if not isinstance(entry, Yield):
        return False
    structure = draft.kit.structures.get(entry.name)
    entry.amounts = change_one(entry.amounts, draft.rng, more=bool(structure and structure.up_to))
    draft.claim(("yield", entry.site, entry.name))
    return draft.tell("production-amount", entry.key)


def production_unbuilt(draft: Draft) -> bool:
    """A claim for a room the Dungeon does not have."""
    kit, options = draft.kit, []
    for number, site in enumerate(draft.sheet.sites):
        there = {**draft.standing(number), **{work.name: 1 for work in draft.works_at(number)}}
        mined = any(kit.structures[name].deposit for name in there)
        for name, structure in kit.structures.items():
            if structure.produces and name not in there and not (structure.deposit and mined) and site.is_dungeon:
                options.append((number, name))
    options = [option for option in options if draft.is_free(("yield", *option))]
    if not options:
        return False
    number, name = draft.rng.choice(options)
    entry = Yield(draft.sheet.new_key(), number, name, 1, kit.produces(name))
    draft.sheet.yields.append(entry)
    draft.claim(("yield", number, name), ("structure", number, name))
    return draft.tell("production-unbuilt", entry.key)


def production_overcount(draft: Draft) -> bool:
    """A claim for more of a kind than stand there, none being built."""
    options = [
        entry
        for entry in draft.sheet.yields
        if entry.name in draft.kit.structures
        and draft.kit.is_counted(entry.name)
        and not draft.coming(entry.site, entry.name)
        and draft.is_free(("yield", entry.site, entry.name), ("structure", entry.site, entry.name))
    ]
    entry = draft.pick(options)
    if not isinstance(entry, Yield) or draft.mode == FIRST:
        return False
    entry.count += draft.rng.randint(1, 2)
    entry.amounts = draft.kit.produces(entry.name) * entry.count
    draft.claim(("yield", entry.site, entry.name), ("structure", entry.site, entry.name))
    return draft.tell("production-unbuilt", entry.key, also=("production-amount",))


def production_early(draft: Draft) -> bool:
    """A claim for a room that is still being built, or on the first turn for one of the starting package."""
    if draft.mode == FIRST:
        return _claim_package(draft)
    options = [
        work
        for work in draft.sheet.works
        if draft.kit.produces(work.name) and draft.is_free(("yield", work.site, work.name))
    ]
    if not options:
        return False
    work = draft.rng.choice(options)
    kit, sheet = draft.kit, draft.sheet
    replaced = [name for need in kit.replaced(work.name) for name in need.names]
    same = next((e for e in sheet.yields if (e.site, e.name) == (work.site, work.name)), None)
    old = next((e for e in sheet.yields if e.site == work.site and e.name in replaced), None)
    if kit.structures[work.name].deposit and old:  # the better mine in place of the one there
        if not draft.is_free(("yield", work.site, old.name)):
            return False
        draft.claim(("yield", work.site, old.name), ("structure", work.site, old.name))
        old.name, old.amounts, entry = work.name, kit.produces(work.name), old
    elif same:
        same.count += work.count
        same.amounts = kit.produces(work.name) * same.count
        entry = same
    else:
        entry = Yield(sheet.new_key(), work.site, work.name, work.count, kit.produces(work.name) * work.count)
        sheet.yields.append(entry)
    draft.claim(("yield", work.site, work.name), ("structure", work.site, work.name))
    return draft.tell("production-early", entry.key)


def _claim_package(draft: Draft) -> bool:
    capital = next(number for number, site in enumerate(draft.sheet.sites) if site.capital)
    claimed = {entry.name for entry in draft.sheet.yields}
    options = [
        entry.name
        for entry in draft.kit.structures.values()
        if entry.starting and entry.produces and entry.name not in claimed
        if draft.is_free(("yield", capital, entry.name))
    ]
    if not options:
        return False
    name = draft.rng.choice(options)
    new = Yield(draft.sheet.new_key(), capital, name, 1, draft.kit.produces(name))
    draft.sheet.yields.append(new)
    draft.claim(("yield", capital, name), ("structure", capital, name))
    return draft.tell("production-early", new.key)


def production_omitted(draft: Draft) -> bool:
    """A room that stands and produces is not claimed."""
    options = [
        entry
        for entry in draft.sheet.yields
        if entry.name in draft.kit.structures
        and draft.is_free(("yield", entry.site, entry.name), ("structure", entry.site, entry.name))
        and _survives(draft, entry.amounts)
    ]
    entry = draft.pick(options)
    if not isinstance(entry, Yield):
        return False
    draft.sheet.yields.remove(entry)
    draft.claim(("yield", entry.site, entry.name), ("structure", entry.site, entry.name))
    listed = [s.key for s in draft.sheet.standings if (s.site, s.name) == (entry.site, entry.name)]
    return draft.tell("production-omitted", *draft.site_block("Production", entry.site), *listed)


def _survives(draft: Draft, loss: Bundle) -> bool:
    return draft.can_pay(loss)


# -- upkeep -----------------------------------------------------------------------------


def _free_due(draft: Draft) -> Due | None:
    options = [due for due in draft.sheet.dues if not due.person and draft.is_free(("unit", due.unit))]
    return draft.rng.choice(options) if options else None


def upkeep_amount(draft: Draft) -> bool:
    due = _free_due(draft)
    if not due:
        return False
    due.amounts = change_one(due.amounts, draft.rng)
    draft.claim(("unit", due.unit))
    return draft.tell("upkeep-amount", due.key)


def upkeep_omitted(draft: Draft) -> bool:
    due = _free_due(draft)
    if not due:
        return False
    draft.sheet.dues.remove(due)
    draft.claim(("unit", due.unit))
    return draft.tell("upkeep-omitted", "in Upkeep", *(force.key for force in draft.forces_of(due.unit)))


def upkeep_count(draft: Draft) -> bool:
    """Upkeep for fewer units than the Armies hold, or for more of a type that has neither recruits nor officers."""
    due = _free_due(draft)
    if not due:
        return False
    forces = draft.forces_of(due.unit)
    officers = any(force.person and force.unit == due.unit for force in draft.sheet.forces)
    steps = [-1, -2, -3] + ([] if officers or any(force.fresh for force in forces) else [1, 2])
    step = draft.rng.choice([step for step in steps if due.count + step > 0] or [0])
    if not step:
        return False
    due.count += step
    due.amounts = draft.kit.upkeep(due.unit) * due.count
    draft.claim(("unit", due.unit))
    return draft.tell("upkeep-count", due.key, *(force.key for force in forces))


def upkeep_excess(draft: Draft) -> bool:
    """Upkeep for somebody who owes none: an officer, a recruit, or a unit nobody has."""
    sheet, kit = draft.sheet, draft.kit
    officers = [block.person for block in sheet.blocks if block.person.title]
    kinds = ["officer"] * bool(officers) + ["recruit", "recruit", "nobody"]
    kind = draft.rng.choice(kinds)
    if kind == "officer":
        person = draft.rng.choice(officers)
        cost = kit.upkeep(person.unit)
        if not draft.is_free(("person", person.name)) or not draft.can_pay(cost) or "Bodies" in cost:
            return False
        due = Due(sheet.new_key(), person.unit, 1, cost, f"{person.name} ({person.title})")
        sheet.dues.append(due)
        draft.claim(("person", person.name))
        return draft.tell("upkeep-excess", due.key)
    if kind == "recruit":
        raised = [entry for entry in sheet.raised if draft.is_free(("unit", entry.unit))]
        if not raised:
            return False
        unit = draft.rng.choice(raised).unit
        number = sum(entry.count for entry in raised if entry.unit == unit)
    else:
        owned = {force.unit for force in sheet.forces}
        strangers = [u.name for u in kit.units.values() if u.requires and not u.summoned and u.name not in owned]
        strangers = [name for name in strangers if "Bodies" not in kit.upkeep(name)]
        if not strangers:
            return False
        unit, number = draft.rng.choice(strangers), draft.rng.randint(1, 6)
    extra = kit.upkeep(unit) * number
    if not draft.can_pay(extra):
        return False
    old = draft.due_of(unit)
    if old:
        old.count += number
        old.amounts += extra
        due = old
    else:
        due = Due(sheet.new_key(), unit, number, extra)
        sheet.dues.append(due)
    draft.claim(("unit", unit))
    return draft.tell("upkeep-excess", due.key)


# -- wealth (after the lines are summed) ---------------------------------------------------


def _free_total(draft: Draft, *, moved: bool = False) -> int | None:
    options = [
        number
        for number, total in enumerate(draft.sheet.totals)
        if draft.is_free(("wealth", total.resource)) and (total.flows or not moved)
    ]
    return draft.rng.choice(options) if options else None


def wealth_sum(draft: Draft) -> bool:
    """The stated Wealth is not what the lines come to."""
    number = _free_total(draft, moved=True)
    if number is None or draft.mode == NONE or not draft.is_free(("unread",)):
        return False
    total = draft.sheet.totals[number]
    if total.stated <= 0:
        return False
    changed = change_figure(total.stated, draft.rng)
    if changed == draft.faultless[total.resource]:  # then it would only follow from another slip
        return False
    total.stated = changed
    draft.claim(("wealth", total.resource), ("judged",))
    return draft.tell("wealth-sum", total.key)


def wealth_missing(draft: Draft) -> bool:
    number = _free_total(draft, moved=True)
    if number is None or len(draft.sheet.totals) < 2 or not draft.is_free(("unread",)):
        return False
    total = draft.sheet.totals.pop(number)
    draft.claim(("wealth", total.resource), ("judged",))
    return draft.tell("wealth-missing", "in Wealth")


def line_sum(draft: Draft) -> bool:
    """A sum written out: one term is wrong, the result is not; or a total under a tab is wrong."""
    sheet = draft.sheet
    tabs = [tab for tab in ("Production", "Upkeep", "Construction") if sheet.flows()[tab.lower()]]
    if draft.look.totals and tabs and draft.rng.random() < 0.6:
        tab = draft.rng.choice(tabs)
        flows = sheet.flows()[tab.lower()]
        name = draft.rng.choice(list(flows))
        step = change_figure(abs(flows[name]), draft.rng) - abs(flows[name])
        sheet.wrong_totals[tab] = Bundle({name: step if flows[name] > 0 else -step})
        draft.claim(("total", tab))
        return draft.tell("line-sum", f"total {tab}")
    number = _free_total(draft, moved=True)
    if number is None or draft.mode == NONE or draft.look.total_is_odd or not draft.is_free(("unread",)):
        return False
    total = sheet.totals[number]
    if total.opening is None or total.stated < 0:
        return False
    terms = list(total.flows.values())
    at = draft.rng.randrange(len(terms))
    changed = change_figure(abs(terms[at]), draft.rng)
    terms[at] = changed if terms[at] > 0 else -changed
    total.terms, total.writer = terms, write_sum
    draft.claim(("wealth", total.resource), ("judged",))
    return draft.tell("line-sum", total.key)


def wealth_overspent(draft: Draft) -> bool:
    """More is spent than there is: recruits beyond the means, and a stated balance below zero."""
    sheet, kit = draft.sheet, draft.kit
    if draft.mode == NONE or not draft.is_free(("overspent",), ("unread",)):
        return False
    gold = sheet.closing()["Gold"]
    for number, site in enumerate(sheet.sites):
        if not site.is_dungeon or gold < 0:
            continue
        for unit in kit.recruitable(draft.standing(number)):
            price = kit.cost(unit.name)
            if unit.count_limit or unit.per_week or not set(price) <= {"Gold", "Metal"}:
                continue
            count = gold // price["Gold"] + draft.rng.randint(1, 3) if price["Gold"] else 0
            if not count or price["Metal"] * count > sheet.closing()["Metal"] or count > 120:
                continue
            if not draft.is_free(("unit", unit.name), ("recruits", number)):
                continue
            enlist(draft, number, unit.name, count)
            draft.claim(("unit", unit.name), ("overspent",), ("judged",), ("wealth", "Gold"))
            outlays = [work.key for work in sheet.works if work.cost is not None and work.cost["Gold"]]
            outlays += [entry.key for entry in sheet.raised if entry.cost["Gold"]]
            outlays += [total.key for total in sheet.totals if total.resource == "Gold"]
            return draft.tell("wealth-overspent", *outlays)
    return False


def enlist(draft: Draft, number: int, unit: str, count: int) -> str:
    """Recruits units at a site, in Recruitment and in Armies; gives the key of the Recruitment line."""
    sheet, place = draft.sheet, draft.sheet.sites[number].place
    cost = draft.kit.cost(unit) * count
    old = next((entry for entry in sheet.raised if (entry.site, entry.unit) == (number, unit)), None)
    if old:
        old.count += count
        old.cost += cost
        entry = old
    else:
        entry = Raised(sheet.new_key(), number, unit, count, cost)
        sheet.raised.append(entry)
    for force in sheet.forces:
        if force.unit == unit and force.place == place and force.state == GARRISONED and not force.person:
            force.count += count
            force.fresh += count
            return entry.key
    at = max([n for n, force in enumerate(sheet.forces) if force.place == place], default=len(sheet.forces) - 1)
    sheet.forces.insert(at + 1, Force(sheet.new_key(), unit, count, place, number, GARRISONED, None, count))
    return entry.key


def opening_implied(draft: Draft) -> bool:
    """The Wealth stated is less than the week's lines alone bring in: last week's would be below zero."""
    if draft.mode != NONE or not draft.is_free(("unread",)):
        return False
    net = sum(draft.sheet.flows().values(), Bundle())
    options = [total for total in draft.sheet.totals if net[total.resource] >= 5]
    options = [total for total in options if draft.is_free(("wealth", total.resource))]
    if not options:
        return False
    total = draft.rng.choice(options)
    total.stated = net[total.resource] - draft.rng.randint(1, min(20, net[total.resource]))
    draft.claim(("wealth", total.resource), ("judged",))
    return draft.tell("opening-implied", total.key)


def amount_unread(draft: Draft) -> bool:
    """A figure with a letter in it, or question marks."""
    sheet = draft.sheet
    options: list[tuple[object, tuple[object, ...], Bundle]] = []
    options += [(entry, ("yield", entry.site, entry.name), entry.amounts) for entry in sheet.yields]
    options += [(due, ("unit", due.unit), due.amounts) for due in sheet.dues]
    options += [(work, ("structure", work.site, work.name), work.cost) for work in sheet.works if work.cost]
    if not draft.look.total_is_odd:
        options += [(total, ("wealth", total.resource), Bundle({"Gold": total.stated})) for total in sheet.totals]
    options = [option for option in options if draft.is_free(option[1])]
    if draft.look.each or not options or not draft.is_free(("judged",), ("unread",)):
        return False
    entry, thing, amounts = draft.rng.choice(options)
    ways = ["??"]
    first = str(abs(next(iter(amounts.values()), 0)))
    ways += ["O"] * (2 * ("0" in first)) + ["l"] * (2 * ("1" in first))
    entry.unreadable = draft.rng.choice(ways)  # type: ignore[attr-defined]
    draft.claim(thing, ("unread",))
    draft.has_ledger = False
    return draft.tell("amount-unread", entry.key)  # type: ignore[attr-defined]
