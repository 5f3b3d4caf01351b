"""Write docs/licences.md: the licence of all that beeprint needs to run, from the metadata of what is installed.

Run as `make licences`.
"""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "licences.md"
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_TOO_LONG = 60
HEAD = """# Licences

beeprint is under the MIT licence. It carries no other work inside: what it needs is installed beside it, from the
Python Package Index, each under its own licence. `make licences` writes these tables from the metadata of the packages.

An SVG or PDF that beeprint writes holds outlines or a subset of the fonts that a game uses. The licences below allow
that, in print and in files, for money too; if a game brings a font of its own, look at its licence.

beeprint's own icons need no credit. Those of the extra `icons` are under the ISC License (Lucide) and the MIT License
(Phosphor), and copying one writes the credit that they ask for ([icons.md](icons.md)).
"""


def requirements() -> list[str]:
    """Return the names of what pyproject.toml needs, in its order."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [match[0] for need in settings["dependencies"] if (match := _NAME.match(need))]


def whole() -> dict[str, str]:
    """Return all packages that are needed to run, each with the one that needs it first, or nothing."""
    names = dict.fromkeys(map(_plain, requirements()), "")
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        for need in metadata.requires(name) or ():
            match = _NAME.match(need)
            other = _plain(match[0]) if match and "extra ==" not in need else ""
            if other and other not in names and _installed(other):
                names[other] = name
                waiting.append(other)
    return names


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def licence(name: str) -> str:
    """Return the licence that a package states: an expression, its classifiers, or a short text."""
    told = metadata.metadata(name)
    expression, text = told.get("License-Expression") or "", (told.get("License") or "").strip()
    if expression:
        return expression
    classes = [
        classifier.rpartition(" :: ")[2]
        for classifier in told.get_all("Classifier") or ()
        if classifier.startswith("License ::")
    ]
    stated = [classifier for classifier in classes if classifier != "OSI Approved"]
    if text and "\n" not in text and len(text) <= _TOO_LONG and text.upper() != "UNKNOWN":
        return text
    first = text.split("\n")[0].strip()[:_TOO_LONG]
    return ", ".join(stated) or first or "not stated in its metadata"


def page() -> str:
    """Return the page."""
    packages = whole()
    fonts = [name for name in sorted(packages) if name.startswith(("font-", "fontpkg-"))]
    libraries = [name for name in sorted(packages) if name not in fonts]
    lines = [HEAD, "## Fonts", "", "| package | licence |", "|---|---|"]
    lines += [f"| {name} | {licence(name)} |" for name in fonts]
    lines += ["", "## Libraries", "", "| package | licence | needed by |", "|---|---|---|"]
    lines += [f"| {name} | {licence(name)} | {packages[name] or 'beeprint'} |" for name in libraries]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8", newline="\n")
