"""The faulty games: each folder below faulty/ holds the files that differ from a sound game, and the messages."""

from __future__ import annotations

import shutil
from pathlib import Path

FAULTY = Path(__file__).parent / "faulty"
CASES = sorted(path.name for path in FAULTY.iterdir() if path.is_dir())


def spoil(case: str, game: Path) -> str:
    """Lay a case's files over the game and return the messages expected of it."""
    lines = (FAULTY / case / "expected.txt").read_text("utf-8").splitlines(keepends=True)
    for line in lines:
        if line.startswith("# without "):
            (game / line.removeprefix("# without ").strip()).unlink()
    for path in (FAULTY / case).rglob("*"):
        if path.is_file() and path.name != "expected.txt":
            target = game / path.relative_to(FAULTY / case)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    return "".join(line for line in lines if not line.startswith("# without "))
