"""The wheel, unpacked: it brings the games whole, and builds them without the repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from beeprint.sources.workspace import built_in_games

ROOT = Path(__file__).parents[2]
PARTS = ("pyproject.toml", "README.md", "LICENSE", "generator", "data", "docs", "layouts", "fonts")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with what an installation has."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in PARTS:
        path = ROOT / name
        if path.is_dir():
            shutil.copytree(path, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copyfile(path, source / name)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(target), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    [wheel] = target.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target / "site")
    return target / "site"


def run(installed: Path, folder: Path, *arguments: str) -> str:
    """Run the wheel's beeprint in an empty folder, and return what it says."""
    command = [sys.executable, "-c", "import beeprint; print(beeprint.__file__)"]
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    where = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=True).stdout
    assert where.startswith(str(installed))
    command = [sys.executable, "-m", "beeprint", *arguments]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", sorted(built_in_games()))
def test_a_game_is_built_from_the_wheel(installed: Path, tmp_path: Path, name: str) -> None:
    said = run(installed, tmp_path, "build", name)
    assert "home-a4/rules.pdf: " in said
    assert (tmp_path / "output" / name / "home-a4" / "rules.pdf").stat().st_size > 10_000


def test_every_command_runs_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    assert "next: beeprint build mine" in run(installed, tmp_path, "new", "mine")
    assert "next: beeprint build drawn" in run(installed, tmp_path, "new", "drawn", "--from", "inkscape")
    for name in ("mine", "drawn"):
        assert "print at 100 %" in run(installed, tmp_path, "build", name)
    assert "is sound" in run(installed, tmp_path, "check", "mine")
    assert "tiles-1: 3 pieces" in run(installed, tmp_path, "laser", "mine")
    assert "21 pieces" in run(installed, tmp_path, "playtest", "mine")
    assert "cards      18" in run(installed, tmp_path, "stats", "mine")
    assert "materials" in run(installed, tmp_path, "list")
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")}
    listed = run(installed, tmp_path, "docs")
    assert {line.split()[0] for line in listed.splitlines()} >= pages
    pictures = {path.relative_to(ROOT) for path in (ROOT / "docs").glob("*/*.png") if path.parent.name != "gallery"}
    assert pictures and not [path for path in pictures if not (installed / "beeprint" / path).is_file()]
    assert run(installed, tmp_path, "docs", "press") == (ROOT / "docs" / "press.md").read_text("utf-8")
    tables = ("--profile", "tabletop-simulator", "--profile", "playingcards-io", "--profile", "images")
    assert "import mine.pcio" in run(installed, tmp_path, "build", "mine", *tables)
    assert "# " in run(installed, tmp_path, "diff", "mine", "mine")
