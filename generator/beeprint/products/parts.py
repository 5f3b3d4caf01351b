"""Part the sheets of a stock into files of so many each, and write those of a large deck one by one."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path, PurePosixPath
from typing import Any

from beeprint.base import installed
from beeprint.base.options import Options
from beeprint.base.printer import Side
from beeprint.draw.drawing import Symbol, digest
from beeprint.products.files import slug_of, write_pdf
from beeprint.products.later import Later, LaterFaces
from beeprint.products.output import Order, Part
from beeprint.products.pieces import Checked
from beeprint.sheet import Placed, Sheet

#: How many sheets of a large deck a file has, unless the profile or an option says another number.
SHEETS = 200


def most_sheets(asked: int | None, order: Order[Any]) -> int | None:
    """Return how many sheets a file has at most: what is asked for; any number where the game has no large deck."""
    large = isinstance(order.checked.faces, LaterFaces)
    return order.options.sheets_per_file or asked or (SHEETS if large else None)


def parted(file: str, sheets: tuple[Sheet, ...], most: int | None) -> dict[str, tuple[Sheet, ...]]:
    """Return the sheets of a file in files of so many at most; the names of these sort in their order."""
    count = math.ceil(len(sheets) / most) if most else 1
    if most is None or count < 2:
        return {file: sheets}
    path, digits = PurePosixPath(file), max(2, len(str(count)))
    names = (f"{path.stem}-part-{number:0{digits}}{path.suffix}" for number in range(1, count + 1))
    return {
        str(path.with_name(name)): sheets[start : start + most]
        for name, start in zip(names, range(0, len(sheets), most), strict=True)
    }


def called(files: Collection[str]) -> str:
    """Return how the files of a stock are called together: the first and the last of them."""
    first, last = next(iter(files)), deque(files, maxlen=1)[0]
    return first if len(files) == 1 else f"{first} to {PurePosixPath(last).name}"


def is_large(sheets: Sequence[Sheet]) -> bool:
    """Return whether sheets show faces that are laid out only when they are drawn."""
    return any(isinstance(placed.symbol, Later) for one in sheets for placed in (*one.fronts, *one.backs))


def part(file: str, stock: str, sheets: tuple[Sheet, ...], checked: Checked, options: Options) -> Part:
    """Return a part of a large deck: what it follows from is known before any face of it is laid out."""
    key = _key(stock, sheets, checked, options)

    def write(path: Path) -> None:
        checked.store.once(path, ("part", key), partial(_write, stock, sheets, checked, options, path))

    return Part(file, key, write)


def _key(stock: str, sheets: tuple[Sheet, ...], checked: Checked, options: Options) -> str:
    spec = checked.game.spec
    slugs = (slug_of(one, stock, checked, options.printer, side) for one in sheets for side in _SIDES)
    told = (f"{slug.title} {slug.fine}" for slug in slugs)
    said = (stock, spec.title, spec.credits, spec.summary, checked.game.written_in, options.printer, options.flip)
    return digest("\n".join([_code(), repr((*said, checked.fonts.digests)), *told, *map(repr, sheets)]))


@cache
def _code() -> str:
    return installed.stamp(lambda key: None, lambda data, key: None).hex()


_SIDES: tuple[Side, ...] = ("front", "back")


def _write(stock: str, sheets: tuple[Sheet, ...], checked: Checked, options: Options, path: Path) -> None:
    """Lay out the faces on the sheets, and write these."""
    made: dict[str, Symbol] = {}

    def drawn(placed: Placed) -> Placed:
        symbol = placed.symbol
        if not isinstance(symbol, Later):
            return placed
        if symbol.key not in made:
            made[symbol.key] = symbol.drawn()
        return replace(placed, symbol=made[symbol.key])

    whole = tuple(
        replace(one, fronts=tuple(map(drawn, one.fronts)), backs=tuple(map(drawn, one.backs))) for one in sheets
    )
    write_pdf(path, stock, whole, checked, options)
