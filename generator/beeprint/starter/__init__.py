"""Start a new game: copy a starter, a small, complete game, into a new folder."""

from __future__ import annotations

import contextlib
import csv
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from beeprint.base import plugins, regular
from beeprint.base.problems import Place, error_at
from beeprint.base.temporary import temporary_folder
from beeprint.delivery.exchange import tree
from beeprint.delivery.replacing import clear_up, work_folder
from beeprint.sources.names import slug
from beeprint.sources.workspace import GAME, OUTPUT, SHIPPED, built_in_games, shown
from beeprint.starter.packed import Packed, write_files

_HERE = Path(__file__).parent
#: The starters: what each shows, and its folder beside this file. The first is the default.
STARTERS = {
    "plain": ("cards and tiles whose boxes are given in the layouts", "game"),
    "inkscape": ("cards designed as drawings, whose rectangles are the boxes", "inkscape"),
    "blank": ("three empty cards to fill in", "blank"),
}
_TEXT = (".yaml", ".csv", ".md", ".svg")


def added() -> dict[str, tuple[str, Path]]:
    """Find the starters in plug-ins, each with its package and folder."""
    return {
        path.parent.name: (package, path.parent)
        for root, package in plugins.folders("starters").items()
        for path in sorted(root.glob("*/game.yaml"))
        if path.parent.name not in STARTERS
    }


def names() -> list[str]:
    """Return the names of all starters."""
    return [*STARTERS, *added()]


def write(folder: Path, starter: str = "plain", title: str = "", deck: str = "Cards", look: str = "") -> list[Path]:
    """Write a new game into `folder`, and return its files; an existing folder is refused.

    Without a title it is that of the folder. `deck` is the title of the deck of the starter `blank`, `look` the name of
    a look that its cards have.
    """
    source = _HERE / STARTERS[starter][1] if starter in STARTERS else added()[starter][1]
    words = {"DECK-ID": folder_name(deck) or "cards", "DECK-TITLE": deck}

    def copy(target: Path, name: str, title: str) -> None:
        from beeprint.starter.deck_of_table import quoted
        from beeprint.starter.looks import dressed

        for path in sorted(tree(source)):
            file = target / path.relative_to(source).as_posix().replace("DECK-ID", words["DECK-ID"])
            if path.is_file() and path.suffix in _TEXT:
                file.parent.mkdir(parents=True, exist_ok=True)
                text = path.read_text("utf-8")
                for mark, word in {"GAME-ID": name, "GAME-TITLE": title, **words}.items():
                    text = text.replace(mark, word if path.suffix == ".md" else quoted(word)[1:-1])
                text = dressed(path.name, text, look) if look and path.suffix == ".yaml" else text
                file.write_text(text, "utf-8", newline="\n")

    _make(folder, copy, title=title)
    return _files(folder)


def write_copy(folder: Path, game: str, title: str = "") -> list[Path]:
    """Write a copy of a built-in game, with its layouts, into `folder`, and return its files."""
    source, layouts = built_in_games()[game], SHIPPED / "layouts" / game

    def copy(target: Path, name: str, title: str) -> None:
        from beeprint.starter.deck_of_table import quoted

        scripts = shutil.ignore_patterns("src", OUTPUT)  # the scripts that drew the art need beeprint's own sources
        shutil.copytree(source, target, ignore=scripts)
        if layouts.is_dir():
            shutil.copytree(layouts, target / "layouts" / game, dirs_exist_ok=True)
        text = (target / GAME).read_text("utf-8")
        text = re.sub(r"^id: .*$", f"id: {name}", text, count=1, flags=re.MULTILINE)
        head, _, rest = re.split(r"^(title: .*)$", text, maxsplit=1, flags=re.MULTILINE)
        text = f"{head}title: {quoted(title)}{rest}"
        (target / GAME).write_text(text, "utf-8", newline="\n")

    _make(folder, copy, title=title)
    return _files(folder)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def write_from(
    folder: Path,
    source: Path,
    sheets: Sequence[str] = (),
    size: str = "",
    title: str = "",
    template: str = "",
    look: str = "",
    each: Mapping[str, Mapping[str, str]] = {},
    is_sample: bool = False,
) -> list[str]:
    """Write a new game into `folder` from a table or a folder of tables; return what was guessed, a line each.

    `sheets` of a workbook are taken, if any are named, and `size` is that of the cards, a name or two sides in mm;
    ValueError for one that is neither. `template` and `look` are names; without one, the table decides. `each` has the
    size, template and look of single sheets, by their names. With `is_sample`, the cards are there to be replaced.
    """
    notes: list[str] = []

    def fill(target: Path, name: str, title: str) -> None:
        from beeprint.starter import from_table, pages

        def sized(text: str) -> pages.Size | None:
            return pages.read_size(text) if text else None

        own = {
            sheet: from_table.Wish(sized(wish.get("size", "")), wish.get("template", ""), wish.get("look", ""))
            for sheet, wish in each.items()
        }
        wishes = from_table.Wishes(tuple(sheets), sized(size), template, look, own, is_sample)
        target.mkdir()
        notes.extend(from_table.fill(target, source, name, title, wishes))

    _make(folder, fill, "choose another name; to bring in a newer table, save it over the one in that folder", title)
    return notes


def write_cards(folder: Path, title: str, template: str, look: str) -> list[str]:
    """Write a game into `folder` with four cards to change, in a template and a look; return what was guessed."""
    with temporary_folder() as work:
        shutil.copyfile(_HERE / "samples" / f"{template}.csv", work / "cards.csv")
        return write_from(folder, work / "cards.csv", (), "", title, template, look, is_sample=True)


@cache
def sample_names() -> frozenset[str]:
    """Return the names of the cards that starters and templates come with, for a person to write over."""
    tables = [path for folder in ("samples", "game", "blank") for path in (_HERE / folder).glob("*.csv")]
    rows = (row for path in tables for row in csv.DictReader(path.read_text("utf-8").splitlines()))
    return frozenset(text for row in rows for head, text in row.items() if head.casefold() in ("name", "title"))


def write_packed(folder: Path, packed: Packed, name: str) -> list[Path]:
    """Write the game of a ZIP into `folder` as it is there, and return its files; an existing folder is refused."""
    with _placing(folder, "choose another name") as target:
        write_files(packed, name, target)
    return _files(folder)


def folder_name(title: str) -> str:
    """Return what the folder of a game with a title is called; empty where the title has no letter or digit for it."""
    return _slug(slug(title))


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _make(
    folder: Path, fill: Callable[[Path, str, str], None], hint: str = "choose another name", title: str = ""
) -> None:
    """Let `fill` write a game with an id and a title, and put it in place whole; an existing folder is refused."""
    from beeprint.starter import schemas

    with _placing(folder, hint) as target:
        called = regular.real(folder).name.encode("utf-8", "ignore").decode()  # a name on the disk may be no text
        name = _slug(called)
        if not name:
            message = "the folder's name has no letter from a to z or digit to make the game's id from"
            raise error_at(Place(shown(folder)), message)
        fill(target, name, title or re.sub(r"[-_ ]+", " ", called).strip().title())
        schemas.name_in(target)


@contextlib.contextmanager
def _placing(folder: Path, hint: str) -> Iterator[Path]:
    """Provide a folder to write, and put it in place once it is whole; an existing folder is refused."""
    place = Place(shown(folder))
    try:
        there = folder.exists() or folder.is_symlink()
    except OSError as error:
        raise error_at(place, f"cannot write here: {error.strerror or error}") from error
    if there:
        raise error_at(place, "this already exists; nothing was written", hint)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        clear_up(folder.parent)
        # Written to a temporary folder and then moved, so that no partial game is left behind.
        with work_folder(folder) as work:
            yield work / "game"
            (work / "game").rename(folder)
    except OSError as error:
        raise error_at(place, f"cannot write here: {error.strerror or error}") from error
