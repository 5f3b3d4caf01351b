"""A small game: what the starter writes, with few cards and short rules of play, for tests of something else."""

from __future__ import annotations

import re
from pathlib import Path

from beeprint import starter

#: The cards that are left of a deck of twelve: one with an icon, one without text, one with two icons.
CARDS = ("S1", "S4", "R6")

# The rules of a game or of an edition, down to the next key.
_RULES = re.compile(r"(?m)^( *)rules:\n(?:\1 .*\n|\n)*")


def ruleless(text: str) -> str:
    """Return the text of a game.yaml without its rules, so that rows can be taken out of its tables."""
    return _RULES.sub("", text)


def with_rules(folder: Path) -> Path:
    """Switch on the rules that the game.yaml of a starter has as comments; return its folder."""
    path = folder / "game.yaml"
    path.write_text(re.sub(r"(?m)^#(rules:|  - )", r"\1", path.read_text("utf-8")), "utf-8", newline="")
    return folder


def small_game(folder: Path) -> Path:
    """Write a game with three cards, five with their copies, of a common back and three copies of a tile; return it."""
    starter.write(folder)
    with_rules(folder)
    rows = (folder / "cards.csv").read_text("utf-8").splitlines(keepends=True)
    few = [row for row in rows if row.partition(",")[0] in ("id", *CARDS)]
    (folder / "cards.csv").write_text("".join(few), "utf-8", newline="")
    text = (folder / "game.yaml").read_text("utf-8")
    for old, new in {
        "deck: cards, is: 18": "deck: cards, is: 5",
        "  - {rule: count, deck: cards, each: suit, is: 9}\n": "",
    }.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    (folder / "game.yaml").write_text(text, "utf-8", newline="")
    (folder / "rules.md").write_text("# {game.title}\n\nDraw one of {cards} cards, and a :sun:.\n", "utf-8", newline="")
    return folder
