"""``orderbook battle from-post``."""

import json
from pathlib import Path

import pytest

from orderbook.cli.main import run

SAMPLES = Path(__file__).resolve().parents[2] / "samples" / "battles"
POSTS = [str(SAMPLES / "skitterhole-week-9.txt"), str(SAMPLES / "gibber-hole-week-9.txt")]


def test_what_it_writes_is_fought_through_a_pipe(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert run(["battle", "from-post", *POSTS, "--at", "Lowerdeep 22"]) == 0
    out, err = capfd.readouterr()
    assert err == "" and out == (SAMPLES / "gibber-hole.toml").read_text(encoding="utf-8")
    piped = tmp_path / "piped"
    piped.write_text(out, encoding="utf-8")
    with piped.open(encoding="utf-8") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert run(["battle", "run", "-", "--format", "json"]) == 0
    result = json.loads(capfd.readouterr().out)
    assert result["site"]["name"] == "Gibber Hole" and result["rounds"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([*POSTS, "--at", "Upperdeep 1"], "skitterhole-week-9.txt has nobody at Upperdeep 1"),
        (["-", "-", "--at", "Upperdeep 1"], "only one of the posts can be standard input"),
        ([POSTS[0], str(SAMPLES / "duel.toml"), "--at", "Lowerdeep 22"], "duel.toml is no orders post"),
        ([*POSTS, "--at", "Lowerdeep 22", "--attacker-faction", "Moles"], 'no rule data knows a faction "Moles"'),
    ],
)
def test_what_cannot_be_made_is_told(capfd: pytest.CaptureFixture[str], args: list[str], said: str) -> None:
    assert run(["battle", "from-post", *args]) == 2
    out, err = capfd.readouterr()
    assert out == "" and said in err and "Traceback" not in err
