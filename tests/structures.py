"""Read the structure of a tagged PDF back with pikepdf: what a program for blind readers gets to know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pikepdf


@dataclass
class Node:
    """A structure element: its standard kind, its description, its words, its attributes, and what is inside it."""

    kind: str
    alt: str = ""
    actual: str = ""
    attributes: dict[str, Any] = field(default_factory=dict)
    inside: list[Node | int] = field(default_factory=list)
    pages: set[int] = field(default_factory=set)
    target: int | None = None

    def nodes(self) -> Iterator[Node]:
        """Yield it and those below it, in reading order."""
        yield self
        for child in self.inside:
            if isinstance(child, Node):
                yield from child.nodes()

    def of(self, kind: str) -> list[Node]:
        """Return those of a kind below it."""
        return [node for node in self.nodes() if node.kind == kind]


@dataclass
class Tagged:
    """A tagged PDF: its document element, language, bookmarks with their pages from 1, and number of pages."""

    document: Node
    language: str
    bookmarks: list[tuple[int, str, int]]
    pages: int
    labels: dict[str, Any]
    part: str
    loose: list[str]  # operators that are neither in an element nor an artifact


def read(path: Path) -> Tagged:
    """Read a tagged PDF."""
    with pikepdf.open(path) as pdf:
        root = pdf.Root.StructTreeRoot
        roles = {str(key): str(value) for key, value in root.get("/RoleMap", {}).items()}
        places = {page.objgen: number for number, page in enumerate(pdf.pages, start=1)}
        (top,) = root.K
        with pdf.open_metadata() as metadata:
            part = str(metadata.get("pdfuaid:part", ""))
        with pdf.open_outline() as outline:
            bookmarks = list(_bookmarks(outline.root, places, 1))
        return Tagged(
            _node(top, roles, places),
            str(pdf.Root.Lang),
            bookmarks,
            len(pdf.pages),
            {str(key): value for key, value in pdf.Root.PageLabels.Nums[1].items()},
            part,
            [operator for page in pdf.pages for operator in _loose(page)],
        )


def _node(element: Any, roles: dict[str, str], places: dict[Any, int]) -> Node:
    kind = str(element.S)
    attributes = {str(key)[1:]: str(value) for key, value in element.get("/A", {}).items()}
    node = Node(
        roles.get(kind, kind)[1:], str(element.get("/Alt", "")), str(element.get("/ActualText", "")), attributes
    )
    for kid in element.get("/K", []):
        if "/MCID" in kid:
            node.inside.append(int(kid.MCID))
            node.pages.add(places[kid.Pg.objgen])
        elif kid.get("/Type") == "/OBJR":
            node.target = places[kid.Obj.Dest[0].objgen]
        else:
            node.inside.append(_node(kid, roles, places))
    return node


def _bookmarks(items: Any, places: dict[Any, int], level: int) -> Iterator[tuple[int, str, int]]:
    for item in items:
        yield level, item.title, places[item.destination[0].objgen]
        yield from _bookmarks(item.children, places, level + 1)


def _loose(page: Any) -> Iterator[str]:
    """Yield the operators of a page that paint and are neither tagged nor artifacts."""
    depth = 0
    for _, operator in pikepdf.parse_content_stream(page):
        word = str(operator)
        depth += {"BDC": 1, "BMC": 1, "EMC": -1}.get(word, 0)
        if not depth and word in ("f", "f*", "S", "B", "B*", "Do", "sh", "TJ", "Tj"):
            yield word
