"""Small ways of writing amounts, numbers, weeks and places, to be put together into a style."""

from __future__ import annotations

from collections.abc import Callable

from orderbook.books.bundle import Bundle

from .kit import pluralise
from .state import Place

AmountsWriter = Callable[[Bundle], str]
PriceWriter = Callable[[Bundle, int], str]  # the whole price, and for how many
NounWriter = Callable[[str, int, bool], str]  # name, number, whether a number is usual with it
WeeksWriter = Callable[[int], str]
PlaceWriter = Callable[[Place], str]

MINUS = "−"
EN, EM = "–", "—"
WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip


def write_number(number: int, thousands: str = "") -> str:
    return f"{number:,}".replace(",", thousands)


def amounts(
    sign: str = "",
    *,
    sep: str = ", ",
    last: str = "",
    form: str = "{sign}{n} {name}",
    lower: bool = False,
    letters: bool = False,
    thousands: str = "",
) -> AmountsWriter:
    """A writer of ``+350 Gold, +50 Metal`` and its like.

    ``sign`` goes before every amount, whose own sign is ignored; ``last`` joins the last two; ``letters`` takes the
    first letter for the name.
    """

    def write(bundle: Bundle) -> str:
        parts = []
        for name, amount in bundle.items():
            word = name[0].lower() if letters else name.lower() if lower else name
            parts.append(form.format(sign=sign, n=write_number(abs(amount), thousands), name=word))
        if last and len(parts) > 1:
            parts[-2:] = [parts[-2] + last + parts[-1]]
        return sep.join(parts)

    return write


def signed_amounts(plus: AmountsWriter, minus: AmountsWriter) -> AmountsWriter:
    """Each amount by its own sign."""

    def write(bundle: Bundle) -> str:
        parts = [(plus if amount > 0 else minus)(Bundle({name: amount})) for name, amount in bundle.items()]
        return ", ".join(parts)

    return write


def price(whole: AmountsWriter, form: str = "{whole}") -> PriceWriter:
    """A price for several: ``form`` may use ``{whole}``, ``{each}`` and ``{n}``; for one, only the whole is told."""

    def write(bundle: Bundle, number: int) -> str:
        divides = number > 1 and all(amount % number == 0 for amount in bundle.values())
        if not divides or "{each}" not in form:
            return whole(bundle)
        each = Bundle({name: amount // number for name, amount in bundle.items()})
        return form.format(whole=whole(bundle), each=whole(each), n=number)

    return write


def nouns(
    form: str = "{n} {name}",
    *,
    plural: bool = True,
    bare_one: bool = False,
    spelled: str = "",
    bare_unique: bool = True,
) -> NounWriter:
    """A writer of ``4 Mushroom Patches``.

    ``bare_one`` drops the number of a single one, ``bare_unique`` that of what there can be only one of;
    ``spelled`` writes small numbers in words: "lower" or "title".
    """

    def write(name: str, number: int, counted: bool) -> str:
        word = pluralise(name) if plural and number != 1 else name
        if number == 1 and (bare_one or (bare_unique and not counted)):
            return name
        digits = str(number)
        if spelled and number < len(WORDS):
            digits = WORDS[number].title() if spelled == "title" else WORDS[number]
        return form.format(n=digits, name=word)

    return write


def weeks(one: str = "1 week remaining", many: str = "{n} weeks remaining", none: str = "complete") -> WeeksWriter:
    def write(number: int) -> str:
        return none if number == 0 else one if number == 1 else many.format(n=number, word=WORDS[number])

    return write


def places(form: str = "{layer} {n}", short: dict[str, str] | None = None) -> PlaceWriter:
    def write(place: Place) -> str:
        layer = (short or {}).get(place.layer, place.layer)
        return form.format(layer=layer, n=place.number)

    return write


TWO_LETTERS = {"Upperdeep": "UD", "Middledeep": "MD", "Lowerdeep": "LD"}
ONE_LETTER = {"Upperdeep": "U", "Middledeep": "M", "Lowerdeep": "L"}
HALF_WORD = {"Upperdeep": "Upper", "Middledeep": "Middle", "Lowerdeep": "Lower"}
