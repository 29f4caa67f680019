"""Two orders posts and a place into a battle file: what ``battle from-post`` asks of the Underdeep."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import PurePath

from orderbook.systems.battling import FromPostRequest
from orderbook.systems.system import CheckRequest, RequestError
from orderbook.systems.underdeep.battle.from_post.bands import CAME, PASSED, Band, Force, gather
from orderbook.systems.underdeep.battle.from_post.place import NoPlace, Place, find_place
from orderbook.systems.underdeep.battle.from_post.roles import Roles, settle_roles
from orderbook.systems.underdeep.battle.from_post.site import write_site
from orderbook.systems.underdeep.battle.from_post.troops import Troop, form_troops, lay_ambush, take_deeds
from orderbook.systems.underdeep.battle.from_post.write import Draft, Section, write_draft
from orderbook.systems.underdeep.battle.pieces import find_written
from orderbook.systems.underdeep.check import (
    find_named_faction,
    find_rulebook,
    find_world,
    refuse_contradiction,
    refuse_too_long,
)
from orderbook.systems.underdeep.checks.wording import counted
from orderbook.systems.underdeep.post.orders.model import Verb
from orderbook.systems.underdeep.post.postures import ENTRENCHED, GARRISONED, OPEN
from orderbook.systems.underdeep.post.read import read_post
from orderbook.text.source import SourceText


@dataclass(frozen=True)
class Written:
    """A battle file out of posts. ``warnings`` is what somebody has to see to before it is fought."""

    text: str
    warnings: tuple[str, ...]


def write_battle(request: FromPostRequest) -> Written:
    """The battle of two posts at a place. Raises ``RequestError`` where a post has nobody there, or is none."""
    forces = [_read(request, post, faction) for post, faction in zip(request.posts, request.factions, strict=True)]
    try:
        place = find_place(request.at, [site for force in forces for site in force.reading.post.sites])
    except NoPlace as error:
        raise RequestError(str(error)) from error
    forces = [gather(force.reading, place) for force in forces]
    _drop_passing(forces)
    for force, source in zip(forces, request.posts, strict=True):
        if not force.bands:
            raise RequestError(f"{source.name} has nobody at {place}{_tell_whereabouts(force)}")
    roles = settle_roles(forces[0].bands, forces[1].bands)
    warnings: list[str] = []
    remarks = [f"The battle at {place}, out of {_name(request.posts[0])} and {_name(request.posts[1])}."]
    remarks += _tell_roles(roles, request)
    if roles.attacker is not None and _meets_before_digging(forces[roles.attacker]):
        remarks.append("Attackers who came this week dig in only once they have fought (UD-BAT-03, UD-MOV-13).")
    names = _name_sides(forces, request)
    owner = _find_owner(forces, place)
    if owner is not None:
        _leave_garrison(forces, owner, roles, remarks)
    sections = [
        _make_section(force, source, name, roles.attacker == index, request)
        for index, (force, source, name) in enumerate(zip(forces, request.posts, names, strict=True))
    ]
    is_assault = owner is not None and roles.action == "assault" and roles.attacker != owner
    for index, section in enumerate(sections):
        lay_ambush(section.troops, roles.rule == "UD-BAT-05" and roles.attacker == index)
        take_deeds(section.troops, sections[1 - index].troops, is_assault)
        warnings += [
            f"{section.file}: no rule data knows {troop.unit}; the file has a place for its figures, or give --rules"
            for troop in section.troops
            if not troop.is_known
        ]
    for section in sections:
        if not any(troop.is_known for troop in section.troops):
            units = ", ".join(dict.fromkeys(troop.unit for troop in section.troops)) or "nobody outside the walls"
            raise RequestError(
                f"{section.file}: nobody of it can fight at {place}: {units}. Give --rules with the data of these units"
                if section.troops
                else f"{section.file}: only a garrison is at {place}, and no assault on it was ordered (UD-ASL-01)"
            )
    terrain, bridge = _read_ground(request, place, forces, names, sections, remarks)
    draft = Draft(f"The battle at {place}", remarks, sections, terrain, bridge)
    if owner is not None and is_assault:
        draft.site = write_site(forces[owner], place, sections[owner], sections[1 - owner])
    return Written(write_draft(draft), tuple(warnings))


def _read(request: FromPostRequest, post: SourceText, faction: str | None) -> Force:
    refuse_too_long(post)
    check = CheckRequest(post=post, faction=faction, rules=request.rules)
    rulebook = find_rulebook(check)
    named = find_named_faction(faction, rulebook)
    if faction is not None and named is None:
        refuse_contradiction(faction, post.text, rulebook)
    reading = read_post(post.text, rulebook, faction=named, guess=faction is None)
    if not reading.sections.sections:
        raise RequestError(f"{post.name} is no orders post: no tab was found in it")
    if not reading.post.armies:
        raise RequestError(f"{post.name} has no Armies, so nobody of it can be anywhere")
    return Force(reading)


def _drop_passing(forces: list[Force]) -> None:
    """Who only marches through fights where it is ambushed, or where nobody else of its post is (UD-BAT-05)."""
    for index, force in enumerate(forces):
        others = forces[1 - index].bands
        if any(band.lies_in_ambush for band in others):
            continue
        staying = [band for band in force.bands if band.how != PASSED]
        if staying:
            force.left += [
                (f"{counted(band.count, band.line.unit)}: only on the way through", band.order_lines[0].line.span.start)
                for band in force.bands
                if band.how == PASSED
            ]
            force.bands = staying


def _meets_before_digging(attackers: Force) -> bool:
    """Takes the cover from attackers who came and were told to entrench: that comes after the enemy in their way."""
    late = [band for band in attackers.bands if band.how == CAME and band.posture == ENTRENCHED]
    for band in late:
        band.posture = OPEN
    return bool(late)


def _tell_whereabouts(force: Force) -> str:
    places = Counter(str(line.place) for line in force.reading.post.armies if line.place is not None)
    known = ", ".join(place for place, _ in places.most_common(8))
    return f" by its Armies and Orders; it has troops at {known}" if known else "; its Armies name no place"


def _tell_roles(roles: Roles, request: FromPostRequest) -> list[str]:
    if roles.attacker is None:
        return [f"Nobody attacks ({roles.rule}): {roles.why}."]
    told = [f"{_name(request.posts[roles.attacker])} attacks ({roles.rule}): {roles.why}."]
    if roles.attacker == 1:
        told.append("It was named as the defender; by the rules it is the attacker.")
    return told


def _name_sides(forces: list[Force], request: FromPostRequest) -> list[str]:
    """The sides' names: the faction, else the file; files where both are of one faction."""
    stems = [PurePath(_name(post)).stem for post in request.posts]
    names = [
        force.reading.faction.name if force.reading.faction is not None else wanted or stem
        for force, wanted, stem in zip(forces, request.factions, stems, strict=True)
    ]
    if names[0] == names[1]:
        names = [f"{name} ({stem})" for name, stem in zip(names, stems, strict=True)]
    if names[0] == names[1]:
        names = [f"{names[0]} 1", f"{names[1]} 2"]
    return names


def _name(post: SourceText) -> str:
    """The name of a post's file without its folders."""
    return PurePath(post.name.replace("\\", "/")).name or post.name


def _find_owner(forces: list[Force], place: Place) -> int | None:
    """Whose site is at the place: who garrisons one, else who lists one."""
    for index, force in enumerate(forces):
        if any(band.posture is GARRISONED for band in force.bands):
            return index
    for index, force in enumerate(forces):
        if any(place.holds_site(site) for site in force.reading.post.sites):
            return index
    return None


def _leave_garrison(forces: list[Force], owner: int, roles: Roles, remarks: list[str]) -> None:
    """Those behind walls take no part unless the site is assaulted (UD-ASL-01, UD-SIE-02)."""
    force = forces[owner]
    inside = [band for band in force.bands if band.posture is GARRISONED]
    if not inside or (roles.action == "assault" and roles.attacker != owner):
        return
    reason = "the site is besieged, not assaulted (UD-SIE-02)" if roles.action == "siege" else "no assault (UD-ASL-01)"
    remarks.append(f"The garrison stays inside: {reason}.")
    force.left += [
        (f"{counted(band.count, band.line.unit)}: stays in garrison", band.line.span.start) for band in inside
    ]
    force.bands = [band for band in force.bands if band not in inside]


def _make_section(force: Force, source: SourceText, name: str, is_attacker: bool, request: FromPostRequest) -> Section:
    troops = form_troops(force.reading, force.bands, request.options)
    section = Section(name, source.name, is_attacker, troops)
    for troop in troops:
        section.sources[id(troop)] = list(_tell_sources(force, source, troop))
    for text, at in force.left:
        section.left.append(f"left, line {_line(force, source, at)}: {text}")
    return section


def _tell_sources(force: Force, source: SourceText, troop: Troop) -> dict[str, None]:
    told: dict[str, None] = {}
    for band in troop.bands:
        told[_tell_source(force, source, band)] = None
        for line in band.order_lines:
            told[f"order, line {_line(force, source, line.line.span.start)}: {line.text.strip()}"] = None
    return told


def _tell_source(force: Force, source: SourceText, band: Band) -> str:
    span = force.reading.paste.span_to_source(band.line.span)
    text = source.text[span.start : span.end].strip()
    stands = "outside" if band.posture == OPEN else band.posture
    return f"Armies, line {_line(force, source, band.line.span.start)}: {text} ({band.how}, {stands})"


def _line(force: Force, source: SourceText, at: int) -> int:
    return source.line_of(force.reading.paste.to_source(at))


def _read_ground(
    request: FromPostRequest,
    place: Place,
    forces: list[Force],
    names: list[str],
    sections: list[Section],
    remarks: list[str],
) -> tuple[list[str], str]:
    """What the map says of the place: terrain that acts in battle, and a bridge that may be held (UD-BRI-01)."""
    if request.map is None or place.region is None:
        return [], ""
    world = find_world(CheckRequest(post=request.posts[0], map=request.map, options=request.options))
    found = world.places.get(place.region) if world is not None else None
    if found is None:
        remarks.append(f"The map does not have {place.region}.")
        return [], ""
    terrain = sorted(each for each in found.features if find_written(each) is not None)
    if "bridge" not in found.features:
        return terrain, ""
    for index, force in enumerate(forces):
        if any(band.posture is ENTRENCHED for band in force.bands) and hold_bridge(sections[index].troops):
            return terrain, names[index]
    remarks.append("There is a bridge here, and nobody entrenched was told to hold it (UD-BRI-01).")
    return terrain, ""


def hold_bridge(troops: list[Troop]) -> bool:
    """Marks the entrenched regiments that were told to hold the bridge; whether there are any (UD-BRI-01)."""
    for troop in troops:
        told = any(
            "bridge" in action.object.lower()
            for order in troop.orders
            for action in order.does(Verb.HOLD, Verb.ENTRENCH, Verb.ATTACK)
        )
        troop.holds_bridge = told and troop.posture is ENTRENCHED
    return any(troop.holds_bridge for troop in troops)
