"""The table of cards: its cells, and edits of cells, rows and columns."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import asdict

from beeprint import edit
from beeprint.base.memo import Memo
from beeprint.base.problems import Place, Problem
from beeprint.edit import column_types
from beeprint.edit.column_slots import add_placed_column, show_pictures
from beeprint.edit.picture_columns import DeckPictures
from beeprint.edit.table_columns import name_of
from beeprint.edit.table_formats import adds_below
from beeprint.edit.tables import name_column
from beeprint.game.columns import Column
from beeprint.sources.tables import UNNAMED
from beeprint.sources.workspace import Workspace
from beeprint.starter import sample_names
from beeprint.studio import views
from beeprint.studio.studio import Studio
from beeprint.studio.topic import Topic, seen_in
from beeprint.studio.views import Answer, Request, of_json
from beeprint.studio.wording import Wording

#: What the page calls types of columns that it has controls for.
_TYPES = {"bool": "flag"}
#: The numbers of answers: a page whose game is opened again may ask by an answer of before.
_NUMBERS = itertools.count(1)
#: How many answers are remembered at least, for pages that ask what has changed since.
_ANSWERS = 4
#: How many cells that do not fit a type are shown, and how many other problems.
_SHOWN = 4
#: A row as the page gets it.
Row = Mapping[str, Any]


class _Fault(NamedTuple):
    """What is wrong with a cell, in words; whether that is a warning, and whether a draft can do without the cell."""

    words: str
    is_warning: bool
    is_hole: bool

    def is_doubt(self, text: str) -> bool:
        """Return whether a cell with this text is not wrong for sure, or merely not filled in yet."""
        return self.is_warning or (self.is_hole and not text)


class Tables(Topic):
    """Tables of decks and of `tables:`, as their files are now."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._answers: Memo[list[Row]] = Memo(_ANSWERS)  # rows as pages know them, by the numbers of answers
        self.questions = {"table": self._table, "column-type": self._column_type}
        self.actions = {
            "cells": lambda request: self.apply(self._cells(request)),
            "check-cells": self._check_cells,
            "rows": lambda request: self.apply(self._rows(request)),
            "column": self._column,
            "column-type": lambda request: self.apply(self._set_type(request)),
            "check-column-type": self._check_column_type,
        }

    def _table(self, request: Request) -> Answer:
        """Return the cells of a table with what its columns take, and what is wrong with them."""
        _, name = request.parts
        table = self._read(name)
        now = self.now(request)
        pictures = self._pictures(request, name)
        faulty = _faulty(table, (*now.problems, *table.problems), self.studio.wording)
        rows: list[Row] = [
            {
                "id": row.id if row else "",
                "key": f"{name}/{row.id}" if row and table.group == "decks" else "",
                "cells": texts,
                "faulty": {name: fault.words for name, fault in faulty.get(index, {}).items()},
                "doubtful": [
                    column.name
                    for column, text in zip(table.columns, texts, strict=True)
                    if (fault := faulty.get(index, {}).get(column.name)) and fault.is_doubt(text)
                ],
                "aside": index in table.asides,
            }
            for index, (row, texts) in enumerate(zip(table.pieces, table.texts, strict=True))
        ]
        return of_json(
            {
                **self._changed(rows, request.query.get("since", "")),
                "file": table.file,
                "format": table.format,
                "editable": not table.reason,
                "adds-below": adds_below(table.file),
                "reason": table.reason,
                "seen": dict(table.seen),
                "auto-id": table.made_from,
                "sample": _is_sample(table),
                "source": table.spec.data.source,
                "columns": [_column(column, pictures.get(column.name)) for column in table.columns],
            }
        )

    def _changed(self, rows: list[Row], since: str) -> dict[str, Any]:
        """Return the rows that differ from those of the answer `since`, all if it is not known, and where they go.

        The first `start` rows and the last `end` ones are as they were.
        """
        before, number = self._answers.find(since) or [], str(next(_NUMBERS))
        self._answers.keep(number, rows)
        pairs = zip(before, rows, strict=False)
        start = next((at for at, (old, row) in enumerate(pairs) if old != row), min(len(before), len(rows)))
        most = min(len(before), len(rows)) - start
        end = next((at for at in range(most) if before[-1 - at] != rows[-1 - at]), most)
        return {"number": number, "start": start, "end": end, "rows": rows[start : len(rows) - end]}

    def _read(self, name: str) -> edit.Table:
        return edit.find_table(Workspace(self.studio.folder), name)

    def _cells(self, request: Request) -> edit.Edit:
        body = request.body
        cells = {(_index(cell["row"]), str(cell["column"])): str(cell["text"]) for cell in body["cells"]}
        words = {str(name): [str(word) for word in new] for name, new in dict(body.get("words") or {}).items()}
        columns = {str(head): str(kind) for head, kind in dict(body.get("columns") or {}).items()}
        return edit.set_cells(self._read(str(body["deck"])), cells, seen_in(request), words, columns)

    def _check_cells(self, request: Request) -> Answer:
        """List the problems that other texts in cells bring; write nothing."""
        change = self._cells(request)
        return of_json(
            {
                "done": False,
                "problems": views.problem_views(change.warnings, self.studio.wording),
            }
        )

    def _rows(self, request: Request) -> edit.Edit:
        body, seen = request.body, seen_in(request)
        table = self._read(str(body["deck"]))
        if body["do"] == "add":
            return edit.add_row(table, _index(body["at"]), seen)
        indexes = [_index(row) for row in body["rows"]]
        if body["do"] == "move":
            return edit.move_rows(table, indexes, _index(body["at"]), seen)
        return {"duplicate": edit.duplicate_rows, "delete": edit.delete_rows}[str(body["do"])](table, indexes, seen)

    def _column(self, request: Request) -> Answer:
        """Add, rename or delete a column; `place` shows a new one on the cards too."""
        change = self._column_edit(request)
        body = request.body
        if body["do"] != "add" or not body.get("place"):
            return self.apply(change)
        deck, name = str(body["deck"]), name_of(str(body["name"]))
        shows = "picture" if body["type"] == "picture" else ""
        shown = self.studio.view(request.query).boxes_shown(deck, "front")
        placed = add_placed_column(self.game(request), deck, name, shows, change, shown)
        self.studio.apply(placed.edit)
        return of_json({**self.done(placed.edit), "slot": placed.slot, "where": placed.where})

    def _column_edit(self, request: Request) -> edit.Edit:
        body, seen = request.body, seen_in(request)
        table, name = self._read(str(body["deck"])), str(body["name"])
        if body["do"] == "add":
            words = [str(word) for word in body.get("words") or ()]
            at = _index(body.get("at", len(table.columns)))
            kind = str(body["type"])
            return edit.add_column(table, name, kind, words, str(body.get("first", "")), at, seen)
        if body["do"] == "rename":
            return edit.rename_column(table, name, str(body["to"]), seen)
        if body["do"] == "delete":
            flags = {flag: bool(body.get(flag)) for flag in ("force", "everywhere")}
            return edit.delete_column(table, name, seen, **flags)
        raise LookupError(body["do"])

    def _column_type(self, request: Request) -> Answer:
        """Say what is set of a column, and list the types and the keys of columns."""
        _, name, column = request.parts
        settings, spec = column_types.column_settings(self._read(name), column), self.game(request).spec
        values = dict(settings.values)
        if values["type"] == "text" and column in self._pictures(request, name):
            values["type"] = "picture"
        text, *others = column_types.TYPES.items()
        types = dict([text, *([("picture", column_types.PICTURE)] if name in spec.decks else []), *others])
        kinds = {"words": tuple(types), "titles": tuple(each.title for each in types.values())}
        return of_json(
            {
                "keys": [
                    {**asdict(key), **(kinds if key.name == "type" else {})} for key in column_types.column_keys()
                ],
                "types": {kind: each._asdict() for kind, each in types.items()},
                "tables": {
                    **{each: entry.title or each for each, entry in spec.tables.items()},
                    **{each: entry.title for each, entry in spec.decks.items()},
                },
                "unique": settings.unique,
                "values": values,
            }
        )

    def _typed(self, request: Request) -> tuple[edit.Edit, column_types.Fit]:
        body = request.body
        table, values = self._read(str(body["deck"])), dict(body["values"])
        values["type"] = "text" if values.get("type") == "picture" else values.get("type")
        return column_types.set_column_type(table, str(body["name"]), values, bool(body["unique"]), seen_in(request))

    def _set_type(self, request: Request) -> edit.Edit:
        """Return the edit that sets a type; the cards show the pictures of a column that begins to name them."""
        (change, _), deck, name = self._typed(request), str(request.body["deck"]), str(request.body["name"])
        if request.body["values"].get("type") != "picture" or name in self._pictures(request, deck):
            return change
        return show_pictures(self.game(request), deck, name, change)

    def _pictures(self, request: Request, name: str) -> Mapping[str, str]:
        """Return the columns of a deck that name pictures, each with the folder in art/ that they are in."""
        game = self.now(request).game
        return DeckPictures(game, game.decks[name]).folders if game and name in game.decks else {}

    def _check_column_type(self, request: Request) -> Answer:
        """Say how many cells would not fit another type, with some of them and what else is wrong; write nothing."""
        table, (_, fit) = self._read(str(request.body["deck"])), self._typed(request)
        examples = [
            {"row": table.called(index), "message": self.studio.wording.describe(problem).sentence}
            for index, problem in list(fit.faulty.items())[:_SHOWN]
        ]
        others = views.problem_views(fit.others[:_SHOWN], self.studio.wording)
        cells = sum(row is not None for row in table.pieces)
        faulty = {"cells": cells, "faulty": len(fit.faulty), "examples": examples, "same": fit.same}
        return of_json({**faulty, "others": others, "more": max(0, len(fit.others) - _SHOWN)})


def _is_sample(table: edit.Table) -> bool:
    """Return whether all cards of a table are those of a starter or template, or there are none."""
    name = name_column(table.columns)
    head = table.column(name).head if name else ""
    titles = {cells.get(head, "").strip() for cells, row in zip(table.texts_by_head, table.pieces, strict=True) if row}
    return titles <= sample_names()


def _index(value: Any) -> int:
    """Return the index of a row; ValueError for anything else."""
    if not isinstance(value, int) or not 0 <= value < 1_000_000:
        raise ValueError(value)
    return value


def _column(column: edit.TableColumn, folder: str | None) -> Mapping[str, Any]:
    declared = column.column or Column()
    kind = "int" if column.name == "copies" else _TYPES.get(declared.type, declared.type)
    nameless = column.head.startswith(UNNAMED)
    return {
        "name": column.name,
        "head": f"Column{column.head.removeprefix(UNNAMED)}" if nameless else column.head or column.name,
        "nameless": nameless,
        "type": "picture" if folder is not None and kind == "text" else kind,
        "optional": declared.optional or column.column is None,
        "words": list(declared.of) or None,
        "declared": column.column is not None or column.name == "copies",
        "pictures": folder is not None,
        "folder": folder or "",
        "editable": column.editable,
        "marks": views.marks_of(declared),
    }


def _faulty(table: edit.Table, problems: Iterable[Problem], wording: Wording) -> dict[int, dict[str, _Fault]]:
    """Return the first sentence about each faulty cell, by the index of its row and its column; errors come first."""
    sentences: dict[Place, _Fault] = {}
    for problem in sorted(problems, key=lambda problem: problem.severity == "warning"):
        if problem.place.file == table.head.file and problem.place not in sentences:
            sentence = wording.describe(problem).sentence
            sentences[problem.place] = _Fault(sentence, problem.severity == "warning", bool(problem.hole))
    if not sentences:
        return {}
    cells = (
        {column.name: words for column in table.columns if (words := sentences.get(table.place(index, column)))}
        for index in range(len(table.pieces))
    )
    return {index: faults for index, faults in enumerate(cells) if faults}
