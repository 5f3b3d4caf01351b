"""Read stamps back from the sheets of a playtest with pdfium, letter by letter, each in its piece's own mm."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2

import sheets
from beeprint.base.geometry import Rect
from beeprint.outputs.shared import Checked

PT = 72 / 25.4
#: How near to the trim a stamp may be, in mm.
RIM = 0.3
Letters = list[tuple[str, Rect]]


def unstamped(checked: Checked, folder: Path) -> list[str]:
    """Return the faces on which version and piece, or the deck on a shared back, are not whole on the piece."""
    missing = []
    for path in sorted(folder.glob("*-side*.pdf")):
        for piece, letters in _faces(path):
            deck_name, row = piece.id.partition("#")[0].split("/")
            deck = checked.game.decks[deck_name]
            behind = path.stem == "both-sides" and piece.page % 2 == 1
            shared = behind and deck.spec.back is not None and deck.spec.back.each == "deck"
            words = f"{checked.game.spec.version}{deck_name if shared else row}"
            # In their order on the page; those of pieces far away would only come between.
            letters = [(letter, box) for letter, box in letters if deck.shape.box.grow(1).overlaps(box)]
            text = "".join(letter for letter, _ in letters)
            inset = min(deck.spec.safe, RIM)
            starts = (index for index in range(len(text)) if text.startswith(words, index))
            if not any(
                all(deck.shape.encloses(box, inset, 0.02) for _, box in letters[at : at + len(words)]) for at in starts
            ):
                missing.append(f"{path.stem}, page {piece.page + 1}: {piece.id}")
    return missing


def _faces(path: Path) -> Iterator[tuple[sheets.Found, Letters]]:
    """Yield each face of a file with the letters on it, spaces left out."""
    pieces = sheets.pieces(path)
    with pypdfium2.PdfDocument(path) as document:
        for number, page in enumerate(document):
            words, height = page.get_textpage(), page.get_height()
            count = words.count_chars()
            letters = [(words.get_text_range(index, 1), words.get_charbox(index)) for index in range(count)]
            for piece in (piece for piece in pieces if piece.page == number):
                yield piece, [(letter, _in_mm(piece, box, height)) for letter, box in letters if letter.strip()]


def _in_mm(piece: sheets.Found, box: tuple[float, float, float, float], height: float) -> Rect:
    """Return a box on the page, in points from its foot, in the piece's mm."""
    a, b, c, d, e, f = piece.at
    det = a * d - b * c
    corners = [(x / PT, (height - y) / PT) for x in (box[0], box[2]) for y in (box[1], box[3])]
    points = [((d * (x - e) - c * (y - f)) / det, (a * (y - f) - b * (x - e)) / det) for x, y in corners]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
