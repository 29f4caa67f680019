"""What the region of a site yields by itself, and other income that is no room's (UD-TER-01, UD-TER-05, UD-TER-09)."""

from __future__ import annotations

import re

from orderbook.books.bundle import Bundle
from orderbook.rulebook.names import fold_name
from orderbook.text.records import record


@record
class Bonus:
    """A regional bonus. ``dungeon_only``: an Outpost gains nothing from it (ambiguity 24 of the economy rules)."""

    name: str
    yields: Bundle
    rule: str
    dungeon_only: bool = False
    words: tuple[str, ...] = ()


BONUSES = (
    Bonus("Mushroom Forest", Bundle({"Food": 25}), "UD-TER-01", words=(
        "mushroom forest", "mushroom forests", "mushrooms", "wild mushrooms", "forest", "mushroom bonus",
        "local mushrooms", "mushroom forest bonus", "fungus forest", "mushroom region", "mushroom field",
        "mushroom fields", "mushroom terrain", "local mushroom forest", "bonus mushrooms", "mushroom forest terrain",
        "terrain mushrooms",
    )),
    Bonus("Crystals", Bundle({"Gold": 20}), "UD-TER-05", dungeon_only=True, words=(
        "crystals", "crystal", "crystal field", "crystal fields", "crystal bonus", "crystals bonus", "local crystals",
        "crystal deposit", "crystal terrain", "terrain crystals",
    )),
    Bonus("Pool", Bundle({"Food": 10}), "UD-TER-09", words=(
        "pool", "pools", "water", "lake", "stream", "river", "pool bonus", "water bonus", "local pool",
        "underground lake", "underground stream", "underground pool", "lake bonus", "pool terrain", "terrain pool",
        "pond", "terrain water",
    )),
)  # fmt: skip

_BY_WORD = {word: bonus for bonus in BONUSES for word in bonus.words}
_PREFIX = re.compile(r"^(?:terrain|region(?:al)?|local|bonus|from|natural)\s+(?:bonus\s+)?(?:from\s+)?")
_OTHER_INCOME = re.compile(
    r"\b(?:forag|fish(?:ing|ed)\b|scaveng|loot|plunder|sack|raid|trade|trading|s[oe]ld|sale|slave|prisoner|ransom|tribute|"
    r"gift|toll|tax|ritual|debauch|boudoir|soul|bonus|refund|found|reward|bount|quest|tithe|deposit|conver|event|interest|"
    r"donat|thiev|thief|steal|stole|pickpocket|captur|spoils|dirty|sexy|money|rent(?:s|ed)?\b|lease|fees?\b|dues\b)",
    re.IGNORECASE,
)


def parse_bonus(text: str) -> Bonus | None:
    """The regional bonus a production line names. It counts from the first week on (UD-TRN-04)."""
    folded = fold_name(text)
    return _BY_WORD.get(folded) or _BY_WORD.get(_PREFIX.sub("", folded))


def is_other_income(text: str) -> bool:
    """Whether a source of income is one that needs no room: foraging, loot, sales, rituals."""
    return bool(_OTHER_INCOME.search(text))
