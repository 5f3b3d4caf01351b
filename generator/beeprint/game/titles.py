"""Translate the texts of game.yaml: its titles, credits and other words that a person reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from beeprint.base.problems import Problem, did_you_mean
from beeprint.game.words import DEFAULT, languages, spoken
from beeprint.sources.nodes import Node

#: The keys whose texts may be translated, wherever they are.
KEYS = ("title", "summary", "credits", "bring", "name", "description", "note")
#: The keys of mappings whose texts may all be translated.
EVERY = ("icon-names", "texts")
#: What people read: these texts should all be translated, those of each deck, edition and icon too.
_READ = (("title",), ("summary",), ("credits",))
_READ_OF_EACH = {
    "decks": ("title", "name", "description"),
    "boxes": ("title", "texts"),
    "editions": ("title",),
    "icon-names": (),
}
_BRACES = re.compile(r"\{[^{}]*\}")


def translated(node: Node, other: Node, problems: list[Problem]) -> Node:
    """Return game.yaml with the texts of its translation, which has only the keys that it translates."""
    merged = _merged(node, other, (), problems)
    problems += _untranslated(node, other)
    return merged


def _merged(node: Node, other: Node, path: tuple[str, ...], problems: list[Problem]) -> Node:
    if path and (path[-1] in KEYS or path[-2:-1] in [(every,) for every in EVERY]):
        if isinstance(node.value, tuple) == isinstance(other.value, tuple) and not isinstance(other.value, dict):
            return other
        problems.append(Problem(other.place, f"{path[-1]} is a list in one of the two files only", "write both alike"))
        return node
    if not isinstance(node.value, dict) or not isinstance(other.value, dict):
        hint = f"write only what is translated: {', '.join(KEYS)}"
        problems.append(Problem(other.place, f"{path[-1] if path else 'this'} cannot be translated", hint))
        return node
    values = dict(node.value)
    for key, value in other.value.items():
        if key in values:
            values[key] = _merged(values[key], value, (*path, key), problems)
        else:
            hint = did_you_mean(key, values)
            problems.append(Problem(other.keys.get(key, other.place), f"game.yaml has no {key} here", hint))
    return Node(values, node.place, node.keys)


def _untranslated(node: Node, other: Node) -> Iterator[Problem]:
    """Yield a warning for each text that people read and the translation lacks."""
    for path in texts_to_read(node):
        if other.find(path) is None:
            hint = f"translate {' > '.join(path)} of game.yaml"
            yield Problem(
                other.at(path), f"{' > '.join(path)} is not translated; the original is printed", hint, "warning"
            )


def texts_to_read(node: Node) -> Iterator[tuple[str, ...]]:
    """Yield the keys that lead to each text of game.yaml that people read."""
    paths: list[tuple[str, ...]] = list(_READ)
    for group, keys in _READ_OF_EACH.items():
        entries = node.find([group])
        names = entries.value if entries is not None and isinstance(entries.value, dict) else ()
        paths += [(group, name, key) for name in names for key in keys] if keys else [(group, name) for name in names]
    for path in paths:
        original = node.find(path)
        if original is not None and _has_words(original.plain()):
            yield path


def _has_words(text: object) -> bool:
    """Return whether a text says anything itself, beside the columns it names."""
    return any(char.isalpha() for char in _BRACES.sub("", str(text)))


def without_words(node: Node, language: str) -> Iterator[Problem]:
    """Yield a warning if beeprint has no words of its own in the language that a game is printed in."""
    if language and spoken(language) == DEFAULT and language.partition("-")[0].lower() != DEFAULT:
        message = f"beeprint has no words of its own in {language}: sheet margins and the imprint are in English"
        yield Problem(node.at(["languages"]), message, f"it has words in {', '.join(languages())}", "warning")
