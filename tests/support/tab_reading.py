"""A tab of a short post read, and what it says as lines of text to compare."""

from orderbook.rulebook.indexes import faction_index
from orderbook.systems.underdeep.post.model import ArmyLine, Character, Message, Post, StructureLine, WealthLine
from orderbook.systems.underdeep.post.read import Reading, read_post
from orderbook.systems.underdeep.rules import underdeep_rulebook
from support.posts import write_post

SITES = "Skitterhole (Lowerdeep 4)\nMystery Chamber\n\nNeedle Outpost (Lowerdeep 31)\nPalisade"


def read_tab(tab: str, text: str, faction: str = "Cleversmart Kobolds") -> Reading:
    """A post whose only other tab with anything in it lists two sites."""
    rulebook = underdeep_rulebook()
    found = faction_index(rulebook).find(faction)
    return read_post(write_post({"Dungeons": SITES} | {tab: text}), rulebook, faction=found.value if found else None)


def describe_wealth(line: WealthLine) -> str:
    """``Gold 630``, with the terms of a sum written out."""
    figure = f'"{line.text}"' if line.stated is None else str(line.stated)
    return f"{line.resource} {figure}" + (f" = {' '.join(f'{term:+d}' for term in line.terms)}" if line.terms else "")


def describe_army(line: ArmyLine) -> str:
    """``12 Kobold Skulker, garrisoned, Skitterhole, Lowerdeep 4``; an officer with rank and name."""
    who = f"{line.count} {line.unit.name}" if line.rank is None else f"{line.rank} {line.person} ({line.unit.name})"
    where = [line.state, line.site.name if line.site else "", str(line.where or "")]
    return ", ".join([who, *(word for word in where if word)])


def describe_structure(line: StructureLine) -> str:
    site = line.site.name if line.site else "nowhere"
    return f"{site}: {line.count} {line.structure.name}" + (" (broken)" if line.broken else "")


def describe_character(character: Character) -> str:
    stats = ", ".join(
        f"{label} {line.text if line.value is None else line.value}" for label, line in character.stats.items()
    )
    rank = f" ({character.rank})" if character.rank else ""
    return f"{character.name}{rank}: {stats}" + (f"; {character.inventory}" if character.inventory else "")


def describe_message(message: Message) -> str:
    return ("reply to " if message.reply else "to ") + " and ".join(message.recipients)


def _lines(post: Post) -> dict[str, list[str]]:
    return {
        "Wealth": [describe_wealth(line) for line in post.wealth],
        "Armies": [describe_army(line) for line in post.armies],
        "Dungeons": [describe_structure(line) for line in post.structures],
        "Characters": [describe_character(character) for character in post.characters],
        "Messages": [describe_message(message) for message in post.messages],
        "Trade": [f"{line.flow}" + (f" with {line.partner}" if line.partner else "") for line in post.trade],
    }


def describe_tab(tab: str, reading: Reading) -> list[str]:
    """What was read from a tab; lines left to the game master follow, marked with ``?``."""
    long = "Dungeons and Outposts" if tab == "Dungeons" else tab
    left = [f"? {line.line.text}" for line in reading.post.tab_lines if line.tab == long and not line.understood]
    return _lines(reading.post)[tab] + left
