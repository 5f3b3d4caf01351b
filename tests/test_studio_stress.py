"""The studio while files come, go and break under it: what it shows is what a build would make, and no edit is lost."""

from __future__ import annotations

import errno
import os
import random
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import watchfiles

from beeprint import pipeline
from beeprint.base.options import ViewOptions
from beeprint.base.problems import BuildError
from beeprint.base.store import Store
from beeprint.delivery import exchange
from beeprint.edit import change as changes
from beeprint.studio import Server, Studio, session, watch
from beeprint.studio.session import Session
from beeprint.studio.studio import Turns
from cases import spread
from odd_names import not_utf8
from small_game import small_game
from test_studio import PATIENCE, Client, Events, copied, edit, ready, served

Looks = dict[tuple[str, str, str], str]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a game to change."""
    monkeypatch.chdir(tmp_path)
    return copied(tmp_path)


@pytest.fixture
def server(game: Path) -> Iterator[Server]:
    """Serve the game."""
    yield from served(game)


def fresh(game: Path) -> Looks | list[str]:
    """Return what a first reading shows: its faces, or what is wrong where there are none."""
    try:
        checked = pipeline.check(game, ViewOptions(), Store.open())
    except BuildError as error:
        return sorted(map(str, error.problems))
    return {id: face.symbol.key for id, face in checked.faces.items()}


def shows(server: Server) -> Looks | list[str]:
    """Return what the studio shows, in the same form; without decks that it shows as they were."""
    now = server.studio.main.now
    there = {id: face.symbol.key for id, face in now.faces.items() if id[0] not in now.stale}
    return sorted(map(str, now.broken)) or there


def settled(server: Server, game: Path) -> Looks | list[str]:
    """Wait until the studio shows what a first reading does, and return it."""
    wanted, end = fresh(game), time.monotonic() + PATIENCE
    while shows(server) != wanted or server.studio.main.now.checking:
        assert time.monotonic() < end, "the studio shows something else than a fresh reading"
        time.sleep(0.05)
    return wanted


def revisions(game: Path) -> list[dict[Path, bytes]]:
    """Return two states of a game: as it is, and with each of its data files, layouts, pictures and colours changed."""
    files = {path.relative_to(game): path.read_bytes() for path in sorted(game.rglob("*")) if path.is_file()}
    two = dict(files)
    for path, data in files.items():
        if path.suffix == ".svg":
            two[path] = data.replace(b"</svg>", b'<path d="M0 0H9V9Z" fill="#123456"/></svg>')
    for name, old, new in (
        ("hive.csv", b"morning", b"evening"),
        ("layouts/butine/hive.yaml", b"1.8, 12.1", b"2.8, 12.1"),
    ):
        two[Path(name)] = files[Path(name)].replace(old, new, 1)
    two[Path("palette.yaml")] = files[Path("palette.yaml")].replace(b"#0", b"#1").replace(b"#F", b"#E")
    del two[Path("art/skies/noon.svg")]
    assert len({path for path in files if files[path] != two.get(path)}) > 20
    return [files, two]


def check_out(game: Path, files: dict[Path, bytes], chance: random.Random) -> None:
    """Put a state of a game in place as git does: file by file, each removed and written anew."""
    there = {path.relative_to(game) for path in game.rglob("*") if path.is_file()}
    order = sorted({*files, *there})
    chance.shuffle(order)
    for path in order:
        if path in there and (path not in files or files[path] != (game / path).read_bytes()):
            (game / path).unlink()
        if path in files and not (game / path).exists():
            (game / path).parent.mkdir(parents=True, exist_ok=True)
            (game / path).write_bytes(files[path])


@pytest.mark.slow
def test_after_a_checkout_of_another_revision_every_face_is_that_of_a_fresh_reading(server: Server, game: Path) -> None:
    events = Events(server)
    ready(events)
    chance, states = random.Random(1), revisions(game)
    before = settled(server, game)
    check_out(game, states[1], chance)
    assert settled(server, game) != before
    # The one that follows at once stops the reading of the one before.
    for state in (states[0], states[1], states[0]):
        check_out(game, state, chance)
    assert settled(server, game) == before


@pytest.mark.parametrize("name", ["hive.csv", "game.yaml", "palette.yaml", "layouts/butine/hive.yaml", "rules.md"])
@pytest.mark.slow
def test_a_file_that_is_half_written_is_read_again_when_it_is_whole(server: Server, game: Path, name: str) -> None:
    ready(Events(server))
    before, file = settled(server, game), game / name
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    settled(server, game)
    file.write_bytes(b"")
    settled(server, game)
    file.write_bytes(whole)
    assert settled(server, game) == before


@pytest.mark.slow
def test_a_picture_that_is_half_written_is_a_problem_until_it_is_whole(server: Server, game: Path) -> None:
    events = Events(server)
    ready(events)
    before, art = settled(server, game), game / "art" / "skies" / "morning.svg"
    whole = art.read_bytes()
    art.write_bytes(whole[:-40])
    problems: list[str] = []
    while not any(file.endswith("art/skies/morning.svg") for file in problems):
        problems = [problem["place"]["file"] for problem in events.until("change", checking=False)["problems"]]
    art.write_bytes(whole)
    assert events.until("change", checking=False, problems=[])["broken"] is False
    assert settled(server, game) == before


@pytest.mark.slow
def test_another_folder_in_the_place_of_the_game_is_noticed(server: Server, game: Path) -> None:
    ready(Events(server))
    before, other = settled(server, game), game.with_name("other")
    shutil.copytree(game, other)
    edit(other / "hive.csv", "BRW,blue white,red,morning", "BRW,blue white,red,evening")
    game.rename(game.with_name("old"))
    other.rename(game)
    assert settled(server, game) != before
    edit(game / "hive.csv", "BRW,blue white,red,evening", "BRW,blue white,red,morning")
    assert settled(server, game) == before


@pytest.mark.slow
def test_a_folder_that_is_made_again_at_once_is_watched_though_systems_use_a_number_twice(
    server: Server, game: Path
) -> None:
    ready(Events(server))
    kept = shutil.copytree(game, game.with_name("kept"))
    shutil.rmtree(game)
    shutil.copytree(kept, game)
    before = settled(server, game)
    edit(game / "hive.csv", "BRW,blue white,red,morning", "BRW,blue white,red,noon")
    assert settled(server, game) != before


@pytest.mark.slow
def test_a_removed_folder_that_comes_back_is_watched_again(server: Server, game: Path) -> None:
    events = Events(server)
    ready(events)
    kept = game.with_name("kept")
    shutil.copytree(game, kept)
    shutil.rmtree(game)
    said = [""]
    while "game.yaml" not in said[0]:  # the files go one after another
        said = [problem["message"] for problem in events.until("change", broken=True)["problems"]]
    shutil.copytree(kept, game)
    before = settled(server, game)
    edit(game / "hive.csv", "BRW,blue white,red,morning", "BRW,blue white,red,noon")
    assert settled(server, game) != before


# Edits in the page


def cell(page: Client, text: str, row: str = "BRW") -> dict[str, Any]:
    """Return the wish for another text in a cell, for the file as it is now."""
    seen = page.json(f"cell/hive/{row}/sky")["seen"]
    return {"deck": "hive", "id": row, "column": "sky", "text": text, "seen": seen}


def box(page: Client) -> dict[str, Any]:
    """Return the wish for another box, for the file as it is now."""
    seen = page.json("box/hive/BRW/front/middle")["seen"]
    wish = {"deck": "hive", "id": "BRW", "side": "front", "path": ["middle"], "where": "here", "seen": seen}
    return wish | {"box": [22.5, 12, 20, 20]}


WISHES: list[tuple[str, Callable[[Client], dict[str, Any]], str]] = [
    ("cell", lambda page: cell(page, "noon"), "hive.csv"),
    ("box", box, "layouts/butine/hive.yaml"),
]


@pytest.mark.parametrize(
    ("call", "address", "wish", "name"),
    spread(
        [(call, *wish) for call in ("fsync", "replace") for wish in WISHES],
        lambda case: case[:2] == ("replace", "box"),
    ),
)
def test_a_full_disk_leaves_the_file_and_says_so(
    server: Server,
    game: Path,
    monkeypatch: pytest.MonkeyPatch,
    call: str,
    address: str,
    wish: Callable[[Client], dict[str, Any]],
    name: str,
) -> None:
    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    page = Client(server)
    ready(Events(server))
    asked, before = wish(page), {path: path.read_bytes() for path in game.rglob("*") if path.is_file()}
    with monkeypatch.context() as disk:
        disk.setattr(changes.os, call, full)
        disk.setattr(exchange, "swap", lambda new, target: False)
        answer = page.json(address, "POST", asked)
    assert answer["done"] is False
    [problem] = answer["problems"]
    assert problem["place"]["file"].endswith(name)
    assert problem["message"] == "cannot write the file: No space left on device"
    assert problem["hint"] == "free some space on the disk; the file is as it was"
    assert {path: path.read_bytes() for path in game.rglob("*") if path.is_file()} == before
    assert page.json("undo", "POST", {})["problems"][0]["message"] == "there is nothing to undo"
    assert page.json(address, "POST", asked)["done"] is True  # once there is space again
    assert (game / name).read_bytes() != before[game / name]
    settled(server, game)


@pytest.mark.parametrize(("address", "wish", "name"), WISHES)
def test_an_edit_for_a_file_that_changed_on_the_disk_is_refused_and_the_file_kept(
    server: Server, game: Path, address: str, wish: Callable[[Client], dict[str, Any]], name: str
) -> None:
    page = Client(server)
    ready(Events(server))
    asked, file = wish(page), game / name
    file.write_bytes(file.read_bytes().rstrip(b"\n") + b"\n\n")
    now = file.read_bytes()
    answer = page.json(address, "POST", asked)
    assert answer["done"] is False
    assert "changed" in answer["problems"][0]["message"]
    assert file.read_bytes() == now


def test_undo_does_not_overwrite_what_an_editor_saved_meanwhile(server: Server, game: Path) -> None:
    page = Client(server)
    ready(Events(server))
    assert page.json("cell", "POST", cell(page, "noon"))["done"] is True
    edit(game / "hive.csv", "BRY,blue yellow,red,noon", "BRY,blue yellow,red,evening")
    now = (game / "hive.csv").read_bytes()
    answer = page.json("undo", "POST", {})
    assert answer["problems"][0]["message"] == "the file has changed meanwhile"
    assert (game / "hive.csv").read_bytes() == now


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Do things at the same time, and return what each returns."""
    begin = threading.Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        begin.wait(PATIENCE)
        return act()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


@pytest.mark.slow
def test_edits_and_saves_at_the_same_time_are_all_kept_or_refused(game: Path) -> None:
    """Whatever meets by chance; tests/test_edit_writing.py makes each of these meetings happen."""
    for address, other in zip(served(game), served(game), strict=True):
        file, pages = game / "hive.csv", [Client(address), Client(address), Client(other)]
        for server in (address, other):
            ready(Events(server))
        before = file.read_bytes()
        for number in range(12):
            for first, second in (pages[:2], pages[1:]):
                wishes = {(first, "BRW"): ("noon", "evening"), (second, "BRY"): ("morning", "evening")}
                asked = [(page, cell(page, texts[number % 2], row)) for (page, row), texts in wishes.items()]
                answers = together(*(partial(page.json, "cell", "POST", wish) for page, wish in asked))
                rows = {row[:3]: row.split(",")[3] for row in file.read_text("utf-8").splitlines()}
                done = [answer["done"] for answer in answers]
                assert done.count(True) == 1
                assert [rows[wish["id"]] == wish["text"] for _, wish in asked] == done
                file.write_bytes(before)
            edited = partial(pages[0].json, "cell", "POST", cell(pages[0], "noon"))
            saved = before + b"%d,blue white,red,noon\n" % number
            together(edited, partial(save, file, saved))
            assert file.read_bytes() == saved
            file.write_bytes(before)
            for text in ("noon", "evening"):
                assert pages[0].json("cell", "POST", cell(pages[0], text))["done"] is True
            undone = together(*[partial(pages[0].json, "undo", "POST", {})] * 4)
            assert [answer["done"] for answer in undone].count(True) == 2
            assert file.read_bytes() == before


def save(file: Path, data: bytes) -> None:
    """Save a file as editors do: a whole new one is moved over it."""
    beside = file.with_name(f"{file.name}.tmp")
    beside.write_bytes(data)
    beside.replace(file)


# Systems that tell of no changes


def notices(game: Path, save: Callable[[], None]) -> set[str]:
    """Return the names of what changes in a game while something is saved."""
    stop, messages = threading.Event(), set[str]()
    for paths in watch.changes(game, stop):
        if game.resolve() in paths:
            save()  # the watch has begun
        messages |= {path.name for path in paths} - {game.name}
        if messages:
            stop.set()
    return messages


@pytest.mark.parametrize("asked", [True, False], ids=["by the user", "by the file system"])
@pytest.mark.slow
def test_a_network_drive_is_looked_at_again_and_again(game: Path, monkeypatch: pytest.MonkeyPatch, asked: bool) -> None:
    polled = []
    whole = watchfiles.main.RustNotify

    def notify(paths: list[str], debug: bool, polls: bool, *more: Any) -> Any:
        polled.append(polls)
        return whole(paths, debug, polls, *more)

    monkeypatch.setattr(watchfiles.main, "RustNotify", notify)
    if asked:
        monkeypatch.setenv("WATCHFILES_FORCE_POLLING", "1")
    else:
        monkeypatch.setattr(watch, "is_remote", lambda folder: True)
    assert notices(game, lambda: edit(game / "hive.csv", "morning", "noon")) == {"hive.csv"}
    assert polled == [True]


def test_a_system_without_watchers_left_is_looked_at_again_and_again(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = watchfiles.main.RustNotify

    def notify(paths: list[str], debug: bool, polls: bool, *more: Any) -> Any:
        if not polls:
            raise OSError(errno.ENOSPC, "OS file watch limit reached.")
        return whole(paths, debug, polls, *more)

    monkeypatch.setattr(watchfiles.main, "RustNotify", notify)
    assert notices(game, lambda: edit(game / "hive.csv", "morning", "noon")) == {"hive.csv"}


@pytest.mark.slow
def test_the_studio_follows_a_folder_that_is_looked_at(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "is_remote", lambda folder: True)
    for server in served(game):
        ready(Events(server))
        before = settled(server, game)
        edit(game / "hive.csv", "BRW,blue white,red,morning", "BRW,blue white,red,noon")
        assert settled(server, game) != before


def test_a_game_in_a_folder_that_is_not_utf8_is_followed(tmp_path: Path) -> None:
    game = not_utf8(tmp_path)
    small_game(tmp_path / "game").rename(game)
    for server in served(game):
        before = settled(server, game)
        states = Client(server).json("state"), Events(server).next()[1]
        assert {state["game"]["folder"] for state in states} == {str(game)}
        edit(game / "cards.csv", "First light", "Last light")
        assert settled(server, game) != before


def test_a_folder_in_a_game_that_is_not_utf8_leaves_it_followed(tmp_path: Path) -> None:
    game = small_game(tmp_path / "game")
    not_utf8(game).mkdir()
    for server in served(game):
        before = settled(server, game)
        edit(game / "cards.csv", "First light", "Last light")
        assert settled(server, game) != before


@pytest.mark.parametrize(
    ("folder", "remote"),
    [
        ("/home/me/games", False),
        ("/mnt/nas/games", True),
        ("/mnt/nas", True),
        ("/mnt/my share/games", True),
        ("/mnt/nasty", False),
        ("/media/stick", False),
        ("/run/user/1000/gvfs/x", True),
    ],
)
def test_network_drives_are_known_by_their_file_system(tmp_path: Path, folder: str, remote: bool) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
        "40 22 0:41 / /mnt/nas rw shared:5 - nfs4 nas:/games rw\n"
        "41 22 0:42 / /mnt/my\\040share rw - cifs //nas/share rw\n"
        "42 22 8:2 / /media/stick rw - fuseblk /dev/sdb1 rw\n"
        "43 22 0:44 / /run/user/1000/gvfs rw - fuse.gvfsd-fuse gvfsd rw\n"
    )
    assert watch.is_remote(Path(folder), mounts) is remote
    assert watch.is_remote(Path(folder), tmp_path / "none") is False


# What must not end it


def test_a_fault_of_beeprint_is_said_and_does_not_end_the_studio(
    server: Server, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise ZeroDivisionError("by chance")

    events, page = Events(server), Client(server)
    ready(events)
    before = page.ask("face/hive/BRW/front")[1]
    with monkeypatch.context() as broken:
        broken.setattr(pipeline.model, "load", fail)
        edit(game / "hive.csv", "BRW,blue white,red,morning", "BRW,blue white,red,noon")
        [problem] = events.until("change", broken=True)["problems"]
        assert problem["message"] == "the game cannot be read: ZeroDivisionError: by chance"
        assert "report it" in problem["hint"]
        assert page.ask("face/hive/BRW/front")[1] == before
    edit(game / "hive.csv", "BRW,blue white,red,noon", "BRW,blue white,red,evening")
    settled(server, game)


def test_checks_are_done_to_the_end_although_files_change_all_the_time(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    viewer = Session(game, ViewOptions(), Store.open(), lambda before, after: told.append(after.checking), lambda: True)
    viewer.refresh()
    viewer.refresh()
    assert told == [True, True]
    later = time.monotonic() + 60
    monkeypatch.setattr(session.time, "monotonic", lambda: later)
    assert viewer.refresh().checked is not None
    assert told == [True, True, True, False]


def test_checks_wait_only_while_a_page_is_told_of_something_and_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    turns = Turns()
    with ThreadPoolExecutor(1) as checks:

        def waits() -> bool:
            return checks.submit(lambda: turns.wait).result() > 0

        assert not waits()
        with turns.asking():
            assert not waits()  # nothing new was told: the page looks at something else
        turns.tell()
        with turns.asking():
            assert waits()


def test_a_question_that_reads_the_game_does_not_wait_for_its_own_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    turns, now = Turns(), time.monotonic()
    turns.tell()
    with turns.asking(), ThreadPoolExecutor(1) as checks:
        monkeypatch.setattr(time, "monotonic", lambda: now + 1)  # long after all that pages were told
        assert turns.wait == 0 < checks.submit(lambda: turns.wait).result()


def test_pages_may_come_while_others_are_told(tmp_path: Path) -> None:
    studio = Studio(tmp_path, ViewOptions(), Store.open())

    class Asked(Session):
        @property
        def now(self) -> session.Snapshot:  # type: ignore[override]
            studio.listen(studio.main)
            return studio.main.now

    page = studio.listen(studio.main)
    studio._pages[page] = object.__new__(Asked)
    studio._notify(studio.main.now, studio.main.now)
    assert [page.get_nowait().name for _ in range(2)] == ["state", "change"]  # type: ignore[union-attr]


def test_no_reading_waits_for_a_question_that_waits_for_the_reading(
    server: Server, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card that is shown large asks how it is laid out, which is known once all cards are."""
    settled(server, game)
    asked, done, turns = threading.Event(), threading.Event(), server.studio._turns

    def anatomy(*_: object) -> list[object]:
        asked.set()
        done.wait(PATIENCE)
        return []

    monkeypatch.setattr(Session, "anatomy", anatomy)
    piece = next(iter(server.studio.main.now.game.decks["hive"].rows.by_id))  # type: ignore[union-attr]
    asking = threading.Thread(target=Client(server).json, args=(f"anatomy/hive/{piece}/front",))
    turns.tell()
    asking.start()
    assert asked.wait(PATIENCE)
    while turns.wait:  # a page that has been told of something and is silent for a while has all it wanted
        time.sleep(0.05)
    done.set()
    asking.join()


def test_a_full_disk_leaves_nothing_half_written_in_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    store = Store(tmp_path / "cache")
    store.put("art", b"a bee", "bee")
    before = sorted(path for path in (tmp_path / "cache").rglob("*") if path.is_file())
    monkeypatch.setattr(Path, "replace", full)
    store.put("art", b"a hive", "hive")
    assert sorted(path for path in (tmp_path / "cache").rglob("*") if path.is_file()) == before
    assert store.get("art", "bee") == b"a bee"
    assert store.get("art", "hive") is None


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("cards.csv", True),
        ("art/bees/queen.svg", True),
        (".beeprint-ab12cd34/new/cards.csv", False),  # what an edit prepares
        ("art/.git/index.svg", False),
        ("output/my-game/manifest.json", False),
        ("~$cards.xlsx", False),
        ("cards.csv~", False),
        ("art/queen.svg.tmp", False),
    ],
)
def test_what_editors_and_beeprint_keep_beside_the_files_is_no_part_of_a_game(name: str, part: bool) -> None:
    game = Path("/home/me/.games/hive").resolve()  # a hidden folder above the game says nothing
    assert watch.is_part(game / name, game) is part
