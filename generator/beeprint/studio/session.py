"""A game in memory: what it looks like now, what it looked like when it was last sound, and its faces of before."""

from __future__ import annotations

import contextlib
import errno
import os
import threading
import time
import zlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint import pipeline
from beeprint.base.geometry import Rect
from beeprint.base.options import CheckOptions
from beeprint.base.problems import BuildError, Place, Problem
from beeprint.base.store import Store
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing
from beeprint.drawing.fonts import Fonts
from beeprint.face.layout import Face, FaceId, Side, SlotView, anatomy, boxes_shown
from beeprint.game.model import Game
from beeprint.game.rows import Row
from beeprint.outputs.shared import Checked
from beeprint.sources.workspace import shown

# Faces as they looked before: drawn and packed, since whole drawings would fill the memory after some changes.


#: On about how many pieces of a deck slots are measured, to see what is free.
_MOST_MEASURED = 60
#: How many bytes are kept.
_MOST_BYTES = 12_000_000
#: How many faces may wait to be packed; a deck's colours may change faster than all its faces are drawn.
_MOST_WAITING = 400


class Earlier:
    """Faces by the keys of what they show, the last seen for longest."""

    def __init__(self) -> None:
        self._waiting: dict[str, tuple[Drawing, Fonts]] = {}
        self._packed: dict[str, bytes] = {}
        self._size = 0

    def __len__(self) -> int:
        return len(self._waiting) + len(self._packed)

    def keep(self, faces: Iterable[Face], fonts: Fonts) -> None:
        """Keep faces that were set in these fonts; of too many that wait, the first are lost."""
        self._waiting.update((face.symbol.key, (face.drawing, fonts)) for face in faces)
        for key in list(self._waiting)[:-_MOST_WAITING]:
            del self._waiting[key]

    def pack(self, go_on: Callable[[], None]) -> None:
        """Pack what waits, one face after another; `go_on` may stop this."""
        for key, (drawing, fonts) in list(self._waiting.items()):
            go_on()
            data = zlib.compress(svg.write(drawing, fonts).encode(), 1)
            self._size += len(data) - len(self._packed.pop(key, b""))
            self._packed[key] = data
            del self._waiting[key]
        while self._size > _MOST_BYTES:
            self._size -= len(self._packed.pop(next(iter(self._packed))))

    def svg(self, key: str) -> bytes | None:
        """Return a face as an SVG file, None if it is not known."""
        waiting = self._waiting.get(key)
        if waiting is not None:
            return svg.write(*waiting).encode()
        packed = self._packed.get(key)
        return None if packed is None else zlib.decompress(packed)


#: What the system says where all programs together have too many files open, or too little memory.
_PASSING = tuple(os.strerror(number) for number in (errno.EMFILE, errno.ENFILE, errno.ENOMEM))
#: How many faces of a game that is opened are shown before the rest is laid out: as many as fill a window.
_FIRST = 24
#: For how long checks may be stopped by further changes, in seconds, before they are done to the end.
_MOST_STOPPED = 3.0


class Snapshot(Struct, frozen=True):
    """What is known of a game at one time; `version` counts the snapshots of a session from 1.

    Where the files cannot be read now, `broken` says why, and everything else is as it was before. Decks in `stale`
    have layouts that cannot be read: their faces are as they were before, and `problems` say why. While `checking`,
    the faces are already those of the new files and `problems` still those of the old ones; `ahead` of the rest only
    the faces that somebody looks at are. `checked` is the last game that was checked to the end.
    """

    version: int = 0
    game: Game | None = None
    fonts: Fonts | None = None
    faces: Mapping[FaceId, Face] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    broken: tuple[Problem, ...] = ()
    stale: frozenset[str] = frozenset()
    checking: bool = False
    ahead: bool = False
    checked: Checked | None = None

    @property
    def is_passing(self) -> bool:
        """Return whether something is wrong that may be over soon although no file of the game changes."""
        problems = (*self.broken, *self.problems)
        return any(words in problem.message for problem in problems for words in _PASSING)

    def face(self, deck: str, piece: str, side: str) -> Face | None:
        """Return one side of a piece, which may be a back that its deck shares."""
        return self.faces.get((deck, piece, side)) or (self.faces.get((deck, "", side)) if side == "back" else None)


class SupersededError(Exception):
    """Raised where a game is read although its files have changed again."""


def _failure(folder: Path, error: Exception) -> Problem:
    """Return the problem of a game whose reading failed, such as one whose files went while they were read."""
    why = error.strerror if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
    hint = "save the file that changed last again; if that does not help, this is a fault of beeprint: please report it"
    return Problem(Place(shown(folder)), f"the game cannot be read: {why}", hint)


class Session(pipeline.Follower):
    """A game in one language, edition and number of players, read again whenever `refresh` is called.

    Only one thread reads at a time; `now` may be read by any, at any time. `told` is called with each snapshot.
    """

    def __init__(
        self,
        folder: Path,
        options: CheckOptions,
        store: Store,
        told: Callable[[Snapshot, Snapshot], None] = lambda before, after: None,
        is_old: Callable[[], bool] = lambda: False,
    ) -> None:
        """`is_old` says whether files have changed since; it may wait before it answers, while others are asking."""
        self.folder, self.options, self._store, self._told, self._is_old = folder, options, store, told, is_old
        self._reading, self._laying = threading.Lock(), threading.Lock()
        self._is_laying = False
        self._kept = pipeline.Kept()
        self._earlier = Earlier()
        self._stopped: float | None = None
        self._touching = threading.Lock()
        self._touched: set[Path] = set()
        self._unread: set[Path] = set()
        #: The faces that pages show; a hint, for what is done first.
        self.wanted: frozenset[FaceId] = frozenset()
        self.now = Snapshot()

    def touch(self, files: Iterable[Path]) -> None:
        """Note files that have changed. Where none are noted, the next reading looks at all files."""
        with self._touching:
            self._touched.update(files)

    def touched(self) -> Collection[Path]:
        """Return the files that have changed since the last reading that was whole; the folder if others may have."""
        return self._unread

    def refresh(self) -> Snapshot:
        """Read the game again, and return what it looks like; checks are left out if files change meanwhile."""
        with self._reading:
            with self._touching:
                self._unread |= self._touched or {self.folder}
                self._touched = set()
            self._laying.acquire()
            self._is_laying = True
            try:
                checked = pipeline.check(self.folder, self.options, self._store, self._kept, self)
            except BuildError as error:
                self._stopped = None
                self._tell(replace(self.now, broken=error.problems, checking=False, ahead=False))
            except SupersededError:
                pass
            except Exception as error:  # whatever a file did to beeprint, mending it has to be enough
                self._kept = pipeline.Kept()
                self._tell(replace(self.now, broken=(_failure(self.folder, error),), checking=False, ahead=False))
            else:
                faces, stale = self._with_stale(checked.game, checked.faces)
                done = Snapshot(0, checked.game, checked.fonts, faces, checked.problems, stale=stale, checked=checked)
                self._stopped = None
                self._unread.clear()
                self._tell(done)
                self._pack()
            finally:
                self._laid()
            return self.now

    def anatomy(self, deck: str, piece: str, side: Side) -> list[SlotView]:
        """Return the slots of a face; none where there is no such face."""
        with self._laying:
            game, faces = self.now.game, self._kept.faces.known(deck, side)
            rows = game.components[deck].rows if game and deck in game.components else None
            if faces is None or rows is None:
                return []
            shared = (deck, "", side) in self.now.faces
            row = None if shared else rows.by_id.get(piece)
            return anatomy(faces, row) if shared or row is not None else []

    def boxes_shown(self, deck: str, side: Side, piece: str = "") -> Mapping[str, Sequence[Rect]]:
        """Return the box that each slot of a side fills on the pieces of a deck, or on one piece, by its name."""
        with self._laying:
            game, faces = self.now.game, self._kept.faces.known(deck, side)
            pieces = game.components.get(deck) if game else None
            if faces is None or pieces is None:
                return {}
            rows = pieces.rows.rows
            own = pieces.rows.by_id.get(piece)
            some: Sequence[Row | None] = [own] if own else rows[:: 1 + len(rows) // _MOST_MEASURED]
            some = [None] if (deck, "", side) in self.now.faces else some
            return boxes_shown(faces, some)

    def part(self, deck: str, piece: str, side: Side, *, without: Collection[str]) -> Drawing | None:
        """Return a face without some of its slots; None where there is no such face."""
        face = self.now.face(deck, piece, side)
        if face is None:
            return None
        kept = (mark for slot in face.slots if slot.slot not in without for mark in slot.marks)
        return Drawing(face.drawing.box, (*face.ground, *kept))

    def slots(
        self, deck: str, piece: str, side: Side, names: Collection[str], box: Rect | None = None
    ) -> Drawing | None:
        """Return some slots of a face and nothing below them, or one slot in another box; None without such a face."""
        face = self.now.face(deck, piece, side)
        if face is None:
            return None
        if box is None:
            marks = tuple(mark for slot in face.slots if slot.slot in names for mark in slot.marks)
            return Drawing(face.drawing.box, marks)
        with self._laying:
            game, faces = self.now.game, self._kept.faces.known(deck, side)
            row = game.components[deck].rows.by_id.get(face.id) if game is not None else None
            drawn_by = faces.drawn_by(row) if faces is not None else None
            (name,) = names
            return None if drawn_by is None else Drawing(face.drawing.box, drawn_by.resized(row, name, box))

    def earlier(self, key: str) -> bytes | None:
        """Return a face that looked so a while ago as SVG, by its key, to compare with what it looks like now."""
        return self._earlier.svg(key)

    def wants(self, game: Game) -> Collection[FaceId]:
        """Return the faces that pages show; of an unread game, the first of the table."""
        if self.now.game is not None:
            return self.wanted
        rows = ((deck.name, row.id) for deck in game.components.values() for row in deck.rows.rows)
        return frozenset((deck, piece, "front") for deck, piece in islice(rows, _FIRST))

    def seen_first(self, game: Game, fonts: Fonts, faces: Mapping[FaceId, Face]) -> None:
        """Tell those faces that somebody looks at and that look otherwise, as pictures of the game as it was.

        On the first reading, pages get only these faces. A deck whose declaration changed, and new pieces, are told
        together with all else.
        """
        before = self.now.game
        if before is None:
            self._tell(Snapshot(0, game, fonts, faces, checking=True, ahead=True))
            self.go_on()
            return
        old, new = before.spec.decks, game.spec.decks
        same = {name for name in old if name in new and old[name] == new[name]}
        known = self.now.faces
        redrawn = {id: face for id, face in faces.items() if id[0] in same and known.get(id, face) is not face}
        if redrawn:
            self._tell(replace(self.now, fonts=fonts, faces={**known, **redrawn}, ahead=True, checking=True))
            self.go_on()

    def seen(self, game: Game, fonts: Fonts, faces: Mapping[FaceId, Face]) -> None:
        """Tell the faces before the checks that take longer."""
        shown, stale = self._with_stale(game, faces)
        now = replace(self.now, game=game, fonts=fonts, faces=shown, broken=(), stale=stale, checking=True, ahead=False)
        self._tell(now)
        self._laid()
        self.go_on()

    def _with_stale(self, game: Game, faces: Mapping[FaceId, Face]) -> tuple[Mapping[FaceId, Face], frozenset[str]]:
        """Return faces together with the earlier ones of decks that could not be laid out, and these decks."""
        drawn = {deck for deck, _, _ in faces}
        lost = {name: deck.rows.by_id for name, deck in game.components.items() if deck.rows.rows and name not in drawn}
        earlier = {
            key: face
            for key, face in self.now.faces.items()
            if key[0] in lost and (not key[1] or key[1] in lost[key[0]])
        }
        return ({**earlier, **faces}, frozenset(lost)) if lost else (faces, frozenset())

    def go_on(self) -> None:
        """Stop checking what has changed again, unless changes have stopped this for long."""
        if self._is_old():
            now = time.monotonic()
            self._stopped = now if self._stopped is None else self._stopped
            if now - self._stopped < _MOST_STOPPED:
                raise SupersededError

    def _pack(self) -> None:
        """Pack the faces that look otherwise now, until files change again."""
        with contextlib.suppress(SupersededError):
            self._earlier.pack(self.go_on)

    def _laid(self) -> None:
        """Let others ask how faces are laid out."""
        if self._is_laying:
            self._is_laying = False
            self._laying.release()

    def _tell(self, snapshot: Snapshot) -> None:
        before = self.now
        if before.fonts is not None:
            gone = (face for id, face in before.faces.items() if snapshot.faces.get(id) is not face)
            self._earlier.keep(gone, before.fonts)
        self.now = replace(snapshot, version=before.version + 1)
        self._told(before, self.now)
