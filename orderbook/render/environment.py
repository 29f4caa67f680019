"""Filling templates. What language a template is in, and so how values are escaped, its name says.

``x.bbcode.j2`` is BBCode, ``x.md.j2`` Markdown, ``x.html.j2`` and ``x.svg.j2`` are markup, any other is plain text.
Every value a template prints is escaped; what macros and ``{% set %}`` blocks made stays as it is. A value that is
BBCode already is given as ``Markup``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined, TemplateError
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup, escape

from orderbook.findings.formats.escape import escape_bbcode, escape_markdown
from orderbook.render.resources import read_template

ESCAPES: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("bbcode", escape_bbcode),
    ("md", escape_markdown),
    ("html", lambda text: str(escape(text))),
    ("svg", lambda text: str(escape(text))),
    ("txt", str),
)
"""The languages by the ending before ``.j2``, and what makes a value harmless in each."""


class TemplateFault(Exception):
    """A template of the user's own that cannot be used; ``str(error)`` says which, where and why."""


def render_template(name: str, **values: Any) -> str:
    """The template filled with values. A value it wants and does not get is an error (``UndefinedError``)."""
    return make_environment(_language_of(name)).get_template(name).render(values)


def render_own_template(name: str, folder: Path | None, **values: Any) -> str:
    """As ``render_template``, with the templates in a folder before those of the program.

    What came with a campaign may be anybody's, so it runs in a sandbox. Raises ``TemplateFault`` for a template of the
    folder that cannot be read or filled.
    """
    if folder is None:
        return render_template(name, **values)
    read_own: dict[str, Path] = {}

    def read(wanted: str) -> str | None:
        path = folder / wanted
        if not path.is_file():
            return read_template(wanted)
        read_own[wanted] = path
        return path.read_text("utf-8")

    environment = _set_up(SandboxedEnvironment, _language_of(name), FunctionLoader(read))
    try:
        return environment.get_template(name).render(values)
    except (TemplateError, OSError, ValueError, ArithmeticError, LookupError, TypeError, RecursionError) as error:
        if not read_own:
            raise
        line = getattr(error, "lineno", None)
        where = f"{read_own.get(getattr(error, 'name', None) or name, folder)}{f', line {line}' if line else ''}"
        raise TemplateFault(f"the template {where} cannot be filled: {error}") from error


def _language_of(name: str) -> str:
    parts = name.rsplit("/", 1)[-1].split(".")
    known = [language for language, _ in ESCAPES]
    return next((part for part in parts[1:] if part in known), "txt")


@lru_cache(maxsize=len(ESCAPES))
def make_environment(language: str) -> Environment:
    """The environment for templates of one language of ``ESCAPES``; tags of the template leave no line behind."""
    return _set_up(Environment, language, FunctionLoader(read_template))


def _set_up(kind: type[Environment], language: str, loader: FunctionLoader) -> Environment:
    escape_value = dict(ESCAPES)[language]

    def finalize(value: object) -> object:
        # With autoescape on, jinja2 takes Markup as it is; an undefined value must fail in str(), not here.
        return value if hasattr(value, "__html__") else Markup(escape_value(str(value)))

    environment = kind(
        loader=loader,
        autoescape=True,
        finalize=finalize,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"signed": render_signed, "code_block": render_code_block}
    return environment


def render_signed(amount: int) -> str:
    """``+5``, ``-5``, ``0``."""
    return f"{amount:+d}" if amount else "0"


def render_code_block(text: str) -> Markup:
    """``text`` as a fenced block of Markdown, whatever it holds."""
    fence = "```"
    while fence in text:
        fence += "`"
    return Markup(f"{fence}text\n{text.rstrip()}\n{fence}")
