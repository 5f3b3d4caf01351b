"""Colour spaces of a PDF, as far as a press needs them: which inks a colour is printed with, and how much of each."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pikepdf
from msgspec import Struct

from beeprint.press.pdfcheck import filters, objects
from beeprint.press.pdfcheck.objects import get

# Functions of a PDF of one input: exponential and stitched ones, which gradients and spot colours use most.


Function = Callable[[Sequence[float]], tuple[float, ...]]
_MAX_NESTED, _MAX_PARTS = 4, 200


def read(value: Any, depth: int = 0) -> Function | None:
    """Return a function that computes what a PDF's function does; None for kinds that are not worked out."""
    kind = objects.number(get(value, "FunctionType"), -1)
    if kind == 2:
        return _exponential(value)
    if kind == 3 and depth < _MAX_NESTED:
        parts = [read(part, depth + 1) for part in objects.items(get(value, "Functions"), _MAX_PARTS)]
        bounds, domain = objects.numbers(get(value, "Bounds")), objects.numbers(get(value, "Domain"), 2)
        encode = objects.numbers(get(value, "Encode"))
        whole = [part for part in parts if part is not None]
        if whole and len(whole) == len(parts) == len(bounds) + 1 and len(encode) == 2 * len(whole) and domain:
            return _stitched(whole, (domain[0], *bounds, domain[1]), encode)
    return None


def ends(value: Any, depth: int = 0) -> list[tuple[float, ...]] | None:
    """Return the values at the ends of every piece of a function, between which its ink is no higher; else None."""
    kind = objects.number(get(value, "FunctionType"), -1)
    if kind == 2:
        first, last = (objects.numbers(get(value, key)) for key in ("C0", "C1"))
        return [first or (0.0,), last or (1.0,)]
    if kind == 3 and depth < _MAX_NESTED:
        ranges: list[tuple[float, ...]] = []
        for part in objects.items(get(value, "Functions"), _MAX_PARTS):
            inner = ends(part, depth + 1)
            if inner is None:
                return None
            ranges += inner
        return ranges
    return None


def _exponential(value: Any) -> Function:
    first, last = (objects.numbers(get(value, key)) for key in ("C0", "C1"))
    first, last = first or (0.0,), last or (1.0,)
    power = objects.number(get(value, "N"), 1)

    def compute(inputs: Sequence[float]) -> tuple[float, ...]:
        at = min(1.0, max(0.0, inputs[0]))
        share = at if power == 1 else float(at**power) if at > 0 else 0.0
        return tuple(a + share * (b - a) for a, b in zip(first, last, strict=False))

    return compute


def _stitched(parts: Sequence[Function], bounds: Sequence[float], encode: Sequence[float]) -> Function:
    def compute(inputs: Sequence[float]) -> tuple[float, ...]:
        at = min(bounds[-1], max(bounds[0], inputs[0]))
        index = next((index for index in range(len(parts) - 1) if at < bounds[index + 1]), len(parts) - 1)
        low, high = bounds[index], bounds[index + 1]
        share = (at - low) / (high - low) if high > low else 0.0
        begin, end = encode[2 * index], encode[2 * index + 1]
        return parts[index]([begin + share * (end - begin)])

    return compute


PLATES = ("Cyan", "Magenta", "Yellow", "Black")
_DEVICE = {"DeviceGray": 1, "DeviceRGB": 3, "DeviceCMYK": 4, "CalGray": 1, "CalRGB": 3, "Lab": 3, "Pattern": 0}
_SHORT = {"G": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK", "I": "Indexed"}
_DEFAULTS = {"DeviceGray": "DefaultGray", "DeviceRGB": "DefaultRGB", "DeviceCMYK": "DefaultCMYK"}
_MAX_DEPTH, _MAX_INKS = 6, 64
#: How much of each ink, 0 to 1; the names of the process inks are those of PLATES.
Inks = Mapping[str, float]


class Space(Struct, frozen=True):
    """A colour space; `kind` is its name in PDF.

    `base` is that of an indexed space, the alternate of a spot colour, or what an uncoloured pattern is painted in.
    """

    kind: str
    count: int
    names: tuple[str, ...] = ()
    base: Space | None = None
    table: bytes = b""
    look: str = ""  # a digest of how the alternate is computed

    @property
    def first(self) -> tuple[float, ...]:
        """Return the colour that the space begins with (ISO 32000-1, 8.6.3)."""
        if self.kind == "DeviceCMYK":
            return (0.0, 0.0, 0.0, 1.0)
        return (1.0 if self.names else 0.0,) * self.count

    def chain(self) -> Iterator[Space]:
        """Yield the space and those that it is made from."""
        at: Space | None = self
        while at is not None:
            yield at
            at = at.base

    @property
    def spots(self) -> tuple[str, ...]:
        """Return the names of the inks that are no process inks."""
        return tuple(name for name in self.names if name not in (*PLATES, "All", "None"))

    def inks(self, values: Sequence[float]) -> Inks | None:
        """Return how much of each ink a colour takes; None where only a colour conversion knows."""
        if self.kind == "Indexed" and self.base is not None:
            at = int(values[0]) * self.base.count if values else 0
            entry = self.table[at : at + self.base.count]
            return self.base.inks([byte / 255 for byte in entry]) if len(entry) == self.base.count else None
        if len(values) != self.count:
            return None
        held = [min(1.0, max(0.0, value)) for value in values]
        if self.kind == "DeviceCMYK":
            return dict(zip(PLATES, held, strict=True))
        if self.kind == "DeviceGray":
            return {"Black": 1 - held[0]}
        if self.kind in ("Separation", "DeviceN"):
            amounts = {name: value for name, value in zip(self.names, held, strict=True) if name not in ("None", "All")}
            if "All" in self.names:
                amounts.update(dict.fromkeys(PLATES, held[self.names.index("All")]))
            return amounts
        return None


UNKNOWN = Space("Unknown", 0)
GRAY, RGB, CMYK = (Space(name, _DEVICE[name]) for name in ("DeviceGray", "DeviceRGB", "DeviceCMYK"))
PATTERN = Space("Pattern", 0)


class Spaces:
    """Reads colour spaces; those that are objects of their own are read once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], Space] = {}

    def read(self, value: Any, resources: Any, depth: int = 0, replaced: bool = True) -> Space:
        """Return the space that a value stands for: a name, one of the resources' names, or an array."""
        if depth > _MAX_DEPTH:
            return UNKNOWN
        if isinstance(value, pikepdf.Name | str):
            name = value if isinstance(value, str) else objects.name(value)
            return self._named(name, resources, depth, replaced)
        key = objects.identity(value)
        if key is not None and key in self._known:
            return self._known[key]
        space = self._array(value, resources, depth)
        if key is not None:
            self._known[key] = space
        return space

    def _named(self, name: str, resources: Any, depth: int, replaced: bool) -> Space:
        name = _SHORT.get(name, name)
        there = get(resources, "ColorSpace")
        default = get(there, _DEFAULTS[name]) if replaced and name in _DEFAULTS else None
        if default is not None:
            return self.read(default, resources, depth + 1, False)
        if name in _DEVICE:
            return Space(name, _DEVICE[name])
        written = get(there, name)
        return UNKNOWN if written is None else self.read(written, resources, depth + 1, replaced)

    def _array(self, value: Any, resources: Any, depth: int) -> Space:
        parts = list(objects.items(value, 8))
        if not parts:
            return UNKNOWN
        kind = _SHORT.get(objects.name(parts[0]), objects.name(parts[0]))
        if kind == "ICCBased" and len(parts) > 1:
            return Space(kind, int(objects.number(get(parts[1], "N"))))
        if kind == "Pattern":
            under = self.read(parts[1], resources, depth + 1) if len(parts) > 1 else None
            return Space(kind, under.count if under else 0, base=under)
        if kind == "Indexed" and len(parts) > 3:
            return Space(kind, 1, base=self.read(parts[1], resources, depth + 1), table=_table(parts[3]))
        if kind in ("Separation", "DeviceN") and len(parts) > 3:
            inks = [parts[1]] if kind == "Separation" else list(objects.items(parts[1], _MAX_INKS))
            names = tuple(map(objects.name, inks))
            alternate = self.read(parts[2], resources, depth + 1, False)
            return Space(kind, len(names), names, alternate, look=_look(alternate, parts[3]))
        return Space(kind, _DEVICE[kind]) if kind in _DEVICE else UNKNOWN


def _table(value: Any) -> bytes:
    if isinstance(value, pikepdf.String):
        return bytes(value)
    try:
        return objects.data(value, 1 << 20)[0] if isinstance(value, pikepdf.Stream) else b""
    except ValueError:
        return b""


def _look(alternate: Space, tint: Any) -> str:
    """Return a digest of an alternate colour: full and half tints, where the function can be worked out."""
    function = read(tint)
    shown: object = [[round(part, 3) for part in function([tone])] for tone in (0.5, 1.0)] if function else None
    if shown is None:
        try:
            shown = objects.data(tint, 1 << 20)[0] if isinstance(tint, pikepdf.Stream) else repr(tint)
        except (filters.DamagedError, filters.TooLargeError):
            shown = ""
    return f"{alternate.kind} {hashlib.sha256(repr(shown).encode()).hexdigest()[:12]}"
