"""A battle written out: as plain text or as BBCode for the thread, whole or in short."""

from __future__ import annotations

from orderbook.render.environment import render_template
from orderbook.systems.underdeep.battle.engine import Battle
from orderbook.systems.underdeep.battle.report.view import view_battle

_LANGUAGES = {"text": "txt", "bbcode": "bbcode"}


def render_battle(battle: Battle, format_name: str = "text", length: str = "full") -> str:
    """The battle for people. Names are whatever somebody typed: neither they nor anything else can break a tag."""
    text = render_template(
        f"underdeep/battle/report.{_LANGUAGES[format_name]}.j2", battle=view_battle(battle), is_full=length == "full"
    )
    return text.rstrip() + "\n"
