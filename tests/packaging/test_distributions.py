"""What is built from the checkout: a wheel and an sdist with everything in them. Nothing is fetched."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.packaging

_SAFELY: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # Python 3.11.4 and newer


def build(folder: Path, target: str, into: Path) -> Path:
    """The file that hatchling makes of the project in ``folder``."""
    into.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(into)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (made,) = into.iterdir()
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(build(ROOT, "sdist", folder / "built")) as archive:
        archive.extractall(folder / "unpacked", **_SAFELY)
    (top,) = (folder / "unpacked").iterdir()
    return top


def list_wheel(path: Path) -> list[str]:
    return sorted(zipfile.ZipFile(path).namelist())


def list_files(folder: str, pattern: str = "*") -> list[str]:
    found = (path for path in (ROOT / folder).rglob(pattern) if path.is_file())
    return sorted(
        path.relative_to(ROOT).as_posix() for path in found if "__pycache__" not in path.parts and path.suffix != ".pyc"
    )


def test_wheel_holds_the_package_with_its_data(wheel: Path) -> None:
    assert set(list_files("orderbook")) <= set(list_wheel(wheel))


@pytest.mark.parametrize("kind", ["grammars", "templates"])
def test_wheel_holds(wheel: Path, kind: str) -> None:
    wanted = {f"orderbook/_data/{name}" for name in list_files(kind)}
    assert wanted and wanted <= set(list_wheel(wheel))


def test_wheel_holds_nothing_else(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in list_wheel(wheel)}
    assert len(tops) == 2 and "orderbook" in tops


@pytest.mark.parametrize("folder", ["orderbook", "grammars", "templates", "samples", "docs", "tests", "bench"])
def test_sdist_holds(sdist: Path, folder: str) -> None:
    missing = [name for name in list_files(folder) if not (sdist / name).is_file()]
    assert missing == []


@pytest.mark.parametrize("name", ["Makefile", "README.md", "CHANGELOG.md", "pyproject.toml"])
def test_sdist_holds_file(sdist: Path, name: str) -> None:
    assert (sdist / name).read_bytes() == (ROOT / name).read_bytes()


def test_wheel_from_the_sdist_is_the_same(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    assert list_wheel(build(sdist, "wheel", tmp_path)) == list_wheel(wheel)


def test_an_installed_wheel_finds_its_data_and_runs(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    code = (
        "import orderbook; from orderbook.text.resources import resource_folder\n"
        "print(orderbook.__file__); print(resource_folder('grammars')); print(resource_folder('templates'))\n"
        "from orderbook.render.resources import list_templates; print(len(list_templates()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(tmp_path / "site")},
    )
    module, grammars, templates, count = done.stdout.splitlines()
    site = str(tmp_path / "site" / "orderbook")
    assert module.startswith(site) and grammars.startswith(f"{site}/_data") and templates.startswith(f"{site}/_data")
    assert int(count) == len(list_files("templates", "*.j2"))


def test_the_checkout_finds_its_own_folders() -> None:
    """An editable installation must read what is edited, not what was copied when it was installed."""
    from orderbook.text.resources import resource_folder

    assert str(resource_folder("grammars")) == str(ROOT / "grammars")
    assert str(resource_folder("templates")) == str(ROOT / "templates")
