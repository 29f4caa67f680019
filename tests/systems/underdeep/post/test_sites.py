"""Sites in every tab that names them: headings of any form, remarks that are none, hosts in Armies."""

from pathlib import Path

import pytest
from support.posts import write_post

from orderbook.systems.underdeep.post.model import Post
from orderbook.systems.underdeep.post.read import read_post
from orderbook.systems.underdeep.rules import underdeep_rulebook

FILE = Path(__file__).parents[3] / "cases" / "reading" / "sites.txt"
HEADINGS = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def read(heading: str, *, remark: str = "", armies: str = "") -> Post:
    """A post with two sites, the first under the heading in every tab."""
    tabs = {
        "Production": f"{heading}\nKobold Mine: +150 Gold, +15 Metal",
        "Construction": f"{heading}\nUnder Construction:\nMidden: 2 weeks remaining",
        "Recruitment": f"{heading}\n2 Kobold Slingers: -10 Gold",
        "Dungeons": f"{heading}\nMystery Chamber\nBurrow\n{remark}\nKobold Mine\n\n"
        "Needle Outpost (Lowerdeep 31)\nPalisade",
        "Armies": armies or "2 Kobold Slingers - Garrisoned at Skitterhole (Lowerdeep 4)",
    }
    return read_post(write_post(tabs), underdeep_rulebook()).post


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_heading_is_read_as_the_site_in_every_tab(heading: str) -> None:
    post = read(heading)
    assert [site.name for site in post.sites] == ["Skitterhole", "Needle Outpost"]
    lines = [*post.production, *post.construction, *post.recruitment, *post.armies, *post.structures[:3]]
    assert {line.site for line in lines} == {post.sites[0]}
    assert all(line.understood for line in post.tab_lines)


@pytest.mark.parametrize("remark", ["[as of week 4]", "[moved here from Lowerdeep 9]", "<see above>", "(besieged)"])
def test_a_remark_is_no_site(remark: str) -> None:
    post = read("Skitterhole (Lowerdeep 4)", remark=remark)
    assert [site.name for site in post.sites] == ["Skitterhole", "Needle Outpost"]
    assert len(post.structures) == 4


@pytest.mark.parametrize(
    "armies",
    [
        "2 Kobold Slingers - Garrisoned at Castle Vane (Upperdeep 12)",
        "Garrisoned at Castle Vane (Upperdeep 12):\n2 Kobold Slingers",
        "[b]Castle Vane (Upperdeep 12)[/b]\n2 Kobold Slingers",
        "2 Slingers (garrison, Castle Vane, UD12)",
        "Upperdeep 12 (Castle Vane): 2 Slingers",
        "2 Kobold Slingers in the garrison of Castle Vane, 12 Upperdeep",
        "2 Kobold Slingers | Upperdeep 12 | Garrisoned at Castle Vane",
    ],
)
def test_an_allys_site_is_none_of_the_posts_own(armies: str) -> None:
    post = read("Skitterhole (Lowerdeep 4)", armies=armies)
    assert [site.name for site in post.sites] == ["Skitterhole", "Needle Outpost"]
    (line,) = post.armies
    assert line.host == "Castle Vane" or (line.site is not None and line.site.name == "Castle Vane")
    assert str(line.where) == "Upperdeep 12"
