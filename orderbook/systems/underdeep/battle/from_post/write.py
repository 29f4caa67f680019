"""The battle file: TOML with comments that say what was taken from which line, and what was left."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from orderbook.findings.formats.display import show_text
from orderbook.systems.underdeep.battle.from_post.troops import Troop


@dataclass
class Section:
    """One side as the file will have it; ``left`` are remarks on what of the post was not taken."""

    name: str
    file: str
    is_attacker: bool
    troops: list[Troop]
    sources: dict[int, list[str]] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)


@dataclass
class Draft:
    """A whole file: ``remarks`` stand at its head, ``site`` are the lines of its site."""

    name: str
    remarks: list[str]
    sides: Sequence[Section]
    terrain: list[str] = field(default_factory=list)
    bridge: str = ""
    site: list[str] = field(default_factory=list)


def quote(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(show_text(text), ensure_ascii=False)


def write_draft(draft: Draft) -> str:
    """The file, ready for ``battle run -``."""
    return "\n".join(_lines(draft)).rstrip() + "\n"


def _comment(text: str) -> str:
    return f"# {show_text(text)}"


def _list(texts: Sequence[str]) -> str:
    return f"[{', '.join(quote(text) for text in texts)}]"


def _lines(draft: Draft) -> Iterator[str]:
    for remark in draft.remarks:
        yield _comment(remark)
    yield f"name = {quote(draft.name)}"
    if draft.terrain:
        yield f"terrain = {_list(draft.terrain)}"
    if draft.bridge:
        yield f"bridge = {quote(draft.bridge)}"
    for side in draft.sides:
        yield ""
        yield "[[side]]"
        yield f"name = {quote(side.name)}"
        yield f"attacker = {'true' if side.is_attacker else 'false'}"
        for troop in side.troops:
            yield ""
            for source in side.sources.get(id(troop), []):
                yield _comment(source)
            for remark in troop.remarks:
                yield _comment(f"- {remark}")
            if troop.is_known:
                yield from _write_troop(troop)
            else:
                yield _comment(
                    "- no rule data knows this unit, so it takes no part; write its figures, or give --rules"
                )
                yield from (_comment(line) for line in (*_write_troop(troop, is_known=False), _STATS))
        for text in side.left:
            yield _comment(text)
    if draft.site:
        yield ""
        yield from draft.site


_STATS = "stats = {melee_attack = 2, melee_damage = 3, defence = 15, health = 5, speed = 4, morale = 1}"


def _write_troop(troop: Troop, is_known: bool = True) -> Iterator[str]:
    yield "[[side.regiment]]"
    yield f"name = {quote(troop.name)}"
    if is_known:
        yield f"unit = {quote(troop.unit)}"
        if troop.faction:
            yield f"faction = {quote(troop.faction)}"
    yield f"count = {troop.count}"
    if troop.stats:
        yield f"stats = {{{', '.join(f'{key} = {value}' for key, value in troop.stats.items())}}}"
    if troop.army:
        yield f"army = {quote(troop.army)}"
    if troop.origin:
        yield f"from = {quote(troop.origin)}"
    if troop.leads:
        yield f"leads = {quote(troop.leads)}"
    if troop.conditions:
        yield f"conditions = {_list(troop.conditions)}"
    if troop.picks:
        yield "pick_pockets = true"
    elif troop.sneaks:
        yield "sneak_attack = true"
    if troop.holds_bridge:
        yield "holds_bridge = true"
    if troop.targets:
        yield f"targets = {_list(troop.targets)}"
    if troop.withdraw:
        yield f"withdraw = {_list(troop.withdraw)}"
    if troop.spells:
        spells = [f"{{spell = {quote(spell)}{f', on = {quote(on)}' if on else ''}}}" for spell, on in troop.spells]
        yield f"spells = [{', '.join(spells)}]"
