"""What one ledger line says, before anybody asks whether it is true: a count, a name, amounts, weeks.

The parts may stand in any order and in most of the ways people write them; see ``docs/players.md``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from orderbook.systems.underdeep.post.phrases import (
    Amount,
    Bracket,
    Count,
    Duration,
    Each,
    Figure,
    Label,
    Mark,
    Name,
    Number,
    Phrase,
    Place,
    Times,
    parse_phrases,
)
from orderbook.systems.underdeep.world.region import Region
from orderbook.text.fold import fold
from orderbook.text.number_words import leading_number
from orderbook.text.records import record
from orderbook.text.tokens import Kind

_VERBS = re.compile(
    r"^(?:i\s+|we\s+)?(?:(?:also|newly|will|to|now)\s+)*(?:recruit(?:s|ing|ed)?|train(?:s|ing|ed)?|hire[sd]?|hiring|"
    r"raise[sd]?|raising|build(?:s|ing)?|construct(?:s|ing|ed)?|begin(?:s|ning)?|begun|start(?:s|ing|ed)?|dig(?:s|ging)?|"
    r"erect(?:s|ing|ed)?|summon(?:s|ing|ed)?|muster(?:s|ing|ed)?|buy(?:ing|s)?|new|upkeep\s+(?:of|for)|add(?:ing|s)?)"
    r"(?:\s+(?:construction\s+(?:of|on)|building|work\s+on|a|an|the|of|on|up))*\s+",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:(?:an?|the|our|my|from|of|for)\s+(?=\S))+", re.IGNORECASE)
_CANCEL = re.compile(r"\bcancel(?:s|l?ed|l?ing)?\b|\brefund(?:ed|s)?\b", re.IGNORECASE)
_REPAIR = re.compile(
    r"^(?:repair(?:s|ing|ed)?|mend(?:ing)?|fix(?:ing)?)\s+(?:of\s+)?(?:the\s+|broken\s+)*", re.IGNORECASE
)
_WEEKS_LEFT = re.compile(
    r"^(?:(?:weeks?|turns?)(?:\s+(?:remaining|left|to\s+go))?|(?:remaining|time)(?:\s+weeks?)?)$", re.IGNORECASE
)
_PER_UNIT = re.compile(r"^per\s+(?!week|turn|round)", re.IGNORECASE)
_TAIL_WORDS = re.compile(
    r"^(?:the|an|our|my|all|remaining|remain|remains|left|to go|more|until|in|from|at|on|for|per|a|of|and|plus|"
    r"garrisoned.*|by|with|after|is|are|this|last|now|total|cost|costs|costing|price|produces?|produced|yields?|gives?|"
    r"time|build|construction|(?:we|i|they)\s+(?:\w+\s+)?"
    r"(?:pays?|paid|give|gave|feed|fed|owed?|spen[dt]|harvest(?:ed)?|collect(?:ed)?|g[eo]t|earn(?:ed)?|receive[ds]?)"
    r"(?:\s+(?:our|the|from|all|another|to))*)$",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"(?:\s+(?:for|at|in|to|from|with|costs?|costing|gives?|gave|given|produces?|produced|yields?|yielded|brings?|brought|"
    r"makes?|made|earn(?:s|ed)?|deliver(?:s|ed)?|provide[sd]?|owes?|owed|eats?|ate|get|got|will|be|us|have|has|had|and|"
    r"we))+$",
    re.IGNORECASE,
)
_LINKING = re.compile(r"^(?:and|while|whereas|but|then|also|plus|with)\s+", re.IGNORECASE)
_DATE = re.compile(r"^(?:now|this week|begins?|starts?)$", re.IGNORECASE)


@record
class Entry:
    """The parts of a line. Offsets are those of the line's text.

    ``amounts`` are those that hold for the line (for each unit when ``per_unit``); ``sums`` are products or sums
    written out, as (terms' value, stated result, start, end) for one resource each; ``prices_of_one`` the prices in
    products, such as the 20 of ``4 x 20 Food = 80 Food``.
    """

    name: str = ""
    name_start: int = 0
    name_end: int = 0
    count: Figure | None = None
    amounts: tuple[Amount, ...] = ()
    per_unit: bool = False
    duration: Duration | None = None
    places: tuple[Region, ...] = ()
    notes: tuple[str, ...] = ()
    sums: tuple[tuple[int, int, int, int], ...] = ()
    cancelled: bool = False
    repair: bool = False
    other_names: tuple[str, ...] = ()
    prices_of_one: tuple[tuple[str, Figure], ...] = ()


@dataclass
class _Draft:
    names: list[Name] = field(default_factory=list)
    counts: list[Figure] = field(default_factory=list)
    amounts: list[Amount] = field(default_factory=list)
    bracket_amounts: list[Amount] = field(default_factory=list)
    durations: list[Duration] = field(default_factory=list)
    places: list[Region] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    sums: list[tuple[int, int, int, int]] = field(default_factory=list)
    each_terms: list[tuple[Amount, Amount]] = field(default_factory=list)
    prices_of_one: list[tuple[str, Figure]] = field(default_factory=list)
    per_unit: bool = False
    bracket_each: bool = False


def parse_entry(text: str, vocabulary: frozenset[str] = frozenset()) -> Entry:
    """The parts of one ledger line."""
    phrases = _timed(list(parse_phrases(text, vocabulary)), text)
    draft = _Draft()
    _read_arithmetic(phrases, draft)
    _read(phrases, text, draft)
    return _finish(text, draft)


def plain_name(text: str) -> str:
    """A name without the words of a sentence around it: ``while the Kobold Mine brought us``."""
    text = _ARTICLE.sub("", _LINKING.sub("", text.strip()))
    return _TRAILING.sub("", text)


def _timed(phrases: list[Phrase], text: str) -> list[Phrase]:
    """``weeks remaining: 2`` becomes the time it is; of ``2/3 weeks`` nobody knows which figure is left."""
    result: list[Phrase] = []
    for phrase in phrases:
        before = result[-1] if result else None
        label = result[-2] if len(result) > 1 and isinstance(before, Mark) else before
        figure = phrase.figure if isinstance(phrase, Count) else None
        if figure and isinstance(label, Name) and len(result) > 1 and _WEEKS_LEFT.match(text[label.start : label.end]):
            del result[result.index(label) :]
            phrase = Duration(label.start, phrase.end, figure.value, figure=figure)
        elif isinstance(phrase, Duration) and isinstance(label, Count) and _is_slash(before) and phrase.figure:
            del result[-2:]
            phrase = Duration(label.start, phrase.end, None)
        result.append(phrase)
    return result


def _is_slash(phrase: Phrase | None) -> bool:
    return isinstance(phrase, Mark) and phrase.kind is Kind.SLASH


def _labelled(phrases: list[Phrase]) -> list[Phrase]:
    """``Gold: 350`` becomes the amount it is."""
    result: list[Phrase] = []
    index = 0
    while index < len(phrases):
        phrase = phrases[index]
        if isinstance(phrase, Label):
            after = index + 1
            while after < len(phrases) and after <= index + 2 and isinstance(phrases[after], Mark):
                after += 1
            figure = phrases[after] if after < len(phrases) else None
            if isinstance(figure, Count | Number):
                sign = figure.sign if isinstance(figure, Number) else ""
                result.append(Amount(phrase.start, figure.end, figure.figure, sign, phrase.resource))
                index = after + 1
                continue
            result.append(Name(phrase.start, phrase.end, ((phrase.start, phrase.end),)))
        else:
            result.append(phrase)
        index += 1
    return result


def _read_arithmetic(phrases: list[Phrase], draft: _Draft) -> None:
    """Takes ``20 x 3 Gold = 60 Gold`` out of the phrases: its result is the amount, its terms are checked."""
    while True:
        equals = next(
            (i for i, phrase in enumerate(phrases) if isinstance(phrase, Mark) and phrase.kind is Kind.EQ), None
        )
        if equals is None:
            return
        if equals + 1 < len(phrases) and isinstance(phrases[equals + 1], Amount):
            result = phrases[equals + 1]
            assert isinstance(result, Amount)
            first = equals
            while first and _is_term(phrases[first - 1], result.resource):
                first -= 1
            terms = phrases[first:equals]
            figures = [phrase for phrase in _with_prices_of_one(terms) if not isinstance(phrase, Mark | Each)]
            prices = [phrase for phrase in figures if isinstance(phrase, Amount)]
            if len(prices) == 1 and all(isinstance(phrase, Amount | Times | Count) for phrase in figures):
                draft.prices_of_one.append((result.resource, prices[0].figure))
            if figures and not (len(figures) == 1 and isinstance(figures[0], Count | Times)):
                if len(figures) == 1 and _is_price_of_one(terms):
                    draft.each_terms.append((figures[0], result))  # type: ignore[arg-type]
                else:
                    _check_terms(figures, result, draft)
                del phrases[first : equals + 1]
                continue
        del phrases[equals]


def _is_term(phrase: Phrase, resource: str) -> bool:
    if isinstance(phrase, Amount):
        return phrase.resource == resource
    if isinstance(phrase, Mark):
        return phrase.kind in (Kind.AT, Kind.OTHER)
    return isinstance(phrase, Count | Number | Times | Each)


def _with_prices_of_one(terms: list[Phrase]) -> list[Phrase]:
    """``5 @ 20 Food = 100 Food``, ``5 at 20 Food each``: the amount behind such a sign is the price of one."""
    return [
        replace(phrase, each=True) if isinstance(phrase, Amount) and _is_at(terms[index - 1 : index]) else phrase
        for index, phrase in enumerate(terms)
    ]


def _is_at(before: list[Phrase]) -> bool:
    return bool(before) and isinstance(before[0], Mark) and before[0].kind is Kind.AT


def _is_price_of_one(terms: list[Phrase]) -> bool:
    """``@ 5 Gold``, ``5 Gold each``, ``x 5 Gold``: to be multiplied by the line's count."""
    return any(
        isinstance(phrase, Each) or (isinstance(phrase, Amount) and phrase.each) or isinstance(phrase, Mark)
        for phrase in terms
    )


def _check_terms(terms: list[Phrase], result: Amount, draft: _Draft) -> None:
    """Evaluates products and sums of one resource; the count they mention counts as the line's."""
    total, factor, known = 0, 1, True
    pending: Figure | None = None
    sign = 1
    for phrase in terms:
        if isinstance(phrase, Times):
            if pending is not None and phrase.before is False:
                factor = pending.value or 1
                pending = phrase.figure
                continue
            if phrase.figure.value is None:
                known = False
            factor *= phrase.figure.value or 1
            draft.counts.append(phrase.figure)
        elif isinstance(phrase, Amount | Number | Count):
            if pending is not None:
                if isinstance(phrase, Amount) and phrase.each:
                    factor *= pending.value or 1
                    draft.counts.append(pending)
                else:
                    total += sign * (pending.value or 0)
                pending = None
            written = phrase.sign if isinstance(phrase, Amount | Number) else ""
            sign = -1 if written in ("-", "~") else 1
            if phrase.figure.value is None:
                known = False
            if isinstance(phrase, Count):
                pending = phrase.figure
                if factor != 1:
                    total += sign * factor * (pending.value or 0)
                    pending, factor = None, 1
            else:
                total += sign * factor * (phrase.figure.value or 0)
                factor = 1
    if pending is not None:
        total += sign * factor * (pending.value or 0)
    if known and result.figure.value is not None:
        stated = result.figure.value * (-1 if result.sign == "-" else 1)
        if abs(total) != abs(stated):
            draft.sums.append((total, stated, terms[0].start, result.end))


def _read(phrases: list[Phrase], text: str, draft: _Draft) -> None:
    previous: Phrase | None = None
    phrases = _labelled(_open_subject_bracket(phrases))
    for phrase, following in zip(phrases, [*phrases[1:], None], strict=False):
        if isinstance(phrase, Amount):
            if phrase.each or (isinstance(previous, Times) and previous.before):
                draft.per_unit = True
            if isinstance(previous, Mark) and previous.kind is Kind.AT:
                draft.per_unit = True
            draft.amounts.append(phrase)
        elif isinstance(phrase, Times | Count):
            draft.counts.append(phrase.figure)
        elif isinstance(phrase, Number) and phrase.sign == "~" and isinstance(following, Name) and not draft.names:
            draft.counts.append(phrase.figure)  # "80 Food - 4 Mushroom Patches"
        elif isinstance(phrase, Number):
            draft.notes.append(text[phrase.start : phrase.end])
        elif isinstance(phrase, Duration):
            draft.durations.append(phrase)
        elif isinstance(phrase, Each):
            draft.per_unit = True
        elif isinstance(phrase, Place):
            draft.places.append(phrase.region)
        elif isinstance(phrase, Name):
            if draft.amounts and _PER_UNIT.match(text[phrase.start : phrase.end]):
                draft.per_unit = True
            else:
                draft.names.append(phrase)
        elif isinstance(phrase, Bracket):
            _read_bracket(phrase, text, draft)
        previous = phrase


def _open_subject_bracket(phrases: list[Phrase]) -> list[Phrase]:
    """``+80 Food (4 Mushroom Patches)``: with no name outside, the bracket that holds one is opened."""
    if any(isinstance(phrase, Name) for phrase in phrases):
        return phrases
    for index, phrase in enumerate(phrases):
        if isinstance(phrase, Bracket) and any(isinstance(inner, Name) for inner in phrase.inner):
            return [*phrases[:index], *phrase.inner, *phrases[index + 1 :]]
    return phrases


def _read_bracket(bracket: Bracket, text: str, draft: _Draft) -> None:
    inner = _labelled(list(bracket.inner))
    kinds = [phrase for phrase in inner if not isinstance(phrase, Mark)]
    if len(kinds) == 1 and isinstance(kinds[0], Count | Times):
        draft.counts.append(kinds[0].figure)
        return
    if len(kinds) == 2 and isinstance(kinds[0], Times) and isinstance(kinds[1], Count | Number):
        draft.counts.append(kinds[0].figure)  # "(4 x 20)" in front of the result
        return
    durations = [phrase for phrase in kinds if isinstance(phrase, Duration)]
    amounts = [phrase for phrase in kinds if isinstance(phrase, Amount)]
    places = [phrase.region for phrase in kinds if isinstance(phrase, Place)]
    words = [text[phrase.start : phrase.end] for phrase in kinds if isinstance(phrase, Name)]
    meaningful = all(_TAIL_WORDS.match(word) or _PER_UNIT.match(word) for word in words)
    if durations and meaningful:
        draft.durations.extend(durations)
    if amounts and meaningful:
        draft.bracket_amounts.extend(amounts)
        each = any(isinstance(phrase, Each) for phrase in kinds) or any(_PER_UNIT.match(word) for word in words)
        draft.bracket_each = draft.bracket_each or each
    draft.places.extend(places)
    if not (durations or amounts or places) or not meaningful:
        draft.notes.append(text[bracket.inner_start : bracket.inner_end])


def _finish(text: str, draft: _Draft) -> Entry:
    amounts, per_unit = tuple(draft.amounts), draft.per_unit
    if not amounts and draft.bracket_amounts:
        amounts, per_unit = tuple(draft.bracket_amounts), per_unit or draft.bracket_each
    folded = fold(text)
    refund = _CANCEL.search(folded)
    cancelled = refund is not None
    folded = _CANCEL.sub(lambda match: " " * len(match.group()), folded)
    subject: tuple[str, int, int] = ("", 0, 0)
    others: list[str] = []
    repair = False
    word_count: Figure | None = None
    for name in draft.names:
        start, end, words = name.start, name.end, folded[name.start : name.end]
        if not subject[0]:
            if match := _REPAIR.match(words):
                repair, start = True, start + match.end()
            else:
                stripped = words.lstrip()
                start += len(words) - len(stripped)
                if match := _VERBS.match(stripped + " "):
                    start += min(match.end(), len(stripped))
            words = folded[start:end]
            if match := _LINKING.match(words):
                start += match.end()
                words = folded[start:end]
            spelt = None if draft.counts else leading_number(words)
            if spelt is None and (match := _ARTICLE.match(words)):
                start += match.end()
                words = folded[start:end]
                spelt = None if draft.counts else leading_number(words)
            if spelt is not None:
                word_count = Figure(start, start + spelt[1], spelt[0], text[start : start + spelt[1]].rstrip())
                start += spelt[1]
                words = folded[start:end]
            if match := _TRAILING.search(words):
                words = words[: match.start()]
                end = start + len(words)
            end = start + len(words.rstrip())
            if words.strip() and not _TAIL_WORDS.match(words.strip()):
                subject = (text[start:end], start, end)
                continue
        if text[start:end].strip():
            others.append(text[start:end].strip())
    if refund is not None and not subject[0]:
        subject = (text[refund.start() : refund.end()], refund.start(), refund.end())  # "Refund: +50 Gold"
    count = draft.counts[0] if draft.counts else word_count
    for each, result in draft.each_terms:
        price, stated, number = each.figure.value, result.figure.value, count.value if count else 1
        if None not in (price, stated, number) and (price or 0) * (number or 0) != stated:
            draft.sums.append(((price or 0) * (number or 0), stated or 0, each.start, result.end))
    duration = draft.durations[0] if draft.durations else None
    for further in draft.durations[1:]:  # "ready in 3 weeks" gives a plain "ready" first
        if duration is not None and duration.complete and not further.complete:
            duration = further
    return Entry(
        name=subject[0],
        name_start=subject[1],
        name_end=subject[2],
        count=count,
        amounts=amounts,
        per_unit=per_unit,
        duration=duration,
        places=tuple(draft.places),
        notes=tuple(draft.notes),
        sums=tuple(draft.sums),
        cancelled=cancelled,
        repair=repair,
        prices_of_one=tuple(draft.prices_of_one),
        other_names=tuple(word for word in others if not _TAIL_WORDS.match(word) and not _DATE.match(word)),
    )
