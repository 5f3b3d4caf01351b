"""What all topics of the page share: the game that a request is about, and an edit that is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from beeprint import edit
from beeprint.edit.slots import Only
from beeprint.edit.snapshot import Box
from beeprint.game.model import Game
from beeprint.sources.workspace import shown
from beeprint.studio import views
from beeprint.studio.session import Snapshot
from beeprint.studio.studio import Studio
from beeprint.studio.views import Answer, Request, of_json

#: The most lines of a change that the page shows.
MOST_LINES = 40
Answering = Callable[[Request], Answer]


class Topic:
    """The questions and actions of one topic, by the first part of their addresses.

    A question changes nothing; an action needs a studio that may write. Both may raise what `Answers` explains.
    """

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.questions: Mapping[str, Answering] = {}
        self.actions: Mapping[str, Answering] = {}

    def now(self, request: Request) -> Snapshot:
        """Return what is known of the game that a page looks at."""
        return self.studio.view(request.query).now

    def game(self, request: Request) -> Game:
        """Return the game that a page looks at; LookupError where it could not be read yet."""
        game = self.now(request).game
        if game is None:
            raise LookupError
        return game

    def apply(self, change: edit.Edit, joins: str = "", bases: Mapping[str, bytes] | None = None) -> Answer:
        """Write an edit as `Studio.apply` does, and return what it did, with its warnings, in words."""
        return of_json(self.done(self.studio.apply(change, joins, bases)))

    def done(self, change: edit.Edit) -> dict[str, Any]:
        """Return what an edit did, the lines that it changed, and what can be undone now."""
        warnings = views.problem_views(change.warnings, self.studio.wording)
        lines = [line for each in change.changes for line in changed_lines(each)][:MOST_LINES]
        return {**self._history(change.words), "warnings": warnings, "lines": lines}

    def history(self, title: str) -> Answer:
        """Return what was done, and what can be undone and redone now."""
        return of_json(self._history(title))

    def _history(self, title: str) -> dict[str, Any]:
        return {"done": True, "title": title, **self.studio.undoable()}


def changed_lines(change: edit.Change) -> list[str]:
    """Return the lines of a text file that a change takes out and puts in, with - and + before them."""
    before, after = ((data or b"").decode("utf-8", "replace").splitlines() for data in (change.before, change.after))
    if "\0" in "".join((*before[:1], *after[:1])):
        return [shown(change.path)]
    start = next((at for at, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), None)
    start = min(len(before), len(after)) if start is None else start
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    file = shown(change.path)
    taken, put = before[start : len(before) - end], after[start : len(after) - end]
    return [file, *(f"- {line}" for line in taken), *(f"+ {line}" for line in put)]


def seen_in(request: Request) -> dict[str, str]:
    """Return the digests of the files that a page has seen, by their names."""
    return {str(file): str(digest) for file, digest in dict(request.body["seen"]).items()}


def only_of(body: Mapping[str, Any]) -> Only | None:
    """Return the pieces that a page's change is for; None for all."""
    given = body.get("only")
    return Only(str(given["column"]), str(given["value"])) if given else None


def box_of(given: Any) -> Box:
    """Return a box of JSON, in mm; ValueError or TypeError for anything else."""
    x, y, width, height = (float(number) for number in given)
    return x, y, width, height
