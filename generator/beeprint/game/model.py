"""Load a game: game.yaml, decks and tables with their rows, and inks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from beeprint.base import budget
from beeprint.base.colour import Colour, PressInk
from beeprint.base.memo import Memo, recent
from beeprint.base.problems import BuildError, Place, Problem, capped, did_you_mean, error_at
from beeprint.base.words import one_line, quoted
from beeprint.drawing.shape import Shape
from beeprint.drawing.text.markup import IconWords
from beeprint.game.box_shapes import BoxSpec
from beeprint.game.columns import Columns
from beeprint.game.figures import filled
from beeprint.game.icon_drawings import IconFixes
from beeprint.game.lent_fonts import LentFonts
from beeprint.game.palette import read_palette
from beeprint.game.piece_shape import Role, Stock, unused
from beeprint.game.rows import Row, Rows, understand_rows
from beeprint.game.shapes import ShapeSpec, read_outlines, wrong_sizes
from beeprint.game.standees import with_boards
from beeprint.game.titles import translated as translated_titles
from beeprint.game.titles import without_words
from beeprint.game.translation import translated, untranslated, words_of
from beeprint.sources.conversion import understand
from beeprint.sources.names import MOST_LETTERS, is_safe, slug
from beeprint.sources.nodes import Node, read_yaml
from beeprint.sources.records import After, Before, Model
from beeprint.sources.schema import (
    TEXT,
    Count,
    Flag,
    Int,
    Line,
    Margin,
    Points,
    Resolution,
    Title,
    Words,
    matching,
    reads,
)
from beeprint.sources.table_files import read_table
from beeprint.sources.workspace import GAME, Workspace, shown

#: How many pieces a game holds at most, unless it says that more are meant: a slip in a cell is found before it prints.
MAX_PIECES = 20_000
#: The longest tag of a language that every program has to take (RFC 5646, 4.4.1).
_LONGEST_TAG = 35
#: Text on cards below this size, in points, is hard to read at arm's length.
LEGIBLE_ON_CARDS = 7.5


class Back(Model):
    """A deck's back: one for the whole deck, or one for each piece."""

    layout: str
    each: Literal["deck", "piece"] = "deck"


class DataFile(Model):
    """A data file, the sheet that is meant if it is a workbook with several, and the address it is pulled from.

    `head` is the row that names the columns; those above it are skipped.
    """

    file: str
    sheet: Line = ""
    head: Annotated[Int, Meta(ge=1, le=1000)] = 1
    source: Line = ""


@reads(TEXT, besides=True)
def _data_file(value: Any) -> Any:
    return {"file": value} if isinstance(value, str) else value


#: A data file in game.yaml: its name, or file and sheet.
Data = Annotated[DataFile, Before(_data_file)]


class TableSpec(Model):
    """A data file for lookups by layouts and rules."""

    title: Line = ""
    data: Data
    columns: Columns = {}
    ignore: Words = ()


class DeckSpec(Model):
    """A set of pieces of one size and shape; `noun` is what messages call them.

    `name` and `description` label each piece where its face is not shown, with its columns filled in. With
    `per-player`, each player adds that number of copies of each piece, or one `row`; `for-players` gives the copies
    for each number of players. `legible-text` is the size in points from which its texts are easy to read.
    `boxed: no` is for cards that are kept in none of the game's boxes.
    """

    title: Title
    noun: Line = ""
    name: str = ""
    description: str = ""
    data: Data
    columns: Columns = {}
    ignore: Words = ()
    shape: ShapeSpec
    bleed: Margin = 3
    safe: Margin = 3
    legible_text: Points | None = None
    front: str
    back: Back | None = None
    stock: Title
    boxed: Flag = True
    print_: Count | None = None
    per_player: str = ""
    for_players: dict[str, Count] = {}


class LeafletSpec(Model):
    """The rules of play to print: a Markdown file, a layout in layouts/leaflets/, and the stock that names the PDF."""

    text: str
    layout: str = "plain"
    stock: Title = "rules"


def _short(name: str) -> str:
    """Check a name that becomes a folder's."""
    if len(name) > MOST_LETTERS:
        raise ValueError(f"it has {len(name):,} letters; a folder's name may have {MOST_LETTERS}")
    return name


def _tags(words: tuple[str, ...]) -> tuple[str, ...]:
    """Check languages, which become names of folders."""
    for word in words:
        if len(word) > _LONGEST_TAG or not re.fullmatch(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", word):
            raise ValueError(f"{quoted(word)} is not a language; write tags such as en, fr or pt-BR")
    return words


def _icon_words(icons: dict[str, str]) -> dict[str, str]:
    """Check words that become icons: a text with none is as before."""
    for word, icon in icons.items():
        if word != one_line(word) or not word or word == "\\":
            raise ValueError(f"{word!r} is no word of a text")
        if not is_safe(icon):
            raise ValueError(f"{icon!r} is no name of an icon; write coin for art/icons/coin.svg")
    return icons


@reads({"type": "string", "pattern": r"^\s*\d{1,5} ?dpi\s*$"}, besides=True)
def _by_folder(value: Any) -> Any:
    return {"": value} if isinstance(value, str) else value


class GameSpec(Model):
    """The file game.yaml; rules and editions stay unparsed, because their own modules know their keys.

    `boxes` are what decks are kept in, and `stocks` says how thick the stocks of both are.
    `icons` are words of texts that become icons, each with its name below art/icons; `icon-names` says what icons
    are called. `line_break` is what cells hold where a line ends. `fonts` says which families a language adds to those
    that layouts name, and in which one texts in art are set whose own there is not; `raster` at which resolution art is
    drawn that has no outlines, by its folder or name, all of it under "".
    """

    id: Annotated[
        str,
        After(_short),
        matching("[a-z0-9]+(-[a-z0-9]+)*", "lower-case letters, digits and hyphens, such as my-game"),
    ]
    version: Line
    title: Title
    summary: Line = ""
    players: str = ""
    credits: Words = ()
    unofficial: Flag = False
    languages: Annotated[Words, After(_tags)] = ("en",)
    palette: str = "palette.yaml"
    smallest_text: Points = 6
    most_pieces: Count = MAX_PIECES
    tables: dict[str, TableSpec] = {}
    decks: dict[str, DeckSpec]
    boxes: dict[str, BoxSpec] = {}
    stocks: dict[str, Stock] = {}
    rules: tuple[Any, ...] = ()
    editions: dict[str, Any] = {}
    leaflet: LeafletSpec | None = None
    fonts: dict[str, LentFonts] = {}
    icons: Annotated[dict[str, str], After(_icon_words)] = {}
    line_break: Line = ""
    icon_names: dict[str, Line] = {}
    raster: Annotated[dict[str, Resolution], Before(_by_folder)] = {}
    bring: Words = ()
    not_included: Words = ()

    @property
    def used_stocks(self) -> tuple[str, ...]:
        """Return the stocks of decks and boxes."""
        return (*(deck.stock for deck in self.decks.values()), *(box.stock for box in self.boxes.values()))

    @property
    def icon_words(self) -> IconWords:
        """Return the words of texts that become icons, each with the icon's name."""
        return tuple(self.icons.items())


class Deck(Struct, frozen=True, dict=True):
    """A deck with its data; `drawn_bleed` is the bleed that its layouts are drawn for, where a printer has another."""

    name: str
    spec: DeckSpec
    rows: Rows
    drawn_bleed: float | None = None

    @cached_property
    def shape(self) -> Shape:
        """Return the outline of its pieces."""
        return self.spec.shape.outline()

    def outline(self, side: Literal["front", "back"]) -> Shape:
        """Return the outline of its pieces as one side shows it."""
        return self.shape if side == "front" else self.shape.mirrored

    @property
    def role(self) -> Role:
        """Return how its pieces are handled."""
        return self.spec.shape.role

    @property
    def legible_text(self) -> float:
        """Return the size in points below which text is hard to read; 0 on what is not a card."""
        own = self.spec.legible_text
        return own if own is not None else LEGIBLE_ON_CARDS if self.role == "card" else 0.0

    @property
    def noun(self) -> str:
        """Return the noun for its pieces."""
        return self.spec.noun or self.spec.title.lower()

    def printed(self, row: Row) -> int:
        """Return how many copies of a row are printed: its copies, limited by the deck's `print:`."""
        return row.copies if self.spec.print_ is None else min(row.copies, self.spec.print_)


class Game(Struct, frozen=True, weakref=True):
    """A game as loaded: all that checking, drawing and printing need."""

    workspace: Workspace
    node: Node
    spec: GameSpec
    decks: Mapping[str, Deck]
    tables: Mapping[str, Rows]
    palette: Mapping[str, Colour]
    language: str = ""  # the language of its translation; empty for the language it is written in
    inks: tuple[PressInk, ...] = ()  # what a press prints for the colours of the palette
    edition: str = ""  # the name of its edition; empty for the whole box
    edition_title: str = ""
    players: int | None = None  # the number of players, if the request or the edition states one
    asked_players: int | None = None  # the number of players, if the request states one
    range_of_players: str = ""  # the players it is for, such as 3-4, if the request or the edition states them
    boxes: Mapping[str, Deck] = field(default_factory=dict)  # what decks are kept in: no part of the game itself

    @property
    def components(self) -> Mapping[str, Deck]:
        """Return what is printed: the decks, and the boxes for them."""
        return {**self.decks, **self.boxes}

    @property
    def written_in(self) -> str:
        """Return the language of its texts, as named in game.yaml or by --lang."""
        return self.language or next(iter(self.spec.languages), "")

    def rows(self, name: str) -> Rows | None:
        """Return the data of a deck or table."""
        return self.decks[name].rows if name in self.decks else self.tables.get(name)

    def stock(self, deck: Deck) -> Stock:
        """Return what is known of a deck's stock; Stock.height says how thick a piece is."""
        return self.spec.stocks.get(deck.spec.stock, Stock())

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


#: By the names of decks and tables: what their typed rows follow from, these rows, and what is wrong with them.
KeptRows = Memo[tuple[object, Rows, list[Problem]]]


@recent
def rows_memo(folder: Path) -> KeptRows:
    """Return what readings of a game's folder left, for readings that nobody else keeps anything of, such as checks."""
    return Memo()


def load(workspace: Workspace, language: str = "", kept: KeptRows | None = None) -> tuple[Game, list[Problem]]:
    """Load the game of a folder, and return it with the problems in its data, to which later checks add theirs.

    With a `language`, the files in lang/<language>/ replace texts in the data; `kept` is what an earlier reading of the
    same folder left. BuildError if game.yaml is faulty or a data file cannot be read at all.
    """
    with budget.of_game("check", Place(shown(workspace.game / GAME))):
        return _load(workspace, language, Memo() if kept is None else kept)


def _load(workspace: Workspace, language: str, kept: KeptRows) -> tuple[Game, list[Problem]]:
    """Load a game on the budget around it."""
    node = read_yaml(*workspace.data("game.yaml", Place(shown(workspace.game))))
    problems: list[Problem] = []
    own = f"lang/{language}/game.yaml"
    lacking = untranslated(workspace, node, language)
    problems += (lacking,) if lacking else ()
    if language and workspace.has(own):
        node = translated_titles(node, read_yaml(*workspace.data(own, node.place)), problems)
    spec = understand(GameSpec, node, problems)
    fatal: list[Problem] = []
    spec = _with_boards(_with_outlines(spec, workspace, node, fatal), node, fatal)
    problems += without_words(node, language or next(iter(spec.languages), ""))
    fatal += _alike(spec, node)
    fatal += unused(spec.stocks, spec.used_stocks, node)
    fatal += _faulty_decks(spec, node)
    read: dict[str, Rows] = {}
    for name, path, entry in _entries(spec):
        try:
            read[name], noted = read_rows(workspace, spec, node, path, entry, kept)
            problems += noted
            if language and not lacking:
                place, at = node.at([*path, "data"]), (entry.data.file, entry.data.sheet, entry.data.head)
                words = words_of(workspace, read[name], at, place, language, problems)
                if words is not None:
                    read[name] = translated(read[name], words.with_lines(spec.line_break), problems)
        except BuildError as error:
            fatal += error.problems
    try:
        inks = read_palette(workspace, spec.palette, node)
    except BuildError as error:
        fatal += error.problems
        inks = {}
    problems += capped(faulty_refs(spec, node, read))
    if fatal:
        raise BuildError([*fatal, *problems])
    read = filled(read, spec.decks, problems, spec.icons, IconFixes(workspace, node.place))
    decks = {name: Deck(name, entry, read[name]) for name, entry in spec.decks.items()}
    # A file that several decks print counts once: writing its name again is no work.
    for rows in {(deck.spec.data.file, deck.spec.data.sheet): deck.rows for deck in decks.values()}.values():
        budget.allow_cards(sum(map(len, row.texts.values())) for row in rows.rows)
    tables = {name: read[name] for name in spec.tables}
    _limit(spec, decks, node)
    palette = {name: ink.colour for name, ink in inks.items()}
    return Game(workspace, node, spec, decks, tables, palette, language, tuple(inks.values())), problems


def _faulty_decks(spec: GameSpec, node: Node) -> Iterator[Problem]:
    """Yield what is wrong with the sizes and names of decks, before any of their rows is read."""
    for name, deck in spec.decks.items():
        yield from wrong_sizes(name, deck.shape, {"bleed": deck.bleed, "safe": deck.safe}, node)
        if name in spec.tables:
            yield Problem(node.key_at(["decks"], name), f"{name} is the name of a table and of a deck")


def _entries(spec: GameSpec) -> Iterator[tuple[str, tuple[str, str], TableSpec | DeckSpec]]:
    """Yield each table and deck: its name, its path in game.yaml and what is declared of it."""
    for name, table in spec.tables.items():
        yield name, ("tables", name), table
    for name, deck in spec.decks.items():
        yield name, ("decks", name), deck


def _limit(spec: GameSpec, decks: Mapping[str, Deck], node: Node) -> None:
    """Raise a BuildError where the decks hold more pieces than the game says."""
    pieces = sum(row.copies for deck in decks.values() for row in deck.rows.rows)
    if pieces > spec.most_pieces:
        place = node.at(["most-pieces"] if node.find(["most-pieces"]) is not None else ["decks"])
        hint = f"if so many are meant, write most-pieces: {pieces} in game.yaml"
        raise error_at(place, f"the game holds {pieces:,} pieces, more than {spec.most_pieces:,}", hint)


def read_rows(
    workspace: Workspace,
    spec: GameSpec,
    node: Node,
    path: tuple[str, str],
    entry: TableSpec | DeckSpec,
    kept: KeptRows,
) -> tuple[Rows, list[Problem]]:
    """Return the rows of a deck or table as its file has them, and what is wrong with them.

    `path` is where game.yaml declares it. BuildError for a file that cannot be read at all.
    """
    place, at, data, name = node.at([*path, "data"]), node.key_at(path, "columns"), entry.data, path[1]
    lines = {column: node.key_at([*path, "columns"], column).line for column in entry.columns}
    first = next(iter(spec.languages), "")

    known = kept.find(name)

    def read() -> tuple[Rows, list[Problem]]:
        problems: list[Problem] = []
        table = read_table(workspace, data.file, data.sheet, place, data.head, first).with_lines(spec.line_break)
        old = None if known is None or known[2] else known[1]
        return understand_rows(name, table, entry.columns, at, problems, entry.ignore, lines, old), problems

    if data.file.endswith("/"):
        return read()  # a folder of files, of which no single one would tell whether another has changed
    content = workspace.data(data.file, place)
    terms = content, place, at, lines, data, first, spec.line_break, entry.columns, entry.ignore
    if known is None or known[0] != terms:
        known = kept.keep(name, (terms, *read()))
    return known[1:]


def _with_outlines(spec: GameSpec, workspace: Workspace, node: Node, fatal: list[Problem]) -> GameSpec:
    """Return the game with the outlines that its decks draw."""
    drawn = read_outlines(workspace, {name: deck.shape for name, deck in spec.decks.items()}, node, fatal)
    decks = {name: replace(spec.decks[name], shape=shape) for name, shape in drawn.items()}
    return replace(spec, decks={**spec.decks, **decks}) if decks else spec


def _with_boards(spec: GameSpec, node: Node, fatal: list[Problem]) -> GameSpec:
    """Return the game with the outlines that depend on how thick their stocks are."""
    boards = {name: spec.stocks.get(deck.stock, Stock()).height(deck.shape.role) for name, deck in spec.decks.items()}
    cut_boards = with_boards({name: deck.shape for name, deck in spec.decks.items()}, boards, node, fatal)
    decks = {name: replace(spec.decks[name], shape=made) for name, made in cut_boards.items()}
    return replace(spec, decks={**spec.decks, **decks}) if decks else spec


def _alike(spec: GameSpec, node: Node) -> Iterator[Problem]:
    """Yield a problem for each deck or stock whose files would have the same name as another's, ignoring case."""
    decks: dict[str, str] = {}
    stocks: dict[str, str] = {}
    if spec.leaflet:
        leaflet = slug(spec.leaflet.stock).lower()
        stock = next(
            (
                deck_spec.stock
                for deck_spec in spec.decks.values()
                if slug(deck_spec.stock).lower() in (leaflet, f"{leaflet}-read")
            ),
            "",
        )
        if stock:
            message = f"the leaflet would be written to the same file as the decks of stock {stock}"
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
