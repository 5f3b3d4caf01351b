"""Requests of the page, and what it gets back: a snapshot as values that become JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Set
from http import HTTPStatus
from importlib import resources
from pathlib import Path as FilePath
from typing import Any, NamedTuple
from urllib.parse import quote

from msgspec import structs

from beeprint.base import regular
from beeprint.base.geometry import Path, Rect, line, rectangle
from beeprint.base.problems import BuildError, Place, Problem
from beeprint.drawing.drawing import rounded_rect
from beeprint.drawing.shape import Shape
from beeprint.drawing.svg.writer import path_data
from beeprint.edit import BoxSource
from beeprint.edit.choices import base_of, cards_of_case, case_keys
from beeprint.edit.draft import Draft
from beeprint.edit.fixes import listed
from beeprint.edit.slots import entry_at
from beeprint.face.layout import Face, Side, SlotView
from beeprint.game.columns import Column, is_remark
from beeprint.game.edition import players_of
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row, Rows
from beeprint.sources.data_formats import is_editable
from beeprint.sources.workspace import shown
from beeprint.studio.absences import absence
from beeprint.studio.exports import Export, folder_of, output_folder
from beeprint.studio.prints import Page
from beeprint.studio.session import Snapshot
from beeprint.studio.wording import Wording

#: Pieces by their keys.
Pieces = dict[str, tuple[Deck, Row]]


def state(snapshot: Snapshot, folder: FilePath) -> dict[str, Any]:
    """Return everything but drawings: the game of a folder, its decks and pieces, and all problems."""
    view = _now(snapshot, folder)
    if snapshot.game is not None:
        view |= {"game": _game(snapshot.game), "decks": _decks(snapshot.game), "pieces": pieces(snapshot)}
    return view


def change(before: Snapshot, after: Snapshot, folder: FilePath) -> dict[str, Any]:
    """Return what is different in a later snapshot: pieces that changed or came, and the keys of those that went."""
    changes = _now(after, folder)
    if after.game is None or (after.game is before.game and after.faces is before.faces):
        return changes
    known = _by_key(before)
    now = _by_key(after)
    changes["pieces"] = [
        _piece(after, deck, row)
        for key, (deck, row) in now.items()
        if key not in known or _differs(before, after, known[key], (deck, row))
    ]
    changes["gone"] = [key for key in known if key not in now]
    changes["renamed"] = _find_renamed(known, now)
    if list(known) != list(now):
        changes["order"] = list(now)
    for name, view in (("game", _game), ("decks", _decks)):
        value = view(after.game)
        if before.game is None or view(before.game) != value:
            changes[name] = value
    return changes


def _find_renamed(known: Pieces, now: Pieces) -> dict[str, str]:
    """Return the keys of pieces that have another id since: those whose row is in the same place of its file."""
    came = {_row_at(*now[key]): key for key in now if key not in known}
    gone = {key: _row_at(*known[key]) for key in known if key not in now}
    return {key: came[place] for key, place in gone.items() if place in came}


def _row_at(deck: Deck, row: Row) -> tuple[str, str]:
    return deck.name, str(deck.rows.place(row))


def pieces(snapshot: Snapshot) -> list[dict[str, Any]]:
    """Return each piece in the order of its file, with the keys of its faces; a key changes with what it shows."""
    return [_piece(snapshot, deck, row) for deck, row in _by_key(snapshot).values()]


def _by_key(snapshot: Snapshot) -> Pieces:
    decks = snapshot.game.components.values() if snapshot.game else ()
    return {f"{deck.name}/{row.id}": (deck, row) for deck in decks for row in deck.rows.rows}


def _differs(before: Snapshot, after: Snapshot, old: tuple[Deck, Row], new: tuple[Deck, Row]) -> bool:
    """Return whether a piece looks or reads differently, or stands elsewhere in its file."""
    (deck, row), (later, now) = old, new
    sides = ("front", "back")
    if any(before.face(deck.name, row.id, side) is not after.face(deck.name, row.id, side) for side in sides):
        return True
    return row != now or deck.rows.place(row) != later.rows.place(now)


def _now(snapshot: Snapshot, folder: FilePath) -> dict[str, Any]:
    """Return what every message says: the version, whether the game can be read, and all problems."""
    draft, wording = Draft(folder), Wording(folder, snapshot.game)
    problems = [*snapshot.broken, *snapshot.problems]
    return {
        "version": snapshot.version,
        "broken": bool(snapshot.broken or snapshot.stale),
        "checking": snapshot.checking,
        "ahead": snapshot.ahead,
        "problems": problem_views(problems, wording, draft),
    }


def _game(game: Game) -> dict[str, Any]:
    spec = game.spec
    span = players_of(spec.players)
    depends = any(deck.spec.per_player or deck.spec.for_players for deck in game.decks.values())
    return {
        "name": spec.id,
        "title": game.full_title,
        "version": spec.version,
        "folder": shown(game.workspace.game),
        "output": str(regular.real(output_folder(game.workspace.game))),
        "language": game.written_in,
        "languages": list(spec.languages),
        "edition": game.edition,
        "editions": [{"id": name, "title": _title(spec.editions[name], name)} for name in spec.editions],
        "players": game.asked_players,
        "players-range": list(span) if span and depends else None,
        "pieces": game.pieces,
        "leaflet": spec.leaflet is not None,
        "tables": list(spec.tables),
    }


def _title(spec: Any, name: str) -> str:
    return str(spec.get("title", name)) if isinstance(spec, Mapping) else name


def _decks(game: Game) -> list[dict[str, Any]]:
    return [_deck(deck, deck.name in game.boxes) for deck in game.components.values()]


def _deck(deck: Deck, is_box: bool) -> dict[str, Any]:
    box, bleed = deck.shape.box, deck.spec.bleed
    return {
        "name": deck.name,
        "title": deck.spec.title,
        "noun": deck.noun,
        "role": deck.role,
        "width": box.width,
        "height": box.height,
        "bleed-box": _numbers(rounded_rect(deck.shape.bleed_box(bleed))),  # what a face's drawing shows
        "safe": deck.spec.safe,
        "outlines": {"front": _outlines(deck, deck.shape), "back": _outlines(deck, deck.shape.mirrored)},
        "columns": list(deck.rows.columns),
        "kinds": next((name for name, column in deck.rows.columns.items() if column.type == "choice"), ""),
        "heads": {name: head_of(deck, name) for name in (*deck.rows.columns, "copies")},
        "file": deck.rows.table.shown,
        "editable": not is_box and is_editable(deck.rows.table.shown),
        "box": is_box,
        "stock": deck.spec.stock,
    }


def head_of(deck: Deck, name: str) -> str:
    """Return what a person calls a column: its head in the file, but not of the column that ids are made from."""
    return name if name == "id" else deck.rows.head(name)


def _numbers(box: Rect) -> list[float]:
    return [box.x, box.y, box.width, box.height]


def _outlines(deck: Deck, shape: Shape) -> dict[str, str]:
    """Return the lines of a piece as one of its sides shows them."""
    return {
        "bleed": path_data(shape.path(deck.spec.bleed)),
        "trim": path_data(shape.cut_path()),
        "safe-zone": path_data(_safe_zone(deck, shape)),
        "folds": path_data(_folds(shape)),
    }


def _safe_zone(deck: Deck, shape: Shape) -> Path:
    """Return where text is safe: inside the outline, or on each panel of a net."""
    safe = deck.spec.safe
    if not shape.panels:
        return shape.path(-safe)
    zones = (panel.at.rect(panel.box).grow(-safe) for panel in shape.panels)
    return tuple(segment for zone in zones if min(zone.width, zone.height) > 0 for segment in rectangle(zone))


def _folds(shape: Shape) -> Path:
    """Return the lines along which a piece is folded."""
    return tuple(segment for crease in shape.creases for segment in line(*crease))


def _piece(snapshot: Snapshot, deck: Deck, row: Row) -> dict[str, Any]:
    front, back = (snapshot.face(deck.name, row.id, side) for side in ("front", "back"))
    return {
        "key": f"{deck.name}/{row.id}",
        "deck": deck.name,
        "id": row.id,
        "name": deck.rows.table.called(row.index) or row.id,
        "copies": row.copies,
        "front": _key(front),
        "back": _key(back),
        "shared-back": back is not None and not back.id,
        "fields": dict(row.texts),
        "place": place(deck.rows.place(row)),
    }


def _key(face: Face | None) -> str | None:
    return None if face is None else face.symbol.key


def place(place: Place) -> dict[str, Any]:
    """Return a place with its parts, and as messages write it."""
    return {"file": place.file, "line": place.line, "column": place.column, "cell": place.cell, "text": str(place)}


def problem_views(problems: Iterable[Problem], wording: Wording, draft: Draft | None = None) -> list[dict[str, Any]]:
    """Return problems in words; `draft` are the files of the game, in which their fixes are looked for."""
    return [_problem(problem, wording, draft) for problem in problems]


def _problem(problem: Problem, wording: Wording, draft: Draft | None) -> dict[str, Any]:
    fixes = listed(draft, problem) if draft is not None and problem.fixes else ()
    return {
        "severity": problem.severity,
        "hole": problem.hole,
        "slot": problem.slot or wording.places.layer(problem.place),
        "draws": wording.places.draws(problem.place),
        **wording.describe(problem)._asdict(),
        "fixes": [
            {
                "id": name,
                "title": fix.title,
                "does": wording.advice(fix.does, problem.place),
                "safe": fix.safe,
                "asks": str(fix.values["word"]) if fix.asks else None,
                "kind": fix.kind,
            }
            for name, fix in fixes
        ],
        "icon_word": next((fix.values["word"] for fix in problem.fixes if fix.kind == "make-icon"), ""),
        "place": place(problem.place),
    }


def slot(slot: SlotView, deck: Deck) -> dict[str, Any]:
    """Return where a slot of a face of a deck lies, where its box is written, and why it may draw nothing there."""
    return {
        "name": slot.path[-1],
        "path": list(slot.path),
        "kind": slot.kind,
        "box": _numbers(slot.box),
        "turn": slot.turn,
        "place": place(slot.place),
        "in-frame": slot.in_frame,
        "seen": slot.seen,
        "absence": absence(slot, deck),
        "column": slot.column,
        "awaits": bool(slot.column) and slot.absent == "when" and list(slot.unmet) == [slot.column],
        "shape": slot.shape,
        "paint": slot.paint,
        "shown": slot.shown and _numbers(slot.shown),
        "setting": slot.setting and structs.asdict(slot.setting),
        "repeats": [_numbers(box) for box in slot.repeats],
    }


def cells(deck: Deck, row: Row, shown: Set[str]) -> list[dict[str, Any]]:
    """Return the cells of a row but a made id: what each holds as it is written, its type and its place.

    `shown` are the columns that the card shows; a remark is not for the card.
    """
    return [
        {
            "name": name,
            "text": row.as_written(name),
            "type": column.type,
            "place": place(deck.rows.place(row, name)),
            "faulty": name in row.faulty,
            "words": list(column.of) if column.type == "choice" else [],
            "marks": marks_of(column),
            "optional": column.optional,
            "absent": name not in shown and name != "id" and not is_remark(deck.rows.head(name)),
        }
        for name, column in deck.rows.columns.items()
        if name != "id" or not deck.rows.table.made_from
    ] + ([_copies(deck, row)] if "copies" in {*deck.rows.table.names} - {*deck.rows.columns} else [])


def marks_of(column: Column) -> str:
    """Return which marks make words of a column's texts bold: "yes" for asterisks, "html" for tags, empty for none."""
    if column.type != "text" or column.markup is False:
        return ""
    return "html" if column.markup == "html" else "yes"


def _copies(deck: Deck, row: Row) -> dict[str, Any]:
    """Return the cell that says how often a card is printed."""
    table = deck.rows.table
    text = table.rows[row.index].get("copies", "").strip()
    spot = place(deck.rows.place(row, "copies"))
    return {"name": "copies", "text": text, "type": "int", "place": spot, "faulty": "copies" in row.faulty, "words": []}


def export(export: Export, game: FilePath, wording: Wording) -> dict[str, Any]:
    """Return how far an export is, with its files, their sizes in bytes and the addresses to ask for."""
    folder = folder_of(export.files) if export.files else None
    draft = Draft(game)
    return {
        "job": export.job,
        "profile": export.profile,
        "state": export.state,
        "done": export.done,
        "folder": str(regular.real(folder)) if folder else "",
        "files": [
            {
                "name": file.relative_to(folder).as_posix(),
                "size": size,
                "address": f"made/{export.job}/{index}/{quote(file.name)}",
            }
            for index, (file, size) in enumerate(export.files)
            if folder
        ],
        "steps": [
            {
                "kind": step.kind,
                "title": step.title,
                "words": " ".join(step.words),
                "notes": " ".join(step.notes),
                "lines": [{"file": line.file, "called": line.called, "words": line.words} for line in step.lines],
            }
            for step in export.steps
        ],
        "total": export.total,
        "lacks": export.lacks,
        "summary": list(export.summary),
        "hints": list(export.hints),
        "draft": export.draft,
        "problems": problem_views(export.problems, wording, draft),
    }


def box_source(source: BoxSource, rows: Rows, wording: Wording) -> dict[str, Any]:
    """Return where a box is written, which slots share it, and the digests to send with an edit of it.

    The `case` says which cards have a box of their own.
    """
    case, slot = case_keys(source.use.slot), base_of(source.use.slot)
    return {
        "layout": source.use.layout,
        "case": cards_of_case(entry_at(source.snapshot.layout(source.use.layout), slot), case, rows) if case else "",
        "kind": source.kind,
        "box": list(source.values) if source.values else None,
        "word": source.word,
        "own": source.own,
        "places": [{**place(each), "words": wording.places.words(each)} for each in source.places],
        "shared": [
            {"layout": use.layout, "slot": list(use.slot), "home": wording.places.home(use.layout)}
            for use in source.shared
        ],
        "seen": dict(source.seen),
    }


def page(page: Page) -> dict[str, Any]:
    """Return all about a page except its drawing."""
    box = page.drawing.box
    return {
        "file": page.file,
        "index": page.index,
        "number": page.number,
        "side": page.side,
        "width": box.width,
        "height": box.height,
        "key": page.key,
        "pieces": page.pieces,
        "flip": page.flip,
        "what": page.what,
        "cut": path_data(page.cut) if page.cut else "",
        "x": box.x,
        "y": box.y,
    }


WORDS = "text/plain; charset=utf-8"
#: A picture whose address holds the key of what it shows never changes.
FOR_EVER = "private, max-age=31536000, immutable"
#: What a file from elsewhere may do where it is shown: nothing runs, and it has no part in the studio's page. A browser
#: shows no PDF in a sandbox, and a PDF reaches no page.
SHUT_IN = "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"


class Answer(NamedTuple):
    """An answer to a request."""

    status: HTTPStatus
    body: bytes
    kind: str
    cache: str = "no-store"
    policy: str | None = None  # instead of the page's own


class Request(NamedTuple):
    """A request: the parts of its path, its query, its body, empty for a question, and the bytes of a dropped file."""

    parts: tuple[str, ...]
    query: Mapping[str, str]
    body: Mapping[str, Any]
    data: bytes = b""

    def number(self, key: str, usual: int, most: int) -> int:
        """Return a number of the query, between 0 and the most that is allowed."""
        text = self.query.get(key, "")
        return min(int(text), most) if text.isdecimal() and len(text) < 12 else usual


def refused(status: HTTPStatus) -> Answer:
    """Return an answer that says no more than its status."""
    return Answer(status, status.phrase.encode(), WORDS)


def unanswered(request: Request, error: Exception) -> Answer:
    """Return the answer to a request that cannot be answered: something is not there, or beeprint has a fault."""
    return Answer(HTTPStatus.NOT_FOUND, f"{request.parts[0]}: {type(error).__name__} {error}".encode(), WORDS)


#: The kinds of the page's own files.
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


def page_file(name: str) -> Answer:
    """Return a file of the page."""
    file = resources.files("beeprint.studio") / "page" / name
    kind = _TYPES.get(name[name.rfind(".") :]) if "." in name else None
    if kind is None or "/" in name or "\\" in name or not file.is_file():
        return refused(HTTPStatus.NOT_FOUND)
    data = file.read_bytes()
    return Answer(HTTPStatus.OK, _with_preloads(data) if name == "index.html" else data, kind)


def _with_preloads(page: bytes) -> bytes:
    """Name the modules that the page begins with, which a browser else requests one import after another."""
    links = (f'  <link rel="modulepreload" href="page/{name}">\n' for name in sorted(_first_modules()))
    return page.replace(b"</head>", "".join(links).encode() + b"</head>")


def _first_modules() -> set[str]:
    """Return the page's main module and all that it imports at once; views that it imports later are not among them."""
    folder, names, begun = resources.files("beeprint.studio") / "page", {"main.js"}, ["main.js"]
    while begun:
        imported = set(re.findall(r'^import .*?"\./(\w+\.js)";$', (folder / begun.pop()).read_text("utf-8"), re.M))
        begun += imported - names
        names |= imported
    return names


def of_json(value: Any) -> Answer:
    """Return a value as JSON."""
    return Answer(HTTPStatus.OK, json_of(value), "application/json")


def json_of(value: Any) -> bytes:
    """Return a value in JSON, in which letters stay as they are."""
    # Paths may hold what is no text, which JSON escapes as Python does.
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace")


def failed(error: BuildError, wording: Wording) -> Answer:
    """Return the problems for which a request cannot be answered."""
    return of_json({"done": False, "problems": problem_views(error.problems, wording)})


def side_of(text: str) -> Side:
    """Return the side of a piece that a word of an address names; ValueError for any other word."""
    if text not in ("front", "back"):
        raise ValueError(text)
    return "back" if text == "back" else "front"
