"""Words of texts that could be icons, such as [coin], or coin in "Gain 2 coins", and the edit that makes them icons."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from beeprint.base.problems import Place, did_you_mean, error_at
from beeprint.base.words import counted, quoted
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.edit.change import Change, Edit
from beeprint.edit.draft import Draft
from beeprint.edit.icon_sets import add_credit
from beeprint.edit.kind_looks import follow_icon
from beeprint.game.model import Game
from beeprint.sources.workspace import GAME, Workspace, shown

#: A word or two between brackets, braces or parentheses: [coin], {2 gold}, (S).
_MARKED = re.compile(r"\[[^\W_][\w -]{0,20}\]|\{[^\W_][\w -]{0,20}\}|\([^\W_][\w-]{0,11}\)")
#: How often a word in parentheses, which are common in sentences, has to occur in a game without icons of that form.
_LEAST = 2
#: A word that is counted, such as coins in "Gain 2 coins"; any word; and in how many texts a word has to be counted.
_COUNTED, _WORD, _TEXTS = re.compile(r"(?<![\w.,])\d+ ([^\W\d_]{3,20})(?![\w'-])"), re.compile(r"[^\W_]+"), 2
#: How many words without marks are proposed.
_MOST = 8


class IconWord(NamedTuple):
    """A word of texts that could be an icon: how often it is there, in how many texts, and its plural, "" for none."""

    word: str
    times: int
    texts: int
    plural: str = ""
    plurals: int = 0


def icon_words(game: Game) -> list[IconWord]:
    """Return the words that could be icons: marked words, then words that texts count, each the commonest first.

    None of them is a column or an icon.
    """
    texts = list(_texts(game))
    marked = [_MARKED.findall(text) for text in texts]
    counts, spread = _counts(marked)
    known = {*game.spec.icons, *(f"{{{name}}}" for deck in game.decks.values() for name in deck.rows.columns)}
    least = 1 if any(word.startswith("(") for word in game.spec.icons) else _LEAST
    meant = ((word, count) for word, count in counts.items() if count >= least or not word.startswith("("))
    words = [IconWord(word, count, spread[word]) for word, count in meant]
    wanted = [*sorted(words, key=_order), *sorted(_counted(texts), key=_order)[:_MOST]]
    return [each for each in wanted if each.word not in known]


def _texts(game: Game) -> Iterable[str]:
    for deck in game.decks.values():
        names = [name for name, column in deck.rows.columns.items() if column.type == "text" and name != "id"]
        yield from (row.texts.get(name, "") for row in deck.rows.rows for name in names)


def _counts(words_of_texts: Iterable[Sequence[str]]) -> tuple[Counter[str], Counter[str]]:
    """Return how often words are there, and in how many texts, of the words of each text."""
    counts, spread = Counter[str](), Counter[str]()
    for words in words_of_texts:
        counts.update(words)
        spread.update(set(words))
    return counts, spread


def _order(word: IconWord) -> tuple[int, str]:
    return -word.times - word.plurals, word.word


def _counted(texts: Sequence[str]) -> Iterable[IconWord]:
    """Yield the words that texts count, each together with its plural: coin and coins."""
    _, spread = _counts([_COUNTED.findall(text) for text in texts])
    counts, _ = _counts([_WORD.findall(text) for text in texts])
    often = [word for word, number in spread.items() if number >= _TEXTS]
    singles = {
        word: next((word[: -len(end)] for end in ("es", "s") if counts[_cut(word, end)]), word) for word in often
    }
    for word in dict.fromkeys(singles.values()):
        plural = next((word + end for end in ("s", "es") if counts[word + end]), "")
        having = sum(not {word, plural}.isdisjoint(_WORD.findall(text)) for text in texts)
        yield IconWord(word, counts[word], having, plural, counts[plural] if plural else 0)


def _cut(word: str, end: str) -> str:
    """Return a word without an ending, "" where it has another one or nothing is left."""
    return word.removesuffix(end) if word.endswith(end) else ""


def icons(game: Game) -> list[str]:
    """Return the names of the game's drawings in art/icons."""
    names = Workspace(game.workspace.game).names("art", SUFFIXES)
    return [name.removeprefix("icons/") for name in names if name.startswith("icons/")]


def make_icon(game: Game, words: Sequence[str], icon: str, changes: Iterable[Change] = (), icon_set: str = "") -> Edit:
    """Return the edit that lets words of texts be printed as an icon: a line of `icons:` in game.yaml for each.

    `changes` bring the icon's drawing into the game, which is credited to `icon_set` if it is from one. The title says
    how many texts show the icon then.
    """
    draft = Draft(game)
    draft.take(changes)
    if icon_set and draft.changes:
        add_credit(draft, icon_set)
    names = {change.path.stem for change in draft.changes if change.after is not None}
    if icon not in {*names, *icons(game)}:
        message = f"there is no icon {quoted(icon)} in art/icons"
        raise error_at(Place(shown(game.workspace.game / GAME)), message, "choose or drop a drawing")
    kinds: list[str] = []
    for word in words:
        draft.put(draft.game_yaml.set(["icons", word], icon))
        kinds += follow_icon(game, draft, word, icon)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words))
    shown_in = sum(bool(pattern.search(text)) for text in _texts(game))
    places = f"{counted(shown_in, 'text')} show{'s' * (shown_in == 1)} it"
    places += f", and so do cards that are {' or '.join(map(quoted, kinds))}" if kinds else ""
    return draft.edit(f"icon {icon} put in place of {' and '.join(words)}: {places}")


def remove_word(game: Game, word: str) -> Edit:
    """Return the edit that lets a word be printed as a word again; its drawing stays."""
    draft = Draft(game)
    if word not in game.spec.icons:
        hint = did_you_mean(word, game.spec.icons)
        raise error_at(Place(shown(game.workspace.game / GAME)), f"{quoted(word)} is not an icon", hint)
    rest = {name: icon for name, icon in game.spec.icons.items() if name != word}
    draft.put(draft.game_yaml.remove(["icons", word] if rest else ["icons"]))
    return draft.edit(f"icon of {word} removed")
