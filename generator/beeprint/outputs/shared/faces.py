"""Lay out the faces of decks: those of a game as it is, and again with the bleed that a printer asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from beeprint.base.options import CheckOptions
from beeprint.base.problems import MAX_PROBLEMS, BuildError, Problem, capped
from beeprint.base.store import Store
from beeprint.face import layout, template
from beeprint.face.frame import Frames
from beeprint.face.layout import SIDES, Face, FaceId, KeptFaces, LayoutContext, Side
from beeprint.face.picture import Pictures
from beeprint.game.model import Deck
from beeprint.game.rows import Row
from beeprint.outputs.shared.later import LaterFaces, LaterSide
from beeprint.outputs.shared.output import Told
from beeprint.outputs.shared.pieces import Checked, rows_of
from beeprint.rules.preflight import Preflight


class DeckLayouts:
    """A deck with the layouts of its sides, of which nothing is laid out yet; it has none where they are faulty."""

    def __init__(self, context: LayoutContext, deck: Deck, options: CheckOptions, kept: KeptFaces) -> None:
        self._context, self._deck, self._problems = context, deck, list[Problem]()
        self._sides: list[tuple[layout.DeckFaces, list[Row | None]]] = []
        rows: list[Row | None] = [*rows_of(deck, options)]
        faults: list[Problem] = []
        named: dict[Side, Mapping[str, template.Layout]] = {}
        for side in SIDES[: 1 if deck.spec.back is None else 2]:
            try:
                named[side], noted = template.layouts(context.game, deck, side, deck.rows.rows)
                self._problems += noted
            except BuildError as error:
                faults += error.problems
        self._problems += dict.fromkeys(faults)
        for side, layouts in named.items() if not faults else ():
            self._sides.append((kept.faces(context, deck, layouts, side), [None] if "" in layouts else rows))

    def some(self, wanted: Collection[FaceId]) -> Iterator[Face]:
        """Yield those of the deck's faces that are wanted, before all others; these may change how they look."""
        for side, rows in self._sides:
            asked = (row for row in rows if (self._deck.name, row.id if row else "", side.side) in wanted)
            yield from side.ahead(asked)

    def faces(self) -> DeckFaces:
        """Lay out all faces of the deck, with the problems of doing so."""
        problems, drawn = [*self._problems], list[Face]()
        try:
            drawn += _few_faults(self._each())
        except BuildError as error:
            problems += error.problems
        problems += (problem for face in drawn for problem in face.problems)
        return DeckFaces(self._deck, drawn, problems)

    def _each(self) -> Iterator[Face]:
        """Yield the faces, each laid out when it is asked for."""
        for side, rows in self._sides:
            with side.setting_ahead(rows):
                yield from filter(None, map(side.face, rows))

    @property
    def rows(self) -> int:
        """Return how many faces the side with most of them has."""
        return max((len(rows) for _, rows in self._sides), default=0)

    def in_passing(self, told: Told, store: Store, inputs: str | None) -> DeckFaces:
        """Lay out and check all faces of a large deck, and keep none but a back that all share.

        `inputs` stand for all that they follow from except the fonts; see `large.look`.
        """
        from beeprint.outputs.shared import large  # only large decks need it

        problems, drawn, sides, holes = [*self._problems], list[Face](), list[LaterSide](), Counter[str]()
        try:
            for side, rows in self._sides:
                own = [row for row in rows if row is not None and side.drawn_by(row) is not None]
                if len(own) < len(rows):
                    drawn += filter(None, map(side.face, (row for row in rows if row is None)))
                if own:
                    later, looks = large.look(self._context, self._deck, side, own, told, store, inputs)
                    sides.append(later)
                    problems += looks.problems
                    holes += looks.holes
        except BuildError as error:
            problems += error.problems
        problems += (problem for face in drawn for problem in face.problems)
        return DeckFaces(self._deck, drawn, problems, tuple(sides), holes)


class DeckFaces(Struct, frozen=True):
    """The faces of a deck, none where it cannot be laid out, and the problems of doing so.

    Of a large deck, `sides` are those whose faces are laid out later, and `holes` what a draft lacks on these.
    """

    deck: Deck
    faces: list[Face]
    problems: list[Problem]
    sides: tuple[LaterSide, ...] = ()
    holes: Mapping[str, int] = field(default_factory=dict)

    def faults(self, context: LayoutContext, preflight: Preflight) -> list[Problem]:
        """Return all problems of the faces, those found by preflight too."""
        return [*self.problems, *preflight.problems(context.game, self.deck, self.faces, context.fonts)]


def by_id(decks: Sequence[DeckFaces]) -> Mapping[FaceId, Face]:
    """Return the faces of decks by deck, id and side; those of large decks are laid out when they are asked for."""
    kept: dict[FaceId, Face] = {(face.deck, face.id, face.side): face for deck in decks for face in deck.faces}
    sides = [side for deck in decks for side in deck.sides]
    return LaterFaces(kept, sides) if sides else kept


def holes_of(decks: Sequence[DeckFaces]) -> Counter[str]:
    """Return what a draft lacks on the faces of decks."""
    counts = Counter(hole for deck in decks for face in deck.faces for hole in face.holes)
    for deck in decks:
        counts.update(deck.holes)
    return counts


class Edges(Struct, frozen=True):
    """What a printer asks for round a deck's pieces, in mm: bleed, across and down, and the safe zone in the trim."""

    bleed: tuple[float, float]
    safe: float


def laid_out_again(
    checked: Checked, printer: str, edges: Mapping[str, Edges], options: CheckOptions, press: bool = False
) -> Checked:
    """Lay out decks again with a printer's bleed and safe zone, by name; the result holds these decks alone.

    Its problems are what is wrong with them there and was not before, with the names of the printer and the deck: text
    beyond the safe zone, pictures that are too coarse, art that ends short of the bleed are warnings. With `press` inks
    that only a press prints are drawn too.
    """
    from beeprint.rules.bleeds import Bleeds  # loads numpy, which only printers with edges of their own need

    game = checked.game
    decks = {name: _drawn_for(game.components[name], asked) for name, asked in edges.items()}
    again = replace(
        game,
        decks={name: decks.get(name, deck) for name, deck in game.decks.items()},
        boxes={name: decks.get(name, deck) for name, deck in game.boxes.items()},
    )
    pictures = Pictures(game.workspace, checked.fonts, checked.store, game.spec.raster)
    context = LayoutContext(again, checked.fonts, pictures, Frames(pictures), options.unfinished, press)
    deck_faces = [DeckLayouts(context, deck, options, KeptFaces()).faces() for deck in decks.values()]
    known = {replace(problem, severity="warning") for problem in checked.problems}
    problems: list[Problem] = []
    for laid in deck_faces:
        faults = [
            *Preflight().problems(again, laid.deck, laid.faces, checked.fonts),
            *Bleeds(laid.deck, edges[laid.deck.name].bleed, checked.fonts).problems(laid.faces),
        ]
        problems += (
            replace(problem, message=f"{printer}, deck {laid.deck.name}: {problem.message}")
            for problem in (*laid.problems, *(replace(fault, severity="warning") for fault in faults))
            if replace(problem, severity="warning") not in known
        )
    faces: dict[FaceId, Face] = {}
    for laid in deck_faces:
        faces |= {(face.deck, face.id, face.side): face for face in laid.faces}
    return replace(checked, game=again, faces=faces, problems=tuple(dict.fromkeys(problems)))


def _drawn_for(deck: Deck, asked: Edges) -> Deck:
    """Return a deck as a printer asks for it, as wide on all sides as on the widest."""
    spec = replace(deck.spec, bleed=max(asked.bleed), safe=asked.safe)
    return replace(deck, spec=spec, drawn_bleed=deck.spec.bleed)


def _few_faults(faces: Iterable[Face]) -> Iterator[Face]:
    """Yield faces until they have more than MAX_PROBLEMS problems; then BuildError with these."""
    problems: list[Problem] = []
    for face in faces:
        problems += face.problems
        if len(problems) > MAX_PROBLEMS:
            raise BuildError(capped(problems))
        yield face
