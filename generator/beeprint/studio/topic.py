"""What all topics of the page share: the game that a request is about, and an edit that is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from beeprint import edit
from beeprint.base.problems import Problem
from beeprint.game.model import Game
from beeprint.studio import views
from beeprint.studio.session import Snapshot
from beeprint.studio.studio import Studio
from beeprint.studio.views import Answer, Request, of_json

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

    def apply(self, change: edit.Edit) -> Answer:
        """Write an edit, and return what it did, with its warnings, in words."""
        self.studio.history.apply(change)
        return self.history(change.title, change.warnings)

    def history(self, title: str, warnings: Iterable[Problem] = ()) -> Answer:
        """Return what was done, what it brings, and what can be undone and redone now."""
        brought = [views.problem(problem) for problem in warnings]
        return of_json({"done": True, "title": title, "warnings": brought, **self.studio.undoable()})


def seen_in(request: Request) -> dict[str, str]:
    """Return the digests of the files that a page has seen, by their names."""
    return {str(file): str(digest) for file, digest in dict(request.body["seen"]).items()}
