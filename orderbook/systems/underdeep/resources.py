"""Which resources there are: the usual ones, a faction's own, those that a post's Wealth lists (UD-ORD-20)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from orderbook.books.bundle import USUAL_ORDER, Bundle, sort_resources
from orderbook.systems.system import RequestError
from orderbook.systems.underdeep.post.vocabulary import build_vocabulary


def name_resources(amounts: Bundle, further: Iterable[str], what: str) -> Bundle:
    """``amounts`` with each resource under its own name, as in ``slave 5`` for ``Slaves``.

    ``further`` are the resources beyond the usual ones. One that is none of them is taken as it is written: the post
    may have forgotten it. Raises ``RequestError`` for what looks like a slip in the name of one; ``what`` says where it
    was typed.
    """
    known = frozenset(further)
    words = _names(known)
    named: list[tuple[str, int]] = []
    for resource, amount in amounts.items():
        name = words.get(resource.lower())
        if name is None:
            listed = sort_resources({*USUAL_ORDER, *known})
            if likely := next((each for each in listed if _is_slip(resource, each)), None):
                raise RequestError(f'{what}: there is no resource "{resource}"; did you mean {likely}?')
            name = resource
        named.append((name, amount))
    return Bundle(named)


def _is_slip(typed: str, name: str) -> bool:
    """Whether one name may be meant by the other: ``Glod`` for Gold."""
    from rapidfuzz.distance import OSA

    return OSA.distance(typed.lower(), name.lower(), score_cutoff=2) <= min(2, max(1, len(name) // 4))


def mentioned(names: Iterable[str], text: str, further: frozenset[str] = frozenset()) -> frozenset[str]:
    """Those of ``names`` that are neither usual nor among ``further``, and that a text speaks of."""
    known = _names(further)
    return frozenset(name for name in names if name.lower() not in known and _word(name).search(text))


def _names(further: frozenset[str]) -> dict[str, str]:
    """What a resource may be called, in small letters, with its name."""
    return {**build_vocabulary(further).resources, **{name.lower(): name for name in further}}


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name.rstrip('sS'))}s?\b", re.IGNORECASE)
