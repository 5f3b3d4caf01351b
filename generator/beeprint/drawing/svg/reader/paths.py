"""Parse path data, lists of numbers and transforms into normal form; measure the box round a path."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from beeprint.base.geometry import IDENTITY, Affine, Path, Rect, Segment, bounds, rotate, scale, translate

# Atomic groups (?>...): a number stays one number whatever follows. A malformed list is then refused in linear time,
# and `A10 5 0 1 1 7` is an arc without an end point, not one with radii 1 and 0.
NUMBER = r"(?>[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)"
_NUMBERS = re.compile(NUMBER)
_COMMAND = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")
_ARGUMENTS = re.compile(rf"[\s,]*+(?:{NUMBER}[\s,]*+)*+")
_SEP = r"[\s,]*+"
_ARC = re.compile(
    rf"{_SEP}({NUMBER}){_SEP}({NUMBER}){_SEP}({NUMBER}){_SEP}([01]){_SEP}([01]){_SEP}({NUMBER}){_SEP}({NUMBER}){_SEP}"
)
#: No picture needs a larger number; products of a few of these stay finite.
LARGEST = 1e7
# How far a curve may stray from the arc it replaces.
_STRAY = 0.0005
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_TRANSFORM = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)[\s,]*")


def numbers(text: str) -> list[float]:
    """Parse a list of numbers; ValueError where it contains anything else."""
    if not _ARGUMENTS.fullmatch(text):
        raise ValueError(f"{text.strip()[:40]!r} is not a list of numbers")
    return [_finite(item) for item in _NUMBERS.findall(text)]


def _finite(text: str) -> float:
    value = float(text)
    if not abs(value) < LARGEST:
        raise ValueError(f"{text} is too large")
    return value


# What `write` produces: absolute M L C Z, a blank between numbers. Matched at once: step by step is four times slower.
_POINT = rf" ?{NUMBER}[ ,]{NUMBER}"
_STEPS = rf"(?:L{_POINT} ?|C{_POINT}[ ,]{_POINT}[ ,]{_POINT} ?)*+"
_PLAIN = re.compile(rf"(?:M{_POINT} ?{_STEPS}(?:Z ?)?+(?=M|\Z))*+")
_STEP = re.compile(r"([MLCZ])([^MLCZ]*)")


def _plain(data: str) -> Iterator[Segment]:
    for letter, text in _STEP.findall(data):
        values = tuple(map(float, text.replace(",", " ").split()))
        if values and not max(map(abs, values)) < LARGEST:
            raise ValueError(f"{text.strip()[:40]} is too large")
        yield (letter, *values)  # as many as the letter takes: _PLAIN has matched them


def parse_path(data: str) -> Path:
    """Parse path data as absolute M, L, C and Z; ValueError says what is wrong with it."""
    return tuple(path_segments(data))


def path_segments(data: str) -> Iterator[Segment]:
    """Yield the segments of path data, absolute M, L, C and Z; ValueError says what is wrong with it."""
    text = data.strip()
    if text in ("", "none"):
        return
    if _PLAIN.fullmatch(text):
        yield from _plain(text)
        return
    if text[0] not in "Mm":
        raise ValueError("path data has to start with M")
    yield from _Pen().draw(text)


def path_corners(data: str) -> tuple[int, ...]:
    """Count the segments that `parse_path` makes of each command: several for an arc."""
    text = data.strip()
    if text in ("", "none"):
        return ()
    pen = _CountingPen()
    for segment in pen.draw(text):
        if segment[0] == "Z":
            pen.counts.append(1)
    return tuple(pen.counts)


class _Pen:
    """Follows path data: where the pen is, where the subpath began, the last curve's handle."""

    def __init__(self) -> None:
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.handle: tuple[float, float] | None = None
        self.last = ""

    def draw(self, data: str) -> Iterator[Segment]:
        end = 0
        for match in _COMMAND.finditer(data):
            if match.start() != end:
                raise ValueError(f"{data[end : match.start()].strip()[:20]!r} is not path data")
            end = match.end()
            letter, text = match.groups()
            upper = letter.upper()
            values = self.arguments(upper, text)
            count = _COUNT[upper]
            if upper == "Z":
                if values:
                    raise ValueError("Z takes no numbers")
                yield ("Z",)
                self.x, self.y, self.last = self.start_x, self.start_y, "Z"
                continue
            if not values or len(values) % count:
                raise ValueError(f"{letter} takes {count} numbers, not {len(values)}")
            for start in range(0, len(values), count):
                # After the first pair of a move, further pairs are lines.
                step = "L" if upper == "M" and start else upper
                yield from self.step(step, letter.islower(), values[start : start + count])
                self.last = step

    def arguments(self, upper: str, text: str) -> list[float]:
        if upper != "A":
            return numbers(text)
        # An arc's two flags may stand without any space between them and the next number.
        values: list[float] = []
        at, end = 0, len(text.rstrip(" ,\t\r\n"))
        while at < end:
            match = _ARC.match(text, at)
            if not match:
                raise ValueError(f"{text[at:].strip()[:30]!r} is not an arc")
            values += [_finite(group) for group in match.groups()]
            at = match.end()
        return values

    def step(self, step: str, relative: bool, v: list[float]) -> Iterator[Segment]:
        ox, oy = (self.x, self.y) if relative else (0.0, 0.0)
        if step == "M":
            self.x, self.y = v[0] + ox, v[1] + oy
            self.start_x, self.start_y = self.x, self.y
            yield ("M", self.x, self.y)
            return
        if self.last == "Z":
            # Drawing on after a closed subpath starts a new one where that began.
            yield ("M", self.x, self.y)
        if step in "LHV":
            self.x = v[0] + ox if step in "LH" else self.x
            self.y = v[-1] + oy if step in "LV" else self.y
            yield ("L", self.x, self.y)
        elif step in "CS":
            x1, y1 = (v[0] + ox, v[1] + oy) if step == "C" else self.mirrored("CS")
            x2, y2, x, y = v[-4] + ox, v[-3] + oy, v[-2] + ox, v[-1] + oy
            self.x, self.y, self.handle = x, y, (x2, y2)
            yield ("C", x1, y1, x2, y2, x, y)
        elif step in "QT":
            qx, qy = (v[0] + ox, v[1] + oy) if step == "Q" else self.mirrored("QT")
            x, y = v[-2] + ox, v[-1] + oy
            yield _raised(self.x, self.y, qx, qy, x, y)
            self.x, self.y, self.handle = x, y, (qx, qy)
        else:
            x, y = v[5] + ox, v[6] + oy
            if (x, y) == (self.x, self.y) and self.last == "M":
                # An arc to where it starts is left out, but what is left of the subpath may have caps.
                yield ("L", x, y)
            yield from arc(self.x, self.y, abs(v[0]), abs(v[1]), v[2], v[3] == 1, v[4] == 1, x, y)
            self.x, self.y = x, y

    def mirrored(self, kinds: str) -> tuple[float, float]:
        """Mirror the last curve's handle about the pen; after anything else return the pen's position."""
        if self.last and self.last in kinds and self.handle:
            return 2 * self.x - self.handle[0], 2 * self.y - self.handle[1]
        return self.x, self.y


class _CountingPen(_Pen):
    """A pen that counts the segments of each command but Z."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: list[int] = []

    def step(self, step: str, relative: bool, v: list[float]) -> Iterator[Segment]:
        made = tuple(super().step(step, relative, v))
        self.counts.append(len(made))
        yield from made


def _raised(x0: float, y0: float, x1: float, y1: float, x2: float, y2: float) -> Segment:
    """Convert a quadratic curve to a cubic."""
    return (
        "C",
        x0 + (x1 - x0) * 2 / 3,
        y0 + (y1 - y0) * 2 / 3,
        x2 + (x1 - x2) * 2 / 3,
        y2 + (y1 - y2) * 2 / 3,
        x2,
        y2,
    )


def arc(
    x0: float, y0: float, rx: float, ry: float, turn: float, large: bool, sweep: bool, x: float, y: float
) -> Iterator[Segment]:
    """Yield an elliptical arc as cubics (SVG 1.1, appendix F.6, endpoint to centre parameters)."""
    if (x0, y0) == (x, y):
        return
    # Radii that vanish beside the chord would be scaled up to a straight line (and overflow on the way).
    chord = math.hypot(x - x0, y - y0)
    if min(rx, ry) < 1e-9 * max(1.0, chord) or chord < 1e-9:
        yield ("L", x, y)
        return
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    dx, dy = (x0 - x) / 2, (y0 - y) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    reach = (px / rx) ** 2 + (py / ry) ** 2
    if reach > 1:
        rx, ry = rx * math.sqrt(reach), ry * math.sqrt(reach)
        reach = 1.0
    factor = math.sqrt(max(0.0, 1 / reach - 1)) * (-1 if large == sweep else 1)
    cx, cy = factor * rx * py / ry, -factor * ry * px / rx
    start = math.atan2((py - cy) / ry, (px - cx) / rx)
    delta = math.atan2((-py - cy) / ry, (-px - cx) / rx) - start
    if sweep and delta < 0:
        delta += 2 * math.pi
    elif not sweep and delta > 0:
        delta -= 2 * math.pi
    # The unit circle becomes the ellipse by [a c e; b d f], written out: a drawing may hold thousands of arcs.
    a, b, c, d = cos * rx, sin * rx, -sin * ry, cos * ry
    e, f = cos * cx - sin * cy + (x0 + x) / 2, sin * cx + cos * cy + (y0 + y) / 2
    steps = _steps(max(rx, ry), delta)
    part = delta / steps
    k = 4 / 3 * math.tan(part / 4)
    cos0, sin0 = math.cos(start), math.sin(start)
    for index in range(1, steps + 1):
        cos1, sin1 = math.cos(start + index * part), math.sin(start + index * part)
        u1, v1, u2, v2 = cos0 - k * sin0, sin0 + k * cos0, cos1 + k * sin1, sin1 - k * cos1
        last = (x, y) if index == steps else (a * cos1 + c * sin1 + e, b * cos1 + d * sin1 + f)
        yield ("C", a * u1 + c * v1 + e, b * u1 + d * v1 + f, a * u2 + c * v2 + e, b * u2 + d * v2 + f, *last)
        cos0, sin0 = cos1, sin1


def _steps(radius: float, angle: float) -> int:
    """Return how many cubics an arc takes so that none strays from it.

    The radial error of one cubic over the angle t is 2/27 sin^6(t/4) / cos^2(t/4) of the radius.
    """
    steps = max(1, math.ceil(abs(angle) / (math.pi / 2) - 1e-9))
    while radius * 2 / 27 * math.sin(angle / steps / 4) ** 6 / math.cos(angle / steps / 4) ** 2 > _STRAY:
        steps += 1
    return steps


def parse_transform(text: str) -> Affine:
    """Parse a transform attribute as one matrix; ValueError says what is wrong with it."""
    result, at = IDENTITY, 0
    stripped = text.strip()
    while at < len(stripped):
        match = _TRANSFORM.match(stripped, at)
        if not match:
            raise ValueError(f"{stripped[at : at + 30]!r} is not a transform")
        at = match.end()
        result = result @ _one_transform(match[1], numbers(match[2]))
        if not max(map(abs, result)) < LARGEST**2:
            raise ValueError(f"{stripped[:30]!r} is too large")
    return result


def _one_transform(name: str, v: list[float]) -> Affine:
    allowed = {"matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3), "skewX": (1,), "skewY": (1,)}[
        name
    ]
    if len(v) not in allowed:
        raise ValueError(f"{name} takes {' or '.join(map(str, allowed))} numbers, not {len(v)}")
    if name == "matrix":
        return Affine(*v)
    if name == "translate":
        return translate(v[0], v[1] if len(v) == 2 else 0)
    if name == "scale":
        return scale(*v)
    if name == "rotate":
        return rotate(v[0], (v[1], v[2]) if len(v) == 3 else (0, 0))
    slope = math.tan(math.radians(v[0]))
    return Affine(1, 0, slope, 1, 0, 0) if name == "skewX" else Affine(1, slope, 0, 1, 0, 0)


def tight_box(path: Path) -> Rect:
    """Return the box round the drawn line itself, curves' handles not counted; ValueError without any point."""
    points: list[tuple[float, float]] = []
    x0 = y0 = 0.0
    for segment in path:
        if segment[0] == "Z":
            continue
        x, y = segment[-2:]
        points.append((x, y))
        if segment[0] == "C":
            _, x1, y1, x2, y2, _, _ = segment
            for t in (*_turns(x0, x1, x2, x), *_turns(y0, y1, y2, y)):
                points.append((_at(t, x0, x1, x2, x), _at(t, y0, y1, y2, y)))
        x0, y0 = x, y
    return bounds(points)


def _at(t: float, p: float, q: float, r: float, s: float) -> float:
    """Return a cubic's coordinate at t."""
    u = 1 - t
    return u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s


def _turns(p: float, q: float, r: float, s: float) -> list[float]:
    """Return the extrema of a cubic's coordinate between 0 and 1: the roots of its derivative a t^2 + 2 b t + c."""
    a, b, c = s - 3 * r + 3 * q - p, r - 2 * q + p, q - p
    root = b * b - a * c
    if root < 0:
        return []
    # Without cancellation, and with a = 0 for a curve of lower degree.
    k = -b - math.copysign(math.sqrt(root), b)
    slopes = [over / under for over, under in ((k, a), (c, k)) if abs(under) > 1e-12]
    return [t for t in slopes if 0 < t < 1]
