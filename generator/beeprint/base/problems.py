"""Problems: values that say what is wrong, where, and what to do; they are collected and shown together."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeVar

from msgspec import Struct, structs
from msgspec.structs import replace

from beeprint.base.words import legible

T = TypeVar("T")
Severity = Literal["error", "warning"]
#: The most characters of a message or a hint, and the most problems of one kind.
MAX_LETTERS = 600
MAX_PROBLEMS = 1_000
# Comparing names takes time, so only this many on either side of a word in the alphabet are compared with it.
_NEIGHBOURS = 200
# The longest names, in letters, that are compared.
_LONGEST = 200
# The share of letters that a word and the one it surely means have in common, and no other.
_SURE = 0.75


class Place(NamedTuple):
    """A position in a file that a person can edit; lines and columns count from 1, and 0 is unknown.

    In a workbook these are rows and columns of a sheet, and `cell` names sheet and cell: Honey!D7.
    """

    file: str
    line: int = 0
    column: int = 0
    cell: str = ""

    def __str__(self) -> str:
        file = legible(self.file)
        if self.cell:
            return f"{file}:{legible(self.cell)}"
        if not self.line:
            return file
        return f"{file}:{self.line}:{self.column}" if self.column else f"{file}:{self.line}"


#: The kinds of edits that fix problems; `edit.fixes` carries them out.
FixKind = Literal[
    "replace",
    "set",
    "remove",
    "declare",
    "redeclare",
    "add-rule",
    "copy",
    "move",
    "translate",
    "make-icon",
    "reduce",
    "move-slot",
    "outline-slot",
]


class Fix(Struct, frozen=True):
    """A way to solve a problem, as a recipe: the kind of edit, its place (None for that of the problem), its values.

    `title` names it, alike for all problems that are solved alike; `does` is a sentence that says what it changes. A
    fix is safe if a careful person would make it without asking. One that `asks` replaces its word by what a person
    writes: until then it changes nothing.
    """

    title: str
    kind: FixKind
    values: Mapping[str, Any]
    does: str = ""
    safe: bool = False
    place: Place | None = None
    asks: bool = False


def replacing(word: str, new: str, safe: bool = False, title: str = "", place: Place | None = None) -> Fix:
    """Return the fix that writes `new` in place of a word, or of a whole value."""
    title = title or f"Change {legible(word)} to {legible(new)}"
    values = {"word": word, "new": new}
    return Fix(title, "replace", values, f"Writes {legible(new)} in place of {legible(word)}.", safe, place)


class Hint(str):
    """A hint whose advice can be followed without a person: `fixes` are the ways to do so."""

    __slots__ = ("fixes",)
    fixes: tuple[Fix, ...]

    def __new__(cls, text: str, fixes: Iterable[Fix] = ()) -> Hint:
        """Return a text as a hint with fixes."""
        hint = super().__new__(cls, text)
        hint.fixes = tuple(fixes)
        return hint


def reworded(hint: str, text: str) -> str:
    """Return another text as a hint with the fixes of `hint`."""
    return Hint(text, hint.fixes) if isinstance(hint, Hint) else text


class Problem(Struct, frozen=True):
    """A problem: the message says what was found and what was expected, the hint what to do, the fixes do it."""

    place: Place
    message: str
    hint: str = ""
    severity: Severity = "error"
    hole: str = ""  # what a draft counts it as, which can do without what is wrong here
    once: str = ""  # what is wrong, where that is said once of a deck
    fixes: tuple[Fix, ...] = ()
    slot: str = ""  # the slot of a layout that is wrong, after the grids that it is in: dice/each/word

    def __post_init__(self) -> None:
        """Take over the fixes of the hint; make message and hint legible, and shorten long quotes from a file."""
        if isinstance(self.hint, Hint):
            structs.force_setattr(self, "fixes", (*self.hint.fixes, *self.fixes))
            structs.force_setattr(self, "hint", str(self.hint))
        for name in ("message", "hint"):
            written: str = getattr(self, name)
            text = legible(written)
            if len(text) > MAX_LETTERS:
                text = f"{text[: MAX_LETTERS // 2]} ... {text[-MAX_LETTERS // 2 :]}"
            if text is not written:
                structs.force_setattr(self, name, text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Problem) and self._told == other._told

    def __hash__(self) -> int:
        return hash(self._told)

    @property
    def _told(self) -> tuple[Place, str, str, str, str]:
        """Return what a reader is told, by which two problems are the same."""
        return self.place, self.message, self.hint, self.severity, self.hole

    def __str__(self) -> str:
        text = f"{self.place}: {self.severity}: {self.message}"
        return f"{text}\n    hint: {self.hint}" if self.hint else text


class BuildError(Exception):
    """Raised when a build cannot go on, with every problem known by then, and what has become of the output."""

    def __init__(self, problems: Iterable[Problem], outcome: str = "nothing was written") -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        self.outcome = outcome
        super().__init__("\n".join(map(str, self.problems)))


class Faults(Struct, frozen=True):
    """The problems of a BuildError, to be kept in its place: an error keeps all alive that went on around it."""

    problems: tuple[Problem, ...]


def sound(result: T | Faults) -> T:
    """Return what was kept; BuildError where that is faults."""
    if isinstance(result, Faults):
        raise BuildError(result.problems)
    return result


def error_at(place: Place, message: str, hint: str = "") -> BuildError:
    """Return a BuildError with a single problem, for the caller to raise."""
    return BuildError([Problem(place, message, hint)])


def capped(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the first MAX_PROBLEMS problems, then one that says there are more; the rest are never looked for."""
    for number, problem in enumerate(problems, start=1):
        if number > MAX_PROBLEMS:
            yield replace(
                problem, message=f"there are more than {MAX_PROBLEMS:,} problems", hint="fix the other problems first"
            )
            return
        yield problem


@lru_cache(maxsize=4)
def _in_order(names: frozenset[str]) -> list[str]:
    """Return names in order; many problems in a row choose from the same ones."""
    return sorted(names)


def nearest(word: str, known: Iterable[str]) -> str:
    """Find the known word that a misspelt one most likely stands for; empty if none is near."""
    names = frozenset(known)
    same = _by_letters(names).get(word.casefold(), ())
    return same[0] if len(same) == 1 else alike(word, _neighbours(word, names))


@lru_cache(maxsize=4)
def _by_letters(names: frozenset[str]) -> dict[str, list[str]]:
    """Return names by what they are apart from capital letters."""
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(name.casefold(), []).append(name)
    return groups


def _neighbours(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words that are compared with a word."""
    names = _in_order(frozenset(known))
    at = bisect.bisect(names, word)
    return names[max(0, at - _NEIGHBOURS) : at + _NEIGHBOURS]


def alike(word: str, names: Iterable[str], least: float = 0.65) -> str:
    """Return the name most like a word, of those with at least this share of letters in common; empty for none.

    Nobody misspells a name of hundreds of letters, and comparing them takes as long as their product. Two letters in
    common are chance: "id" stands for "ids", but not for "Kind".
    """
    if len(word) > _LONGEST:
        return ""
    import difflib  # where something is wrong, and only there

    short = [name for name in names if len(name) <= _LONGEST]
    close = difflib.get_close_matches(word, short, n=3, cutoff=least)
    return next((name for name in close if len(name) > 2 or abs(len(name) - len(word)) < 2), "")


def did_you_mean(word: str, known: Iterable[str], first: Iterable[str] = ()) -> str:
    """Return a hint that suggests the nearest known word, or lists the known words if none is near.

    Words in `first`, such as the names of a game's own files, come before all others. The hint has the fix.
    """
    own, every = sorted(set(first)), frozenset(known)
    near = nearest(word, own) or nearest(word, every)
    if near:
        return suggestion(word, near, (*own, *every))
    names = [*own, *(name for name in _in_order(every) if name not in own)] if own else _in_order(every)
    shown = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
    return f"choose from {shown}" if names else "none available"


def suggestion(word: str, near: str, known: Iterable[str]) -> Hint:
    """Return the hint that a word is to be replaced by the nearest of those that are known."""
    return Hint(f"did you mean {near}?", [replacing(word, near, is_slip(word, near, known))])


def is_slip(word: str, near: str, known: Iterable[str]) -> bool:
    """Return whether a word is surely a slip of the pen for another: near it, and to no other that is known.

    Numbers are never slips: C37 does not mean C36.
    """
    if re.findall(r"\d", word) != re.findall(r"\d", near):
        return False
    if word.casefold() == near.casefold():
        return sum(name.casefold() == near.casefold() for name in {*known}) == 1
    alike = [name for name in _neighbours(word, known) if sorted(name) == sorted(word)]
    if near in alike:  # letters in another order
        return len(alike) == 1
    import difflib

    return difflib.get_close_matches(word, _neighbours(word, known), n=2, cutoff=_SURE) == [near]


def otherwise(hint: str, action: str) -> str:
    """Return the hint of `did_you_mean` followed by something else to do."""
    return reworded(hint, f"{hint} Otherwise {action}" if hint.endswith("?") else f"{hint}; or {action}")


def whole(text: str) -> int | None:
    """Parse at most nine plain digits; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def only_errors(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems that stop a build."""
    return [problem for problem in problems if problem.severity == "error"]
