"""The desk of a server: at most one game is open on it, and the start page opens another."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from queue import SimpleQueue

from beeprint.base import interrupts, regular
from beeprint.base.options import CheckOptions, ViewOptions
from beeprint.base.problems import BuildError
from beeprint.base.store import Store
from beeprint.studio import recent
from beeprint.studio.answers import Answers
from beeprint.studio.studio import Studio
from beeprint.studio.views import Answer, Request, failed, page_file, refused
from beeprint.studio.wording import Wording

Answering = Callable[[Request], Answer]


class Desk:
    """Holds the studio of the game that is open, None before one is.

    `questions` and `actions` need no game, by the first part of their addresses; `harmless` actions
    change no file. `folders` are those of all games that were open: a page may open its own one again.
    """

    def __init__(self, store: Store, *, read_only: bool = False, studio: Studio | None = None) -> None:
        self.store, self.read_only = store, read_only
        self.questions: Mapping[str, Answering] = {}
        self.actions: Mapping[str, Answering] = {}
        self.harmless: frozenset[str] = frozenset()
        self.folders: set[Path] = set()
        self._waiting: SimpleQueue[Studio | None] = SimpleQueue()
        self._opening = threading.Lock()
        self._open: tuple[Studio, Answers] | None = None
        if studio is not None:
            self.take(studio)

    @property
    def studio(self) -> Studio | None:
        """Return the studio of the game that is open."""
        return self._open[0] if self._open else None

    def open(self, folder: Path, options: CheckOptions | None = None, *, read_only: bool = False) -> None:
        """Open the game in a folder in place of the one that is open, and note it among the recent games."""
        self.take(Studio(folder, options or ViewOptions(), self.store, read_only=self.read_only or read_only))
        if not self.read_only:
            recent.note(folder)

    def take(self, studio: Studio) -> None:
        """Put a studio in place of the one that is open; its pages hear that it ends, and come back to this one."""
        with self._opening:
            before, self._open = self._open, (studio, Answers(studio))
            self.folders.add(regular.real(studio.folder))
            self._waiting.put(studio)
        if before is not None:
            before[0].close()

    def put_away(self) -> None:
        """Close the game that is open, and open none."""
        with self._opening:
            before, self._open = self._open, None
        if before is not None:
            before[0].close()

    def follow(self) -> None:
        """Keep the game that is open up to date, and each that is opened after it, until `close` is called."""
        while not interrupts.came():
            studio = self._waiting.get()
            if studio is None:
                return
            studio.follow()
            if studio is self.studio:
                return  # closed, and not for another game

    def close(self) -> None:
        """Stop following."""
        self._waiting.put(None)
        if self._open is not None:
            self._open[0].close()

    def get(self, request: Request) -> Answer:
        """Answer a question, about the game or about others."""
        name = request.parts[0]
        if name in self.questions:
            return _answer(self.questions[name], request)
        if name == "start" or (name == "" and self._open is None):
            return page_file("start.html")
        if name == "page":
            return page_file("/".join(request.parts[1:]))
        if self._open is None:
            return refused(HTTPStatus.NOT_FOUND)
        studio, answers = self._open
        return answers.get(request) if _is_of(studio, request) else refused(HTTPStatus.GONE)

    def post(self, request: Request) -> Answer:
        """Do something; a page that still shows another game than the one that is open is refused."""
        name = request.parts[0]
        if name in self.actions:
            if self.read_only and name not in self.harmless:
                return refused(HTTPStatus.FORBIDDEN)
            return _answer(self.actions[name], request)
        if self._open is None:
            return refused(HTTPStatus.NOT_FOUND)
        studio, answers = self._open
        return answers.post(request) if _is_of(studio, request) else refused(HTTPStatus.GONE)


def _is_of(studio: Studio, request: Request) -> bool:
    """Return whether a page asks for the game of a studio; an address that names no game is of any."""
    return request.query.get("game", str(studio.number)) == str(studio.number)


def _answer(function: Answering, request: Request) -> Answer:
    try:
        return function(request)
    except BuildError as error:
        return failed(error, Wording(Path(), None))
    except (LookupError, ValueError, TypeError, OverflowError, OSError):
        return refused(HTTPStatus.NOT_FOUND)
