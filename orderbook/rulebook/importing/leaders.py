"""What sentences tell of a unit: what a leader adds to those led, what can be bought for it, how many there may be."""

from __future__ import annotations

import re
from typing import Any

from orderbook.rulebook.importing.facts import Facts, Reader, World
from orderbook.rulebook.importing.figures import split_list
from orderbook.rulebook.importing.numbers import Amount, parse_amounts, parse_count
from orderbook.rulebook.importing.words import LabelKind, fold_label, load_words
from orderbook.rulebook.schema import STAT_LABELS
from orderbook.text.fold import fold

_STATS = r"[A-Z][A-Za-z]+(?: [A-Z][a-z]+)?(?:(?:, and |, | and )[A-Z][A-Za-z]+(?: [A-Z][a-z]+)?)*"
_LED = r"(?:any|an|the|every|each) (?:army|armies|regiment|force|troops)\b[^.]*?\b(?:lead|led|command)\w*"
_GARRISON = r"(?:any |all |the )?(?:garrisoned \w+|garrisons?\b[^.]*?)"
_WHOM = rf"(?:(?P<led>{_LED})|(?P<garrison>{_GARRISON}))"
_RAISES = (
    re.compile(
        rf"(?P<lead>.*?)\b(?:increases|raises|improves) (?:the |its |their )?(?P<stats>{_STATS}) "
        rf"(?:scores? |rolls? )?of {_WHOM} by \+?(?P<n>[0-9]{{1,3}})(?P<rest>.*)"
    ),
    re.compile(
        rf"(?P<lead>.*?)\b(?:grants|gives|adds) (?:a )?\+(?P<n>[0-9]{{1,3}}) (?:bonus )?(?:to )?(?P<stats>{_STATS}) "
        rf"(?:bonus )?to {_WHOM}(?P<rest>[.,].*)?"
    ),
)
_PLAIN_LEAD = re.compile(r"(?:(?:If|When|While) garrisoned(?: in (?:a|an|the) \w+)?,? )?(?:[\w' -]+ )?", re.IGNORECASE)
_ONE_A_WEEK = re.compile(
    r"Only (?P<n>one|two|three|[0-9]{1,3}) [^.]+ (?:can|may) be (?:recruited|summoned|hired|trained) "
    r"(?:per|each|every|a) week\.?",
    re.IGNORECASE,
)

_NEEDED = re.compile(
    r"\b(?:If|Once|When|Where) (?:an? |the )?(?P<room>[A-Z][\w' -]+?) (?:has been|have been|is|was|stands)\b"
)
_BECOMES = re.compile(r"\bcan be (?P<name>[a-z]+ (?:on|in|with|by|upon|as) [^.;,]+)")
_COSTS = re.compile(r"\bcosts? (?P<cost>[0-9][^.;(]*)")
_GAINED = re.compile(r"(?P<n>[+-][0-9]{1,3}) (?P<stat>[A-Z][a-z]+(?: (?:Attack|Damage))?)")
_JOINS = re.compile(r"\bcan only join (?:a |an )?regiments? of (?P<list>[^.;]+)")
_ABILITIES = re.compile(r"\bgains? the (?P<list>[^.]+?) abilit(?:y|ies)\b")


def parse_stats(text: str) -> list[str]:
    """The keys of the figures a text lists (``Ranged Attack and Morale``); empty if anything else is in it."""
    found = []
    for part in re.split(r",\s*and\s+|,\s*|\s+and\s+", text):
        label = load_words().labels.get(fold_label(part))
        if label is None or label.kind is not LabelKind.FIGURE or label.key not in STAT_LABELS:
            return []
        found.append(label.key)
    return found


def parse_bonus(text: str) -> dict[str, int]:
    """``+2 Defence, +2 Speed and +6 Health`` by key; figures nobody knows are left out."""
    found = {}
    for match in _GAINED.finditer(fold(text)):
        for key in parse_stats(match["stat"]) or parse_stats(match["stat"].split()[0]):
            found[key] = int(match["n"])
    return found


def read_leading(sentence: str, facts: Facts, world: World) -> bool:
    """``increases the Ranged Attack and Morale of any army she is leading by +1``; the same for a garrison."""
    folded = fold(sentence)
    for pattern in _RAISES:
        match = pattern.fullmatch(folded)
        stats = parse_stats(match["stats"]) if match else []
        if match and stats:
            bonus = facts.lead_bonus if match["led"] else facts.garrison_bonus
            bonus.update(dict.fromkeys(stats, int(match["n"])))
            return not (match["rest"] or "").strip(" .") and _PLAIN_LEAD.fullmatch(match["lead"]) is not None
    return False


def read_weekly_limit(sentence: str, facts: Facts, world: World) -> bool:
    """``Only one Gibbering Orb can be recruited per week.``"""
    match = _ONE_A_WEEK.fullmatch(fold(sentence))
    if match is None:
        return False
    facts.per_week = parse_count(match["n"])
    return True


UNIT_READERS: tuple[Reader, ...] = (read_leading, read_weekly_limit)


def read_option(paragraph: str) -> tuple[dict[str, Any], list[Amount]] | None:
    """Something bought for a unit later, told in a paragraph: a mount with its price, its bonus, its abilities.

    The table has everything but the price, which is given beside it.
    """
    folded = fold(paragraph)
    name, cost = _BECOMES.search(folded), _COSTS.search(folded)
    amounts = parse_amounts(cost["cost"].strip()) if cost else None
    if name is None or amounts is None:
        return None
    table: dict[str, Any] = {"name": name["name"].strip()}
    if room := _NEEDED.search(folded):
        table["requires"] = [room["room"]]
    if bonus := parse_bonus(folded):
        table["bonus"] = bonus
    if abilities := _ABILITIES.search(folded):
        table["abilities"] = split_abilities(abilities["list"])
    if joined := _JOINS.search(folded):
        table["joins"] = split_abilities(joined["list"].strip())
    table["notes"] = [paragraph]
    return table, amounts


def split_abilities(text: str) -> list[str]:
    """``Cavalry, Climb and Disease 3`` as a list."""
    return [part for piece in split_list(text) for part in re.split(r"\s+and\s+", piece) if part]


def find_names(name: str, text: str) -> tuple[list[str], list[str]]:
    """Other names and titles of a leader, as far as the post itself uses them in its (folded) text.

    Of ``Shee-Ra Cleversmart the Sixteenth, Queen of all`` the beginnings of the name are other names where they
    stand alone in the text, and ``Queen`` is a title.
    """
    words = name.split()
    aliases = []
    for length in range(len(words) - 1, 0, -1):
        start = " ".join(words[:length])
        following = re.escape(words[length])
        if words[length - 1][0].isupper() and re.search(
            rf"(?<![\w-]){re.escape(start)}(?! {following})(?![\w-])", text
        ):
            aliases.append(start)
    titles = re.findall(rf"{re.escape(name)},? (?:the |a )?([A-Z][a-z]+) of\b", text)
    return aliases, list(dict.fromkeys(titles))
