"""Faces as they looked before: drawn and packed, since whole drawings would fill the memory after some changes."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable

from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing
from beeprint.drawing.fonts import Fonts
from beeprint.face.layout import Face

#: How many bytes are kept.
_MOST = 12_000_000
#: How many faces may wait to be packed; a deck's colours may change faster than all its faces are drawn.
_MOST_WAITING = 400


class Earlier:
    """Faces by the keys of what they show, the last seen for longest."""

    def __init__(self) -> None:
        self._waiting: dict[str, tuple[Drawing, Fonts]] = {}
        self._packed: dict[str, bytes] = {}
        self._size = 0

    def __len__(self) -> int:
        return len(self._waiting) + len(self._packed)

    def keep(self, faces: Iterable[Face], fonts: Fonts) -> None:
        """Keep faces that were set in these fonts; of too many that wait, the first are lost."""
        self._waiting.update((face.symbol.key, (face.drawing, fonts)) for face in faces)
        for key in list(self._waiting)[:-_MOST_WAITING]:
            del self._waiting[key]

    def pack(self, go_on: Callable[[], None]) -> None:
        """Pack what waits, one face after another; `go_on` may stop this."""
        for key, (drawing, fonts) in list(self._waiting.items()):
            go_on()
            data = zlib.compress(svg.write(drawing, fonts).encode(), 1)
            self._size += len(data) - len(self._packed.pop(key, b""))
            self._packed[key] = data
            del self._waiting[key]
        while self._size > _MOST:
            self._size -= len(self._packed.pop(next(iter(self._packed))))

    def svg(self, key: str) -> bytes | None:
        """Return a face as an SVG file, None if it is not known."""
        waiting = self._waiting.get(key)
        if waiting is not None:
            return svg.write(*waiting).encode()
        packed = self._packed.get(key)
        return None if packed is None else zlib.decompress(packed)
