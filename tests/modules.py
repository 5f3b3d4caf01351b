"""The modules of beeprint as text, and what each of them imports: read once for all tests that ask."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import beeprint

PACKAGE = Path(beeprint.__file__).parent
# A line that begins as an import does, and all of it where names stand in brackets on lines of their own.
_IMPORT = re.compile(r"^[ \t]*(from[ \t]+\S+[ \t]+import\b(?:[ \t]*\([^)]*\)|.*)|import\b.*)", re.MULTILINE)


@cache
def paths() -> tuple[Path, ...]:
    """Return the files of all modules, in order."""
    return tuple(sorted(PACKAGE.rglob("*.py")))


@cache
def text(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def imports(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Return the imports of a module, those inside functions too.

    Only these statements are parsed, and the whole module where something else looks like one of them.
    """
    try:
        nodes = ast.walk(ast.parse("\n".join(_IMPORT.findall(text(path)))))
    except SyntaxError:
        nodes = ast.walk(ast.parse(text(path)))
    return tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))
