"""From the entries of a map file to the region graph, with every fault of the file named."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from orderbook.systems.underdeep.world.dwellers import Dwellers
from orderbook.systems.underdeep.world.lint import lint_map
from orderbook.systems.underdeep.world.map import KINDS, Chasm, Deposit, Place, Way, WorldMap, build_map
from orderbook.systems.underdeep.world.mapfile import REGION_KEYS, Entry, MapError, MapProblem, read_map_file
from orderbook.systems.underdeep.world.region import LAYERS, Region, parse_region
from orderbook.systems.underdeep.world.terrain import find_terrain, load_terrain, terrain_words

__all__ = ["MapError", "MapProblem", "lint_map", "load_map"]

_WAY = re.compile(r"\s*([^:]{1,60}?)\s*(?::\s*(.{0,400}))?", re.DOTALL)
_DEPOSIT = re.compile(r"([A-Za-z][A-Za-z '-]{0,40}?)\s*(?:[:=]?\s*([0-9]{1,9}))?")
_CHASM_KEYS = ("continuous", "deepest", "note")
_FAR = 1_000_000  # coordinates beyond this are a slip of the keyboard


def load_map(path: str) -> WorldMap:
    """The map in a file (see docs/maps.md). Raises ``MapError`` with all that is wrong in it."""
    read = read_map_file(str(path))
    builder = _Builder(list(read.problems))
    for entry in read.entries:
        builder.read_entry(entry)
    for name, value in read.chasms.items():
        builder.read_chasm(name, value)
    builder.check_chasms()
    if not builder.places and not builder.problems:
        mend = "Head each region [Upperdeep.4], or give a table with a column region."
        builder.problems.append(MapProblem("the file", "holds no region", mend))
    if builder.problems:
        raise MapError(str(path), sorted(builder.problems, key=lambda problem: problem.line))
    return build_map(builder.places.values(), builder.ways.values(), builder.chasms, read.title)


@dataclass
class _Builder:
    """Collects places and ways; a fault is noted and reading goes on with the next thing."""

    problems: list[MapProblem]
    places: dict[Region, Place] = field(default_factory=dict)
    ways: dict[tuple[Region, Region], Way] = field(default_factory=dict)
    chasms: list[Chasm] = field(default_factory=list)
    _lines: dict[Region, int] = field(default_factory=dict)
    _first_named: dict[tuple[Region, Region], Region] = field(default_factory=dict)

    def _note(self, entry: Entry, key: str, what: str, mend: str) -> None:
        where = f"[{_clipped(entry.title) or 'a row with no region'}]" + (f" {_clipped(key)}" if key else "")
        self.problems.append(MapProblem(where, what, mend, entry.line))

    def read_entry(self, entry: Entry) -> None:
        region = parse_region(entry.title)
        if region is None:
            mend = f"A region has a layer ({', '.join(LAYERS)}) and a number, as in Lowerdeep 51."
            self._note(entry, "", "names no region", mend)
            return
        if region in self.places:
            first = f" (line {self._lines[region]})" if self._lines[region] else ""
            self._note(entry, "", f"describes {region} a second time{first}", "Join the two entries.")
            return
        for key in entry.fields:
            if key not in REGION_KEYS:
                self._note(entry, key, "is nothing a region has", _meant(key, REGION_KEYS, "The keys are"))
        sides = tuple(self._words(entry, "sides"))
        self._lines[region] = entry.line
        self.places[region] = Place(
            region,
            kind=self._kind(entry, region),
            name=self._text(entry, "name"),
            features=frozenset(self._features(entry, region)) | self._settled(entry, region),
            deposits=tuple(self._deposits(entry)),
            chasm=self._text(entry, "chasm") or None,
            sides=sides,
            across=frozenset(self._across(entry, region, sides)),
            position=self._position(entry),
            note=self._text(entry, "note"),
            dwellers=self._dwellers(entry),
        )
        for text in self._words(entry, "ways", ";|"):
            self._read_way(entry, region, text)

    def _text(self, entry: Entry, key: str) -> str:
        value = entry.fields.get(key, "")
        if isinstance(value, str):
            return " ".join(value.split())
        self._note(entry, key, f"is {_shown(value)}, not a text", f'Write it in quotes: {key} = "...".')
        return ""

    def _words(self, entry: Entry, key: str, separators: str = ";|,") -> list[str]:
        """The items of a list, or of a text in which they are set apart by signs."""
        value = entry.fields.get(key, [])
        items: list[object] = value if isinstance(value, list) else [value]
        words: list[str] = []
        for item in items:
            if isinstance(item, str):
                words.extend(re.split(f"[{re.escape(separators)}]", item))
            elif isinstance(item, int) and not isinstance(item, bool) and 0 <= item <= 9999:
                words.append(str(item))
            else:
                self._note(entry, key, f"holds {_shown(item)}", "Write words in quotes, regions as numbers or words.")
        return [" ".join(word.split()) for word in words if word.strip()]

    def _kind(self, entry: Entry, region: Region) -> str | None:
        kind = self._text(entry, "kind").lower()
        if kind and kind not in KINDS:
            self._note(entry, "kind", f"is {_shown(kind)}", _meant(kind, KINDS, "The kinds are"))
            return None
        return kind or ("surface" if region.layer == "Surface" else None)

    def _features(self, entry: Entry, region: Region) -> Iterable[str]:
        for word in self._words(entry, "features"):
            terrain = find_terrain(word, "region")
            if terrain is None:
                if find_terrain(word, "way") is not None:
                    mend = f'It belongs to a way: ways = ["5: {word}"]; a chasm in a region is named by chasm = "...".'
                else:
                    mend = _meant(word, terrain_words("region"), "The features are", _feature_names())
                self._note(entry, "features", f"has {_shown(word)}, which no region has", mend)
            elif not terrain.fits_layer(region.layer):
                mend = f"{terrain.name.capitalize()} is found {_where(terrain.layers)} only; check region and word."
                self._note(entry, "features", f"puts {terrain.name} in {region}", mend)
            else:
                yield terrain.name

    def _settled(self, entry: Entry, region: Region) -> frozenset[str]:
        """The feature that a named settlement is, if the map gives it a place on the Surface (UD-RAI-01)."""
        if not self._text(entry, "settlement"):
            return frozenset()
        if region.layer != "Surface":
            self._note(entry, "settlement", f"stands in {region}", "Settlements are found on the Surface only.")
        return frozenset({"settlement"})

    def _dwellers(self, entry: Entry) -> Dwellers:
        """Who lives there and what they guard; whom the words mean, the rule data says later."""

        def listed(key: str) -> tuple[str, ...]:
            return tuple(self._words(entry, key, ";|"))

        return Dwellers(
            self._text(entry, "settlement"),
            self._text(entry, "people"),
            listed("garrison"),
            listed("defences"),
            listed("loot"),
            listed("lair"),
            listed("monsters"),
            listed("traps"),
            self._graves(entry),
        )

    def _graves(self, entry: Entry) -> int | None:
        value = entry.fields.get("graves")
        if value is None:
            return None
        if isinstance(value, str) and re.fullmatch(r"\s*[0-9]{1,7}\s*", value):
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _FAR:
            return value
        self._note(entry, "graves", f"is {_shown(value)}", "Give a whole number: graves = 120.")
        return None

    def _deposits(self, entry: Entry) -> Iterable[Deposit]:
        for text in self._words(entry, "deposits"):
            if match := _DEPOSIT.fullmatch(text):
                yield Deposit(match[1].strip().capitalize(), int(match[2]) if match[2] else None)
            else:
                self._note(
                    entry, "deposits", f"has {_shown(text)}", 'Write the resource: deposits = ["Gold", "Metal 300"].'
                )

    def _region(self, entry: Entry, key: str, text: str, home: Region) -> Region | None:
        """A region named in an entry; a bare number is one of the same layer."""
        if re.fullmatch("[0-9]{1,4}", text):
            return Region(home.layer, int(text))
        region = parse_region(text)
        if region is None:
            mend = f"Give a number for a region of the {home.layer}, or layer and number: Lowerdeep 51."
            self._note(entry, key, f"has {_shown(text)}, which names no region", mend)
        return region

    def _across(self, entry: Entry, region: Region, sides: tuple[str, ...]) -> list[Region]:
        named = [self._region(entry, "across", text, region) for text in self._words(entry, "across")]
        across = [other for other in named if other is not None]
        if sides and not self._text(entry, "chasm"):
            self._note(entry, "sides", "names walls of no chasm", 'Name it: chasm = "The Gullet".')
        if len(sides) > 2 or len(set(sides)) < len(sides):
            self._note(entry, "sides", "must name one wall, or the two a chasm has", 'Write sides = ["west", "east"].')
        if across and len(sides) != 2:
            mend = 'A region that a chasm cuts in two needs sides = ["west", "east"].'
            self._note(entry, "across", "has no second side to lie on", mend)
        if len(sides) == 2 and not across:
            mend = "Say which neighbours lie behind the second wall: across = [51]."
            self._note(entry, "sides", "cuts the region in two, and all its ways are on one side", mend)
        return across

    def _position(self, entry: Entry) -> tuple[int, int] | None:
        value = entry.fields.get("at")
        if value is None:
            return None
        numbers: list[int] = []
        for item in value if isinstance(value, list) else []:
            if isinstance(item, str) and re.fullmatch(r"\s*-?[0-9]{1,7}\s*", item):
                item = int(item)
            if isinstance(item, int) and not isinstance(item, bool) and abs(item) <= _FAR:
                numbers.append(item)
        if not isinstance(value, list) or len(value) != 2 or len(numbers) != 2:
            self._note(entry, "at", f"is {_shown(value)}", "Give two whole numbers, right and down: at = [120, 80].")
            return None
        return numbers[0], numbers[1]

    def _read_way(self, entry: Entry, home: Region, text: str) -> None:
        match = _WAY.fullmatch(text)
        if match is None:
            self._note(entry, "ways", f"has {_shown(text)}", 'Write a region and what lies on the way: "51: river".')
            return
        to = self._region(entry, "ways", match[1], home)
        if to is None:
            return
        if to == home:
            self._note(entry, "ways", "leads from the region to itself", "Check the number.")
            return
        words: list[str] = []
        for word in re.split(r"[;,]|\band\b", match[2] or ""):
            if not word.strip():
                continue
            terrain = find_terrain(word, "way")
            if terrain is None:
                known = [name for name in load_terrain() if "way" in load_terrain()[name].on]
                mend = _meant(word.strip(), terrain_words("way"), "A way may have", known)
                self._note(entry, "ways", f"to {to} has {_shown(word.strip())}, which no way has", mend)
                return
            if not (terrain.fits_layer(home.layer) and terrain.fits_layer(to.layer)):
                mend = f"{terrain.name.capitalize()} is found {_where(terrain.layers)} only."
                self._note(entry, "ways", f"to {to} puts {terrain.name} on the wrong layer", mend)
                return
            words.append(terrain.name)
        self._add_way(entry, home, to, words)

    def _add_way(self, entry: Entry, home: Region, to: Region, words: list[str]) -> None:
        if "cave entrance" in words and home.layer == to.layer:
            mend = "A cave entrance joins two layers: name the other one, as in Middledeep 3."
            self._note(entry, "ways", f"to {to} has a cave entrance within the {home.layer}", mend)
            return
        one_way = "one way" in words
        start, end = (home, to) if one_way else (min(home, to), max(home, to))
        crosses = tuple(sorted(set(words) - {"bridge", "cave entrance", "one way"}))
        way = Way(start, end, crosses, bridge="bridge" in words, one_way=one_way)
        if way.bridge and not any(name == "chasm" or load_terrain()[name].bridge for name in crosses):
            mend = "Say what it spans: river, lake or chasm."
            self._note(entry, "ways", f"to {to} has a bridge over nothing", mend)
            return
        key = (min(home, to), max(home, to))
        known = self.ways.get(key)
        bare = Way(*key)  # says no more than that there is a way
        if known is None:
            self.ways[key] = way
            self._first_named[key] = home
        elif self._first_named[key] == home:
            self._note(entry, "ways", f"names {to} twice", "Keep one of the two.")
        elif known == way or (way == bare and not known.one_way):
            self.ways[key] = replace(known, both_ends=True)
        elif known == bare and not way.one_way:
            self.ways[key] = replace(way, both_ends=True)
        else:
            mend = "Describe a way at one end only, or the same at both."
            self._note(entry, "ways", f"to {to} is described otherwise at {to}", mend)

    def read_chasm(self, name: str, value: object) -> None:
        where = f'[chasms."{_clipped(name)}"]'
        if not isinstance(value, dict):
            self.problems.append(MapProblem(where, f"is {_shown(value)}", "Write continuous = true under it."))
            return
        mouths = [region for region, place in self.places.items() if place.chasm == name]
        deepest = max(mouths).layer if mouths else "Lowerdeep"
        continuous = value.get("continuous", True)
        for key in value:
            if key not in _CHASM_KEYS:
                mend = _meant(key, _CHASM_KEYS, "The keys are")
                self.problems.append(MapProblem(f"{where} {_clipped(key)}", "is nothing a chasm has", mend))
        if not isinstance(continuous, bool):
            self.problems.append(MapProblem(f"{where} continuous", f"is {_shown(continuous)}", "Write true or false."))
        given = value.get("deepest", deepest)
        if given not in LAYERS:
            mend = _meant(given if isinstance(given, str) else "", LAYERS, "The layers are")
            self.problems.append(MapProblem(f"{where} deepest", f"is {_shown(given)}", mend))
        elif mouths and LAYERS.index(given) < max(mouths).depth:
            mend = f"{max(mouths)} opens on it, so it reaches the {max(mouths).layer} at least."
            self.problems.append(MapProblem(f"{where} deepest", f"is {given}", mend))
        else:
            self.chasms.append(Chasm(name, continuous is True, given))

    def check_chasms(self) -> None:
        """A chasm whose mouths spell its name differently would fall apart into two."""
        names: dict[str, str] = {}
        for name in [place.chasm for place in self.places.values() if place.chasm] + [c.name for c in self.chasms]:
            other = names.setdefault(name.lower(), name)
            if other != name:
                what = f"is also written {_shown(other)}"
                self.problems.append(MapProblem(f"chasm {_shown(name)}", what, "Spell it the same everywhere."))


def _feature_names() -> list[str]:
    return [name for name, terrain in load_terrain().items() if "region" in terrain.on]


def _where(layers: str) -> str:
    return "on the Surface" if layers == "surface" else "underground"


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits cannot be printed
        text = type(value).__name__
    return _clipped(text)


def _clipped(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def _meant(word: str, known: Iterable[str], all_are: str, listed: Iterable[str] | None = None) -> str:
    """What was probably meant, and all there is to choose from."""
    from rapidfuzz import process  # only for a word that fails: its import takes longer than reading the map
    from rapidfuzz.distance import OSA

    known = list(known)
    best = process.extractOne(
        _clipped(word), known, processor=str.lower, scorer=OSA.normalized_similarity, score_cutoff=0.6
    )
    hint = f"Did you mean {best[0]}? " if best is not None else ""
    return f"{hint}{all_are} {', '.join(listed if listed is not None else known)}."
