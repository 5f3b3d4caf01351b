"""Stylesheets inside SVG files: their rules are put into the style attributes of the elements that they match.

After that nothing else needs to know of them. A selector that is not understood is refused: to pass over it could leave
a shape in the wrong colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import tinycss2
import tinycss2.nth

from beeprint.base.problems import Place, Problem
from beeprint.draw.svg.reader.budget import Budget, SpentError
from beeprint.draw.svg.reader.css.selectors import PSEUDO, Compound, Test, Tree, attribute, matches
from beeprint.draw.svg.reader.xml import Element

MAX_SHEET = 500_000
#: Parts of one selector, and levels of :not() and :is() in each other.
MAX_PARTS, MAX_LEVELS = 64, 8
# What a rule that holds for an element costs of the budget, and each letter that is read or passed on.
_RULE, _LETTER = 2, 0.5
_ON = "stylesheets"

Specificity = tuple[int, int, int]
Declaration = tuple[str, str, bool]

# At-rules that change no drawing: fonts are the project's, names of namespaces are refused where they are used.
_WITHOUT_EFFECT = {"charset", "font-face", "namespace", "page", "keyframes", "-webkit-keyframes", "counter-style"}
_PRINTED, _ELSEWHERE = {"all", "print"}, {"screen", "speech", "tty", "tv", "projection", "handheld", "braille", "aural"}
# States of a page that is being used; paper has none of them.
_NEVER = {"hover", "active", "focus", "focus-within", "focus-visible", "visited", "target", "checked", "disabled"}


@dataclass(frozen=True)
class Rule:
    """Declarations for the elements that a selector, its compounds from right to left, matches."""

    selector: tuple[Compound, ...]
    specificity: Specificity
    declarations: tuple[Declaration, ...]

    @cached_property
    def weight(self) -> int:
        """Return how many letters it says."""
        return sum(len(name) + len(value) + 2 for name, value, _ in self.declarations)


def apply(
    root: Element, parents: Mapping[Element, Element], sheets: Sequence[Element], budget: Budget
) -> list[Problem]:
    """Put what the stylesheets say into the style attributes of a tree; return what is wrong with them."""
    problems: list[Problem] = []
    rules: list[Rule] = []
    for sheet in sheets:
        try:
            budget.spend(_LETTER * len(sheet.text), _ON)
            rules += _Sheet(sheet, problems).rules()
        except RecursionError:
            problems.append(Problem(sheet.place, "the stylesheet: its brackets are nested too deep", "simplify it"))
        sheet.text = ""
    if problems or not rules:
        return problems
    by_key: dict[tuple[str, str], list[tuple[Specificity, int, Rule]]] = {}
    for number, rule in enumerate(rules):
        by_key.setdefault(rule.selector[0].key, []).append((rule.specificity, number, rule))
    tree = Tree(parents, budget)
    try:
        for element in (root, *parents):
            _style(element, by_key, tree)
    except SpentError as spent:
        spent.place = sheets[0].place
        raise
    return problems


def _style(element: Element, by_key: Mapping[tuple[str, str], list[tuple[Specificity, int, Rule]]], tree: Tree) -> None:
    attributes = element.attributes
    keys = [("", ""), ("type", element.name), ("id", attributes.get("id", ""))]
    keys += [("class", name) for name in dict.fromkeys(attributes.get("class", "").split())]
    candidates = [found for key in keys for found in by_key.get(key, ())]
    matched = sorted(
        (
            (specificity, number, rule)
            for specificity, number, rule in candidates
            if matches(rule.selector, element, tree)
        ),
        key=lambda found: found[:2],
    )
    if not matched:
        return
    said = sum(rule.weight for _, _, rule in matched)
    tree.budget.spend(_RULE * len(matched) + _LETTER * (said + len(attributes.get("style", ""))), _ON)
    # Rules by rank, the attribute over them; then the same among what is important (CSS 2.1, 6.4.1).
    own = _declarations_of(tinycss2.parse_blocks_contents(attributes.get("style", "")), lambda node, message: None)
    layers = [rule.declarations for _, _, rule in matched]
    ordered = [
        *(f"{name}:{value}" for layer in layers for name, value, important in layer if not important),
        attributes.get("style", ""),
        *(f"{name}:{value}" for layer in layers for name, value, important in layer if important),
        *(f"{name}:{value}" for name, value, important in own if important),
    ]
    attributes["style"] = ";".join(part for part in ordered if part)


def _declarations_of(nodes: Any, refuse: Callable[[Any, str], None]) -> tuple[Declaration, ...]:
    found = []
    for node in nodes:
        if node.type == "declaration":
            found.append((node.lower_name, tinycss2.serialize(node.value).strip(), node.important))
        elif node.type not in ("whitespace", "comment"):
            refuse(node, node.message if node.type == "error" else "what stands here is no declaration")
    return tuple(found)


class _Sheet:
    """The reading of one stylesheet: where it stands, what is wrong with it."""

    def __init__(self, element: Element, problems: list[Problem]) -> None:
        self.element, self.problems = element, problems

    def rules(self) -> Iterator[Rule]:
        """Yield the rules that hold for what is printed."""
        attributes, text = self.element.attributes, self.element.text
        kind = attributes.get("type", "text/css").partition(";")[0].strip().lower()
        if kind not in ("text/css", ""):
            return
        if self.element.children:
            self.problems.append(Problem(self.element.children[0].place, "style holds an element, not only rules"))
        elif len(text) > MAX_SHEET:
            message = f"the stylesheet has {len(text):,} characters, more than {MAX_SHEET:,}"
            self.problems.append(Problem(self.element.place, message, "simplify it"))
        elif self._holds(attributes.get("media", ""), None):
            yield from self._read(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True))

    def refuse(self, node: Any, message: str, hint: str = "") -> None:
        """Note what is wrong at a node of the sheet."""
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
                node, f"@{name} is not read", "take its rules out, or set raster: 600dpi where the layout places it"
            )

    def _holds(self, query: str, node: Any) -> bool:
        """Return whether rules for such media hold on paper."""
        media = {part.strip().lower() for part in query.split(",")} - {""}
        unknown = sorted(media - _PRINTED - _ELSEWHERE)
        if unknown:
            self.refuse(node, f"the medium {unknown[0]} is not read", "use @media print, all or screen")
        return not media or bool(media & _PRINTED)

    def _rule(self, node: Any) -> Iterator[Rule]:
        declarations = _declarations_of(
            tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True), self.refuse
        )
        try:
            for parts, specificity in selectors(node.prelude):
                if parts:
                    yield Rule(parts, specificity, declarations)
        except ValueError as error:
            shown = " ".join(tinycss2.serialize(node.prelude).split())[:60]
            self.refuse(node, f"the selector {shown} is not read: {error}", "name the elements by a class or an id")


def selectors(tokens: Any, level: int = 0) -> Iterator[tuple[tuple[Compound, ...], Specificity]]:
    """Yield the selectors of a list, each as compounds from right to left; an empty one where it never matches."""
    if level > MAX_LEVELS:
        raise ValueError("it is nested too deep")
    part: list[Any] = []
    for token in [*tokens, None]:
        if token is not None and not (token.type == "literal" and token.value == ","):
            part.append(token)
            continue
        yield _Selector(part, level).read()
        part = []


class _Selector:
    """The reading of one selector, token by token."""

    def __init__(self, tokens: list[Any], level: int) -> None:
        while tokens and tokens[0].type in ("whitespace", "comment"):
            tokens = tokens[1:]
        while tokens and tokens[-1].type in ("whitespace", "comment"):
            tokens = tokens[:-1]
        self.tokens = [token for token in tokens if token.type != "comment"]
        self.ids = self.classes = self.types = 0
        self.never, self.level = False, level

    def read(self) -> tuple[tuple[Compound, ...], Specificity]:
        if not self.tokens:
            raise ValueError("it is empty")
        compounds: list[Compound] = []
        tests: list[Test] = []
        key, relation, empty = ("", ""), "", True

        at = 0
        while at < len(self.tokens):
            token = self.tokens[at]
            at += 1
            sign = token.value if token.type == "literal" else ""
            if token.type == "whitespace" or sign in (">", "+", "~"):
                kind = sign or " "
                while at < len(self.tokens) and self._combines(self.tokens[at]):
                    sign = self.tokens[at].value if self.tokens[at].type == "literal" else ""
                    if sign and kind != " ":
                        raise ValueError("two relations stand side by side")
                    kind = sign or kind
                    at += 1
                if empty or at == len(self.tokens):
                    raise ValueError(f"nothing stands beside {kind!r}")
                compounds.append(Compound(tuple(tests), relation, key))
                tests, key, relation, empty = [], ("", ""), kind, True
                continue
            if token.type == "ident" and empty:
                key = self._type(token.value, tests)
            elif token.type == "hash" and token.is_identifier:
                self.ids += 1
                tests.append(attribute("id", "=", token.value))
                key = ("id", token.value)
            elif sign == "*" and empty:
                pass
            elif sign == "." and at < len(self.tokens) and self.tokens[at].type == "ident":
                self.classes += 1
                name = self.tokens[at].value
                tests.append(attribute("class", "~=", name))
                key = key if key[0] == "id" else ("class", name)
                at += 1
            elif token.type == "[] block":
                self.classes += 1
                tests.append(_attribute_test(token.content))
            elif sign == ":" and at < len(self.tokens):
                at = self._pseudo(at, tests)
            else:
                raise ValueError(f"{token.serialize()} is not understood")
            empty = False
        compounds.append(Compound(tuple(tests), relation, key))
        if len(compounds) > MAX_PARTS:
            raise ValueError(f"it has more than {MAX_PARTS} parts")
        # Read from left to right each compound knows how it stands to the one before; matching goes the other way.
        return () if self.never else tuple(reversed(compounds)), (self.ids, self.classes, self.types)

    @staticmethod
    def _combines(token: Any) -> bool:
        return token.type == "whitespace" or (token.type == "literal" and token.value in (">", "+", "~"))

    def _type(self, name: str, tests: list[Test]) -> tuple[str, str]:
        self.types += 1
        tests.append(lambda element, tree: element.name == name)
        return "type", name

    def _pseudo(self, at: int, tests: list[Test]) -> int:
        token = self.tokens[at]
        if token.type == "literal" and token.value == ":":
            self.never = True  # a pseudo-element: SVG draws none
            return at + 2
        if token.type == "function":
            self._function(token.lower_name, token.arguments, tests)
            return at + 1
        if token.type != "ident":
            raise ValueError("a colon stands alone")
        name = token.lower_value
        self.classes += 1
        if name in _NEVER:
            tests.append(lambda element, tree: False)
        elif name in PSEUDO:
            tests.append(PSEUDO[name])
        elif name in ("before", "after", "first-line", "first-letter"):
            self.never = True
        else:
            raise ValueError(f":{name} is not understood")
        return at + 1

    def _function(self, name: str, arguments: Any, tests: list[Test]) -> None:
        if name in ("not", "is", "where", "matches"):
            inner = list(selectors(arguments, self.level + 1))
            if name != "where":
                ids, classes, types = max(specificity for _, specificity in inner)
                self.ids, self.classes, self.types = self.ids + ids, self.classes + classes, self.types + types
            wanted = name != "not"
            parts = [selector for selector, _ in inner if selector]
            tests.append(lambda element, tree: any(matches(part, element, tree) for part in parts) == wanted)
            return
        kinds = ("nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type")
        if name not in kinds:
            raise ValueError(f":{name}() is not understood")
        found = tinycss2.nth.parse_nth(arguments)
        if found is None:
            raise ValueError(f":{name}() takes a number, or such as 2n+1")
        self.classes += 1
        step, first = int(found[0]), int(found[1])
        which = kinds.index(name)

        def test(element: Element, tree: Tree) -> bool:
            over = tree.position(element)[which] - first
            return over == 0 if not step else over % step == 0 and over // step >= 0

        tests.append(test)


def _attribute_test(tokens: Any) -> Test:
    """Return the test that the inside of square brackets says."""
    parts = [token for token in tokens if token.type not in ("whitespace", "comment")]
    if len(parts) == 1 and parts[0].type == "ident":
        return attribute(parts[0].value, "", "")
    signs = ("=", "~=", "|=", "^=", "$=", "*=")
    if (
        len(parts) == 3
        and parts[0].type == "ident"
        and parts[1].type == "literal"
        and parts[1].value in signs
        and parts[2].type in ("ident", "string")
    ):
        return attribute(parts[0].value, parts[1].value, parts[2].value)
    raise ValueError(f"[{tinycss2.serialize(tokens)}] is not understood")
