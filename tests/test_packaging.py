"""What is installed is what is here: every package, every file that games, layouts and starters are made of."""

from __future__ import annotations

import fnmatch
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
GENERATOR = ROOT / "generator"
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]


def test_every_package_is_installed() -> None:
    there = {".".join(path.parent.relative_to(GENERATOR).parts) for path in GENERATOR.rglob("__init__.py")}
    assert set(SETTINGS["packages"]) == there | {"beeprint.data", "beeprint.layouts", "beeprint.fonts"}


def test_every_file_of_games_layouts_and_starters_is_installed() -> None:
    for package, folder in (("data", ROOT / "data"), ("layouts", ROOT / "layouts"), ("fonts", ROOT / "fonts")):
        patterns = SETTINGS["package-data"][f"beeprint.{package}"]
        for path in folder.rglob("*"):
            name = path.relative_to(folder).as_posix()
            if not path.is_file() or "/src/" in name or "/." in f"/{name}":
                continue  # scripts that draw art are for the repository
            assert any(fnmatch.fnmatch(path.name, pattern.rpartition("/")[2]) for pattern in patterns), name
    starters = [pattern.partition("/")[0] for pattern in SETTINGS["package-data"]["beeprint.starter"]]
    folders = (GENERATOR / "beeprint" / "starter").glob("*/")
    assert sorted(starters) == sorted(path.name for path in folders if not path.name.startswith("_"))
