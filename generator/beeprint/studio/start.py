"""The start page: make a game from a template or a table, open one, and go back to a recent one."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any

from beeprint import starter
from beeprint.base import regular
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.base.user_folders import documents_folder
from beeprint.drawing.shape import SIZES
from beeprint.edit import table_bases
from beeprint.game import model
from beeprint.sources.data_formats import endings
from beeprint.sources.workspace import Workspace, built_in_games
from beeprint.starter import from_table, packed, pages
from beeprint.starter.looks import LOOKS
from beeprint.studio import covers, folders, recent
from beeprint.studio.desk import Desk
from beeprint.studio.help_pages import help_page, help_picture, help_search
from beeprint.studio.import_notes import plain_notes
from beeprint.studio.made import Made
from beeprint.studio.templates import STARTERS, card_styles, starter_words
from beeprint.studio.trays import Trays
from beeprint.studio.views import Answer, Request, of_json

_MOST_LETTERS = 80
#: The starter that has looks.
_BLANK = "blank"
#: How long an answer has to reach a page before the studio ends, in seconds.
_LAST_WORDS = 0.5
#: Covers of templates stay the same while the studio runs.
_THIS_RUN = "private, max-age=86400"


class Start:
    """Answers what the start page asks, and opens games on a desk."""

    def __init__(self, desk: Desk, *, quits: bool = False) -> None:
        """`quits` lets the page end the studio, which nobody can do elsewhere."""
        self._desk, self._quits = desk, quits
        self._trays = Trays()
        self._drawing = threading.Lock()
        self._made: Made | None = None  # what was imported last
        self._before: tuple[Path, bool] | None = None  # the game that was open before, and whether read-only
        desk.questions = {
            "games": self._games,
            "folders": self._folders,
            "cover": self._cover,
            "help": help_page,
            "help-search": help_search,
            "help-picture": help_picture,
        }
        desk.actions = {
            "open-game": self._open,
            "new-game": self._new,
            "unpack": self._unpack,
            "tray": self._tray,
            "upload": self._upload,
            "tables": self._tables,
            "import": self._import,
            "choose-again": self._choose_again,
            **({"quit": self._quit} if quits else {}),
        }
        desk.harmless = frozenset({"open-game", "quit"})

    def close(self) -> None:
        """Remove what was uploaded."""
        self._trays.close()

    def _games(self, request: Request) -> Answer:
        """List the recent games and the templates, and what the dialogs need to know."""
        studio = self._desk.studio
        return of_json(
            {
                "read-only": self._desk.read_only,
                "quits": self._quits,
                "open": {"title": _title(studio.folder), "path": str(regular.real(studio.folder))} if studio else None,
                "recent": [{"title": _title(folder), "path": str(folder)} for folder in recent.recent_games()],
                "templates": [*_starters(), *_cards(), *_built_in()],
                "home": str(_home()),
                "sizes": [{"name": name, "width": width, "height": height} for name, (width, height) in SIZES.items()],
                "formats": list(endings()),
                "cards": card_styles(),
            }
        )

    def _quit(self, request: Request) -> Answer:
        """End the studio, once the page has its answer."""
        threading.Timer(_LAST_WORDS, self._desk.close).start()
        return of_json({"done": True})

    def _folders(self, request: Request) -> Answer:
        """List the folders in a folder; where none is named, in that in which a game was made last."""
        path = request.query.get("path") or str(_home())
        return of_json(folders.view(folders.folder_at(path)))

    def _cover(self, request: Request) -> Answer:
        """Draw the first card of a template, or of a recent game by its number."""
        _, kind, name = request.parts
        with self._drawing:
            if kind == "starter" and name in starter.names():
                look = request.query.get("look", "")
                drawing = covers.cover_of_starter(name, look if look in LOOKS else "", self._desk.store)
                return Answer(HTTPStatus.OK, drawing, covers.SVG, _THIS_RUN)
            if kind == "cards":
                template, _, look = name.partition("-")
                return Answer(
                    HTTPStatus.OK, covers.cover_of_cards(template, look, self._desk.store), covers.SVG, _THIS_RUN
                )
            if kind == "tray":
                return Answer(HTTPStatus.OK, self._cover_of_tray(int(name), request), covers.SVG)
            if kind == "game":
                return Answer(
                    HTTPStatus.OK, covers.cover(built_in_games()[name], self._desk.store), covers.SVG, _THIS_RUN
                )
            return Answer(HTTPStatus.OK, covers.cover(recent.recent_games()[int(name)], self._desk.store), covers.SVG)

    def _cover_of_tray(self, number: int, request: Request) -> bytes:
        """Draw the first card of what was uploaded, with a template and a look; nothing where it makes none."""
        query = request.query
        sheets, size, template, look = (query.get(key, "") for key in ("sheets", "size", "template", "look"))
        try:
            source = self._trays.source(number)
            names = sheets.split("\n") if sheets else ()
            return covers.cover_of_table(source, names, size, template, look, self._desk.store)
        except (BuildError, ValueError, LookupError):
            return covers.NOTHING

    def _open(self, request: Request) -> Answer:
        """Open a built-in game to look at it, or the game in a folder."""
        name = str(request.body.get("game") or "")
        if name:
            self._desk.open(built_in_games()[name], read_only=True)
            return of_json({"done": True})
        path = Path(str(request.body["path"]))
        is_known = path in self._desk.folders or path in recent.recent_games()
        folder = path if is_known else folders.folder_at(str(path))
        if not folders.is_game(folder):
            raise error_at(Place(folder.name), "there is no game.yaml in this folder", "choose the folder of a game")
        if request.body.get("read-only") is True:
            self._desk.open(folder, read_only=True)
            return of_json({"done": True})
        return self._opened(folder)

    def _new(self, request: Request) -> Answer:
        """Make a game from a template, and open it."""
        title, folder = _new_folder(request.body)
        kind, name = str(request.body["kind"]), str(request.body["name"])
        if kind == "game":
            starter.write_copy(folder, name, title)
        elif kind == "cards":
            starter.write_cards(folder, title, name, str(request.body.get("look") or ""))
        else:
            deck = _words("deck's name", request.body.get("deck") or "Cards")
            starter.write(folder, name, title, deck, str(request.body.get("look") or "") if name == _BLANK else "")
        return self._opened(folder, is_new=True)

    def _unpack(self, request: Request) -> Answer:
        """Make a game of a ZIP that somebody sent, and open it."""
        name, folder = _new_folder(request.query, "name of the folder")
        starter.write_packed(folder, packed.open_packed(request.data, f"{name}.zip"), f"{name}.zip")
        return self._opened(folder, is_new=True)

    def _tray(self, request: Request) -> Answer:
        """Begin to upload files."""
        return of_json({"tray": self._trays.begin()})

    def _upload(self, request: Request) -> Answer:
        """Take in a file that is uploaded."""
        _, number, *parts = request.parts
        self._trays.put(int(number), "/".join(parts), request.data)
        return of_json({"done": True})

    def _tables(self, request: Request) -> Answer:
        """Say which sheets there are to choose from, and what the game may be called; BuildError without a table."""
        number = int(request.body["tray"])
        source = self._trays.source(number)
        try:
            from_table.check_source(source)
        except BuildError as error:
            raise self._trays.renamed(number, error) from error
        name = source.stem if source.is_file() else source.name if source.parent.name.startswith("beeprint-") else ""
        listed = self._trays.sheets(number)
        suited = from_table.suited(source) if listed else {}
        sheets = [
            {"name": sheet, "cards": is_cards, "template": suited.get(sheet, ("", ""))}
            for sheet, is_cards in listed.items()
        ]
        return of_json({"name": name.replace("-", " ").replace("_", " "), "sheets": sheets})

    def _import(self, request: Request) -> Answer:
        """Make a game of what was uploaded, open it, and say what was guessed."""
        number = int(request.body["tray"])
        title, folder = _new_folder(request.body)
        sheets = [str(sheet) for sheet in request.body.get("sheets") or ()]
        size = _size(request.body)
        each = {str(sheet): _style(wish) for sheet, wish in dict(request.body.get("each") or {}).items()}
        try:
            template, look = (str(request.body.get(key) or "") for key in ("template", "look"))
            notes = starter.write_from(folder, self._trays.source(number), sheets, size, title, template, look, each)
        except BuildError as error:
            raise self._trays.renamed(number, error) from error
        notes = plain_notes(self._trays.plain(number, note) for note in notes)
        self._trays.close()
        studio, self._made = self._desk.studio, None
        self._before = (studio.folder, studio.read_only) if studio else None
        with suppress(OSError):
            self._made = Made.look(folder)
        self._opened(folder, is_new=True)
        return of_json({"done": True, "notes": notes})

    def _choose_again(self, request: Request) -> Answer:
        """Take back the last import, if it is open and nobody has touched its game; open what was open before."""
        made, before, studio = self._made, self._before, self._desk.studio
        if made is None or studio is None or studio.folder != made.folder or not made.is_untouched():
            place = Place(made.folder.name if made else "import")
            raise error_at(
                place, "the game has changed since the import, so it stays", "open it, or import under another title"
            )
        self._made = None
        if before is None:
            self._desk.put_away()
        else:
            self._desk.open(before[0], read_only=before[1])
        made.remove()
        return of_json({"done": True})

    def _opened(self, folder: Path, *, is_new: bool = False) -> Answer:
        if is_new:
            recent.note_home(folder.parent)
            table_bases.begin(self._desk.store, folder.iterdir())
        self._desk.open(folder)
        return of_json({"done": True})


def _size(wish: Mapping[str, Any]) -> str:
    """Return the size that a person asks for, empty for none; BuildError for one that cards cannot have."""
    size = str(wish.get("size") or "")
    try:
        pages.read_size(size) if size else None
    except ValueError as error:
        raise error_at(Place("Size of the cards"), f"{size} is no size of cards", str(error)) from error
    return size


def _style(wish: Mapping[str, Any]) -> dict[str, str]:
    """Return the size, the template and the look that a person asks for the cards of a sheet."""
    return {"size": _size(wish), "template": str(wish.get("template") or ""), "look": str(wish.get("look") or "")}


def _home() -> Path:
    """Return the folder that is proposed for a new game: that of the last one, or the user's documents."""
    home = recent.last_home()
    with suppress(ValueError):
        return folders.folder_at(str(home)) if home else documents_folder()
    return documents_folder()


def _new_folder(wish: Mapping[str, Any], what: str = "title") -> tuple[str, Path]:
    """Return the title of a new game and the folder that it will be in; BuildError where it cannot be there."""
    title = _words(what, wish.get("title") or "")
    parent = folders.folder_at(str(wish["folder"]))
    view = folders.view(parent)
    if not view["writable"]:
        raise error_at(Place(parent.name), "you may not write into this folder", "choose another folder for the game")
    name = starter.folder_name(title)
    if not name:
        raise error_at(Place(what), f"{title} has no letter or digit to name a folder by", f"choose another {what}")
    if os.path.lexists(parent / name):
        kind = "game of this title" if what == "title" else "folder of this name"
        hint = f"Give it another {what.split()[0]}, or choose another folder."
        raise error_at(Place(what), f"There is already a {kind} in this folder.", hint)
    return title, parent / name


def _words(what: str, text: Any) -> str:
    """Return a line that a person wrote; BuildError where it is empty, too long or not a line."""
    words = str(text).strip()
    if not words or len(words) > _MOST_LETTERS or not words.isprintable():
        hint = f"write one line of at most {_MOST_LETTERS} letters"
        raise error_at(Place(what), f"the {what} is {'empty' if not words else 'too long, or not one line'}", hint)
    return words


def _title(folder: Path) -> str:
    """Return the title of a game, or the name of its folder where it cannot be read."""
    try:
        return model.declared(Workspace(folder)).title
    except BuildError:
        return folder.name


def _starters() -> list[dict[str, Any]]:
    names = [*STARTERS, *(name for name in starter.names() if name not in STARTERS)]
    entries = [(name, *starter_words(name)) for name in names]
    return [
        {"kind": "starter", "name": name, "title": title, "summary": summary, "deck": name == _BLANK}
        for name, title, summary in entries
    ]


def _cards() -> list[dict[str, Any]]:
    """Return the templates of cards, to begin with a table of four cards to fill in."""
    return [
        {
            "kind": "cards",
            "name": each["name"],
            "title": each["title"],
            "summary": each["words"].capitalize(),
            "deck": False,
        }
        for each in card_styles()["templates"]
    ]


def _built_in() -> list[dict[str, Any]]:
    games = [(name, model.declared(Workspace(folder))) for name, folder in built_in_games().items()]
    return [
        {"kind": "game", "name": name, "title": spec.title, "summary": spec.summary, "deck": False}
        for name, spec in games
    ]
