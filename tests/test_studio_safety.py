"""What goes wrong while the studio writes: each action is done whole or not at all, and what others wrote stays.

Every action of the page is tried, each as a request that the studio carries out otherwise.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from beeprint import edit, starter
from beeprint.edit import change as changes
from beeprint.edit import slots
from beeprint.sources.workspace import shown
from beeprint.studio import Server
from beeprint.studio.answers import TOPICS
from beeprint.studio.studio import Studio
from random_actions import ACTIONS, Player, Wish, files_in, serve
from test_studio import Client, served
from tiny_fonts import letters

#: How many random wishes are tried for each action until one is carried out.
_TRIES = 80
#: The user who owns nothing.
_NOBODY = 65534


def all_actions() -> list[str]:
    """Return the actions of all topics."""
    return sorted(name for topic in TOPICS for name in topic(Studio.__new__(Studio)).actions)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Provide a game with cards that extend each other's layouts, a repeated layer, a font of its own, a translation,
    and a problem that has a fix.

    Every user may read it: the temporary folders of pytest are for its own user only.
    """
    with TemporaryDirectory() as home:
        Path(home).chmod(0o755)
        folder = Path(home).resolve() / "bees"
        starter.write(folder, "plain", "Bees", "Cards")
        (folder / "fonts").mkdir()
        letters(folder / "fonts" / "tiny.ttf", "Tiny")
        (folder / "lang" / "fr").mkdir(parents=True)
        (folder / "lang" / "fr" / "game.yaml").write_text("title: Abeilles\n")
        game = folder / "game.yaml"
        game.write_text(f"{game.read_text('utf-8')}\nlanguages: [en, fr]\n", "utf-8")
        card = folder / "layouts" / "card.yaml"
        pips = "kind: shape, shape: ellipse, box: [20, 70, 3, 3], fill: ink, repeat: {times: 2, step: [5, 0]}"
        card.write_text(f"{card.read_text('utf-8')}  pips: {{{pips}}}\n", "utf-8")
        table = (folder / "tiles.csv").read_text("utf-8").splitlines()
        (folder / "tiles.csv").write_text("\n".join([f"{table[0]},weight", *(f"{row},1" for row in table[1:])]) + "\n")
        yield folder


@pytest.fixture(scope="module")
def player(folder: Path) -> Iterator[Player]:
    for server in serve(folder):
        yield Player(server, folder, seed=1)


@pytest.fixture(scope="module")
def wishes(player: Player) -> Mapping[str, Wish]:
    """Return for each action a request that is carried out, and changes files, if it is the first one."""
    carried_out: dict[str, Wish] = {}
    for name, make in ACTIONS.items():
        for _ in range(_TRIES):
            wish = make(player)
            status, answer = player.send(wish) if wish is not None else (404, {})
            if status == 200 and answer.get("done") and answer["can-undo"]:
                player.send(Wish("undo", {}))
                assert wish is not None
                carried_out[name] = wish
                break
    assert carried_out.keys() == ACTIONS.keys()
    return carried_out


def writing(act: Callable[[edit.Edit], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let something happen to the files of an edit right before it is written."""
    write = changes.write

    def meddled(change: edit.Edit) -> None:
        act(change)
        write(change)

    monkeypatch.setattr(changes, "write", meddled)


def test_a_full_disk_leaves_all_files_and_says_so(
    player: Player, wishes: Mapping[str, Wish], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = files_in(player.folder)
    for name, wish in wishes.items():
        for room in range(100):
            with monkeypatch.context() as disk:
                fill(disk, room)
                status, answer = player.send(wish)
            assert status == 200, (name, room)
            if answer["done"]:
                assert room, name  # not even the first file can be written
                player.send(Wish("undo", {}))
                break
            assert "No space left on device" in answer["problems"][0]["message"], (name, room, answer)
            assert files_in(player.folder) == before, (name, room)
        assert files_in(player.folder) == before, name


def fill(disk: pytest.MonkeyPatch, room: int) -> None:
    """Let a disk be full after it has taken some files."""
    left = [room]

    def limited(call: Callable[..., Any]) -> Callable[..., Any]:
        def limit(*arguments: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return call(*arguments)

        return limit

    for name in ("fsync", "link"):
        disk.setattr(os, name, limited(getattr(os, name)))


def test_what_an_editor_saves_at_the_same_time_stays(
    player: Player, wishes: Mapping[str, Wish], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, wish in wishes.items():
        before, saved = files_in(player.folder), dict[str, bytes]()

        def save(change: edit.Edit, saved: dict[str, bytes] = saved) -> None:
            path = change.changes[-1].path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes((change.changes[-1].before or b"") + b"# saved meanwhile\n")
            saved[path.relative_to(player.folder).as_posix()] = path.read_bytes()

        with monkeypatch.context() as editor:
            writing(save, editor)
            status, answer = player.send(wish)
        assert (status, answer["done"]) == (200, False), name
        assert "changed meanwhile" in answer["problems"][0]["message"], (name, answer)
        assert files_in(player.folder) == {**before, **saved}, name
        restore(player.folder, before)


def test_a_file_that_is_removed_meanwhile_stays_removed(
    player: Player, wishes: Mapping[str, Wish], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, wish in wishes.items():
        before, gone = files_in(player.folder), list[str]()

        def remove(change: edit.Edit, gone: list[str] = gone) -> None:
            path = next((each.path for each in reversed(change.changes) if each.before is not None), None)
            if path is not None:
                path.unlink()
                gone.append(path.relative_to(player.folder).as_posix())

        with monkeypatch.context() as editor:
            writing(remove, editor)
            status, answer = player.send(wish)
        if gone:
            assert (status, answer["done"]) == (200, False), name
            assert "the file is gone" in answer["problems"][0]["message"], (name, answer)
            assert files_in(player.folder) == {key: data for key, data in before.items() if key not in gone}, name
            restore(player.folder, before)
        else:  # it only adds files
            player.send(Wish("undo", {}))


def restore(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make a folder hold these files only."""
    for name in files_in(folder).keys() - files.keys():
        (folder / name).unlink()
    for name, data in files.items():
        if not (folder / name).is_file() or (folder / name).read_bytes() != data:
            (folder / name).write_bytes(data)


def test_read_only_files_are_left_alone(player: Player, wishes: Mapping[str, Wish]) -> None:
    before = files_in(player.folder)
    for path in player.folder.rglob("*"):
        if path.is_file():
            path.chmod(0o444)
    try:
        for name, wish in wishes.items():
            status, answer = player.send(wish)
            if answer.get("done"):  # it only adds files
                assert all(name not in before for name in differing_names(player.folder, before)), name
                player.send(Wish("undo", {}))
            else:
                assert (status, "read-only" in answer["problems"][0]["message"]) == (200, True), (name, answer)
            assert files_in(player.folder) == before, name
    finally:
        for path in player.folder.rglob("*"):
            if path.is_file():
                path.chmod(0o644)


@contextmanager
def plain_user() -> Iterator[None]:
    """Act as a user whom the rights of folders stop; the administrator may write everywhere."""
    if os.getuid():
        yield
        return
    os.setresuid(_NOBODY, _NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


@pytest.mark.skipif(not hasattr(os, "setresuid"), reason="this system knows no other users, or cannot become them")
def test_a_read_only_folder_is_left_alone(
    player: Player, wishes: Mapping[str, Wish], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, write = files_in(player.folder), changes.write

    def write_without_rights(change: edit.Edit) -> None:
        with plain_user():
            write(change)

    monkeypatch.setattr(changes, "write", write_without_rights)
    for path in player.folder.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o666)
    player.folder.chmod(0o555)
    try:
        for name, wish in wishes.items():
            status, answer = player.send(wish)
            assert (status, answer["done"]) == (200, False), name
            problem = answer["problems"][0]
            assert problem["message"].startswith(f"the folder {shown(player.folder)}"), (name, problem)
            assert problem["message"].endswith(" is read-only"), (name, problem)
            assert problem["hint"] == "allow writing to this folder; nothing was changed", (name, problem)
            assert files_in(player.folder) == before, name
    finally:
        for path in [player.folder, *player.folder.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)


def differing_names(folder: Path, before: Mapping[str, bytes]) -> list[str]:
    after = files_in(folder)
    return [name for name in {*before, *after} if before.get(name) != after.get(name)]


def test_nothing_is_written_through_a_link_that_leads_out_of_the_game(
    player: Player, wishes: Mapping[str, Wish], tmp_path: Path
) -> None:
    before = files_in(player.folder)
    names = [path.name for path in player.folder.iterdir()]
    for name in names:
        shutil.move(player.folder / name, tmp_path / name)
        (player.folder / name).symlink_to(tmp_path / name)
    outside = files_in(tmp_path)
    try:
        for name, wish in wishes.items():
            status, answer = player.send(wish)
            assert not answer.get("done") or not answer["can-undo"], (name, answer)
            assert status in (200, 404), name
            assert files_in(tmp_path) == outside, name
    finally:
        for name in names:
            (player.folder / name).unlink()
            shutil.move(tmp_path / name, player.folder / name)
    assert files_in(player.folder) == before


@pytest.mark.slow
@pytest.mark.parametrize("other", ACTIONS)
def test_two_windows_do_not_overwrite_each_other(player: Player, wishes: Mapping[str, Wish], other: str) -> None:
    """An action that a page prepares before it hears of another one is refused, or changes what is there now."""
    before = files_in(player.folder)
    for name, wish in wishes.items():
        player.send(wishes[other])
        between = files_in(player.folder)
        status, answer = player.send(wish)
        assert status in (200, 404), (other, name)
        if answer.get("done") and files_in(player.folder) != between:
            player.send(Wish("undo", {}))
        assert files_in(player.folder) == between, (other, name)
        player.send(Wish("undo", {}))
        assert files_in(player.folder) == before, (other, name)


def test_what_a_window_has_not_seen_is_refused_in_words(player: Player, wishes: Mapping[str, Wish]) -> None:
    for name, wish in wishes.items():
        if isinstance(wish.body, dict) and wish.body.get("seen") and name != "rule":
            if wish.body.get("do") in ("set", "make", "remove", "translate") and name == "leaflet-text":
                continue  # these change no text that a window shows
            stale = Wish(wish.path, {**wish.body, "seen": dict.fromkeys(wish.body["seen"], "0" * 64)})
            before = files_in(player.folder)
            status, answer = player.send(stale)
            assert (status, answer["done"]) == (200, False), name
            assert "changed meanwhile" in answer["problems"][0]["message"], name
            assert files_in(player.folder) == before, name


def test_a_file_that_cannot_be_read_is_said_in_words(
    player: Player, wishes: Mapping[str, Wish], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(slots, "find_slot", broken)
    status, answer = player.send(wishes["slot-keys"])
    assert (status, answer["done"]) == (200, False)
    assert answer["problems"][0]["message"] == f"a file cannot be read or written: {os.strerror(errno.EIO)}"


def test_the_state_says_what_can_be_undone_after_the_page_is_loaded_again(
    player: Player, wishes: Mapping[str, Wish]
) -> None:
    _, answer = player.send(wishes["cell"])
    state = Client(player.page.server).json("state")
    assert (state["can-undo"], state["can-redo"]) == (answer["title"], "")
    player.send(Wish("undo", {}))
    assert player.page.json("state")["can-redo"] == answer["title"]
    status, again = player.send(Wish("redo", {}))
    assert (status, again["title"], again["can-undo"]) == (200, answer["title"], answer["title"])
    player.send(Wish("undo", {}))


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("guarded") / "bees"
    starter.write(folder, "blank", "Bees", "Cards")
    yield from served(folder, read_only=True)


def posts(server: Server) -> list[str]:
    """Return all addresses that take a POST."""
    return [*all_actions(), *server.desk.actions]


def test_read_only_refuses_every_action(guarded: Server) -> None:
    before = files_in(guarded.studio.folder)
    page = Client(guarded)
    for name in set(posts(guarded)) - {"look", *guarded.desk.harmless}:
        for body in ({}, b"x"):
            assert page.ask(name, "POST", body)[:2] == (403, b"Forbidden"), name
    assert files_in(guarded.studio.folder) == before


@pytest.mark.parametrize(
    "headers",
    [
        {"X_Beeprint": ""},
        {"Host": "evil.example"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec_Fetch_Site": "cross-site"},
    ],
)
def test_no_other_page_can_do_anything(guarded: Server, headers: dict[str, str]) -> None:
    page = Client(guarded)
    for name in posts(guarded):
        for body in ({}, b"x"):
            assert page.ask(name, "POST", body, **headers)[:2] == (403, b"Forbidden"), name
        assert page.ask(f"/wrong/{name}", "POST", {})[0] == 403
