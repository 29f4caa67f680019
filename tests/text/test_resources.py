"""Files that ship beside the code."""

import pytest

from orderbook.text.resources import KINDS, MissingResource, read_resource, resource_folder


@pytest.mark.parametrize("kind", KINDS)
def test_folder_is_there(kind: str) -> None:
    assert any(entry.name.endswith((".lark", ".j2", "README.md")) for entry in resource_folder(kind).iterdir())


def test_reads_a_file() -> None:
    assert read_resource("templates", "README.md").startswith("# Templates")


@pytest.mark.parametrize("name", ["", "no.lark", "../pyproject.toml", "/etc/hosts", "a//b", ".", "a\\b"])
def test_nothing_else_is_read(name: str) -> None:
    with pytest.raises(MissingResource):
        read_resource("grammars", name)


def test_unknown_kind() -> None:
    with pytest.raises(MissingResource, match="the tests of orderbook are missing"):
        resource_folder("tests")
