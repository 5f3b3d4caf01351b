"""Which elements a selector of a stylesheet means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from beeprint.draw.svg.reader.budget import Budget
from beeprint.draw.svg.reader.xml import Element

# What a comparison costs of the budget, of an element with one test; so many letters count as one.
_TEST, _LETTERS = 1, 64
_ON = "stylesheets"

Test = Callable[[Element, "Tree"], bool]


@dataclass
class Tree:
    """Where elements stand, and what comparisons are paid from."""

    parents: Mapping[Element, Element]
    budget: Budget
    places: dict[Element, tuple[int, int, int, int]] = field(default_factory=dict)

    def position(self, element: Element) -> tuple[int, int, int, int]:
        """Return an element's number among its siblings and from their end, the same among those of its name."""
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


@dataclass(frozen=True)
class Compound:
    """Tests of one element, and how the next one to its left is related to it: a blank, > + ~ or nothing."""

    tests: tuple[Test, ...]
    relation: str = ""
    key: tuple[str, str] = ("", "")


def matches(selector: tuple[Compound, ...], element: Element, tree: Tree) -> bool:
    """Return whether a selector means an element."""
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


def attribute(name: str, sign: str, value: str) -> Test:
    """Return the test of an attribute; the sign is one of those of CSS, or nothing where it need only be there."""
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


#: Pseudo-classes that tell where an element stands.
PSEUDO: dict[str, Test] = {
    "root": lambda element, tree: element not in tree.parents,
    "empty": lambda element, tree: not element.children and not element.text,
    "first-child": lambda element, tree: tree.position(element)[0] == 1,
    "last-child": lambda element, tree: tree.position(element)[1] == 1,
    "only-child": lambda element, tree: tree.position(element)[:2] == (1, 1),
    "first-of-type": lambda element, tree: tree.position(element)[2] == 1,
    "last-of-type": lambda element, tree: tree.position(element)[3] == 1,
    "only-of-type": lambda element, tree: tree.position(element)[2:] == (1, 1),
}
