"""Folders of others: their links lead nowhere else, and every file in them is opened in one way."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

from beeprint import starter
from beeprint.base.problems import BuildError
from beeprint.starter import folder
from command import beeprint
from modules import PACKAGE, paths, text
from pixels import plain

SECRET = "name,text\nSecret,This is in another folder.\n"
TABLE = "name,image,text\nSun,sun.png,It shines.\nMoon,moon.png,It is pale.\n"

#: The modules that open files in ways of their own, and why none of these files is a stranger's.
OPENERS = {
    "base/regular.py": "opens each file once, and checks what it has opened",
    "base/installed.py": "the files of installed packages",
    "base/manifest.py": "the list of files of a build",
    "base/store.py": "the cache",
    "cli/docs.py": "pages that come with beeprint",
    "cli/preflight.py": "a PDF that this command has just made",
    "formats/archive.py": "files that this build has just made",
    "edit/plain_deck.py": "files of a starter that it has just written",
    "edit/icon_sets.py": "icons of installed packages",
    "delivery/lock.py": "the lock of a folder of builds",
    "delivery/overwrite.py": "the file that takes another one's place",
    "delivery/replacing.py": "folders of builds",
    "formats/faces.py": "faces that are written, not read",
    "formats/pdf/render.py": "a PDF that this build has just made",
    "press/pdfcheck/checking.py": "a PDF that a person names",
    "outputs/shared/exports.py": "files that this build has just made",
    "starter/schemas/__init__.py": "schemas that come with beeprint",
    "shelf/destinations.py": "what a shelf has built",
    "shelf/contents.py": "the fonts of installed packages",
    "starter/__init__.py": "starters that come with beeprint and its plug-ins",
    "starter/from_table.py": "layouts that it has just written",
    "starter/looks.py": "drawings that come with beeprint",
    "starter/own_icons.py": "icons that come with beeprint",
    "starter/packed.py": "the new files that it writes of a ZIP",
    "starter/sources.py": "a table that is written, not read",
    "studio/help_pages.py": "pages and pictures that come with beeprint",
    "studio/actions.py": "files that this build has just made, to send as a ZIP",
    "studio/answers.py": "the studio's page, and files that this build has just made",
    "studio/watch.py": "the folder that is watched, and the system's list of mounts",
    "__main__.py": "the streams of this process",
    "base/user_folders.py": "the settings of this user",
    "cli/check.py": "files of a game that fixes change",
    "edit/deck_layouts.py": "layouts that a snapshot has read",
    "edit/decks.py": "a small game that was just written into a temporary folder",
    "edit/slot_keys.py": "the schema that comes with beeprint",
    "studio/start.py": "covers of games and the page itself",
    "studio/views.py": "the files of the page",
}
#: Methods and functions that open a file, and what else has a method called open.
_READING = ("read_bytes", "read_text", "copyfile", "copy2", "copytree")
_NO_FILES = ("Image", "Store", "fonts", "webbrowser", "pikepdf")


def opens(node: ast.AST) -> bool:
    """Return whether a piece of code opens a file."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return node.func.id == "open"
    if not isinstance(node.func, ast.Attribute):
        return False
    owner = node.func.value
    name = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
    return node.func.attr in _READING or (node.func.attr == "open" and name not in _NO_FILES)


def test_each_module_that_opens_files_by_itself_is_known() -> None:
    openers = {
        path.relative_to(PACKAGE).as_posix() for path in paths() if any(map(opens, ast.walk(ast.parse(text(path)))))
    }
    assert openers == OPENERS.keys()


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a table, beside which links lead to a table, a picture and a folder elsewhere."""
    monkeypatch.chdir(tmp_path)
    for name in ("deck", "elsewhere/more"):
        Path(name).mkdir(parents=True)
    Path("deck/cards.csv").write_text(TABLE, "utf-8")
    Path("deck/sun.png").write_bytes(plain((60, 60), (200, 160, 40)))
    Path("elsewhere/moon.png").write_bytes(plain((60, 60), (200, 160, 40)))
    for name in ("secret.csv", "more/other.csv"):
        Path("elsewhere", name).write_text(SECRET, "utf-8")
    for name in ("moon.png", "secret.csv", "more"):
        Path("deck", name).symlink_to(Path("..", "elsewhere", name))
    return Path("deck")


def test_links_out_of_a_folder_are_not_followed_and_named(deck: Path) -> None:
    done = beeprint("new", "game", "--from", "deck")
    assert done.stdout.splitlines()[0] == (
        "left out: moon.png, more, secret.csv, since these links lead out of the folder (copy into the folder what the "
        "game needs)"
    )
    made = [path for path in Path("game").rglob("*") if path.is_file()]
    assert not any(b"in another folder" in path.read_bytes() for path in made)
    assert [path.name for path in Path("game/art/pictures").iterdir()] == ["sun.png"]


def test_beside_a_table_only_links_to_pictures_are_named(deck: Path) -> None:
    notes = starter.write_from(Path("game"), deck / "cards.csv")
    assert notes[0].startswith("left out: moon.png, since this link leads out of the folder")
    assert not any("secret.csv" in note for note in notes)


def test_links_within_a_folder_are_followed(deck: Path) -> None:
    (deck / "moon.png").unlink()
    (deck / "moon.png").symlink_to("sun.png")
    starter.write_from(Path("game"), deck)
    assert (Path("game/art/pictures/moon.png")).read_bytes() == (deck / "sun.png").read_bytes()


def test_a_link_to_a_table_that_a_person_names_is_followed(deck: Path) -> None:
    starter.write_from(Path("game"), deck / "secret.csv")
    assert Path("game/secret.csv").read_text("utf-8") == SECRET


def test_a_link_that_leads_out_only_when_it_is_read_is_not_followed(deck: Path) -> None:
    seen = folder.look_into(deck)
    (deck / "cards.csv").unlink()
    (deck / "cards.csv").symlink_to(Path("..", "elsewhere", "secret.csv"))
    with pytest.raises(BuildError, match="cannot read the file: a link leads out of the folder"):
        seen.read("cards.csv")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes")
def test_a_pipe_with_the_name_of_a_table_is_no_table(deck: Path) -> None:
    os.mkfifo(deck / "waits.csv")
    notes = starter.write_from(Path("game"), deck)
    assert not any("waits" in note for note in notes)
