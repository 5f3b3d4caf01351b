"""Where things stand on cards that lack what others have, as keys of slots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from beeprint.game.conditions import one_of
from beeprint.starter.arrangement import Plan


def placed(plan: Plan, keys: Callable[[Plan], str]) -> str:
    """Return the keys that say where a slot is, and what they are instead on cards that lack something."""
    usual = keys(plan)
    for case in plan.cases:
        if keys(case.plan) != usual:
            by = "".join(f"{{{column.name}}}" for column in case.columns)
            return f'{usual}, choose: {{by: "{by}", not-empty: {{}}, empty: {{{keys(case.plan)}}}}}'
    return usual


def marks(plan: Plan, name: str, keys: Callable[[Plan], str], *tests: str) -> Iterator[str]:
    """Yield the slot of a kind's mark, and a second one for cards on which it stands elsewhere: its icon is a choice.

    `tests` say which cards have it.
    """
    usual = keys(plan)
    for case in plan.cases:
        if keys(case.plan) != usual:
            names = [column.name for column in case.columns]
            yield _mark(name, usual, [*tests, f"{one_of(names)}: not-empty"])
            yield _mark(f"{name}-alone", keys(case.plan), [*tests, *(f"{each}: empty" for each in names)])
            return
    yield _mark(name, usual, tests)


def _mark(name: str, keys: str, tests: Sequence[str]) -> str:
    when = f", when: {{{', '.join(tests)}}}" if tests else ""
    return f"  {name}: {{style: mark, {keys}{when}}}"
