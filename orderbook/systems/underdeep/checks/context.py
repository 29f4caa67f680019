"""Everything a check may look at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import Faction
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.post.catalogue import Catalogue
from orderbook.systems.underdeep.post.model import Post

if TYPE_CHECKING:  # few posts are checked with a map
    from orderbook.systems.underdeep.world.map import WorldMap


@dataclass
class Context:
    """A post read, with what is known beside it. What is not known is None, and checks that need it stay silent.

    ``free_recipients`` are readers of Messages, folded, who may be written to without limit by what a campaign knows.
    ``opening`` is the Wealth at the start of the week, ``previous`` the post of the week before, ``options`` how the
    campaign reads what the rulebook leaves open.
    """

    post: Post
    catalogue: Catalogue
    faction: Faction | None = None
    previous: Post | None = None
    opening: Bundle | None = None
    week: int | None = None
    first_turn: bool = False
    world: WorldMap | None = None
    further_resources: frozenset[str] = field(default_factory=frozenset)
    options: Options = field(default_factory=Options)
    free_recipients: frozenset[str] = frozenset()
