"""Resolve stylesheets inside SVG files into the style attributes of the elements that they match.

The rest of the reader then needs no stylesheets. A selector that is not understood is refused: ignoring it could leave
a shape in the wrong colour.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any

import tinycss2
from msgspec import Struct

from beeprint.base.problems import Place, Problem
from beeprint.drawing.svg.reader.css.selectors import Node, compile_selectors, nodes
from beeprint.drawing.svg.reader.limits import Budget, SpentError
from beeprint.drawing.svg.reader.xml import Element

MAX_SHEET = 500_000
# Budget: steps for a rule that applies to an element, for each character copied and each one read, for a rule and each
# word of its selectors when read, and for these again each time that an element is tried.
_RULE, _LETTER, _READ, _READ_RULE, _WORD, _TRY, _TRY_WORD = 2, 0.5, 2.5, 30, 12, 0.5, 0.1
_ON = "stylesheets"
# Numbers at which the library fails, since Python reads no longer ones.
_ENDLESS = re.compile("[0-9]{1000}")
_TOO_LONG = "a number has 1,000 digits or more"

Declaration = tuple[str, str, bool]

# At-rules that change no drawing: fonts are the project's, and namespace prefixes are refused where they are used.
_WITHOUT_EFFECT = {"charset", "font-face", "namespace", "page", "keyframes", "-webkit-keyframes", "counter-style"}
_FEATURE = re.compile(r"\(\s*([a-z-]+)\s*:\s*([a-z-]+)\s*\)")
_ON_PAPER = {
    **{"prefers-color-scheme": "light", "prefers-reduced-motion": "reduce", "prefers-contrast": "no-preference"},
    **{"forced-colors": "none", "inverted-colors": "none", "hover": "none", "pointer": "none"},
}
_PRINTED, _ELSEWHERE = {"all", "print"}, {"screen", "speech", "tty", "tv", "projection", "handheld", "braille", "aural"}


class Rule(Struct, frozen=True, dict=True):
    """Declarations for the elements that a selector matches; `steps` is what it costs to try one element."""

    selector: Any
    declarations: tuple[Declaration, ...]
    steps: float

    @cached_property
    def weight(self) -> int:
        """Return the number of characters in its declarations."""
        return sum(len(name) + len(value) + 2 for name, value, _ in self.declarations)


def apply(root: Element, sheets: Sequence[Element], budget: Budget) -> list[Problem]:
    """Resolve stylesheets into the style attributes of a tree; return the problems in them."""
    problems: list[Problem] = []
    rules: list[Rule] = []
    for sheet in sheets:
        try:
            budget.spend(_READ * len(sheet.text), _ON)
            rules += _Sheet(sheet, problems, budget).rules()
        except RecursionError:
            problems.append(Problem(sheet.place, "the stylesheet: its brackets are nested too deeply", "simplify it"))
        sheet.text = ""
    if problems or not rules:
        return problems
    rules.sort(key=lambda rule: rule.selector.specificity)
    by_key: dict[tuple[str, str], list[tuple[int, Rule]]] = {}
    for rank, rule in enumerate(rules):
        by_key.setdefault(_key(rule.selector), []).append((rank, rule))
    elements = list(nodes(root, budget))
    problems += [
        Problem(element.place, f"style: {_TOO_LONG}", "shorten it")
        for element, _ in elements
        if _ENDLESS.search(element.attributes.get("style", ""))
    ]
    if problems:
        return problems
    try:
        for element, node in elements:
            _style(element, node, by_key)
    except SpentError as spent:
        spent.place = sheets[0].place
        raise
    return problems


def _key(selector: Any) -> tuple[str, str]:
    """Return what an element must have, by which rules are looked up: its id, a class, its name, or nothing."""
    kinds = (("id", selector.id), ("class", selector.class_name), ("type", selector.local_name))
    return next(((kind, name) for kind, name in kinds if name), ("", ""))


def _style(element: Element, node: Node, by_key: Mapping[tuple[str, str], list[tuple[int, Rule]]]) -> None:
    keys = [("", ""), ("type", node.local_name), ("id", node.id or ""), *(("class", name) for name in node.classes)]
    candidates = [candidate for key in keys for candidate in by_key.get(key, ())]
    node.budget.spend(sum(rule.steps for _, rule in candidates), _ON)
    matched = [rule for _, rule in sorted(candidates, key=itemgetter(0)) if rule.selector.test(node)]
    if not matched:
        return
    style = element.attributes.get("style", "")
    weight = sum(rule.weight for rule in matched)
    node.budget.spend(_RULE * len(matched) + _LETTER * weight + _READ * len(style), _ON)
    element.attributes["style"] = _cascade([rule.declarations for rule in matched], style)


def _cascade(layers: Sequence[tuple[Declaration, ...]], style: str) -> str:
    """Return a style attribute with all declarations, the winning ones last."""
    # Rules by specificity, then the attribute; then the important declarations in the same order (CSS 2.1, 6.4.1).
    own = _declarations_of(tinycss2.parse_blocks_contents(style), lambda node, message: None)
    ordered = [
        *(f"{name}:{value}" for layer in layers for name, value, important in layer if not important),
        style,
        *(f"{name}:{value}" for layer in layers for name, value, important in layer if important),
        *(f"{name}:{value}" for name, value, important in own if important),
    ]
    return ";".join(part for part in ordered if part)


def _declarations_of(nodes: Any, refuse: Callable[[Any, str], None]) -> tuple[Declaration, ...]:
    declarations = []
    for node in nodes:
        if node.type == "declaration":
            declarations.append((node.lower_name, tinycss2.serialize(node.value).strip(), node.important))
        elif node.type not in ("whitespace", "comment"):
            refuse(node, node.message if node.type == "error" else "this is not a declaration")
    return tuple(declarations)


def _in_print(query: str) -> bool | None:
    """Return whether a media query holds on paper, which is light and does not move; None if that is not known."""
    words = query.removeprefix("only ").split(" and ")
    if words[0] in _ELSEWHERE:
        return False
    applies: bool | None = True
    for word in words[1:] if words[0] in _PRINTED else words:
        match = _FEATURE.fullmatch(word)
        if not match or match[1] not in _ON_PAPER:
            applies = None
        elif match[2] != _ON_PAPER[match[1]]:
            return False
    return applies


class _Sheet:
    """Parser of one stylesheet, which collects its problems."""

    def __init__(self, element: Element, problems: list[Problem], budget: Budget) -> None:
        self.element, self.problems, self.budget = element, problems, budget

    def rules(self) -> Iterator[Rule]:
        """Yield the rules that apply in print."""
        attributes, text = self.element.attributes, self.element.text
        kind = attributes.get("type", "text/css").partition(";")[0].strip().lower()
        if kind not in ("text/css", ""):
            return
        if self.element.children:
            self.problems.append(Problem(self.element.children[0].place, "style contains an element, not only rules"))
        elif len(text) > MAX_SHEET:
            message = f"the stylesheet has {len(text):,} characters, more than {MAX_SHEET:,}"
            self.problems.append(Problem(self.element.place, message, "simplify it"))
        elif _ENDLESS.search(text):
            self.problems.append(Problem(self.element.place, f"the stylesheet: {_TOO_LONG}", "shorten it"))
        elif self._holds(attributes.get("media", ""), None):
            yield from self._read(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True))

    def refuse(self, node: Any, message: str, hint: str = "") -> None:
        """Note a problem at a node of the sheet."""
        place = self.element.place
        line = self.element.says + node.source_line - 1 if node is not None else place.line
        spot = Place(place.file, line, 0 if line > place.line else place.column)
        self.problems.append(Problem(spot, f"the stylesheet: {message}", hint))

    def _read(self, nodes: Any) -> Iterator[Rule]:
        for node in nodes:
            if node.type == "qualified-rule":
                yield from self._rule(node)
            elif node.type == "error":
                self.refuse(node, node.message)
            elif node.type == "at-rule":
                yield from self._at_rule(node)

    def _at_rule(self, node: Any) -> Iterator[Rule]:
        name = node.lower_at_keyword
        if name == "media" and node.content is not None:
            if self._holds(tinycss2.serialize(node.prelude), node):
                yield from self._read(tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True))
        elif name == "import":
            self.refuse(node, "@import refers to something outside the file", "copy the rules into the file")
        elif name not in _WITHOUT_EFFECT:
            self.refuse(
                node,
                f"@{name} is not supported",
                "move its rules out of it",
            )

    def _holds(self, query: str, node: Any) -> bool:
        """Return whether rules for these media apply in print."""
        queries = [" ".join(part.lower().split()) for part in query.split(",")]
        held = [_in_print(part) for part in queries if part]
        for part, holds in zip(filter(None, queries), held, strict=True):
            if holds is None:
                self.refuse(node, f"the medium {part} is not supported", "use @media print, all or screen")
        return not held or any(held)

    def _rule(self, node: Any) -> Iterator[Rule]:
        words = len(node.prelude)
        self.budget.spend(_READ_RULE + _WORD * words, _ON)
        declarations = _declarations_of(
            tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True), self.refuse
        )
        try:
            for selector in compile_selectors(node.prelude):
                yield Rule(selector, declarations, _TRY + _TRY_WORD * words)
        except ValueError as error:
            shown = " ".join(tinycss2.serialize(node.prelude).split())[:60]
            self.refuse(node, f"the selector {shown} cannot be read: {error}", "name the elements by a class or an id")
