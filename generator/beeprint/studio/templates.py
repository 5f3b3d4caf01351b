"""What the page calls the starters, templates and looks that come with beeprint."""

from __future__ import annotations

from beeprint.starter.card_templates import TEMPLATES
from beeprint.starter.looks import LOOKS

#: The starters in the order in which they are offered, with their titles and what they are.
STARTERS = {
    "blank": ("Blank cards", "Three cards with a name and a text, to fill in"),
    "plain": ("Cards and tiles", "A small complete game with cards, tiles, icons and rules of play"),
    "inkscape": ("Drawn in Inkscape", "Cards designed as drawings, whose rectangles are the boxes"),
}


def card_styles(look: str = "", first: str = "") -> dict[str, list[dict[str, str]]]:
    """Return the templates and looks of decks that are made from a table, with their titles and what they are for.

    A game that has a `look` keeps to it; the look `first` comes before the others.
    """
    looks = {look: LOOKS[look]} if look else {first: LOOKS[first], **LOOKS} if first else LOOKS
    return {
        "templates": [{"name": name, "title": each.title, "words": each.words} for name, each in TEMPLATES.items()],
        "looks": [{"name": name, "title": each.title, "words": each.words} for name, each in looks.items()],
    }


def starter_words(name: str) -> tuple[str, str]:
    """Return the title of a starter and what it is; those of a plug-in are called by their names."""
    return STARTERS.get(name, (name.replace("-", " ").capitalize(), ""))
