"""Events of the week's march and its battles: what changes beside the places of groups, and what is only told."""

from __future__ import annotations

from dataclasses import replace

from orderbook.systems.underdeep.week.folds.data import (
    Data,
    goods,
    group_of,
    pay_into,
    put_group,
    put_site,
    site_of,
    text,
    whole,
)
from orderbook.systems.underdeep.week.folds.players import only_told
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import GameState, RegionFacts


def _tunnel(state: GameState, data: Data) -> GameState:
    """The tunnel of ``by`` below a ``site`` has ``dug`` Speed in it now (UD-MOV-31)."""
    site = site_of(state, data)
    return put_site(state, replace(site, tunnels={**site.tunnels, text(data, "by"): whole(data, "dug")}))


def _gather(state: GameState, data: Data) -> GameState:
    """What units of the ``player`` found, ``amounts``, comes into the Wealth (UD-MOV-10, UD-MOV-11, UD-MOV-29)."""
    return pay_into(state, data, goods(data))


def _leave_bodies(state: GameState, data: Data) -> GameState:
    """So many (``count``) Bodies lie in a ``region`` now."""
    region = text(data, "region")
    facts = state.regions.get(region, RegionFacts())
    return replace(state, regions={**state.regions, region: replace(facts, bodies=whole(data, "count"))})


def _people(state: GameState, data: Data) -> GameState:
    """Those who live in a ``region`` by the map are in play; it is done once."""
    region = text(data, "region")
    facts = state.regions.get(region, RegionFacts())
    return replace(state, regions={**state.regions, region: replace(facts, peopled=True)})


def _count_graves(state: GameState, data: Data) -> GameState:
    """The graveyards of a ``region`` hold so many Bodies (``count``) now (UD-BDY-04)."""
    region = text(data, "region")
    facts = state.regions.get(region, RegionFacts())
    return replace(state, regions={**state.regions, region: replace(facts, graves=whole(data, "count"))})


def _wound(state: GameState, data: Data) -> GameState:
    """A ``group`` has ``wounds``: damage that killed nobody."""
    return put_group(state, replace(group_of(state, data), wounds=whole(data, "wounds")))


def _plunder(state: GameState, data: Data) -> GameState:
    """``amounts`` come to the ``player`` out of a battle, or (below zero) go to another."""
    return pay_into(state, data, goods(data))


def _shine(state: GameState, data: Data) -> GameState:
    """A ``group`` has been on the Surface for so many ``weeks`` (UD-TER-25)."""
    return put_group(state, replace(group_of(state, data), sunlight=whole(data, "weeks")))


def _blight(state: GameState, data: Data) -> GameState:
    """The mushrooms of a ``region`` are gone, or have grown again: it is ``over`` (UD-SPELL-BLIGHT-3,
    UD-SPELL-BLIGHT-4)."""
    region = text(data, "region")
    facts = state.regions.get(region, RegionFacts())
    is_over = bool(data.get("over", False))
    return replace(state, regions={**state.regions, region: replace(facts, blighted=not is_over)})


def _change_deposit(state: GameState, data: Data) -> GameState:
    """There are ``amounts`` more in the deposit of a ``region`` than was thought (UD-PRD-05)."""
    region = text(data, "region")
    facts = state.regions.get(region, RegionFacts())
    return replace(state, regions={**state.regions, region: replace(facts, mined=facts.mined - goods(data))})


def _fall(state: GameState, data: Data) -> GameState:
    """So many (``count``) bridges in a ``region`` are gone; below zero are those of the map."""
    region = text(data, "region")
    facts = state.regions.get(region, RegionFacts())
    return replace(
        state, regions={**state.regions, region: replace(facts, bridges=facts.bridges - whole(data, "count"))}
    )


TOLD = (
    Happened.MARCHED, Happened.SIGHTED, Happened.SEEN, Happened.DISCOVERED, Happened.BARRED, Happened.LAPSED,
    Happened.MET, Happened.AMBUSHED, Happened.ASSAULTED, Happened.SLIPPED_PAST, Happened.HAZARD, Happened.CROSSED,
    Happened.TIRED, Happened.DID, Happened.SCOUTED, Happened.BOARDED, Happened.GOT_OFF, Happened.CHARGES_LAID,
    Happened.FOUGHT,
    Happened.SPELL_CAST,
    Happened.SCRIED,
    Happened.DEPOSIT_TOLD,
)  # fmt: skip
"""What of the march is only told; the state learns of it when the march is over (``MOVED``, ``LOST``)."""

JOURNEY_FOLDS = (
    (Happened.TUNNELLED, _tunnel),
    (Happened.GATHERED, _gather),
    (Happened.BODIES_LEFT, _leave_bodies),
    (Happened.REGION_PEOPLED, _people),
    (Happened.GRAVES_COUNTED, _count_graves),
    (Happened.WOUNDED, _wound),
    (Happened.PLUNDERED, _plunder),
    (Happened.SUNLIT, _shine),
    (Happened.BLIGHTED, _blight),
    (Happened.DEPOSIT_CHANGED, _change_deposit),
    (Happened.BRIDGE_FELL, _fall),
    *((kind, only_told) for kind in TOLD),
)
