"""The cutting guide of sheets: which of them are cut alike, and what is written beside their pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from beeprint.base.geometry import Rect
from beeprint.draw.drawing import Drawing
from beeprint.game.words import say
from beeprint.products.pieces import Checked
from beeprint.sheet import Layout, Sheet
from beeprint.sheet import cutting_guide as drawn

#: The name of its file in the folder of a profile.
FILE = "cutting-guide.pdf"
_Box = tuple[str, float, float, float, float]


def layouts(sheets: Mapping[str, Sequence[Sheet]], language: str) -> list[Layout]:
    """Return the layouts of the sheets in files, each once; sheets that hold only a part of one are cut like it.

    Those without a straight cut through the sheet are left out: there is no order to tell.
    """
    found: list[Layout] = []
    for file, some in sheets.items():
        alike: list[tuple[Sheet, set[_Box], list[int]]] = []
        # Tiles have a plan of their own, and are cut along the lines on them.
        whole = [one for one in some if not any(placed.tile for placed in one.fronts)]
        for one in sorted(whole, key=lambda sheet: -len(sheet.fronts)):
            boxes = set(_boxes(one))
            for kept, held, numbers in alike:
                if kept.paper == one.paper and boxes <= held:
                    numbers.append(one.number)
                    break
            else:
                alike.append((one, boxes, [one.number]))
        stem = PurePosixPath(file).stem
        made = [_layout(kept, stem, sorted(numbers), language) for kept, _, numbers in alike]
        found += (one for one in made if one.plan.cuts)
    return found


def guide(found: Sequence[Layout], checked: Checked, paper: Rect) -> list[Drawing]:
    """Draw the pages of the guide on paper of this size."""
    language = checked.game.written_in
    words = {what: say(language, what) for what in ("cutting-guide", "cutting-order")}
    return drawn(found, checked.game.full_title, words, paper, checked.fonts)


def _boxes(one: Sheet) -> Iterator[_Box]:
    """Yield the trims on a sheet, each with its outline, to compare them."""
    for placed in one.fronts:
        trim = placed.trim
        x, y, width, height = (round(value, 1) for value in trim)
        yield placed.piece.shape.cut_words, x, y, width, height


def _layout(one: Sheet, stem: str, numbers: Sequence[int], language: str) -> Layout:
    name = stem
    if one.count > 1:
        what = "cutting-sheet" if len(numbers) == 1 else "cutting-sheets"
        name = f"{stem} \u00b7 {say(language, what, numbers=_ranges(numbers))}"
    found = Layout(one, name)
    notes = [say(language, "cutting-fold")] if one.folded else [say(language, "cutting-glue")] if one.glued else []
    if found.plan.rest:
        notes.append(say(language, "cutting-rest"))
    radii = sorted({p.piece.shape.corner for p in one.fronts if p.piece.shape.is_rectangle and p.piece.shape.corner})
    if radii:
        notes.append(say(language, "cutting-corners", radius=", ".join(f"{radius:g}" for radius in radii)))
    return Layout(one, name, tuple(notes))


def _ranges(numbers: Sequence[int]) -> str:
    """Write numbers in order, as in 1, 3\u20135."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}\u2013{part[-1]}" for part in parts)
