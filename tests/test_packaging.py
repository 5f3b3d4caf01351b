"""What is installed is what is here: every package, every file that games, layouts and starters are made of."""

from __future__ import annotations

import fnmatch
import tomllib
from pathlib import Path

import pytest

from verify import lowest

ROOT = Path(__file__).parents[1]
GENERATOR = ROOT / "generator"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SETTINGS = PYPROJECT["tool"]["setuptools"]


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


def test_every_dependency_states_the_oldest_version_that_will_do() -> None:
    extras = list(PYPROJECT["project"]["optional-dependencies"])
    found = lowest.constraints(extras, (ROOT / "pyproject.toml").read_text("utf-8"))
    needs = [*PYPROJECT["project"]["dependencies"], *PYPROJECT["project"]["optional-dependencies"]["test"]]
    assert {need.replace(">=", "==") for need in needs} <= set(found)


@pytest.mark.parametrize("need", ["click", "click==8.2", "click<9", "click>=8.2,<9", "click>=8.2; os_name == 'nt'"])
def test_a_dependency_without_an_oldest_version_is_refused(need: str) -> None:
    text = f"[build-system]\nrequires = []\n[project]\ndependencies = [{need!r}]\noptional-dependencies = {{}}\n"
    with pytest.raises(ValueError, match=r"write name>=version"):
        lowest.constraints([], text)
