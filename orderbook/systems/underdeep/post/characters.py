"""Reading the Characters tab: blocks of figures under a name (UD-ORD-28, UD-ORD-29)."""

from __future__ import annotations

import re

from orderbook.bbcode.lines import VisibleLine
from orderbook.systems.underdeep.post.lines import is_divider, is_nothing
from orderbook.systems.underdeep.post.model import Character, Section, StatLine
from orderbook.systems.underdeep.post.officers import RANK, rank_named, without_rank
from orderbook.systems.underdeep.post.reader import Reader, tight_span
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.text.fold import fold
from orderbook.text.source import Span
from orderbook.text.tokens import leading_bullet

STAT_NAMES = {
    "ranged_attack": "Ranged Attack",
    "ranged_damage": "Ranged Damage",
    "melee_attack": "Melee Attack",
    "melee_damage": "Melee Damage",
    "defence": "Defence",
    "health": "Health",
    "speed": "Speed",
    "morale": "Morale",
}

_LABEL = re.compile(
    r"""(?<![^\W_])(?:
      (?P<ranged_attack>ranged\s+(?:attack|att|atk)|ra(?:nged)?\s+attack|r\.?\s?att?a?c?k|ra)
    | (?P<ranged_damage>ranged\s+(?:damage|dmg|dam)|r\.?\s?da?mg|rd)
    | (?P<melee_attack>melee\s+(?:attack|att|atk)|m\.?\s?att?a?c?k|ma)
    | (?P<melee_damage>melee\s+(?:damage|dmg|dam)|m\.?\s?da?mg|md)
    | (?P<defence>defen[cs]e|def)
    | (?P<health>health|hp|hit\s+points)
    | (?P<speed>speed|spd)
    | (?P<morale>morale|mor)
    | (?P<abilities>special\s+abilit(?:ies|y)|abilit(?:ies|y)|spells?)
    | (?P<inventory>inventory|items?|equipment|possessions|gear|magic(?:al)?\s+items?)
    )\.?\s*(?:[:=\t|]|\s-+\s?|-(?=[0-9+])|\s(?=[+\-0-9]))\s*""",
    re.IGNORECASE | re.VERBOSE,
)
_VALUE = re.compile(r"\s*(?P<number>[+-]?\s?[0-9]{1,6})(?![0-9d])")


def read_characters(reader: Reader, section: Section) -> None:
    """Reads each Character, be it a block of its own or a name on a line above its figures."""
    for title, span, lines in section.children:
        name, rank = _person(title)
        _read_block(reader, name, rank, span, lines)
    _read_block(reader, "", None, section.title_span, section.lines)


def _person(title: str) -> tuple[str, str | None]:
    """Name and rank of a heading such as ``Hux Halftooth (Commander)`` or ``Thori, Captain of Khul-Dothar``."""
    folded = fold(title).strip(" \t:-*_~=#\u2022")
    match = RANK.search(folded)
    rank = rank_named(match["rank"]) if match else None
    name = re.split(r"\s*[(\[,:]|\s+-\s+", folded, maxsplit=1)[0].strip()
    return (without_rank(name) or name) if rank else name, rank


def _read_block(reader: Reader, name: str, rank: str | None, span: Span, lines: list[VisibleLine]) -> None:
    stats: dict[str, StatLine] = {}
    inventory = abilities = ""
    for line in lines:
        text = fold(line.text)
        if not text.strip():
            continue
        found = list(_LABEL.finditer(text))
        if found and not text[leading_bullet(text) : found[0].start()].strip(" \t|,;/*"):
            for match, following in zip(found, [*found[1:], None], strict=True):
                stop = following.start() if following else len(text)
                label = match.lastgroup or ""
                if label == "inventory":
                    inventory = text[match.end() :].strip()
                elif label == "abilities":
                    abilities = f"{abilities}, {text[match.end() : stop].strip()}".strip(", ")
                elif label not in stats:
                    stats[label] = _stat(label, line, text, match.end(), stop)
        elif _is_name(line, text, stats, has_title=bool(name)):
            _store(reader, Character(name, rank, span, stats, inventory, abilities))
            name, rank = _person(line.text)
            span, stats, inventory, abilities = tight_span(line), {}, "", ""
        reader.understood(Tab.CHARACTERS, line)
    _store(reader, Character(name, rank, span, stats, inventory, abilities))


def _is_name(line: VisibleLine, text: str, stats: dict[str, StatLine], *, has_title: bool) -> bool:
    """A line that names the next Character: emphasised, ending with a colon, or short and before any figures."""
    marked = text.strip()
    stripped = marked.strip("*_~#= ")
    if is_divider(stripped) or is_nothing(stripped) or len(stripped) > 90 or stripped.endswith("."):
        return False
    if line.emphasised or marked.startswith(("**", "__", "##")) or stripped.endswith(":") or RANK.search(stripped):
        return True
    return (bool(stats) or not has_title) and len(stripped.split()) <= 6 and stripped[:1].isupper()


def _stat(label: str, line: VisibleLine, text: str, start: int, stop: int) -> StatLine:
    match = _VALUE.match(text, start, stop)
    if match is None:
        return StatLine(label, None, line.span_of(start, stop), text[start:stop].strip())
    begin, end = match.span("number")
    return StatLine(label, int(match["number"].replace(" ", "")), line.span_of(begin, end), match["number"])


def _store(reader: Reader, character: Character) -> None:
    if character.name and character.stats:
        reader.post.characters.append(character)
