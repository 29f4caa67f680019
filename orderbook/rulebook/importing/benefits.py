"""What sentences tell of a room, trap or defence: production, recruits, where it may stand, who mans it."""

from __future__ import annotations

import re
from functools import cache

from orderbook.rulebook.importing.facts import Facts, Reader, Recruited, World
from orderbook.rulebook.importing.numbers import NUMBER, Amount, parse_amounts, parse_count
from orderbook.rulebook.importing.words import load_words
from orderbook.text.fold import fold
from orderbook.text.tokens import NUMBER_WORDS

_NUMBER_WORD = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
_COUNT = rf"(?:{NUMBER}|{_NUMBER_WORD}|an?)"
_PERIOD = r"(?:(?:per|every|each|a)\s+(?:week|turn)|weekly)"

_CONDITION = re.compile(
    r"\b(?:if|while|when|whenever|unless|until|provided|as long as|for (?:each|every)|per|during|can|may|each|"
    r"additional|extra|instead|once)\b",
    re.IGNORECASE,
)
_YOU_CAN = re.compile(r"^(?:you|players?) (?:can|may)\s+$", re.IGNORECASE)
_OVER_DEPOSIT = re.compile(r"[, ]*(?:provided|if|when|as long as)\b[^.;]*\bdeposit\b[^.;,]*\.?", re.IGNORECASE)
_MADE = re.compile(rf"\s+(?P<what>.+?)\s+{_PERIOD}\b(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_BARE_SUM = re.compile(rf"\+?(?P<what>[0-9].*?)\s+{_PERIOD}\.?", re.IGNORECASE)
_ONE_PER_DEPOSIT = re.compile(
    r"(?:\w+ )?can (?:only )?have (?:only )?(?:a single|one|1) [^.]+ per deposit\.?", re.IGNORECASE
)

_TAIL = re.compile(
    r",?\s+(?:although|but|however|though|provided|if|unless|as long as|once|while|when|here|at|from|in|for|which|who|"
    r"that|with|without|by|(?<!up )to)\b|;|\s\(",
    re.IGNORECASE,
)
_PER_WEEK = re.compile(rf"(?:,?\s*(?:al)?though|,?\s*but)?\s*only (?P<n>{_COUNT})\b(?P<of>[^.]*?)"
                       rf"\b(?:can|may) be \w+ {_PERIOD}(?P<rest>[^.]*)\.?", re.IGNORECASE)  # fmt: skip
_ITEM_COUNT = re.compile(
    rf"(?:(?:up to|at most|no more than|only)\s+)?(?P<n>a single|{_COUNT})\s+(?P<name>.+)", re.IGNORECASE
)
_ITEM_PERIOD = re.compile(rf"\s+{_PERIOD}$", re.IGNORECASE)
_AND = re.compile(r",\s*(?:and|or)\s+|,\s*|\s+(?:and|or)\s+|\s*&\s*", re.IGNORECASE)
_SURELY_RECRUITS = ("recruit", "train", "hire", "muster", "recruitment", "recruiting", "hiring")

_CREW = re.compile(
    rf"(?P<lead>.*?)\b(?:must be manned by|must be crewed by|needs? a crew of|requires? a crew of)\s+(?P<n>{_COUNT})\b"
    r"(?:\s+garrisoned)?(?:\s+(?:units?|soldiers?|troops?))?(?P<rest>.*)",
    re.IGNORECASE,
)
_TO_WORK = re.compile(r"\s*(?:(?:in order )?to (?:be effective|work|function|fire))?\.?", re.IGNORECASE)
_REPLACED = (
    re.compile(
        r".*\balready (?:have|has|had) (?:an? |the )?(?P<name>[^,]+?)(?: there)?, (?:the|that) [^,.]+ is replaced\.?",
        re.IGNORECASE,
    ),
    re.compile(r".*\breplaces? (?:an existing|any existing|any|the existing) (?P<name>[A-Z][^.,]*?)(?: there)?\.?"),
)
_CARRIED = re.compile(
    r"\b(?:can|may) (?:only )?(?:travel|go|move) with (?:an? |the )?(?P<who>[A-Z][\w' -]*?)(?=[,.;]|\s(?:but|and)\b|$)"
)
_FREE_IN_CAPITAL = re.compile(r"this room has no cost\b.*\bcapit[ao]l\b(?P<rest>.*)", re.IGNORECASE)
_QUALIFIED = re.compile(r"\b(?:founded|dug|made|built by|that|which|where|with|near|over|on)\b", re.IGNORECASE)


def read_production(sentence: str, facts: Facts, world: World) -> bool:
    """``A mushroom patch produces 20 Food per week``; what holds only under a condition is not taken."""
    folded = fold(sentence)
    if _ONE_PER_DEPOSIT.fullmatch(folded):
        facts.deposit = True
        return True
    if bare := _BARE_SUM.fullmatch(folded):
        return _take_production(bare["what"], facts, world)
    for verb in _making().finditer(folded):
        made = _MADE.match(folded, verb.end())
        amounts = parse_amounts(made["what"]) if made else None
        if made is None or amounts is None or not all(_is_resource(amount, world) for amount in amounts):
            continue
        lead, rest = folded[: verb.start()], made["rest"]
        mined = _OVER_DEPOSIT.fullmatch(rest) is not None
        bound = _CONDITION.search(_YOU_CAN.sub("", lead)) or (not mined and _CONDITION.search(rest))
        if bound or any(amount.each for amount in amounts):
            facts.doubts.append((sentence, "it holds only under a condition, so it is no figure of the data"))
            return False
        facts.deposit = facts.deposit or mined
        _take_production(made["what"], facts, world)
        return mined or not rest.strip(" .")
    return False


def read_recruits(sentence: str, facts: Facts, world: World) -> bool:
    """``You can recruit Derro Brigands, Aklys-Hurlers, and Filchers``, ``a single Black Dragon``."""
    folded = fold(sentence)
    if limit := _PER_WEEK.fullmatch(folded):
        facts.per_week = parse_count(limit["n"])
        return not limit["rest"].strip()
    match = next((found for pattern in _recruiting() if (found := pattern.fullmatch(folded))), None)
    if match is None:
        return False
    text, tail = _cut_tail(match["list"].rstrip("."), world)
    items = [_read_item(item, world) for item in _split_names(text, world)]
    if match["verb"].lower() not in _SURELY_RECRUITS and not any(world.is_unit(item.name) for item in items):
        return False
    facts.recruits += items
    limit = _PER_WEEK.fullmatch(tail.strip())
    if limit is not None:
        facts.per_week = parse_count(limit["n"])
        return limit["rest"].strip().lower().startswith("from") or not limit["rest"].strip()
    return not tail.strip(" .")


def read_places(sentence: str, facts: Facts, world: World) -> bool:
    """``can only be built in Warrens, not outposts``; ``can be constructed in Outposts``."""
    folded = fold(sentence)
    if only := _building("only_in").search(folded):
        where = re.split(r",? (?:but )?not\b", only["where"])[0]
        found = _named_places(where, world)
        if found:
            facts.places = found
            return not _QUALIFIED.search(only["where"]) and not only["rest"].strip(" .")
    elif never := _building("never_in").search(folded):
        barred = _named_places(never["where"], world)
        if len(barred) == 1:
            facts.places = ("outpost",) if barred == ("dungeon",) else ("dungeon",)
            return not _QUALIFIED.search(never["where"])
    elif also := _building("also_in").fullmatch(folded):
        found = _named_places(also["where"], world)
        if "outpost" in found:
            facts.places = ("dungeon", "outpost")
            return not _QUALIFIED.search(also["where"])
    return False


def read_crew(sentence: str, facts: Facts, world: World) -> bool:
    """``must be manned by 2 garrisoned units to be effective``."""
    match = _CREW.fullmatch(fold(sentence))
    if match is None:
        return False
    facts.crew = parse_count(match["n"])
    return _TO_WORK.fullmatch(match["rest"]) is not None and "," not in match["lead"]


def read_replaced(sentence: str, facts: Facts, world: World) -> bool:
    """``If you build a Gibbering Wall and you already have a Palisade, the Palisade is replaced.``"""
    for pattern in _REPLACED:
        if match := pattern.fullmatch(fold(sentence)):
            facts.replaces_present.append(match["name"].strip())
            return True
    return False


def read_carriers(sentence: str, facts: Facts, world: World) -> bool:
    """``Mimics can travel with a Shinycaster, but cannot move on their own.`` The sentence stays, for it says more."""
    match = _CARRIED.search(fold(sentence))
    if match is not None and world.is_unit(match["who"]):
        facts.carried_by.append(match["who"])
    return False


def read_headquarters(sentence: str, facts: Facts, world: World) -> bool:
    """``This room has no cost and is located in the capitol.``"""
    match = _FREE_IN_CAPITAL.fullmatch(fold(sentence))
    if match is None:
        return False
    facts.headquarters = True
    return not match["rest"].strip(" .")


STRUCTURE_READERS: tuple[Reader, ...] = (
    read_production,
    read_recruits,
    read_places,
    read_crew,
    read_replaced,
    read_carriers,
    read_headquarters,
)


def _take_production(text: str, facts: Facts, world: World) -> bool:
    amounts = parse_amounts(text)
    if amounts is None or not all(_is_resource(amount, world) for amount in amounts):
        return False
    facts.produces += amounts
    facts.up_to = facts.up_to or "up to" in text.lower()
    return True


def _is_resource(amount: Amount, world: World) -> bool:
    return world.is_resource(amount.resource) or amount.resource[0].isupper()


def _cut_tail(text: str, world: World) -> tuple[str, str]:
    """A list of names and what follows it; a name may hold the words at which a list ends."""
    for match in _TAIL.finditer(text):
        head = text[: match.start()]
        if match[0].startswith((",", ";")):
            return head, text[match.start() :]
        last = _AND.split(head)[-1]
        rest_of_name = _AND.split(text[match.start() :])[0].rstrip(".")
        if not world.is_unit((last + rest_of_name).strip()):
            return head, text[match.start() :]
    return text, ""


def _split_names(text: str, world: World) -> list[str]:
    """The names of a list; one that holds "and" itself stays whole."""
    parts: list[str] = []
    position = 0
    for match in _AND.finditer(text):
        if world.is_unit(text[position:].strip()):
            break
        following = _AND.search(text, match.end())
        joined = text[position : following.start() if following else len(text)]
        if not world.is_unit(text[position : match.start()].strip()) and world.is_unit(joined.strip()):
            continue
        parts.append(text[position : match.start()])
        position = match.end()
    parts.append(text[position:])
    return [part.strip() for part in parts if part.strip()]


def _read_item(text: str, world: World) -> Recruited:
    """A name of a list with its number: ``a single`` and figures are limits, ``a`` is none."""
    bare = _ITEM_PERIOD.sub("", text)
    weekly = bare != text
    match = None if world.is_unit(bare) else _ITEM_COUNT.fullmatch(bare)
    if match is None:
        return Recruited(bare, bare=True)
    number = 1 if match["n"].lower() == "a single" else parse_count(match["n"])
    if match["n"].lower() in ("a", "an"):
        return Recruited(match["name"], per_week=1 if weekly else None)
    return Recruited(match["name"], None if weekly else number, number if weekly else None)


def _named_places(text: str, world: World) -> tuple[str, ...]:
    words = set(re.findall(r"[\w'-]+", text.lower()))
    values = load_words().values
    found = []
    if words & (world.dungeon_words | set(values["dungeon_words"])):
        found.append("dungeon")
    if words & set(values["outpost_words"]):
        found.append("outpost")
    return tuple(found)


@cache
def _making() -> re.Pattern[str]:
    verbs = "|".join(sorted((re.escape(verb) for verb in load_words().verbs["make"]), key=len, reverse=True))
    return re.compile(rf"\b(?:{verbs})\b", re.IGNORECASE)


@cache
def _recruiting() -> tuple[re.Pattern[str], ...]:
    verbs = "|".join(load_words().verbs["recruit"])
    participles = "|".join(load_words().verbs["recruited"])
    nouns = "|".join(load_words().verbs["recruiting"])
    who = r"(?:You|Players?|Your \w+|The [\w' -]+?|[\w' -]+ players?)"
    patterns = (
        rf"{who} (?:can|may)(?: now| also| then)* (?P<verb>{verbs})\s+(?P<list>.+)",
        rf"(?:This \w+ )?(?:allows?|lets|enables?|permits?) (?:you |the \w+ )?(?:to )?(?P<verb>{verbs})\s+(?P<list>.+)",
        rf"(?:This \w+ )?(?:allows?|enables?|permits?) (?:the )?(?P<verb>{nouns}) of (?P<list>.+)",
        r"(?P<verb>recruit|train|hire|muster)s? (?P<list>.+)",
        rf"(?P<list>[^.]+?) (?:can|may)(?: now| also)? be (?P<verb>{participles})(?: here)?\.?",
    )
    return tuple(re.compile(pattern, re.IGNORECASE | re.DOTALL) for pattern in patterns)


@cache
def _building(which: str) -> re.Pattern[str]:
    built = "|".join(load_words().verbs["build"])
    where = r"(?:in|inside|at) (?P<where>[^.;]+)"
    patterns = {
        "only_in": rf"\bcan only be (?:{built}) {where}(?P<rest>.*)",
        "never_in": rf"\b(?:cannot|can't|can not|may not) be (?:{built}) {where}",
        "also_in": rf"(?:Unlike [^,]+, )?[^,.]+ (?:can|may)(?: also)? be (?:{built}) {where}\.?",
    }
    return re.compile(patterns[which], re.IGNORECASE | re.DOTALL)
