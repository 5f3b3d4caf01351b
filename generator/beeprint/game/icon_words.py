"""Check the words of texts that become icons: where they have no effect, and where they seem to be mistyped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from beeprint.base import budget
from beeprint.base.problems import Hint, Problem, is_slip, nearest, replacing
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.game.icon_drawings import IconFixes
from beeprint.game.model import Deck, Game

#: A word between marks, such as [coin], (S) and <sun>.
_BETWEEN_MARKS = re.compile(r"[^\w\s]+\w+[^\w\s]+")


#: A word or two in brackets or braces, such as [coin]; a backslash makes it text, and {{ is a brace.
_BRACKETED = re.compile(r"(?<!\\)(?:\[[^\W_][\w -]{0,20}\]|(?<!\{)\{[^\W_][\w -]{0,20}\}(?!\}))")

#: The same, and a word in parentheses, such as (S), which are common in sentences.
_MARKED = re.compile(rf"{_BRACKETED.pattern}|(?<!\\)\([^\W_][\w-]{{0,11}}\)")


def doubtful_words(game: Game) -> Iterator[Problem]:
    """Yield a warning for each column that prints icons' words as text, and for words that may be meant as icons."""
    fixes = IconFixes(game.workspace, game.node.place)
    has_icons = _has_icons(game, fixes)
    for deck in game.decks.values():
        for name, column in deck.rows.columns.items():
            if column.type != "text" or name == "id":
                continue
            if column.markup:
                yield from _undeclared(game, deck, name, fixes, has_icons)
                yield from _mistyped(game, deck, name, fixes)
            if column.markup is not True:
                yield from _without_effect(game, deck, name, () if column.markup else tuple(game.spec.icons))


def _has_icons(game: Game, fixes: IconFixes) -> bool:
    """Return whether words in brackets are meant as icons.

    One of them is an icon, has a drawing, or is in two texts: whoever writes it twice means a symbol.
    """
    if any(map(_BRACKETED.fullmatch, game.spec.icons)):
        return True
    known = set[str]()
    for deck in game.decks.values():
        for name, column in deck.rows.columns.items():
            if column.type == "text" and column.markup and name != "id":
                for row in deck.rows.rows:
                    words = set(_bracketed(row.texts[name], column.markup))
                    if words & known or any(map(fixes.icon, words - known)):
                        return True
                    known |= words
    return False


def _bracketed(text: str, markup: object) -> Iterator[str]:
    """Yield the words in brackets of a text, and those in braces where its markup has no use for them."""
    return (word for word in _BRACKETED.findall(text) if word[0] == "[" or markup is not True)


def _without_effect(game: Game, deck: Deck, name: str, words: tuple[str, ...]) -> Iterator[Problem]:
    """Yield a warning for a column that prints letter by letter what would be icons: words, or names between colons."""
    texts = [row.texts[name] for row in deck.rows.rows]
    pictures = (file for file in game.workspace.names("art", SUFFIXES) if file.startswith("icons/"))
    icons = (f":{picture.removeprefix('icons/')}:" for picture in pictures)
    word = next((word for word in (*words, *icons) if any(word in text for text in texts)), "")
    if word:
        place = game.node.key_at(["decks", deck.name, "columns"], name)
        message = f"{word} becomes no icon in the column {name}, which is printed letter by letter"
        hint = "write markup: icons instead of no, or remove it" if word in words else "remove markup: from the column"
        yield Problem(place, message, hint, "warning")


def _undeclared(game: Game, deck: Deck, name: str, fixes: IconFixes, has_icons: bool) -> Iterator[Problem]:
    """Yield a warning for each marked word that stays text, although a drawing in art/icons has its name.

    In a game that `has_icons` in brackets, a word in brackets without a drawing is doubtful too.
    """
    icons, markup = game.spec.icons, deck.rows.columns[name].markup
    usual = [word[1:-1] for word in icons if _BRACKETED.fullmatch(word)]
    known = {*icons}
    for row in deck.rows.rows:
        for word in _MARKED.findall(row.texts[name]):
            if word in known or (word[0] == "{" and markup is True):  # there, braces are figures
                continue
            known.add(word)
            place, cell, offers = deck.rows.place(row, name), deck.rows.cell(row, name), fixes(word)
            literal = f", or write \\{word} to print it as text" if word[0] == "[" and markup is True else ""
            if offers:
                drawing = f"{fixes.icon(word)} in art/icons"
                message = f"{word} is text, not an icon, although there is its drawing: {drawing} {cell}"
                yield Problem(
                    place, message, Hint(f"make {word} an icon (under icons: in game.yaml){literal}", offers), "warning"
                )
            elif has_icons and word[0] != "(":
                budget.spend("texts", _NEAR, at=partial(deck.rows.place, row, name))
                if not nearest(word[1:-1], usual):
                    hint = f"add its drawing to art/icons and make it an icon (under icons: in game.yaml){literal}"
                    message = f"{word} is no icon, so it is printed as text {cell}"
                    yield Problem(place, message, Hint(hint, fixes.of_any_drawing(word)), "warning")


def _mistyped(game: Game, deck: Deck, name: str, fixes: IconFixes) -> Iterator[Problem]:
    """Yield a warning for each word between marks that is no icon but nearly one, and that no drawing is named like."""
    marked = [word for word in game.spec.icons if _BETWEEN_MARKS.fullmatch(word)]
    pairs = {
        pair: frozenset(word[1:-1] for word in marked if (word[0], word[-1]) == pair)
        for pair in sorted({(word[0], word[-1]) for word in marked})
    }
    known: dict[str, str] = {}
    for row in deck.rows.rows if marked else ():
        for (first, last), words in pairs.items():
            for mistyped in re.findall(rf"{re.escape(first)}\w+{re.escape(last)}", row.texts[name]):
                if fixes.icon(mistyped):
                    continue
                if mistyped not in known:
                    budget.spend("texts", _NEAR, at=partial(deck.rows.place, row, name))
                    known[mistyped] = nearest(mistyped[1:-1], words)
                near = known[mistyped]
                if mistyped not in game.spec.icons and near and len(mistyped) > _SHORT:
                    message = f"{mistyped} is no icon, so it is printed as text {deck.rows.cell(row, name)}"
                    fix = replacing(mistyped, f"{first}{near}{last}", is_slip(mistyped[1:-1], near, words))
                    hint = Hint(f"did you mean {first}{near}{last}?", [fix])
                    yield Problem(deck.rows.place(row, name), message, hint, "warning")


#: Words of so many letters with their marks are too short to be mistyped ones: {2} is not {1}.
_SHORT = 4
#: What it costs to look for the word that is nearest to another, in steps.
_NEAR = 400
