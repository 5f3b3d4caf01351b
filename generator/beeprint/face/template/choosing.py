"""Find the layout that draws each piece of a deck: one for all, or the one that a column names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from beeprint.base.problems import BuildError, Place, Problem
from beeprint.face.template.checking import check
from beeprint.face.template.loading import load
from beeprint.face.template.slots import Layout
from beeprint.game.binding import Names, Scope, bind, names_in
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Row

#: How far a size may differ, in mm.
_SAME = 0.01


def layouts(
    game: Game, deck: Deck, side: Literal["front", "back"], rows: Iterable[Row]
) -> tuple[Mapping[str, Layout], tuple[Problem, ...]]:
    """Return the layout of each row by its id, "" for a back that all share, and warnings; BuildError for faults.

    Rows whose cells are wrong, which has been reported, have no layout where these cells name it.
    """
    back = deck.spec.back
    path = ["decks", deck.name, side, *(["layout"] if side == "back" else [])]
    name = back.layout if side == "back" and back is not None else deck.spec.front
    shared = side == "back" and back is not None and back.each == "deck"
    place = game.node.at(path)
    unknown = tuple(Names.of_text(game, None if shared else deck.rows).check_text(place, name))
    if unknown:
        raise BuildError(unknown)
    names: dict[str, Layout] = {}
    problems: list[Problem] = []
    named = {"": (name, place)} if shared else dict(_named(game, deck, name, place, rows, problems))
    for wanted, where in dict(reversed(named.values())).items():
        try:
            names[wanted] = load(game.workspace, wanted, where)
            problems += _of_another_size(names[wanted], deck)
            problems += check(names[wanted], game, deck, shared)
        except BuildError as error:
            problems += error.problems
    if problems:
        raise BuildError(problems)
    warnings = dict.fromkeys(warning for layout in names.values() for warning in layout.warnings)
    return {id: names[wanted] for id, (wanted, _) in named.items()}, tuple(warnings)


def _of_another_size(layout: Layout, deck: Deck) -> Iterator[Problem]:
    """Yield the problem of a layout that says it is drawn for pieces of another size."""
    if layout.size is None:
        return
    place, width, height = layout.size
    trim = deck.shape.box
    if abs(trim.width - width) > _SAME or abs(trim.height - height) > _SAME:
        size = f"{trim.width:g} x {trim.height:g} mm"
        message = f"this layout is drawn for {width:g} x {height:g} mm, but the {deck.noun} are {size}"
        hint = f"move its boxes, and write size: [{trim.width:g}, {trim.height:g}] here; or change the shape back"
        yield Problem(place, message, hint)


def _named(
    game: Game, deck: Deck, name: str, place: Place, rows: Iterable[Row], problems: list[Problem]
) -> Iterable[tuple[str, tuple[str, Place]]]:
    """Yield the name of each row's layout, and where it comes from: a cell, or game.yaml."""
    columns = [column.partition(".")[0] for column in names_in(name)]
    for row in rows:
        if row.faulty and not row.faulty.isdisjoint(columns):
            continue
        wanted = bind(name, Scope(game, deck.rows, row))
        own = columns[0] in deck.rows.columns if columns else False
        where = deck.rows.place(row, columns[0]) if own else place
        if not wanted.strip():
            message = f"no layout is named {deck.rows.cell(row, columns[0]) if own else f'({row.id})'}"
            problems.append(Problem(where, message, "write the name of a layout"))
        else:
            yield row.id, (wanted, where)
