"""Render SVG to pixels with resvg: a wheel for every system, identical pixels everywhere, no system fonts.

Our own drawings are rendered in this process. Art from elsewhere is rendered in a separate process with limited time
and memory, so that hostile art ends in a message. It has to be sanitised first (`svg.sanitised`): resvg opens the
files that a picture refers to.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import resvg_py

from beeprint.base import budget

#: The most pixels of a flattened picture: A4 with bleed at 600 dpi has 36 million.
MAX_PIXELS = 40_000_000
#: Limits of time and, where the system supports it, memory for one picture, in seconds and bytes.
SECONDS = 60
#: A second of another process, in steps.
_STEPS = 1_000_000
# Steps: to start that process; for each pixel; for each pixel of a layer, of which art has many that are small, so that
# few count as large as the picture; for each letter of the file.
_START, _PIXEL, _LAYERED, _MOST_LAYERS, _LETTER = 60_000, 0.05, 0.08, 3, 0.1
_LAYERS = re.compile(r"\b(?:fe[A-Z]\w*|(?:filter|mask|clip-path|opacity|mix-blend-mode)\s*[=:])")
_SIZE = re.compile(r'\s(?:width|height)="(\d+)"')
MAX_MEMORY = 3_000_000_000


def draw(text: str, dpi: float) -> bytes:
    """Render one of our own drawings as a PNG at `dpi` dots per inch, on a transparent ground."""
    return bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=dpi, skip_system_fonts=True))


def _counted(text: str) -> float:
    """Return the steps for a picture, the same on every machine, by its size in pixels and its layers."""
    sizes = [int(size) for size in _SIZE.findall(text, 0, text.find(">"))]
    layers = min(len(_LAYERS.findall(text)), _MOST_LAYERS)
    return _START + math.prod(sizes[:2]) * (_PIXEL + _LAYERED * layers) + len(text) * _LETTER


def _used() -> float:
    """Return the seconds of processors that other processes have taken so far; by the clock where no system says so."""
    times = os.times()
    return times.children_user + times.children_system if sys.platform != "win32" else time.monotonic()


def draw_apart(text: str, fonts: Sequence[Path] = ()) -> bytes:
    """Render a sanitised picture as a PNG at its size in pixels; ValueError says why it cannot be rendered."""
    counted = _counted(text)
    budget.spend("pictures", counted)
    request = json.dumps({"text": text, "fonts": [str(path) for path in fonts]}).encode()
    # -P keeps the current folder, which may not be trusted, out of the module search path.
    command = [sys.executable, "-P", "-m", "beeprint.drawing.raster"]
    known = [str(Path(__file__).resolve().parents[2]), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, known))}
    seconds, begun = math.ceil(budget.left(SECONDS * _STEPS) / _STEPS), _used()
    try:
        done = subprocess.run(
            command, input=request, capture_output=True, timeout=max(1, seconds), check=False, env=environment
        )
    except subprocess.TimeoutExpired:
        budget.spend("pictures", seconds * _STEPS)
        raise ValueError(f"drawing it takes more than {seconds} seconds") from None
    # The time is the last limit, of art that takes far longer than what is counted, such as filters over filters. Other
    # art takes no more than twice as long on a slow machine.
    took = (_used() - begun) * _STEPS
    budget.spend("pictures", took - counted if took > 2 * counted else 0)
    if done.returncode == 0:
        return done.stdout
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    raise ValueError(lines[-1][:200] if done.returncode == 1 and lines else "drawing it takes too much memory")


def render(text: str, fonts: Sequence[str]) -> bytes:
    """Render a sanitised picture as a PNG at its size in pixels; what `draw_apart` has done elsewhere."""
    return bytes(resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True, font_files=list(fonts)))


def _main() -> None:
    """Render the request on standard input and write the PNG to standard output."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    request = json.loads(sys.stdin.buffer.read())
    try:
        data = render(request["text"], request["fonts"])
    except ValueError as error:
        sys.exit(f"the renderer cannot read it: {error}")
    sys.stdout.buffer.write(data)


if __name__ == "__main__":
    _main()
