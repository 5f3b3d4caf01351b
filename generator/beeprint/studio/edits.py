"""Change the box of a slot and the text of a cell, undo and redo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from beeprint import edit
from beeprint.edit import slots
from beeprint.edit.boxes import set_boxes
from beeprint.game.columns import Column
from beeprint.sources.workspace import Workspace
from beeprint.studio import views
from beeprint.studio.studio import Studio
from beeprint.studio.topic import Topic, box_of, only_of, seen_in
from beeprint.studio.views import Answer, Request, of_json, side_of


class Edits(Topic):
    """Boxes and cells, and what was done before."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.questions = {"box": self._box, "cell": self._cell}
        self.actions = {
            "box": self._set_box,
            "boxes": self._set_boxes,
            "cell": self._set_cell,
            "check-cell": self._check_cell,
            "undo": self._undo,
            "redo": self._redo,
        }

    def _box(self, request: Request) -> Answer:
        """Say where the box of a slot is written, and who shares it."""
        _, deck, piece, side, *path = request.parts
        game = self.game(request)
        source = edit.find_box(game, deck, side_of(side), path, piece, of_all=True)
        return of_json(views.box_source(source, game.components[deck].rows, self.studio.wording))

    def _cell(self, request: Request) -> Answer:
        """Say what a cell holds as it is written, where, and which marks count there."""
        _, deck, piece, column = request.parts
        game = self.game(request)
        cell = edit.find_cell(game, deck, piece, column, game.language)
        marks = views.marks_of(game.components[deck].rows.columns.get(column, Column()))
        return of_json({"text": cell.text, "place": views.place(cell.place), "seen": dict(cell.seen), "marks": marks})

    def _set_box(self, request: Request) -> Answer:
        body, side = request.body, side_of(str(request.body["side"]))
        x, y, width, height = (float(value) for value in body["box"])
        path = [str(name) for name in body["path"]]
        source = edit.find_box(
            self.game(request), str(body["deck"]), side, path, str(body.get("id") or ""), of_all=True
        )
        where: Literal["here", "source"] = "source" if body.get("where") in ("source", "parent") else "here"
        replace_word = bool(body.get("replace-word"))
        return self.apply(edit.set_box(source, (x, y, width, height), where, seen_in(request), replace_word))

    def _set_boxes(self, request: Request) -> Answer:
        """Move several slots of a face at once; `only` says for which pieces."""
        body, game = request.body, self.game(request)
        deck, side, row = str(body["deck"]), side_of(str(body["side"])), str(body.get("id") or "")
        boxes = {tuple(map(str, path)): box_of(box) for path, box in body["boxes"]}
        if only := only_of(body):
            moved = [(slots.find_slot(game, deck, side, slot, row), {"box": list(box)}) for slot, box in boxes.items()]
            return self.apply(slots.set_keys(moved, only=only))

        def find(slot: Sequence[str], held: Mapping[Path, bytes]) -> edit.BoxSource:
            return edit.find_box(game, deck, side, slot, row, of_all=True, held=held)

        where: Literal["here", "source"] = "source" if body.get("where") == "source" else "here"
        return self.apply(set_boxes(find, boxes, where, seen_in(request)))

    def _set_cell(self, request: Request) -> Answer:
        return self.apply(self._cell_edit(request))

    def _check_cell(self, request: Request) -> Answer:
        """List the problems that another text in a cell brings; write nothing."""
        change = self._cell_edit(request)
        return of_json(
            {
                "done": False,
                "problems": views.problem_views(change.warnings, self.studio.wording),
            }
        )

    def _cell_edit(self, request: Request) -> edit.Edit:
        body, game = request.body, self.game(request)
        deck, name, column = (str(body[key]) for key in ("deck", "id", "column"))
        words = [str(word) for word in body.get("words") or ()]  # which the list of the column takes up
        text, cell = str(body["text"]), edit.find_cell(game, deck, name, column, game.language)
        if words or ("{" in text and not cell.language):  # game.yaml may change too
            table = edit.find_table(Workspace(self.studio.folder), deck)
            index = next(at for at, row in enumerate(table.pieces) if row is not None and row.id == name)
            return edit.set_cells(table, {(index, column): text}, seen_in(request), {column: words} if words else {})
        return edit.set_cell(cell, text, seen_in(request))

    def _undo(self, request: Request) -> Answer:
        return self.history(self.studio.history.undo().words)

    def _redo(self, request: Request) -> Answer:
        return self.history(self.studio.history.redo().words)
