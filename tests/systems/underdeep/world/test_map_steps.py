"""What a step costs, rule by rule, and why some cannot be taken."""

import pytest

from orderbook.systems.underdeep.world.map import Chasm, Place, Way, WorldMap, build_map
from orderbook.systems.underdeep.world.mover import Mover
from orderbook.systems.underdeep.world.region import Region
from orderbook.systems.underdeep.world.steps import Barred, StepCost, step_cost

U1, U2, M1, M2, L1, S1, S2 = (
    Region("Upperdeep", 1), Region("Upperdeep", 2), Region("Middledeep", 1), Region("Middledeep", 2),
    Region("Lowerdeep", 1), Region("Surface", 1), Region("Surface", 2),
)  # fmt: skip


def pair(start: Region, end: Region, *crosses: str, bridge: bool = False, features: str = "") -> WorldMap:
    """Two regions with one way; ``features`` are those of the second."""
    words = frozenset(filter(None, features.split("+")))
    return build_map([Place(start), Place(end, features=words)], [Way(start, end, crosses, bridge)])


WALK, FLY, CLIMB, HUGE, SWIM = "", "flying", "climbing", "huge", "amphibious"

# way or region terrain, underground or Surface, mover, cost or the rule that bars
COSTS = [
    ("plain", "", WALK, 1),
    ("way", "dense mushrooms", WALK, 2),
    ("way", "dense mushrooms", HUGE, 1),
    ("way", "dense mushrooms", FLY, 1),
    ("way", "dense mushrooms", CLIMB, 2),
    ("way", "river", WALK, 2),
    ("way", "river", HUGE, 2),
    ("way", "river", FLY, 1),
    ("way", "river", CLIMB, 1),
    ("way", "lake", WALK, 2),
    ("bridged", "river", WALK, 1),
    ("bridged", "lake", WALK, 1),
    ("surface way", "river", WALK, 2),
    ("surface way", "river", CLIMB, 2),
    ("way", "darksea", WALK, 4),
    ("way", "darksea", SWIM, 1),
    ("region", "darksea", WALK, 4),
    ("region", "darksea", SWIM, 1),
    ("region", "darksea", FLY, 1),
    ("surface", "mountains", WALK, 3),
    ("surface", "mountains", HUGE, 3),
    ("surface", "mountains", CLIMB, 1),
    ("surface", "mountains", FLY, 1),
    ("surface", "woods", WALK, 2),
    ("surface", "woods", HUGE, 1),
    ("surface", "woods", CLIMB, 2),
    ("surface", "swamp", WALK, 2),
    ("surface", "swamp", FLY, 1),
    ("surface", "swamp", HUGE, 1),
    ("surface", "ocean", WALK, "UD-TER-24"),
    ("surface", "ocean", FLY, "UD-TER-24"),
    ("surface", "ocean", SWIM, "UD-TER-24"),
    ("region", "mushrooms", WALK, 1),
    ("region", "river", WALK, 1),
    ("region", "lake", WALK, 1),
    ("region", "magma", WALK, 1),
    ("region", "crystals", WALK, 1),
    ("surface", "woods+swamp", WALK, 3),
    ("way", "chasm", WALK, "UD-TER-14"),
    ("way", "chasm", HUGE, "UD-TER-14"),
    ("way", "chasm", FLY, 1),
    ("way", "chasm", CLIMB, 2),
    ("bridged", "chasm", WALK, 1),
    ("way", "along chasm", FLY, 1),
    ("way", "along chasm", CLIMB, "UD-TER-15"),
    ("way", "along chasm", WALK, "UD-TER-15"),
]


@pytest.mark.parametrize(("place", "terrain", "trait", "expected"), COSTS)
def test_cost_of_terrain(place: str, terrain: str, trait: str, expected: int | str) -> None:
    mover = Mover(8, **{trait: True}) if trait else Mover(8)
    start, end = (S1, S2) if place.startswith("surface") else (U1, U2)
    if place in ("region", "surface"):
        world = pair(start, end, features=terrain)
    else:
        world = pair(start, end, *filter(None, [terrain]), bridge=place == "bridged")
    outcome = step_cost(world, start, end, mover)
    assert (outcome.rule if isinstance(outcome, Barred) else outcome.cost) == expected


def test_a_teleporter_minds_no_terrain_but_the_ocean() -> None:
    hound = Mover(6, teleporter=True)
    for terrain in ("dense mushrooms", "river", "darksea", "chasm", "along chasm"):
        assert cost(step_cost(pair(U1, U2, terrain), U1, U2, hound)) == 1
    assert isinstance(step_cost(pair(S1, S2, features="ocean"), S1, S2, hound), Barred)


def cost(outcome: StepCost | Barred) -> int:
    assert isinstance(outcome, StepCost), outcome
    return outcome.cost


def test_a_cave_entrance_is_a_step_like_any_other() -> None:
    outcome = step_cost(pair(U1, M1), U1, M1, Mover(1))
    assert cost(outcome) == 1
    assert isinstance(outcome, StepCost)
    assert outcome.causes[0].rule == "UD-MOV-05"


def test_the_surface_side_decides_for_a_climber_at_a_cave_mouth() -> None:
    assert cost(step_cost(pair(S1, U1, "river"), S1, U1, Mover(4, climbing=True))) == 2


def test_causes_tell_what_was_spared() -> None:
    outcome = step_cost(pair(U1, U2, "river", bridge=True), U1, U2, Mover(4))
    assert isinstance(outcome, StepCost)
    assert [(cause.speed, cause.text, cause.rule) for cause in outcome.causes] == [
        (1, "enters Upperdeep 2", "UD-MOV-01"),
        (0, "crosses the river by the bridge", "UD-MOV-21"),
    ]


SLOW = [
    ("river", Mover(1), "UD-MOV-02", "takes 2 Speed and the unit has 1"),
    ("river", Mover(1, marching=True), None, ""),
    ("river", Mover(1, marching=True, tireless=True), "UD-MOV-02", "the unit has 1"),
    ("mountains", Mover(2), "UD-TER-19", "takes 3 Speed and the unit has 2"),
    ("mountains", Mover(1, marching=True), "UD-TER-19", "the unit has 2 on a Forced March"),
    ("mountains", Mover(2, marching=True), None, ""),
    ("darksea", Mover(1), None, ""),
    ("darksea", Mover(0), "UD-MOV-02", "the unit has 0"),
    ("plain", Mover(0), "UD-MOV-02", "takes 1 Speed and the unit has 0"),
]


@pytest.mark.parametrize(("terrain", "mover", "rule", "reason"), SLOW)
def test_too_little_speed_bars_the_step(terrain: str, mover: Mover, rule: str | None, reason: str) -> None:
    worlds = {"mountains": pair(S1, S2, features="mountains"), "plain": pair(U1, U2)}
    world = worlds.get(terrain) or pair(U1, U2, terrain)
    start, end = world.regions
    outcome = step_cost(world, start, end, mover)
    if rule is None:
        assert isinstance(outcome, StepCost)
        assert outcome.instalments == (terrain == "darksea")
    else:
        assert isinstance(outcome, Barred)
        assert (outcome.rule, reason in outcome.reason) == (rule, True)


PERILS = [
    ("magma", Mover(4), ["UD-TER-10"]),
    ("magma", Mover(4, climbing=True), []),
    ("magma", Mover(4, fireproof=True), []),
    ("magma", Mover(4, teleporter=True), ["UD-TER-10"]),
    ("mountains", Mover(4), ["UD-TER-18"]),
    ("mountains", Mover(4, climbing=True), []),
    ("mountains", Mover(4, teleporter=True), []),
    ("swamp", Mover(4), ["UD-TER-23"]),
    ("swamp", Mover(4, huge=True), []),
    ("woods", Mover(4), []),
]


@pytest.mark.parametrize(("terrain", "mover", "rules"), PERILS)
def test_perils_of_the_region_entered(terrain: str, mover: Mover, rules: list[str]) -> None:
    start, end = (U1, U2) if terrain == "magma" else (S1, S2)
    outcome = step_cost(pair(start, end, features=terrain), start, end, mover)
    assert isinstance(outcome, StepCost)
    assert [peril.rule for peril in outcome.perils] == rules


def shaft(continuous: bool = True) -> WorldMap:
    places = [
        Place(U1, chasm="Gap", sides=("west",)),
        Place(U2, chasm="Gap", sides=("east",)),
        Place(M1, chasm="Gap", sides=("west",), features=frozenset({"magma"})),
        Place(M2, chasm="Gap", sides=("east",)),
        Place(L1, chasm="Gap", sides=("west",)),
    ]
    chasm = Chasm("Gap", continuous=continuous)
    return build_map(places, [Way(U1, U2, ("chasm",))], [chasm])


LEVELS = [
    (U1, M1, FLY, 1), (U1, L1, FLY, 2), (U1, M2, FLY, 1), (M1, U1, FLY, 1),
    (U1, M1, CLIMB, 1), (U1, L1, CLIMB, 2), (L1, U1, CLIMB, 2), (U1, U2, CLIMB, 6),
    (U1, M2, CLIMB, "UD-TER-16"), (U1, M1, WALK, "UD-TER-15"), (U1, U2, WALK, "UD-TER-14"),
]  # fmt: skip


@pytest.mark.parametrize(("start", "end", "trait", "expected"), LEVELS)
def test_levels_of_a_chasm(start: Region, end: Region, trait: str, expected: int | str) -> None:
    outcome = step_cost(shaft(), start, end, Mover(8, **{trait: True}) if trait else Mover(8))
    assert (outcome.rule if isinstance(outcome, Barred) else outcome.cost) == expected


def test_a_broken_chasm_joins_no_levels() -> None:
    outcome = step_cost(shaft(continuous=False), U1, M1, Mover(8, flying=True))
    assert outcome == Barred("no way leads from Upperdeep 1 to Middledeep 1", "UD-MOV-01")


@pytest.mark.parametrize("region", [L1, M2])
def test_a_region_off_the_map(region: Region) -> None:
    outcome = step_cost(pair(U1, U2), U1, region, Mover(4))
    assert outcome == Barred(f"{region} is not on the map", "UD-MOV-01")


def test_a_one_way_step() -> None:
    world = build_map([], [Way(U2, U1, one_way=True)])
    assert cost(step_cost(world, U2, U1, Mover(4))) == 1
    assert isinstance(step_cost(world, U1, U2, Mover(4)), Barred)


ABILITIES = [
    (["Flying", "Huge", "Immune (Acid)"], Mover(4, flying=True, huge=True)),
    (["Flyer"], Mover(4, flying=True)),
    (["Climb", "Cavalry"], Mover(4, climbing=True)),
    (["Climbing"], Mover(4, climbing=True)),
    (["Immune (Fire)", "Undead"], Mover(4, fireproof=True, tireless=True)),
    (["Amphibious", "Teleporter", "Magmacraft"], Mover(4, amphibious=True, teleporter=True, fireproof=True)),
    (["Construct", "Huge", "and roll 1d4 upon creation (1: Flying, 3: Climbing)"], Mover(4, huge=True, tireless=True)),
    (["Vermin", "Fear (DC 20)"], Mover(4, tireless=True)),
    ([], Mover(4)),
]


@pytest.mark.parametrize(("abilities", "mover"), ABILITIES)
def test_a_mover_from_the_unit_list(abilities: list[str], mover: Mover) -> None:
    assert Mover.from_abilities(4, abilities) == mover


@pytest.mark.parametrize(("spent", "penalty"), [(0, 0), (4, 0), (5, 1), (8, 4), (9, None)])
def test_penalty_of_a_forced_march(spent: int, penalty: int | None) -> None:
    assert Mover(4).forced_march_penalty(spent) == penalty


def test_who_has_no_morale_makes_no_forced_march() -> None:
    assert Mover(4, tireless=True).forced_march_penalty(5) is None
    assert Mover(4, tireless=True).forced_march_penalty(4) == 0


@pytest.mark.parametrize(("mover", "instalments"), [(Mover(4), True), (Mover(4, amphibious=True), False)])
def test_only_a_costly_crossing_is_paid_by_instalments(mover: Mover, instalments: bool) -> None:
    outcome = step_cost(pair(U1, U2, "darksea"), U1, U2, mover)
    assert isinstance(outcome, StepCost)
    assert outcome.instalments is instalments


@pytest.mark.parametrize(("region", "levels"), [(U1, 2), (M1, 1), (L1, 1)])
def test_levels_to_the_bottom(region: Region, levels: int) -> None:
    assert Chasm("Gap", deepest="Middledeep").levels_to_bottom(region) == levels
