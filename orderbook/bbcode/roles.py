"""What the tags of the usual forums are for, whatever the forum calls them."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """The part a piece of markup plays in a post.

    TAB, BLOCK and QUOTE make the frame of a post; the roles from STYLE to CELL stand inside it and are
    looked through when text is read. STRAY is a closing tag that closes nothing, TEXT what no tag is.
    """

    ROOT = "root"
    TAB = "tab"
    BLOCK = "block"
    QUOTE = "quote"
    RAW = "raw"
    STYLE = "style"
    STRIKE = "strike"
    LIST = "list"
    ITEM = "item"
    TABLE = "table"
    ROW = "row"
    CELL = "cell"
    DICE = "dice"
    VOID = "void"
    STRAY = "stray"
    TEXT = "text"


FRAME_ROLES = frozenset({Role.TAB, Role.BLOCK, Role.QUOTE})

_NAMES: dict[Role, str] = {
    Role.TAB: (
        "spoiler spoil spoilers spoilerbox ispoiler sblock hide hidden collapse collapsible expand details box "
        "accordion toggle slide tab"
    ),
    Role.BLOCK: "ic ooc gm",
    Role.QUOTE: "quote q blockquote",
    Role.RAW: "code icode php html plain nobbc noparse",
    Role.STRIKE: "s strike strikethrough del",
    Role.STYLE: (
        "b i u strong em bold italic underline sub sup size font color colour highlight bgcolor background glow "
        "shadow center centre left right justify align indent heading h1 h2 h3 h4 h5 h6 tt pre small big url iurl "
        "email img attach attachment media youtube video user member mention anchor abbr acronym time move marquee "
        "me div span tabs tabset"
    ),
    Role.LIST: "list ul ol",
    Role.ITEM: "li * @ + #",
    Role.TABLE: "table tbody thead",
    Role.ROW: "tr",
    Role.CELL: "td th",
    Role.DICE: "roll rolls dice diceroll wrap",
    Role.VOID: "br hr linebreak",
}

ROLE_OF: dict[str, Role] = {name: role for role, names in _NAMES.items() for name in names.split()}

# A line that stands wholly inside one of these is set off from the others, as headings are.
_EMPHASIS = (
    "b i u strong em bold italic underline size color colour highlight bgcolor background glow shadow "
    "heading h1 h2 h3 h4 h5 h6 big"
)
EMPHASIS = frozenset(_EMPHASIS.split())

# What stands inside one of these has lines of its own.
BLOCK_STYLES = frozenset(
    {"center", "centre", "align", "indent", "heading", "h1", "h2", "h3", "h4", "h5", "h6", "div", "tabs", "tabset"}
)

# Bullets: a mark at the start of an item, closed by whatever comes next.
MARKERS = frozenset("*@+#")

# Words that people also write between brackets without meaning a tag: an opening one without an option is a
# tag only when something closes it.
_COMMON_WORDS = (
    "hide hidden box tab expand collapse details toggle slide gm q html php plain left right small big media "
    "video user member mention anchor time move me div span background wrap"
)
COMMON_WORDS = frozenset(_COMMON_WORDS.split())


def role_of(name: str) -> Role | None:
    """The role of a tag by its name in any case; None for a word that is no tag."""
    return ROLE_OF.get(name.lower())
