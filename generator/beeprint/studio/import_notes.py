"""What an import guessed, in a designer's words: views of the page in place of lines of game.yaml and options."""

from __future__ import annotations

import re
from collections.abc import Iterable

#: What the notes tell people who write files, and what the page shows instead.
_INSTEAD = (
    (
        re.compile(r"; a line in\n\s*game\.yaml makes icons of them\b.*"),
        "; words in brackets can become icons: Game, Icons",
    ),
    (
        re.compile(r"add a check, or remove the # before rules: in game\.yaml$", re.MULTILINE),
        "add a check: Game, Checks",
    ),
    (re.compile(r": languages: \[[^\]\n]*\] in game\.yaml"), " (Game, Languages changes it)"),
    (re.compile(r"\(fonts: in game\.yaml\)"), "(Game, Fonts)"),
    (re.compile(r"\(icons: in game\.yaml\)"), "(Game, Icons)"),
    (re.compile(r"\(a font file in fonts/ changes that\)"), "(add the font: Game, Fonts)"),
    (re.compile(r"\(--size chooses another size\)"), "(Game, Decks changes it)"),
    (re.compile(r"\(--(?:sheet|from) [^\n]* takes (?:it|this one)\)"), "(to take it, choose it in the import)"),
    (re.compile(r" \([^()\n]*game\.yaml[^()\n]*\)"), ""),
    (re.compile(r"\n +hint: "), "; "),
)


def plain_notes(notes: Iterable[str]) -> list[str]:
    """Return the notes of `starter.write_from` as the page shows them, a line each; hints are part of their lines."""
    text = "\n".join(notes)
    for pattern, words in _INSTEAD:
        text = pattern.sub(words, text)
    return text.split("\n")
