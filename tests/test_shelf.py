"""A shelf of games: what a night makes, what it finds as it was, and what it says of both."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import Result

from beeprint import starter
from beeprint.base.problems import BuildError, Place, Problem
from beeprint.shelf import contents, destinations, pool, report, task
from beeprint.shelf.destinations import NONE, Record
from beeprint.shelf.plan import Plan, Task
from beeprint.shelf.pool import Job
from beeprint.shelf.task import Outcome
from cases import spread
from command import call, made
from odd_names import not_utf8
from small_game import small_game

SHELF = "title: Two games\ngames: [games/*]\nprofiles: [faces, home-a4]\n"


def here(jobs: Sequence[Job], where: destinations.Destination, count: int) -> Iterator[Outcome]:
    """Make tasks in this process, which starts no others."""
    for job, before in jobs:
        yield task.make(job, Path(job.folder), where, before.files)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder to stand in, with two games; the second has a translation and an edition."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pool, "run", here)
    for name in ("one", "two"):
        small_game(tmp_path / "games" / name)
    more = 'languages: [en, de]\neditions:\n  small: {title: Small, decks: {tiles: "no"}}\n'
    game = tmp_path / "games" / "two" / "game.yaml"
    game.write_text(game.read_text("utf-8") + more, "utf-8")
    (game.parent / "lang" / "de").mkdir(parents=True)
    (game.parent / "lang" / "de" / "game.yaml").write_text("summary: Ein kleines Spiel\n", "utf-8")
    (tmp_path / "SHELF.yaml").write_text(SHELF, "utf-8")
    return tmp_path


@pytest.fixture
def faces_alone(home: Path) -> None:
    """Let the shelf make faces only, for tests of which other files are not the matter."""
    (home / "SHELF.yaml").write_text(SHELF.replace(", home-a4", ""), "utf-8")


def night(*more: str) -> Result:
    return call("shelf", "SHELF.yaml", "--output", "out", *more)


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def games(folder: Path) -> dict[str, bytes]:
    """Return the files of a shelf but for its report and records."""
    return {name: data for name, data in files(folder).items() if "/" in name and not name.startswith(".shelf/")}


def told(folder: Path = Path("out")) -> dict[str, str]:
    """Return what the report says of each task."""
    return {task["name"]: task["state"] for task in json.loads((folder / "report.json").read_text("utf-8"))["tasks"]}


def test_a_night_makes_what_single_builds_make_and_the_next_one_nothing(home: Path) -> None:
    (home / "SHELF.yaml").write_text(SHELF + "editions: all\n", "utf-8")
    first = night()
    assert first.exit_code == 0, first.output
    assert told() == dict.fromkeys(("one", "two", "two.de", "two.small", "two.small.de"), "built")
    for more in (
        ["games/one"],
        *(["games/two", *lang, *small] for lang in ([], ["--lang", "de"]) for small in ([], ["--edition", "small"])),
    ):
        made("build", *more, "--profile", "faces", "--profile", "home-a4", "--output", "single")
    assert games(home / "out") == files(home / "single")
    second = night()
    assert second.exit_code == 0 and "0 built, 5 as before, 0 failed" in second.stderr
    assert set(told().values()) == {"reused"} and games(home / "out") == files(home / "single")


def test_a_plan_says_what_will_be_made_and_what_there_is_not_and_makes_nothing(home: Path) -> None:
    (home / "SHELF.yaml").write_text(SHELF + "languages: [en, de]\neditions: [small]\nplayers: [2, 3]\n", "utf-8")
    said = night("--plan").stderr
    assert "Two games: 2 games, 4 tasks, 8 products" in said
    assert "language de: only two; 1 game does not have it" in said
    assert "edition small: only two; 1 game does not have it" in said
    assert "0 tasks as before, 4 to make: 8 products" in said
    assert not (home / "out").exists()


def test_what_a_shelf_names_twice_counts_once(home: Path) -> None:
    twice = SHELF.replace("faces", "faces, faces")
    (home / "SHELF.yaml").write_text(
        twice + "languages: [en, en]\neditions: [small, small]\nplayers: ['2', '2']\n", "utf-8"
    )
    said = night("--plan").stderr
    assert "Two games: 2 games, 1 task, 2 products" in said
    assert [line for line in said.splitlines() if "only" in line] == [
        "  edition small: only two; 1 game does not have it"
    ]


@pytest.mark.usefixtures("faces_alone")
def test_what_a_killed_night_left_is_cleared_up_though_nothing_has_changed(home: Path) -> None:
    assert night().exit_code == 0
    left = home / "out" / ".shelf" / ".beeprint-1a2b3c4d"
    left.mkdir()
    (left / "build.lock").write_text("process 1 on a machine\n")
    assert night().exit_code == 0
    assert not left.exists()


@pytest.mark.usefixtures("faces_alone")
def test_only_what_has_changed_is_made(home: Path) -> None:
    night()
    table = home / "games" / "one" / "cards.csv"
    table.write_text(table.read_text("utf-8").replace("Draw", "Take", 1), "utf-8")
    assert night().exit_code == 0
    assert told() == {"one": "built", "two": "reused", "two.de": "reused"}
    assert "Take a card" in (home / "out/one/faces/cards/S1.front.svg").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "harm",
    spread(
        ["removed", "edited", "no manifest", "no record", "a spoilt record"],
        lambda harm: harm in ("edited", "a spoilt record"),
    ),
)
def test_files_that_are_not_as_they_were_are_made_again(home: Path, harm: str) -> None:
    night()
    before = games(home / "out")
    page = home / "out" / "two" / "home-a4" / "cards.pdf"
    if harm == "removed":
        page.unlink()
    elif harm == "edited":
        page.write_bytes(page.read_bytes()[:-1] + b"x")
        os.utime(page, (1, 1))
    elif harm == "no manifest":
        (home / "out" / "two" / "manifest.json").unlink()
    elif harm == "no record":
        (home / "out" / ".shelf" / "two.json").unlink()
    else:
        (home / "out" / ".shelf" / "two.json").write_text('{"key": 3, "files": []}', "utf-8")
    assert night().exit_code == 0
    assert told() == {"one": "reused", "two": "built", "two.de": "reused"}
    assert games(home / "out") == before


def test_a_shelf_may_lie_in_a_folder_that_is_not_utf8(home: Path, faces_alone: None) -> None:
    out = not_utf8(home)
    for state in ("built", "reused"):
        assert call("shelf", "SHELF.yaml", "--output", str(out)).exit_code == 0
        assert set(told(out).values()) == {state}


@pytest.mark.slow
def test_a_shelf_that_has_moved_is_as_it_was(home: Path) -> None:
    night()
    (home / "elsewhere").mkdir()
    (home / "games").rename(home / "elsewhere" / "games")
    (home / "SHELF.yaml").write_text(SHELF.replace("games/*", "elsewhere/games/*"), "utf-8")
    assert night().exit_code == 0
    assert set(told().values()) == {"reused"}


@pytest.mark.slow
def test_a_game_that_fails_stops_no_other_and_keeps_its_files(home: Path) -> None:
    night()
    before = games(home / "out")
    for game, spoil in (("one", ("copies\n", "copies\nS1,Again,sun,1,,1\n")), ("two", ("Draw", "Take"))):
        table = home / "games" / game / "cards.csv"
        table.write_text(table.read_text("utf-8").replace(*spoil, 1), "utf-8")
    starter.write(home / "games" / "three")
    (home / "games" / "three" / "game.yaml").write_text("id: three\ndecs: {}\n", "utf-8")
    done = night()
    assert done.exit_code == 1
    assert "games/one/cards.csv:3:1: error: " in done.stderr
    assert "games/three/game.yaml:2:1: error: unknown key decs\n    hint: did you mean decks?" in done.stderr
    assert told() == {"one": "failed", "two": "built", "two.de": "built", "three": "failed"}
    assert {name for name, data in games(home / "out").items() if before[name] != data} >= {"two/home-a4/cards.pdf"}
    assert all(games(home / "out")[name] == data for name, data in before.items() if name.startswith("one/"))
    listed = json.loads((home / "out" / "report.json").read_text("utf-8"))
    spots = {(task["name"], place["file"], place["line"]) for task in listed["tasks"] for place in task["problems"]}
    assert ("one", "games/one/cards.csv", 3) in spots and listed["counts"]["failed"] == 2
    page = (home / "out" / "report.html").read_text("utf-8")
    assert "unknown key decs" in page and "games/one/cards.csv:3:1" in page


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("profiles: [faces]\n", "SHELF.yaml:1:1: error: the key games is missing"),
        ("games: []\n", "SHELF.yaml:1:8: error: games must list at least 1 value"),
        ("games: [games/one]\nprofile: faces\n", "2:1: error: unknown key profile\n    hint: did you mean profiles?"),
        ("games: [games/one, games/tow]\n", "SHELF.yaml:1:20: error: there is no game games/tow"),
        ('games: ["games/\\0"]\n', "SHELF.yaml:1:9: error: there is no game games/"),
        ('games: ["*\\0"]\n', "SHELF.yaml:1:9: error: "),
        (f"games: [{'x' * 300}]\n", "SHELF.yaml:1:9: error: there is no game xxx"),
        ("games: [pollen-was]\n", "hint: did you mean pollen-wars?; or write a folder that holds game.yaml"),
        ("games: ['boxes/*']\n", "1:9: error: no folder that boxes/* matches holds game.yaml"),
        (SHELF + "languages: [en, dd]\n", "4:17: error: no game has the language dd\n    hint: choose from de, en"),
        (SHELF + "languages: [full]\n", "4:13: error: no game has the language full\n    hint: choose from de, en"),
        (SHELF + "players: [2, all]\n", "4:10: error: players: expected numbers of players, such as 3, or full"),
        (SHELF.replace("faces", "all"), "3:12: error: no game has the profile all"),
        (SHELF + "editions: [smal]\n", "4:12: error: no game has the edition smal\n    hint: did you mean small?"),
        (SHELF + "players: [5]\n", "4:11: error: no game is for 5 players\n    hint: choose from 2, 3, 4, full"),
        (SHELF + "players: few\n", "4:10: error: players: expected numbers of players, such as 3, or full"),
        (SHELF.replace("home-a4", "hone-a4"), "no game has the profile hone-a4\n    hint: did you mean home-a4?"),
        (SHELF + "base-url: hive\n", "4:11: error: base-url: expected an address, such as https://example.org/{folder}"),
    ],
)  # fmt: skip
def test_a_wrong_shelf_is_refused_with_its_places(home: Path, text: str, said: str) -> None:
    (home / "SHELF.yaml").write_text(text, "utf-8")
    done = night()
    assert done.exit_code == 2 and said in done.stderr.replace("no game on the shelf", "no game"), done.stderr
    assert "nothing was made" in done.stderr and not (home / "out").exists()


def test_games_of_one_name_are_refused(home: Path) -> None:
    shutil.copytree(home / "games" / "one", home / "games" / "other")
    done = night()
    assert done.exit_code == 2
    assert "games/other and games/one would both be written to the folder one" in done.stderr


def test_a_file_that_is_not_there_is_said(home: Path) -> None:
    done = call("shelf", "NONE.yaml")
    assert done.exit_code == 2 and "NONE.yaml: error: cannot read the file" in done.stderr


@pytest.mark.parametrize("more", [["--jobs", "0"], ["--jobs", "2", "--scheduler", "tcp://hive:8786"]])
def test_wrong_numbers_of_processes_are_refused(home: Path, more: list[str]) -> None:
    assert night(*more).exit_code == 2


def test_without_dask_a_scheduler_says_what_to_install(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = night("--scheduler", "tcp://hive:8786")
    assert done.exit_code == 1 and 'pip install "beeprint[dask]"' in done.stderr
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    monkeypatch.setitem(sys.modules, "fsspec", None)
    done = call("shelf", "SHELF.yaml", "--output", "s3://bucket/shelf")
    assert done.exit_code == 2 and 'pip install "beeprint[dask]"' in done.stderr


# processes ------------------------------------------------------------------------------------------------------------

#: A rule of a plug-in that ends the process in which a game is checked.
POISON = """
import os, signal
from typing import Literal
from beeprint.rules.rule import Rule
class Poison(Rule):
    rule: Literal["poison"]
    def check(self, game, place):
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
        yield
"""


def poisoned(folder: Path) -> Path:
    """Return a folder for Python's path with a plug-in whose rule kills the process."""
    notes = folder / "poison-1.dist-info"
    notes.mkdir(parents=True)
    (folder / "poison.py").write_text(POISON, "utf-8")
    (notes / "METADATA").write_text("Metadata-Version: 2.1\nName: poison\nVersion: 1\n", "utf-8")
    (notes / "entry_points.txt").write_text("[beeprint.rules]\npoison = poison:Poison\n", "utf-8")
    return folder


@pytest.mark.slow
def test_a_game_that_kills_its_process_twice_is_given_up_and_the_others_are_made(home: Path) -> None:
    game = home / "games" / "one" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("rules:\n", "rules:\n  - {rule: poison}\n", 1), "utf-8")
    path = os.pathsep.join([str(poisoned(home / "site")), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "beeprint", "shelf", "SHELF.yaml", "--output", "out", "--jobs", "2"]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "games/one: error: 2 processes died while they made this, the last one by SIGKILL" in done.stderr
    assert told() == {"one": "failed", "two": "built", "two.de": "built"}
    made("build", "games/two", "--profile", "faces", "--profile", "home-a4", "--output", "single")
    made("build", "games/two", "--lang", "de", "--profile", "faces", "--profile", "home-a4", "--output", "single")
    assert games(home / "out") == files(home / "single")


# content --------------------------------------------------------------------------------------------------------------


def test_a_game_is_its_files_and_not_its_place(home: Path) -> None:
    game = home / "games" / "one"
    digest = contents.digest(game)
    (game / "output").mkdir()
    (game / "output" / "old.txt").write_text("a build", "utf-8")
    (game / ".notes").write_text("hidden", "utf-8")
    assert contents.digest(game) == digest
    contents.unpack(contents.pack(game), home / "copy")
    assert contents.digest(home / "copy") == digest
    (game / "more.csv").write_text("id\n", "utf-8")
    assert contents.digest(game) != digest


@pytest.mark.skipif(os.name == "nt", reason="links need a right that is not given there")
def test_what_lies_outside_a_game_is_no_part_of_it(home: Path) -> None:
    game = home / "games" / "one"
    digest = contents.digest(game)
    (home / "secret.csv").write_text("id\n", "utf-8")
    (game / "secret.csv").symlink_to(home / "secret.csv")
    (game / "gone.csv").symlink_to(home / "gone.csv")
    assert contents.digest(game) == digest
    contents.unpack(contents.pack(game), home / "copy")
    assert not (home / "copy" / "secret.csv").exists()


@pytest.mark.parametrize("name", ["../out.txt", "/out.txt", "a/../../out.txt"])
def test_no_archive_writes_outside_its_folder(name: str) -> None:
    with pytest.raises(ValueError, match="leads out of its folder"):
        contents.safe(name)


@pytest.mark.slow
def test_a_task_made_away_is_put_in_place_as_if_made_here(home: Path) -> None:
    night()
    before = games(home / "out")
    where = destinations.destination("away")
    job = Task(
        "one",
        "One",
        str(home / "games/one"),
        "games/one",
        "one",
        "en",
        "",
        "",
        None,
        ("faces", "home-a4"),
        "",
        "x",
        "k",
    )
    copy = home / "worker" / "one"
    shutil.copytree(home / "games" / "one", copy)
    outcome, sent = task.make_away(job, copy, where.output, {})
    assert sent is not None and task.receive(job, where, outcome, sent, {}).state == "built"
    assert games(home / "away") == {name: data for name, data in before.items() if name.startswith("one/")}
    record = where.records(["one"])["one"]
    assert record.whole
    again, less = task.make_away(job, copy, where.output, record.files)
    assert less is not None and again.moved < 100 < outcome.moved  # an empty archive
    assert task.receive(job, where, again, less, record.files).state == "built"
    assert where.records(["one"])["one"].whole
    assert games(home / "away") == {name: data for name, data in before.items() if name.startswith("one/")}
    table = copy / "cards.csv"
    table.write_text(table.read_text("utf-8").replace("sun,1", "moon,1", 1), "utf-8")
    failed, nothing = task.make_away(job, copy, where.output, record.files)
    assert nothing is None and failed.problems[0].place == Place("games/one/cards.csv", 2, 16)


def test_a_folder_is_known_by_a_mark_that_does_not_stay(tmp_path: Path) -> None:
    here, other = destinations.Folder(tmp_path / "here"), destinations.Folder(tmp_path / "other")
    with here.marked() as mark:
        assert destinations.Folder(tmp_path / "here").has(mark) and not other.has(mark)
    assert not here.has(mark)


@pytest.mark.usefixtures("faces_alone")
def test_a_game_that_is_changed_while_it_is_made_is_made_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, table = task.pipeline.write, home / "games" / "one" / "cards.csv"

    def write(*arguments: Any) -> Any:
        table.write_text(table.read_text("utf-8").replace("Draw", "Take", 1), "utf-8")
        return real(*arguments)

    monkeypatch.setattr(task.pipeline, "write", write)
    assert night().exit_code == 0
    monkeypatch.undo()
    monkeypatch.chdir(home)
    monkeypatch.setattr(pool, "run", here)
    table.write_text(table.read_text("utf-8").replace("Take", "Draw", 1), "utf-8")
    night()
    assert told() == {"one": "built", "two": "reused", "two.de": "reused"}


@pytest.mark.usefixtures("faces_alone")
def test_an_error_that_nobody_foresaw_fails_one_game(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = task.pipeline.check

    def check(folder: Path, *more: object) -> object:
        if folder.name == "one":
            raise RuntimeError("no garden today")
        return real(folder, *more)

    monkeypatch.setattr(task.pipeline, "check", check)
    done = night()
    assert done.exit_code == 1 and "games/one: error: RuntimeError: no garden today (test_shelf.py:" in done.stderr
    assert told() == {"one": "failed", "two": "built", "two.de": "built"}


# stores ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def store(home: Path) -> destinations.RemoteStore:
    """Return an empty store in memory."""
    fsspec = pytest.importorskip("fsspec")
    fsspec.filesystem("memory").store.clear()
    return destinations.RemoteStore("memory://shelf")


def stored(store: destinations.RemoteStore) -> dict[str, bytes]:
    root = store._root
    files = {path.removeprefix(f"{root}/"): store._files.cat_file(path) for path in store._files.find(root)}
    return {name: data for name, data in files.items() if "/" in name and not name.startswith(".shelf/")}


def test_a_store_holds_what_a_folder_holds_and_takes_only_what_has_changed(
    home: Path, store: destinations.RemoteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert call("shelf", "SHELF.yaml", "--output", "memory://shelf").exit_code == 0
    night()
    assert stored(store) == games(home / "out")
    assert "0 built, 3 as before" in call("shelf", "SHELF.yaml", "--output", "memory://shelf").stderr
    sent: list[str] = []
    real = destinations.RemoteStore._send
    monkeypatch.setattr(destinations.RemoteStore, "_send", lambda self, files: (sent.extend(files), real(self, files)))
    tiles = home / "games" / "one" / "tiles.csv"
    tiles.write_text(tiles.read_text("utf-8").replace("\n", "\nt9,Weir\n", 1), "utf-8")
    game = home / "games" / "one" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("deck: tiles, is: 3", "deck: tiles, is: 4"), "utf-8")
    assert call("shelf", "SHELF.yaml", "--output", "memory://shelf").exit_code == 0
    night()
    assert stored(store) == games(home / "out")
    names = {name.removeprefix(f"{store._root}/") for name in sent}
    assert "one/home-a4/tiles.pdf" in names and "one/faces/tiles/t9.front.svg" in names
    assert not any("cards" in name or name.startswith("two") for name in names)


@pytest.mark.slow
def test_what_is_no_longer_made_leaves_the_store(home: Path, store: destinations.RemoteStore) -> None:
    call("shelf", "SHELF.yaml", "--output", "memory://shelf")
    (home / "SHELF.yaml").write_text(SHELF.replace("faces, ", ""), "utf-8")
    call("shelf", "SHELF.yaml", "--output", "memory://shelf")
    assert {name.split("/")[1] for name in stored(store)} == {"home-a4", "manifest.json"}


@pytest.mark.parametrize("last", [1, 3, 5])
def test_a_kill_while_files_are_sent_leaves_no_record_that_lies(
    home: Path, store: destinations.RemoteStore, monkeypatch: pytest.MonkeyPatch, last: int
) -> None:
    """A change is cut short after so many files, then taken back: what was overwritten is sent again."""
    work = home / "work"

    def take(texts: dict[str, str], key: str) -> None:
        before = store.records(["one"]).get("one", NONE)
        for name, text in texts.items():
            (work / "faces").mkdir(parents=True, exist_ok=True)
            (work / "faces" / name).write_text(text, "utf-8")
        part = {"head": {}, "decks": [], "pieces": [], "profiles": {"faces": sorted(texts)}}
        store.take(work, "one", Record(key, destinations.measured(work)), part, before.files)
        (work / "manifest.json").unlink()

    old = {f"{number}.svg": f"old {number}" for number in range(4)}
    take(old, "a")
    assert store.records(["one"])["one"].whole
    real, left = store._files.pipe_file, [last]

    def cut(path: str, data: bytes, **more: object) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        real(path, data, **more)

    monkeypatch.setattr(store._files, "pipe_file", cut)
    monkeypatch.setattr(store._files, "pipe", lambda files: [cut(path, data) for path, data in files.items()])
    with pytest.raises(KeyboardInterrupt):
        take({name: text.replace("old", "new") for name, text in old.items()}, "b")
    monkeypatch.undo()
    (work / "manifest.json").unlink(missing_ok=True)
    assert store.records(["one"])["one"].key == ""
    take(old, "a")
    assert {data for name, data in stored(store).items() if name.endswith(".svg")} == {t.encode() for t in old.values()}


def test_a_saved_object_in_a_store_needs_an_address(home: Path, store: destinations.RemoteStore) -> None:
    (home / "SHELF.yaml").write_text("games: games/one\nprofiles: [faces, tabletop-simulator]\n", "utf-8")
    done = call("shelf", "SHELF.yaml", "--output", "memory://shelf", "--plan")
    assert done.exit_code == 2 and "SHELF.yaml:2:19: error: files of tabletop-simulator say where" in done.stderr
    text = "games: games/one\nprofiles: tabletop-simulator\nbase-url: https://example.org/{folder}\n"
    (home / "SHELF.yaml").write_text(text, "utf-8")
    assert call("shelf", "SHELF.yaml", "--output", "memory://shelf").exit_code == 0
    saved = next(data for name, data in stored(store).items() if name.endswith("one.json")).decode("utf-8")
    assert set(re.findall(r"https://example\.org/[a-z]+/", saved)) == {"https://example.org/one/"}


def test_a_store_that_cannot_be_read_is_said(
    home: Path, store: destinations.RemoteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(*_arguments: object, **_options: object) -> None:
        raise RuntimeError("no credentials")

    monkeypatch.setattr(store._files, "find", find)
    done = call("shelf", "SHELF.yaml", "--output", "memory://shelf")
    assert done.exit_code == 1
    assert "memory://shelf: error: cannot read the store: RuntimeError: no credentials" in done.stderr


def test_an_unknown_kind_of_store_is_refused(home: Path) -> None:
    pytest.importorskip("fsspec")
    done = call("shelf", "SHELF.yaml", "--output", "hive://bees")
    assert done.exit_code == 2 and "hive://bees: error: this store cannot be opened" in done.stderr


# what is drawn with ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, []),
        ({"pillow": "9.0"}, ["pillow is 9.0 there, 11.0 here"]),
        ({"font arimo regular": "b" * 64}, ["the font arimo regular is not the same"]),
        ({"font arimo regular": ""}, ["the font arimo regular is missing there"]),
        ({"beeprint": "0.2", "beeprint's code": "c" * 64, "layouts": "d" * 64}, ["beeprint is 0.2 there, 0.1 here"]),
        ({"beeprint's code": "c" * 64}, ["beeprint's code is not the same"]),
        ({"colorama": "0.4"}, []),
    ],
)
def test_machines_that_draw_otherwise_are_told_apart(more: dict[str, str], said: list[str]) -> None:
    ours = {"beeprint": "0.1", "beeprint's code": "a" * 64, "layouts": "a" * 64, "pillow": "11.0"}
    ours["font arimo regular"] = "a" * 64
    assert contents.differences(ours, {**ours, **more}) == said


def test_this_machine_draws_with_its_fonts_and_libraries() -> None:
    parts = contents.here()
    assert {"beeprint", "layouts", "font source-sans regular", "Python", "zlib", "reportlab", "uharfbuzz"} <= set(parts)
    assert all(parts.values())


# the report -----------------------------------------------------------------------------------------------------------


def test_names_on_the_page_are_escaped_and_every_task_is_there() -> None:
    title = "<script>alert('bees')</script> & \u202ereversed"
    tasks = tuple(
        Task(
            "bees",
            title,
            f"/g/{n}",
            '"><img src=x>',
            f"bees.x{n}",
            f"x{n}",
            f"x{n}",
            "",
            None,
            ("faces",),
            "",
            "c",
            "k",
        )
        for n in range(4)
    )
    problem = Problem(Place("a<b>.csv", 3, 4), "found </li>, expected &", "<b>write</b> another")
    outcomes = [
        Outcome("bees.x0", "failed", (problem,)),
        Outcome("bees.x1", "built", (Problem(Place("a.csv"), "<i>thin</i>", "", "warning"),), files=3, bytes=9000),
        Outcome("bees.x2", "reused"),
    ]
    night = report.Night(
        Plan(title, 1, tasks, (), ("<u>none",)), outcomes, "out", "2026-01-02T03:04:05Z", 75, tasks[3:]
    )
    page = report.page(night)
    assert not re.search(r"<(img|b|i|u)>|<img|alert\('bees'\)</script>", re.sub("<b>[0-9,]+</b>|<i class", "", page))
    assert "\u202e" not in page and "2026-01-02 03:04:05 UTC, in 1 min 15 s" in page
    assert "a&lt;b&gt;.csv:3:4" in page and "&lt;b&gt;write&lt;/b&gt; another" in page and "&lt;i&gt;thin" in page
    assert re.findall(r'class="task (\w+)"', page) == ["failed", "built", "reused", "unmade"]
    plain = json.loads(report.data(night))
    assert plain["counts"] == {"built": 1, "reused": 1, "failed": 1, "unmade": 1} and plain["unmade"] == ["bees.x3"]
    assert Outcome.of(json.loads(json.dumps(outcomes[0].plain()))) == outcomes[0]


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.42, "0.4 s"), (12.2, "12 s"), (185, "3 min 5 s"), (7800, "2 h 10 min")]
)
def test_times_are_told_as_people_tell_them(seconds: float, said: str) -> None:
    assert report.lasting(seconds) == said


def test_a_report_that_cannot_be_written_is_said(home: Path) -> None:
    (home / "out").write_text("a file", "utf-8")
    done = night()
    assert done.exit_code == 1 and "the report cannot be written" in done.stderr
    with pytest.raises(BuildError):
        destinations.destination("out").write("report.html", "")


def test_a_process_whose_asker_was_killed_ends_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = multiprocessing.Pipe()

    def make(*_: object) -> Outcome:
        ours.close()
        return Outcome("mine", task.BUILT)

    monkeypatch.setattr(pool, "make", make)
    monkeypatch.setattr(pool, "Task", SimpleNamespace(of=lambda plain: SimpleNamespace(folder="mine")))
    for module, name in ((pool.signal, "signal"), (pool.gc, "freeze"), (pool.gc, "set_threshold")):
        monkeypatch.setattr(module, name, lambda *_: None)
    ours.send_bytes(b"[{}, {}]")
    pool._work(theirs, "out")
