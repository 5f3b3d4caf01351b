"""What a game is: its decks, their data as typed rows, and the conditions that rules and layouts put on rows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from beeprint import shape
from beeprint.colour import Colour, parse
from beeprint.problems import BuildError, Place, Problem, did_you_mean, fail
from beeprint.schema import Flag, Int, Model, Number, Words, understand
from beeprint.source import Node, Table, read_bytes, read_csv, read_yaml
from beeprint.workspace import Workspace, shown, slug

MAX_COPIES = 1_000
MAX_PIECES = 20_000

Kind = Literal["text", "int", "bool", "colour", "length", "choice", "list", "cells", "ref"]


def _column(value: Any) -> Any:
    """Return `int?` as {type: int, optional: yes}; a mapping may carry the question mark at its type too."""
    found = dict(value) if isinstance(value, dict) else {"type": value}
    if isinstance(found.get("type"), str) and found["type"].endswith("?"):
        found |= {"type": found["type"][:-1], "optional": True}
    return found


class Column(Model):
    """What a column's cells hold: `of` names the choices (or a list's), `table` what a ref refers to."""

    type: Kind
    optional: Flag = False
    of: Words = ()
    items: Literal["text", "int"] = "text"
    table: str = ""


Columns = dict[str, Annotated[Column, BeforeValidator(_column)]]


class CardShape(Model):
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


class HexShape(Model):
    """A hexagon or a rosette of seven, `flats` mm across each hexagon's flats."""

    kind: Literal["hexagon", "rosette"]
    flats: Number
    flat_top: Flag = False

    def outline(self) -> shape.Shape:
        """Return the shape."""
        make = shape.hexagon if self.kind == "hexagon" else shape.rosette
        return make(self.flats, not self.flat_top)


class PolygonShape(Model):
    """A tile of the pattern-block family, `edge` mm to the unit edge."""

    kind: Literal["polygon"]
    polygon: Literal["hexagon", "triangle", "rhombus", "trapezoid"]
    edge: Number

    def outline(self) -> shape.Shape:
        """Return the shape."""
        return shape.pattern_block(self.polygon, self.edge)


class RoundShape(Model):
    """A round token or chip, `diameter` mm."""

    kind: Literal["round"]
    diameter: Number

    def outline(self) -> shape.Shape:
        """Return the shape."""
        return shape.circle(self.diameter)


class DieShape(Model):
    """The net of a die of `edge` mm, with glue tabs."""

    kind: Literal["die-net"]
    edge: Number
    tab: Number = 5

    def outline(self) -> shape.Shape:
        """Return the shape."""
        return shape.die_net(self.edge, self.tab)


ShapeSpec = Annotated[CardShape | HexShape | PolygonShape | RoundShape | DieShape, Field(discriminator="kind")]


class Back(Model):
    """A deck's back: one for the whole deck, or each piece its own."""

    layout: str
    each: Literal["deck", "piece"] = "deck"


class TableSpec(Model):
    """A data file that layouts and rules look things up in."""

    title: str = ""
    data: str
    columns: Columns = {}


class DeckSpec(Model):
    """A set of components of one size and shape; `noun` is what messages call one of them."""

    title: str
    noun: str = ""
    data: str
    columns: Columns = {}
    shape: ShapeSpec
    bleed: Number = 3
    safe: Number = 3
    front: str
    back: Back | None = None
    stock: str
    print_: Int | None = None


class GameSpec(Model):
    """The file game.yaml, rules left as they are written: each rule knows its own keys."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    version: str
    title: str
    summary: str = ""
    players: str = ""
    credits: Words = ()
    unofficial: Flag = False
    languages: Words = ("en",)
    palette: str = "palette.yaml"
    smallest_text: Number = 6
    tables: dict[str, TableSpec] = {}
    decks: dict[str, DeckSpec]
    rules: tuple[Any, ...] = ()
    bring: Words = ()
    not_included: Words = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a data file: the text of its cells, their typed values, how many copies the box holds."""

    id: str
    index: int
    copies: int
    texts: Mapping[str, str]
    values: Mapping[str, Any]
    faulty: frozenset[str] = frozenset()  # columns whose cell is wrong and reported already


@dataclass(frozen=True)
class Rows:
    """A data file understood: rows in file order."""

    name: str
    table: Table
    columns: Mapping[str, Column]
    rows: tuple[Row, ...]

    @cached_property
    def by_id(self) -> dict[str, Row]:
        """Return the rows by id."""
        return {row.id: row for row in self.rows}

    @property
    def file(self) -> str:
        """Return the file's name without folders."""
        return self.table.shown.rsplit("/", 1)[-1]

    def place(self, row: Row, column: str = "id") -> Place:
        """Return where a row's cell stands."""
        return self.table.place(row.index, column)

    def cell(self, row: Row, column: str) -> str:
        """Return what a person calls a cell: (H13, column copies, cell C14)."""
        return f"({row.id}, column {column}, cell {self.table.cell(row.index, column)})"


@dataclass(frozen=True)
class Deck:
    """A deck understood."""

    name: str
    spec: DeckSpec
    rows: Rows

    @cached_property
    def shape(self) -> shape.Shape:
        """Return the outline of its pieces."""
        return self.spec.shape.outline()

    @property
    def noun(self) -> str:
        """Return what to call its pieces."""
        return self.spec.noun or self.spec.title.lower()

    def printed(self, row: Row) -> int:
        """Return how many copies of a row are printed: its copies, or what the deck says to print."""
        return row.copies if self.spec.print_ is None else min(row.copies, self.spec.print_)


@dataclass(frozen=True)
class Game:
    """A game understood: everything steps 4 to 9 need to know."""

    workspace: Workspace
    node: Node
    spec: GameSpec
    decks: Mapping[str, Deck]
    tables: Mapping[str, Rows]
    palette: Mapping[str, Colour]

    def rows(self, name: str) -> Rows | None:
        """Return the data of a deck or table."""
        return self.decks[name].rows if name in self.decks else self.tables.get(name)

    @property
    def names(self) -> list[str]:
        """Return the names of decks and tables."""
        return [*self.decks, *self.tables]


def load(workspace: Workspace) -> tuple[Game, list[Problem]]:
    """Return the game of a folder and the faults in its data, so that later checks can add theirs.

    BuildError where game.yaml cannot be understood or a data file cannot be read at all.
    """
    path = workspace.game / "game.yaml"
    node = read_yaml(read_bytes(path, shown(path)), shown(path))
    spec = understand(GameSpec, node)
    problems: list[Problem] = []
    fatal: list[Problem] = [*_faulty_shapes(spec, node)]
    read: dict[str, Rows] = {}
    for group, entries in (("tables", spec.tables), ("decks", spec.decks)):
        for name, entry in entries.items():
            place = node.at([group, name, "data"])
            if name in read:
                fatal.append(Problem(node.key_at(["decks"], name), f"{name} names a table and a deck"))
            try:
                data, file = workspace.data(entry.data, place)
                read[name] = _rows(name, read_csv(data, file), entry.columns, node.at([group, name]), problems)
            except BuildError as error:
                fatal += error.problems
    try:
        palette = _palette(workspace, spec, node)
    except BuildError as error:
        fatal += error.problems
        palette = {}
    problems += _faulty_refs(spec, node, read)
    if fatal:
        raise BuildError([*fatal, *problems])
    decks = {name: Deck(name, entry, read[name]) for name, entry in spec.decks.items()}
    tables = {name: read[name] for name in spec.tables}
    if sum(row.copies for deck in decks.values() for row in deck.rows.rows) > MAX_PIECES:
        raise fail(node.at(["decks"]), f"the game holds more than {MAX_PIECES:,} pieces")
    return Game(workspace, node, spec, decks, tables, palette), problems


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
                yield Problem(node.at(at), f"deck {name} gives a named size and a width or height: give one of the two")
        sizes = [value for value in deck.shape.model_dump().values() if type(value) in (int, float)]
        named = isinstance(deck.shape, CardShape) and deck.shape.size
        outline = deck.shape.outline() if min(sizes) >= 0 and (named or max(sizes) > 0) else None
        if outline is None or not (4 <= outline.width <= 1000 and 4 <= outline.height <= 1000):
            yield Problem(node.at(at), f"deck {name} has no usable size", "sizes are in mm, from 4 to 1000")
        for key in ("bleed", "safe"):
            if not 0 <= getattr(deck, key) <= 20:
                yield Problem(node.at(["decks", name, key]), f"{key} is {getattr(deck, key):g} mm, not 0 to 20")


def _palette(workspace: Workspace, spec: GameSpec, node: Node) -> dict[str, Colour]:
    """Return the game's inks by name."""
    if (
        "palette" not in (node.value if isinstance(node.value, dict) else ())
        and not (workspace.game / spec.palette).is_file()
    ):
        return {}
    data, file = workspace.data(spec.palette, node.at(["palette"]))
    inks = read_yaml(data, file)
    found: dict[str, Colour] = {}
    problems = []
    for name, value in (inks.value if isinstance(inks.value, dict) else {}).items():
        colour = parse(value.value) if isinstance(value.value, str) else None
        if colour is None:
            problems.append(Problem(value.place, f"ink {name} is no colour", 'write it as "#E69F00", in quotes'))
        elif colour in found.values():
            twin = next(other for other, known in found.items() if known == colour)
            problems.append(Problem(value.place, f"ink {name} has the same value as {twin}: {colour.hex}"))
        else:
            found[name] = colour
    if problems:
        raise BuildError(problems)
    return found


def _rows(name: str, table: Table, columns: Columns, place: Place, problems: list[Problem]) -> Rows:
    """Return a data file's rows; faults of header and cells are added to `problems`."""
    declared: dict[str, Column] = {"id": Column(type="text"), **columns}
    for column in declared:
        if column not in table.header:
            hint = did_you_mean(column, [head for head in table.header if head not in declared])
            problems.append(Problem(table.place(None), f"the column {column} is missing", hint))
    for head in table.header:
        if head not in declared and head != "copies" and not head.startswith(("#", "note")):
            problems.append(
                Problem(
                    table.place(None, head),
                    f"unknown column {head}",
                    f"{_nearest(head, [*declared, 'copies'])}declare it under columns: (game.yaml, line {place.line}), "
                    "or start its name with # or note to keep it as a remark",
                )
            )
    rows: list[Row] = []
    ids: dict[str, tuple[str, int]] = {}
    for index, cells in enumerate(table.rows):
        row = _row(table, index, cells, declared, problems)
        key = slug(row.id).lower()
        if not row.id:
            continue
        if key in ids:
            other, first = ids[key]
            twice = "stands twice, first" if other == row.id else f"names the same file as {other}"
            problems.append(
                Problem(
                    table.place(index, "id"),
                    f"the id {row.id} {twice} in row {table.cell(first, 'id')[1:]} (cell {table.cell(index, 'id')})",
                    "delete the duplicate row, or give it an id of its own",
                )
            )
        ids.setdefault(key, (row.id, index))
        rows.append(row)
    return Rows(name, table, declared, tuple(rows))


def _nearest(word: str, known: list[str]) -> str:
    hint = did_you_mean(word, known)
    return f"{hint} Otherwise " if hint.startswith("did") else ""


def _row(table: Table, index: int, cells: dict[str, str], columns: Columns, problems: list[Problem]) -> Row:
    """Return one typed row."""
    texts = {**dict.fromkeys(columns, ""), **{column: text.strip() for column, text in cells.items()}}
    if index in table.ragged:
        problems.append(table.too_many(index))
        return Row(
            texts["id"], index, 1, {**texts, "copies": "1"}, dict.fromkeys(columns), frozenset({*columns, "copies"})
        )
    values: dict[str, Any] = {}
    faulty = {column for column in columns if column not in cells}

    def wrong(column: str, message: str, hint: str = "") -> None:
        faulty.add(column)
        where = f"({texts.get('id') or 'no id'}, column {column}, cell {table.cell(index, column)})"
        problems.append(Problem(table.place(index, column), f"{message} {where}", hint))

    for name, column in columns.items():
        text = texts[name]
        if name not in cells:
            values[name] = None
            continue
        if not text:
            if not column.optional:
                wrong(name, f"{name} is empty", "fill it in, or declare the column with a ? to allow empty cells")
            values[name] = () if column.type in ("list", "cells") else None
            continue
        try:
            values[name] = _typed(text, column)
        except ValueError as error:
            message, _, hint = str(error).partition("\n")
            wrong(name, f"{name} {message}", hint)
            values[name] = None
    copies = 1
    if texts.get("copies"):
        text = texts["copies"]
        if text.isascii() and text.isdigit() and 1 <= int(text) <= MAX_COPIES:
            copies = int(text)
        else:
            hint = "delete the row to leave the piece out" if text == "0" else ""
            wrong("copies", f"copies is {text}, not a number from 1 to {MAX_COPIES}", hint)
    values["copies"] = copies
    return Row(texts["id"], index, copies, {**texts, "copies": str(copies)}, values, frozenset(faulty))


def _typed(text: str, column: Column) -> Any:
    """Return a cell's text as its column's type; ValueError says what is wrong, a hint after a line break."""
    kind = column.type
    if kind == "int":
        return _whole(text)
    if kind == "bool":
        found = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}.get(text.lower())
        if found is None:
            raise ValueError(f"is {text}, not yes or no")
        return found
    if kind == "colour":
        colour = parse(text)
        if colour is None:
            raise ValueError(f"is {text}, not a colour\nwrite it as #E69F00")
        return colour
    if kind == "length":
        return _length(text)
    if kind == "choice":
        if text not in column.of:
            raise ValueError(f"is {text}, not one of {', '.join(column.of)}\n{did_you_mean(text, column.of)}")
        return text
    if kind == "list":
        items = tuple(text.split())
        for item in items:
            if column.of and item not in column.of:
                raise ValueError(f"holds {item}, not one of {', '.join(column.of)}\n{did_you_mean(item, column.of)}")
        return tuple(map(_whole, items)) if column.items == "int" else items
    if kind == "cells":
        return parse_cells(text)
    return text


def _whole(text: str) -> int:
    body = text[1:] if text[0] in "+-" else text
    if not (body.isascii() and body.isdigit() and len(body) <= 9):
        raise ValueError(f"is {text}, not a whole number")
    return int(text)


def _length(text: str) -> float:
    number, unit = text.removesuffix("mm").removesuffix("cm").strip(), 10 if text.endswith("cm") else 1
    try:
        value = float(number) * unit
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or "_" in text:
        raise ValueError(f"is {text}, not a length\nwrite it in mm, such as 12.5")
    return value


def parse_cells(text: str) -> tuple[tuple[int, int], ...]:
    """Return `0,0 0,1` as pairs of whole numbers."""
    pairs = []
    for item in text.split():
        parts = item.split(",")
        if len(parts) != 2:
            raise ValueError(f"holds {item}, not two numbers with a comma\nwrite cells as 0,0 0,1 1,-1")
        pairs.append((_whole(parts[0] or "x"), _whole(parts[1] or "x")))
    return tuple(pairs)


def _faulty_refs(spec: GameSpec, node: Node, read: Mapping[str, Rows]) -> Iterator[Problem]:
    """Yield a problem for each ref column whose table is unknown, and each cell whose row is."""
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
                        yield Problem(
                            read[name].place(row, column),
                            f"{column} is {text}, which {target.file} does not hold {read[name].cell(row, column)}",
                            did_you_mean(text, target.by_id),
                        )


class Range(Model):
    """A condition on a value: bounds, equality with another column, or what a list holds."""

    min: Int | None = None
    max: Int | None = None
    same_as: str | None = None
    differs_from: str | None = None
    contains: str | None = None
    lacks: str | None = None


Where = dict[str, Range | Words]


def matches(row: Row, where: Where) -> bool:
    """Return whether the row meets every condition; an empty cell counts as 0 in bounds."""
    return all(_meets(row, column, wanted) for column, wanted in where.items())


def _meets(row: Row, column: str, wanted: Range | tuple[str, ...]) -> bool:
    text, value = row.texts.get(column, ""), row.values.get(column)
    if not isinstance(wanted, Range):
        # A spreadsheet may have written yes as TRUE: the value counts, not its spelling.
        return ("yes" if value else "no") in wanted if isinstance(value, bool) else text in wanted
    number = value if isinstance(value, int | float) else len(value) if isinstance(value, tuple) else 0
    items = tuple(map(str, value)) if isinstance(value, tuple) else (text,)
    return (
        (wanted.min is None or number >= wanted.min)
        and (wanted.max is None or number <= wanted.max)
        and (wanted.same_as is None or text == row.texts.get(wanted.same_as, ""))
        and (wanted.differs_from is None or text != row.texts.get(wanted.differs_from, ""))
        and (wanted.contains is None or wanted.contains in items)
        and (wanted.lacks is None or wanted.lacks not in items)
    )


def columns_of(where: Where) -> Iterator[str]:
    """Yield every column that the conditions name."""
    for column, wanted in where.items():
        yield column
        if isinstance(wanted, Range):
            yield from (name for name in (wanted.same_as, wanted.differs_from) if name)
