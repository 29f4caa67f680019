"""A region of the map, such as ``Lowerdeep 51``, and the many ways players write it."""

from __future__ import annotations

import re
from functools import total_ordering

from orderbook.text.records import record

LAYERS = ("Surface", "Upperdeep", "Middledeep", "Lowerdeep")  # from the top down
_DEPTH = {layer: depth for depth, layer in enumerate(LAYERS)}


@total_ordering
@record
class Region:
    """One numbered region of a layer. Regions sort from the Surface down, then by number.

    Raises ``ValueError`` for a layer that is none of ``LAYERS``.
    """

    layer: str
    number: int

    def __post_init__(self) -> None:
        if self.layer not in _DEPTH:
            raise ValueError(f"no layer {self.layer!r}; the layers are {', '.join(LAYERS)}")

    @property
    def depth(self) -> int:
        """0 for the Surface, 1 for the Upperdeep, 3 for the Lowerdeep."""
        return _DEPTH[self.layer]

    def __lt__(self, other: Region) -> bool:
        return (self.depth, self.number) < (other.depth, other.number)

    def __str__(self) -> str:
        return f"{self.layer} {self.number}"


_BLANK = r"[^\S\r\n]{0,3}"  # a few blanks of any kind, never a line end
_NUMBER = r"[0-9]{1,4}(?!\w|\.[0-9]|,[0-9]{3}(?![0-9]))"
# What may stand between layer and number. "Surface - 12 Goblins" and "Surface: 12 Goblins" name no region.
_WORDS = r"#|region\b|no\b\.?|nr\b\.?|number\b"
_MARK = rf"(?:[-–—](?=[0-9])|(?:,?{_BLANK}(?:{_WORDS})){{0,2}}{_BLANK})"
_LOOSE_MARK = rf"(?:,?{_BLANK}(?:{_WORDS}|[-–—:])){{0,2}}{_BLANK}"
_UNDERGROUND = r"(?:up+er|mid+(?:le)?|low+er)[ \t\xa0-]?de+ps?|[uml]d"
_DEEP = r"(?:up+er|mid+(?:le)?|low+er)[ \t\xa0-]?de+ps?|surface"
_WIDE = rf"{_DEEP}|[uml]d|sf"  # plain enough to stand apart from the number
_BARE = r"upper|middle|mid|lower"
# "51 Lowerdeep" is a region where the phrase ends there: "5 Lowerdeep Crawlers" and "2 Lowerdeep 14" are none like it.
# "lower 3 ropes" is no region, "to lower 51 and garrison" is: there the number must end the phrase.
_ENDS = (
    r"(?=[^\S\r\n]*(?:$|[^\w\s]|[\r\n]|(?:and|or|to|then|by|via|from|for|with|using|in|on|at|through|if|unless|"
    r"until|when|while|but|is|are|has|have)\b))"
)

_MENTION = re.compile(
    rf"(?<!\w)(?:"
    rf"(?P<layer>{_WIDE}|(?-i:Upper|Middle|Mid|Lower|UPPER|MIDDLE|MID|LOWER)){_MARK}(?P<number>{_NUMBER})"
    rf"|(?P<layer_vague>{_WIDE}|{_BARE}){_LOOSE_MARK}(?P<number_vague>{_NUMBER}){_ENDS}"
    rf"|(?P<layer_bracket>{_WIDE}|{_BARE}){_BLANK}[(\[]{_BLANK}#?(?P<number_bracket>{_NUMBER}){_BLANK}[)\]]"
    rf"|(?P<letter>[umls])[-#]?(?P<number_letter>{_NUMBER})"
    rf"|(?P<number_first>[0-9]{{1,4}}){_BLANK}[(\[]{_BLANK}(?P<layer_last>{_WIDE}|{_BARE}|[umls]){_BLANK}[)\]]"
    rf"|(?<![0-9][.,])(?P<number_ahead>[0-9]{{1,4}})(?:st|nd|rd|th)?{_BLANK},?{_BLANK}"
    rf"(?P<layer_behind>{_UNDERGROUND}|(?-i:Surface))(?:{_BLANK}region)?{_ENDS}(?!{_MARK}{_NUMBER}|{_LOOSE_MARK}{_NUMBER}{_ENDS})"
    rf"|region{_BLANK}#?(?P<number_region>[0-9]{{1,4}}){_BLANK},?{_BLANK}(?:(?:of|in|on){_BLANK}(?:the{_BLANK})?)?"
    rf"[(\[]?(?P<layer_region>{_DEEP})\b[)\]]?"
    rf")",
    re.IGNORECASE,
)
# The further numbers of "Lowerdeep 64 and 68" or "LD51 -> 52 -> 60" (folded text has bullets for arrows).
# A number with a noun behind it is a count.
_FURTHER = re.compile(
    rf"(?:{_BLANK},{_BLANK}[0-9]{{1,4}}){{0,20}}{_BLANK},?{_BLANK}(?:and|or|&|to|then|[-=]?>|→|•)"
    rf"{_BLANK}{_NUMBER}{_ENDS}",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"[0-9]+")
_GROUPS = (
    ("layer", "number"),
    ("layer_vague", "number_vague"),
    ("layer_bracket", "number_bracket"),
    ("letter", "number_letter"),
    ("layer_last", "number_first"),
    ("layer_region", "number_region"),
    ("layer_behind", "number_ahead"),
)
_LOOSE = re.compile(
    rf"\s*(?:the\s|region\s)?\s*(?:(?P<layer>{_WIDE}|{_BARE}|[umls]){_LOOSE_MARK}(?P<number>[0-9]{{1,4}})"
    rf"|#?(?P<number_first>[0-9]{{1,4}}){_BLANK},?{_BLANK}(?P<layer_last>{_WIDE}|{_BARE}|[umls]))\s*[.,;]?\s*",
    re.IGNORECASE,
)
_BY_LETTER = {"u": "Upperdeep", "m": "Middledeep", "l": "Lowerdeep", "s": "Surface"}


def _region(layer: str, number: str) -> Region:
    return Region(_BY_LETTER[layer[0].lower()], int(number))


def parse_region(text: str) -> Region | None:
    """The region a short text names and nothing else: "LD 51", "Lower Deep #51", "51 (Lowerdeep)", "U4"."""
    if len(text) > 80:
        return None
    if match := _LOOSE.fullmatch(text):
        layer, number = match["layer"] or match["layer_last"], match["number"] or match["number_first"]
        return _region(layer, number)
    stripped = text.strip().rstrip(".,;")
    if match := _MENTION.fullmatch(stripped):
        return _from_mention(match)
    return None


def _from_mention(match: re.Match[str]) -> Region:
    layer, number = next((match[a], match[b]) for a, b in _GROUPS if match[a] is not None)
    return _region(layer, number)


def find_regions(text: str) -> list[tuple[int, int, Region]]:
    """Every region a text mentions, in order, as ``(start, end, region)`` in characters.

    "LD51" and "Lowerdeep 64 and 68" are regions (the second gives two), "12 men" and "LD" alone are none.
    """
    found: list[tuple[int, int, Region]] = []
    at = 0
    while match := _MENTION.search(text, at):
        region = _from_mention(match)
        found.append((match.start(), match.end(), region))
        at = match.end()
        while further := _FURTHER.match(text, at):
            found.extend(
                (digits.start(), digits.end(), Region(region.layer, int(digits.group())))
                for digits in _DIGITS.finditer(text, at, further.end())
            )
            at = further.end()
    return found
