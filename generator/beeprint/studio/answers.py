"""Answer what the page asks: each address below the token has a function here."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from functools import partial
from http import HTTPStatus
from importlib import resources
from pathlib import Path

from beeprint import edit
from beeprint.base import budget, regular
from beeprint.base.printer import Printer
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing, Symbol
from beeprint.game.edition import UnknownError
from beeprint.game.model import Game
from beeprint.outputs import stats
from beeprint.sheet import printers
from beeprint.sheet.playtest import LowInk
from beeprint.sources.workspace import GAME, SHIPPED, shown
from beeprint.studio import editors, prints, views
from beeprint.studio.asked import WORDS, Answer, Asked, failed, of_json, refused, side_of
from beeprint.studio.edits import Edits
from beeprint.studio.hands import MOST_CARDS, MOST_HANDS, deal
from beeprint.studio.session import Session, Snapshot
from beeprint.studio.studio import Studio

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
_SVG = "image/svg+xml"
#: Questions whose answers wait for the end of a reading, so that no reading may wait for them.
_PATIENT = frozenset({"anatomy"})
#: What may be done with --read-only: it writes no file and starts no program.
_HARMLESS = frozenset({"look"})
#: What a browser shows of the files that an export wrote; others it stores.
_MADE_TYPES = {
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".svg": "image/svg+xml",
    ".html": "text/html; charset=utf-8",
    ".txt": WORDS,
    ".json": WORDS,
    ".csv": WORDS,
}
#: What such a file may do where it is shown: nothing runs, and it has no part in the studio's page. A browser shows no
#: PDF in a sandbox, and a PDF reaches no page.
_SHUT_IN = "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"
#: How much of the budget of a build one answer may spend: a person waits for it.
_SHARE = 0.1
#: A picture whose address holds the key of what it shows never changes.
_FOR_EVER = "private, max-age=31536000, immutable"


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
            "presses": self._presses,
            "printers": self._printers,
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
            "look": self._look,
        }
        self._changed = Edits(studio).addresses

    def get(self, asked: Asked) -> Answer:
        """Answer a question."""
        name = asked.parts[0]
        return self._answer(self._shown.get(name), asked, urgent=name not in _PATIENT)

    def post(self, asked: Asked) -> Answer:
        """Do something: make files, open an editor, change a file."""
        name = asked.parts[0]
        if self._studio.read_only and name not in _HARMLESS:
            return refused(HTTPStatus.FORBIDDEN)
        return self._answer(self._done.get(name) or self._changed.get(name), asked)

    def _answer(self, does: Callable[[Asked], Answer] | None, asked: Asked, urgent: bool = True) -> Answer:
        if does is None:
            return refused(HTTPStatus.NOT_FOUND)
        try:
            with self._studio.asking() if urgent else contextlib.nullcontext(), self._budget():
                return does(asked)
        except BuildError as error:
            return failed(error)
        except (UnknownError, LookupError, ValueError, TypeError, OverflowError):
            return refused(HTTPStatus.NOT_FOUND)

    def _budget(self) -> AbstractContextManager[None]:
        """Return the budget of one answer, such as the sheets of a profile, which draws them but writes no files."""
        return budget.of_game("write", Place(shown(self._studio.folder / GAME)), _SHARE)

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
        return of_json(self._studio.state(self._now(asked)))

    def _face(self, asked: Asked) -> Answer:
        """Draw a face, as it looked earlier if that key is asked for, in another ink if `view` says so."""
        session = self._session(asked)
        now, key = session.now, asked.query.get("key", "")
        _, deck, piece, side = asked.parts
        face = now.face(deck, piece, side)
        if now.fonts is None or now.game is None:
            return refused(HTTPStatus.NOT_FOUND)
        inked, lasts = self._inked(asked, now.game)
        current = face is not None and key == face.symbol.key
        earlier = session.earlier(key) if key and not current else None
        cache = _FOR_EVER if lasts and (current or earlier is not None) else "no-store"
        if earlier is not None:
            body = earlier if inked is None else prints.drawn(inked(svg.read(earlier, "")), now.fonts)
            return Answer(HTTPStatus.OK, body, _SVG, cache)
        if face is None:
            return refused(HTTPStatus.NOT_FOUND)
        drawing = face.drawing if inked is None else inked(face.drawing)
        return Answer(HTTPStatus.OK, prints.drawn(drawing, now.fonts), _SVG, cache)

    def _inked(self, asked: Asked, game: Game) -> tuple[Callable[[Drawing], Drawing] | None, bool]:
        """Return what draws a face as it is asked for, None for as designed; and whether the address says all of it.

        `view=playtest` is in little ink, `view=press` in the inks of the profile that `press` names; `inks` is their
        key.
        """
        view = asked.query.get("view", "")
        if view == "press":
            inks = self._studio.proofs.inks(game, asked.query["press"])
            return partial(self._studio.proofs.drawn, inks=inks), asked.query.get("inks") == inks.key
        return (_in_little_ink, True) if view == "playtest" else (None, True)

    def _presses(self, asked: Asked) -> Answer:
        """Say which profiles print in inks."""
        game = self._now(asked).game
        return of_json([press._asdict() for press in self._studio.proofs.presses(game)] if game else [])

    def _printers(self, asked: Asked) -> Answer:
        """Say which printers the user has measured; BuildError where their file is faulty."""
        known = printers.printers().values()
        return of_json([{"name": printer.name, "says": printer.says} for printer in known])

    def _anatomy(self, asked: Asked) -> Answer:
        session = self._session(asked)
        _, deck_name, piece, side = asked.parts
        if session.now.game is None:
            return refused(HTTPStatus.NOT_FOUND)
        deck = session.now.game.components[deck_name]
        row = deck.rows.by_id.get(piece)
        slots = session.anatomy(deck_name, piece, side_of(side))
        home = {slot.place.file for slot in slots}
        return of_json(
            {
                "slots": [views.slot(shown_slot) for shown_slot in slots],
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
        return of_json(views.written(edit.find_box(game, deck, side_of(side), path, piece)))

    def _cell(self, asked: Asked) -> Answer:
        """Say what a cell holds as it is written, and where."""
        _, deck, piece, column = asked.parts
        game = self._now(asked).game
        if game is None:
            return refused(HTTPStatus.NOT_FOUND)
        cell = edit.find_cell(game, deck, piece, column, game.language)
        return of_json({"text": cell.text, "place": views.place(cell.place), "seen": dict(cell.seen)})

    def _profiles(self, asked: Asked) -> Answer:
        game = self._now(asked).game
        return of_json(prints.profiles(game.workspace) if game else [])

    def _pages(self, asked: Asked) -> tuple[prints.Page, ...]:
        checked = self._now(asked).checked
        kind, *rest = asked.parts
        if checked is None:
            return ()
        only = _only(asked.query.get("only", "").split(","), checked.game)
        wanted = prints.Asked(rest[0], only, _printer(asked.query.get("printer", "")))
        made = self._studio.prints
        return (made.beds if kind in ("beds", "bed") else made.pages)(checked, wanted)

    def _sheets(self, asked: Asked) -> Answer:
        return of_json({"pages": [views.page(page) for page in self._pages(asked)]})

    def _sheet(self, asked: Asked) -> Answer:
        _, _, number, side = asked.parts
        pages = [page for page in self._pages(asked) if str(page.index) == number and page.side == side]
        return self._drawn(pages[0], asked)

    def _beds(self, asked: Asked) -> Answer:
        return self._sheets(asked)

    def _bed(self, asked: Asked) -> Answer:
        return self._drawn(self._pages(asked)[int(asked.parts[2])], asked)

    def _leaflet(self, asked: Asked) -> Answer:
        checked = self._now(asked).checked
        pages = prints.leaflet(checked) if checked else []
        if len(asked.parts) == 1:
            return of_json({"pages": [views.page(page) for page in pages]})
        return self._drawn(pages[int(asked.parts[1])], asked)

    def _drawn(self, page: prints.Page, asked: Asked) -> Answer:
        checked = self._now(asked).checked
        assert checked is not None
        current = asked.query.get("key") == page.key
        drawing = page.drawing if page.inks is None else self._studio.proofs.drawn(page.drawing, page.inks)
        body = prints.drawn(drawing, checked.fonts)
        return Answer(HTTPStatus.OK, body, _SVG, _FOR_EVER if current else "no-store")

    def _numbers(self, asked: Asked) -> Answer:
        game = self._now(asked).game
        if game is None:
            return refused(HTTPStatus.NOT_FOUND)
        tables = [table.json() for table in self._tables(asked)]
        return of_json({"columns": list(stats.columns(game)), "tables": tables})

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
        return of_json({"seed": seed, "hands": deal(game.decks[asked.query["deck"]], seed, size, hands)})

    def _export(self, asked: Asked) -> Answer:
        session, profile = self._session(asked), str(asked.body["profile"])
        game = session.now.game
        if game is None:
            return refused(HTTPStatus.NOT_FOUND)
        known = {profile_name["name"]: profile_name for profile_name in prints.profiles(game.workspace)}[profile]
        laser, only = known["output"] == "laser", _only(asked.body.get("only") or [], game)
        printer = _printer(str(asked.body.get("printer") or "")) if known["printer"] else None
        return of_json({"job": self._studio.exports.start(profile, laser, session.options, only, printer).job})

    def _made(self, asked: Asked) -> Answer:
        """Return a file that an export wrote."""
        _, job, index, _ = asked.parts
        file = self._studio.exports.file(int(job), int(index))
        if not file.is_file():
            words = f"{shown(file)} is not there any more: make it again in the view Export."
            return Answer(HTTPStatus.NOT_FOUND, words.encode(), WORDS)
        kind = _MADE_TYPES.get(file.suffix.lower(), "application/octet-stream")
        return Answer(HTTPStatus.OK, file.read_bytes(), kind, policy="" if file.suffix.lower() == ".pdf" else _SHUT_IN)

    def _show(self, asked: Asked) -> Answer:
        """Show the folder of an export in the system's file manager."""
        return of_json({"opened": editors.show(self._studio.exports.folder(int(asked.body["job"])))})

    def _open(self, asked: Asked) -> Answer:
        """Open a file of the game in the user's editor."""
        wanted = Path(str(asked.body["file"]))
        line, column = (int(asked.body.get(key) or 1) for key in ("line", "column"))
        file, homes = regular.real(wanted), (regular.real(self._studio.folder), regular.real(SHIPPED / "layouts"))
        if not any(file.is_relative_to(home) for home in homes) or not file.is_file():
            return refused(HTTPStatus.FORBIDDEN)
        words = editors.open_at(file, line, column)
        where = editors.link(file, line, column)
        return of_json({"opened": bool(words), "command": " ".join(words), "link": where, "file": shown(file)})

    def _look(self, asked: Asked) -> Answer:
        """Note which faces a page shows, so that they come first when something changes."""
        faces = [(str(deck), str(piece), str(side)) for deck, piece, side in asked.body["faces"]]
        self._session(asked).wanted = frozenset(faces)
        return of_json({})


def _in_little_ink(drawing: Drawing) -> Drawing:
    return Drawing(drawing.box, LowInk().symbol(Symbol.of(drawing.marks)).marks)


def _only(names: Iterable[str], game: Game) -> tuple[str, ...]:
    """Return the decks that are asked for; none means all of them."""
    asked = set(names)
    return tuple(name for name in game.components if name in asked)


def _printer(name: str) -> Printer | None:
    """Return a printer of the user's settings, "" as None; BuildError where there is none, or their file is faulty."""
    known = printers.printers() if name else {}
    if name and name not in known:
        raise error_at(Place(shown(printers.file())), printers.unknown(name, known))
    return known.get(name)
