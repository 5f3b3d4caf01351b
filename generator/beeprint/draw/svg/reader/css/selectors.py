"""Selectors of stylesheets: parse them token by token, and match them against elements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import tinycss2
import tinycss2.nth
from msgspec import Struct, field

from beeprint.draw.svg.reader.limits import Budget
from beeprint.draw.svg.reader.xml import Element

#: The most parts of one selector, and levels of nested :not() and :is().
MAX_PARTS, MAX_LEVELS = 64, 8
# Budget: steps for testing an element once; how many characters of an attribute make a step.
_TEST, _LETTERS = 1, 64
_ON = "stylesheets"

# Interactive states, which paper never has.
_NEVER = {"hover", "active", "focus", "focus-within", "focus-visible", "visited", "target", "checked", "disabled"}

Specificity = tuple[int, int, int]
Test = Callable[[Element, "Tree"], bool]


class Tree(Struct):
    """The elements' positions in the tree, and the budget for comparing them."""

    parents: Mapping[Element, Element]
    budget: Budget
    places: dict[Element, tuple[int, int, int, int]] = field(default_factory=dict)

    def position(self, element: Element) -> tuple[int, int, int, int]:
        """Return an element's number among its siblings from the start and the end, then among those of its name."""
        if element not in self.places:
            parent = self.parents.get(element)
            siblings = parent.children if parent else [element]
            names: dict[str, list[Element]] = {}
            for sibling in siblings:
                names.setdefault(sibling.name, []).append(sibling)
            for alike in names.values():
                for index, sibling in enumerate(alike):
                    self.places[sibling] = (0, 0, index + 1, len(alike) - index)
            for index, sibling in enumerate(siblings):
                self.places[sibling] = (index + 1, len(siblings) - index, *self.places[sibling][2:])
        return self.places[element]


class Compound(Struct, frozen=True):
    """Tests of one element, and the combinator to its left: a blank, > + ~ or nothing."""

    tests: tuple[Test, ...]
    relation: str = ""
    key: tuple[str, str] = ("", "")


def matches(selector: tuple[Compound, ...], element: Element, tree: Tree) -> bool:
    """Return whether a selector matches an element."""
    compound, rest = selector[0], selector[1:]
    tree.budget.spend(_TEST * (2 + len(compound.tests)), _ON)
    if not all(test(element, tree) for test in compound.tests):
        return False
    return not rest or any(matches(rest, other, tree) for other in _related(element, compound.relation, tree))


def _related(element: Element, relation: str, tree: Tree) -> Iterator[Element]:
    parent = tree.parents.get(element)
    if relation in (" ", ">"):
        while parent is not None:
            yield parent
            parent = tree.parents.get(parent) if relation == " " else None
    elif parent is not None:
        at = tree.position(element)[0] - 1
        for before in range(at - 1, max(at - 2, -1) if relation == "+" else -1, -1):
            yield parent.children[before]


def _attribute(name: str, sign: str, value: str) -> Test:
    """Make the test of an attribute; the sign is a CSS operator, or nothing if it only has to be present."""
    means: dict[str, Callable[[str], bool]] = {
        "": lambda own: True,
        "=": lambda own: own == value,
        "~=": lambda own: value in own.split(),
        "|=": lambda own: own == value or own.startswith(f"{value}-"),
        "^=": lambda own: bool(value) and own.startswith(value),
        "$=": lambda own: bool(value) and own.endswith(value),
        "*=": lambda own: bool(value) and value in own,
    }
    test = means[sign]

    def tell(element: Element, tree: Tree) -> bool:
        own = element.attributes.get(name)
        if own is None:
            return False
        tree.budget.spend(len(own) / _LETTERS, _ON)
        return test(own)

    return tell


# Structural pseudo-classes.
_PSEUDO: dict[str, Test] = {
    "root": lambda element, tree: element not in tree.parents,
    "empty": lambda element, tree: not element.children and not element.text,
    "first-child": lambda element, tree: tree.position(element)[0] == 1,
    "last-child": lambda element, tree: tree.position(element)[1] == 1,
    "only-child": lambda element, tree: tree.position(element)[:2] == (1, 1),
    "first-of-type": lambda element, tree: tree.position(element)[2] == 1,
    "last-of-type": lambda element, tree: tree.position(element)[3] == 1,
    "only-of-type": lambda element, tree: tree.position(element)[2:] == (1, 1),
}


def selectors(tokens: Any, level: int = 0) -> Iterator[tuple[tuple[Compound, ...], Specificity]]:
    """Parse a list of selectors; yield each as compounds from right to left, empty where it never matches."""
    if level > MAX_LEVELS:
        raise ValueError("it is nested too deeply")
    part: list[Any] = []
    for token in [*tokens, None]:
        if token is not None and not (token.type == "literal" and token.value == ","):
            part.append(token)
            continue
        yield _Selector(part, level).read()
        part = []


class _Selector:
    """Parser of one selector, token by token."""

    def __init__(self, tokens: list[Any], level: int) -> None:
        while tokens and tokens[0].type in ("whitespace", "comment"):
            tokens = tokens[1:]
        while tokens and tokens[-1].type in ("whitespace", "comment"):
            tokens = tokens[:-1]
        self.tokens = [token for token in tokens if token.type != "comment"]
        self.at = 0
        self.ids = self.classes = self.types = 0
        self.never, self.level = False, level

    def read(self) -> tuple[tuple[Compound, ...], Specificity]:
        if not self.tokens:
            raise ValueError("it is empty")
        compounds = [self._compound("")]
        begun = self.at > 0
        while self.at < len(self.tokens):
            relation = self._relation()
            if not begun or self.at == len(self.tokens):
                raise ValueError(f"{relation!r} has nothing on one side")
            compounds.append(self._compound(relation))
            if len(compounds) > MAX_PARTS:
                raise ValueError(f"it has more than {MAX_PARTS} parts")
        # Compounds are read from left to right but matched from right to left.
        return () if self.never else tuple(reversed(compounds)), (self.ids, self.classes, self.types)

    def _relation(self) -> str:
        """Read a combinator: a blank, or > + ~ with or without blanks round it."""
        found = " "
        while self.at < len(self.tokens) and _relates(self.tokens[self.at]):
            sign = _sign(self.tokens[self.at])
            if sign and found != " ":
                raise ValueError("it has two combinators in a row")
            found = sign or found
            self.at += 1
        return found

    def _compound(self, relation: str) -> Compound:
        """Read a compound, up to a combinator or the end."""
        tests: list[Test] = []
        key, start = ("", ""), self.at
        while self.at < len(self.tokens) and not _relates(self.tokens[self.at]):
            key = self._simple(tests, key, first=self.at == start)
        return Compound(tuple(tests), relation, key)

    def _simple(self, tests: list[Test], key: tuple[str, str], first: bool) -> tuple[str, str]:
        """Read one simple selector; return the key to find rules by: its own, or `key` if that is more specific."""
        token = self.tokens[self.at]
        sign = _sign(token)
        self.at += 1
        if token.type == "ident" and first:
            return self._type(token.value, tests)
        if token.type == "hash" and token.is_identifier:
            self.ids += 1
            tests.append(_attribute("id", "=", token.value))
            return "id", token.value
        if sign == "*" and first:
            return key
        following = self.tokens[self.at] if self.at < len(self.tokens) else None
        if sign == "." and following and following.type == "ident":
            self.at += 1
            self.classes += 1
            tests.append(_attribute("class", "~=", following.value))
            return key if key[0] == "id" else ("class", following.value)
        if token.type == "[] block":
            self.classes += 1
            tests.append(_attribute_test(token.content))
            return key
        if sign == ":" and following:
            self._pseudo(following, tests)
            return key
        raise ValueError(f"{token.serialize()} is not supported")

    def _type(self, name: str, tests: list[Test]) -> tuple[str, str]:
        self.types += 1
        tests.append(lambda element, tree: element.name == name)
        return "type", name

    def _pseudo(self, token: Any, tests: list[Test]) -> None:
        self.at += 1
        if token.type == "literal" and token.value == ":":
            self.never = True  # a pseudo-element: SVG draws none
            self.at += 1
            return
        if token.type == "function":
            self._function(token.lower_name, token.arguments, tests)
            return
        if token.type != "ident":
            raise ValueError("a colon has no name after it")
        name = token.lower_value
        self.classes += 1
        if name in _NEVER:
            tests.append(lambda element, tree: False)
        elif name in _PSEUDO:
            tests.append(_PSEUDO[name])
        elif name in ("before", "after", "first-line", "first-letter"):
            self.never = True
        else:
            raise ValueError(f":{name} is not supported")

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
            raise ValueError(f":{name}() is not supported")
        found = tinycss2.nth.parse_nth(arguments)
        if found is None:
            raise ValueError(f":{name}() takes a number or a formula such as 2n+1")
        self.classes += 1
        step, first = int(found[0]), int(found[1])
        which = kinds.index(name)

        def test(element: Element, tree: Tree) -> bool:
            over = tree.position(element)[which] - first
            return over == 0 if not step else over % step == 0 and over // step >= 0

        tests.append(test)


def _sign(token: Any) -> str:
    return str(token.value) if token.type == "literal" else ""


def _relates(token: Any) -> bool:
    return token.type == "whitespace" or _sign(token) in (">", "+", "~")


def _attribute_test(tokens: Any) -> Test:
    """Make the test for the inside of square brackets."""
    parts = [token for token in tokens if token.type not in ("whitespace", "comment")]
    if len(parts) == 1 and parts[0].type == "ident":
        return _attribute(parts[0].value, "", "")
    signs = ("=", "~=", "|=", "^=", "$=", "*=")
    if (
        len(parts) == 3
        and parts[0].type == "ident"
        and parts[1].type == "literal"
        and parts[1].value in signs
        and parts[2].type in ("ident", "string")
    ):
        return _attribute(parts[0].value, parts[1].value, parts[2].value)
    raise ValueError(f"[{tinycss2.serialize(tokens)}] is not supported")
