"""Load a game: game.yaml, decks and tables with their rows, and inks."""

from __future__ import annotations

import math
import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from beeprint.base.colour import Colour, parse
from beeprint.base.geometry import Point
from beeprint.base.problems import BuildError, Place, Problem, capped, did_you_mean, error_at
from beeprint.base.words import quoted
from beeprint.draw import shape
from beeprint.files.names import slug
from beeprint.files.nodes import Node, read_yaml
from beeprint.files.schema import Flag, Int, Line, Model, Number, Resolution, Words, matching, understand
from beeprint.files.tables_csv import read_csv
from beeprint.files.workspace import Workspace, shown
from beeprint.game.columns import Columns
from beeprint.game.rows import Row, Rows, translated, understand_rows

MAX_PIECES = 20_000


#: How pieces are handled: held and shuffled, laid on the table, or rolled.
Role = Literal["card", "tile", "die"]


class _Shape(Model):
    """What all shapes have in common, so that callers need not know which shape they have."""

    @property
    def role(self) -> Role:
        """Return how the pieces are handled."""
        return "tile"

    def across(self, cell: ShapeSpec | None) -> tuple[float, str]:
        """Return the room in mm that a piece takes on another piece or in a circle, and how it is measured.

        A piece may lie at any angle, so the circle around it counts.
        """
        return self.around, "across"

    @property
    def around(self) -> float:
        """Return the diameter of the circle round a piece's box, in which it lies however it is turned."""
        outline = self.outline()
        return math.hypot(outline.width, outline.height)

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle about a piece's centre that fits inside it."""
        outline = self.outline()
        middle = Point(*(sum(values) / len(outline.corners) for values in zip(*outline.corners, strict=True)))
        return 2 * min(_distance(middle, a, b) for a, b in outline.edges)

    @abstractmethod
    def outline(self) -> shape.Shape:
        """Return the shape."""


class CardShape(_Shape):
    """A card or board: a named size, or width and height in mm; `corner` is the radius of rounded corners."""

    kind: Literal["card", "board"]
    size: str = ""
    width: Number = 0
    height: Number = 0
    corner: Number = 0
    landscape: Flag = False

    def outline(self) -> shape.Shape:
        """Return the shape."""
        width, height = shape.SIZES.get(self.size, (self.width, self.height))
        if self.landscape:
            width, height = height, width
        return shape.rectangle(width, height, self.corner)

    @property
    def role(self) -> Role:
        """Return how the pieces are handled."""
        return "card" if self.kind == "card" else "tile"

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle within a piece."""
        outline = self.outline()
        return min(outline.width, outline.height)


class HexShape(_Shape):
    """A hexagon or a rosette of seven, `flats` mm across each hexagon's flats."""

    kind: Literal["hexagon", "rosette"]
    flats: Number
    flat_top: Flag = False

    def outline(self) -> shape.Shape:
        """Return the shape."""
        make = shape.hexagon if self.kind == "hexagon" else shape.rosette
        return make(self.flats, not self.flat_top)

    def across(self, cell: ShapeSpec | None) -> tuple[float, str]:
        """Return the room that a piece takes; a hexagon lies straight on a hexagon."""
        straight = self.kind == "hexagon" and isinstance(cell, HexShape)
        return (self.flats, "across flats") if straight else super().across(cell)

    @property
    def around(self) -> float:
        """Return the diameter of the smallest circle round a piece."""
        if self.kind == "hexagon":
            return self.flats * 2 / math.sqrt(3)
        outline = self.outline()
        return 2 * max(math.dist(corner, outline.box.centre) for corner in outline.corners)

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle within a piece, or within one hexagon of a rosette."""
        return self.flats


class PolygonShape(_Shape):
    """A tile of the pattern-block family; its unit edge is `edge` mm."""

    kind: Literal["polygon"]
    polygon: shape.PatternBlock
    edge: Number

    def outline(self) -> shape.Shape:
        """Return the shape."""
        return shape.pattern_block(self.polygon, self.edge)

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle within a piece; a trapezoid's touches its parallel edges."""
        return self.outline().height if self.polygon == "trapezoid" else super().within


class RoundShape(_Shape):
    """A round token or chip, `diameter` mm."""

    kind: Literal["round"]
    diameter: Number

    def outline(self) -> shape.Shape:
        """Return the shape."""
        return shape.circle(self.diameter)

    @property
    def around(self) -> float:
        """Return the diameter of the smallest circle round a piece."""
        return self.diameter

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle within a piece."""
        return self.diameter


class DieShape(_Shape):
    """The net of a die of `edge` mm, with glue tabs."""

    kind: Literal["die-net"]
    edge: Number
    tab: Number = 5

    def outline(self) -> shape.Shape:
        """Return the shape."""
        return shape.die_net(self.edge, self.tab)

    @property
    def role(self) -> Role:
        """Return how the pieces are handled."""
        return "die"

    @property
    def around(self) -> float:
        """Return the diameter of the smallest circle round a face of the folded die."""
        return self.edge * math.sqrt(2)

    @property
    def within(self) -> float:
        """Return the diameter of the largest circle within a face of the folded die."""
        return self.edge


def _distance(point: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from the line through two others."""
    return abs((b.x - a.x) * (a.y - point.y) - (a.x - point.x) * (b.y - a.y)) / math.dist(a, b)


ShapeSpec = Annotated[CardShape | HexShape | PolygonShape | RoundShape | DieShape, Field(discriminator="kind")]


class Back(Model):
    """A deck's back: one for the whole deck, or one for each piece."""

    layout: str
    each: Literal["deck", "piece"] = "deck"


class TableSpec(Model):
    """A data file for lookups by layouts and rules."""

    title: Line = ""
    data: str
    columns: Columns = {}


class DeckSpec(Model):
    """A set of pieces of one size and shape; `noun` is what messages call them.

    `name` and `description` label each piece where its face is not shown, with its columns filled in. With
    `per-player`, each player adds that number of copies of each piece, or one `row`; `for-players` gives the copies
    for each number of players.
    """

    title: Line
    noun: Line = ""
    name: str = ""
    description: str = ""
    data: str
    columns: Columns = {}
    shape: ShapeSpec
    bleed: Number = 3
    safe: Number = 3
    front: str
    back: Back | None = None
    stock: Line
    print_: Int | None = None
    per_player: str = ""
    for_players: dict[str, Int] = {}


class LeafletSpec(Model):
    """The rules of play to print: a Markdown file, a layout in layouts/leaflets/, and the stock that names the PDF."""

    text: str
    layout: str = "plain"
    stock: Line = "rules"


def _tags(words: tuple[str, ...]) -> tuple[str, ...]:
    """Check languages, which become names of folders."""
    for word in words:
        if not re.fullmatch(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", word):
            raise ValueError(f"{quoted(word)} is not a language; write tags such as en, fr or pt-BR")
    return words


def _by_folder(value: Any) -> Any:
    return {"": value} if isinstance(value, str) else value


class GameSpec(Model):
    """The file game.yaml; rules and editions stay unparsed, because their own modules know their keys.

    `fonts` says in which family texts in art are set whose own there is not; `raster` at which resolution art is
    drawn that has no outlines, by its folder or name, all of it under "".
    """

    id: Annotated[str, matching("[a-z0-9]+(-[a-z0-9]+)*", "lower-case letters, digits and hyphens, such as my-game")]
    version: Line
    title: Line
    summary: Line = ""
    players: str = ""
    credits: Words = ()
    unofficial: Flag = False
    languages: Annotated[Words, AfterValidator(_tags)] = ("en",)
    palette: str = "palette.yaml"
    smallest_text: Number = 6
    tables: dict[str, TableSpec] = {}
    decks: dict[str, DeckSpec]
    rules: tuple[Any, ...] = ()
    editions: dict[str, Any] = {}
    leaflet: LeafletSpec | None = None
    fonts: dict[str, str] = {}
    raster: Annotated[dict[str, Resolution], BeforeValidator(_by_folder)] = {}
    bring: Words = ()
    not_included: Words = ()


@dataclass(frozen=True)
class Deck:
    """A deck with its data."""

    name: str
    spec: DeckSpec
    rows: Rows

    @cached_property
    def shape(self) -> shape.Shape:
        """Return the outline of its pieces."""
        return self.spec.shape.outline()

    @property
    def role(self) -> Role:
        """Return how its pieces are handled."""
        return self.spec.shape.role

    @property
    def noun(self) -> str:
        """Return the noun for its pieces."""
        return self.spec.noun or self.spec.title.lower()

    def printed(self, row: Row) -> int:
        """Return how many copies of a row are printed: its copies, limited by the deck's `print:`."""
        return row.copies if self.spec.print_ is None else min(row.copies, self.spec.print_)


@dataclass(frozen=True)
class Game:
    """A game as loaded: all that checking, drawing and printing need."""

    workspace: Workspace
    node: Node
    spec: GameSpec
    decks: Mapping[str, Deck]
    tables: Mapping[str, Rows]
    palette: Mapping[str, Colour]
    language: str = ""  # the language of its translation; empty for the language it is written in
    edition: str = ""  # the name of its edition; empty for the whole box
    edition_title: str = ""
    players: int | None = None  # the number of players, if the request or the edition states one
    asked_players: int | None = None  # the number of players, if the request states one

    @property
    def written_in(self) -> str:
        """Return the language of its texts, as named in game.yaml or by --lang."""
        return self.language or next(iter(self.spec.languages), "")

    def rows(self, name: str) -> Rows | None:
        """Return the data of a deck or table."""
        return self.decks[name].rows if name in self.decks else self.tables.get(name)

    @property
    def full_title(self) -> str:
        """Return the game's title, followed by its edition's."""
        return f"{self.spec.title}, {self.edition_title}" if self.edition else self.spec.title

    @property
    def pieces(self) -> int:
        """Return how many pieces the box holds; a deck with `print: 0` is an alternative pack and does not count."""
        decks = [deck for deck in self.decks.values() if deck.spec.print_ != 0]
        return sum(row.copies for deck in decks for row in deck.rows.rows)

    @property
    def printed(self) -> int:
        """Return how many pieces a build prints unless it is asked for others: the box, limited by decks' `print:`."""
        return sum(deck.printed(row) for deck in self.decks.values() for row in deck.rows.rows)

    @property
    def printed_in_part(self) -> list[str]:
        """Return, for each deck of which fewer pieces are printed than the box holds, how many: 4 of 100 sheets."""
        decks = [deck for deck in self.decks.values() if deck.spec.print_ != 0]
        counts = ((deck, [(deck.printed(row), row.copies) for row in deck.rows.rows]) for deck in decks)
        sums = ((deck, sum(few for few, _ in each), sum(copies for _, copies in each)) for deck, each in counts)
        return [f"{few} of {copies} {deck.noun}" for deck, few, copies in sums if few != copies]

    @property
    def names(self) -> list[str]:
        """Return the names of decks and tables."""
        return [*self.decks, *self.tables]


def load(workspace: Workspace, language: str = "") -> tuple[Game, list[Problem]]:
    """Load the game of a folder, and return it with the problems in its data, to which later checks add theirs.

    With a `language`, the files in lang/<language>/ replace texts in the data. BuildError if game.yaml is faulty or a
    data file cannot be read at all.
    """
    node = read_yaml(*workspace.data("game.yaml", Place(shown(workspace.game))))
    problems: list[Problem] = []
    spec = understand(GameSpec, node, problems)
    fatal: list[Problem] = [*_faulty_shapes(spec, node), *_alike(spec, node)]
    read: dict[str, Rows] = {}
    for group, entries in (("tables", spec.tables), ("decks", spec.decks)):
        for name, entry in entries.items():
            place = node.at([group, name, "data"])
            if name in read:
                fatal.append(Problem(node.key_at(["decks"], name), f"{name} is the name of a table and of a deck"))
            try:
                table = read_csv(*workspace.data(entry.data, place))
                at = node.key_at([group, name], "columns")
                read[name] = understand_rows(name, table, entry.columns, at, problems)
                other = f"lang/{language}/{entry.data}"
                if language and (workspace.game / other).is_file():
                    read[name] = translated(read[name], read_csv(*workspace.data(other, place)), problems)
            except BuildError as error:
                fatal += error.problems
    try:
        palette = _palette(workspace, spec, node)
    except BuildError as error:
        fatal += error.problems
        palette = {}
    problems += capped(faulty_refs(spec, node, read))
    if fatal:
        raise BuildError([*fatal, *problems])
    decks = {name: Deck(name, entry, read[name]) for name, entry in spec.decks.items()}
    tables = {name: read[name] for name in spec.tables}
    if sum(row.copies for deck in decks.values() for row in deck.rows.rows) > MAX_PIECES:
        raise error_at(node.at(["decks"]), f"the game holds more than {MAX_PIECES:,} pieces")
    return Game(workspace, node, spec, decks, tables, palette, language), problems


def _alike(spec: GameSpec, node: Node) -> Iterator[Problem]:
    """Yield a problem for each deck or stock whose files would have the same name as another's, ignoring case."""
    decks: dict[str, str] = {}
    stocks: dict[str, str] = {}
    if spec.leaflet and any(
        slug(deck.stock).lower() == slug(spec.leaflet.stock).lower() for deck in spec.decks.values()
    ):
        message = f"the leaflet would be written to the same file as the decks of stock {spec.leaflet.stock}"
        yield Problem(node.at(["leaflet", "stock"]), message, "choose another stock: for the leaflet")
    for name, deck in spec.decks.items():
        for noun, seen, word, place in (
            ("decks", decks, name, node.key_at(["decks"], name)),
            ("stocks", stocks, deck.stock, node.at(["decks", name, "stock"])),
        ):
            other = seen.setdefault(slug(word).lower(), word)
            if other != word:
                hint = "choose names that differ in more than case or punctuation"
                yield Problem(place, f"the {noun} {other} and {word} would be written to the same file", hint)


def languages(workspace: Workspace) -> tuple[str, ...]:
    """Return the languages of a game; the first is the one it is written in."""
    return declared(workspace).languages


def declared(workspace: Workspace) -> GameSpec:
    """Read game.yaml, but not the data files."""
    return understand(GameSpec, read_yaml(*workspace.data("game.yaml", Place(shown(workspace.game)))))


def _faulty_shapes(spec: GameSpec, node: Node) -> Iterator[Problem]:
    """Yield a problem for each deck whose size is unknown, missing or absurd."""
    for name, deck in spec.decks.items():
        at = ["decks", name, "shape"]
        if isinstance(deck.shape, CardShape) and deck.shape.size:
            if deck.shape.size not in shape.SIZES:
                hint = did_you_mean(deck.shape.size, shape.SIZES)
                yield Problem(node.at([*at, "size"]), f"there is no size {deck.shape.size}", hint)
                continue
            if deck.shape.width or deck.shape.height:
                yield Problem(
                    node.at(at), f"deck {name} has both a named size and a width or height", "keep one of the two"
                )
        sizes = [value for value in deck.shape.model_dump().values() if type(value) in (int, float)]
        named = isinstance(deck.shape, CardShape) and deck.shape.size
        outline = deck.shape.outline() if min(sizes) >= 0 and (named or max(sizes) > 0) else None
        if outline is None or not (4 <= outline.width <= 1000 and 4 <= outline.height <= 1000):
            yield Problem(node.at(at), f"deck {name} has no usable size", "sizes are in mm, from 4 to 1000")
        else:
            yield from _too_large(deck, outline, node, ["decks", name])
        for key in ("bleed", "safe"):
            if not 0 <= getattr(deck, key) <= 20:
                yield Problem(
                    node.at(["decks", name, key]), f"{key} is {getattr(deck, key):g} mm; it must be from 0 to 20"
                )


def _too_large(deck: DeckSpec, outline: shape.Shape, node: Node, at: list[str | int]) -> Iterator[Problem]:
    """Yield a problem for each length of a deck that its pieces are too small for."""
    half = min(outline.width, outline.height) / 2
    if isinstance(deck.shape, CardShape) and deck.shape.corner > half:
        message = f"corner is {deck.shape.corner:g} mm; it must be at most {half:g}, half the shorter side"
        yield Problem(node.at([*at, "shape", "corner"]), message)
    if isinstance(deck.shape, DieShape) and deck.shape.tab > deck.shape.edge:
        message = f"tab is {deck.shape.tab:g} mm; it must be at most {deck.shape.edge:g}, the edge of the die"
        yield Problem(node.at([*at, "shape", "tab"]), message)
    if half <= deck.safe <= 20:
        message = f"safe is {deck.safe:g} mm, which leaves no safe zone on pieces of {2 * half:g} mm"
        yield Problem(node.at([*at, "safe"]), message, "choose a smaller safe: for small pieces")


def _palette(workspace: Workspace, spec: GameSpec, node: Node) -> dict[str, Colour]:
    """Read the game's inks, by name."""
    if (
        "palette" not in (node.value if isinstance(node.value, dict) else ())
        and not (workspace.game / spec.palette).is_file()
    ):
        return {}
    data, file = workspace.data(spec.palette, node.at(["palette"]))
    inks = read_yaml(data, file)
    found: dict[str, Colour] = {}
    problems = []
    if not isinstance(inks.value, dict):
        raise error_at(
            inks.place,
            "the palette must be a list of names, each with its colour",
            'write a line for each, such as ink: "#22313A"',
        )
    for name, value in (inks.value if isinstance(inks.value, dict) else {}).items():
        colour = parse(value.value) if isinstance(value.value, str) else None
        if colour is None:
            text = repr(value.value) if isinstance(value.value, str) else "a list or mapping"
            problems.append(
                Problem(
                    value.place, f"ink {name}: {text} is not a colour", 'write a colour in quotes, such as "#3F7D3A"'
                )
            )
        elif colour in found.values():
            twin = next(other for other, known in found.items() if known == colour)
            problems.append(Problem(value.place, f"ink {name} has the same value as {twin}: {colour.hex}"))
        else:
            found[name] = colour
    if problems:
        raise BuildError(problems)
    return found


def faulty_refs(spec: GameSpec, node: Node, read: Mapping[str, Rows]) -> Iterator[Problem]:
    """Yield a problem for each ref column with an unknown table, and each cell that refers to an unknown row."""
    for group, entries in (("tables", spec.tables), ("decks", spec.decks)):
        for name, entry in entries.items():
            for column, declared in entry.columns.items():
                if declared.type != "ref" or name not in read:
                    continue
                target = read.get(declared.table)
                if target is None:
                    place = node.at([group, name, "columns", column, "table"])
                    yield Problem(place, f"there is no table {declared.table}", did_you_mean(declared.table, read))
                    continue
                for row in read[name].rows:
                    text = row.values.get(column)
                    if text is not None and text not in target.by_id:
                        message = f"{column} is {quoted(text)}, which is not an id in {target.file}"
                        yield Problem(
                            read[name].place(row, column),
                            f"{message} {read[name].cell(row, column)}",
                            did_you_mean(text, target.by_id),
                        )
