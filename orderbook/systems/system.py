"""A game system as the commands see it: what can be asked about a post, and who answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from orderbook.books.bundle import Bundle
from orderbook.findings.model import CheckDoc
from orderbook.findings.report import Report
from orderbook.rulebook.options import Options
from orderbook.text.source import SourceText

if TYPE_CHECKING:
    from orderbook.campaign.game import CampaignSystem, TryPost
    from orderbook.rulebook.rules import Ambiguity, RuleText
    from orderbook.rulebook.status import Trust
    from orderbook.systems.battling import (
        BattleRequest,
        FoughtBattle,
        FoundChoices,
        FoundOdds,
        FromPostRequest,
        OddsRequest,
        WrittenBattle,
    )
    from orderbook.systems.forecasting import Forecast, ForecastRequest
    from orderbook.systems.mapping import MapTools
    from orderbook.systems.series import Audit, SeriesRequest


class RequestError(Exception):
    """A request nobody can answer, such as an unknown faction; ``str(error)`` says how to mend it."""


@dataclass(frozen=True)
class CheckRequest:
    """A post and what is known beside it.

    ``previous`` is the same player's post of the week before, ``opening`` the Wealth at the start of the week,
    ``faction`` as the user typed it, ``rules`` files or folders that add to the rule data, ``map`` a map file,
    ``options`` how the campaign reads what the rulebook leaves open.
    """

    post: SourceText
    previous: SourceText | None = None
    opening: Bundle | None = None
    faction: str | None = None
    week: int | None = None
    first_turn: bool = False
    rules: tuple[Path, ...] = ()
    map: Path | None = None
    options: Options = field(default_factory=Options)


@dataclass(frozen=True)
class System:
    """A game system. Each of its functions may raise ``RequestError``, and nothing else on purpose.

    ``fix`` gives the text of the corrected post, ``next_post`` that of next week's; ``checks`` and ``rules``
    are what ``explain`` knows. ``find_rule`` may be given where one rule is found faster than by loading all.
    ``ambiguities`` are the settings of the system, ``trust`` tells where its rules are applied. ``audit`` keeps the
    books of a series of posts, ``forecast`` carries a post on, ``maps`` answers about a map, ``fight`` fights a battle,
    ``write_battle`` makes one of two posts;
    ``try_post`` tells a campaign which texts are orders posts, ``campaign`` loads what resolves its weeks. A system may
    have none of these.
    """

    name: str
    check: Callable[[CheckRequest], Report]
    fix: Callable[[CheckRequest], str]
    next_post: Callable[[CheckRequest], str]
    checks: Callable[[], tuple[CheckDoc, ...]]
    rules: Callable[[], tuple[RuleText, ...]]
    find_rule: Callable[[str], RuleText | None] | None = None
    ambiguities: Callable[[], tuple[Ambiguity, ...]] = tuple
    trust: Callable[[], Trust] | None = None
    audit: Callable[[SeriesRequest], Audit] | None = None
    forecast: Callable[[ForecastRequest], Forecast] | None = None
    try_post: TryPost | None = None
    campaign: Callable[[], CampaignSystem] | None = None
    maps: Callable[[], MapTools] | None = None
    fight: Callable[[BattleRequest], FoughtBattle] | None = None
    write_battle: Callable[[FromPostRequest], WrittenBattle] | None = None
    odds: Callable[[OddsRequest], FoundOdds] | None = None
    compare: Callable[[Sequence[OddsRequest]], FoundChoices] | None = None

    def trusted(self) -> Trust:
        """Where the rules are applied; nothing for a system that does not tell."""
        if self.trust is not None:
            return self.trust()
        from orderbook.rulebook.status import Trust

        return Trust()

    def rule_text(self, rule_id: str) -> str | None:
        """The rule in our words, or ``None`` for an id nobody knows."""
        if self.find_rule is not None:
            rule = self.find_rule(rule_id)
            return rule.text if rule is not None else None
        return next((rule.text for rule in self.rules() if rule.id == rule_id), None)
