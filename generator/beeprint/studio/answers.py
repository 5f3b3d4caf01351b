"""Answer the questions of the page: each address below the token has a function here."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from http import HTTPStatus

from beeprint.base import budget
from beeprint.base.geometry import Rect
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing, Symbol
from beeprint.edit.column_slots import columns_shown
from beeprint.game.edition import UnknownError
from beeprint.game.model import Deck, Game
from beeprint.outputs import stats
from beeprint.sheet import printers
from beeprint.sheet.playtest import LowInk
from beeprint.sources.workspace import GAME, shown
from beeprint.studio import prints, views
from beeprint.studio.actions import Actions
from beeprint.studio.art import Art
from beeprint.studio.deck_designs import DeckDesigns
from beeprint.studio.deck_edits import DeckEdits
from beeprint.studio.drops import Drops
from beeprint.studio.edits import Edits
from beeprint.studio.entry_edits import EntryEdits
from beeprint.studio.fixes import Fixes
from beeprint.studio.game_edits import GameEdits
from beeprint.studio.replacing import Replacing
from beeprint.studio.rule_edits import RuleEdits
from beeprint.studio.session import Session, Snapshot
from beeprint.studio.settings import Settings
from beeprint.studio.slot_edits import SlotEdits
from beeprint.studio.studio import Studio
from beeprint.studio.table_edits import Tables
from beeprint.studio.topic import Topic
from beeprint.studio.views import (
    FOR_EVER,
    SHUT_IN,
    WORDS,
    Answer,
    Request,
    failed,
    of_json,
    page_file,
    refused,
    side_of,
    unanswered,
)

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
#: How much of the budget of a build one answer may spend: a person waits for it.
_SHARE = 0.1
#: The most cards of a hand, and hands dealt at once.
_MOST_CARDS, _MOST_HANDS = 60, 20

#: What the page may ask for and do, beside the questions below.
TOPICS: tuple[type[Topic], ...] = (
    Actions,
    Art,
    Edits,
    Fixes,
    Tables,
    Replacing,
    SlotEdits,
    GameEdits,
    DeckEdits,
    DeckDesigns,
    Drops,
    RuleEdits,
    EntryEdits,
    Settings,
)


class Answers:
    """Answers requests about one studio."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._questions: dict[str, Callable[[Request], Answer]] = {
            "": self._page,
            "page": self._page,
            "state": self._state,
            "face": self._face,
            "anatomy": self._anatomy,
            "profiles": self._profiles,
            "presses": self._presses,
            "printers": self._printers,
            "sheets": self._sheets,
            "sheet": self._sheet,
            "beds": self._sheets,
            "bed": self._bed,
            "leaflet": self._leaflet,
            "numbers": self._numbers,
            "chart": self._chart,
            "hand": self._hand,
            "made": self._file,
        }
        self._actions: dict[str, Callable[[Request], Answer]] = {}
        for topic in (topic(studio) for topic in TOPICS):
            self._questions |= topic.questions
            self._actions |= topic.actions

    def get(self, request: Request) -> Answer:
        """Answer a question."""
        name = request.parts[0]
        return self._answer(self._questions.get(name), request, urgent=name not in _PATIENT)

    def post(self, request: Request) -> Answer:
        """Do something: make files, open an editor, change a file."""
        name = request.parts[0]
        if self._studio.read_only and name not in _HARMLESS:
            return refused(HTTPStatus.FORBIDDEN)
        return self._answer(self._actions.get(name), request)

    def _answer(self, function: Callable[[Request], Answer] | None, request: Request, urgent: bool = True) -> Answer:
        if function is None:
            return refused(HTTPStatus.NOT_FOUND)
        try:
            with self._studio.asking() if urgent else contextlib.nullcontext(), self._budget():
                return function(request)
        except BuildError as error:
            return failed(error, self._studio.wording)
        except OSError as error:  # a file that went while it was read, or a disk that is full
            place = Place(shown(self._studio.folder))
            hint = "look at the game as it is now, and try again"
            trouble = error_at(place, f"a file cannot be read or written: {error.strerror or error}", hint)
            return failed(trouble, self._studio.wording)
        except (UnknownError, LookupError, ValueError, TypeError, OverflowError) as error:
            return unanswered(request, error)

    def _budget(self) -> AbstractContextManager[None]:
        """Return the budget of one answer, such as the sheets of a profile, which draws them but writes no files."""
        return budget.of_game("write", Place(shown(self._studio.folder / GAME)), _SHARE)

    def _now(self, request: Request) -> Snapshot:
        return self._session(request).now

    def _session(self, request: Request) -> Session:
        return self._studio.view(request.query)

    def _game(self, request: Request) -> Game:
        """Return the game that a page looks at; LookupError where it could not be read yet."""
        game = self._now(request).game
        if game is None:
            raise LookupError
        return game

    def _page(self, request: Request) -> Answer:
        return page_file("/".join(request.parts[1:]) or "index.html")

    def _state(self, request: Request) -> Answer:
        return of_json(self._studio.state(self._now(request)))

    def _face(self, request: Request) -> Answer:
        """Draw a face, as it looked earlier if that key is request for, in another ink if `view` says so."""
        session = self._session(request)
        now, key = session.now, request.query.get("key", "")
        _, deck, piece, side = request.parts
        face = now.face(deck, piece, side)
        if now.fonts is None or now.game is None:
            return refused(HTTPStatus.NOT_FOUND)
        ink, lasts = self._ink(request, now.game)
        if "without" in request.query or "only" in request.query:
            drawing = _part(session, request)
            if drawing is None:
                return refused(HTTPStatus.NOT_FOUND)
            return Answer(HTTPStatus.OK, prints.as_svg(ink(drawing) if ink else drawing, now.fonts), _SVG)
        current = face is not None and key == face.symbol.key
        earlier = session.earlier(key) if key and not current else None
        cache = FOR_EVER if lasts and (current or earlier is not None) else "no-store"
        if earlier is not None:
            body = earlier if ink is None else prints.as_svg(ink(svg.read(earlier, "")), now.fonts)
            return Answer(HTTPStatus.OK, body, _SVG, cache)
        if face is None:
            return refused(HTTPStatus.NOT_FOUND)
        drawing = face.drawing if ink is None else ink(face.drawing)
        return Answer(HTTPStatus.OK, prints.as_svg(drawing, now.fonts), _SVG, cache)

    def _ink(self, request: Request, game: Game) -> tuple[Callable[[Drawing], Drawing] | None, bool]:
        """Return a function that draws a face in other inks, None for as designed; and whether the result may be kept.

        `view=playtest` is in little ink, `view=press` in the inks of the profile that `press` names. `inks` is their
        key: with it, the address says all that the picture depends on.
        """
        view = request.query.get("view", "")
        if view == "press":
            inks = self._studio.proofs.inks(game, request.query["press"])
            return partial(self._studio.proofs.drawn, inks=inks), request.query.get("inks") == inks.key
        return (_in_little_ink, True) if view == "playtest" else (None, True)

    def _presses(self, request: Request) -> Answer:
        """Say which profiles print in inks."""
        game = self._now(request).game
        return of_json([press._asdict() for press in self._studio.proofs.presses(game)] if game else [])

    def _printers(self, request: Request) -> Answer:
        """Say which printers the user has measured; BuildError where their file is faulty."""
        return of_json([{"name": each.name, "says": each.says} for each in printers.printers().values()])

    def _anatomy(self, request: Request) -> Answer:
        """List the slots of a face and the cells of its row."""
        _, deck_name, piece, side = request.parts
        game = self._game(request)
        deck = game.components[deck_name]
        row = deck.rows.by_id.get(piece)
        slots = self._session(request).anatomy(deck_name, piece, side_of(side))
        return of_json(
            {
                "slots": [views.slot(slot, deck) for slot in slots],
                "files": sorted({slot.place.file for slot in slots}),
                "row": views.cells(deck, row, columns_shown(game, deck, row)) if row else None,
            }
        )

    def _profiles(self, request: Request) -> Answer:
        game = self._now(request).game
        return of_json(prints.profiles(game.workspace) if game else [])

    def _pages(self, request: Request) -> tuple[prints.Page, ...]:
        checked = self._now(request).checked
        kind, *rest = request.parts
        if checked is None:
            return ()
        decks = prints.decks_of(checked.game, request.query.get("only", "").split(","))
        selection = prints.Selection(rest[0], decks, prints.printer_named(request.query.get("printer", "")))
        printed = self._studio.prints
        return (printed.beds if kind in ("beds", "bed") else printed.pages)(checked, selection)

    def _sheets(self, request: Request) -> Answer:
        return of_json({"pages": [views.page(page) for page in self._pages(request)]})

    def _sheet(self, request: Request) -> Answer:
        _, _, number, side = request.parts
        pages = [page for page in self._pages(request) if str(page.index) == number and page.side == side]
        return self._drawing(pages[0], request)

    def _bed(self, request: Request) -> Answer:
        return self._drawing(self._pages(request)[int(request.parts[2])], request)

    def _leaflet(self, request: Request) -> Answer:
        checked = self._now(request).checked
        pages = prints.leaflet(checked) if checked else []
        if len(request.parts) == 1:
            return of_json({"pages": [views.page(page) for page in pages]})
        return self._drawing(pages[int(request.parts[1])], request)

    def _drawing(self, page: prints.Page, request: Request) -> Answer:
        checked = self._now(request).checked
        assert checked is not None
        current = request.query.get("key") == page.key
        drawing = page.drawing if page.inks is None else self._studio.proofs.drawn(page.drawing, page.inks)
        body = prints.as_svg(drawing, checked.fonts)
        return Answer(HTTPStatus.OK, body, _SVG, FOR_EVER if current else "no-store")

    def _numbers(self, request: Request) -> Answer:
        game = self._game(request)
        tables = [table.json() for table in self._tables(request)]
        return of_json({"columns": list(stats.columns(game)), "tables": tables})

    def _chart(self, request: Request) -> Answer:
        now = self._now(request)
        if now.fonts is None:
            return refused(HTTPStatus.NOT_FOUND)
        return Answer(HTTPStatus.OK, prints.as_svg(stats.chart(self._tables(request), now.fonts), now.fonts), _SVG)

    def _tables(self, request: Request) -> list[stats.CountTable]:
        game = self._now(request).game
        by = tuple(filter(None, request.query.get("by", "").split(",")))
        decks = tuple(filter(None, [request.query.get("deck", "")]))
        return list(stats.tables(game, by, decks)) if game else []

    def _hand(self, request: Request) -> Answer:
        """Deal sample hands from a deck."""
        deck, seed = self._game(request).decks[request.query["deck"]], request.number("seed", 1, 2**31)
        size, hands = request.number("size", 5, _MOST_CARDS), request.number("hands", 3, _MOST_HANDS)
        return of_json({"seed": seed, "hands": _deal(deck, seed, size, hands)})

    def _file(self, request: Request) -> Answer:
        """Return a file that an export wrote."""
        _, job, index, _ = request.parts
        file = self._studio.exports.file(int(job), int(index))
        if not file.is_file():
            words = f"{shown(file)} is not there any more: make it again in the view Export."
            return Answer(HTTPStatus.NOT_FOUND, words.encode(), WORDS)
        kind = _MADE_TYPES.get(file.suffix.lower(), "application/octet-stream")
        return Answer(HTTPStatus.OK, file.read_bytes(), kind, policy="" if file.suffix.lower() == ".pdf" else SHUT_IN)


def _part(session: Session, request: Request) -> Drawing | None:
    """Return a face without slots or only slots of it, one of them in another box if the query says so."""
    _, deck, piece, side = request.parts
    if "only" not in request.query:
        return session.part(deck, piece, side_of(side), without=request.query["without"].split(","))
    numbers = [float(number) for number in request.query.get("box", "").split(",") if number]
    names = list(filter(None, request.query["only"].split(",")))
    return session.slots(deck, piece, side_of(side), names, Rect(*numbers) if numbers else None)


def _in_little_ink(drawing: Drawing) -> Drawing:
    return Drawing(drawing.box, LowInk().symbol(Symbol.of(drawing.marks)).marks)


def _deal(deck: Deck, seed: int, size: int, hands: int) -> list[list[str]]:
    """Shuffle a deck, each row as often as the box holds it, and deal hands of so many cards as keys of pieces.

    The shuffle is Fisher and Yates's over `random.random`, whose numbers Python promises to keep for a seed. Where the
    deck is too small, the last hands are short.
    """
    cards = [f"{deck.name}/{row.id}" for row in deck.rows.rows for _ in range(row.copies)]
    chance = random.Random(seed)
    for last in range(len(cards) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    return [cards[number * size : (number + 1) * size] for number in range(hands)]
