"""Impose on a paper by its name, and read sheets back from a PDF with pikepdf: which piece lies where on which page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pikepdf

from beeprint.base.problems import Place
from beeprint.sheet import Piece, Sheet, SheetSpec, impose, papers
from beeprint.sources.workspace import Workspace

PAPERS = papers(Workspace(Path(__file__).parent))
MM = 25.4 / 72
Matrix = tuple[float, ...]


def imposed(pieces: Sequence[Piece], spec: SheetSpec, **options: Any) -> tuple[Sheet, ...]:
    """Return the sheets of pieces on the paper that a spec names."""
    assert isinstance(spec.paper, str)
    return impose(pieces, spec, PAPERS[spec.paper], Place("sheet.yaml", 1, 1), **options)


@dataclass(frozen=True)
class Found:
    """A piece's mark on a page: its id, and the matrix from its mm to the page's mm, y down from the top left."""

    id: str
    page: int
    at: Matrix

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the piece lies on the page."""
        return placed(self.at, x, y)


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that does `inner` first, as PDF's row vectors and ours both read it."""
    a, b, c, d, e, f = outer
    k, m, n, o, p, q = inner
    return (a * k + c * m, b * k + d * m, a * n + c * o, b * n + d * o, a * p + c * q + e, b * p + d * q + f)


def content(page: pikepdf.Page) -> Iterator[tuple[str, Sequence[Any], Matrix, str]]:
    """Yield each operator of a page: its operands, the matrix to its mm (y down), and the piece it is of."""
    points: Matrix = (MM, 0, 0, -MM, 0, float(page.mediabox[3]) * MM)
    matrix, stack, marked = points, [], list[str]()
    for operands, operator in pikepdf.parse_content_stream(page):
        word = str(operator)
        if word == "q":
            stack.append(matrix)
        elif word == "Q":
            matrix = stack.pop()
        elif word == "cm":
            matrix = multiply(matrix, tuple(float(value) for value in operands))
        elif word in ("BDC", "BMC"):
            marked.append(str(operands[1]["/Id"]) if str(operands[0]) == "/Piece" else "")
        elif word == "EMC":
            marked.pop()
        yield word, operands, matrix, next(filter(None, marked), "")


def placed(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return where a matrix puts a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def pieces(path: Path) -> list[Found]:
    """Return every marked piece of a PDF, page by page: its place is what its mark begins with."""
    pieces: list[Found] = []
    with pikepdf.open(path) as pdf:
        for number, page in enumerate(pdf.pages):
            begun = False
            for word, _, matrix, name in content(page):
                if word == "cm" and name and not begun:
                    pieces.append(Found(name, number, matrix))
                begun = bool(name) and (begun or word == "cm")
    return pieces
