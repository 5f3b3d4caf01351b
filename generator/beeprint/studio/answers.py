"""Answer what the page asks: each address below the token has a function here."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from importlib import resources
from pathlib import Path
from typing import Any, Literal, NamedTuple

from beeprint import edit, stats
from beeprint.base.problems import BuildError
from beeprint.draw import svg
from beeprint.draw.drawing import Drawing, Symbol
from beeprint.face.layout import Side
from beeprint.files.workspace import SHIPPED, shown
from beeprint.game.request import UnknownError
from beeprint.playtest import LowInk
from beeprint.studio import editors, prints, views
from beeprint.studio.hands import MOST_CARDS, MOST_HANDS, deal
from beeprint.studio.session import Session, Snapshot
from beeprint.studio.studio import Studio

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
_JSON, _SVG = "application/json", "image/svg+xml"
#: What a browser shows of the files that an export wrote; others it stores.
_MADE_TYPES = {
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".svg": "image/svg+xml",
    ".html": "text/html; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".json": "text/plain; charset=utf-8",
    ".csv": "text/plain; charset=utf-8",
}
#: What such a file may do where it is shown: nothing runs, and it has no part in the studio's page. A browser shows no
#: PDF in a sandbox, and a PDF reaches no page.
_SHUT_IN = "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"
#: A picture whose address holds the key of what it shows never changes.
_FOR_EVER = "private, max-age=31536000, immutable"


class Answer(NamedTuple):
    """What a request gets back."""

    status: HTTPStatus
    body: bytes
    kind: str
    cache: str = "no-store"
    policy: str | None = None  # instead of the page's own


class Asked(NamedTuple):
    """What a page asks for: the parts of the path, the query, and what it sends along."""

    parts: tuple[str, ...]
    query: Mapping[str, str]
    body: Mapping[str, Any]

    def number(self, key: str, usual: int, most: int) -> int:
        """Return a number of the query, between 0 and the most that is allowed."""
        text = self.query.get(key, "")
        return min(int(text), most) if text.isdecimal() and len(text) < 12 else usual


def refused(status: HTTPStatus) -> Answer:
    """Return an answer that says no more than its status."""
    return Answer(status, status.phrase.encode(), "text/plain; charset=utf-8")


def _json(value: Any) -> Answer:
    return Answer(HTTPStatus.OK, json.dumps(value, ensure_ascii=False).encode(), _JSON)


def _failed(error: BuildError) -> Answer:
    """Return the problems of what cannot be shown or done."""
    return _json({"done": False, "problems": [views.problem(problem) for problem in error.problems]})


class Answers:
    """Answers requests about one studio."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._shown: dict[str, Callable[[Asked], Answer]] = {
            "": self._page,
            "page": self._page,
            "state": self._state,
            "face": self._face,
            "anatomy": self._anatomy,
            "box": self._box,
            "cell": self._cell,
            "profiles": self._profiles,
            "sheets": self._sheets,
            "sheet": self._sheet,
            "beds": self._beds,
            "bed": self._bed,
            "leaflet": self._leaflet,
            "numbers": self._numbers,
            "chart": self._chart,
            "hand": self._hand,
            "made": self._made,
        }
        self._done: dict[str, Callable[[Asked], Answer]] = {
            "export": self._export,
            "open": self._open,
            "show": self._show,
        }
        self._changed: dict[str, Callable[[Asked], Answer]] = {
            "box": self._set_box,
            "cell": self._set_cell,
            "check-cell": self._check_cell,
            "undo": self._undo,
            "redo": self._redo,
        }

    def get(self, asked: Asked) -> Answer:
        """Answer a question."""
        return self._answer(self._shown.get(asked.parts[0]), asked)

    def post(self, asked: Asked) -> Answer:
        """Do something: make files, open an editor, change a file."""
        name = asked.parts[0]
        if name in self._changed and self._studio.read_only:
            return refused(HTTPStatus.FORBIDDEN)
        return self._answer(self._done.get(name) or self._changed.get(name), asked)

    def _answer(self, does: Callable[[Asked], Answer] | None, asked: Asked) -> Answer:
        if does is None:
            return refused(HTTPStatus.NOT_FOUND)
        try:
            with self._studio.asking():
                return does(asked)
        except BuildError as error:
            return _failed(error)
        except (UnknownError, LookupError, ValueError, TypeError):
            return refused(HTTPStatus.NOT_FOUND)

    def _now(self, asked: Asked) -> Snapshot:
        return self._session(asked).now

    def _session(self, asked: Asked) -> Session:
        return self._studio.view(asked.query)

    def _page(self, asked: Asked) -> Answer:
        name = asked.parts[1] if len(asked.parts) == 2 else "index.html"
        file = resources.files("beeprint.studio") / "page" / name
        kind = _TYPES.get(Path(name).suffix)
        if kind is None or len(asked.parts) > 2 or Path(name).name != name or not file.is_file():
            return refused(HTTPStatus.NOT_FOUND)
        return Answer(HTTPStatus.OK, file.read_bytes(), kind)

    def _state(self, asked: Asked) -> Answer:
        return _json(self._studio.state(self._now(asked)))

    def _face(self, asked: Asked) -> Answer:
        """Draw a face, as it looked earlier if that key is asked for; with `view=playtest` in little ink."""
        session = self._session(asked)
        now, key, pale = session.now, asked.query.get("key", ""), asked.query.get("view") == "playtest"
        _, deck, piece, side = asked.parts
        face = now.face(deck, piece, side)
        if now.fonts is None:
            return refused(HTTPStatus.NOT_FOUND)
        current = face is not None and key == face.symbol.key
        earlier = session.earlier(key) if key and not current else None
        if earlier is not None:
            body = prints.drawn(_in_little_ink(svg.read(earlier, "")), now.fonts) if pale else earlier
            return Answer(HTTPStatus.OK, body, _SVG, _FOR_EVER)
        if face is None:
            return refused(HTTPStatus.NOT_FOUND)
        drawing = _in_little_ink(face.drawing) if pale else face.drawing
        return Answer(HTTPStatus.OK, prints.drawn(drawing, now.fonts), _SVG, _FOR_EVER if current else "no-store")

    def _anatomy(self, asked: Asked) -> Answer:
        session = self._session(asked)
        _, deck_name, piece, side = asked.parts
        if session.now.game is None:
            return refused(HTTPStatus.NOT_FOUND)
        deck = session.now.game.decks[deck_name]
        row = deck.rows.by_id.get(piece)
        slots = session.anatomy(deck_name, piece, _side(side))
        home = {slot.place.file for slot in slots}
        return _json(
            {
                "slots": [views.slot(one) for one in slots],
                "files": sorted(home),
                "row": views.cells(deck, row) if row else None,
            }
        )

    def _box(self, asked: Asked) -> Answer:
        """Say where the box of a slot is written, and who shares it."""
        _, deck, piece, side, *path = asked.parts
        game = self._now(asked).game
        if game is None:
            return refused(HTTPStatus.NOT_FOUND)
        return _json(views.written(edit.find_box(game, deck, _side(side), path, piece)))

    def _cell(self, asked: Asked) -> Answer:
        """Say what a cell holds as it is written, and where."""
        _, deck, piece, column = asked.parts
        game = self._now(asked).game
        if game is None:
            return refused(HTTPStatus.NOT_FOUND)
        found = edit.find_cell(game, deck, piece, column, game.language)
        return _json({"text": found.text, "place": views.place(found.place), "seen": dict(found.seen)})

    def _profiles(self, asked: Asked) -> Answer:
        game = self._now(asked).game
        return _json(prints.profiles(game.workspace) if game else [])

    def _pages(self, asked: Asked) -> tuple[prints.Page, ...]:
        checked = self._now(asked).checked
        kind, *rest = asked.parts
        if checked is None:
            return ()
        if kind in ("beds", "bed"):
            return self._studio.prints.beds(checked, rest[0])
        return self._studio.prints.pages(checked, rest[0])

    def _sheets(self, asked: Asked) -> Answer:
        return _json({"pages": [views.page(page) for page in self._pages(asked)]})

    def _sheet(self, asked: Asked) -> Answer:
        _, _, number, side = asked.parts
        found = [page for page in self._pages(asked) if str(page.index) == number and page.side == side]
        return self._drawn(found[0], asked)

    def _beds(self, asked: Asked) -> Answer:
        return self._sheets(asked)

    def _bed(self, asked: Asked) -> Answer:
        return self._drawn(self._pages(asked)[int(asked.parts[2])], asked)

    def _leaflet(self, asked: Asked) -> Answer:
        checked = self._now(asked).checked
        pages = prints.leaflet(checked) if checked else []
        if len(asked.parts) == 1:
            return _json({"pages": [views.page(page) for page in pages]})
        return self._drawn(pages[int(asked.parts[1])], asked)

    def _drawn(self, page: prints.Page, asked: Asked) -> Answer:
        checked = self._now(asked).checked
        assert checked is not None
        current = asked.query.get("key") == page.key
        body = prints.drawn(page.drawing, checked.fonts)
        return Answer(HTTPStatus.OK, body, _SVG, _FOR_EVER if current else "no-store")

    def _numbers(self, asked: Asked) -> Answer:
        game = self._now(asked).game
        if game is None:
            return refused(HTTPStatus.NOT_FOUND)
        tables = [table.json() for table in self._tables(asked)]
        return _json({"columns": list(stats.columns(game)), "tables": tables})

    def _chart(self, asked: Asked) -> Answer:
        now = self._now(asked)
        if now.fonts is None:
            return refused(HTTPStatus.NOT_FOUND)
        return Answer(HTTPStatus.OK, prints.drawn(stats.chart(self._tables(asked), now.fonts), now.fonts), _SVG)

    def _tables(self, asked: Asked) -> list[stats.CountTable]:
        game = self._now(asked).game
        by = tuple(filter(None, asked.query.get("by", "").split(",")))
        decks = tuple(filter(None, [asked.query.get("deck", "")]))
        return list(stats.tables(game, by, decks)) if game else []

    def _hand(self, asked: Asked) -> Answer:
        """Deal sample hands from a deck."""
        game = self._now(asked).game
        if game is None:
            return refused(HTTPStatus.NOT_FOUND)
        seed = asked.number("seed", 1, 2**31)
        size, hands = asked.number("size", 5, MOST_CARDS), asked.number("hands", 3, MOST_HANDS)
        return _json({"seed": seed, "hands": deal(game.decks[asked.query["deck"]], seed, size, hands)})

    def _export(self, asked: Asked) -> Answer:
        session, profile = self._session(asked), str(asked.body["profile"])
        game = session.now.game
        known = {one["name"]: one["output"] for one in prints.profiles(game.workspace)} if game else {}
        return _json({"job": self._studio.exports.start(profile, known[profile] == "laser", session.options).job})

    def _made(self, asked: Asked) -> Answer:
        """Return a file that an export wrote."""
        _, job, index, _ = asked.parts
        file = self._studio.exports.file(int(job), int(index))
        if not file.is_file():
            return refused(HTTPStatus.NOT_FOUND)
        kind = _MADE_TYPES.get(file.suffix.lower(), "application/octet-stream")
        return Answer(HTTPStatus.OK, file.read_bytes(), kind, policy="" if file.suffix.lower() == ".pdf" else _SHUT_IN)

    def _show(self, asked: Asked) -> Answer:
        """Show the folder of an export in the system's file manager."""
        return _json({"opened": editors.show(self._studio.exports.folder(int(asked.body["job"])))})

    def _open(self, asked: Asked) -> Answer:
        """Open a file of the game in the user's editor."""
        wanted = Path(str(asked.body["file"]))
        line, column = (int(asked.body.get(key) or 1) for key in ("line", "column"))
        file, homes = wanted.resolve(), (self._studio.folder.resolve(), (SHIPPED / "layouts").resolve())
        if not any(file.is_relative_to(home) for home in homes) or not file.is_file():
            return refused(HTTPStatus.FORBIDDEN)
        words = editors.open_at(file, line, column)
        where = editors.link(file, line, column)
        return _json({"opened": bool(words), "command": " ".join(words), "link": where, "file": shown(file)})

    def _set_box(self, asked: Asked) -> Answer:
        body, game = asked.body, self._now(asked).game
        if game is None:
            return refused(HTTPStatus.NOT_FOUND)
        x, y, width, height = (float(value) for value in body["box"])
        path = [str(name) for name in body["path"]]
        found = edit.find_box(game, str(body["deck"]), _side(str(body["side"])), path, str(body.get("id") or ""))
        where: Literal["here", "source"] = "source" if body.get("where") in ("source", "parent") else "here"
        seen = {str(file): str(digest) for file, digest in body["seen"].items()}
        change = edit.set_box(found, (x, y, width, height), where, seen, bool(body.get("replace-word")))
        return self._apply(change)

    def _set_cell(self, asked: Asked) -> Answer:
        return self._apply(self._celled(asked))

    def _check_cell(self, asked: Asked) -> Answer:
        change = self._celled(asked)
        return _json({"done": False, "problems": [views.problem(problem) for problem in change.warnings]})

    def _celled(self, asked: Asked) -> edit.Edit:
        body, game = asked.body, self._now(asked).game
        if game is None:
            raise LookupError
        cell = edit.find_cell(game, str(body["deck"]), str(body["id"]), str(body["column"]), game.language)
        seen = {str(file): str(digest) for file, digest in body["seen"].items()}
        return edit.set_cell(cell, str(body["text"]), seen)

    def _apply(self, change: edit.Edit) -> Answer:
        self._studio.history.apply(change)
        return self._history(change.title)

    def _undo(self, asked: Asked) -> Answer:
        return self._history(self._studio.history.undo().title)

    def _redo(self, asked: Asked) -> Answer:
        return self._history(self._studio.history.redo().title)

    def _history(self, title: str) -> Answer:
        return _json({"done": True, "title": title, **self._studio.undoable()})


def _in_little_ink(drawing: Drawing) -> Drawing:
    return Drawing(drawing.box, LowInk().symbol(Symbol.of(drawing.marks)).marks)


def _side(text: str) -> Side:
    if text not in ("front", "back"):
        raise ValueError(text)
    return "back" if text == "back" else "front"
