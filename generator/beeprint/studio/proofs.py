"""Faces and pages as presses print them, kept for each way of printing that somebody looks at."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import NamedTuple

from beeprint import outputs
from beeprint.base.problems import BuildError, Place
from beeprint.drawing.drawing import Drawing
from beeprint.game.model import Game
from beeprint.outputs.shared.inks import InkKeys, printing
from beeprint.press.inks import Inks
from beeprint.press.softproof import SoftProof

#: How many ways of printing are kept.
_MOST = 4


class Press(NamedTuple):
    """A profile that prints in inks, and what with; two of the same `key` print every face alike."""

    name: str
    title: str
    condition: str
    limit: float
    key: str


class Proofs:
    """Soft proofs of a game's faces, by profile."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._known: dict[str, tuple[Press, Inks]] = {}
        self._proofs: dict[str, SoftProof] = {}
        self._turn = threading.Lock()

    def presses(self, game: Game) -> Iterator[Press]:
        """Yield the profiles that print in inks; those that are faulty are left out."""
        for name in outputs.names(game.workspace):
            with contextlib.suppress(BuildError, LookupError):
                yield self._press(game, name)[0]

    def inks(self, game: Game, profile: str) -> Inks:
        """Return the inks of a profile; LookupError where it prints in none, BuildError where it is faulty."""
        return self._press(game, profile)[1]

    def drawn(self, drawing: Drawing, inks: Inks) -> Drawing:
        """Return a drawing as it is printed."""
        with self._turn:
            proof = self._proofs.pop(inks.key, None) or SoftProof(inks)
            self._proofs[inks.key] = proof  # the last of them was asked for last
            while len(self._proofs) > _MOST:
                del self._proofs[next(iter(self._proofs))]
            return proof.drawing(drawing)

    def _press(self, game: Game, name: str) -> tuple[Press, Inks]:
        with self._turn:
            if game is not self._game:
                self._game, self._known = game, {}
            if name not in self._known:
                known = outputs.load(game.workspace, name, Place(name))
                if not isinstance(known.profile, InkKeys):
                    raise LookupError(name)
                condition, inks = printing(game, known.profile, known.node)
                press = Press(name, known.profile.title, condition.title, inks.limit, inks.key)
                self._known[name] = press, inks
            return self._known[name]
