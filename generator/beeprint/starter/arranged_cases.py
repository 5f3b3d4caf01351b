"""How cards of a deck differ: where things stand on cards that lack what others have, and what is seen on a colour."""

from __future__ import annotations

from collections.abc import Callable

from beeprint.starter.arrangement import Case, Plan
from beeprint.starter.looks import KIND_INK, colour_of, ink_on

#: Words that `choose:` understands otherwise than as the values of a choice.
WORDS = ("empty", "not-empty", "else", "by", "also")


def placed(plan: Plan, keys: Callable[[Plan], str], on_ground: bool = False, beneath: int = 0) -> str:
    """Return the keys that say where a slot is, and what they are instead on cards that lack something.

    `on_ground` adds the inks that are seen on grounds on which the usual one is not. The choices are laid over as many
    others as are `beneath`, which the slot's style makes.
    """
    usual, inks = keys(plan), _inks(plan) if on_ground else ""
    choices = [_place(case, keys) for case in plan.cases if keys(case.plan) != usual][:1]
    chosen = ""
    for choice in reversed([*choices, *filter(None, [inks])]):
        chosen = f"{{{choice}, also: {chosen}}}" if chosen else f"{{{choice}}}"
    for _ in range(beneath if chosen else 0):
        chosen = f"{{also: {chosen}}}"
    return f"{usual}, choose: {chosen}" if chosen else usual


def _place(case: Case, keys: Callable[[Plan], str]) -> str:
    by = "".join(f"{{{column.name}}}" for column in case.columns)
    return f'by: "{by}", not-empty: {{}}, empty: {{{keys(case.plan)}}}'


def mark(plan: Plan, name: str, keys: Callable[[Plan], str], *tests: str) -> str:
    """Return the slot of a kind's mark on the ground; `tests` say which cards have it."""
    when = f", when: {{{', '.join(tests)}}}" if tests else ""
    return f"  {name}: {{style: mark, {placed(plan, keys, True, int(chooses(plan)))}{when}}}"


def chooses(plan: Plan) -> bool:
    """Return whether the marks of kinds are chosen by the values of a column."""
    return plan.columns.tint is not None and not any(value in WORDS for value in plan.columns.tint.choices)


def _inks(plan: Plan) -> str:
    """Return the inks that are seen on the grounds that a table's colours make; empty where the usual one is on all."""
    colour = plan.columns.colour
    if colour is None:
        return ""
    inks = ((word, ink_on(plan.look, colour_of(word))) for word in colour.choices)
    cases = [f"{word}: {{colour: {ink}}}" for word, ink in inks if ink != KIND_INK]
    return f'by: "{{{colour.name}}}", {", ".join(cases)}, else: {{}}' if cases else ""
