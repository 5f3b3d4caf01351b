"""What the content streams of a file share while they are read: budgets, fonts, pictures, and what was read before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from beeprint.press.pdfcheck import objects, pictures, state
from beeprint.press.pdfcheck.colours import CMYK, Space, Spaces
from beeprint.press.pdfcheck.filters import DamagedError, TooLargeError
from beeprint.press.pdfcheck.marks import EVERYWHERE, Outcome, Ring, around
from beeprint.press.pdfcheck.objects import get
from beeprint.press.pdfcheck.paints import Judge
from beeprint.press.pdfcheck.state import State, corners
from beeprint.press.standard import Expected

#: How many operators of a file are read, and how deep forms are nested.
MAX_STEPS, MAX_DEPTH = 1_000_000, 24
#: How many pixels of pictures are looked at in a file, how many marks a stream may have.
MAX_PIXELS, MAX_MARKS = 300_000_000, 60_000
#: How many pixels of pictures are decoded to see whether they can be.
MAX_DECODED = 150_000_000
#: How many corners of outlines are kept of a mark and of a file.
MAX_RING, _MAX_CORNERS = 400, 1_000_000


class SpentError(Exception):
    """Raised where a file has more in it than is read."""


class Shared:
    """What is known of a file; one for each file."""

    def __init__(self, expected: Expected, unit: float = 1.0) -> None:
        self.expected, self.judge, self.unit = expected, Judge(expected), unit
        self.spaces = Spaces()
        self.steps, self.pixels, self.corners = MAX_STEPS, MAX_PIXELS, _MAX_CORNERS
        self.lowest_resolution = 0.0
        self.decoded = MAX_DECODED
        self._damage: dict[tuple[int, int], str] = {}
        self.fonts: dict[tuple[int, int], state.Font] = {}
        self.named_fonts: dict[str, None] = {}
        self._outcomes: dict[tuple[object, ...], Outcome] = {}
        self._measured: dict[tuple[int, int], pictures.Measured] = {}
        self._open: list[tuple[int, int]] = []
        self.alive: list[Any] = []  # what is known by its id has to live on

    def read(self, data: bytes, resources: Any, state: State, source: str, colourless: bool = False) -> Outcome:
        """Read a stream, and return what it paints."""
        raise NotImplementedError

    def stream(self, value: Any, resources: Any, state: State, kind: str, colourless: bool = False) -> Outcome | None:
        """Read a form, a pattern or a glyph, once for each state, which becomes its own; None within itself."""
        key = objects.identity(value) or (0, id(value))
        if key in self._open or len(self._open) >= MAX_DEPTH:
            return None
        known = (key, colourless, *state.key())
        if known in self._outcomes:
            self.spend(1 + len(self._outcomes[known].marks) // 4)
            return self._outcomes[known]
        self.alive.append((value, state))
        label = f"{kind} {objects.label(value)}".strip()
        self._open.append(key)
        try:
            own = get(value, "Resources")
            data, _ = objects.data(value)
            # Where it lies does not belong to what is remembered: the clip around it is laid on where it is painted.
            state.clip, state.clips = EVERYWHERE, ()
            box = objects.numbers(get(value, "BBox"), 4)
            if box:
                state.clip = around(corners(state.ctm, *box))
            outcome = self.read(data, resources if own is None else own, state, label, colourless)
        except (DamagedError, TooLargeError) as error:
            outcome = Outcome(self.expected.allows.strict)
            rule = "unchecked" if isinstance(error, TooLargeError) else "syntax"
            outcome.findings.add(rule, f"a {kind} that cannot be read", "a stream of reasonable size", label)
        finally:
            self._open.pop()
        self._outcomes[known] = outcome
        return outcome

    def kept(self, rings: Sequence[Sequence[tuple[float, float]]]) -> tuple[Ring, ...]:
        """Return outlines with as few corners as plates need; nothing where the file has too many."""
        count = sum(map(len, rings))
        step = 1 + count // MAX_RING
        self.corners -= count // step
        if self.corners < 0 or len(rings) > MAX_RING:
            return ()
        return tuple((*ring[::step], ring[-1]) for ring in rings)

    def spend(self, steps: int) -> None:
        """Count what was read; SpentError when it is too much."""
        self.steps -= steps
        if self.steps < 0:
            raise SpentError

    def font(self, value: Any) -> state.Font:
        """Read a font, once if it is an object of its own."""
        key = objects.identity(value)
        if key is None:
            return state.read(value)
        if key not in self.fonts:
            self.fonts[key] = state.read(value)
        return self.fonts[key]

    def damage(self, stream: Any, size: tuple[int, int], bits: int, channels: int) -> str:
        """Return why a picture cannot be decoded, "" where it can or is not tried, once."""
        key = objects.identity(stream) or (0, id(stream))
        if key not in self._damage:
            self.alive.append(stream)
            if pictures.is_large(stream, size):
                self.judge.unknown.setdefault(
                    f"whether pictures of more than {pictures.MAX_DECODED:,} pixels are whole"
                )
            self.decoded -= min(max(0, size[0] * size[1]), pictures.MAX_DECODED)
            if self.decoded < 0:
                self.judge.unknown.setdefault(f"whether pictures after the first {MAX_DECODED:,} pixels are whole")
            self._damage[key] = pictures.damage(stream, size, bits, channels) if self.decoded >= 0 else ""
        return self._damage[key]

    def measured(self, stream: Any, space: Space, width: int, height: int, bits: int) -> pictures.Measured:
        """Measure the inks of a picture, once."""
        key = objects.identity(stream)
        if key is not None and key in self._measured:
            return self._measured[key]
        if space == CMYK and 0 < width * height <= pictures.MAX_PIXELS:
            self.pixels -= width * height
        if self.pixels < 0:
            measurement = pictures.Measured(unknown=f"pictures after the first {MAX_PIXELS:,} pixels in CMYK")
        else:
            measurement = pictures.measure(stream, space, width, height, bits)
        if key is not None:
            self._measured[key] = measurement
        return measurement
