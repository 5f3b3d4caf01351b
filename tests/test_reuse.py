"""What is kept between builds: it changes how long a build takes, never what it writes."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
import uuid
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from beeprint.base import regular, store
from beeprint.base.store import Store
from beeprint.cli import cli
from beeprint.delivery import stamps
from beeprint.drawing import svg
from beeprint.drawing.drawing import Symbol
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.packing import pack, unpack
from beeprint.sources.workspace import SHIPPED, Workspace
from cases import spread
from small_game import small_game

FROM_CACHE = "the files come from the cache"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of its own to stand in, with an empty cache and a new game."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    small_game(tmp_path / "mine")
    return tmp_path


def build(*more: str) -> tuple[str, str]:
    """Return what a build says on stdout and stderr."""
    result = CliRunner().invoke(cli, ["build", "mine", *more])
    assert result.exit_code == 0, result.output
    return result.stdout, result.stderr


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_an_unchanged_build_writes_and_says_the_same(home: Path) -> None:
    out, err = build()
    made = files(home / "output")
    for path in (home / "output").rglob("*.svg"):
        path.write_text("spoilt")
    again = build()
    assert again[0] == out and again[1].startswith(err) and FROM_CACHE in again[1] and FROM_CACHE not in err
    assert files(home / "output") == made


def test_an_unchanged_build_warns_as_the_first_one_did(home: Path) -> None:
    path = home / "mine/game.yaml"
    text = path.read_text("utf-8")
    assert text.count("deck: cards, is: 5") == 1
    path.write_text(text.replace("deck: cards, is: 5", "deck: cards, is: 6"), "utf-8")
    _, err = build("--draft", "--profile", "faces")
    assert "warning: " in err and "    hint: " in err
    assert build("--draft", "--profile", "faces")[1] == f"{err}nothing has changed since this was built; {FROM_CACHE}\n"


def test_what_a_build_has_made_is_no_part_of_the_game_that_is_stood_in(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home / "mine")
    said = [CliRunner().invoke(cli, ["build", "."]).stderr for _ in range(2)]
    assert [FROM_CACHE in line for line in said] == [False, True]


def test_files_that_are_in_place_already_are_left_alone(home: Path) -> None:
    build()
    made = [path for path in (home / "output").rglob("*") if path.is_file()]
    before = {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in made}
    assert FROM_CACHE in build()[1]
    assert {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in made} == before
    spoilt = next(path for path in made if path.suffix == ".pdf")
    data = spoilt.read_bytes()
    spoilt.write_bytes(data[:-1] + b"?")
    assert FROM_CACHE in build()[1]
    assert spoilt.read_bytes() == data


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of files, as they are read from here on; files count as old at once."""
    names: list[str] = []
    really = regular.read

    def noted(path: Path | str, *limits: Any) -> bytes:
        names.append(Path(path).name)
        return really(path, *limits)

    monkeypatch.setattr(stamps, "_STEP", 0)  # files that are new are looked at again and again
    monkeypatch.setattr(regular, "read", noted)
    return names


def spoil(path: Path) -> None:
    """Write other bytes into a file, as many and with the same time."""
    before = path.stat()
    path.write_bytes(b"?" * before.st_size)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.skipif(os.name == "nt", reason="Windows does not tell when a file was changed")
def test_files_in_place_are_read_once_and_again_when_somebody_has_changed_them(home: Path, read: list[str]) -> None:
    build()
    made = files(home / "output")
    read.clear()
    build()
    assert "cards.pdf" in read
    read.clear()
    build()
    assert "cards.pdf" not in read
    spoil(next((home / "output").rglob("cards.pdf")))
    assert FROM_CACHE in build()[1]
    assert files(home / "output") == made


@pytest.mark.skipif(os.name == "nt", reason="Windows does not tell when a file was changed")
def test_what_a_build_may_read_is_read_once_and_again_when_somebody_has_changed_it(home: Path, read: list[str]) -> None:
    build()
    inputs = {"game.yaml", "sun.svg", "home-a4.yaml"}
    assert inputs <= {*read}
    read.clear()
    assert FROM_CACHE in build()[1] and not inputs & {*read}
    spoil(home / "mine" / "game.yaml")
    result = CliRunner().invoke(cli, ["build", "mine"])
    assert result.exit_code == 1 and "game.yaml" in read


@pytest.mark.parametrize("what", ["a file", "the manifest", "a link"])
def test_a_file_that_is_not_as_it_was_made_is_made_again(home: Path, what: str) -> None:
    build()
    before = files(home / "output")
    picture = next(path for path in (home / "output").rglob("*.svg"))
    if what == "a file":
        picture.unlink()
    elif what == "the manifest":
        (home / "output" / "mine" / "manifest.json").write_text("{}", "utf-8")
    else:
        picture.rename(home / "elsewhere.svg")
        picture.symlink_to(home / "elsewhere.svg")
    assert FROM_CACHE in build()[1]
    assert files(home / "output") == before and not picture.is_symlink()


def test_an_unchanged_build_loads_neither_models_nor_pdf_nor_fonts(home: Path) -> None:
    code = (
        "import sys; from beeprint.cli import cli;"
        "cli(['build', 'mine', '--profile', 'home-a4'], standalone_mode=False);"
        "print(sorted({'reportlab', 'uharfbuzz', 'PIL', 'yaml', 'resvg_py'} & set(sys.modules)))"
    )
    run = [sys.executable, "-c", code]
    first, second = (subprocess.run(run, capture_output=True, text=True, check=True).stdout for _ in range(2))
    assert "reportlab" in first.splitlines()[-1] and second.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    "what",
    spread(
        ["a text", "art", "a layout", "a new layout over a shipped one", "an option", "place"],
        lambda what: what in ("art", "a new layout over a shipped one", "place"),
    ),
)
def test_what_has_changed_is_built_anew(home: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    build()
    before = files(home / "output")
    more: tuple[str, ...] = ()
    table = home / "mine" / "cards.csv"
    art = next((home / "mine" / "art").rglob("*.svg"))
    layout = next((home / "mine" / "layouts").rglob("*.yaml"))
    if what == "a text":
        table.write_text(table.read_text("utf-8").replace("Draw", "Take"), "utf-8")
    elif what == "art":
        art.write_text(art.read_text("utf-8").replace("</svg>", '<path d="M1 1h1v1z"/></svg>'), "utf-8")
    elif what == "a layout":
        layout.write_text(layout.read_text("utf-8") + "\n# a remark\n", "utf-8")
    elif what == "a new layout over a shipped one":
        (home / "mine" / "layouts" / "profiles").mkdir(parents=True)
        shipped = (SHIPPED / "layouts" / "profiles" / "faces.yaml").read_text("utf-8")
        (home / "mine" / "layouts" / "profiles" / "faces.yaml").write_text(shipped + "note: my own\n", "utf-8")
    elif what == "an option":
        more = ("--flip", "short")
    else:
        (home / "elsewhere").mkdir()
        (home / "mine").rename(home / "elsewhere" / "mine")
        monkeypatch.chdir(home / "elsewhere")
    assert FROM_CACHE not in build(*more)[1]
    if what in ("a text", "art", "an option"):
        assert files(home / "output") != before
    if what == "place":
        assert files(home / "elsewhere" / "output") == before


def test_one_changed_text_gives_what_a_build_without_cache_gives(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build()
    table = home / "mine" / "cards.csv"
    table.write_text(table.read_text("utf-8").replace("Draw", "Take", 1), "utf-8")
    build()
    warm = files(home / "output")
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "other"))
    build("--output", "cold")
    assert files(home / "cold") == warm


@pytest.mark.slow
def test_text_in_art_follows_its_font(home: Path) -> None:
    fonts = Workspace(SHIPPED)
    light, black = (fonts.font_file(key) for key in ("source-sans/regular", "source-serif/black"))
    assert light is not None and black is not None
    own = home / "mine" / "fonts" / "mine.ttf"
    own.parent.mkdir()
    own.write_bytes(light.read_bytes())
    art = next((home / "mine" / "art").rglob("*.svg"))
    text = '<text x="1" y="5" font-family="mine" font-size="4" stroke="red" stroke-width=".1">word</text></svg>'
    art.write_text(art.read_text("utf-8").replace("</svg>", text), "utf-8")
    build()
    before = files(home / "output")
    own.write_bytes(black.read_bytes())
    assert FROM_CACHE not in build()[1]
    assert files(home / "output") != before


@pytest.mark.slow
def test_an_unwritable_cache_is_no_fault(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "file"))
    assert build()[0] == build()[0]


def test_a_spoilt_cache_is_no_fault(home: Path) -> None:
    build()
    made = files(home / "output")
    entries = [path for path in (home / "cache").rglob("*") if path.is_file()]
    assert len(entries) > 5
    for number, path in enumerate(entries):
        data = path.read_bytes()
        path.write_bytes((data[: len(data) // 2], b"", data[:-1] + b"x")[number % 3])
    assert FROM_CACHE not in build()[1]
    assert files(home / "output") == made


@pytest.mark.slow
def test_entries_under_each_others_names_are_not_believed(home: Path) -> None:
    build()
    made = files(home / "output")
    entries = [path for path in (home / "cache").rglob("*") if path.is_file()]
    contents = [path.read_bytes() for path in entries]
    for path, data in zip(entries, [*contents[1:], contents[0]], strict=True):
        path.write_bytes(data)
    assert FROM_CACHE not in build()[1]
    assert files(home / "output") == made


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="links need a right that is not given there")
def test_a_link_to_another_folder_of_the_game_is_noticed(home: Path) -> None:
    icons = home / "mine" / "art" / "icons"
    icons.rename(home / "mine" / "art" / ".set-a")
    (home / "mine" / "art" / ".set-b").mkdir()
    for path in (home / "mine" / "art" / ".set-a").iterdir():
        text = path.read_text("utf-8").replace("</svg>", '<path d="M1 1H2V2Z"/></svg>')
        (home / "mine" / "art" / ".set-b" / path.name).write_text(text, "utf-8")
    made = []
    for name in (".set-a", ".set-b", ".set-a"):
        icons.unlink(missing_ok=True)
        icons.symlink_to(name)
        build()
        made.append({key: data for key, data in files(home / "output").items() if key.endswith(".front.svg")})
    assert made[0] != made[1] and made[0] == made[2]
    assert FROM_CACHE in build()[1]


@pytest.mark.skipif(os.name == "nt", reason="links need a right that is not given there")
def test_nothing_is_read_through_a_link_out_of_the_game(home: Path) -> None:
    """A build reads nothing there, so it is built from the cache all the same; reading a pipe would never end."""
    (home / "elsewhere").mkdir()
    os.mkfifo(home / "elsewhere" / "pipe")
    for folder in ("art", "lang", "."):
        (home / "mine" / folder).mkdir(exist_ok=True)
        (home / "mine" / folder / "out").symlink_to(home / "elsewhere")
        (home / "mine" / folder / "pipe.svg").symlink_to(home / "elsewhere" / "pipe")
    build()
    assert FROM_CACHE in build()[1]


@pytest.mark.slow
def test_builds_at_once_do_not_disturb_each_other(home: Path) -> None:
    run = [sys.executable, "-m", "beeprint", "build", "mine", "--output"]
    names = [f"out{number}" for number in range(4)]
    started = [subprocess.Popen([*run, name], stdout=subprocess.PIPE, stderr=subprocess.PIPE) for name in names]
    assert [process.wait() for process in started] == [0] * 4
    for process in started:
        process.communicate()
    assert len({tuple(sorted(files(home / name).items())) for name in names}) == 1


def test_a_part_of_the_game_keeps_the_rest_in_the_manifest_from_the_cache_too(home: Path) -> None:
    build()
    only = ("--only", "cards", "--profile", "faces")
    build(*only)
    made = files(home / "output")
    assert FROM_CACHE in build(*only)[1]
    assert files(home / "output") == made
    pieces = json.loads((home / "output" / "mine" / "manifest.json").read_text("utf-8"))["pieces"]
    assert {piece["deck"] for piece in pieces} >= {"cards", "tiles"}


# the store ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return Store(tmp_path_factory.mktemp("store"))


@given(data=st.binary(max_size=200), key=st.text(max_size=20))
def test_what_is_put_is_got(kept: Store, data: bytes, key: str) -> None:
    kind = uuid.uuid4().hex  # each example has one of its own
    assert kept.get(kind, key) is None
    kept.put(kind, data, key)
    assert kept.get(kind, key) == data
    assert kept.get("other", key) is None and kept.get(kind, key, "") is None and kept.get(kind, key + "x") is None


def test_a_store_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_TOTAL", 5_000)
    monkeypatch.setattr(store, "MAX_ENTRY", 2_000)
    kept = Store(tmp_path)
    kept.put("kind", bytes(3_000), "too large")
    for number in range(10):
        kept.put("kind", bytes(900), str(number))
        path = max((tmp_path / "kind").iterdir(), key=lambda path: path.stat().st_mtime_ns)
        os.utime(path, (time.time() - 1000 + number,) * 2)
    kept.get("kind", "0")  # what is asked for counts as new
    kept.tidy()
    left = [number for number in range(10) if kept.get("kind", str(number)) is not None]
    assert left == [0, 7, 8, 9] and kept.get("kind", "too large") is None


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob("*/*"))


def test_a_store_keeps_its_bound_while_one_build_fills_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_TOTAL", 5_000)
    monkeypatch.setattr(store, "_STEP", 1_500)
    kept = Store(tmp_path)
    for number in range(40):
        kept.put("kind", bytes(900), str(number))
        assert size(tmp_path) < 5_000 + 1_500 + 1_000
    assert kept.get("kind", "39") is not None


def test_a_store_keeps_its_bound_whoever_fills_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many builds one after the other, each too small to pass the bound, some killed before they could tidy up."""
    monkeypatch.setattr(store, "MAX_TOTAL", 500_000)
    for number in range(40):
        kept = Store(tmp_path)
        kept.put("kind", bytes(90_000), str(number))
        if number % 3:
            kept.tidy()
        assert size(tmp_path) < 800_000
    (tmp_path / "written").write_bytes(b"\xff\x00 damaged")
    for number in range(7):
        Store(tmp_path).put("kind", bytes(90_000), f"more {number}")
    kept.put("kind", b"", "last")
    kept.tidy()
    assert size(tmp_path) < 500_000


def test_what_a_killed_build_left_in_the_store_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_TOTAL", 5_000)
    kept = Store(tmp_path)
    kept.put("kind", bytes(900), "one")
    old, new = tmp_path / "kind" / ".new-old", tmp_path / "kind" / ".new-new"
    for path in (old, new):
        path.write_bytes(bytes(900))
    os.utime(old, (time.time() - 4_000,) * 2)
    (tmp_path / "written").unlink()
    kept.tidy()
    assert not old.exists() and new.exists() and kept.get("kind", "one") == bytes(900)


@pytest.mark.parametrize("wrong", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_nothing_half_written_stays_in_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: BaseException
) -> None:
    def fails(*_: object) -> None:
        raise wrong

    kept = Store(tmp_path)
    monkeypatch.setattr(Path, "replace", fails)
    for _ in range(3):
        with contextlib.suppress(KeyboardInterrupt):
            kept.put("kind", b"data", "one")
    assert list((tmp_path / "kind").iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX files")
def test_a_pipe_in_the_store_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_TOTAL", 0)
    os.mkfifo(tmp_path / "written")
    kept = Store(tmp_path)
    kept.put("kind", b"data", "one")
    kept.tidy()
    assert (tmp_path / "written").is_fifo()


@pytest.mark.slow
def test_art_comes_out_of_its_pack_as_it_went_in(fonts: Fonts) -> None:
    seen = set()
    for path in sorted((SHIPPED / "data").rglob("*.svg")):
        marks = svg.read(path.read_text("utf-8"), path.name, fonts=fonts).marks
        result, more = unpack(pack(marks, name=path.name))
        assert result == marks and more == {"name": path.name}
        assert Symbol.of(result).key == Symbol.of(marks).key
        seen |= {type(mark).__name__ for mark in marks}
    assert {"PathMark", "Group"} <= seen
