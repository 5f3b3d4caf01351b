"""Pictures to show: which pieces are seen, and jobs that draw them as PNG, WebP and SVG files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypeVar

from msgspec import Meta, Struct

from beeprint.base import colour
from beeprint.base.colour import Colour
from beeprint.base.geometry import IDENTITY, MM_PER_INCH, Rect, translate
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at, otherwise
from beeprint.drawing import shape
from beeprint.drawing.drawing import Drawing, Symbol, use
from beeprint.drawing.marks import shown_part
from beeprint.face.layout import Side
from beeprint.game.edition import FULL
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row
from beeprint.outputs import scene
from beeprint.outputs.scene import Place as Spot
from beeprint.outputs.scene import SetUp, Thing
from beeprint.outputs.shared.files import write_drawing
from beeprint.outputs.shared.output import FACE, Job, Order, PrintedSide, Product, Profile
from beeprint.outputs.shared.pieces import Checked, selected
from beeprint.sources.conversion import understand
from beeprint.sources.nodes import Node, read_yaml
from beeprint.sources.schema import Int, Line, Mm, Number, Words

#: The most pixels of a picture: 10,000 x 8,000; drawing takes about ten bytes for each.
MAX_PIXELS = 80_000_000
#: The longest side of a WebP picture, in pixels, which the format has 14 bits for.
_MOST_WEBP = 16_383
#: The options that every output of such pictures heeds.
SCENE = frozenset({"dpi", "seed"})
#: The radius of a die's corners, as a share of its edge.
_ROUNDED = 0.12
#: The work of a million pixels.
_MILLION = 25.0


class SceneKeys(Profile):
    """The keys of profiles for pictures to show.

    `pieces` maps decks to ids, which are shown in this order; no ids mean all of a deck. `ground` is a colour of the
    palette or `#rrggbb`; without one the picture is transparent. `margin` is in mm.
    """

    dpi: Annotated[Number, Meta(ge=10, le=1200)] = 200
    formats: Annotated[tuple[Literal["png", "webp", "svg"], ...], Meta(min_length=1)] = ("png", "svg")
    pieces: dict[str, Words] = {}
    ground: Line = ""
    margin: Annotated[Mm, Meta(ge=0, le=500)] = 10


class DrawnKeys(SceneKeys):
    """The keys of profiles that show some pieces of a deck: so many, drawn by `seed`, unless `pieces` names them."""

    count: Annotated[Int, Meta(ge=1, le=60)] = 1
    seed: Annotated[Int, Meta(ge=0, le=999_999_999)] = 1


Drawn = TypeVar("Drawn", bound=DrawnKeys)

Asked = TypeVar("Asked", bound=SceneKeys)


class Chosen(NamedTuple):
    """A deck and those of its pieces that may be shown; `listed` are named one by one, and so are all shown."""

    deck: Deck
    rows: Sequence[Row]
    listed: bool


class Picture(NamedTuple):
    """A picture: the first of its files, the job that writes them all, and the function that draws what they show."""

    file: str
    job: Job
    draw: Callable[[], Drawing]


def chosen(order: Order[Asked]) -> list[Chosen]:
    """Return the decks and pieces that the options, or else the profile, name.

    Without either, all of the decks of cards, or of all decks where a game has no cards; BuildError for a deck or a
    piece that the game does not have.
    """
    game, options = order.checked.game, order.options
    _known(order)
    named: Mapping[str, Sequence[str]] = options.only or order.profile.pieces
    if named:
        decks = [game.decks[name] for name in named if name in game.decks]
        if not decks:
            raise error_at(Place("--only"), "boxes do not lie among cards", "--profile folded shows them")
    else:
        every = [deck for deck in selected(game, options) if deck.rows.rows]
        decks = [deck for deck in every if deck.role == "card"] or every
    choices = []
    for deck in decks:
        ids, by_id = named.get(deck.name, ()), deck.rows.by_id
        rows = [by_id[row_id] for row_id in ids if row_id in by_id] if ids else deck.rows.rows
        choices.append(Chosen(deck, rows, bool(ids)))
    return [choice for choice in choices if choice.rows]


def _known(order: Order[Asked]) -> None:
    """Check the decks and the pieces that the profile names."""
    game, node = order.checked.game, order.node
    problems = []
    for name, ids in order.profile.pieces.items():
        deck = game.decks.get(name)
        if deck is None:
            hint = did_you_mean(name, game.decks)
            problems.append(Problem(node.key_at(["pieces"], name), f"{game.spec.title} has no deck {name}", hint))
            continue
        for number, piece in enumerate(ids):
            if piece not in deck.rows.ids:
                hint = did_you_mean(piece, deck.rows.ids)
                problems.append(Problem(node.at(["pieces", name, number]), f"{deck.rows.file} has no {piece}", hint))
    if problems:
        raise BuildError(problems)


def hands(order: Order[Drawn]) -> Iterator[tuple[Deck, Sequence[Row]]]:
    """Yield each deck with the pieces to show: those that are listed, or else a draw from its copies."""
    keys, asked = order.profile, order.options.seed
    for deck, rows, listed in chosen(order):
        drawn = drawn_from([(deck, row) for row in rows], keys.count, keys.seed if asked is None else asked)
        yield deck, rows if listed else [row for _, row in drawn]


def seen(order: Order[Drawn]) -> Iterator[str]:
    """Yield a line for each deck that names the pieces which are shown, so that a profile can list them."""
    for deck, rows in hands(order):
        yield f"{order.name}: {deck.name} ({', '.join(row.id for row in rows)})"


def drawn_from(pieces: Sequence[tuple[Deck, Row]], count: int | None, seed: int) -> list[tuple[Deck, Row]]:
    """Draw pieces of shuffled decks, different ones as long as there are any, then their copies; all without `count`.

    The same seed shuffles alike on every machine, and a new card of the deck changes little.
    """

    def shuffled(card: tuple[Deck, Row, int]) -> tuple[int, str]:
        deck, row, copy = card
        return copy, hashlib.sha256(f"{seed} {deck.name}/{row.id} {copy}".encode()).hexdigest()

    cards = [(deck, row, copy) for deck, row in pieces for copy in range(row.copies)]
    return [(deck, row) for deck, row, _ in sorted(cards, key=shuffled)[:count]]


def thing(checked: Checked, deck: Deck, row: Row, side: Side = "front") -> Thing | None:
    """Return a side of a piece, to be placed; None where it has no back."""
    face = checked.faces[deck.name, row.id, "front"] if side == "front" else checked.back(deck, row)
    if face is None:
        return None
    return Thing(f"{deck.name}/{row.id}", face.symbol, deck.outline(side), IDENTITY)


def rolled(checked: Checked, deck: Deck, row: Row, face: int) -> Thing:
    """Return a die as it is seen from above when its face of this number lies up, counted from 1."""
    place = deck.spec.shape.faces[face - 1]
    net = checked.faces[deck.name, row.id, "front"].symbol
    top = Symbol.of([use(shown_part(net, place), translate(-place.x, -place.y))])
    outline = shape.rectangle(place.width, place.height, place.width * _ROUNDED)
    return Thing(f"{deck.name}/{row.id}", top, outline, IDENTITY, height=place.width / 3)


def colour_of(game: Game, name: str, place: Place) -> Colour:
    """Return a colour of the palette, or `#rrggbb`; BuildError at `place` for one that is not known."""
    palette = game.palette
    value = palette.get(name) or colour.parse(name)
    if value is None:
        raise error_at(
            place, f"there is no colour {name}", otherwise(did_you_mean(name, palette), "write it as #rrggbb")
        )
    return value


def picture(
    order: Order[Asked], stem: str, things: Sequence[Thing], box: Rect | None = None, ground: Colour | None = None
) -> Picture:
    """Return the picture of some things, in each format; BuildError where there are too many pixels.

    It shows what lies in `box`, in mm, or all; its ground is the profile's unless another is given.
    """
    name = order.profile.ground
    ground = colour_of(order.checked.game, name, order.node.at(["ground"])) if name and ground is None else ground
    dpi = order.options.dpi or order.profile.dpi
    shown = box or scene.frame(things, order.profile.margin)
    across, down = (side * dpi / MM_PER_INCH for side in (shown.width, shown.height))
    if across * down > MAX_PIXELS:
        fault = f"the picture {stem} would have {across:,.0f} x {down:,.0f} pixels"
        hint = f"use at most {int(dpi * (MAX_PIXELS / (across * down)) ** 0.5)} dpi, or show fewer pieces"
        place = Place("--dpi") if order.options.dpi else order.node.at(["dpi"])
        raise error_at(place, f"{fault}, more than {MAX_PIXELS // 1_000_000} million", hint)
    longest = max(across, down)
    if "webp" in order.profile.formats and longest > _MOST_WEBP:
        message = f"the picture {stem} would be {longest:,.0f} pixels long; WebP holds at most {_MOST_WEBP:,}"
        hint = f"use at most {int(dpi * _MOST_WEBP / longest)} dpi, or leave webp out of formats"
        raise error_at(order.node.at(["formats"]), message, hint)
    files = [order.folder / f"{stem}.{ending}" for ending in dict.fromkeys(order.profile.formats)]
    work = FACE * len(things) + across * down / 1_000_000 * _MILLION
    draw = partial(scene.drawn, things, shown, ground)
    name = files[0].relative_to(order.folder.parent).as_posix()
    return Picture(name, (work, partial(_write, files, draw, order.checked, dpi)), draw)


def product(order: Order[Asked], pictures: Iterable[Picture], summary: Iterable[str] = ()) -> Product:
    """Return what is made for an order of pictures to show."""
    made = tuple(pictures)
    return Product(
        (order.name,), tuple(picture.job for picture in made), summary=tuple(summary), sides=partial(_sides, made)
    )


def _sides(pictures: Sequence[Picture]) -> Iterator[PrintedSide]:
    for picture in pictures:
        yield PrintedSide(picture.file, "front", picture.file, 1, picture.draw())


def _write(files: Sequence[Path], draw: Callable[[], Drawing], checked: Checked, dpi: float) -> None:
    drawing = draw()
    for file in files:
        write_drawing(file, drawing, checked, dpi)


# The set-ups of a game: files that say what lies where on a table, read and checked against its decks.


#: What the names of these files begin with.
NAMES = "set-up"


#: A piece: its deck and its row.
Piece = tuple[Deck, Row]


class Lying(Struct, frozen=True):
    """Pieces at a place of the table; `cells` are their coordinates, if they lie on a lattice."""

    spot: Spot
    pieces: Sequence[Piece]
    cells: Sequence[tuple[int, int]]


class Table(Struct, frozen=True):
    """A set-up that is sound: what it says, the pieces at its places in order, and the colour of the table."""

    set_up: SetUp
    lying: Sequence[Lying]
    ground: Colour | None


def check(game: Game, editions: Iterable[Game]) -> list[Problem]:
    """Return what is wrong with the set-ups of a game, those files in its folder whose names begin with `set-up`.

    A place that the whole game or one of its `editions` leaves empty, or fills in part only, is a problem too.
    """
    problems: list[Problem] = []
    names = game.workspace.data_names(NAMES, ".yaml")
    variants = [game, *editions] if names else []
    for name in names:
        try:
            read(game, name, Place(name))
            problems += _gaps(variants, read_yaml(*game.workspace.data(name, Place(name))))
        except BuildError as error:
            problems += error.problems
    return problems


def _gaps(variants: Iterable[Game], node: Node) -> Iterator[Problem]:
    """Yield a problem for each place of a sound set-up at which a variant of the game lacks pieces."""
    spots = understand(SetUp, node).places
    for game in variants:
        who = f"edition {game.edition}" if game.edition else "the whole box"
        hint = f"name other pieces, or write leave-out: {game.edition or FULL}"
        for index, spot in enumerate(spots):
            if _is_left_out(game, spot):
                continue
            decks = _printed(game, spot)
            titles = " and ".join(game.decks[deck].spec.title for deck in spot.deck)
            copies = sum(row.copies for deck in decks for row in deck.rows.rows)
            missing = [piece for piece in spot.pieces if not any(piece in deck.rows.by_id for deck in decks)]
            if not copies:
                at = node.at(["places", index, "deck"])
                yield Problem(at, f"{who} has no {titles}, so this place is empty", hint)
            elif missing:
                at = node.at(["places", index, "pieces", spot.pieces.index(missing[0])])
                yield Problem(at, f"{who} leaves out {', '.join(missing)} of {titles}", hint)
            elif spot.draw and spot.draw > copies:
                at = node.at(["places", index, "draw"])
                yield Problem(at, f"draw is {spot.draw}, but {who} has {copies} {titles}", f"draw at most {copies}")


def _is_left_out(game: Game, spot: Spot) -> bool:
    return (game.edition or FULL) in spot.leave_out


def _printed(game: Game, spot: Spot) -> list[Deck]:
    """Return the decks of a place of which the game prints any pieces."""
    decks = (game.decks[name] for name in spot.deck)
    return [deck for deck in decks if deck.spec.print_ != 0 and deck.rows.rows]


def read(game: Game, name: str, place: Place, seed: int | None = None) -> Table:
    """Read a set-up, the file `name` of a game's folder; `seed` shuffles decks instead of those that it gives.

    Places that it leaves out in the game's edition are not among `lying`.

    BuildError with all that is wrong with it, and at `place` where there is no such file.
    """
    node = read_yaml(*game.workspace.data(name, place))
    set_up = understand(SetUp, node)
    lying: list[Lying] = []
    problems: list[Problem] = []
    ground = None
    for index, spot in enumerate(set_up.places):
        try:
            there = _lying(game, spot, node, index, seed)
            lying += [] if _is_left_out(game, spot) else [there]
        except BuildError as error:
            problems += error.problems
    try:
        ground = colour_of(game, set_up.ground, node.at(["ground"])) if set_up.ground else None
    except BuildError as error:
        problems += error.problems
    if problems:
        raise BuildError(problems)
    return Table(set_up, lying, ground)


def _lying(game: Game, spot: Spot, node: Node, index: int, seed: int | None) -> Lying:
    """Return the pieces at a place; BuildError for decks, pieces, columns and editions that the game does not have."""
    problems = [*_unknown_names(game, spot, node, index)]
    if problems:
        raise BuildError(problems)
    decks = [game.decks[name] for name in spot.deck]
    problems = [*_unknown(decks, spot, node, index), *_no_numbers(decks, spot, node, index)]
    if problems:
        raise BuildError(problems)
    pieces = _pieces(_printed(game, spot), spot, spot.seed if seed is None else seed)
    return Lying(spot, pieces, list(_cells(pieces, spot, node, index)) if spot.as_ == "lattice" else ())


def _unknown_names(game: Game, spot: Spot, node: Node, index: int) -> Iterator[Problem]:
    """Yield a problem for each deck and each edition that the game does not have."""
    for number, name in enumerate(spot.deck):
        if name not in game.decks:
            at = _listed(node, ["places", index, "deck"], number)
            yield Problem(at, f"{game.spec.title} has no deck {name}", did_you_mean(name, game.decks))
    for number, name in enumerate(spot.leave_out):
        if name not in (known := [*game.spec.editions, FULL]):
            at = _listed(node, ["places", index, "leave-out"], number)
            yield Problem(at, f"there is no edition {name}", did_you_mean(name, known))


def _listed(node: Node, at: list[str | int], number: int) -> Place:
    """Return the place of a value that may stand alone or in a list."""
    return node.at([*at, number] if node.find([*at, number]) is not None else at)


def _unknown(decks: Sequence[Deck], spot: Spot, node: Node, index: int) -> Iterator[Problem]:
    """Yield a problem for each piece that none of the decks has."""
    ids = [piece for deck in decks for piece in deck.rows.ids]
    files = " and ".join(dict.fromkeys(deck.rows.file for deck in decks))
    for number, piece in enumerate(spot.pieces):
        if piece not in ids:
            at = _listed(node, ["places", index, "pieces"], number)
            yield Problem(at, f"{files} has no {piece}", did_you_mean(piece, ids))


def _no_numbers(decks: Sequence[Deck], spot: Spot, node: Node, index: int) -> Iterator[Problem]:
    """Yield a problem for each coordinate of a lattice that is no column of whole numbers."""
    for deck in decks if spot.as_ == "lattice" else ():
        known = [name for name, kind in deck.rows.columns.items() if kind.type == "int"]
        for number, column in enumerate(spot.lattice or ()):
            if column not in known:
                at = node.at(["places", index, "lattice", number])
                message = f"{column} is no column of whole numbers of {deck.name}"
                yield Problem(at, message, did_you_mean(column, known))


def _pieces(decks: Sequence[Deck], spot: Spot, seed: int) -> Sequence[Piece]:
    if spot.pieces:
        first = {row.id: (deck, row) for deck in reversed(decks) for row in deck.rows.rows}
        return [first[piece] for piece in spot.pieces if piece in first]
    every = [(deck, row) for deck in decks for row in deck.rows.rows]
    if spot.draw or spot.as_ in ("pile", "heap"):
        return drawn_from(every, spot.draw, seed)
    return every


def _cells(pieces: Sequence[Piece], spot: Spot, node: Node, index: int) -> Iterator[tuple[int, int]]:
    """Yield the coordinates of pieces on a lattice; BuildError for a piece whose cell is empty."""
    for deck, row in pieces:
        numbers: list[int] = []
        for number, column in enumerate(spot.lattice or ()):
            value = row.values.get(column)
            if not isinstance(value, int):
                at = node.at(["places", index, "lattice", number])
                raise error_at(at, f"{row.id} of {deck.name} has no {column}", "fill in its cell, or name the pieces")
            numbers.append(value)
        yield numbers[0], numbers[1]
