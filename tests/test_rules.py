"""Rules: what passes, and word by word what a person is told where a game breaks one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beeprint import rules, starter
from beeprint.base.geometry import ROSETTE
from beeprint.game import model
from beeprint.game.model import Game
from beeprint.rules import lattice
from beeprint.rules.sentences import sentence
from beeprint.sources.nodes import read_yaml
from beeprint.sources.workspace import Workspace
from small_game import with_rules

CARD = "{kind: card, size: standard-card}"


@dataclass
class Deck:
    """A deck of a small game: its columns, its data and, where that matters, shape and back."""

    columns: str
    data: str
    shape: str = CARD
    back: str = ""
    noun: str = "cards"


@dataclass
class Box:
    """A small game; the rules stand first in its game.yaml, so that the first one is in line 2."""

    decks: dict[str, Deck]
    tables: dict[str, Deck] = field(default_factory=dict)

    def write(self, folder: Path, entries: str) -> None:
        lines = ["rules:", *(f"  {line}" for line in entries.strip().split("\n"))]
        lines += ["id: box", 'version: "1"', "title: Box"]
        for group, parts in (("tables", self.tables), ("decks", self.decks)):
            lines += [f"{group}:"] if parts else []
            for name, part in parts.items():
                (folder / f"{name}.csv").write_text(part.data.strip() + "\n", "utf-8")
                lines += [f"  {name}:", f"    data: {name}.csv", f"    columns: {part.columns}"]
                if group == "decks":
                    lines += [f"    title: {name}", f"    noun: {part.noun}", f"    shape: {part.shape}"]
                    lines += [
                        "    front: front",
                        "    stock: paper",
                        *([f"    back: {part.back}"] if part.back else []),
                    ]
        (folder / "game.yaml").write_text("\n".join(lines) + "\n", "utf-8")


Load = Callable[[Box, str], Game]
Told = Callable[[Box, str], list[str]]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Return a function that makes a game; places are then shown from its folder."""
    monkeypatch.chdir(tmp_path)

    def make(box: Box, entries: str) -> Game:
        box.write(tmp_path, entries)
        return model.load(Workspace(tmp_path))[0]

    return make


@pytest.fixture
def told(load: Load) -> Told:
    """Return a function that says what the rules say of a game, without hints."""
    return lambda box, entries: [str(problem).split("\n")[0] for problem in rules.check(load(box, entries))]


def cards(columns: str, data: str) -> Box:
    return Box({"cards": Deck(columns, data)})


KINDS = "{kind: {type: choice, of: [red, blue]}, value: int}"
PLAIN = "id,kind,value,copies\nA1,red,1,2\nA2,red,2,1\nA3,blue,3,3\n"
LISTS = "{ring: {type: list, items: int}}"
CELLS = "{cells: cells}"
PLACES = "{q: int, r: int}"
FACES = "{faces: {type: list, items: int}}"

#: A rule, a column declaration, data that keeps it, data that breaks it, and all that is then said.
CASES: dict[str, tuple[str, str, str, str, list[str]]] = {
    "count": (
        "- {rule: count, deck: cards, is: 6}",
        KINDS,
        PLAIN,
        "id,kind,value,copies\nA1,red,1,2\nA3,blue,3,3\n",
        [
            "game.yaml:2:36: error: cards.csv holds 5 cards, not 6",
        ],
    ),
    "count of rows": (
        "- {rule: count, deck: cards, of: rows, is: 3}",
        KINDS,
        PLAIN,
        "id,kind,value,copies\nA1,red,1,2\n",
        [
            "game.yaml:2:46: error: cards.csv holds 1 row, not 3",
        ],
    ),
    "count where": (
        "- {rule: count, deck: cards, where: {kind: red}, is: 3}",
        KINDS,
        PLAIN,
        "id,kind,value,copies\nA1,red,1,1\nA3,blue,3,3\n",
        [
            "game.yaml:2:56: error: cards.csv holds 1 card with kind 'red', not 3",
        ],
    ),
    "count in bounds": (
        "- {rule: count, deck: cards, is: {min: 4, max: 6}}",
        KINDS,
        PLAIN,
        "id,kind,value,copies\nA1,red,1,7\n",
        [
            "game.yaml:2:50: error: cards.csv holds 7 cards, not 4 to 6",
        ],
    ),
    "count never": (
        "- {rule: count, deck: cards, where: {kind: blue, value: {max: 2}}, is: 0}",
        KINDS,
        PLAIN,
        "id,kind,value\nA1,red,1\nA2,blue,2\n",
        [
            "cards.csv:3:9: error: there must be no card with kind 'blue' and value at most 2 (A2, "
            "column value, cell C3)",
        ],
    ),
    "count each": (
        "- {rule: count, deck: cards, each: kind, is: 3}",
        KINDS,
        PLAIN,
        "id,kind,value,copies\nA1,red,1,3\n",
        [
            "game.yaml:2:48: error: cards.csv holds 0 cards with kind 'blue', not 3",
        ],
    ),
    "count of each value": (
        "- {rule: count, deck: cards, each: kind, is: {red: 3, blue: {min: 3}}}",
        KINDS,
        PLAIN,
        "id,kind,value,copies\nA1,red,1,2\nA3,blue,3,3\n",
        [
            "game.yaml:2:54: error: cards.csv holds 2 cards with kind 'red', not 3",
        ],
    ),
    "count of a value that there is not": (
        "- {rule: count, deck: cards, each: value, is: {1: 2}}",
        KINDS,
        PLAIN,
        "id,kind,value,copies\nA2,red,2,1\n",
        [
            "game.yaml:2:53: error: value has no value 1",
        ],
    ),
    "count items": (
        "- {rule: count, deck: cards, items: ring, value: 7, is: 1}",
        LISTS,
        "id,ring\nA,1 7\nB,2 2\n",
        "id,ring\nA,1 7\nB,2 7\n",
        [
            "game.yaml:2:59: error: cards.csv holds 2 items of value 7 in ring, not 1",
        ],
    ),
    "sum": (
        "- {rule: sum, deck: cards, column: value, is: 13}",
        KINDS,
        PLAIN,
        "id,kind,value,copies\nA1,red,1,2\nA3,blue,3,3\n",
        [
            "game.yaml:2:49: error: value in cards.csv adds up to 11, not 13",
        ],
    ),
    "sum each": (
        "- {rule: sum, deck: cards, column: value, each: kind, of: rows, is: 3}",
        KINDS,
        PLAIN,
        "id,kind,value\nA1,red,3\nA3,blue,4\n",
        [
            "game.yaml:2:71: error: value in cards.csv adds up to 4 with kind 'blue', not 3",
        ],
    ),
    "equal-sums": (
        "- {rule: equal-sums, deck: cards, columns: [a, b], within: 1}",
        "{a: int, b: int}",
        "id,a,b\nA,1,2\nB,1,1\n",
        "id,a,b,copies\nA,1,2,2\n",
        [
            "game.yaml:2:62: error: in cards.csv a adds up to 2 and b to 4: 2 apart, not at most 1",
        ],
    ),
    "equal-sums exactly": (
        "- {rule: equal-sums, deck: cards, columns: [a, b]}",
        "{a: int, b: int}",
        "id,a,b\nA,1,2\nB,2,1\n",
        "id,a,b\nA,1,2\n",
        [
            "game.yaml:2:46: error: in cards.csv a adds up to 1 and b to 2: 1 apart, not equal",
        ],
    ),
    "copies-equal column": (
        "- {rule: copies-equal, deck: cards, column: value}",
        KINDS,
        "id,kind,value,copies\nA,red,2,2\n",
        "id,kind,value,copies\nA,red,2,3\n",
        [
            "cards.csv:2:9: error: copies is 3, not 2, as its value says (A, column copies, cell D2)",
        ],
    ),
    "copies-equal figure": (
        "- {rule: copies-equal, deck: cards, is: 2}",
        KINDS,
        "id,kind,value,copies\nA,red,2,2\n",
        "id,kind,value,copies\nA,red,2,\n",
        [
            "cards.csv:2:9: error: copies is 1, not 2 (A, column copies, cell D2)",
        ],
    ),
    "unique": (
        "- {rule: unique, deck: cards, column: value}",
        KINDS,
        "id,kind,value\nA,red,1\nB,red,2\n",
        "id,kind,value\nA,red,1\nB,blue,1\n",
        [
            "cards.csv:3:8: error: value 1 is already used by A (B, column value, cell C3)",
        ],
    ),
    "unique together": (
        "- {rule: unique, deck: cards, columns: [kind, value]}",
        KINDS,
        "id,kind,value\nA,red,1\nB,blue,1\n",
        "id,kind,value\nA,red,1\nB,red,1\n",
        [
            "cards.csv:3:7: error: kind 'red' and value 1 are already used by A (B, column value, cell C3)",
        ],
    ),
    "unique copies": (
        "- {rule: unique, deck: cards, column: value}",
        KINDS,
        "id,kind,value\nA,red,1\nB,red,2\n",
        "id,kind,value,copies\nA,red,1,2\n",
        [
            "cards.csv:2:9: error: value 1 is on 2 copies, not 1 (A, column copies, cell D2)",
        ],
    ),
    "every-combination": (
        "- {rule: every-combination, deck: cards, columns: [a, b]}",
        "{a: bool, b: bool}",
        "id,a,b\nA,yes,yes\nB,yes,no\nC,no,yes\nD,no,no\n",
        "id,a,b\nA,yes,yes\nB,yes,no\nC,no,yes\nD,no,yes\n",
        [
            "cards.csv:5:3: error: cards.csv has 2 cards with a 'no' and b 'yes', not 1 (D, column a, cell B5)",
            "game.yaml:2:53: error: cards.csv has 0 cards with a 'no' and b 'no', not 1",
        ],
    ),
    "balanced": (
        "- {rule: balanced, deck: cards, column: kind}",
        KINDS,
        "id,kind,value\nA,red,1\nB,blue,1\n",
        "id,kind,value,copies\nA,red,1,2\nB,blue,1,1\n",
        [
            "game.yaml:2:43: error: kind in cards.csv is not balanced: red 2, blue 1",
        ],
    ),
    "balanced figure": (
        "- {rule: balanced, deck: cards, columns: [kind, value], is: {min: 1, max: 2}}",
        KINDS,
        "id,kind,value\nA,red,1\nB,blue,1\n",
        "id,kind,value,copies\nA,red,1,3\n",
        [
            "game.yaml:2:77: error: cards.csv has 3 cards with kind 'red' and value 1, not 1 to 2",
            "game.yaml:2:69: error: cards.csv has 0 cards with kind 'blue' and value 1, not 1 to 2",
        ],
    ),
    "follows": (
        "- {rule: follows, deck: cards, column: value, from: kind}",
        KINDS,
        "id,kind,value\nA,red,1\nB,red,1\nC,blue,1\n",
        "id,kind,value\nA,red,1\nB,red,2\n",
        [
            "cards.csv:3:7: error: value 2 goes with kind 'red', but value 1 does in A (B, column value, cell C3)",
        ],
    ),
    "follows one-to-one": (
        "- {rule: follows, deck: cards, column: value, from: kind, one-to-one: yes}",
        KINDS,
        "id,kind,value\nA,red,1\nB,red,1\nC,blue,2\n",
        "id,kind,value\nA,red,1\nC,blue,1\n",
        [
            "cards.csv:3:3: error: kind 'blue' goes with value 1, but kind 'red' does in A (C, column kind, cell B3)",
        ],
    ),
    "facts": (
        "- {rule: facts, deck: cards, columns: [kind, copies], is: {A1: [red, 2], A2: [red, 1], A3: [blue, 3]}}",
        KINDS,
        PLAIN,
        "id,kind,value,copies\nA1,red,1,1\nA2,blue,2,1\nA4,blue,3,3\n",
        [
            "cards.csv:2:10: error: copies is 1, not 2 (A1, column copies, cell D2)",
            "cards.csv:3:4: error: kind is 'blue', not 'red' (A2, column kind, cell B3)",
            "cards.csv:4:1: error: id is 'A4', for which there are no facts (A4, column id, cell A4)",
            "game.yaml:2:94: error: no row of cards.csv has id 'A3'",
        ],
    ),
    "facts by another column": (
        "- {rule: facts, deck: cards, by: value, column: kind, is: {1: red, 2: red, 3: blue}}",
        KINDS,
        PLAIN,
        "id,kind,value\nA1,red,01\nA2,red,3\nA3,blue,2\n",
        [
            "cards.csv:3:4: error: kind is 'red', not 'blue' (A2, column kind, cell B3)",
            "cards.csv:4:4: error: kind is 'blue', not 'red' (A3, column kind, cell B4)",
        ],
    ),
    "spells": (
        '- {rule: spells, deck: cards, column: id, is: "{kind} {value}"}',
        KINDS,
        "id,kind,value\nred-01,red,1\nBlue 2,blue,2\n",
        "id,kind,value\nred-10,red,1\n",
        [
            "cards.csv:2:1: error: id is 'red-10', which does not spell 'red 1' (red-10, column id, cell A2)",
        ],
    ),
    "mentions": (
        "- {rule: mentions, deck: cards, column: says, words: {A: [take 2, red], B: dice game}}",
        "{says: text}",
        "id,says\nA,**Take 2** :red: blocks.\nB,Win the dice game.\n",
        "id,says\nA,Win the dice game.\nC,Take 2 red blocks.\n",
        [
            "cards.csv:2:3: error: says does not mention 'take 2' and 'red' (A, column says, cell B2)",
            "cards.csv:3:1: error: there are no words for id 'C' (C, column id, cell A3)",
            "game.yaml:2:78: error: no row of cards.csv has id 'B'",
        ],
    ),
    "arithmetic sum": (
        "- {rule: arithmetic, deck: cards, sum: [a, b], is: 11}",
        "{a: int, b: int?}",
        "id,a,b\nA,1,10\nB,11,0\nC,3,\n",
        "id,a,b\nA,1,9\n",
        [
            "cards.csv:2:3: error: a + b is 10, not 11 (A, column a, cell B2)",
        ],
    ),
    "arithmetic difference": (
        "- {rule: arithmetic, deck: cards, difference: [a, b], is: 3}",
        "{a: int, b: int}",
        "id,a,b\nA,5,2\nB,2,-1\n",
        "id,a,b\nA,2,5\n",
        [
            "cards.csv:2:3: error: a - b is -3, not 3 (A, column a, cell B2)",
        ],
    ),
    "arithmetic product": (
        "- {rule: arithmetic, deck: cards, product: [a, b], is: copies}",
        "{a: int, b: int}",
        "id,a,b,copies\nA,2,7,14\n",
        "id,a,b,copies\nA,2,7,15\n",
        [
            "cards.csv:2:3: error: a x b is 14, not 15, as its copies says (A, column a, cell B2)",
        ],
    ),
    "clockwise": (
        "- {rule: clockwise, deck: cards, centres: [q, r]}",
        PLACES,
        "id,q,r\nA,2,2\nB,0,2\nC,0,0\nD,2,0\n",
        "id,q,r\nA,2,2\nB,0,2\nC,2,0\nD,0,0\n",
        [
            "cards.csv:5:3: error: D does not lie clockwise of C (D, column q, cell B5)",
        ],
    ),
    "clockwise more than once": (
        "- {rule: clockwise, deck: cards, centres: [q, r], lattice: hex-flat}",
        PLACES,
        "id,q,r\nA,0,1\nB,-1,1\nC,-1,0\nD,0,-1\nE,1,-1\nF,1,0\n",
        "id,q,r\nA,0,1\nB,-1,0\nC,0,-1\nD,1,-1\nE,-1,1\nF,1,0\n",
        [
            "cards.csv:6:3: error: E does not lie clockwise of D (E, column q, cell B6)",
            "cards.csv:7:3: error: F does not lie clockwise of E (F, column q, cell B7)",
        ],
    ),
    "clockwise and adjacent": (
        "- {rule: clockwise, deck: cards, centres: [q, r], adjacent: yes}",
        PLACES,
        "id,q,r\nA,0,0\nB,1,0\nC,2,0\nD,2,1\nE,1,1\n",
        "id,q,r\nA,0,0\nB,1,0\nC,3,0\nD,2,1\nE,1,1\n",
        [
            "cards.csv:4:3: error: C does not lie beside B (C, column q, cell B4)",
            "cards.csv:5:3: error: D does not lie beside C (D, column q, cell B5)",
        ],
    ),
    "clockwise in rings": (
        "- {rule: clockwise, deck: cards, by: n, centres: [q, r], lattice: hex, rings: yes}",
        "{n: int, q: int, r: int}",
        "id,n,q,r\nM,7,0,0\nA,1,1,-1\nB,2,1,0\nC,3,0,1\nD,4,-1,1\nE,5,-1,0\nF,6,0,-1\n",
        "id,n,q,r\nM,3,0,0\nA,1,1,-1\nB,2,1,0\nC,7,0,1\nD,4,-1,1\nE,5,-1,0\nF,6,0,-1\n",
        [
            "cards.csv:6:3: error: D, n 4, lies farther out than M (D, column n, cell B6)",
        ],
    ),
    "scattered apart": (
        "- {rule: scattered, deck: cards, centres: [q, r], column: a, value: 5, apart: 3}",
        "{q: int, r: int, a: {type: list, items: int}}",
        "id,q,r,a\nA,0,0,1 1 1 1 5 1 1\nB,2,1,5 1 1 1 1 1 1\n",
        "id,q,r,a\nA,0,0,1 5 1 1 1 1 1\nB,2,1,5 1 1 1 1 1 1\n",
        [
            "cards.csv:3:7: error: a hexagon of value 5 lies too near the one of A, 2 steps apart, not at least 3 "
            "(B, column a, cell D3)",
        ],
    ),
    "scattered together": (
        "- {rule: scattered, deck: cards, centres: [q, r], column: a, value: 3, together: 2}",
        "{q: int, r: int, a: {type: list, items: int}}",
        "id,q,r,a\nA,0,0,1 3 1 1 1 1 1\nB,2,1,1 1 1 1 3 1 1\n",
        "id,q,r,a\nA,0,0,3 3 1 1 1 1 1\nB,2,1,1 1 1 1 3 1 1\n",
        [
            "cards.csv:3:7: error: a hexagon of value 3 is one of 3 together on A, B, not at most 2 "
            "(B, column a, cell D3)",
        ],
    ),
    "composition": (
        "- {rule: composition, deck: cards, column: ring, is: {1: 2, 3: 1}}",
        LISTS,
        "id,ring\nA,1 3 1\n",
        "id,ring\nA,1 3 3 7\n",
        [
            "cards.csv:2:3: error: ring holds '1' once, not 2; '3' twice, not 1; '7' once, not 0 (A, "
            "column ring, cell B2)",
        ],
    ),
    "partition": (
        "- {rule: partition, deck: cards, column: ring, set: [1, 2, 3, 4]}",
        LISTS,
        "id,ring\nA,1 3\nB,4 2\n",
        "id,ring\nA,1 3\nB,3 9\n",
        [
            "cards.csv:3:3: error: ring holds 3, and so does A (B, column ring, cell B3)",
            "cards.csv:3:3: error: ring holds 9, which is not in the set (B, column ring, cell B3)",
            "game.yaml:2:55: error: no ring in cards.csv holds 2, 4",
        ],
    ),
    "partition row": (
        "- {rule: partition, deck: cards, column: ring, set: [1, 2], over: row}",
        LISTS,
        "id,ring\nA,1 2\nB,2 1\n",
        "id,ring\nA,1 2\nB,2 2\n",
        [
            "cards.csv:3:3: error: ring holds 2 twice (B, column ring, cell B3)",
            "cards.csv:3:3: error: ring lacks 1 (B, column ring, cell B3)",
        ],
    ),
    "non-decreasing": (
        "- {rule: non-decreasing, deck: cards, column: value, within: kind}",
        KINDS,
        "id,kind,value\nA,red,2\nB,blue,1\nC,red,2\n",
        "id,kind,value\nA,red,2\nB,blue,1\nC,red,1\n",
        [
            "cards.csv:4:7: error: value falls from 2 in A to 1 (C, column value, cell C4)",
        ],
    ),
    "non-decreasing words": (
        "- {rule: non-decreasing, deck: cards, column: id}",
        KINDS,
        "id,kind,value\nG09,red,2\nG10,blue,1\n",
        "id,kind,value\nG10,red,2\nG09,blue,1\n",
        [
            "cards.csv:3:1: error: id falls from G10 in G10 to G09 (G09, column id, cell A3)",
        ],
    ),
    "under reversal": (
        "- {rule: equivalent-under, deck: cards, column: ring, under: reversal}",
        LISTS,
        "id,ring\nA,1 2 3\nB,1 3 2\n",
        "id,ring\nA,1 2 3\nB,3 2 1\n",
        [
            "cards.csv:3:3: error: ring is the same as in A under reversal (B, column ring, cell B3)",
        ],
    ),
    "under reversal twice": (
        "- {rule: equivalent-under, deck: cards, column: ring, under: reversal, times: 2, classes: 2}",
        LISTS,
        "id,ring,copies\nA,1 2 3,2\nB,1 3 2,2\n",
        "id,ring,copies\nA,1 2 3,2\nB,3 2 1,1\n",
        [
            "cards.csv:3:3: error: ring, the same as in A under reversal, occurs 3 times, not 2 (B, "
            "column ring, cell B3)",
            "game.yaml:2:93: error: cards.csv holds 1 different piece under reversal, not 2",
        ],
    ),
    "under rotation": (
        "- {rule: equivalent-under, deck: cards, column: ring, under: rotation, centre: yes}",
        LISTS,
        "id,ring\nA,9 1 2 3\nB,9 3 2 1\n",
        "id,ring\nA,9 1 2 3\nB,9 3 1 2\n",
        [
            "cards.csv:3:3: error: ring is the same as in A under rotation (B, column ring, cell B3)",
        ],
    ),
    "cells": (
        "- {rule: equivalent-under, deck: cards, column: cells, under: [rotation, reflection], "
        "size: 3, connected: yes}",
        CELLS,
        'id,cells\nA,"0,0 1,0 2,0"\nB,"0,0 1,0 1,1"\n',
        'id,cells\nA,"0,0 1,0 2,0"\nB,"5,5 5,6 5,7"\nC,"0,0 1,0 5,5 5,5"\n',
        [
            "cards.csv:4:3: error: cells holds the same hexagon twice (C, column cells, cell B4)",
            "cards.csv:4:3: error: cells falls into 2 separate parts (C, column cells, cell B4)",
            "cards.csv:4:3: error: cells holds 4 hexagons, not 3 (C, column cells, cell B4)",
            "cards.csv:3:3: error: cells is the same as in A under rotation and reflection (B, column cells, cell B3)",
        ],
    ),
    "copies alike": (
        "- {rule: equivalent-under, deck: cards, column: cells, under: rotation}",
        CELLS,
        'id,cells\nA,"0,0 1,0 2,0"\n',
        'id,cells,copies\nA,"0,0 1,0 2,0",2\n',
        [
            "cards.csv:2:17: error: A occurs 2 times, not at most 1 (A, column copies, cell C2)",
        ],
    ),
    "opposite-faces-sum": (
        "- {rule: opposite-faces-sum, deck: cards, column: faces}",
        FACES,
        "id,faces\nA,1 2 6 5 3 4\n",
        "id,faces\nA,1 2 3 4 5 6\nB,1 2\n",
        [
            "cards.csv:2:3: error: opposite faces add up to 1 + 3 = 4, 2 + 4 = 6, 5 + 6 = 11, not 7 "
            "(A, column faces, cell B2)",
            "cards.csv:3:3: error: faces holds 2 faces, not 6 (B, column faces, cell B3)",
        ],
    ),
    "tiling": (
        "- {rule: tiling, deck: cards, centres: [q, r], cells: 3}",
        PLACES,
        "id,q,r\nA,0,0\nB,1,0\nC,0,1\n",
        "id,q,r\nA,0,0\nB,1,0\n",
        [
            "game.yaml:2:57: error: the pieces of cards.csv cover 2 hexagons, not 3",
        ],
    ),
    "overlap": (
        "- {rule: tiling, deck: cards, centres: [q, r], rosette: yes}",
        PLACES,
        "id,q,r\nA,0,0\nB,2,1\n",
        "id,q,r,copies\nA,0,0,1\nB,1,1,1\nC,-2,-1,2\n",
        [
            "cards.csv:3:3: error: B overlaps A at hexagon 0,1 (B, column q, cell B3)",
            "cards.csv:4:9: error: 2 copies of C lie on top of each other (C, column copies, cell D4)",
        ],
    ),
    "apart": (
        "- {rule: tiling, deck: cards, centres: [q, r]}",
        PLACES,
        "id,q,r\nA,0,0\nB,1,0\n",
        "id,q,r\nA,0,0\nB,2,0\n",
        [
            "cards.csv:3:3: error: B is not connected to A (B, column q, cell B3)",
        ],
    ),
    "hole": (
        "- {rule: tiling, deck: cards, centres: [q, r]}",
        PLACES,
        "id,q,r\nA,0,0\nB,1,0\n",
        "id,q,r\n1,1,0\n2,0,1\n3,-1,1\n4,-1,0\n5,0,-1\n6,1,-1\n",
        [
            "game.yaml:2:42: error: the pieces of cards.csv leave a hole at hexagon 0,0",
        ],
    ),
    "gap": (
        "- {rule: tiling, deck: cards, centres: [q, r], rosette: yes}",
        PLACES,
        "id,q,r\nA,0,0\nB,2,1\nC,-1,3\n",
        "id,q,r\nA,0,0\nB,2,1\nC,-2,3\n",
        [
            "cards.csv:4:3: error: C leaves a gap to its neighbours (C, column q, cell B4)",
        ],
    ),
    "supply": (
        "- {rule: supply, have: {deck: cards}, per-player: 2, players: 3}",
        KINDS,
        PLAIN,
        "id,kind,value\nA,red,1\n",
        [
            "game.yaml:2:53: error: 6 needed, but only 1 available",
        ],
    ),
    "supply terms": (
        "- {rule: supply, have: [{deck: cards}, {deck: cards, where: {kind: red}, minus: yes}], "
        "need: [{deck: cards, of: rows}, -1]}",
        KINDS,
        "id,kind,value,copies\nA,blue,1,2\n",
        "id,kind,value\nA,red,1\nB,blue,1\nC,red,1\n",
        [
            "game.yaml:2:96: error: 2 needed, but only 1 available",
        ],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_data_that_keeps_a_rule_passes(name: str, told: Told) -> None:
    entry, columns, good, _, _ = CASES[name]
    assert told(cards(columns, good), entry) == []


@pytest.mark.parametrize("name", CASES)
def test_data_that_breaks_a_rule_is_told_word_by_word(name: str, told: Told) -> None:
    entry, columns, _, bad, messages = CASES[name]
    assert told(cards(columns, bad), entry) == messages


def test_every_rule_is_in_a_test() -> None:
    text = Path(__file__).read_text("utf-8")
    assert [model.word() for model in rules.RULES if f"rule: {model.word()}," not in text] == []


def test_every_rule_says_in_its_docstring_how_it_is_written() -> None:
    for rule in rules.RULES:
        assert f"rule: {rule.word()}" in (rule.__doc__ or ""), rule


# What the hints say.


def hints(game: Game) -> list[str]:
    return [problem.hint for problem in rules.check(game)]


def test_a_gap_in_the_ids_is_named_where_pieces_are_missing(load: Load) -> None:
    rows = "".join(f"H{number:02},{number}\n" for number in range(1, 13) if number != 5)
    assert hints(load(cards("{value: int}", "id,value\n" + rows), "- {rule: count, deck: cards, is: 12}")) == [
        "cards.csv has no H05: was a row lost?"
    ]


def test_ids_that_leave_numbers_out_on_purpose_are_not_taken_for_a_loss(load: Load) -> None:
    rows = "id,value\nL02,2\nL05,5\nL07,7\nL22,22\n"
    assert hints(load(cards("{value: int}", rows), "- {rule: count, deck: cards, is: 5}")) == [
        "add 1 to cards.csv, or change the number in this rule"
    ]


# Several decks, tables, references.


def hives(tokens: str) -> Box:
    ref = "{hive: {type: ref, table: hives}}"
    return Box(
        {"tokens": Deck(ref, tokens, noun="bees")}, {"hives": Deck("{colour: text}", "id,colour\npink,p\nsky,s\n")}
    )


def test_each_value_of_a_reference_is_counted_also_where_no_row_has_it(told: Told) -> None:
    entry = "- {rule: count, deck: tokens, each: hive, is: 2}"
    assert told(hives("id,hive,copies\nT1,pink,2\nT2,sky,2\n"), entry) == []
    assert told(hives("id,hive,copies\nT1,pink,2\n"), entry) == [
        "game.yaml:2:49: error: tokens.csv holds 0 bees with hive 'sky', not 2"
    ]


def test_each_leaves_out_what_the_condition_leaves_out(told: Told) -> None:
    entry = "- {rule: count, deck: tokens, where: {hive: pink}, each: hive, is: 2}"
    assert told(hives("id,hive,copies\nT1,pink,2\nT2,sky,1\n"), entry) == []


def test_several_decks_count_together_under_either_word(told: Told) -> None:
    box = Box({"a": Deck("{x: int}", "id,x\nA,1\n"), "b": Deck("{x: int}", "id,x\nB,1\n", noun="tiles")})
    for word in ("deck", "decks", "table", "tables"):
        assert told(box, f"- {{rule: count, {word}: [a, b], is: 2}}") == []
    assert told(box, "- {rule: unique, decks: [a, b], column: x}") == [
        "b.csv:2:3: error: x 1 is already used by A of a.csv (B, column x, cell B2)"
    ]
    assert told(box, "- {rule: count, decks: [a, b], is: 3}")[0].endswith("a.csv and b.csv hold 2 pieces, not 3")


def test_refers_to_names_the_cell_and_the_nearest_value(load: Load) -> None:
    box = Box(
        {"cards": Deck("{likes: {type: list?}}", "id,likes\nA,cake punch\nB,cakes\nC,\n")},
        {"interests": Deck("{kind: text}", "id,kind\ncake,food\npunch,drink\n")},
    )
    entry = "- {rule: refers-to, deck: cards, column: likes, to: %s}"
    assert [str(problem) for problem in rules.check(load(box, entry % "interests"))] == [
        "cards.csv:3:3: error: likes is 'cakes', but no id in interests.csv has that value "
        "(B, column likes, cell B3)\n    hint: did you mean cake?"
    ]
    narrower = entry % "{table: interests, where: {kind: food}}"
    assert len(rules.check(load(box, narrower))) == 2


# Rules about backs and sizes.

BACKS = Box(
    {
        "honey": Deck("{x: int}", "id,x\nA,1\n", back="{layout: amber}", noun="honey cards"),
        "jelly": Deck("{x: int}", "id,x\nB,1\n", back="{layout: violet}", noun="jelly cards"),
        "tiles": Deck("{x: int}", "id,x\nC,1\n", back="{layout: stump, each: piece}", noun="tiles"),
        "plain": Deck("{x: int}", "id,x\nD,1\n", noun="boards"),
        "amber": Deck("{x: int}", "id,x\nE,1\n", back="{layout: amber}", noun="amber cards"),
    }
)


@pytest.mark.parametrize(
    ("entry", "messages"),
    [
        ("- {rule: two-sided, deck: tiles}", []),
        ("- {rule: two-sided, decks: [honey, plain], is: no}", []),
        (
            "- {rule: two-sided, decks: [tiles, honey, plain]}",
            ["honey cards have one back for the whole deck, not a back each", "boards have no back, not a back each"],
        ),
        ("- {rule: two-sided, deck: tiles, is: no}", ["tiles have a back each, not a shared back or none"]),
        ("- {rule: same-back, decks: [honey, amber]}", []),
        (
            "- {rule: same-back, decks: [honey, jelly, tiles, plain]}",
            [
                "jelly cards have the back violet, but honey cards have amber",
                "tiles have a back each, not a shared one",
                "boards have no back, not a shared one",
            ],
        ),
        ("- {rule: distinct-backs, decks: [honey, jelly, tiles]}", []),
        (
            "- {rule: distinct-backs, decks: [honey, jelly, amber, plain]}",
            ["amber cards have the same back as honey cards: amber", "boards have no back to tell them apart by"],
        ),
    ],
)
def test_backs(entry: str, messages: list[str], load: Load) -> None:
    assert [problem.message for problem in rules.check(load(BACKS, entry))] == messages


def test_a_faulty_back_is_placed_where_the_deck_says_it(load: Load, tmp_path: Path) -> None:
    (problem,) = rules.check(load(BACKS, "- {rule: distinct-backs, decks: [honey, amber]}"))
    line = (tmp_path / "game.yaml").read_text("utf-8").split("\n")[problem.place.line - 1]
    assert line[problem.place.column - 1 :] == "amber}"
    assert problem.place.line > 30


SIZES = Box(
    {
        "round": Deck("{x: int}", "id,x\nA,1\n", "{kind: round, diameter: 22}", noun="bees"),
        "hex": Deck("{x: int}", "id,x\nB,1\n", "{kind: hexagon, flats: 25}", noun="trees"),
        "field": Deck("{x: int}", "id,x\nC,1\n", "{kind: rosette, flats: 26}", noun="tiles"),
        "die": Deck("{x: int}", "id,x\nD,1\n", "{kind: die-net, edge: 16}", noun="dice"),
    }
)


@pytest.mark.parametrize(
    ("entry", "messages"),
    [
        ("- {rule: fits, decks: [round, hex, die], into: field}", []),
        ("- {rule: fits, deck: round, into: field, margin: 2}", []),
        ("- {rule: fits, deck: round, diameter: 22}", []),
        (
            "- {rule: fits, deck: round, into: field, margin: 2.5}",
            ["bees measure 22 mm across, but there is room for only 21 mm"],
        ),
        ("- {rule: fits, deck: hex, into: round}", ["trees measure 28.87 mm across, but there is room for only 22 mm"]),
        ("- {rule: fits, deck: die, into: round}", ["dice measure 22.63 mm across, but there is room for only 22 mm"]),
        (
            "- {rule: fits, deck: hex, into: field, margin: 1}",
            ["trees measure 25 mm across flats, but there is room for only 24 mm"],
        ),
    ],
)
def test_sizes(entry: str, messages: list[str], load: Load) -> None:
    assert [problem.message for problem in rules.check(load(SIZES, entry))] == messages


# Rules that are themselves wrong: all faults come at once, each at its place.


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("- {rule: cuont, deck: cards}", "2:12: error: there is no rule cuont\n    hint: did you mean count?"),
        ("- {deck: cards}", "2:5: error: the key rule is missing"),
        ("- count", "2:5: error: the key rule is missing"),
        (
            "- {rule: count, deck: crads, is: 1}",
            "2:25: error: there is no deck or table crads\n    hint: did you mean cards?",
        ),
        ("- {rule: count, decks: [cards, x], is: 6}", "2:34: error: there is no deck or table x"),
        ("- {rule: count, deck: cards}", "2:5: error: the key is is missing"),
        ("- {rule: count, is: 6}", "2:5: error: the key deck is missing"),
        (
            "- {rule: count, deck: cards, is: six}",
            "2:36: error: is: expected a whole number, or min and max, found 'six'",
        ),
        ("- {rule: count, deck: cards, is: {min: 2, max: 1}}", "2:36: error: is: min 2 is more than max 1"),
        ("- {rule: count, deck: cards, is: {}}", "2:36: error: is: give a number, or min, max or both"),
        ("- {rule: count, deck: cards, iss: 6, is: 6}", "2:32: error: unknown key iss\n    hint: did you mean is?"),
        (
            "- {rule: count, deck: cards, each: knid, is: 3}",
            "2:38: error: cards has no column knid\n    hint: did you mean kind?",
        ),
        ("- {rule: count, deck: cards, where: {knid: red}, is: 3}", "2:46: error: cards has no column knid"),
        (
            "- {rule: count, deck: cards, where: {kind: rde}, is: 3}",
            "2:46: error: kind can never be 'rde' in cards.csv\n    hint: did you mean red?",
        ),
        (
            "- {rule: count, deck: cards, where: {kind: {min: 1}}, is: 3}",
            "2:52: error: column kind of cards is of type choice",
        ),
        ("- {rule: count, deck: cards, where: {value: {mim: 1}}, is: 3}", "2:48: error: unknown key mim"),
        ("- {rule: count, deck: cards, where: {value: {same-as: x}}, is: 3}", "2:57: error: cards has no column x"),
        ("- {rule: count, deck: cards, value: 7, is: 3}", "2:5: error: value needs items"),
        (
            "- {rule: sum, deck: cards, column: kind, is: 3}",
            "2:38: error: column kind of cards is of type choice, not int or length or list",
        ),
        ("- {rule: unique, deck: cards}", "2:5: error: the key column is missing"),
        ("- {rule: unique, deck: cards, columns: [value, x]}", "2:50: error: cards has no column x"),
        ("- {rule: copies-equal, deck: cards}", "2:5: error: give either column or is"),
        (
            "- {rule: equivalent-under, deck: cards, column: value, under: rotation}",
            "2:51: error: column value of cards is of type int, not list or cells",
        ),
        ("- {rule: supply, have: {deck: crads}, need: 1}", "2:33: error: there is no deck or table crads"),
        (
            "- {rule: supply, have: [{deck: cards}, {deck: cards, where: {x: 1}}], need: 1}",
            "2:67: error: cards has no column x",
        ),
        ("- {rule: supply, have: {deck: cards}}", "2:5: error: give need, or per-player and players"),
        ("- {rule: refers-to, deck: cards, column: kind, to: kinds}", "2:54: error: there is no deck or table kinds"),
        ("- {rule: two-sided, deck: crads}", "2:29: error: there is no deck crads\n    hint: did you mean cards?"),
        ("- {rule: fits, deck: cards}", "2:5: error: give either into (a deck) or diameter (in mm)"),
        ("- {rule: fits, deck: cards, into: x}", "2:37: error: there is no deck x"),
        ("- {rule: count, deck: cards, is: 6, editions: [kid]}", "2:50: error: there is no edition kid"),
    ],
)
def test_a_rule_that_cannot_be_understood_is_told_at_its_place(entry: str, message: str, load: Load) -> None:
    (problem,) = rules.check(load(cards(KINDS, PLAIN), entry))
    assert str(problem).startswith(f"game.yaml:{message}")


def test_faulty_and_broken_rules_are_all_told_at_once_in_order(load: Load) -> None:
    line = "- {rule: count, deck: %s, is: %s}"
    entries = "\n".join(["- {rule: x}", line % ("cards", 7), line % ("c", 1), line % ("cards", 6)])
    assert [problem.place.line for problem in rules.check(load(cards(KINDS, PLAIN), entries))] == [2, 3, 4]


def test_a_rule_may_be_lowered_to_a_warning(load: Load) -> None:
    (problem,) = rules.check(
        load(cards(KINDS, PLAIN), "- {rule: count, deck: cards, is: 7, severity: warning, note: why}")
    )
    assert problem.severity == "warning"


def test_a_warning_about_an_unknown_name_stays_an_error(load: Load) -> None:
    (problem,) = rules.check(load(cards(KINDS, PLAIN), "- {rule: count, deck: x, is: 7, severity: warning}"))
    assert problem.severity == "error"


def test_a_faulty_cell_is_not_told_again_by_the_rules_that_read_it(load: Load) -> None:
    entries = (
        "- {rule: count, deck: cards, where: {kind: red}, is: 3}\n- {rule: sum, deck: cards, column: value, is: 1}"
    )
    wrong = PLAIN.replace("A1,red", "A1,rde")
    assert [problem.place.line for problem in rules.check(load(cards(KINDS, wrong), entries))] == [3]


def test_a_game_without_rules_has_none_to_break(load: Load, tmp_path: Path) -> None:
    load(cards(KINDS, PLAIN), "- {rule: count, deck: cards, is: 6}")
    text = (tmp_path / "game.yaml").read_text("utf-8")
    (tmp_path / "game.yaml").write_text(re.sub(r"rules:\n.*\n", "", text), "utf-8")
    assert rules.check(model.load(Workspace(tmp_path))[0]) == []


# Which data no rule counts.


@pytest.mark.parametrize(
    ("entry", "covered"),
    [
        ("- {rule: count, deck: cards, is: 6}", True),
        ("- {rule: count, deck: cards, of: rows, is: 3}", True),
        ("- {rule: count, deck: cards, each: kind, is: 3}", True),
        ("- {rule: count, deck: cards, each: value, is: {min: 1}}", False),  # a value that is gone is not missed
        ("- {rule: count, deck: cards, where: {kind: red}, is: 3}", False),
        ("- {rule: count, deck: cards, is: {max: 9}}", False),
        ("- {rule: sum, deck: cards, column: value, is: 13}", False),
    ],
)
def test_a_data_file_that_no_count_covers_is_a_warning(entry: str, covered: bool, load: Load) -> None:
    warnings = [str(problem) for problem in rules.uncovered(load(cards(KINDS, PLAIN), entry))]
    assert warnings == (
        []
        if covered
        else [
            "game.yaml:8:11: warning: nothing counts the rows of cards.csv: a lost row would go unnoticed\n"
            "    hint: add a check that counts them (rules: - {rule: count, deck: cards, is: 6})"
        ]
    )


def test_tables_are_to_be_counted_too(load: Load) -> None:
    box = hives("id,hive\nT1,pink\n")
    hints = [problem.hint for problem in rules.uncovered(load(box, "- {rule: count, deck: tokens, is: 1}"))]
    assert hints == ["add a check that counts them (rules: - {rule: count, table: hives, is: 2})"]


# Figures of hexagons, rings and tilings, whatever they are.

Cell = tuple[int, int]
small = st.integers(-5, 5)
figures = st.sets(st.tuples(small, small), min_size=1, max_size=8)


def moved(cells: Iterable[Cell], turns: int, mirror: bool, by: Cell) -> list[Cell]:
    places = [lattice.mirrored(cell) if mirror else cell for cell in cells]
    for _ in range(turns):
        places = [lattice.turned(cell) for cell in places]
    return [(q + by[0], r + by[1]) for q, r in places]


def steps(a: Cell, b: Cell) -> int:
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


@given(figures, st.integers(0, 5), st.booleans(), st.tuples(small, small))
def test_a_figure_turned_mirrored_and_moved_is_the_same(cells: set[Cell], turns: int, mirror: bool, by: Cell) -> None:
    other = moved(cells, turns, mirror, by)
    assert lattice.figure(other, True, True) == lattice.figure(cells, True, True)
    assert len(lattice.islands(other)) == len(lattice.islands(cells))


@given(st.tuples(small, small), st.tuples(small, small))
def test_turning_and_mirroring_keep_distances_and_come_back(a: Cell, b: Cell) -> None:
    assert steps(lattice.turned(a), lattice.turned(b)) == steps(a, b) == steps(lattice.mirrored(a), lattice.mirrored(b))
    assert moved([a], 6, False, (0, 0)) == [a] == [lattice.mirrored(lattice.mirrored(a))]


def test_there_are_as_many_figures_of_hexagons_as_mathematics_says() -> None:
    """Free polyhexes: OEIS A000228; one-sided ones: A006535; fixed ones: A001207."""
    fixed: set[tuple[Cell, ...]] = {((0, 0),)}
    counts = []
    for _ in range(5):
        counts.append(tuple(len({lattice.figure(f, *how) for f in fixed}) for how in ((1, 1), (1, 0), (0, 0))))
        fixed = {
            lattice.at_origin({*cells, (q + dq, r + dr)})
            for cells in fixed
            for q, r in cells
            for dq, dr in ROSETTE[1:]
            if (q + dq, r + dr) not in cells
        }
    assert counts == [(1, 1, 1), (1, 1, 3), (3, 3, 11), (7, 10, 44), (22, 33, 186)]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=8), st.integers(0, 7), st.booleans())
def test_a_ring_turned_and_mirrored_is_the_same(items: list[int], start: int, mirror: bool) -> None:
    start %= len(items)
    ring = items[start:] + items[:start]
    ring = ring[::-1] if mirror else ring
    assert lattice.sequence(ring, rotation=True, reflection=True) == lattice.sequence(
        items, rotation=True, reflection=True
    )
    centred = lattice.sequence([9, *ring], rotation=True, reflection=True, centre=True)
    assert centred == lattice.sequence([9, *items], rotation=True, reflection=True, centre=True)
    assert centred[0] == 9


@given(st.lists(st.integers(0, 3), max_size=6), st.lists(st.integers(0, 3), max_size=6))
def test_lists_are_alike_under_reversal_only_when_one_is_the_other_backwards(a: list[int], b: list[int]) -> None:
    alike = lattice.sequence(a, reversal=True) == lattice.sequence(b, reversal=True)
    assert alike == (a == b or a == b[::-1])


def test_rings_of_four_white_two_pink_and_a_blue_are_eighteen_when_turned() -> None:
    """The figure of the rosettes of a flower field: 7!/(4!2!1!) = 105 lists, 18 when only the ring turns."""
    lists = set(permutations((1, 1, 1, 1, 3, 3, 5)))
    assert len(lists) == 105
    assert len({lattice.sequence(ring, rotation=True, centre=True) for ring in lists}) == 18


@given(figures)
def test_holes_are_what_water_poured_from_outside_does_not_reach(cells: set[Cell]) -> None:
    """Compare with flooding the whole box round the figure, which is slower but plain."""
    (whole, *rest) = lattice.islands(cells)
    if rest:
        cells = whole
    box = {(q, r) for q in range(-7, 8) for r in range(-7, 8)} - cells
    dry = lattice.islands(box)
    enclosed = [island for island in dry if (-7, -7) not in island]
    assert sorted(map(len, lattice.holes(cells))) == sorted(
        sum(any(steps(cell, near) == 1 for near in cells) for cell in island) for island in enclosed
    )


@given(st.sets(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=1, max_size=9), st.booleans())
def test_rosettes_on_their_lattice_never_overlap(spots: set[Cell], mirror: bool) -> None:
    centres = [(2 * a - b, a + 3 * b) for a, b in spots]
    centres = [lattice.mirrored(cell) for cell in centres] if mirror else centres
    assert len({(q + dq, r + dr) for q, r in centres for dq, dr in ROSETTE}) == 7 * len(spots)


# The built-in and the starting game.


FIELD = "".join(
    f"F{n},{q},{r}\n" for n, (q, r) in enumerate(((0, 0), (2, 1), (-1, 3), (-3, 2), (-2, -1), (1, -3), (3, -2)))
)


def test_seven_rosettes_nest_and_cover_49_hexagons(told: Told) -> None:
    entry = "- {rule: tiling, deck: cards, centres: [q, r], rosette: yes, cells: 49}"
    assert told(cards(PLACES, "id,q,r\n" + FIELD), entry) == []
    assert told(cards(PLACES, "id,q,r\n" + FIELD.replace("F1,2,1", "F1,1,2")), entry) != []


def test_the_starting_game_keeps_its_rules_and_counts_all_its_data(tmp_path: Path) -> None:
    start = Path(starter.__file__).parent / "game"
    for file in start.iterdir():
        if file.is_file():
            text = file.read_text("utf-8").replace("GAME-ID", "start").replace("GAME-TITLE", "Start")
            (tmp_path / file.name).write_text(text, "utf-8")
    game, problems = model.load(Workspace(with_rules(tmp_path)))
    assert [*problems, *rules.check(game), *rules.uncovered(game)] == []


def test_a_row_deleted_from_the_starting_game_is_missed(tmp_path: Path) -> None:
    test_the_starting_game_keeps_its_rules_and_counts_all_its_data(tmp_path)
    lines = (tmp_path / "cards.csv").read_text("utf-8").splitlines()
    (tmp_path / "cards.csv").write_text("\n".join(line for line in lines if not line.startswith("S3")), "utf-8")
    problems = rules.check(model.load(Workspace(tmp_path))[0])
    assert [problem.message for problem in problems] == [
        "cards.csv holds 17 garden cards, not 18",
        "cards.csv holds 8 garden cards with suit 'sun', not 9",
    ]


# Sentences ------------------------------------------------------------------------------------------------------------

BEES = Deck(
    "{colour: {type: choice, of: [red, blue]}, wings: int, faces: {type: list, items: int}, text: text}",
    "id,colour,wings,faces,text,copies\nB1,red,1,1 2,Fly,2\nB2,blue,2,2 1,Rest,1",
    noun="bees",
)
SENTENCES = {
    "{rule: count, deck: bees, is: 3}": "There are 3 bees in deck bees",
    "{rule: count, deck: bees, is: 1}": "There is 1 bee in deck bees",
    "{rule: count, decks: [bees, wasps], is: {min: 2, max: 4}}": "There are 2 to 4 pieces in decks bees and wasps",
    "{rule: count, deck: bees, each: colour, is: {min: 1}}": "There is at least 1 bee of each colour in deck bees",
    "{rule: count, deck: bees, where: {wings: {min: 2}}, of: rows, is: 0}":
        "There are no rows in deck bees with wings at least 2",
    "{rule: count, deck: bees, each: colour, is: {red: 2, blue: {max: 1}}}":
        "Of the bees in deck bees there are 2 with colour red and at most 1 with colour blue",
    "{rule: count, deck: bees, items: faces, value: 1, is: 3}": "There are 3 items of value 1 in faces in deck bees",
    "{rule: sum, deck: bees, column: wings, each: colour, is: 4}": "Wings adds up to 4 for each colour in deck bees",
    "{rule: equal-sums, deck: bees, columns: [wings, faces], within: 2}":
        "Wings and faces add up to numbers at most 2 apart in deck bees",
    "{rule: copies-equal, deck: bees, column: wings}": "Each row in deck bees has as many copies as its wings says",
    "{rule: copies-equal, deck: bees, is: 1}": "Each row in deck bees has 1 copy",
    "{rule: unique, deck: bees, columns: [colour, wings]}": "No two bees in deck bees have the same colour and wings",
    "{rule: every-combination, deck: bees, columns: [colour, wings]}":
        "Each combination of colour and wings occurs once in deck bees",
    "{rule: balanced, deck: bees, column: colour}": "Each colour occurs equally often in deck bees",
    "{rule: balanced, deck: bees, column: colour, is: {min: 1, max: 2}}":
        "Each colour occurs 1 to 2 times in deck bees",
    "{rule: facts, deck: bees, column: wings, is: {B1: 1, B2: 2}}":
        "Wings holds what the rules of play say of 2 rows in deck bees",
    "{rule: follows, deck: bees, column: wings, from: colour, one-to-one: yes}":
        "Rows with the same colour have the same wings in deck bees, and the other way round",
    '{rule: spells, deck: bees, column: id, is: "B{wings}"}': "Id spells B{wings} in each row in deck bees",
    "{rule: mentions, deck: bees, column: text, words: {B1: fly}}":
        "Text names what its row is about, in deck bees: words for 1",
    "{rule: arithmetic, deck: bees, product: [wings, wings], is: 4}": "Wings times wings is 4 in each row in deck bees",
    "{rule: composition, deck: bees, column: faces, is: {1: 1, 2: 2}}":
        "Faces holds 1 once and 2 twice in each row in deck bees",
    "{rule: partition, deck: bees, column: faces, set: [1, 2], over: row}":
        "Faces holds 1 and 2 once in each row in deck bees",
    "{rule: non-decreasing, deck: bees, column: wings, within: colour}":
        "Wings never falls from one row to the next within each colour in deck bees",
    "{rule: equivalent-under, deck: bees, column: faces, under: [rotation, reflection], times: 2, classes: 4}":
        "No faces in deck bees occurs again more than 2 times under rotation or reflection; there are 4 different ones",
    "{rule: two-sided, decks: [bees, wasps], is: no}":
        "The pieces of decks bees and wasps have something of their own on the front only",
    "{rule: supply, have: {deck: bees}, per-player: 2, players: 4, need: [3, {deck: wasps}]}":
        "There are enough bees for 2 for each of 4 players plus 3 plus wasps",
    "{rule: same-back, decks: [bees, wasps]}": "Decks bees and wasps share one back",
    "{rule: distinct-backs, decks: [bees, wasps]}": "Decks bees and wasps can be told apart by their backs",
    "{rule: refers-to, deck: bees, column: wings, to: {table: kinds, column: id}}":
        "Each wings in deck bees is one of the id of kinds",
    "{rule: tiling, deck: bees, centres: [wings, wings], cells: 7}":
        "The pieces of deck bees form one area of 7 hexagons without gaps",
    "{rule: clockwise, table: kinds, centres: [wings, wings], rings: yes}":
        "The places of table kinds follow one another clockwise ring by ring",
    "{rule: scattered, deck: bees, centres: [wings, wings], column: faces, value: 5, apart: 3}":
        "Hexagons with 5 in faces in deck bees are at least 3 steps apart",
    "{rule: opposite-faces-sum, deck: bees, column: faces, sum: 7}": "Opposite faces in deck bees add up to 7",
    "{rule: fits, deck: bees, diameter: 18, margin: 1}":
        "The pieces of deck bees fit into a circle of 18 mm, with 1 mm free on all sides",
}  # fmt: skip


@pytest.fixture(scope="module")
def hive(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Return a game with two decks and a table, without rules."""
    folder = tmp_path_factory.mktemp("hive")
    kinds = Deck("{wings: int}", "id,wings\nK1,1")
    Box({"bees": BEES, "wasps": replace(BEES, noun="wasps")}, {"kinds": kinds}).write(folder, "[]")
    return model.load(Workspace(folder))[0]


@pytest.mark.parametrize("entry", SENTENCES)
def test_a_rule_is_a_sentence(hive: Game, entry: str) -> None:
    rule = rules.read_rule(read_yaml(entry.encode(), "game.yaml"))
    assert sentence(rule, hive) == SENTENCES[entry]


def test_every_rule_has_a_sentence() -> None:
    words = {re.search(r"rule: ([\w-]+)", entry)[1] for entry in SENTENCES}  # type: ignore[index]
    assert words == {rule.word() for rule in rules.RULES}
