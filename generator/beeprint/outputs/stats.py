"""How many pieces of which kind a game holds: tables for people and scripts, a chart to look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from beeprint.base import regular
from beeprint.base.colour import WHITE, Colour
from beeprint.base.geometry import Rect, rectangle
from beeprint.base.problems import Place, error_at
from beeprint.base.words import counted, one_line
from beeprint.delivery.replacing import write_whole
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing, Mark, Solid, path_mark
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import Style, line_run, text_width
from beeprint.formats import png
from beeprint.game.game_fonts import fonts_of
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row
from beeprint.sources import workspace

#: The column that every piece has beside those of its data file: the name of its deck.
DECK = "deck"
#: A table by two columns with more cells than this is too large to read.
MAX_CELLS = 1_000


class CountTable(Struct, frozen=True):
    """Pieces counted by one column or by two: for each value, or pair of values, pieces with copies, and rows.

    `down` and `across` hold the values in order ("" for empty cells); without a second column `across` is one nameless
    value. `pieces` and `rows` are lists of lines, with a number for each value across. In a list column each item
    counts, so sums may exceed the number of pieces.
    """

    title: str
    by: tuple[str, ...]
    down: tuple[str, ...]
    across: tuple[str, ...]
    pieces: tuple[tuple[int, ...], ...]
    rows: tuple[tuple[int, ...], ...]
    items: bool = False

    @property
    def total(self) -> int:
        """Return the sum of all pieces counted."""
        return sum(map(sum, self.pieces))

    def lines(self) -> list[str]:
        """Return the table as aligned text."""
        head, body = self._cells()
        widths = [max(len(line[index]) for line in (head, *body)) for index in range(len(head))]

        def line(cells: list[str]) -> str:
            first, *rest = zip(cells, widths, strict=True)
            return "  ".join([first[0].ljust(first[1]), *(text.rjust(width) for text, width in rest)]).rstrip()

        rule = "-" * (sum(widths) + 2 * (len(widths) - 1))
        return [self.title, line(head), rule, *map(line, body[:-1]), rule, line(body[-1])]

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        noun = "items" if self.items else "pieces"
        if len(self.by) == 1:
            head = [self.by[0], noun, "share", "rows"]
            body = [
                [_shown(value), str(n), _share(n, self.total), str(r)]
                for value, (n,), (r,) in zip(self.down, self.pieces, self.rows, strict=True)
            ]
            return head, [*body, ["all", str(self.total), "", str(sum(map(sum, self.rows)))]]
        head = [f"{self.by[0]} \\ {self.by[1]}", *map(_shown, self.across), "all"]
        body = [
            [_shown(value), *(str(n) if n else "." for n in numbers), str(sum(numbers))]
            for value, numbers in zip(self.down, self.pieces, strict=True)
        ]
        sums = [sum(column) for column in zip(*self.pieces, strict=True)]
        return head, [*body, ["all", *map(str, sums), str(self.total)]]

    def json(self) -> dict[str, Any]:
        """Return the table for scripts: an entry for each value or pair of values."""
        entries = []
        for value, numbers, rows in zip(self.down, self.pieces, self.rows, strict=True):
            for other, number, count in zip(self.across, numbers, rows, strict=True):
                key = dict(zip(self.by, (value, other), strict=False))
                entries.append({"values": key, "pieces": number, "rows": count})
        return {"title": self.title, "by": list(self.by), "items": self.items, "total": self.total, "counts": entries}


def columns(game: Game) -> list[str]:
    """Return the columns that pieces can be counted by."""
    return list(dict.fromkeys([DECK, *(name for deck in game.decks.values() for name in deck.rows.columns)]))


def tables(game: Game, by: tuple[str, ...], decks: Iterable[str] = ()) -> Iterator[CountTable]:
    """Yield a table for each deck that has the columns, or one for all of these decks if `deck` is a column.

    Without columns, one table counts by deck. ValueError where two columns have too many pairs of values.
    """
    by = by or (DECK,)
    wanted = list(decks) or list(game.decks)
    filled = [game.decks[name] for name in wanted if game.decks[name].rows.rows and game.decks[name].spec.print_ != 0]
    fitting = [deck for deck in filled if all(name == DECK or name in deck.rows.columns for name in by)]
    if DECK in by:
        if fitting:
            yield _table(game, _title(game), by, fitting)
        return
    for deck in fitting:
        yield _table(game, f"{_title(game)}: {deck.spec.title}", by, [deck])


def _title(game: Game) -> str:
    players = counted(game.players, "player") if game.players is not None else ""
    return ", ".join(filter(None, (game.spec.title, game.edition_title, players)))


def _table(game: Game, title: str, by: tuple[str, ...], decks: list[Deck]) -> CountTable:
    values = [_order(game, name, decks) for name in by]
    down, across = values[0], values[1] if len(by) > 1 else ("",)
    if len(down) * len(across) > MAX_CELLS:
        raise ValueError(f"{' and '.join(by)} have more than {MAX_CELLS:,} pairs of values")
    pieces: dict[tuple[str, str], int] = {}
    rows: dict[tuple[str, str], int] = {}
    for deck in decks:
        for row in deck.rows.rows:
            for value in _values(deck, row, by[0]):
                for other in _values(deck, row, by[1]) if len(by) > 1 else ("",):
                    pieces[value, other] = pieces.get((value, other), 0) + row.copies
                    rows[value, other] = rows.get((value, other), 0) + 1
    kinds = {deck.rows.columns[name].type for deck in decks for name in by if name != DECK}
    return CountTable(
        title,
        by,
        down,
        across,
        tuple(tuple(pieces.get((key, other), 0) for other in across) for key in down),
        tuple(tuple(rows.get((key, other), 0) for other in across) for key in down),
        "list" in kinds,
    )


def _values(deck: Deck, row: Row, column: str) -> tuple[str, ...]:
    """Return what a row counts for in a column: its text, or each item of its list."""
    if column == DECK:
        return (deck.name,)
    value = row.values.get(column)
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    if deck.rows.columns[column].type == "list":
        return tuple(map(str, value or ())) or ("",)
    return (str(value) if isinstance(value, int) else row.texts.get(column, ""),)


def _order(game: Game, column: str, decks: list[Deck]) -> tuple[str, ...]:
    """Return the values of a column: those of its type in their order, then others as they occur."""
    values: dict[str, None] = {}
    written = dict.fromkeys(value for deck in decks for row in deck.rows.rows for value in _values(deck, row, column))
    if column == DECK:
        return tuple(written)
    numbers = True
    for deck in decks:
        kind = deck.rows.columns[column]
        table = game.rows(kind.table) if kind.type == "ref" else None
        closed = table.by_id if table else ("yes", "no") if kind.type == "bool" else kind.of
        values |= dict.fromkeys(map(str, closed))
        numbers = numbers and (kind.type == "int" or (kind.type == "list" and kind.items == "int"))
    values |= written
    empty = [""] if "" in values else []
    rest = [value for value in values if value]
    return (*(sorted(rest, key=int) if numbers else rest), *empty)


def _shown(value: str) -> str:
    text = one_line(value)
    return (f"{text[:37]}..." if len(text) > 40 else text) or "(empty)"


def _share(number: int, total: int) -> str:
    return f"{100 * number / total:.1f} %" if total else ""


# Chart counts: bars for one column, a grid of shades for two; with figures, so that it can be read in grey too.


_INK, _PALE = Colour(0x2B, 0x1D, 0x0E), Colour(0x75, 0x6C, 0x60)
_BAR, _TRACK = Solid(Colour(0xE6, 0x9F, 0x00)), Solid(Colour(0xF2, 0xEE, 0xE6))
_DEEP = Colour(0x00, 0x4C, 0x7A)
_TITLE = Style("source-sans", "bold", 11, 11, paint=Solid(_INK))
_LABEL = Style("source-sans", "regular", 8.5, 8.5, paint=Solid(_INK))
_FIGURE = Style("source-sans", "semibold", 8.5, 8.5, paint=Solid(_INK))
_LIGHT = Style("source-sans", "semibold", 8.5, 8.5, paint=Solid(WHITE))
_QUIET = Style("source-sans", "regular", 7.5, 7.5, paint=Solid(_PALE))
_MARGIN, _LINE, _BARS, _LABELS = 6.0, 6.0, 90.0, 62.0
# A chart with more bars or cells than these would be unreadable: the table has them all.
MAX_LINES, _MAX_ACROSS = 80, 40


def chart(tables: Sequence[CountTable], fonts: Fonts) -> Drawing:
    """Draw the tables as one picture, one below the other, in mm on white."""
    marks: list[Mark] = []
    y, width = _MARGIN, 120.0
    for table in tables:
        drawn, right, y = _shades(table, y, fonts)
        marks += drawn
        width = max(width, right)
        y += _MARGIN
    box = Rect(0, 0, round(width + _MARGIN, 3), round(y, 3))
    return Drawing(box, (path_mark(rectangle(box), Solid(WHITE)), *marks))


def _shades(table: CountTable, y: float, fonts: Fonts) -> tuple[list[Mark], float, float]:
    """Return a table's marks, its right edge and its lower edge."""
    fine = f"{counted(table.total, 'item' if table.items else 'piece')} by {' and '.join(table.by)}"
    marks: list[Mark] = [
        line_run(fonts, _printable(table.title, _TITLE, fonts), _TITLE, _MARGIN, y + 4),
        line_run(fonts, _printable(fine, _QUIET, fonts), _QUIET, _MARGIN, y + 8.5),
    ]
    right = _MARGIN + max(text_width(fonts, _printable(table.title, _TITLE, fonts), _TITLE), 60)
    y += 11.5
    lines = min(len(table.down), MAX_LINES)
    labels = [_label(value, fonts) for value in table.down[:lines]]
    start = _MARGIN + max((text_width(fonts, label, _LABEL) for label in labels), default=0) + 3
    top = y if len(table.by) == 1 else y + _LINE
    draw = _bars if len(table.by) == 1 else _grid
    drawn, reach, y = draw(table, lines, start, top, fonts)
    for index, label in enumerate(labels):
        x = start - 3 - text_width(fonts, label, _LABEL)
        marks.append(line_run(fonts, label, _LABEL, x, top + index * _LINE + 4.1))
    left_out = [counted(len(table.down) - lines, "more line")] if len(table.down) > lines else []
    left_out += [counted(len(table.across) - _MAX_ACROSS, "more column")] if len(table.across) > _MAX_ACROSS else []
    if left_out:
        marks.append(line_run(fonts, f"and {' and '.join(left_out)}", _QUIET, _MARGIN, y + 3.5))
        y += 5
    return [*marks, *drawn], max(right, reach), y


def _bars(table: CountTable, lines: int, start: float, y: float, fonts: Fonts) -> tuple[list[Mark], float, float]:
    marks: list[Mark] = []
    most = max((numbers[0] for numbers in table.pieces), default=0) or 1
    figures = start + _BARS + 2 + text_width(fonts, str(most), _FIGURE)
    shares = figures + 3 + text_width(fonts, "100.0 %", _QUIET)
    for index, (number,) in enumerate(table.pieces[:lines]):
        top = y + index * _LINE
        marks.append(path_mark(rectangle(Rect(start, top + 0.8, _BARS, _LINE - 1.6)), _TRACK))
        if number:
            marks.append(path_mark(rectangle(Rect(start, top + 0.8, _BARS * number / most, _LINE - 1.6)), _BAR))
            marks.append(_ending(f"{100 * number / table.total:.1f} %", _QUIET, shares, top, fonts))
        marks.append(_ending(str(number), _FIGURE, figures, top, fonts))
    return marks, shares, y + lines * _LINE


def _ending(text: str, style: Style, right: float, top: float, fonts: Fonts) -> Mark:
    return line_run(fonts, text, style, right - text_width(fonts, text, style), top + 4.1)


def _grid(table: CountTable, lines: int, start: float, y: float, fonts: Fonts) -> tuple[list[Mark], float, float]:
    across = table.across[:_MAX_ACROSS]
    heads = [_label(value, fonts) for value in across]
    cell = max([9.0, *(text_width(fonts, head, _LABEL) + 3 for head in heads)])
    marks: list[Mark] = []
    for column, head in enumerate([*heads, "all"]):
        x = start + column * cell + (2 if column == len(heads) else 0)
        marks += _centre(head, _LABEL, Rect(x, y - _LINE, cell, _LINE), fonts)
    most = max((number for numbers in table.pieces for number in numbers), default=0) or 1
    for index, numbers in enumerate(table.pieces[:lines]):
        top = y + index * _LINE
        for column, number in enumerate(numbers[: len(across)]):
            marks += _cell(number, most, Rect(start + column * cell, top, cell, _LINE), fonts)
        marks += _centre(str(sum(numbers)), _FIGURE, Rect(start + len(across) * cell + 2, top, cell, _LINE), fonts)
    bottom = y + lines * _LINE
    sums = [sum(column) for column in zip(*table.pieces, strict=True)]
    for column, number in enumerate(sums[: len(across)]):
        marks += _centre(str(number), _FIGURE, Rect(start + column * cell, bottom + 1, cell, _LINE), fonts)
    marks += _centre(str(table.total), _FIGURE, Rect(start + len(across) * cell + 2, bottom + 1, cell, _LINE), fonts)
    marks.append(line_run(fonts, "all", _LABEL, start - 3 - text_width(fonts, "all", _LABEL), bottom + 5.1))
    return marks, start + (len(across) + 1) * cell + 2, bottom + 1 + _LINE


def _cell(number: int, most: int, box: Rect, fonts: Fonts) -> Iterator[Mark]:
    """Draw a cell, darker for higher counts; zero is a dot on white."""
    share = (number / most) ** 0.8
    shade = Colour(*(round(255 + (deep - 255) * (0.12 + 0.88 * share)) for deep in _DEEP)) if number else WHITE
    yield path_mark(rectangle(box.grow(-0.25)), Solid(shade))
    style = (_LIGHT if share > 0.45 else _FIGURE) if number else _QUIET
    yield from _centre(str(number) if number else "\u00b7", style, box, fonts)


def _centre(text: str, style: Style, box: Rect, fonts: Fonts) -> Iterator[Mark]:
    yield line_run(fonts, text, style, box.x + (box.width - text_width(fonts, text, style)) / 2, box.y + 4.1)


def _label(value: str, fonts: Fonts) -> str:
    """Return a value shortened to the width of labels."""
    text = _printable(one_line(value) or "(empty)", _LABEL, fonts)
    while text_width(fonts, text, _LABEL) > _LABELS:
        text = text.rstrip("\u2026")[:-2].rstrip() + "\u2026"
    return text


def _printable(text: str, style: Style, fonts: Fonts) -> str:
    """Replace each character that the chart's font lacks by a question mark."""
    missing = set(fonts.missing(style.family, style.weight, text))
    return "".join("?" if char in missing else char for char in text)


# Write counts as a chart: an SVG or PNG file.


_DPI = 150


def write_chart(counted: Game, tables: Sequence[CountTable], path: Path) -> None:
    """Write counts of a game as a chart, an SVG or PNG file, in the fonts of its language.

    BuildError if the path cannot be written or is in the game's folder.
    """
    place, folder = Place(workspace.shown(path)), counted.workspace.game
    if regular.real(path).is_relative_to(regular.real(folder)):
        message = f"the chart would be written into the game's folder {workspace.shown(folder)}"
        raise error_at(place, message, "choose a path outside it")
    fonts = fonts_of(counted, counted.workspace.font)
    drawing = chart(tables, fonts)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        as_svg = path.suffix.lower() == ".svg"
        write_whole(path, svg.write(drawing, fonts).encode() if as_svg else png.encoded(drawing, fonts, _DPI))
    except OSError as error:
        raise error_at(place, f"cannot write the file: {error.strerror or error}") from error
