"""The modules of beeprint as text, and what each of them imports: read once for all tests that ask."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import beeprint

PACKAGE = Path(beeprint.__file__).parent


@cache
def paths() -> tuple[Path, ...]:
    """Return the files of all modules, in order."""
    return tuple(sorted(PACKAGE.rglob("*.py")))


@cache
def text(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def imports(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Return the imports of a module, those inside functions too."""
    return tuple(node for node in ast.walk(ast.parse(text(path))) if isinstance(node, ast.Import | ast.ImportFrom))
