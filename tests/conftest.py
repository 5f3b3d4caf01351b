"""What the tests share: small games made on the spot."""

from __future__ import annotations

import gc
import os
import re
import shutil
import signal
import socketserver
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest

from beeprint import pipeline
from beeprint.base import installed, interrupts
from beeprint.base.options import Options
from beeprint.base.store import Store
from beeprint.drawing.fonts import Font, Fonts
from beeprint.game import model
from beeprint.outputs.shared import Checked
from beeprint.sources.workspace import SHIPPED, Workspace
from beeprint.studio import studio
from command import made

# No time is asserted: on a busy machine an example may take as long as it needs.
hypothesis.settings.register_profile("patient", deadline=None)
# `make test` asks for this one; `make deep` tries as many examples as each test says.
hypothesis.settings.register_profile("brief", deadline=None, max_examples=12)
hypothesis.settings.load_profile("patient")

# The command does without the collector of cycles (`__main__.py`), which scans many tuples in vain. Tests, which take
# longer than a build, have it called less often than by default.
gc.set_threshold(1_000_000, 20, 100)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Collect what the tests have left once, for what its end has to say; pytest would look through it ten times."""
    gc.unfreeze()  # a studio freezes what it needs for long
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def others_put_aside() -> None:
    """Keep what other files' tests have left from being looked through whenever something collects cycles.

    A worker holds millions of objects after some hundred tests, and builds that must not fork collect after each task.
    """
    gc.collect()
    gc.freeze()


#: More seconds than any test takes.
PATIENCE = 1_000.0
ROOT = Path(__file__).parents[1]
POLLEN_WARS = SHIPPED / "data" / "pollen-wars"


@pytest.fixture(scope="session", autouse=True)
def cache_of_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep what the tests keep between builds away from the user's own cache; all processes of a run share it."""
    folder = tmp_path_factory.getbasetemp()
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    os.environ["XDG_CACHE_HOME"] = str(shared / "cache")
    os.environ["XDG_CONFIG_HOME"] = str(shared / "config")  # nor are games of tests the user's recent ones


@pytest.fixture(scope="session", autouse=True)
def installed_once() -> Iterator[None]:
    """Look once for each search path at what is installed, as many a test opens a store, and nothing is installed.

    test_installed looks itself.
    """
    look, known = installed.stamp, dict[tuple[str, ...], bytes]()

    def stamp(recall: Callable[[str], bytes | None], keep: Callable[[bytes, str], None]) -> bytes:
        path = tuple(sys.path)
        if path not in known:
            known[path] = look(recall, keep)
        return known[path]

    stamp.__wrapped__ = look  # type: ignore[attr-defined]
    installed.stamp = stamp
    yield
    installed.stamp = look


@pytest.fixture(scope="session", autouse=True)
def opened_once(cache_of_tests: None) -> Iterator[None]:
    """Open each font of the catalogue once in a process, as many a test builds a game, with what is measured of it.

    Fonts of games and of caches of their own are opened by each build.
    """
    opened, shared, known = Fonts.__getitem__, (None, Store.open()._folder), dict[tuple[object, ...], Font]()
    libraries = f"{sysconfig.get_path('purelib')}{os.sep}"

    def find(fonts: Fonts, key: str) -> Font:
        folder = fonts._store and fonts._store._folder
        if key not in fonts._open and folder in shared:
            path = str(fonts._locate(key))
            if path.startswith(libraries):
                asked = key, path, fonts._weigh(key), folder
                fonts._open[key] = known.get(asked) or known.setdefault(asked, opened(fonts, key))
        return opened(fonts, key)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Fonts, "__getitem__", find)
        yield


@pytest.fixture(scope="session", autouse=True)
def one_core() -> Iterator[None]:
    """Build on one core where there are several processes of tests: copies of them wait for each other's cores.

    What many cores do is asked by tests that say how many there are.
    """
    with pytest.MonkeyPatch.context() as patch:
        if int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")) > 1:
            patch.setattr(os, "cpu_count", lambda: 1)
        yield


@pytest.fixture(scope="session", autouse=True)
def heard_interrupts() -> Iterator[None]:
    """Let programs that tests start hear Ctrl-C, also where the shell has jobs in the background ignore it."""
    ignored = [number for number in interrupts.POLITE if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, signal.default_int_handler)
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)


@pytest.fixture(scope="session", autouse=True)
def quick_ends() -> Iterator[None]:
    """Let servers notice at once that they are to end: the usual half a second is most of a test of the studio."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socketserver.BaseServer.serve_forever, "__defaults__", (0.01,))
        yield


@pytest.fixture(scope="session", autouse=True)
def busy_studios() -> Iterator[None]:
    """Let studios never be calm enough to look through all that Python holds, which here is what all tests hold."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(studio, "_CALM", PATIENCE)
        yield


@pytest.fixture(scope="session")
def store(cache_of_tests: None) -> Store:
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


def unruled(folder: Path) -> Path:
    """Copy Pollen Wars into a folder, without its rules of play: their pictures take longer to read than its faces."""
    game = folder / "pollen-wars"
    shutil.copytree(POLLEN_WARS, game, ignore=shutil.ignore_patterns("src"))
    text = (game / "game.yaml").read_text("utf-8")
    assert text.count("\nleaflet: ") == 1
    (game / "game.yaml").write_text(re.sub(r"\nleaflet: .*", "", text), "utf-8")
    return game


@pytest.fixture(scope="session")
def checked(store: Store) -> Checked:
    """Return Pollen Wars checked and laid out, once for all tests."""
    return pipeline.check(POLLEN_WARS, Options(), store)


@pytest.fixture
def load_game() -> Callable[[Path], tuple[model.Game, list[str]]]:
    def load(folder: Path) -> tuple[model.Game, list[str]]:
        game, problems = model.load(Workspace(folder))
        return game, [str(problem) for problem in problems]

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
