"""Check large decks: every face is laid out and looked at once, and only its key is kept.

Texts that share their size are set at the sizes that are known by then; where later rows change these, the faces that
this reaches are looked at again, so that what is found does not depend on how the rows are shared out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count
from typing import Any

from msgspec import Struct, field

from beeprint.base import crew
from beeprint.base.problems import MAX_PROBLEMS, BuildError, Place, Problem, capped
from beeprint.base.store import NOWHERE, Store
from beeprint.face.layout import DeckFaces, Face, LayoutContext
from beeprint.face.layout.sizes import Fit, SizeKey, Sizes
from beeprint.game.model import Deck
from beeprint.game.rows import Row
from beeprint.outputs.shared.later import LaterSide
from beeprint.rules.preflight import Preflight

#: How many faces are looked at together; and how many are laid out before the work is shared out, spread over the
#: deck, so that most of its art is read once.
_TOGETHER, _FIRST = 1_000, 200


class Found(Struct):
    """What looking at the faces of a deck has found: keys of symbols by row, problems, what a draft lacks."""

    keys: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    holes: Counter[str] = field(default_factory=Counter)


def look(
    context: LayoutContext,
    deck: Deck,
    side: DeckFaces,
    rows: Sequence[Row],
    told: Callable[[str, int, int], None],
    store: Store,
    inputs: str | None,
) -> tuple[LaterSide, Found]:
    """Look at the faces of one side of a large deck; BuildError with more than MAX_PROBLEMS problems.

    What is found of a part is stored by `inputs`, which stand for all that it follows from except the fonts; None where
    not all of these are known, and nothing is stored.
    """
    looks = _Looks(context, deck, side, NOWHERE if inputs is None else store, inputs or "")
    looks.first(rows[:: max(1, len(rows) // _FIRST)])
    parts = [rows[at : at + _TOGETHER] for at in range(0, len(rows), _TOGETHER)]
    counter = count(_TOGETHER, _TOGETHER)
    results = looks.all(parts, lambda number: told("cards checked", min(next(counter), len(rows)), len(rows)))
    again = [number for number, look in enumerate(results) if looks.differs(look)]
    looks.settled()
    for number, look in zip(again, looks.all([parts[number] for number in again]), strict=True):
        results[number] = look
    all_ = Found()
    for part, look in zip(parts, results, strict=True):
        all_.keys.update(zip((row.id for row in part), look["keys"], strict=True))
        all_.problems += map(_unpacked, look["problems"])
        all_.holes.update(look["holes"])
    all_.problems = list(_said_once(dict.fromkeys(all_.problems)))
    if len(all_.problems) > MAX_PROBLEMS:
        raise BuildError(capped(all_.problems))
    return LaterSide(deck, side, all_.keys), all_


def _said_once(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield problems; of those that each part of the deck has found for itself, only the first."""
    said = set[str]()
    for problem in problems:
        if problem.once not in said:
            yield problem
        said.update(filter(None, [problem.once]))


class _Looks:
    """Looks at parts of a deck, and gathers the sizes that its texts have by themselves."""

    def __init__(self, context: LayoutContext, deck: Deck, side: DeckFaces, store: Store, inputs: str) -> None:
        self._context, self._deck, self._side = context, deck, side
        self._store, self._inputs = store, inputs
        self._preflight, self._again = Preflight(), False
        self._sizes: dict[str, Sizes] = {}
        side.settle(self._sizes)  # else the texts of the whole deck are set first

    def first(self, rows: Sequence[Row]) -> None:
        """Look at some rows here, for what all forks of this process then know already."""
        self._note(json.loads(self._look(rows)))

    def all(self, parts: Sequence[Sequence[Row]], done: Callable[[int], None] = lambda number: None) -> list[Any]:
        """Look at parts of the deck, side by side; what was found of one before need not be found again."""
        known = [self._known(part) for part in parts]
        for look in filter(None, known):
            self._note(look)
        left = [part for part, look in zip(parts, known, strict=True) if look is None]
        for number in range(len(parts) - len(left)):
            done(number)
        new = list[Any]()
        for result in crew.results([partial(self._look, part) for part in left], done):
            new.append(json.loads(result))
            self._note(new[-1])
        return [new.pop(0) if look is None else look for look in known]

    def _known(self, rows: Sequence[Row]) -> Any:
        """Return what was found of rows before, with the same fonts and at the sizes that are known now."""
        data = self._store.get("looked", *self._name(rows))
        entry = None if data is None else json.loads(data)
        if entry is None or any(self._context.fonts[key].digest != font for key, font in entry["fonts"].items()):
            return None
        return None if self._again and self.differs(entry) else entry

    def _name(self, rows: Sequence[Row]) -> tuple[str, ...]:
        return self._inputs, self._deck.name, self._side.side, rows[0].id, rows[-1].id, str(len(rows))

    def settled(self) -> None:
        """Take no sizes from here on but those that are known now."""
        self._again = True

    def differs(self, other: Any) -> bool:
        """Return whether texts of a part have other sizes now than when it was looked at."""
        return any(
            self._sizes[layout].of(_fit(fit)) != size for layout, fits in other["fits"].items() for fit, size in fits
        )

    def _note(self, other: Any) -> None:
        for font in other["fonts"]:
            self._context.fonts[font]  # opens it here, too: outputs depend on it
        for layout, fits in other["fits"].items():
            sizes = self._sizes.setdefault(layout, Sizes())
            sizes.note(_fit(fit) for fit, _ in fits)
            sizes.settle()
        self._side.settle(self._sizes)

    def _look(self, rows: Sequence[Row]) -> bytes:
        """Lay out and check the faces of rows, and return what was found."""
        faces: list[Face] = []
        fits: dict[str, dict[Fit, float]] = {}
        for row in rows:
            face, noted = self._side.passing(row)
            faces.append(face)
            cache = self._side.drawn_by(row)
            if cache is not None and not row.faulty:
                fits.setdefault(cache.layout.name, {}).update((fit, cache.sizes.of(fit)) for fit in noted)
        problems = [problem for face in faces for problem in face.problems]
        problems += self._preflight.problems(self._context.game, self._deck, faces, self._context.fonts)
        pictures = self._context.pictures
        packed = json.dumps(
            {
                "keys": [face.symbol.key for face in faces],
                "problems": [_packed(problem) for problem in (*problems, *pictures.warnings)],
                "fonts": self._context.fonts.digests,
                "holes": Counter(hole for face in faces for hole in face.holes),
                "fits": {layout: [[fit, size] for fit, size in sizes.items()] for layout, sizes in fits.items()},
            }
        ).encode()
        self._store.put("looked", packed, *self._name(rows))
        return packed


def _fit(packed: Any) -> Fit:
    (path, *key), size = packed
    return Fit(SizeKey(tuple(path), *key), size)


def _packed(problem: Problem) -> list[Any]:
    return [problem.place, problem.message, problem.hint, problem.severity, problem.hole, problem.once]


def _unpacked(packed: Any) -> Problem:
    place, *rest = packed
    return Problem(Place(*place), *rest)
