"""SVG files of about a megabyte that are made to cost a reader all its time or memory."""

from __future__ import annotations

import base64
import math
import struct
import zlib
from collections.abc import Callable

from beeprint.drawing.svg.reader.xml import MAX_ELEMENTS
from svgs import art

SIZE = 1_000_000

Maker = Callable[[], str]
FILES: dict[str, Maker] = {}


def hostile(maker: Maker) -> Maker:
    """Enter a maker of a file under its name."""
    FILES[maker.__name__] = maker
    return maker


def filled(head: str, part: Callable[[int], str], tail: str = "", size: int = SIZE) -> str:
    """Return a document whose body repeats a part, which may count, as often as a file of this size holds.

    Nor are there more elements than a file may have.
    """
    room, elements = size - len(art(head + tail)), MAX_ELEMENTS - _elements(head + tail) - 10
    parts: list[str] = []
    while room > 0 and elements > 0:
        parts.append(part(len(parts)))
        room -= len(parts[-1].encode())
        elements -= _elements(parts[-1])
    return art(head + "".join(parts[:-1]) + tail)


def _elements(text: str) -> int:
    return text.count("<") - text.count("</")


def zigzag(count: int) -> str:
    """Return path data of so many short lines."""
    return "M0 0" + "l1 1l1-1" * (count // 2)


def star(count: int, radius: float = 5) -> list[tuple[float, float]]:
    """Return the corners of a star polygon of which every line crosses nearly every other."""
    turns = (math.tau * k * (count // 2) / count for k in range(count))
    return [(radius + radius * math.cos(turn), radius + radius * math.sin(turn)) for turn in turns]


def web(count: int, radius: float = 5) -> str:
    """Return the path of such a star."""
    return "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in star(count, radius)) + "Z"


def comb(count: int, across: bool = False) -> str:
    """Return a path of so many thin teeth, all as long as the picture; two across each other meet everywhere."""
    turn = (lambda x, y: f"{y:g} {x:g}") if across else (lambda x, y: f"{x:g} {y:g}")
    teeth = (f"L{turn(k / count * 10, 0)}L{turn((k + 0.5) / count * 10, 10)}" for k in range(count))
    return f"M{turn(0, 0)}{''.join(teeth)}Z"


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def picture_of(width: int, height: int, extra: bytes = b"", bits: int = 8, colours: int = 2) -> str:
    """Return a PNG of nothing but zeros as a data URI; `extra` are chunks before its samples."""
    samples = {0: 1, 2: 3, 4: 2, 6: 4}[colours] * bits // 8
    deflate = zlib.compressobj(9)
    row = bytes(1 + width * samples)
    packed = b"".join(deflate.compress(row) for _ in range(height)) + deflate.flush()
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, colours, 0, 0, 0))
    data = b"\x89PNG\r\n\x1a\n" + head + extra + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"
