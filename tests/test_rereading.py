"""A studio that knows which files have changed looks at those only, and still shows every change."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint.base.options import ViewOptions
from beeprint.base.store import Store
from beeprint.face import picture
from beeprint.studio.session import Session
from edits import put, tiny

CIRCLE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="#112233"/></svg>'
CARD = "slots:\n  dot: {kind: picture, art: dot, box: [5, 6, 53, 40]}\n  title: {kind: text, font: fredoka, size: 12, "


@pytest.fixture
def session(tmp_path: Path) -> Session:
    put(tmp_path, {"art/dot.svg": CIRCLE})
    tiny(tmp_path, card=CARD + 'text: "{title}", box: [5, 60, 53, 9]}\n')
    opened = Session(tmp_path, ViewOptions(), Store.open())
    opened.refresh()
    return opened


def key(session: Session) -> str:
    face = session.now.face("cards", "A", "front")
    assert face is not None
    return face.symbol.key


def write(session: Session, name: str, old: str, new: str) -> None:
    """Change a text in a file of the game, and note the file."""
    path = session.folder / name
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    session.touch([path])


def looks(monkeypatch: pytest.MonkeyPatch) -> list[Path | None]:
    """Collect the pictures that are looked at from now on."""
    seen: list[Path | None] = []
    look = picture.look

    def note(path: Path | None, old: picture.Stamp | None = None) -> tuple[picture.Stamp | None, bool]:
        seen.append(path)
        return look(path, old)

    monkeypatch.setattr(picture, "look", note)
    return seen


def test_a_change_of_a_layout_looks_at_no_picture(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    layout = next(path for path in session.folder.rglob("*.yaml") if "size: 12" in path.read_text("utf-8"))
    before, seen = key(session), looks(monkeypatch)
    write(session, layout.relative_to(session.folder).as_posix(), "size: 12", "size: 13")
    session.refresh()
    assert key(session) != before and seen == []


def test_a_picture_that_changes_is_seen(session: Session) -> None:
    before = key(session)
    write(session, "art/dot.svg", "#112233", "#445566")
    session.refresh()
    assert key(session) != before


def test_a_picture_is_seen_after_readings_that_failed(session: Session) -> None:
    before = key(session)
    write(session, "game.yaml", "decks:", "decks: [")
    session.refresh()
    assert session.now.broken
    write(session, "art/dot.svg", "#112233", "#445566")
    session.refresh()
    assert session.now.broken
    write(session, "game.yaml", "decks: [", "decks:")
    session.refresh()
    assert not session.now.broken and key(session) != before


def test_a_reading_that_knows_no_changes_looks_at_all_files(session: Session) -> None:
    before = key(session)
    path = session.folder / "art/dot.svg"
    path.write_text(CIRCLE.replace("#112233", "#445566"), "utf-8")
    session.refresh()
    assert key(session) != before


def test_a_folder_of_pictures_that_moves_is_seen(session: Session) -> None:
    before = session.now.problems
    (session.folder / "art").rename(session.folder / "drawings.csv")
    session.touch([session.folder / "art", session.folder / "drawings.csv"])
    session.refresh()
    assert len(session.now.problems) > len(before)
