"""The table of cards: its cells, and edits of cells, rows and columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from beeprint import edit
from beeprint.base.problems import BuildError, Place, Problem
from beeprint.edit.snapshot import slots_in
from beeprint.face.template import load
from beeprint.game.columns import Column
from beeprint.game.model import Game
from beeprint.sources.workspace import Workspace, shown
from beeprint.studio import views
from beeprint.studio.studio import Studio
from beeprint.studio.topic import Topic, seen_in
from beeprint.studio.views import Answer, Request, of_json

#: What the page calls types of columns that it has controls for.
_TYPES = {"bool": "flag"}
#: The place of a cell at the end of a message, which its own cell need not say.
_WHERE = re.compile(r" \([^()]*, column [^()]*\)")
#: Columns of data: a name in braces.
_BOUND = re.compile(r"\{([\w#. -]+)\}")


class Tables(Topic):
    """Tables of decks and of `tables:`, as their files are now."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.questions = {"table": self._table}
        self.actions = {
            "cells": lambda request: self.apply(self._cells(request)),
            "check-cells": self._check_cells,
            "rows": lambda request: self.apply(self._rows(request)),
            "column": lambda request: self.apply(self._column(request)),
        }

    def _table(self, request: Request) -> Answer:
        """Return the cells of a table with what its columns take, and what is wrong with them."""
        _, name = request.parts
        table = self._read(name)
        now = self.now(request)
        pictures = _picture_columns(now.game, name) if now.game else frozenset()
        faults = {(problem.place, problem.severity): problem for problem in (*now.problems, *table.problems)}
        return of_json(
            {
                "file": table.file,
                "format": table.format,
                "editable": not table.reason,
                "reason": table.reason,
                "seen": dict(table.seen),
                "auto-id": table.made_from,
                "source": table.spec.data.source,
                "columns": [_column(column, column.name in pictures) for column in table.columns],
                "rows": [
                    {
                        "id": row.id if row else "",
                        "key": f"{name}/{row.id}" if row else "",
                        "cells": texts,
                        "faulty": _faulty(table, index, faults.values()),
                    }
                    for index, (row, texts) in enumerate(zip(table.pieces, table.texts, strict=True))
                ],
            }
        )

    def _read(self, name: str) -> edit.Table:
        return edit.find_table(Workspace(self.studio.folder), name)

    def _cells(self, request: Request) -> edit.Edit:
        body = request.body
        cells = {(_index(cell["row"]), str(cell["column"])): str(cell["text"]) for cell in body["cells"]}
        return edit.set_cells(self._read(str(body["deck"])), cells, seen_in(request))

    def _check_cells(self, request: Request) -> Answer:
        """List the problems that other texts in cells bring; write nothing."""
        change = self._cells(request)
        return of_json({"done": False, "problems": [views.problem(problem) for problem in change.warnings]})

    def _rows(self, request: Request) -> edit.Edit:
        body, seen = request.body, seen_in(request)
        table = self._read(str(body["deck"]))
        if body["do"] == "add":
            return edit.add_row(table, _index(body["at"]), seen)
        indexes = [_index(row) for row in body["rows"]]
        if body["do"] == "move":
            return edit.move_rows(table, indexes, _index(body["at"]), seen)
        return {"duplicate": edit.duplicate_rows, "delete": edit.delete_rows}[str(body["do"])](table, indexes, seen)

    def _column(self, request: Request) -> edit.Edit:
        body, seen = request.body, seen_in(request)
        table, name = self._read(str(body["deck"])), str(body["name"])
        if body["do"] == "add":
            words = [str(word) for word in body.get("words") or ()]
            at = _index(body.get("at", len(table.columns)))
            return edit.add_column(table, name, str(body["type"]), words, str(body.get("first", "")), at, seen)
        if body["do"] == "rename":
            return edit.rename_column(table, name, str(body["to"]), seen)
        if body["do"] == "delete":
            return edit.delete_column(table, name, seen, force=bool(body.get("force")))
        raise LookupError(body["do"])


def _index(value: Any) -> int:
    """Return the index of a row; ValueError for anything else."""
    if not isinstance(value, int) or not 0 <= value < 1_000_000:
        raise ValueError(value)
    return value


def _column(column: edit.TableColumn, pictures: bool) -> Mapping[str, Any]:
    declared = column.column or Column()
    kind = "int" if column.name == "copies" else _TYPES.get(declared.type, declared.type)
    return {
        "name": column.name,
        "head": column.head or column.name,
        "type": "picture" if pictures and kind == "text" else kind,
        "optional": declared.optional or column.column is None,
        "words": list(declared.of) or None,
        "declared": column.column is not None or column.name == "copies",
        "pictures": pictures,
        "editable": column.editable,
    }


def _picture_columns(game: Game, name: str) -> frozenset[str]:
    """Return the columns of a deck that name the art of a picture in its layouts."""
    deck = game.spec.decks.get(name)
    layouts = [deck.front, *([deck.back.layout] if deck.back else [])] if deck else []
    columns: set[str] = set()
    for layout in layouts:
        try:
            nodes = load(game.workspace, layout, Place(shown(game.workspace.game))).nodes
        except BuildError:
            continue
        for _, node in slots_in(nodes):
            kind, art = node.find(["kind"]), node.find(["art"])
            if kind is not None and art is not None and kind.value == "picture" and isinstance(art.value, str):
                columns.update(_BOUND.findall(art.value))
    return frozenset(columns)


def _faulty(table: edit.Table, index: int, problems: Iterable[Problem]) -> dict[str, str]:
    """Return what is wrong with the cells of a row, by column."""
    sentences: dict[str, str] = {}
    places = {table.place(index, column): column.name for column in table.columns}
    for problem in problems:
        name = places.get(problem.place)
        if name is not None:
            message = _WHERE.sub("", problem.message)
            sentences.setdefault(name, f"{message}: {problem.hint}" if problem.hint else message)
    return sentences
