"""Shelves of many games: copies of those that come with beeprint, renamed and in other languages."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

DATA = Path(__file__).parents[1] / "data"
#: The languages in which the copies are said to be written; none of them is one that a game is translated into.
LANGUAGES = ("en", "de", "es", "it", "nl", "pt")


def fill(folder: Path, count: int) -> list[Path]:
    """Write so many games into a folder, and return the folder of each."""
    sources = sorted(path.parent for path in DATA.glob("*/game.yaml"))
    made = []
    for number in range(count):
        source, language = sources[number % len(sources)], LANGUAGES[number // len(sources) % len(LANGUAGES)]
        game = folder / f"{source.name}-{number:02}"
        shutil.copytree(source, game, ignore=shutil.ignore_patterns("src"))
        text = (game / "game.yaml").read_text("utf-8")
        text = re.sub(r"(?m)^id: .*$", f"id: {game.name}", text, count=1)
        text = re.sub(r"(?m)^title: \"?([^\"\n]*)\"?$", rf'title: "\1, no. {number}"', text, count=1)
        if re.search(r"(?m)^languages: \[en", text):
            text = re.sub(r"(?m)^languages: \[en", f"languages: [{language}", text, count=1)
        else:
            text += f"languages: [{language}]\n"
        (game / "game.yaml").write_text(text, "utf-8")
        made.append(game)
    return made
