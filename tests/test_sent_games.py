"""A game that is sent as a ZIP: what is in it, what opens of it elsewhere, and what a stranger's ZIP cannot do."""

from __future__ import annotations

import io
import stat
import zipfile
from pathlib import Path
from urllib.parse import quote

import pytest

from beeprint import pipeline, starter
from beeprint.base.options import ViewOptions
from beeprint.base.problems import BuildError
from beeprint.starter import packed
from beeprint.starter.packed import open_packed, pack
from test_start import Page, home, messages, page

__all__ = ["home", "page"]  # fixtures


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    starter.write(tmp_path / "mine")
    return tmp_path / "mine"


def zipped(files: dict[str, bytes], mode: int = stat.S_IFREG | 0o644) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.create_system, entry.external_attr = 3, mode << 16
            archive.writestr(entry, content)
    return data.getvalue()


def unpacked(data: bytes, folder: Path) -> list[str]:
    files = starter.write_packed(folder, open_packed(data, "sent.zip"), "sent.zip")
    return sorted(path.relative_to(folder).as_posix() for path in files)


def refusal(data: bytes) -> str:
    with pytest.raises(BuildError) as refused:
        open_packed(data, "sent.zip")
    return refused.value.problems[0].message


def test_a_game_opens_elsewhere_as_it_was(mine: Path, tmp_path: Path) -> None:
    before = {path.relative_to(mine): path.read_bytes() for path in mine.rglob("*") if path.is_file()}
    for name in ("output/mine/a.pdf", ".git/config", ".DS_Store", "~$cards.xlsx", "Thumbs.db", "__pycache__/a.pyc"):
        (mine / name).parent.mkdir(parents=True, exist_ok=True)
        (mine / name).write_bytes(b"left over")
    data = pack(mine)
    assert {name.split("/")[0] for name in zipfile.ZipFile(io.BytesIO(data)).namelist()} == {"mine"}
    assert data == pack(mine)
    unpacked(data, tmp_path / "theirs")
    theirs = tmp_path / "theirs"
    assert {path.relative_to(theirs): path.read_bytes() for path in theirs.rglob("*") if path.is_file()} == before
    assert not pipeline.check(theirs, ViewOptions()).problems


@pytest.mark.parametrize("home", ["", "mine/"])
def test_what_systems_add_is_left_out(tmp_path: Path, home: str) -> None:
    files = {f"{home}game.yaml": b"id: mine\n", f"{home}art/a.svg": b"<svg/>", f"__MACOSX/{home}._game.yaml": b"x"}
    files |= {f"{home}.DS_Store": b"x", f"{home}.git/config": b"x", f"{home}output/a.pdf": b"x"}
    assert unpacked(zipped(files), tmp_path / "theirs") == ["art/a.svg", "game.yaml"]


@pytest.mark.parametrize("name", ["../evil.txt", "mine/../../evil.txt", "/evil.txt", "C:/evil.txt", "..\\evil.txt"])
def test_no_file_is_written_outside_the_game(name: str) -> None:
    assert "outside the game's folder" in refusal(zipped({"game.yaml": b"", name: b"evil"}))


def test_a_link_is_refused() -> None:
    data = zipped({"game.yaml": b"/etc/passwd"}, stat.S_IFLNK | 0o777)
    assert refusal(data) == "game.yaml is a link to another file"


def test_a_bomb_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "MOST_BYTES", 1_000_000)
    assert "at most" in refusal(zipped({"game.yaml": b"", "art/big.svg": b" " * 1_000_001}))
    monkeypatch.setattr(packed, "MOST_FILES", 2)
    assert "at most 2 files" in refusal(zipped({"game.yaml": b"", "a": b"", "b": b""}))


def test_a_file_that_is_larger_than_it_claims_is_refused(tmp_path: Path) -> None:
    data = zipped({"game.yaml": b"x" * 100_000})
    size = (100_000).to_bytes(4, "little")
    lying = data.replace(size, (10).to_bytes(4, "little"))
    with pytest.raises(BuildError, match=r"game\.yaml in this ZIP is damaged"):
        unpacked(lying, tmp_path / "theirs")
    assert not (tmp_path / "theirs").exists()


def test_what_is_no_game_says_so() -> None:
    assert "no game.yaml" in refusal(zipped({"cards.csv": b"Name\nBee\n"}))
    assert "no game.yaml" in refusal(zipped({"a/b/game.yaml": b""}))
    assert "damaged" in refusal(b"PK nonsense")
    assert "same name" in refusal(zipped({"game.yaml": b"", "a.txt": b"", "A.txt": b""}))


def test_a_folder_that_is_there_stays(mine: Path) -> None:
    before = (mine / "game.yaml").read_bytes()
    with pytest.raises(BuildError, match="already exists"):
        unpacked(pack(mine), mine)
    assert (mine / "game.yaml").read_bytes() == before


def test_a_game_that_was_sent_as_a_zip_is_unpacked_and_opened(page: Page, home: Path) -> None:
    starter.write(home / "theirs", title="Bees")
    page.json("open-game", {"path": str(home / "theirs")})
    assert page.json("to-send") | {"size": 0} == {
        "name": "theirs.zip",
        "files": sum(path.is_file() for path in (home / "theirs").rglob("*")),
        "size": 0,
    }
    sent = page.ask("game-zip/theirs.zip")[1]
    place = f"unpack?title=From%20a%20friend&folder={quote(str(home / 'Documents'))}"
    assert page.json(place, sent) == {"done": True}
    assert page.json("games")["open"] == {"title": "Bees", "path": str(home / "Documents/from-a-friend")}
    assert messages(page.json(place, sent)) == ["There is already a folder of this name in this folder."]
    assert messages(page.json(place.replace("friend", "foe"), b"nonsense")) == ["this is not a ZIP, or it is damaged"]
