"""Pixels from SVG by resvg: a wheel on every system, the same pixels everywhere, no system font.

Our own drawings are drawn in this process. A stranger's picture is drawn in a process of its own, bounded in time and
memory, so that hostile art ends in a message. It has to be sanitised first (`svg.sanitised`): resvg opens the files
that a picture refers to.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import resvg_py

#: A picture of more pixels than this is not flattened: A4 with bleed at 600 dpi has 36 million.
MAX_PIXELS = 40_000_000
#: A picture may take this long to draw, and this much memory where the system can limit it.
SECONDS = 60
MAX_MEMORY = 3_000_000_000


def draw(text: str, dpi: float) -> bytes:
    """Return the PNG of one of our own drawings at `dpi` dots to the inch, its ground transparent."""
    return bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=dpi, skip_system_fonts=True))


def draw_apart(text: str, fonts: Sequence[Path] = ()) -> bytes:
    """Return the PNG of a stranger's closed picture at its size in pixels; ValueError says why there is none."""
    order = json.dumps({"text": text, "fonts": [str(path) for path in fonts]}).encode()
    # -P keeps the folder that the user stands in, which may be a stranger's, out of the search for modules.
    command = [sys.executable, "-P", "-m", "beeprint.draw.raster"]
    known = [str(Path(__file__).resolve().parents[2]), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    there = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, known))}
    try:
        done = subprocess.run(command, input=order, capture_output=True, timeout=SECONDS, check=False, env=there)
    except subprocess.TimeoutExpired:
        raise ValueError(f"drawing it takes more than {SECONDS} seconds") from None
    if done.returncode == 0:
        return done.stdout
    said = done.stderr.decode("utf-8", "replace").strip().splitlines()
    raise ValueError(said[-1][:200] if done.returncode == 1 and said else "drawing it takes too much memory")


def _main() -> None:
    """Draw what standard input orders and write the PNG to standard output."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    order = json.loads(sys.stdin.buffer.read())
    try:
        data = resvg_py.svg_to_bytes(svg_string=order["text"], skip_system_fonts=True, font_files=order["fonts"])
    except ValueError as error:
        sys.exit(f"the renderer cannot read it: {error}")
    sys.stdout.buffer.write(bytes(data))


if __name__ == "__main__":
    _main()
