"""Say which of the tools that `make verify` needs are missing; exit 1 when one is."""

from __future__ import annotations

import importlib
import shutil
import sys
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
TOOLS = {
    "pdftotext": "poppler (Debian: poppler-utils)",
    "pdftoppm": "poppler (Debian: poppler-utils)",
    "pdffonts": "poppler (Debian: poppler-utils)",
    "gs": "Ghostscript (Debian: ghostscript)",
    "qpdf": "qpdf (Debian: qpdf)",
    "inkscape": "Inkscape (Debian: inkscape)",
    "rsvg-convert": "librsvg (Debian: librsvg2-bin)",
    "chromium": "Chromium (Debian: chromium)",
}


def missing() -> list[str]:
    """Return a line for each tool that is not there."""
    oldest = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["requires-python"].removeprefix(">=")
    tools = TOOLS | {f"python{oldest}": f"Python {oldest}, the oldest that beeprint runs on, with venv"}
    lines = [f"{tool}: install {package}" for tool, package in tools.items() if shutil.which(tool) is None]
    try:
        importlib.import_module("cairosvg")
    except (ImportError, OSError) as error:
        lines.append(f"cairosvg: install the system's cairo library (Debian: libcairo2): {error}")
    return lines


if __name__ == "__main__":
    found = missing()
    for line in found:
        print(f"missing: {line}", file=sys.stderr)
    sys.exit(1 if found else 0)
