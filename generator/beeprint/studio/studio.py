"""The studio of a game: its sessions, who listens to them, what they print, and the edits made in the page."""

from __future__ import annotations

import gc
import itertools
import queue
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from beeprint import edit
from beeprint.base import interrupts, memo, regular
from beeprint.base.options import CheckOptions
from beeprint.base.store import Store
from beeprint.delivery.stamps import Stamp, look
from beeprint.edit import table_bases
from beeprint.edit.kind_looks import follow_words
from beeprint.edit.past_store import PastStore
from beeprint.game import edition, model
from beeprint.sources.workspace import Workspace
from beeprint.studio import views
from beeprint.studio.exports import Export, Exports
from beeprint.studio.prints import Prints, Proofs
from beeprint.studio.session import Session, Snapshot
from beeprint.studio.trays import Trays
from beeprint.studio.watch import changes
from beeprint.studio.wording import Wording

# Who goes first: what somebody looks at is drawn and sent before the checks, which take longer, go on.


#: How long after the last answer nothing more is expected: a page asks for the pictures that it is told of, and paints.
_QUIET = 0.15
#: The longest that checks wait, in seconds; a page that loads hundreds of pictures need not have all of them.
_MOST_WAIT = 1.5


class Turns:
    """Lets checks wait for as long as pages ask for what they have been told of."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asking: list[int] = []  # the threads that answer
        self._notify = self._last = -_MOST_WAIT

    def tell(self) -> None:
        """Note that pages are told of something new."""
        with self._lock:
            self._notify = self._last = time.monotonic()

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Answer a request meanwhile."""
        with self._lock:
            self._asking.append(threading.get_ident())
        try:
            yield
        finally:
            with self._lock:
                self._asking.remove(threading.get_ident())
                self._last = time.monotonic()

    @property
    def wait(self) -> float:
        """Return for how many seconds checks should wait from now on: 0 where nobody asks for anything.

        A question for another language reads the game itself, and does not wait for its own answer.
        """
        with self._lock:
            now, own = time.monotonic(), threading.get_ident()
            quiet = now + _QUIET if any(thread != own for thread in self._asking) else self._last + _QUIET
            return max(0.0, min(quiet, self._notify + _MOST_WAIT) - now)


_NUMBERS = itertools.count(1)
#: How many versions of a game (language, edition, players) are kept in memory.
_MOST_SESSIONS = 4
#: After how many readings all memory and the cache are tidied up, once nothing has changed for so many seconds.
_TIDIED, _CALM = 20, 1.0
#: How long until a game is read again that the system was too busy for, in seconds.
_AGAIN = 2.0


class _View(NamedTuple):
    """Which version of a game a page looks at."""

    language: str
    edition: str
    players: int | None


class Event(NamedTuple):
    """What open pages are told: a name and a value that becomes JSON."""

    name: str
    value: Mapping[str, Any]


#: What a page waits on; None ends its connection.
Page = queue.SimpleQueue[Event | None]


class Studio:
    """A game in memory, in every version that a page asks for, kept true while its files change."""

    def __init__(self, folder: Path, options: CheckOptions, store: Store, *, read_only: bool = False) -> None:
        self.folder, self.read_only, self._options, self.store = folder, read_only, options, store
        self.number = next(_NUMBERS)  # a page that shows another game than this one has another number
        steps = PastStore(store, folder)
        self.history = edit.History(self._wake, edit.NO_PAST if read_only else steps.get(), steps.put)
        self._sound = self.history.past.can_undo  # the last step when the game could last be shown as it is
        self._breaking: edit.Edit | None = None  # the step since which it cannot
        self._own: dict[Path, Stamp | None] = {}  # files as edits of the page left them
        self.drops = Trays()
        self.prints = Prints()
        self.proofs = Proofs()
        self.exports = Exports(folder, store, self._notify_export)
        self._sessions: dict[_View, Session] = {}
        self._pages: dict[Page, Session] = {}
        self._opening = threading.Lock()
        self._changed, self._stop = threading.Event(), threading.Event()
        self._turns = Turns()
        self.main = Session(folder, options, store, self._notify, self._is_old)
        self._sessions[_View(options.language, options.edition, options.players)] = self.main

    def follow(self) -> None:
        """Read the game, and again whenever its files change, until `close` is called."""
        threading.Thread(target=self._watch, name="watch", daemon=True).start()
        self._changed.set()
        untidy = _TIDIED
        # A library in C makes an error of its own of an interrupt that meets it, which a reading takes for a fault.
        while not interrupts.came():
            again = any(session.now.is_passing for session in tuple(self._sessions.values()))
            if untidy >= _TIDIED and not again and not self._changed.wait(_CALM):
                self._tidy()
                untidy = 0
                continue
            self._changed.wait(_AGAIN if again else None)
            if self._stop.is_set():
                return
            self._changed.clear()
            listened = {id(session) for session in tuple(self._pages.values())}
            sessions = tuple(self._sessions.values())
            for session in sorted(sessions, key=lambda session: id(session) not in listened):
                if not self._changed.is_set():
                    session.refresh()
            # The command line switches the collector off, since builds are short. A reading that breaks off leaves all
            # that it had laid out in cycles.
            gc.collect(0)
            if not (self._changed.is_set() or self.main.now.broken):
                memo.turn()
            untidy += 1

    def _tidy(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()  # so that it need not be looked through after the next readings
        self.store.tidy()

    def close(self) -> None:
        """Stop following, and tell open pages, once no edit is being written: the process may end now."""
        self.history.wait()
        self.drops.close()
        self._stop.set()
        self._changed.set()
        for page in tuple(self._pages):
            page.put(None)

    def view(self, asked: Mapping[str, str]) -> Session:
        """Return the session of the language, edition and players that a page asks for.

        BuildError where the game has no such thing. A session that is new reads the game before it is returned.
        """
        known = {"language", "edition", "players"}
        if not any(asked.get(key) for key in known):
            return self.main
        players = asked.get("players", "")
        options = replace(
            self._options,
            language=asked.get("language") or self._options.language,
            edition=asked.get("edition") or self._options.edition,
            players=int(players) if players.isdecimal() else self._options.players,
        )
        options = edition.settled(model.declared(Workspace(self.folder)), options)
        with self._opening:
            session = self._session(options)
        if not session.now.version:
            session.refresh()
        return session

    def _session(self, options: CheckOptions) -> Session:
        view = _View(options.language, options.edition, options.players)
        wanted = self._sessions.pop(view, None)
        if wanted is None:
            wanted = Session(self.folder, options, self.store, self._notify, self._is_old)
        self._sessions[view] = wanted  # the last entry is the latest request
        listened = {id(session) for session in tuple(self._pages.values())}
        for key, session in list(self._sessions.items()):
            spare = session not in (self.main, wanted) and id(session) not in listened
            if spare and len(self._sessions) > _MOST_SESSIONS:
                del self._sessions[key]
        return wanted

    def listen(self, session: Session) -> Page:
        """Return a queue that receives the state of a session, its exports, and all that happens to it from now on."""
        page: Page = queue.SimpleQueue()
        self._pages[page] = session
        page.put(Event("state", self.state(session.now)))
        for export in self.exports.latest(session.options):
            page.put(Event("export", views.export(export, self.folder, self.wording)))
        return page

    def leave(self, page: Page) -> None:
        """Forget a queue."""
        self._pages.pop(page, None)

    def state(self, snapshot: Snapshot) -> dict[str, Any]:
        """Return everything that a page shows but drawings."""
        shown = views.state(snapshot, self.folder)
        path = str(regular.real(self.folder))
        return {"number": self.number, "path": path, "read-only": self.read_only, **self.undoable(), **shown}

    @property
    def wording(self) -> Wording:
        """Return what writes problems in words: of the game as it is now."""
        return Wording(self.folder, self.main.now.game)

    def apply(self, change: edit.Edit, joins: str = "", bases: Mapping[str, bytes] | None = None) -> edit.Edit:
        """Write an edit as `History.apply` does; return it with the colours and marks that new words of columns get.

        `bases` are those of tables that it replaces, as CSV, by decks.
        """
        change = follow_words(self.main.now.game, change)
        self.history.apply(change, joins)
        table_bases.carry(self.store, change, bases)
        return change

    def undoable(self) -> dict[str, str]:
        """Return what can be undone and done again, in words; empty where there is nothing.

        "breaks" is what can be undone if the game cannot be shown as it is since that step.
        """
        past = self.history.past
        undo, redo = past.can_undo, past.can_redo
        breaks = undo if undo is self._breaking else None
        steps = {"can-undo": undo, "can-redo": redo, "breaks": breaks}
        return {name: step.words if step else "" for name, step in steps.items()}

    def _note_state(self, snapshot: Snapshot) -> None:
        """Note which step the game could last be shown with, and which came next."""
        last = self.history.past.can_undo
        if snapshot.broken or snapshot.stale:
            self._breaking = self._breaking or (last if last is not self._sound else None)
        elif not (snapshot.checking or self._changed.is_set()):
            self._sound, self._breaking = last, None

    def _watch(self) -> None:
        for files in changes(self.folder, self._stop):
            if not all(map(self._is_own, files)):
                self._touch(files)

    def _wake(self, change: edit.Edit) -> None:
        """Have the game read again at once after an edit of the page, which the watcher notices some moments later."""
        for each in change.changes:
            path = regular.real(each.path)
            self._own[path] = look(path)[0]
        self._touch(each.path for each in change.changes)

    def _touch(self, files: Iterable[Path]) -> None:
        """Have all sessions read the game again, in which these files have changed."""
        touched = frozenset(files)
        for session in tuple(self._sessions.values()):
            session.touch(touched)
        self._changed.set()

    def _is_own(self, path: Path) -> bool:
        """Return whether a file is as an edit of the page left it, so that it needs no further reading."""
        return path in self._own and not look(path, self._own[path])[1]

    def _is_old(self) -> bool:
        """Return whether files have changed since the last reading; wait first while pages ask for what is new."""
        while (wait := self._turns.wait) and not self._changed.wait(wait):
            pass
        return self._changed.is_set()

    def asking(self) -> AbstractContextManager[None]:
        """Answer a page meanwhile: nothing else is as urgent."""
        return self._turns.asking()

    def _notify(self, before: Snapshot, after: Snapshot) -> None:
        """Tell the pages of a session what has changed; nothing where they see no difference."""
        self._note_state(after)
        pages = [page for page, session in tuple(self._pages.items()) if session.now is after]
        if pages:
            event = Event("change", {**self.undoable(), **views.change(before, after, self.folder)})
            self._turns.tell()
            for page in pages:
                page.put(event)

    def _notify_export(self, export: Export) -> None:
        for page, session in tuple(self._pages.items()):
            if session.options == export.view:
                page.put(Event("export", views.export(export, self.folder, self.wording)))
