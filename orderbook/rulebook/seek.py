"""Looking something up by name in a whole rulebook: entries of the factions, abilities and spells."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.rulebook.indexes import entry_forms, race_words
from orderbook.rulebook.model import Ability, Faction, Ritual, Rulebook, RuleEntry
from orderbook.rulebook.names import NameIndex, Quality
from orderbook.rulebook.plurals import pluralise
from orderbook.text.records import record

Held = tuple[Faction, RuleEntry]
_Target = tuple[str, str]


@record
class Sought:
    """What a name was found to mean: ``entries`` of that name, each with its faction, or else an ability or spell.

    ``slip`` is the right name where another spelling was read as it. ``holders`` are the entries with the ability.
    """

    entries: tuple[Held, ...] = ()
    ability: Ability | None = None
    is_spell: bool = False
    holders: tuple[Held, ...] = ()
    slip: str | None = None
    suggestions: tuple[str, ...] = ()


def seek(rulebook: Rulebook, name: str, faction: Faction | None = None) -> Sought:
    """What ``name`` means, in one faction or in all. One slip of a letter is forgiven, a worse name is not."""
    factions = rulebook.factions if faction is None else (faction,)
    held = [(owner, entry) for owner in factions for entry in owner.entries]
    commons = (*rulebook.abilities, *rulebook.spells)
    index = NameIndex(_forms(held, commons), weak_forms=_bare_forms(held))
    match = index.find(name)
    if match is None or match.quality is Quality.GUESS:
        return Sought(suggestions=match.suggestions if match is not None else index.suggest(name))
    sort, meant = match.value
    slip = match.name if match.quality is Quality.SLIP else None
    if sort == "entry":
        return Sought(entries=tuple((owner, entry) for owner, entry in held if entry.name == meant), slip=slip)
    ability = next(each for each in commons if each.name == meant)
    names = {form for each in (ability.name, *ability.aliases) for form in (each, pluralise(each))}
    return Sought(
        ability=ability,
        is_spell=ability in rulebook.spells,
        holders=tuple((owner, entry) for owner, entry in held if _has_ability(entry, names)),
        slip=slip,
    )


def _has_ability(entry: RuleEntry, names: set[str]) -> bool:
    if isinstance(entry, Ritual):
        return False
    written = [ability for option in getattr(entry, "options", ()) for ability in option.abilities]
    return any(_begins_with(ability, name) for ability in (*entry.abilities, *written) for name in names)


def _begins_with(ability: str, name: str) -> bool:
    """Whether behind ``name`` stand a figure or brackets at most: ``Disarm Traps +5``, ``Fear (DC 20)``."""
    if not ability.lower().startswith(name.lower()):
        return False
    rest = ability[len(name) :]
    return not rest or (rest[0] in " (" and rest.strip()[:1] in "+-(0123456789")


def _forms(held: list[Held], commons: tuple[Ability, ...]) -> Iterator[tuple[str, _Target]]:
    seen: dict[str, _Target] = {}
    for _, entry in held:
        target = seen.setdefault(entry.name, ("entry", entry.name))
        yield from ((form, target) for form in entry_forms(entry))
    taken = {form for _, entry in held for form in entry_forms(entry)}
    for ability in commons:
        target = ("ability", ability.name)
        yield from ((form, target) for form in (ability.name, *ability.aliases) if form not in taken)


def _bare_forms(held: list[Held]) -> Iterator[tuple[str, _Target]]:
    """Names without the race in front: Brigand for Derro Brigand."""
    for faction, entry in held:
        words = race_words(faction)
        for form in entry_forms(entry):
            first, _, rest = form.partition(" ")
            if rest and first.lower() in words:
                yield rest, ("entry", entry.name)
