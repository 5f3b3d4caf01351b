"""Lay out the faces of decks: those of a game as it is, and again with the bleed that a printer asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from beeprint.base.options import CheckOptions
from beeprint.base.problems import MAX_PROBLEMS, BuildError, Problem, capped
from beeprint.face import template
from beeprint.face.frame import Frames
from beeprint.face.layout import SIDES, Face, KeptFaces, LayoutContext, Side, lay_out
from beeprint.face.picture import Pictures
from beeprint.game.model import Deck
from beeprint.game.rows import Row
from beeprint.products.pieces import Checked, rows_of
from beeprint.rules.bleeds import Bleeds
from beeprint.rules.preflight import Preflight


def faces_of(context: LayoutContext, deck: Deck, options: CheckOptions, kept: KeptFaces) -> DeckFaces:
    """Lay out the faces of a deck, with the problems of doing so."""
    problems: list[Problem] = []
    drawn: list[Face] = []
    try:
        drawn = list(_few_faults(_faces(context, deck, options, problems, kept)))
    except BuildError as error:
        problems += error.problems
    problems += (problem for face in drawn for problem in face.problems)
    return DeckFaces(deck, drawn, problems)


@dataclass(frozen=True)
class DeckFaces:
    """The faces of a deck, none where it cannot be laid out, and the problems of doing so."""

    deck: Deck
    faces: list[Face]
    problems: list[Problem]

    def faults(self, context: LayoutContext, preflight: Preflight) -> list[Problem]:
        """Return all problems of the faces, those found by preflight too."""
        return [*self.problems, *preflight.problems(context.game, self.deck, self.faces)]


@dataclass(frozen=True)
class Edges:
    """What a printer asks for round a deck's pieces, in mm: bleed, across and down, and the safe zone in the trim."""

    bleed: tuple[float, float]
    safe: float


def laid_out_again(checked: Checked, edges: Mapping[str, Edges], options: CheckOptions, press: bool = False) -> Checked:
    """Lay out decks again with another bleed and safe zone, by name; the result holds these decks alone.

    Its problems are what is wrong with them there: text beyond the safe zone, pictures that are too coarse, art that
    ends short of the bleed are warnings. With `press` inks that only a press prints are drawn too.
    """
    game = checked.game
    decks = {name: _drawn_for(game.decks[name], asked) for name, asked in edges.items()}
    again = replace(game, decks={**game.decks, **decks})
    pictures = Pictures(game.workspace, checked.fonts, checked.store, game.spec.raster)
    context = LayoutContext(again, checked.fonts, pictures, Frames(pictures), options.unfinished, press)
    found = [faces_of(context, deck, options, KeptFaces()) for deck in decks.values()]
    problems = [problem for one in found for problem in one.problems]
    for one in found:
        faults = [
            *Preflight().problems(again, one.deck, one.faces),
            *Bleeds(one.deck, edges[one.deck.name].bleed, checked.fonts).problems(one.faces),
        ]
        problems += (replace(fault, severity="warning") for fault in faults)
    faces: dict[tuple[str, str, str], Face] = {}
    for one in found:
        faces |= {(face.deck, face.id, face.side): face for face in one.faces}
    return replace(checked, game=again, faces=faces, problems=tuple(dict.fromkeys(problems)))


def _drawn_for(deck: Deck, asked: Edges) -> Deck:
    """Return a deck as a printer asks for it, as wide on all sides as on the widest."""
    spec = deck.spec.model_copy(update={"bleed": max(asked.bleed), "safe": asked.safe})
    return replace(deck, spec=spec, drawn_bleed=deck.spec.bleed)


def _few_faults(faces: Iterable[Face]) -> Iterator[Face]:
    """Yield faces until they have more than MAX_PROBLEMS problems; then BuildError with these."""
    problems: list[Problem] = []
    for face in faces:
        problems += face.problems
        if len(problems) > MAX_PROBLEMS:
            raise BuildError(capped(problems))
        yield face


def _faces(
    context: LayoutContext, deck: Deck, options: CheckOptions, warnings: list[Problem], kept: KeptFaces
) -> Iterator[Face]:
    """Yield the faces of a deck: the front of each row, then the back of each row or one shared back."""
    back = deck.spec.back
    sides: dict[Side, Mapping[str, template.Layout]] = {}
    faults: list[Problem] = []
    for side in SIDES[: 1 if back is None else 2]:
        try:
            sides[side], noted = template.layouts(context.game, deck, side, deck.rows.rows)
            warnings += noted
        except BuildError as error:
            faults += error.problems
    if faults:
        raise BuildError(dict.fromkeys(faults))
    rows: list[Row | None] = [*rows_of(deck, options)]
    shared: list[Row | None] = [None]
    for side, layouts in sides.items():
        yield from lay_out(context, deck, layouts, shared if "" in layouts else rows, side, kept)
