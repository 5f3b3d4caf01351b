"""Part the sheets of a stock into files of so many each, and write those of a large deck one by one."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

from beeprint.base import crew
from beeprint.base.options import Options
from beeprint.base.store import Store
from beeprint.base.words import counted
from beeprint.outputs.shared.files import make_pdf, pdf_sources
from beeprint.outputs.shared.later import Later, LaterFaces
from beeprint.outputs.shared.output import Order, Part, Told
from beeprint.outputs.shared.pieces import Checked
from beeprint.sheet import Sheet

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
    return any(isinstance(placed.symbol, Later) for sheet in sheets for placed in (*sheet.fronts, *sheet.backs))


def part(file: str, stock: str, sheets: tuple[Sheet, ...], checked: Checked, options: Options) -> Part:
    """Return a part of a large deck: what it follows from is known before any face of it is laid out."""
    sources = pdf_sources(stock, sheets, checked, options)
    return Part(file, sources, partial(make_pdf, stock=stock, sheets=sheets, checked=checked, options=options))


def make_parts(parts: Sequence[Part], store: Store, work: Path, say: Callable[[str], None], told: Told) -> None:
    """Make the parts of large decks in the work folder; take those from the store that an earlier build made."""
    left = [part for part in parts if not store.copy(work / part.file, part.sources)]
    there = len(parts) - len(left)
    if there:
        say(f"made before: {_of_the_sheets(there, parts)}")

    def done(number: int) -> None:
        nonlocal there
        there += 1
        told("files written", there, len(parts))

    def task(part: Part) -> bytes:
        store.once(work / part.file, part.sources, partial(part.make, work / part.file))
        return b""

    told("files written", there, len(parts))
    try:
        for _ in crew.results([partial(task, part) for part in left], done):
            pass
    except KeyboardInterrupt:
        there = sum(store.has(part.sources) for part in parts)
        if there:
            say(f"kept: {_of_the_sheets(there, parts)}; the same build goes on from there")
        raise


def _of_the_sheets(count: int, parts: Sequence[Part]) -> str:
    return f"{count} of the sheets' {counted(len(parts), 'file')}"
