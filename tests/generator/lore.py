"""Invented names and sentences, none of which means anything to a ledger."""

from __future__ import annotations

from random import Random

DUNGEON_NAMES = {
    "Cleversmart Kobolds": (
        "Rattlebone Warren", "The Low Larder", "Scrapjaw", "Thirteen Doors", "Gristle Holes", "Old Sumpgate",
        "Ninefold Burrow", "Tinderpaw", "The Crooked Pantry", "Mossback Halls", "Candlenub", "Lickplate",
    ),
    "Derro": (
        "Oubliette of Small Hours", "Gigglemouth", "The Backward Stair", "Oubliette of Loud Paper", "Snickerdark",
        "The Unkind Rooms", "Halfwit's Rest", "Oubliette of Borrowed Teeth", "Wrongways", "The Humming House",
    ),
}  # fmt: skip
OUTPOST_NAMES = (
    "Outpost at the Ford", "Gnawed Post Outpost", "Outpost at Five Steps", "Cinder Outpost", "Outpost at the Elbow",
    "Dry Well Outpost", "Outpost at Lamp's End", "Splinter Outpost", "Outpost at the Weeping Wall", "Toll Outpost",
)  # fmt: skip
FIRST_NAMES = (
    "Ekka", "Yarrik", "Nib", "Tosk", "Wizzle", "Grub", "Sneck", "Urri", "Poke", "Jorl", "Mirk", "Fenna", "Quill",
    "Brax", "Dodder", "Hesk",
)  # fmt: skip
LAST_NAMES = (
    "Ashfoot", "Threefinger", "Lampeye", "Splittooth", "Underhook", "Cindertail", "Nettle", "Bentpick", "Drywell",
    "Saltlick", "Hollowknee", "Marrow",
)  # fmt: skip
OVERLORD_NAMES = ("Quibberell", "Mazzicant", "Yodderim", "Zhull", "Orrobast", "Tiddlemaw", "Vexipol")
PLAYERS = (
    "Duke Ferrum", "The Pale Cartographer", "Queen Ulla", "Chancellor Veil", "Hetman Rok", "Sister Ember",
    "The Ninth Ghoul", "Baron Osric", "Mother Morel",
)  # fmt: skip
FLAVOUR_TITLES = (
    "What the Bats Said", "Ledger and Ladle", "A Short Walk Down", "Nine Lamps", "The Smell of Rope", "Bad Maps",
    "Somebody Else's Teeth", "An Inventory of Spoons",
)  # fmt: skip
_WHO = (
    "The oldest of the diggers", "Somebody in the third gallery", "The lamp keeper", "A cousin of the cook",
    "The night shift", "Whoever holds the keys this month", "The lookout on the short stair",
)  # fmt: skip
_WHAT = (
    "lost 3 buckets and found 5", "has stopped believing in the ceiling", "sold the same rope twice",
    "heard somebody counting behind the wall", "is no longer on speaking terms with the pump",
    "claims to have met a polite ooze", "wrote a song with 40 verses about gravel", "will not go near the well",
)  # fmt: skip
_WHY = (
    "and the kitchen agrees", "which surprised no one", "so the bets are off", "and that is all we know",
    "but it did not last", "as the elders had foretold",
)  # fmt: skip
MESSAGES = (
    "We offer 25 Metal against 60 Gold; answer before the bats moult.",
    "Your envoy left a hat here. It has been eaten.",
    "Do you know who lit the fires by the water?",
    "Let us agree that the bridge belongs to nobody, least of all you.",
    "If 30 of your spears come down the stair, 31 of ours will be waiting.",
    "Send no more poetry.",
    "We hear your cooks are short of food, and we are sorry, and we are also hungry.",
)
UNREADABLE = (
    "And the other thing we talked about",
    "Something for the pot, if the cook remembers",
    "Whatever was left over goes to the cellar",
    "Ask the lamp keeper about the rest",
    "The odds and ends, as agreed with nobody",
    "As much as the carts can hold",
)
REMARKS = (
    "(as last week)", "(nothing new)", "(about time!)", "(see below)", "(sigh)", "(still the best deal around)",
    "(yes, really)",
)  # fmt: skip
ASIDES = (
    "sorry for the delay, I had a test on Monday",
    "please tell me if the sums look odd",
    "I took this over from last week's post",
    "is this the right tab?",
    "not sure the map agrees, but here goes",
    "will tidy this up next week",
)
UNKNOWN_TABS = ("Diplomacy", "Rumours", "Magic", "Prisoners", "House Rules", "Spy Reports")
UNKNOWN_TAB_LINES = (
    "The friend in the kitchens has been told to listen.",
    "Nothing that can be written down.",
    "We believe about half of what we hear.",
)
FREE_ORDERS = (
    "If anybody knocks, nobody is at home.",
    "All garrisons keep the lamps lit and the doors barred.",
    "Should we be attacked, everyone falls back behind the walls.",
)


def invent_sentence(rng: Random) -> str:
    return f"{rng.choice(_WHO)} {rng.choice(_WHAT)}, {rng.choice(_WHY)}."


def invent_person(rng: Random, taken: set[str]) -> str:
    """A first and a last name nobody else bears."""
    free = [f"{first} {last}" for first in FIRST_NAMES for last in LAST_NAMES if f"{first} {last}" not in taken]
    name = rng.choice(free)
    taken.add(name)
    return name
