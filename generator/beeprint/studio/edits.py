"""Edits that a page asks for: a box, a cell, and to take one back or do it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Literal

from beeprint import edit
from beeprint.game.model import Game
from beeprint.studio import views
from beeprint.studio.asked import Answer, Asked, of_json, refused, side_of
from beeprint.studio.studio import Studio


class Edits:
    """Changes the files of one studio's game; `addresses` says what is done at which address."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self.addresses: Mapping[str, Callable[[Asked], Answer]] = {
            "box": self._set_box,
            "cell": self._set_cell,
            "check-cell": self._check_cell,
            "undo": self._undo,
            "redo": self._redo,
        }

    def _game(self, asked: Asked) -> Game | None:
        return self._studio.view(asked.query).now.game

    def _set_box(self, asked: Asked) -> Answer:
        body, game = asked.body, self._game(asked)
        if game is None:
            return refused(HTTPStatus.NOT_FOUND)
        x, y, width, height = (float(value) for value in body["box"])
        path = [str(name) for name in body["path"]]
        box = edit.find_box(game, str(body["deck"]), side_of(str(body["side"])), path, str(body.get("id") or ""))
        where: Literal["here", "source"] = "source" if body.get("where") in ("source", "parent") else "here"
        seen = {str(file): str(digest) for file, digest in dict(body["seen"]).items()}
        change = edit.set_box(box, (x, y, width, height), where, seen, bool(body.get("replace-word")))
        return self._apply(change)

    def _set_cell(self, asked: Asked) -> Answer:
        return self._apply(self._celled(asked))

    def _check_cell(self, asked: Asked) -> Answer:
        change = self._celled(asked)
        return of_json({"done": False, "problems": [views.problem(problem) for problem in change.warnings]})

    def _celled(self, asked: Asked) -> edit.Edit:
        body, game = asked.body, self._game(asked)
        if game is None:
            raise LookupError
        cell = edit.find_cell(game, str(body["deck"]), str(body["id"]), str(body["column"]), game.language)
        seen = {str(file): str(digest) for file, digest in dict(body["seen"]).items()}
        return edit.set_cell(cell, str(body["text"]), seen)

    def _apply(self, change: edit.Edit) -> Answer:
        self._studio.history.apply(change)
        return self._history(change.title)

    def _undo(self, asked: Asked) -> Answer:
        return self._history(self._studio.history.undo().title)

    def _redo(self, asked: Asked) -> Answer:
        return self._history(self._studio.history.redo().title)

    def _history(self, title: str) -> Answer:
        return of_json({"done": True, "title": title, **self._studio.undoable()})
