"""What an import guessed, in a designer's words: views of the page in place of lines of game.yaml and options."""

from __future__ import annotations

import re
from collections.abc import Iterable

from beeprint.base.words import counted

#: What the notes tell people who write files, and what the page shows instead.
_INSTEAD = (
    (
        re.compile(r": printed as they are; a line in\n\s*game\.yaml makes icons of them\b.*"),
        ": printed as text; make icons of them in Game, Icons",
    ),
    (
        re.compile(r"^add and remove cards freely; .*$", re.MULTILINE),
        "Add and remove cards as you like. To fix their number, add a check in Game, Checks",
    ),
    (
        re.compile(r"^the language is (\S+), by the names of the columns: .* in game\.yaml$", re.MULTILINE),
        r"The language is \1, judging by your columns. You can change it in Game, Languages",
    ),
    (re.compile(r"\(fonts: in game\.yaml\)"), "(Game, Fonts)"),
    (re.compile(r"\(icons: in game\.yaml\)"), "(Game, Icons)"),
    (re.compile(r"\(a font file in fonts/ changes that\)"), "(add the font in Game, Fonts)"),
    (
        re.compile(r"^left out: the sheet (.+), since it (.*) \(--sheet [^\n]* takes it\)$", re.MULTILINE),
        r"The sheet \1 was left out: it \2. To take it, choose again and tick it",
    ),
    (re.compile(r"\(--from [^\n]* takes (?:it|this one)\)"), "(to take it, choose it in the import)"),
    (
        re.compile(r"^ +cards of (.+?), since the text in (.+) is too long .*\(--size .*\)$", re.MULTILINE),
        r"  The cards are \1: the text in \2 needs the room. You can change this in Game, Decks",
    ),
    (
        re.compile(r"^ +the template is (\S+?)(, since .*?)? \(--template [^\n]*\)$", re.MULTILINE),
        r"  The template is \1\2. To take another, choose again",
    ),
    (re.compile(r"^ +cards of (.+?)(, as the project has them)?$", re.MULTILINE), r"  The cards are \1\2"),
    (re.compile(r"^ +ids are made from (.+)$", re.MULTILINE), r"  Each card is known by its \1"),
    (re.compile(r"^ +left out: (.+) \(it is empty\)$", re.MULTILINE), r"  Left out, because it is empty: \1"),
    (re.compile(r"((?:this is|these \d+ are) not (?:in|a|whole|colours)\b.*) \([^()\n]*\)"), r"\1"),
    (re.compile(r"^(  .+): copies(?=$|; )", re.MULTILINE), r"\1: how many of each card are printed"),
    (
        re.compile(r"picture, (\d+) of \d+ files? found; missing: ([^()\n]+) \([^()\n]*\)"),
        r"pictures; \1 found, not in the folder of pictures: \2",
    ),
    (re.compile(r"picture, \d+ of (\d+) files? found"), r"pictures; all \1 found"),
    (re.compile(r" \([^()\n]*game\.yaml[^()\n]*\)"), ""),
)
#: Words that get icons of beeprint, one after the other.
_ICONS = re.compile(r"(?:^icons: .+ is the icon .+ of beeprint\n?)+", re.MULTILINE)
_ICON = re.compile(r"icons: (.+) is the icon (.+) of beeprint")
#: How many pieces a deck has, from which rows.
_DECK = re.compile(r"^(\S[^:\n]*): (\d+) pieces? in (\d+ rows?) of (.+?)(?:, sheet (.+))?$", re.MULTILINE)
#: What is said of one column of a deck, such as "  Cost: a whole number".
_COLUMN = re.compile(r"^  (?![\[{]|left out|on no card|cards of|\d+ rows? are called)[^:\n]+: ", re.MULTILINE)
#: A warning about a table: where, what, and what to do.
_WARNING = re.compile(r"^(?P<place>\S.*?): (?P<words>[^\n]+)\n +hint: (?P<hint>[^\n]+)$", re.MULTILINE)
#: A row that adds up others.
_TOTAL = re.compile(r"^(row \d+)(?:, '([^\n]*)',)? sums up the column (.+?), (so it is left out|but counts as a row)$")
#: A row at the end of a table that only its name makes a total.
_OUTDATED = re.compile(r"^(row \d+), '([^\n]*)', is named as a total, so it is left out; its numbers are no longer")


def plain_notes(notes: Iterable[str]) -> list[str]:
    """Return the notes of `starter.write_from` as the page shows them, a sentence each line.

    What is said of a deck is indented by two blanks, and what is said of a column by four.
    """
    text = _WARNING.sub(_in_sentences, "\n".join(notes))
    text = _ICONS.sub(_with_icons, text)
    text = _DECK.sub(_of_deck, _COLUMN.sub(r"  \g<0>", text))
    for pattern, words in _INSTEAD:
        text = pattern.sub(words, text)
    return [_sentence(line) for line in text.split("\n")]


def _of_deck(match: re.Match[str]) -> str:
    """Return how many pieces a deck has by the name of its sheet, or of itself in words."""
    deck, pieces, rows, file, sheet = match.groups()
    return f"{sheet or _capital(deck.replace('-', ' '))}: {counted(int(pieces), 'piece')}, from {rows} of {file}"


def _with_icons(match: re.Match[str]) -> str:
    icons = ", ".join(f"{word} as {icon}" for word, icon in _ICON.findall(match[0]))
    return f"Words in brackets are printed as icons: {icons}. You can choose others in Game, Icons\n"


def _in_sentences(match: re.Match[str]) -> str:
    """Return a warning without the path of its cell."""
    words, hint = match["words"], match["hint"]
    return total_row(words) or f"{_capital(words)}. {_capital(hint)}"


def total_row(message: str) -> str:
    """Return a warning about a row that adds up others in a designer's words; empty for any other message."""
    if outdated := _OUTDATED.match(message):
        row, label = outdated.groups()
        return f"Your {label} row ({row}) is not a card. It was left out. Its numbers do not fit the cards above it"
    total = _TOTAL.match(message)
    if total is None:
        return ""
    row, label, column, outcome = total.groups()
    if outcome.startswith("so"):
        who = f"Your {label} row ({row})" if label else f"{_capital(row)}, which adds up {column},"
        return f"{who} is not a card. It was left out"
    who = f"{_capital(row)} ({label})" if label else _capital(row)
    return f"{who} may only add up {column}. It was taken as a card; delete it if it is not one"


def label_of_total(message: str) -> str:
    """Return the name that a row has which adds up others and is left out, such as TOTAL; empty for any other."""
    total = _OUTDATED.match(message) or _TOTAL.match(message)
    return (total[2] or "") if total and "so it is left out" in total[0] else ""


def _sentence(line: str) -> str:
    """Return a line that begins with a capital and ends with a full stop; a name at its start stays."""
    inner, words = line[: len(line) - len(line.lstrip())], line.strip()
    words = _capital(words) if words.startswith(("left out", "on no card", "the names of")) else words
    return f"{inner}{words}" if words.endswith((".", "!", "?", "…")) or not words else f"{inner}{words}."


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
