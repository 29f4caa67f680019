"""Whether a text is an orders post, of which week and faction: asked of every post of a thread, so it reads no tab."""

from __future__ import annotations

from orderbook.bbcode.paste import unwrap_paste
from orderbook.bbcode.tree import parse_markup
from orderbook.campaign.game import PostTrial, Setup
from orderbook.rulebook.faults import RuleDataError
from orderbook.rulebook.recognise import guess_faction
from orderbook.systems.system import RequestError
from orderbook.systems.underdeep.post.read import MAX_LENGTH, identifying_lines
from orderbook.systems.underdeep.post.sections import find_sections, is_section_title
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.text.source import SourceText


def try_post(source: SourceText, setup: Setup) -> PostTrial:
    """What a text is taken for. Raises ``RequestError`` for rule data of the campaign that breaks its form."""
    if len(source.text) > MAX_LENGTH:
        return PostTrial(0)
    sections = find_sections(parse_markup(unwrap_paste(source.text).view, is_section_title).root)
    tabs = len({section.tab for section in sections.sections})
    if not tabs:
        return PostTrial(0, sections.week)
    try:
        rulebook = underdeep_rulebook(setup.rules)
    except RuleDataError as error:
        raise RequestError(str(error)) from error
    faction = guess_faction(rulebook, identifying_lines(sections))
    return PostTrial(tabs, sections.week, faction.name if faction else None)
