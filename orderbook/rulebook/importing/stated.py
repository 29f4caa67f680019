"""Labels that say a key of the rule data outright (``Recruits: ...``, ``Kind: wall``). They have the last word."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from orderbook.rulebook.importing.block import Field
from orderbook.rulebook.importing.conclusions import conclude_aliases, conclude_prefix
from orderbook.rulebook.importing.drafts import DraftEntry, DraftFaction
from orderbook.rulebook.importing.entries import parse_needs
from orderbook.rulebook.importing.facts import Recruited
from orderbook.rulebook.importing.figures import split_list, split_names
from orderbook.rulebook.importing.leaders import parse_bonus
from orderbook.rulebook.importing.lines import clean, plain
from orderbook.rulebook.importing.numbers import Amount, parse_amounts, parse_count
from orderbook.rulebook.importing.preamble import Preamble
from orderbook.rulebook.importing.prices import parse_price
from orderbook.rulebook.importing.remarks import RemarkKind
from orderbook.rulebook.importing.words import LabelKind, fold_label, load_words
from orderbook.rulebook.model import DEFENCE_KINDS, UNLIMITED
from orderbook.text.source import Span

_PERIOD = re.compile(r"\s+(?:per|every|each|a)\s+week\.?$", re.IGNORECASE)
_WEEKS = re.compile(r"\s+weeks?\.?$", re.IGNORECASE)
_UP_TO = re.compile(r"^up to\s+", re.IGNORECASE)
_MOST = 1000

_EVERY = frozenset({"aliases", "plural"})
_BOUGHT = _EVERY | {"cost_text"}
_BUILT = _BOUGHT | {"headquarters", "starting", "crew", "limit", "counts_as", "replaces_present", "abilities_list"}
_WORKING = _BUILT | {"produces", "deposit", "recruits", "places", "tunnel"}
KEYS = {
    "unit": _BOUGHT
    | {"titles", "leader", "summoned", "count_limit", "per_week", "maturing", "lifespan", "lead_bonus"}
    | {"garrison_bonus"},
    "room": _WORKING,
    "defence": _WORKING | {"kind", "indoors", "carried_by"},
    "ritual": _EVERY,
}
"""The keys that can be said outright, by the list an entry stands in."""


NAME_KEYS = frozenset({"aliases", "plural", "titles"})
"""What has to be known before names can be looked up."""


def take_stated(entry: DraftEntry, *, names: bool) -> None:
    """Takes what the plain labels of an entry say into its table; what is no value of theirs is told as not read.

    With ``names`` the keys of ``NAME_KEYS`` are taken, without it the others.
    """
    for field in list(entry.block.fields.values()):
        if field.kind is not LabelKind.PLAIN or (field.key in NAME_KEYS) is not names:
            continue
        if field.key not in KEYS[entry.kind]:
            message = f'"{field.written}" has no meaning for an entry of this list; the line was kept as a note'
            entry.tell(RemarkKind.UNREAD, message, field.span, key="label", written=field.value)
            entry.notes.append(f"{field.written}: {field.value}")
            continue
        if not _READ[field.key](entry, field):
            message = f'"{field.value}" could not be read as what "{field.written}" says'
            entry.tell(RemarkKind.UNREAD, message, field.span, key=field.key, written=field.value)
        else:
            entry.stated.add("abilities" if field.key == "abilities_list" else field.key)
    for field in entry.block.repeated:
        if not names and field.key == "option" and entry.kind == "unit":
            _take_option(entry, field)


def parse_yes(text: str) -> bool | None:
    word = fold_label(text)
    values = load_words().values
    return True if word in values["yes"] else False if word in values["no"] else None


def _text(entry: DraftEntry, field: Field) -> bool:
    if field.value:
        entry.table[field.key] = clean(field.value)
    return bool(field.value)


def _names(entry: DraftEntry, field: Field) -> bool:
    key = "abilities" if field.key == "abilities_list" else field.key
    entry.table[key] = split_names(field.value)
    return True


def _referring_names(entry: DraftEntry, field: Field) -> bool:
    """Names that are looked up later, with the others of their kind."""
    names = split_names(field.value)
    if field.key == "recruits":
        entry.facts.recruits = [Recruited(name) for name in names]
        entry.table.pop("recruits", None)
    else:
        entry.facts.replaces_present = names
    return True


def _counts_as(entry: DraftEntry, field: Field) -> bool:
    names = split_names(field.value)
    if names:
        entry.table["counts_as"] = names[0]
    else:
        entry.table.pop("counts_as", None)
    return len(names) < 2


def _yes(entry: DraftEntry, field: Field) -> bool:
    said = parse_yes(field.value)
    if said is not None:
        entry.table[field.key] = said
    return said is not None


def _number(entry: DraftEntry, field: Field) -> bool:
    if plain(field.value).lower() in load_words().values["nothing"]:
        entry.table.pop(field.key, None)
        return True
    number = parse_count(plain(field.value))
    if number is None or number > _MOST:
        return False
    entry.table[field.key] = number
    return True


def _limit(entry: DraftEntry, field: Field) -> bool:
    word = fold_label(field.value)
    if word in load_words().brackets["unlimited"]:
        entry.table["limit"] = UNLIMITED
        return True
    if word in load_words().values["nothing"]:
        entry.table.pop("limit", None)
        return True
    number = parse_count(plain(field.value))
    if number:
        entry.table["limit"] = number
    return bool(number)


def _bonus(entry: DraftEntry, field: Field) -> bool:
    bonus = parse_bonus(field.value)
    entry.table[field.key] = bonus
    return bool(bonus) or not split_names(field.value)


def _produces(entry: DraftEntry, field: Field) -> bool:
    text = _PERIOD.sub("", plain(field.value).rstrip("."))
    bare = _UP_TO.sub("", text)
    amounts: list[Amount] | None = [] if bare.lower() in load_words().values["nothing"] else parse_amounts(bare)
    if amounts is None:
        return False
    entry.facts.produces = amounts
    entry.facts.up_to = "up to" in text.lower()
    return True


def _weeks(entry: DraftEntry, field: Field) -> bool:
    """``2``, ``2 weeks``."""
    number = parse_count(_WEEKS.sub("", plain(field.value).strip()))
    if number is None or number > _MOST:
        return False
    entry.table[field.key] = number
    return True


def _deposit(entry: DraftEntry, field: Field) -> bool:
    said = parse_yes(field.value)
    if said is not None:
        entry.facts.deposit = said
    return said is not None


def _places(entry: DraftEntry, field: Field) -> bool:
    words = {word.removesuffix("s") for word in fold_label(field.value).split()}
    places = [place for place in ("dungeon", "outpost") if place in words]
    if places:
        entry.table["places"] = places
    return bool(places)


def _kind(entry: DraftEntry, field: Field) -> bool:
    word = fold_label(field.value)
    if word not in (*DEFENCE_KINDS, "unknown"):
        return False
    if word == "unknown":
        entry.table.pop("kind", None)
    else:
        entry.table["kind"] = word
    return True


_READ: dict[str, Callable[[DraftEntry, Field], bool]] = {
    "aliases": _names,
    "plural": _text,
    "titles": _names,
    "leader": _yes,
    "summoned": _yes,
    "count_limit": _number,
    "per_week": _number,
    "maturing": _weeks,
    "lifespan": _weeks,
    "lead_bonus": _bonus,
    "garrison_bonus": _bonus,
    "headquarters": _yes,
    "indoors": _yes,
    "carried_by": _names,
    "tunnel": _number,
    "starting": _number,
    "crew": _number,
    "limit": _limit,
    "counts_as": _counts_as,
    "replaces_present": _referring_names,
    "produces": _produces,
    "deposit": _deposit,
    "recruits": _referring_names,
    "places": _places,
    "kind": _kind,
    "abilities_list": _names,
    "cost_text": _text,
}


def _take_option(entry: DraftEntry, field: Field) -> None:
    """``Option: mounted on a rat; Requires: Midden; Cost: 17 Gold; Bonus: +2 Speed; Abilities: Climb; Note: ...``."""
    name, *parts = [part.strip() for part in clean(field.value).split(";")]
    table: dict[str, Any] = {"name": name}
    price: list[Amount] = []
    for part in parts:
        label, _, value = part.partition(":")
        word, value = fold_label(label), value.strip()
        if word == "requires":
            table["requires"] = [need.names[0] for need in parse_needs(plain(value), field.span)]
        elif word == "cost":
            parsed = parse_price(value)
            price = list(parsed.choices[0]) if parsed.choices else []
        elif word == "bonus":
            table["bonus"] = parse_bonus(value)
        elif word == "abilities":
            table["abilities"] = split_list(value)
        elif word == "joins":
            table["joins"] = split_list(value)
        elif word == "note":
            table.setdefault("notes", []).append(value)
        elif part:
            entry.tell(
                RemarkKind.UNREAD, f'"{part}" of the option "{name}" could not be read', field.span, key="option"
            )
    if name:
        entry.facts.options.append((table, price))


def _tell_names(faction: DraftFaction) -> None:
    told = []
    if faction.header["aliases"]:
        told.append(f"is also called {', '.join(faction.header['aliases'])}")
    if faction.header["unit_prefix"]:
        told.append(f'may leave out "{faction.header["unit_prefix"]}" before its units')
    if told:
        message = f"by its own words, the faction {' and '.join(told)}"
        faction.tell(RemarkKind.CONCLUDED, message, Span(faction.span.start, faction.span.start), key="aliases")


def settle_declared(faction: DraftFaction, preamble: Preamble) -> None:
    """The header of a faction as far as names go: what the post says outright, else what its own words show."""
    said = {key: text for key, (text, _) in preamble.declared.items()}
    header, units = faction.header, faction.of("unit")
    if "unit_prefix" in said:
        header["unit_prefix"] = " ".join(split_names(said["unit_prefix"])[:1])
    else:
        header["unit_prefix"] = conclude_prefix(faction.name, units)
    if "aliases" in said:
        header["aliases"] = split_names(said["aliases"])
    else:
        header["aliases"] = conclude_aliases(faction.name, header["unit_prefix"], preamble.players, units)
    if not {"unit_prefix", "aliases"} & set(said):
        _tell_names(faction)
    header["dungeon_word"] = clean(said.get("dungeon_word", "")) or preamble.dungeon_word or "Dungeon"
    header["starting_layers"] = split_names(said["starting_layers"]) if "starting_layers" in said else preamble.layers
    for key in ("race", "religion"):
        header[key] = clean(said.get(key, ""))
    if "unlimited_messages_to" in said:
        header["unlimited_messages_to"] = split_names(said["unlimited_messages_to"])
    for key, read in (
        ("message_allowance", parse_count), ("complete", parse_yes), ("knows_deposits", parse_yes),
    ):  # fmt: skip
        if key not in said:
            continue
        value = read(plain(said[key]))
        if value is None or value > _MOST:
            message = f'"{said[key]}" could not be read as what its label says'
            faction.tell(RemarkKind.UNREAD, message, preamble.declared[key][1], key=key, written=said[key])
        else:
            header[key] = value
