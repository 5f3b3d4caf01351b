"""What the tests share: small games made on the spot."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import hypothesis
import pytest

from beeprint import pipeline
from beeprint.base.options import Options
from beeprint.base.store import Store
from beeprint.draw.fonts import Fonts
from beeprint.files.workspace import SHIPPED, Workspace
from beeprint.game import model
from beeprint.products import Checked
from command import made

# No time is asserted: on a busy machine an example may take as long as it needs.
hypothesis.settings.register_profile("patient", deadline=None)
hypothesis.settings.load_profile("patient")

# The command does without the collector of cycles (`__main__.py`), which scans many tuples in vain. Tests, which take
# longer than a build, have it called less often than by default.
gc.set_threshold(1_000_000, 20, 100)

ROOT = Path(__file__).parents[1]
POLLEN_WARS = SHIPPED / "data" / "pollen-wars"


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep what the tests keep between builds away from the user's own cache; all processes of a run share it."""
    folder = tmp_path_factory.getbasetemp()
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    os.environ["XDG_CACHE_HOME"] = str(shared / "cache")


@pytest.fixture(scope="session")
def store(cache: None) -> Store:
    """Return the cache that the tests share: for those in which art, leaflets and files need not be made anew."""
    return Store.open()


def font_file(key: str) -> Path:
    """Return the file of a catalogued font."""
    path = Workspace(ROOT).font_file(key)
    assert path is not None, key
    return path


@pytest.fixture(scope="session")
def fonts() -> Fonts:
    return Fonts(font_file, Workspace(ROOT).font_styles)


@pytest.fixture
def pollen_wars(tmp_path: Path) -> Path:
    """Return a copy of Pollen Wars to spoil; its art is linked, being read only."""
    folder = tmp_path / "pollen-wars"
    shutil.copytree(POLLEN_WARS, folder, ignore=shutil.ignore_patterns("src"))
    return folder


@pytest.fixture(scope="session")
def checked(store: Store) -> Checked:
    """Return Pollen Wars checked and laid out, once for all tests."""
    return pipeline.check(POLLEN_WARS, Options(), store)


@pytest.fixture
def load_game() -> Callable[[Path], tuple[model.Game, list[str]]]:
    def load(folder: Path) -> tuple[model.Game, list[str]]:
        found, problems = model.load(Workspace(folder))
        return found, [str(problem) for problem in problems]

    return load


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--refresh", action="store_true", help="write what was found as what is expected")
    parser.addoption("--pictures", metavar="FOLDER", help="save pictures on which engines disagree")


@pytest.fixture
def new_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a game that `beeprint new` has just written, below the current folder."""
    monkeypatch.chdir(tmp_path)
    made("new", "my-game")
    return tmp_path / "my-game"
