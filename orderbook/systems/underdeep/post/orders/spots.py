"""Places in an order: name and region joined to one spot, whichever way round they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from orderbook.bbcode.lines import VisibleLine
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.post.model import Site
from orderbook.systems.underdeep.post.orders.model import Spot, Verb
from orderbook.systems.underdeep.post.orders.names import core_name
from orderbook.systems.underdeep.post.orders.parts import Act, Bracket, Mark, Name, Part, Place
from orderbook.systems.underdeep.post.titles import is_one_slip
from orderbook.systems.underdeep.world.region import Region

_LEAST_MISSPELT = 5


@dataclass(slots=True)
class SpotPart(Part):
    """A place with the word before it (FROM, TO, AT, ...; empty for none). ``spot`` is None for "there"."""

    preposition: str
    spot: Spot | None


def join_spots(parts: Sequence[Part], line: VisibleLine, sites: Sequence[Site]) -> list[Part]:
    """The parts with each place as a ``SpotPart``; brackets that hold more than a place follow it."""
    found: list[Part] = []
    at = 0
    while at < len(parts):
        part = parts[at]
        if isinstance(part, Name) and found and _is_object_place(found[-1], _at(parts, at + 1)):
            part = Place(part.start, part.end, "", None, (part.start, part.end))
        if not isinstance(part, Place):
            found.append(part)
            at += 1
            continue
        pieces, at = _gather(part, parts, at + 1)
        found.extend(_as_spot(pieces, line, sites))
    return found


def _at(parts: Sequence[Part], index: int) -> Part | None:
    return parts[index] if index < len(parts) else None


def _sole_place(part: Part | None) -> Place | None:
    """The place a bracket holds and nothing else."""
    if isinstance(part, Bracket) and len(part.inner) == 1:
        inner = part.inner[0]
        return inner if isinstance(inner, Place) and inner.token is not None else None
    return None


def _is_object_place(before: Part, behind: Part | None) -> bool:
    """Whether unknown words behind a verb name a place: "garrison Black Keep", "scout Black Keep (LD 9)"."""
    if not isinstance(before, Act):
        return False
    return before.token.value.verb is Verb.GARRISON or _sole_place(behind) is not None


def _gather(first: Place, parts: Sequence[Part], at: int) -> tuple[list[Place | Bracket], int]:
    """A place and what belongs to the same spot: a bracket behind a name, a region behind its site.

    ``at`` is where to look on; the second value is where to go on.
    """
    pieces: list[Place | Bracket] = [first]
    behind = _at(parts, at)
    if first.token is None and isinstance(behind, Bracket) and _sole_place(behind):
        return [first, behind], at + 1
    if first.token is None or first.bracket is not None:
        return pieces, at
    comma = isinstance(behind, Mark) and behind.kind == "COMMA"
    following = _at(parts, at + comma)
    if isinstance(following, Place) and following.token is not None and _same_spot(first, following, comma=comma):
        return [first, following], at + comma + 1
    return pieces, at


def _same_spot(first: Place, second: Place, *, comma: bool) -> bool:
    if second.preposition not in ("", "AT") or first.token is None or second.token is None:
        return False
    if first.token.kind == "SITE" and second.token.kind == "PLACE":
        return first.token.value.region in (None, second.token.value)
    if first.token.kind == "PLACE" and second.token.kind == "SITE" and not second.preposition:
        return second.token.value.region == first.token.value or (second.token.value.region is None and not comma)
    return False


def _as_spot(pieces: Sequence[Place | Bracket], line: VisibleLine, sites: Sequence[Site]) -> Iterator[Part]:
    first = pieces[0]
    if not isinstance(first, Place):
        return
    if first.token is not None and first.token.kind == "THERE":
        yield SpotPart(first.start, first.end, first.preposition, None)
        if first.bracket is not None:
            yield first.bracket
        return
    region: Region | None = None
    site: Site | None = None
    start = first.token.start if first.token is not None else first.name[0] if first.name else first.start
    end = first.end
    rest: Bracket | None = None
    if first.token is None and first.name is not None:
        site = _misspelt_site(line.text[first.name[0] : first.name[1]], sites)
    places = [piece for piece in pieces if isinstance(piece, Place)]
    for piece in pieces:
        if place := _sole_place(piece):
            places.append(place)
            end = piece.end
    for place in list(places):
        if inner := _sole_place(place.bracket):
            places.append(inner)
            end = place.bracket.end if place.bracket else end
        elif place.bracket is not None:
            rest = place.bracket
        end = max(end, place.end)
    for place in places:
        if place.token is not None and place.token.kind == "PLACE":
            region = region or place.token.value
        elif place.token is not None and place.token.kind == "SITE":
            site = site or place.token.value
    spot = Spot(line.text[start:end], line.span_of(start, end), region, site)
    yield SpotPart(first.start, end, first.preposition, spot)
    if rest is not None:
        yield rest


def _misspelt_site(text: str, sites: Sequence[Site]) -> Site | None:
    folded = fold_name(text)
    if len(folded) < _LEAST_MISSPELT:
        return None
    near = [site for site in sites if is_one_slip(folded, fold_name(site.name)) or is_one_slip(folded, core_name(site))]
    return near[0] if len(near) == 1 else None
