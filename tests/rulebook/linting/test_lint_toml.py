"""Reading rule data leniently: places in the file, what is laid over shipped factions, files that break their form."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orderbook.rulebook.faults import RuleDataError
from orderbook.rulebook.linting.toml_places import find_sections
from orderbook.rulebook.linting.toml_reader import read_rule_data
from orderbook.text.source import SourceText, decode_source
from tests.rulebook.linting.kit import SHIPPED, SOUND, lint_file, lint_text, place, spoil

VALUES = st.sampled_from(
    [
        '"text"', "'raw # text'", '"with \\" quote and ]"', "12", "true", '["a", "b"]', "{Gold = 5}", "[]",
        '[\n  "a", # a ] comment\n  "[[unit]]",\n]', '"""\n[[room]]\nname = "no"\n"""', "'''\nx = 1\n'''",
        "[{Food = 1},\n {Bodies = 1}]", "5 # comment = 3",
    ]
)  # fmt: skip
KEYS = st.lists(st.sampled_from(["name", "cost", "notes", "weeks", "requires"]), unique=True, max_size=5)
TABLES = st.lists(
    st.tuples(st.sampled_from(["room", "unit", "defence"]), KEYS, st.lists(VALUES, min_size=5, max_size=5))
)


@settings(max_examples=80, deadline=None)
@given(TABLES, st.sampled_from(["\n", "\r\n"]))
def test_every_table_and_key_is_found_where_it_stands(tables: list[tuple[str, list[str], list[str]]], end: str) -> None:
    text = ""
    for kind, keys, values in tables:
        text += f"[[{kind}]]\n" + "".join(f"{key} = {value}\n" for key, value in zip(keys, values, strict=False)) + "\n"
    source = SourceText(text.replace("\n", end))
    parsed = tomllib.loads(source.text)
    sections = find_sections(source)[1:]
    assert [section.path for section in sections] == [kind for kind, *_ in tables]
    for kind, found in parsed.items():
        for table, section in zip(found, [each for each in sections if each.path == kind], strict=True):
            assert section.keys.keys() == table.keys()
            for key, value in table.items():
                assert tomllib.loads(f"value = {source.quote(section.keys[key])}")["value"] == value


def test_a_syntax_error_is_told_on_its_line(tmp_path: Path) -> None:
    report = lint_text('[faction]\nname = "Moles"\n\n[[room]]\nname = Burrow\n', tmp_path)
    (finding,) = report.findings
    assert finding.check == "rule-form" and place(report, finding) == "name = Burrow"
    assert "no valid TOML" in finding.message


def test_what_cannot_be_read_hides_nothing_else(tmp_path: Path) -> None:
    text = spoil("weeks = 1\nstats = {defence = 18", "weeks = 'one'\nstats = {defence = 18")
    report = lint_text(spoil('["Earth Wall or Stone Wall"]', '["Earth Wal"]', text), tmp_path)
    assert [finding.check for finding in report.findings] == ["rule-form", "rule-prerequisite"]


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ('[[room]]\nname = "Burrow"\n', '[[room]]', "whose lists are these?"),
        ('[faction]\nname = 3\n[[room]]\nname = "Burrow"\n', "3", "must be text"),
        ('[faction]\nname = "M"\nnmae = "x"\n', '"x"', "unknown key 'nmae'"),
        ('room = 5\n[faction]\nname = "M"\n', "5", "must be a list"),
        ('colour = "red"\n[faction]\nname = "M"\n', '"red"', "unknown key 'colour'"),
        ('[faction]\nname = "M"\n[[room]]\ncost = {}\nweeks = 1\n', "[[room]]", "name is missing"),
        ('[[ability]]\nname = "Dig"\n', "[[ability]]", "text is missing"),
        (
            '[faction]\nname = "Derro"\n[change."Cave of Caos"]\nweeks = 1\n',
            '[change."Cave of Caos"]', "did you mean 'Cave of Chaos'",
        ),
        ('remove = ["Nothing At All"]\n[faction]\nname = "Derro"\n', '["Nothing At All"]', "no entry 'Nothing At All'"),
    ],
)  # fmt: skip
def test_broken_form(text: str, words: str, said: str, tmp_path: Path) -> None:
    report = lint_text(text, tmp_path)
    assert said.lower() in report.findings[0].message.lower()
    assert report.findings[0].check == "rule-form" and place(report, report.findings[0]) == words


def test_a_house_rule_is_judged_together_with_the_faction_it_alters(tmp_path: Path) -> None:
    text = '[faction]\nname = "Derro"\n\n[change."Cave of Chaos"]\ncost = {Gold = 100}\n'
    report = lint_text(text, tmp_path)
    assert report.findings == () and "laid over" in report.notes[0]
    report = lint_text(text.replace("cost = {Gold = 100}", 'requires = ["Workshop"]'), tmp_path)
    assert [finding.check for finding in report.findings] == ["rule-prerequisite"]
    assert place(report, report.findings[0]) == "Workshop"


def test_what_a_house_rule_breaks_elsewhere_is_told_at_its_head(tmp_path: Path) -> None:
    report = lint_text('remove = ["Jabberling Pit"]\n[faction]\nname = "Derro"\n', tmp_path)
    told = {finding.message.split(",")[0] for finding in report.findings}
    assert told == {"Jabberling needs Jabberling Pit", "Jabberling Pit Chute needs Jabberling Pit"}
    assert {place(report, finding) for finding in report.findings} == {"Derro"}


def test_a_whole_faction_of_a_shipped_name_stands_alone(tmp_path: Path) -> None:
    folder = tmp_path / "derro"
    folder.mkdir()
    for path in (SHIPPED[1]).glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        start = text.find('[[room]]\nname = "Chaos Portal"')
        cut = text.find('[[room]]\nname = "Alienist\'s Dementarium"')
        if cut >= 0:
            end = text.index("[[room]]", cut + 1)
            text = text[:cut] + text[end:]
        assert path.name != "rooms.toml" or start > cut > 0
        (folder / path.name).write_text(text, encoding="utf-8")
    dangling = [
        finding.message.split(",")[0]
        for report in lint_file(folder)
        for finding in report.findings
        if finding.check == "rule-prerequisite"
    ]
    assert sorted(dangling) == [
        "Chaos Portal needs Alienist's Dementarium",
        "Derro Alienist needs Alienist's Dementarium",
        "Mutagenic Laboratory needs Alienist's Dementarium",
        "Overlord's Library needs Alienist's Dementarium",
    ]


def test_one_file_of_a_folder_is_read_with_those_beside_it(tmp_path: Path) -> None:
    head, rest = SOUND.split("[[room]]", 1)
    (tmp_path / "units.toml").write_text(head, encoding="utf-8")
    path = tmp_path / "rooms.toml"
    path.write_text("[[room]]" + rest.replace('requires = ["Diggings"]', 'requires = ["Digings"]'), encoding="utf-8")
    (report,) = lint_file(path)
    assert [place(report, finding) for finding in report.findings] == ["Digings"]
    assert "read together with" in report.notes[0]


def test_files_with_marks_and_carriage_returns(tmp_path: Path) -> None:
    path = tmp_path / "moles.toml"
    path.write_bytes(b"\xef\xbb\xbf" + SOUND.replace("\n", "\r\n").replace('["Diggings"]', '["Digings"]').encode())
    (report,) = lint_file(path)
    assert {place(report, finding) for finding in report.findings} >= {"Digings"}
    assert decode_source(path.read_bytes()).notes == report.notes


def test_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(RuleDataError, match=r"no \.toml file in this folder"):
        read_rule_data(tmp_path)
    with pytest.raises(RuleDataError, match="no such file or folder"):
        read_rule_data(tmp_path / "nowhere.toml")


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_no_mangled_file_breaks_it(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    lines = SOUND.split("\n")
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(lines) - 1))
        deed = data.draw(st.sampled_from(["drop", "swap", "double", "number", "text"]))
        if deed == "drop" and len(lines) > 1:
            del lines[at]
        elif deed == "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif deed == "double":
            lines.insert(at, lines[at])
        elif "=" in lines[at]:
            lines[at] = lines[at].split("=")[0] + ("= 7" if deed == "number" else '= "words"')
    report = lint_text("\n".join(lines), tmp_path_factory.mktemp("moles"))
    for finding in report.findings:
        assert 0 <= finding.span.start <= finding.span.end <= len(report.source.text)
