"""What events of the march say to a person: who went where, what was seen, whom one met."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from orderbook.campaign.canonical import Json
from orderbook.systems.underdeep.week.folds.data import Data
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.wording import Words, items, join, signed_sum

Tell: TypeAlias = Callable[[Words, Data], str]


def _marched(words: Words, data: Data) -> str:
    return f"{_troops(words, data.get('bands'))} went from {data.get('start')} to {data.get('end')}."


def _who(words: Words, data: Data, key: str = "band") -> str:
    """The units that something is told of, as many as they were then."""
    numbers = data.get("numbers")
    return words.band(data.get(key), numbers.get(str(data.get(key))) if isinstance(numbers, dict) else None)


def _sighted(words: Words, data: Data) -> str:
    if data.get("owner") == words.reader and (data.get("start"), data.get("end")) in words.own_steps:
        return ""  # whoever goes is told so
    return f"Units of {_owner(data.get('owner'))} were seen going from {data.get('start')} to {data.get('end')}."


def _seen(words: Words, data: Data) -> str:
    return f"Seen in {data.get('region')}: {_strangers(words, data.get('bands'))}."


def _discovered(words: Words, data: Data) -> str:
    return (
        f"{data.get('finder')} discovered units of {_owner(data.get('owner'))} in {data.get('region')}: "
        f"{_strangers(words, data.get('bands'))}."
    )


def _scouted(words: Words, data: Data) -> str:
    nobody = "nobody outside the walls" if items(data.get("sites")) else "nobody there"
    found = [f"units there: {_strangers(words, data.get('bands'))}"] if items(data.get("bands")) else [nobody]
    if sites := [_guarded(words, site) for site in items(data.get("sites"))]:
        found.append(f"sites: {join(sites)}")
    if features := items(data.get("features")):
        found.append(f"terrain: {join(features)}")
    return f"{_who(words, data, 'by')} scouted {data.get('region')}: {'; '.join(found)}."


def _scried(words: Words, data: Data) -> str:
    found = [f"units there: {_strangers(words, data.get('bands'))}"] if items(data.get("bands")) else ["nobody there"]
    for site in items(data.get("sites")):
        if isinstance(site, dict):
            built = [
                words.number(int(str(one[1])), str(one[0]))
                for one in items(site.get("structures"))
                if isinstance(one, list) and len(one) == 2
            ]
            found.append(f"{_place_name(words, site)}{f' with {join(built)}' if built else ''}")
            young = [
                words.number(int(str(one[1])), str(one[0]))
                for one in items(site.get("growing"))
                if isinstance(one, list) and len(one) == 2
            ]
            found += [f"growing there: {join(young)}"] if young else []
    if features := items(data.get("features")):
        found.append(f"terrain: {join(features)}")
    if traps := items(data.get("traps")):
        found.append(f"traps: {join(traps)}")
    return f"Scry showed {data.get('region')}: {'; '.join(found)}."


def _barred(words: Words, data: Data) -> str:
    to = f" to {data['to']}" if data.get("to") else ""
    return f"{_who(words, data)} could not go on{to} from {data.get('region')}: {data.get('reason')}."


def _lapsed(words: Words, data: Data) -> str:
    orders = join(f'"{order}"' for order in items(data.get("orders")))
    return f"{words.bands(data.get('bands'), data.get('numbers'))} did not get to {orders}: {data.get('reason')}."


def _met(words: Words, data: Data) -> str:
    return f"Enemies met in {data.get('region')}: {_sides(words, data)}."


def _ambushed(words: Words, data: Data) -> str:
    return (
        f"Ambush in {data.get('region')}: {words.bands(data.get('ambushers'), data.get('numbers'))} fell upon "
        f"{words.bands(data.get('upon'), data.get('numbers'))} ({_sides(words, data)})."
    )


def _sides(words: Words, data: Data) -> str:
    sides = data.get("sides")
    table: Mapping[str, Json] = sides if isinstance(sides, dict) else {}
    shown = [
        f"{_owner(owner)} with {_own_or_some(words, owner, table[owner], data.get('numbers'))}"
        for owner in sorted(table)
    ]
    return " against ".join(shown)


def _own_or_some(words: Words, owner: str, bands: Json, numbers: Json) -> str:
    return words.bands(bands, numbers) if words.reader in (None, owner) else "units"


def _assaulted(words: Words, data: Data) -> str:
    bands = words.bands(data.get("bands"), data.get("numbers"))
    return f"{words.site(data)} was assaulted by {_owner(data.get('by'))}: {bands}."


def _slipped_past(words: Words, data: Data) -> str:
    return f"{_who(words, data)} slipped past {words.site(data)} unseen."


def _hazard(words: Words, data: Data) -> str:
    what, band = data.get("what"), _who(words, data)
    if data.get("noticed"):
        return f"{band} noticed {what} in {data.get('region')} and passed it by."
    if data.get("disarmed"):
        return f"{band} disarmed {what} in {data.get('region')}."
    if data.get("freed"):
        return f"{data['freed']} of {band} were freed from {what} in {data.get('region')}."
    if "caught" in data:
        return f"{what} in {data.get('region')} caught {data['caught'] or 'none'} of {band}."
    dead = int(str(data.get("dead", 0)))
    if not data.get("hit"):
        return f"{what} in {data.get('region')} missed {band}."
    return f"{what} in {data.get('region')} struck {band}: {data.get('damage', 0)} damage, {dead} dead."


def _stolen(words: Words, data: Data) -> str:
    """What thieves in ambush came to (UD-ABL-THIEVING-1)."""
    who = f"{words.band(data.get('group'))} in {data.get('region')}"
    whose = f"{data.get('unit')} of {_owner(data.get('of'))}"
    if data.get("exposed"):
        return f"{who} were caught with a hand in the pockets of {whose}."
    if not data.get("hit"):
        return f"{who} reached for the pockets of {whose}, got nothing, and were not noticed."
    found = [signed_sum(data)] if data.get("amounts") else []
    found += [str(pair[1]) for pair in items(data.get("items")) if isinstance(pair, list)]
    number = int(str(data.get("count", 0)))
    of = f"{words.number(number, str(data.get('unit')))} of {_owner(data.get('of'))}" if number else whose
    return f"{who} picked the pockets of {of}: {join(found)}."


def _crossed(words: Words, data: Data) -> str:
    paid = f"{data.get('paid')} of {data.get('of')} Speed paid"
    return f"{words.doing(data.get('band'), 'is', 'are')} on the way to {data.get('to')}: {paid}."


def _tired(words: Words, data: Data) -> str:
    return f"{words.doing(data.get('band'), 'is', 'are')} tired from a Forced March: {data.get('penalty')}."


def _did(words: Words, data: Data) -> str:
    at = f" at {words.site(data)}" if data.get("site") else ""
    found = f"; found {_troops(words, data.get('found'))}" if items(data.get("found")) else ""
    went = ", and kept away from them" if found and data.get("withdraws") else ""
    return f"{_who(words, data)} in {data.get('region')}{at}: {data.get('deed')}{found}{went}."


def _tunnelled(words: Words, data: Data) -> str:
    state = "is finished" if data.get("finished") else f"goes on: {data.get('dug')} of {data.get('of')} Speed"
    return f"The tunnel below {words.site(data)} {state}."


_POSTURES = {"open": "in the open", "ambush": "in ambush"}
"""How units that are seen stand, where the word for it alone does not say so."""


def _strangers(words: Words, value: Json) -> str:
    """Units that were seen, as they showed themselves."""
    told = []
    for band in items(value):
        if isinstance(band, dict):
            posture = f", {_POSTURES.get(str(band['posture']), band['posture'])}" if band.get("posture") else ""
            illusion = ", an illusion" if band.get("illusory") else ""
            told.append(f"{_one(words, band)} of {_owner(band.get('owner'))}{posture}{illusion}")
    return join(told) or "nobody"


def _troops(words: Words, value: Json) -> str:
    return join(_one(words, band) for band in items(value) if isinstance(band, dict)) or "Units"


def _one(words: Words, band: Mapping[str, Json]) -> str:
    known = words.find_group(str(band["band"])) if "band" in band else None
    if known is not None and known.person and words.reader in (None, known.owner):
        return known.person
    return words.number(int(str(band.get("count", 1))), str(band.get("unit", "units")))


def _owner(value: Json) -> str:
    return str(value) if value else "nobody"


def _guarded(words: Words, site: Json) -> str:
    """A site with the defences that a scout sees (UD-MOV-08)."""
    defences = items(site.get("defences")) if isinstance(site, dict) else []
    return f"{_place_name(words, site)}{f' with {join(defences)}' if defences else ''}"


def _place_name(words: Words, value: Json) -> str:
    if isinstance(value, dict):
        owner = value.get("owner")
        name = str(value.get("name") or value.get("site") or "a site")
        return f"{name} of {owner}" if owner else name
    return words.site({"site": value})


def _fought(words: Words, data: Data) -> str:
    sides: dict[str, list[int]] = {}
    for one in items(data.get("regiments")):
        if isinstance(one, dict):
            numbers = sides.setdefault(str(one.get("side")), [0, 0])
            numbers[0] += int(str(one.get("start", 0)))
            numbers[1] += int(str(one.get("standing", 0)))
    told = join(f"{side} with {start}, {left} of them alive" for side, (start, left) in sorted(sides.items()))
    end = f"{data['winner']} held the field" if data.get("winner") else "nobody held the field alone"
    return f"Battle in {data.get('region')}: {told}; {end}."


def _sunlit(words: Words, data: Data) -> str:
    weeks = int(str(data.get("weeks", 0)))
    if not weeks:
        return f"{words.doing(data.get('group'), 'is', 'are')} out of the sun."
    return f"{words.doing(data.get('group'), 'has', 'have')} been {words.number(weeks, 'week')} in the sun."


def _wounded(words: Words, data: Data) -> str:
    wounds = int(str(data.get("wounds", 0)))
    if not wounds:
        return f"{words.doing(data.get('group'), 'is', 'are')} healed of their wounds."
    return f"{words.doing(data.get('group'), 'bears', 'bear')} wounds of {words.number(wounds, 'point')}."


def _bodies_left(words: Words, data: Data) -> str:
    count = int(str(data.get("count", 0)))
    return f"{count or 'No more'} {'Body lies' if count == 1 else 'Bodies lie'} in {data.get('region')}."


TOLD_OF_MARCHES: Mapping[Happened, Tell] = {
    Happened.MARCHED: _marched,
    Happened.SIGHTED: _sighted,
    Happened.SEEN: _seen,
    Happened.DISCOVERED: _discovered,
    Happened.BARRED: _barred,
    Happened.LAPSED: _lapsed,
    Happened.MET: _met,
    Happened.AMBUSHED: _ambushed,
    Happened.ASSAULTED: _assaulted,
    Happened.SLIPPED_PAST: _slipped_past,
    Happened.HAZARD: _hazard,
    Happened.CROSSED: _crossed,
    Happened.TIRED: _tired,
    Happened.DID: _did,
    Happened.SCOUTED: _scouted,
    Happened.BOARDED: lambda words, data: f"{_who(words, data)} boarded {words.band(data.get('carrier'))}.",
    Happened.GOT_OFF: lambda words, data: f"{_who(words, data)} got off in {data.get('region')}.",
    Happened.CHARGES_LAID: lambda words, data: (
        f"{_who(words, data)} laid {data.get('charges')} charges at {data.get('target')}."
    ),
    Happened.TUNNELLED: _tunnelled,
    Happened.GATHERED: lambda words, data: (
        f"{words.band(data.get('group') or data.get('band'))} found in {data.get('region')}: {signed_sum(data)}."
    ),
    Happened.STOLEN: _stolen,
    Happened.FOUGHT: _fought,
    Happened.SPELL_CAST: lambda words, data: f"{words.band(data.get('group'))} cast {data.get('spell')}.",
    Happened.SCRIED: _scried,
    Happened.BLIGHTED: lambda words, data: (
        f"The mushrooms of {data.get('region')} {'grow again' if data.get('over') else 'are gone'}."
    ),
    Happened.DEPOSIT_CHANGED: lambda words, data: f"The deposit at {data.get('region')}: {signed_sum(data)}.",
    Happened.STATUS_ENDED: lambda words, data: (
        f"{words.doing(data.get('group'), 'is', 'are')} {data.get('status')} no more."
    ),
    Happened.WOUNDED: _wounded,
    Happened.SUNLIT: _sunlit,
    Happened.PLUNDERED: lambda words, data: f"Out of {data.get('text')}: {signed_sum(data)}.",
    Happened.SITE_RAZED: lambda words, data: f"{data.get('name')} is razed, and gone from the map.",
    Happened.BRIDGE_FELL: lambda words, data: f"The bridge in {data.get('region')} is down.",
    Happened.BODIES_LEFT: _bodies_left,
}
"""A sentence for each kind of event of the march, by the kind."""
