"""The Underdeep as a system: what the commands call. What one command needs alone is imported when it is called."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from orderbook.systems.system import CheckRequest, System
from orderbook.systems.underdeep.check import all_checks, check_post
from orderbook.systems.underdeep.fix import fix_post

if TYPE_CHECKING:
    from orderbook.campaign.game import CampaignSystem, PostTrial, Setup
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
    from orderbook.text.source import SourceText

RULES_FOLDER = Path(__file__).parent / "data" / "rules"


def _rules() -> tuple[RuleText, ...]:
    from orderbook.rulebook.rules import load_rules

    return load_rules(RULES_FOLDER)


def _find_rule(rule_id: str) -> RuleText | None:
    from orderbook.rulebook.rules import rule_text

    return rule_text(RULES_FOLDER, rule_id)


def _ambiguities() -> tuple[Ambiguity, ...]:
    from orderbook.rulebook.rules import read_ambiguities

    return read_ambiguities(RULES_FOLDER)


def _trust() -> Trust:
    from orderbook.rulebook.status import load_trust

    return load_trust(RULES_FOLDER)


def _next_post(request: CheckRequest) -> str:
    from orderbook.systems.underdeep.next_post import write_next_post

    return write_next_post(request)


def _audit(request: SeriesRequest) -> Audit:
    from orderbook.systems.underdeep.audit.audit import audit_series

    return audit_series(request)


def _forecast(request: ForecastRequest) -> Forecast:
    from orderbook.systems.underdeep.audit.forecast import forecast_weeks

    return forecast_weeks(request)


def _campaign() -> CampaignSystem:
    from orderbook.systems.underdeep.week.system import CAMPAIGN

    return CAMPAIGN


def _try_post(source: SourceText, setup: Setup) -> PostTrial:
    from orderbook.systems.underdeep.trial import try_post

    return try_post(source, setup)


def _maps() -> MapTools:
    from orderbook.systems.underdeep.world.atlas import MAP_TOOLS

    return MAP_TOOLS


def _fight(request: BattleRequest) -> FoughtBattle:
    from orderbook.systems.underdeep.battle.command import fight_file

    return fight_file(request)


def _write_battle(request: FromPostRequest) -> WrittenBattle:
    from orderbook.systems.underdeep.battle.from_post.command import write_battle

    return write_battle(request)


def _odds(request: OddsRequest) -> FoundOdds:
    from orderbook.systems.underdeep.battle.odds.command import find_file_odds

    return find_file_odds(request)


def _compare(requests: Sequence[OddsRequest]) -> FoundChoices:
    from orderbook.systems.underdeep.battle.odds.command import compare_files

    return compare_files(requests)


UNDERDEEP = System(
    name="underdeep",
    check=check_post,
    fix=fix_post,
    next_post=_next_post,
    checks=all_checks,
    rules=_rules,
    find_rule=_find_rule,
    ambiguities=_ambiguities,
    trust=_trust,
    audit=_audit,
    forecast=_forecast,
    try_post=_try_post,
    campaign=_campaign,
    maps=_maps,
    fight=_fight,
    write_battle=_write_battle,
    odds=_odds,
    compare=_compare,
)
