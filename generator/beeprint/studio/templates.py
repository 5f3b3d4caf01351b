"""What the page calls the starters that come with beeprint."""

from __future__ import annotations

#: The starters in the order in which they are offered, with their titles and what they are.
STARTERS = {
    "blank": ("Blank cards", "Three cards with a name and a text, to fill in"),
    "plain": ("Cards and tiles", "A small complete game with cards, tiles, icons and rules of play"),
    "inkscape": ("Drawn in Inkscape", "Cards designed as drawings, whose rectangles are the boxes"),
}


def starter_words(name: str) -> tuple[str, str]:
    """Return the title of a starter and what it is; those of a plug-in are called by their names."""
    return STARTERS.get(name, (name.replace("-", " ").capitalize(), ""))
