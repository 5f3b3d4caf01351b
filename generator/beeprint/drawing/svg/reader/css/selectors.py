"""Selectors of stylesheets: cssselect2 reads and matches them, within the limits of a picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import cssselect2
from tinycss2.nth import parse_nth

from beeprint.drawing.svg.reader.limits import Budget
from beeprint.drawing.svg.reader.xml import Element

#: The most parts of one selector, and levels of nested :not() and :is().
MAX_PARTS, MAX_LEVELS = 64, 8
# Budget: steps for an element that a selector looks at; how many siblings the library counts in a step.
_LOOK, _SIBLINGS = 1, 32
_ON = "stylesheets"

_LOGICAL = {"not", "is", "where"}
_COUNTING = {"nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"}
# The library knows more, but reads it for HTML alone (:link, :lang) or otherwise than the specification (:has).
_KNOWN = {
    *("root", "empty", "first-child", "last-child", "only-child", "first-of-type", "last-of-type", "only-of-type"),
    # Interactive states, which paper never has.
    *("hover", "active", "focus", "focus-within", "focus-visible", "visited", "target", "checked", "disabled"),
    # Pseudo-elements of CSS 2, with a single colon: SVG draws none.
    *("before", "after", "first-line", "first-letter"),
}


class Node(cssselect2.ElementWrapper):  # type: ignore[misc]
    """An element as selectors see it; spends a picture's budget on all other elements that they look at."""

    def __init__(self, etree_element: ElementTree.Element, parent: Node | None, *others: Any, **named: Any) -> None:
        self.budget: Budget = parent.budget if parent else Budget()
        super().__init__(etree_element, parent, *others, **named)

    @property
    def ancestors(self) -> Iterator[Node]:
        """Yield the elements around this one, the nearest first."""
        return self._walk("parent")

    @property
    def previous_siblings(self) -> Iterator[Node]:
        """Yield the siblings before this element, the nearest first."""
        return self._walk("previous")

    @property
    def etree_siblings(self) -> list[ElementTree.Element]:
        """Return all children of the parent, which selectors count."""
        self.budget.spend(len(self._siblings) / _SIBLINGS, _ON)
        return self._siblings

    @etree_siblings.setter
    def etree_siblings(self, siblings: list[ElementTree.Element]) -> None:
        self._siblings = siblings

    def _walk(self, step: str) -> Iterator[Node]:
        node = getattr(self, step)
        while node is not None:
            self.budget.spend(_LOOK, _ON)
            yield node
            node = getattr(node, step)


def nodes(root: Element, budget: Budget) -> Iterator[tuple[Element, Node]]:
    """Yield each element of a document and how selectors see it."""
    elements: list[Element] = []

    def copy(element: Element) -> ElementTree.Element:
        elements.append(element)
        twin = ElementTree.Element(element.name, element.attributes)
        twin.text = element.text
        twin.extend(map(copy, element.children))
        return twin

    wrapped = Node.from_xml_root(copy(root))
    wrapped.budget = budget
    return zip(elements, wrapped.iter_subtree(), strict=True)


def compile_selectors(tokens: list[Any]) -> list[Any]:
    """Compile the selectors of a rule that may match; ValueError for what is invalid or not supported."""
    compiled = []
    for part in _split(tokens):
        _check(part, 0)
        if any(token == ":" == following for token, following in pairwise(part)):
            continue  # a pseudo-element: SVG draws none
        try:
            compiled += cssselect2.compile_selector_list(part)
        except cssselect2.SelectorError as error:
            raise ValueError("it is not a CSS selector") from error
    return [selector for selector in compiled if not selector.never_matches and selector.pseudo_element is None]


def _split(tokens: list[Any]) -> Iterator[list[Any]]:
    """Yield the parts of a list between its commas."""
    commas = [at for at, token in enumerate(tokens) if token == ","]
    for start, end in pairwise((-1, *commas, len(tokens))):
        yield tokens[start + 1 : end]


def _check(tokens: list[Any], level: int) -> None:
    """Refuse a selector that is too large, or that has something which the library reads otherwise than programs do."""
    if level > MAX_LEVELS:
        raise ValueError("it is nested too deeply")
    tokens = [token for token in tokens if token.type != "comment"]
    if sum(_relates(token) and not _relates(following) for token, following in pairwise(tokens)) >= MAX_PARTS:
        raise ValueError(f"it has more than {MAX_PARTS} parts")
    if any(token == "|" or (token.type == "[] block" and "|" in token.content) for token in tokens):
        raise ValueError("namespace prefixes are not supported")
    for before, colon, token in zip([None, *tokens], tokens, tokens[1:], strict=False):
        if colon != ":" or before == ":":
            continue
        if token.type == "ident" and token.lower_value not in _KNOWN:
            raise ValueError(f":{token.lower_value} is not supported")
        if token.type == "function":
            _check_function(token, level)


def _check_function(token: Any, level: int) -> None:
    if token.lower_name in _LOGICAL:
        parts = list(_split(token.arguments))
        for part in parts:
            _check(part, level + 1)
        # The library takes :not(*, g) for :not(g), though it matches nothing.
        if token.lower_name == "not" and len(parts) > 1 and any(_is_universal(part) for part in parts):
            raise ValueError(":not() with * matches nothing")
    elif token.lower_name not in _COUNTING:
        raise ValueError(f":{token.lower_name}() is not supported")
    elif parse_nth(token.arguments) is None:
        raise ValueError(f":{token.lower_name}() takes a number or a formula such as 2n+1")


def _is_universal(part: list[Any]) -> bool:
    return [token for token in part if token.type not in ("whitespace", "comment")] == ["*"]


def _relates(token: Any) -> bool:
    return token.type == "whitespace" or token in (">", "+", "~")
