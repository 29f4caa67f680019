"""Events about sites: entered, founded, taken, besieged."""

from __future__ import annotations

from dataclasses import replace

from orderbook.books.bundle import Bundle
from orderbook.systems.underdeep.week.codec import read
from orderbook.systems.underdeep.week.folds.data import (
    Data,
    goods,
    misfit,
    note_number,
    pay_into,
    player_of,
    put_player,
    put_site,
    site_of,
    text,
    texts,
    whole,
)
from orderbook.systems.underdeep.week.folds.structures import add_standing
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import GameState, RegionFacts, Site
from orderbook.systems.underdeep.week.values import NOBODY, Posture


def _enter(state: GameState, data: Data) -> GameState:
    """A ``site`` is in play, as it stands or as it is being founded, which was not before."""
    site = read(Site, data.get("site"))
    if site.id in state.sites:
        raise misfit(data, "site")
    return note_number(put_site(state, site), site.id)


def _rename(state: GameState, data: Data) -> GameState:
    """A ``site`` is called ``name`` from now on."""
    return put_site(state, replace(site_of(state, data), name=text(data, "name")))


def _fail(state: GameState, data: Data) -> GameState:
    """A ``site`` that was being founded comes to nothing."""
    gone = site_of(state, data).id
    return replace(state, sites={name: site for name, site in state.sites.items() if name != gone})


def _raze(state: GameState, data: Data) -> GameState:
    """A ``site`` is gone from the map; whoever was in it stands where it was (UD-RAZ-02)."""
    gone = site_of(state, data).id
    groups = {
        name: replace(group, site=None, posture=Posture.OPEN) if group.site == gone else group
        for name, group in state.groups.items()
    }
    return replace(_fail(state, data), groups=groups)


def _found(state: GameState, data: Data) -> GameState:
    """A ``site`` stands."""
    return put_site(state, replace(site_of(state, data), founding=None))


def _pay(state: GameState, data: Data) -> GameState:
    """The ``player`` pays for founding a ``site``: ``amounts``."""
    return pay_into(state, data, goods(data))


def _know_gifts(state: GameState, data: Data) -> GameState:
    """What the region of a ``site`` yields by itself is known now: ``gifts``."""
    return put_site(state, replace(site_of(state, data), gifts=texts(data, "gifts")))


def _take(state: GameState, data: Data) -> GameState:
    """A ``site`` belongs to another ``owner`` as of ``week``, with what is being built and what is in store there
    (UD-CAN-03)."""
    site, owner = site_of(state, data), player_of(state, data, "owner")
    if site.store:
        state = put_player(state, replace(owner, wealth=owner.wealth + site.store))
    return put_site(
        state,
        replace(
            site, owner=owner.name, captured=whole(data, "week"), besieged_by=(), store=Bundle(), capital=False,
            on_attack=(),
        ),
    )  # fmt: skip


def _abandon(state: GameState, data: Data) -> GameState:
    """A ``site`` is a ruin and nobody's."""
    site = site_of(state, data)
    return put_site(state, replace(site, owner=NOBODY, projects=(), besieged_by=(), capital=False))


def _besiege(state: GameState, data: Data) -> GameState:
    """A ``site`` is besieged ``by`` these players, and lives by itself from now on."""
    return put_site(state, replace(site_of(state, data), besieged_by=texts(data, "by")))


def _lift(state: GameState, data: Data) -> GameState:
    """A ``site`` is besieged no more: its store joins its owner's Wealth, tunnels collapse."""
    site = site_of(state, data)
    owner = state.players.get(site.owner)
    if owner is not None and site.store:
        state = put_player(state, replace(owner, wealth=owner.wealth + site.store))
    kept = site.tunnels if data.get("tunnels_kept") else {}
    return put_site(state, replace(site, besieged_by=(), store=Bundle(), tunnels=kept))


def _stand(state: GameState, data: Data) -> GameState:
    """The ``projects`` at a ``site`` that are to be given up if it is attacked, in place of those named before."""
    return put_site(state, replace(site_of(state, data), on_attack=texts(data, "projects")))


def _bridge(state: GameState, data: Data) -> GameState:
    """The ``player`` pays ``amounts`` for a bridge in a ``region``, which stands when the next week begins."""
    state, region = pay_into(state, data, goods(data)), text(data, "region")
    facts = state.regions.get(region, RegionFacts())
    return replace(state, regions={**state.regions, region: replace(facts, bridging=facts.bridging + 1)})


def _add_works(state: GameState, data: Data) -> GameState:
    """``count`` of a structure (``name``, of the list of a ``faction``) stand at a ``site`` that built nothing."""
    site = site_of(state, data)
    standing = add_standing(site.standing, text(data, "name"), whole(data, "count"), text(data, "faction"))
    return put_site(state, replace(site, standing=standing))


def _survey(state: GameState, data: Data) -> GameState:
    """It is settled what stands in the ruin that a ``site`` was (UD-RUI-02)."""
    return put_site(state, replace(site_of(state, data), surveyed=True))


def _guard(state: GameState, data: Data) -> GameState:
    """Whether it is known (``known``) who defends a settlement, the ``site`` (UD-RAI-03)."""
    return put_site(state, replace(site_of(state, data), guarded=bool(data.get("known"))))


def _value(state: GameState, data: Data) -> GameState:
    """The dice of what a raid on a settlement brings: ``loot``, by resource (UD-RAI-06, UD-RAI-09)."""
    loot = data.get("loot")
    dice = {name: str(written) for name, written in loot.items()} if isinstance(loot, dict) else {}
    return put_site(state, replace(site_of(state, data), loot=dice))


def _rebuild(state: GameState, data: Data) -> GameState:
    """A settlement is its own people's, who build it up ``until`` the end of a week (UD-RAI-10, UD-RAI-19)."""
    site = replace(
        site_of(state, data), owner=NOBODY, rebuilding=whole(data, "until"), guarded=False, besieged_by=(),
        projects=(), captured=None, tunnels={},
    )  # fmt: skip
    return put_site(state, site)


SITE_FOLDS = (
    (Happened.WORKS_STAND, _add_works),
    (Happened.RUIN_SURVEYED, _survey),
    (Happened.SETTLEMENT_GUARDED, _guard),
    (Happened.SETTLEMENT_VALUED, _value),
    (Happened.SETTLEMENT_REBUILDS, _rebuild),
    (Happened.SITE_ENTERED, _enter),
    (Happened.SITE_RENAMED, _rename),
    (Happened.FOUNDING_BEGUN, _enter),
    (Happened.FOUNDING_FAILED, _fail),
    (Happened.SITE_RAZED, _raze),
    (Happened.SITE_FOUNDED, _found),
    (Happened.FOUNDING_PAID, _pay),
    (Happened.GIFTS_KNOWN, _know_gifts),
    (Happened.SITE_TAKEN, _take),
    (Happened.SITE_ABANDONED, _abandon),
    (Happened.BESIEGED, _besiege),
    (Happened.SIEGE_LIFTED, _lift),
    (Happened.BRIDGE_BUILT, _bridge),
    (Happened.ORDER_STANDS, _stand),
)
