"""Give new words of a choice the next colour and mark of the kinds, where a layout of a look tells the others apart."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from beeprint.base.problems import BuildError
from beeprint.edit.change import Edit
from beeprint.edit.choices import CHOOSE, cases_of, choices_written
from beeprint.edit.deck_layouts import family, layout_path
from beeprint.edit.deck_templates import add_look, look_of
from beeprint.edit.document import Document
from beeprint.edit.draft import Draft
from beeprint.game.model import Game
from beeprint.sources.nodes import read_yaml
from beeprint.sources.workspace import GAME
from beeprint.starter import looks
from beeprint.starter.looks import COLOURS, KINDS, LOOKS
from beeprint.starter.own_icons import words_of

#: An ink of a kind or a colour, after the name of its look where the game has several.
_INK = re.compile(rf"((?:(?:{'|'.join(LOOKS)})-)?)({'|'.join((*KINDS, *COLOURS))})")


def follow_words(game: Game | None, change: Edit) -> Edit:
    """Return an edit that also gives the words which it adds to lists of columns a colour and a mark on their cards.

    Words get what no other word of their column has, while there is some; layouts without kinds stay as they are.
    """
    new = dict(_new_words(game, change)) if game is not None else {}
    if game is None or not new:
        return change
    draft = Draft(game)
    draft.take(change.changes)
    for (deck, column), words in new.items():
        look, before = look_of(game, deck), draft.changes
        for name in family(game, deck) if look else ():
            path = layout_path(game, name)
            if draft.read(path) is not None:
                draft.put(_with_cases(draft.yaml(path), column, words, look))
        if draft.changes != before:
            add_look(game, draft, look, look != looks.look_of(game.palette))
    return replace(change, changes=draft.changes)


def follow_icon(game: Game, draft: Draft, word: str, icon: str) -> list[str]:
    """Let kinds called as a word of texts, such as Coin as {coin}, change icon with that word; return these kinds.

    It changes where they show the icon that the word has in the game.
    """
    before, meant = game.spec.icons.get(word), [*words_of(word)]
    kinds: dict[str, None] = {}
    for name in dict.fromkeys(name for deck in game.decks for name in family(game, deck)) if before else ():
        path = layout_path(game, name)
        document = draft.yaml(path)
        for group in ("styles", "slots"):
            entries = document.get([group])
            for keys, _ in [*_choices([group], entries if isinstance(entries, dict) else {})]:
                for case, held in cases_of(document.get(keys)).items():
                    if [*words_of(case)] == meant and isinstance(held, dict) and held.get("icon") == before:
                        document = document.set([*keys, case, "icon"], icon)
                        kinds[case] = None
        draft.put(document)
    return [*kinds]


def _new_words(game: Game, change: Edit) -> Iterator[tuple[tuple[str, str], list[str]]]:
    """Yield decks and their columns whose lists get longer, with the new words."""
    data = next((each.after for each in change.changes if each.path == game.workspace.game / GAME), None)
    try:
        decks = read_yaml(data, GAME).plain().get("decks") if data else None
    except BuildError:
        return
    for deck, spec in decks.items() if isinstance(decks, dict) else ():
        columns = spec.get("columns") if isinstance(spec, dict) and deck in game.decks else None
        for column, declared in columns.items() if isinstance(columns, dict) else ():
            known = game.decks[deck].spec.columns.get(column)
            listed = declared.get("of") if isinstance(declared, dict) else None
            if known is not None and known.of and isinstance(listed, list):
                words = [str(word) for word in listed if str(word) not in known.of]
                if words:
                    yield (deck, column), words


def _with_cases(document: Document, column: str, words: Collection[str], look: str) -> Document:
    """Return a layout in a look with cases for words where it chooses inks or marks of kinds by the column."""
    for group in ("styles", "slots"):
        entries = document.get([group])
        for keys, by in _choices([group], entries if isinstance(entries, dict) else {}):
            if by != f"{{{column}}}":
                continue
            cases = document.get(keys)
            order = ["by", *(name for name in cases_of(cases) if name != "else")]
            for word in words:
                case = _case_of(word, [value for name, value in cases_of(cases).items() if name != "else"], look)
                if case is None or word in cases:
                    continue
                order.append(word)
                document = document.set([*keys, word], case, [*order, "else"])
                cases = document.get(keys)
    return document


def _choices(keys: list[str], entries: Mapping[str, Any]) -> Iterator[tuple[list[str], str]]:
    """Yield the keys of each choice and what it goes by, also of slots in grids."""
    for name, entry in entries.items():
        if not isinstance(entry, dict):
            continue
        each = entry.get("each")
        for choice in choices_written(entry.get(CHOOSE)):
            yield [*keys, name, *choice.keys], choice.by
        if isinstance(each, dict):
            yield from _choices([*keys, name, "each"], each)


def _case_of(word: str, cases: Sequence[Any], look: str) -> dict[str, str] | None:
    """Return a case for a word like the others, with an ink or a mark that none has; None where none is left.

    A word for a colour among colours gets the ink of that colour, and its marks the ink that is seen on it. None too
    where the others choose neither.
    """
    held = [(key, str(value)) for case in cases if isinstance(case, dict) for key, value in case.items()]
    inks = [(key, match) for key, value in held if (match := _INK.fullmatch(value))]
    taken = {match[2] for _, match in inks}
    if taken and taken <= COLOURS.keys():
        ink = looks.colour_of(word)
    else:
        ink = next((kind for kind in KINDS if kind not in taken), "")
    if inks and ink:
        key, match = inks[0]
        return {key: f"{match[1]}{ink}"}
    if {key for key, _ in held} == {"colour"}:
        return _ink_on(word, look)
    icons = {value for key, value in held if key == "icon"}
    mark = looks.mark_of(word, icons) if any(map(looks.is_mark, icons)) else ""
    return {"icon": mark} if mark else None


def _ink_on(word: str, look: str) -> dict[str, str] | None:
    """Return the case of a colour on which the usual marks are not seen."""
    colour = looks.colour_of(word)
    ink = looks.ink_on(LOOKS[look], colour) if colour else looks.KIND_INK
    return {"colour": ink} if ink != looks.KIND_INK else None
