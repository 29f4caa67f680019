"""The form of a post: tags, tabs, names, lines (UD-ORD-01, UD-ORD-02). Tags, names and lines are found in reading."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.findings.model import CheckDoc, Severity
from orderbook.systems.underdeep.checks.slip import Slip, slip
from orderbook.systems.underdeep.post.model import Section
from orderbook.systems.underdeep.post.read import Reading
from orderbook.systems.underdeep.post.titles import TABS, Tab
from orderbook.text.source import Span

UNCLOSED = CheckDoc(
    "tag-unclosed", Severity.ERROR, "A tag is opened and never closed.",
    "On the forum everything behind such a tag is shown wrongly, or vanishes into the wrong spoiler.",
    ("UD-ORD-02",), "[spoiler=Trade]None", "[spoiler=Trade]None[/spoiler]",
)  # fmt: skip
MISNESTED = CheckDoc(
    "tag-misnested", Severity.ERROR, "Tags are closed in the wrong order, or closed without having been opened.",
    "Tags close in the opposite order of their opening.",
    ("UD-ORD-02",), "[b][u]Skitterhole[/b][/u]", "[b][u]Skitterhole[/u][/b]",
)  # fmt: skip
MISSING = CheckDoc(
    "tab-missing", Severity.WARNING, "A tab of the orders post is missing.",
    "A post has a flavour text and eleven tabs. An empty one says None, so that nobody wonders whether it was "
    "forgotten.",
    ("UD-ORD-01", "UD-ORD-06"), "(no Trade tab)", "[spoiler=Trade]None[/spoiler]",
)  # fmt: skip
DUPLICATE = CheckDoc(
    "tab-duplicate", Severity.WARNING, "A tab is there twice.",
    "Two tabs of one name leave open which of them counts; their lines are read together.",
    ("UD-ORD-01",), "[spoiler=Trade]None[/spoiler] [spoiler=Trade]None[/spoiler]", "[spoiler=Trade]None[/spoiler]",
)  # fmt: skip
UNKNOWN = CheckDoc(
    "tab-unknown", Severity.WARNING, "A spoiler has a title that is no tab's.",
    "What stands in it is not read; the game master may miss it, too.",
    ("UD-ORD-02",), "[spoiler=Espionage]Our friend keeps his ears open.[/spoiler]", "[spoiler=Orders]...[/spoiler]",
)  # fmt: skip
UNREAD = CheckDoc(
    "line-unread", Severity.WARNING, "A line could not be read.",
    "It goes to the game master as written. A remark in brackets is left alone.",
    ("UD-ORD-02",), "The usual, plus whatever Snig found", "(The usual, plus whatever Snig found)",
)  # fmt: skip
NAME = CheckDoc(
    "name-unknown", Severity.WARNING, "A name is not in the rule data; the likely one is offered.",
    "A name that is spoilt badly may be read as another. One wrong letter is only noted.",
    ("UD-ORD-02",), "16 Derro Brignas: -32 Gold, -16 Food", "16 Derro Brigands: -32 Gold, -16 Food",
)  # fmt: skip
AMOUNT = CheckDoc(
    "amount-unread", Severity.ERROR, "A figure cannot be read as a whole number.",
    "A letter O for 0, a letter l for 1, question marks, fractions: the sums need whole numbers.",
    ("UD-ORD-19",), "Pool: l0 Food", "Pool: 10 Food",
)  # fmt: skip
PREVIOUS = CheckDoc(
    "post-previous", Severity.WARNING, "The post given as that of the week before is another one.",
    "It has the number of another week, or nothing in common with this post: no site, no region, no officer. It is "
    "left aside, and what it would tell is not judged.",
    (), "check week-5.txt --previous week-3.txt", "check week-5.txt --previous week-4.txt",
    needs=("previous",),
)  # fmt: skip
DOCS = (UNCLOSED, MISNESTED, MISSING, DUPLICATE, UNKNOWN, UNREAD, NAME, AMOUNT, PREVIOUS)

_SEVERAL_POSTS = 4
"""So many doubled tabs are a second post, not a slip."""


def tell_misfit(reading: Reading, why: str) -> list[Slip]:
    """That the previous post is another one, told where the post begins."""
    return [slip(PREVIOUS, Span(0, min(len(reading.paste.view), 1)), why)]


def check_form(reading: Reading) -> Iterator[Slip]:
    """What is missing, doubled or unknown among the tabs."""
    sections = reading.sections
    view = reading.paste.view
    start = Span(0, min(len(view), 1))
    if not sections.sections:
        yield slip(
            MISSING,
            start,
            "This does not look like an orders post: not one of its twelve parts was found. Paste the post with its "
            "spoiler tags, or with the lines that show the spoilers' titles.",
        )
        return
    for unknown in sections.unknown:
        likely = f"; perhaps {unknown.likely} was meant" if unknown.likely else ""
        title = unknown.title.strip() or "a spoiler without a title"
        yield slip(UNKNOWN, unknown.span, f'"{title[:80]}" is no tab of an orders post{likely}.', stated=title[:80])
    yield from _check_duplicates(sections.duplicates)
    last = _last_line(view)
    for tab in TABS:
        if tab is Tab.FLAVOUR:
            if not sections.has_flavour:
                yield slip(
                    MISSING, start, "There is no flavour text. One sentence is enough.", rule="UD-ORD-06",
                )  # fmt: skip
        elif not any(section.tab is tab for section in sections.sections):
            yield slip(
                MISSING, last, f"There is no {tab} tab. Add [spoiler={tab}]None[/spoiler] where it is empty.", tab=tab,
            )  # fmt: skip


def _check_duplicates(duplicates: list[Section]) -> Iterator[Slip]:
    if len({section.tab for section in duplicates}) >= _SEVERAL_POSTS:
        yield slip(
            DUPLICATE,
            duplicates[0].title_span,
            "This holds more than one orders post: from here on the tabs begin again. Check one post at a time.",
        )
        return
    for section in duplicates:
        yield slip(
            DUPLICATE,
            section.title_span,
            f"There is a second {section.heading or section.tab} tab; both were read as one.",
            tab=section.tab,
        )


def _last_line(view: str) -> Span:
    """The last character that is not blank."""
    end = len(view.rstrip())
    return Span(max(end - 1, 0), end)
