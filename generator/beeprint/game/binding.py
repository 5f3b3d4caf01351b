"""What `{name}` in a layout means: a column, a row it refers to, a grid's cell, the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from beeprint.base.problems import Place, Problem, did_you_mean
from beeprint.game.model import Game
from beeprint.game.rows import Row, Rows

#: Letters that the names in one text may come to, far more than any text may have.
MAX_LETTERS = 200_000
BOUND = re.compile(r"\{\{|\}\}|\{([A-Za-z0-9_#. -]+)\}")


@dataclass(frozen=True, slots=True)
class Scope:
    """What `{names}` mean while a slot is drawn: the row's columns, rows they refer to, and a grid's cell."""

    game: Game
    rows: Rows | None = None
    row: Row | None = None
    extra: Mapping[str, str] = field(default_factory=dict)
    cell: Row | None = None

    def value(self, name: str) -> str | None:
        """Return what a name means, or None."""
        if name in self.extra:
            return self.extra[name]
        head, _, tail = name.partition(".")
        if tail and head == "cell" and self.cell is not None:
            return self.cell.texts.get(tail)
        if head == "game" and tail in ("title", "version"):
            return str(getattr(self.game.spec, tail))
        if self.row is None or self.rows is None:
            return None
        if not tail:
            return self.row.texts.get(name)
        column = self.rows.columns.get(head)
        if column is None or column.type != "ref":
            return None
        table = self.game.rows(column.table)
        target = table.by_id.get(self.row.texts.get(head, "")) if table else None
        return target.texts.get(tail) if target else None


@lru_cache(maxsize=4096)
def names_in(text: str) -> tuple[str, ...]:
    """Return the names that a bound text mentions."""
    return tuple(match.group(1) for match in BOUND.finditer(text) if match.group(1))


def bind(text: str, scope: Scope) -> str:
    """Return the text with every `{name}` filled in; `{{` and `}}` are braces. KeyError names what is unknown.

    What would fill more than MAX_LETTERS is left out: nothing that long is set, or names anything.
    """
    if "{" not in text and "}" not in text:
        return text

    room = MAX_LETTERS

    def fill(match: re.Match[str]) -> str:
        nonlocal room
        name = match.group(1)
        if not name:
            return match.group(0)[0]
        value = scope.value(name)
        if value is None:
            raise KeyError(name)
        room -= len(value)
        return value if room >= 0 else ""

    return BOUND.sub(fill, text)


def check_text(place: Place, text: str, game: Game, rows: Rows | None, extra: set[str]) -> Iterator[Problem]:
    """Yield a problem for each name in a bound text that means nothing, and for a lone brace."""
    if {"{", "}"} & set(BOUND.sub("", text)):
        message = f"{text!r} has a brace without its other half"
        yield Problem(place, message, "write {column}; for a brace itself write it twice")
    yield from filter(None, (unknown_name(place, name, game, rows, extra) for name in names_in(text)))


def unknown_name(place: Place, name: str, game: Game, rows: Rows | None, extra: set[str]) -> Problem | None:
    """Return a problem where a name means nothing in a text: no column, none of `extra`, nothing of the game."""
    if _known(name, game, rows, extra):
        return None
    known = [*(rows.columns if rows else ()), *extra, "game.title", "game.version"]
    where = f"{rows.file} has no column" if rows else "a shared back has no"
    return Problem(place, f"{where} {name}", did_you_mean(name, known))


def _known(name: str, game: Game, rows: Rows | None, extra: set[str]) -> bool:
    if name in extra or name in ("game.title", "game.version"):
        return True
    if rows is None:
        return False
    head, _, tail = name.partition(".")
    if not tail:
        return name in rows.columns or name == "copies"
    column = rows.columns.get(head)
    table = game.rows(column.table) if column is not None and column.type == "ref" else None
    return table is not None and tail in table.columns
