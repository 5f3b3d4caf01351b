"""Conditions: docs/conditions.md holds word by word, in rules, editions and layouts alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import get_args

import pytest

from beeprint import pipeline, rules
from beeprint.base.options import Options
from beeprint.base.problems import BuildError, Place, Problem
from beeprint.drawing.drawing import PathMark, Solid, walk
from beeprint.game import edition, model
from beeprint.game.binding import Names, Scope
from beeprint.game.columns import Kind
from beeprint.game.conditions import Conditions, faults, hold
from beeprint.sources.conversion import understand
from beeprint.sources.nodes import read_yaml
from beeprint.sources.records import Model
from beeprint.sources.workspace import Workspace

PAGE = (Path(__file__).parents[1] / "docs" / "conditions.md").read_text("utf-8")
YAML, CSV = (re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL) for kind in ("yaml", "csv"))
HOLDING = re.findall(r"^\| `([^`]+)` \| [^|]+ \| ((?:B\d ?)+) \|$", PAGE, re.MULTILINE)
NEVER = re.findall(r"^\| `([^`]+)` \| ([^|]+) \|$", PAGE.split("\n## Conditions that can never hold")[1], re.MULTILINE)

GAME = """
id: bees
version: "1"
title: Bees
tables:
  hives: {{data: hives.csv, columns: {{ink: text}}}}
decks:
  bees:
    title: Bees
    data: bees.csv
    {columns}
    shape: {{kind: card, size: mini-card}}
    front: card
    stock: bees
{rest}
"""
CARD = "slots:\n  ground: {kind: shape, shape: rectangle, box: trim, fill: '#123456', %s}\n"
DECK, EXAMPLE, SLOTS, ALSO, CELLS = YAML
COLUMNS = dedent(DECK.partition("data: bees.csv\n")[2])


class Asked(Model):
    where: Conditions


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Return what writes the game that the page is about."""

    def written(rest: str = "", slot: str = "", columns: str = COLUMNS, data: str = CSV[0]) -> Path:
        text = GAME.format(columns=columns.replace("\n", "\n    ").rstrip(), rest=rest)
        (tmp_path / "game.yaml").write_text(text, "utf-8")
        (tmp_path / "bees.csv").write_text(data, "utf-8")
        (tmp_path / "hives.csv").write_text("id,ink\npink,rose\nblue,sky\n", "utf-8")
        (tmp_path / "layouts").mkdir(exist_ok=True)
        (tmp_path / "layouts" / "card.yaml").write_text(CARD % (slot or "note: x"), "utf-8")
        return tmp_path

    return written


def loaded(folder: Path) -> model.Game:
    game, problems = model.load(Workspace(folder))
    assert problems == []
    return game


def asked(text: str) -> Conditions:
    return understand(Asked, read_yaml(f"where: {{{text}}}".encode(), "c.yaml")).where


def told(text: str, game: model.Game, occurring: bool = False) -> list[Problem]:
    names = Names.of_data(game, game.decks["bees"].rows)
    try:
        return list(faults(asked(text), names, lambda *path: Place("c.yaml"), occurring))
    except BuildError as error:
        return list(error.problems)


def drawn(folder: Path) -> dict[str, str]:
    """Return the fill of the ground on the card of each row that has one."""
    checked = pipeline.check(folder, Options())
    assert [str(problem) for problem in checked.problems] == []
    return {
        id_: mark.fill.colour.hex
        for (_, id_, _), face in checked.faces.items()
        for mark, _ in walk(face.drawing.marks)
        if isinstance(mark, PathMark) and isinstance(mark.fill, Solid)
    }


def faulty(folder: Path) -> Iterator[str]:
    for problem in pipeline.check(folder, Options()).problems:
        yield f"{Path(problem.place.file).name}: {problem.message}{f'; {problem.hint}' if problem.hint else ''}"


def test_the_page_is_read() -> None:
    assert (len(HOLDING), len(NEVER)) == (18, 12)


@pytest.mark.parametrize(("text", "ids"), HOLDING)
def test_a_condition_of_the_page_holds_for_the_rows_it_names(text: str, ids: str, write: Callable[..., Path]) -> None:
    game = loaded(write())
    rows = game.decks["bees"].rows
    assert told(text, game) == []
    assert [row.id for row in rows.rows if hold(asked(text), Scope(game, rows, row).held)] == ids.split()


@pytest.mark.parametrize(("text", "ids"), HOLDING)
def test_rules_editions_and_layouts_understand_it_alike(text: str, ids: str, write: Callable[..., Path]) -> None:
    wanted = ids.split()
    rest = f"""
rules: [{{rule: count, deck: bees, of: rows, where: {{{text}}}, is: {len(wanted)}}}]
editions:
  part: {{title: part, decks: {{bees: {{where: {{{text}}}}}}}}}
"""
    folder = write(rest, f"when: {{{text}}}")
    game = loaded(folder)
    assert rules.check(game) == []
    partial = edition.edited(game, edition.editions(game)["part"], "part")
    assert [row.id for row in partial.decks["bees"].rows.rows] == wanted
    (folder / "game.yaml").write_text((folder / "game.yaml").read_text("utf-8").split("\nrules:")[0], "utf-8")
    assert sorted(drawn(folder)) == wanted


@pytest.mark.parametrize(("text", "message"), NEVER)
def test_a_condition_that_never_holds_is_told_in_the_words_of_the_page(
    text: str, message: str, write: Callable[..., Path]
) -> None:
    (problem,) = told(text, loaded(write()))
    assert "; ".join(filter(None, (problem.message, problem.hint))) == message


@pytest.mark.parametrize(("text", "message"), [pair for pair in NEVER if "condition:" not in pair[1]])
def test_rules_editions_and_layouts_refuse_it_alike(text: str, message: str, write: Callable[..., Path]) -> None:
    rest = f"""
rules: [{{rule: count, deck: bees, where: {{{text}}}, is: 1}}]
editions:
  part: {{title: part, decks: {{bees: {{where: {{{text}}}}}}}}}
"""
    messages = set(faulty(write(rest, f"when: {{{text}}}")))
    there = message.replace("bees has no column", "bees.csv has no column")
    assert {f"game.yaml: {message}", f"card.yaml: {there}"} <= messages


def test_the_examples_of_the_page_are_a_game(write: Callable[..., Path]) -> None:
    folder = write(EXAMPLE)
    (folder / "palette.yaml").write_text('gold: "#E8A33D"\nblue: "#334455"\nink: "#111111"\n', "utf-8")
    (folder / "art" / "icons").mkdir(parents=True)
    square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1H8V8H1Z"/></svg>'
    (folder / "art" / "icons" / "seal.svg").write_text(square, "utf-8")
    (folder / "layouts" / "card.yaml").write_text(SLOTS.replace("[50, 76, 8, 8]", "[10, 10, 8, 8]"), "utf-8")
    game = loaded(folder)
    assert rules.check(game) == []
    quick = edition.edited(game, edition.editions(game)["quick"], "quick")
    assert [row.id for row in quick.decks["bees"].rows.rows] == ["B1", "B2", "B4"]
    checked = pipeline.check(folder, Options())
    assert [problem for problem in checked.problems if problem.severity == "error"] == []
    marks = {id_: len(face.drawing.marks) for (_, id_, _), face in checked.faces.items()}
    assert marks == {"B1": 4, "B2": 2, "B3": 2, "B4": 4}  # ground, dot, border of an ability, seal of a rare bee
    (folder / "layouts" / "card.yaml").write_text(ALSO, "utf-8")
    seals = {id_: face.inks[0].box.width for (_, id_, _), face in pipeline.check(folder, Options()).faces.items()}
    assert seals == {"B1": 8, "B2": 12, "B3": 8, "B4": 8}
    (folder / "layouts" / "card.yaml").write_text(CELLS, "utf-8")
    dots = {len(face.drawing.marks) for face in pipeline.check(folder, Options()).faces.values()}
    assert dots == {1}  # of the two hives in the grid, only pink has the ink rose


def test_a_value_counts_and_not_its_spelling(write: Callable[..., Path]) -> None:
    columns = "columns: {n: int, size: length, ink: colour, rare: bool, at: cells, ways: {type: list, items: int}}"
    data = 'id,n,size,ink,rare,at,ways\nA,07,1.25cm,#fa0,TRUE,"0,0  1,0",1 2\nB,8,9,#ffaa01,0,"1,0",2\n'
    game = loaded(write(columns=columns, data=data))
    rows = game.decks["bees"].rows
    for text in ("n: 7", 'n: "+7"', "size: 12.5mm", 'ink: "#FFAA00"', "rare: yes", "rare: true", 'rare: "1"'):
        assert told(text, game) == []
        assert [row.id for row in rows.rows if hold(asked(text), Scope(game, rows, row).held)] == ["A"], text
    for text, ids in (
        ('at: "0,0 1,0"', "A"),
        ('at: {contains: "1,0"}', "AB"),
        ('at: {lacks: "0,0"}', "B"),
        ("ways: {contains: 2}", "AB"),
        ('ways: "1 2"', "A"),
        ("rare: no", "B"),
        ("size: {max: 9}", "B"),
        ("n: {is-not: 7}", "B"),
        ("n: {is-not: [7, 8]}", ""),
    ):
        assert told(text, game) == []
        assert [row.id for row in rows.rows if hold(asked(text), Scope(game, rows, row).held)] == list(ids), text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("n: {contains: 7}", "column n of bees is of type int; contains is for lists"),
        ("size: {lacks: 7}", "column size of bees is of type length; lacks is for lists"),
        ("size: wide", "size can never be 'wide' in bees.csv"),
        ("ink: red", "ink can never be 'red' in bees.csv"),
        ("ink: {max: 3}", "column ink of bees is of type colour; max is for numbers and lists"),
        ("rare: {min: 1}", "column rare of bees is of type bool; min is for numbers and lists"),
        ("at: 0", "at can never be 0 in bees.csv"),
        ("ways: {contains: two}", "ways can never hold 'two' in bees.csv"),
        ("ways: {contains: 1 2}", "ways can never hold '1 2' as one item"),
        ("copies: many", "copies can never be 'many'"),
        ("copies: {contains: 1}", "copies is of type int; contains is for lists"),
        ("n: []", "n: the list of values is empty"),
        (
            "n: {}",
            "n: the braces are empty; write one of min, max, is, is-not, empty, same-as, differs-from, contains, lacks "
            "in them",
        ),
        ("n: {is: []}", "is: the list of values is empty"),
        ("n: {mim: 1}", "unknown key mim"),
    ],
)
def test_every_type_has_its_values(text: str, message: str, write: Callable[..., Path]) -> None:
    columns = "columns: {n: int, size: length, ink: colour, rare: bool, at: cells, ways: {type: list, items: int}}"
    data = 'id,n,size,ink,rare,at,ways\nA,07,1.25cm,#fa0,TRUE,"0,0 1,0",1 2\n'
    (problem,) = told(text, loaded(write(columns=columns, data=data)))
    assert problem.message == message


def test_the_pages_table_of_types_says_what_each_may_be_asked(write: Callable[..., Path]) -> None:
    table = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]*) ?\| ([^|]*) ?\|$", PAGE, re.MULTILINE)
    assert {kind for kind, *_ in table} == set(get_args(Kind))
    cells = {"length": "1", "bool": "yes", "colour": "#fa0", "choice": "a", "cells": '"0,0"', "ref": "pink"}
    for kind, bounds, items in table:
        columns = f"columns: {{it: {{type: {kind}, of: [a], table: hives, optional: yes}}}}"
        game = loaded(write(columns=columns, data=f"id,it\nA,{cells.get(kind, '')}\n"))
        assert (told("it: {min: 1}", game) == []) == bool(bounds), kind
        assert (told(f"it: {{lacks: '{'0,0' if kind == 'cells' else 'a'}'}}", game) == []) == bool(items), kind


def test_text_may_be_anything_but_an_edition_takes_what_is_there(write: Callable[..., Path]) -> None:
    game = loaded(write())
    for text, never in (("title: Dusk", "'Dusk'"), ("value: 9", "9"), ("traits: sting", ""), ("suit: rain", "")):
        assert told(text, game) == []
        name = text.partition(":")[0]
        messages = [problem.message for problem in told(text, game, occurring=True)]
        assert messages == ([f"no row of bees.csv has {name} {never}"] if never else [])


FULL = "id,glass\nA,full\nB,empty\n"


@pytest.mark.parametrize(
    ("optional", "text", "ids"),
    [
        ("no", "glass: empty", "B"),
        ("no", "glass: not-empty", "A"),
        ("no", "glass: [full, empty]", "AB"),
        ("yes", "glass: {is: empty}", "B"),
        ("yes", "glass: {is: [full, empty]}", "AB"),
        ("yes", "glass: {empty: yes}", "C"),
        ("yes", "glass: {empty: no}", "AB"),
        ("yes", 'glass: ""', "C"),
    ],
)
def test_a_value_called_empty(optional: str, text: str, ids: str, write: Callable[..., Path]) -> None:
    columns = f"columns: {{glass: {{type: choice, of: [full, empty], optional: {optional}}}, also: text?}}"
    data = "id,glass,also\nA,full,x\nB,empty,x\n" + ("C,,x\n" if optional == "yes" else "")
    game = loaded(write(columns=columns, data=data))
    rows = game.decks["bees"].rows
    assert told(text, game) == []
    assert [row.id for row in rows.rows if hold(asked(text), Scope(game, rows, row).held)] == list(ids)


@pytest.mark.parametrize("declared", ["{type: choice, of: [full, empty], optional: yes}", "text?"])
@pytest.mark.parametrize("word", ["empty", "not-empty"])
def test_a_word_that_may_mean_two_things_is_an_error(declared: str, word: str, write: Callable[..., Path]) -> None:
    game = loaded(write(columns=f"columns: {{glass: {declared}}}", data=FULL))
    (problem,) = told(f"glass: {word}", game)
    assert problem.message == "ambiguous: a cell of glass may be empty, or hold the word 'empty'"
    assert (
        problem.hint
        == {
            "empty": "write glass: {empty: yes} for an empty cell, glass: {is: empty} for the word",
            "not-empty": "write glass: {empty: no} for a cell that is not empty, or list the values to match",
        }[word]
    )


@pytest.mark.parametrize(
    ("choose", "messages"),
    [
        ("by: '{suit}', snu: {}, sun: {}, else: {}", ["suit can never be 'snu' in bees.csv; did you mean sun?"]),
        ("by: '{value}', '1': {}, five: {}, else: {}", ["value can never be 'five' in bees.csv; write a whole number"]),
        ("by: '{from.ink}', anything: {}, else: {}", []),
        ("by: '{suit}-{rare}', snu: {}, else: {}", []),
        ("by: '{title}', Dusk: {}, else: {}", []),
        ("by: '{value}', 1-3: {}, 4+: {}", []),
        (
            "by: '{value}', 4-1: {}, else: {}",
            ["value: no number lies in 4-1; write the smaller number first: 1-3 for 1 to 3, 4+ for 4 and more"],
        ),
        ("by: '{suit}', 1-3: {}, else: {}", ["suit can never be '1-3' in bees.csv; choose from rain, sun"]),
    ],
)
def test_a_case_that_cannot_come_is_told_at_its_key(
    choose: str, messages: list[str], write: Callable[..., Path]
) -> None:
    folder = write(slot=f"choose: {{{choose}}}")
    assert list(faulty(folder)) == [f"card.yaml: {message}" for message in messages]
    for problem in pipeline.check(folder, Options()).problems:
        line = (folder / "layouts" / "card.yaml").read_text("utf-8").splitlines()[problem.place.line - 1]
        assert line[problem.place.column - 1 :].startswith(("snu: ", "five: ", "4-1: ", "1-3: "))


@pytest.mark.parametrize(
    ("choose", "fills"),
    [
        ("by: '{rare}', yes: {fill: '#aaaaaa'}, no: {fill: '#bbbbbb'}", "abba"),  # one cell says TRUE
        ("by: '{ability}', empty: {fill: '#aaaaaa'}, not-empty: {fill: '#bbbbbb'}", "baab"),
        ("by: '{ability}', '': {fill: '#aaaaaa'}, Draw a card.: {fill: '#cccccc'}, else: {fill: '#bbbbbb'}", "caab"),
        ("by: '{value}', 1-2: {fill: '#aaaaaa'}, 3-9: {fill: '#bbbbbb'}", "abab"),
        ("by: '{value}', 2+: {fill: '#aaaaaa'}, '4': {fill: '#cccccc'}, else: {fill: '#bbbbbb'}", "bcaa"),
        ("by: '{suit}{value}', sun1: {fill: '#aaaaaa'}, else: {fill: '#bbbbbb'}", "abbb"),
    ],
)
def test_a_case_is_chosen_as_conditions_hold(choose: str, fills: str, write: Callable[..., Path]) -> None:
    fill_colours = drawn(write(slot=f"choose: {{{choose}}}"))
    assert [fill_colours[id_] for id_ in ("B1", "B2", "B3", "B4")] == [f"#{letter * 6}" for letter in fills]


def test_a_case_called_empty_needs_another_for_empty_cells(write: Callable[..., Path]) -> None:
    columns = "columns: {glass: {type: choice, of: [full, empty], optional: yes}}"
    choose = "choose: {by: '{glass}', full: {fill: '#aaaaaa'}, empty: {fill: '#bbbbbb'}%s}"
    folder = write(columns=columns, data=FULL + "C,\n", slot=choose % "")
    assert 'add a separate case for empty cells, "": {}' in next(faulty(folder))
    folder = write(columns=columns, data=FULL + "C,\n", slot=choose % ", '': {fill: '#cccccc'}")
    assert drawn(folder) == {"A": "#aaaaaa", "B": "#bbbbbb", "C": "#cccccc"}


def test_a_layout_may_name_values_that_only_another_deck_has(write: Callable[..., Path]) -> None:
    other = """
  wasps:
    title: Wasps
    data: wasps.csv
    columns: {suit: {type: choice, of: [night]}}
    shape: {kind: card, size: mini-card}
    front: card
    stock: wasps
"""
    folder = write(other, "when: {suit: [sun, night, dawn]}")
    (folder / "wasps.csv").write_text("id,suit\nW1,night\n", "utf-8")
    assert set(faulty(folder)) == {
        "card.yaml: suit can never be 'dawn' in bees.csv; choose from rain, sun",
        "card.yaml: suit can never be 'dawn' in wasps.csv; choose from night",
    }


GRID = """
slots:
  cells:
    kind: grid
    pitch: 5
    cells: 2x1
    values: pink blue
    lookup: hives
    box: trim
    each:
      dot: {kind: shape, shape: ellipse, box: [-2, -2, 4, 4], fill: "#123456", when: {%s}}
"""


@pytest.mark.parametrize(
    ("text", "marks", "message"),
    [
        ("cell: pink", 1, ""),
        ("cell.ink: [rose, sky]", 2, ""),
        ("cell.ink: rose, i: {max: 0}", 1, ""),
        ("cell.ink: {differs-from: from.ink}", 1, ""),
        ("i: {min: 1}, suit: sun", 1, ""),
        ("cell: pnik", 0, "cell can never be 'pnik' in hives.csv; did you mean pink?"),
        ("cell.inc: rose", 0, "bees.csv has no column cell.inc; did you mean cell.ink?"),
        ("i: first", 0, "i can never be 'first'; write a whole number"),
    ],
)
def test_conditions_in_a_grids_cells(text: str, marks: int, message: str, write: Callable[..., Path]) -> None:
    folder = write()
    (folder / "layouts" / "card.yaml").write_text(GRID % text, "utf-8")
    if message:
        assert list(faulty(folder)) == [f"card.yaml: {message}"]
    else:
        checked = pipeline.check(folder, Options())
        assert checked.problems == ()
        face = checked.faces["bees", "B1", "front"]
        assert sum(isinstance(mark, PathMark) for mark, _ in walk(face.drawing.marks)) == marks


def test_a_rule_that_follows_a_reference_waits_for_what_it_leads_to(write: Callable[..., Path]) -> None:
    rest = "rules: [{rule: count, deck: bees, of: rows, where: {from.ink: rose}, is: 9}]"
    folder = write(rest)
    assert [problem.message for problem in rules.check(loaded(folder))] == [
        "bees.csv holds 2 rows with from.ink 'rose', not 9"
    ]
    (folder / "hives.csv").write_text("id,ink\npink,\nblue,sky\n", "utf-8")
    game, problems = model.load(Workspace(folder))
    assert [problem.message.split(" (")[0] for problem in problems] == ["ink is empty"]
    assert rules.check(game) == []
