"""Which resources there are: the usual ones, a faction's own, those that a post's Wealth lists (UD-ORD-20)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from orderbook.books.bundle import USUAL_ORDER, Bundle, sort_resources
from orderbook.systems.system import RequestError
from orderbook.systems.underdeep.post.vocabulary import build_vocabulary


def name_resources(amounts: Bundle, further: Iterable[str], what: str) -> Bundle:
    """``amounts`` with each resource under its own name, as in ``slave 5`` for ``Slaves``.

    ``further`` are the resources beyond the usual ones. Raises ``RequestError`` for one that is none of them; ``what``
    says where it was typed.
    """
    known = frozenset(further)
    words = _names(known)
    named: list[tuple[str, int]] = []
    for resource, amount in amounts.items():
        name = words.get(resource.lower())
        if name is None:
            listed = ", ".join(sort_resources({*USUAL_ORDER, *known}))
            raise RequestError(
                f'{what}: "{resource}" is no resource of the post or of the faction; they have {listed}. '
                "Further ones can be listed in Wealth or in rule data (resources)."
            )
        named.append((name, amount))
    return Bundle(named)


def mentioned(names: Iterable[str], text: str, further: frozenset[str] = frozenset()) -> frozenset[str]:
    """Those of ``names`` that are neither usual nor among ``further``, and that a text speaks of."""
    known = _names(further)
    return frozenset(name for name in names if name.lower() not in known and _word(name).search(text))


def _names(further: frozenset[str]) -> dict[str, str]:
    """What a resource may be called, in small letters, with its name."""
    return {**build_vocabulary(further).resources, **{name.lower(): name for name in further}}


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name.rstrip('sS'))}s?\b", re.IGNORECASE)
