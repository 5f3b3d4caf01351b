"""What is wrong, where, and what to do about it: problems are values, collected and shown together."""

from __future__ import annotations

import bisect
import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

Severity = Literal["error", "warning"]
#: Letters of a message and of a hint; problems of one kind that are looked for.
MAX_LETTERS = 600
MAX_PROBLEMS = 1_000
# Of many names only so many on either side of a word in the alphabet are compared with it, which takes time.
_NEIGHBOURS = 200


class Place(NamedTuple):
    """A spot in a file a person can edit; line and column count characters from 1, 0 where unknown."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: the message says what was found and expected, the hint what to do."""

    place: Place
    message: str
    hint: str = ""
    severity: Severity = "error"

    def __post_init__(self) -> None:
        """Shorten what quotes a file at length: nobody reads more."""
        for name in ("message", "hint"):
            text: str = getattr(self, name)
            if len(text) > MAX_LETTERS:
                object.__setattr__(self, name, f"{text[: MAX_LETTERS // 2]} ... {text[-MAX_LETTERS // 2 :]}")

    def __str__(self) -> str:
        text = f"{self.place}: {self.severity}: {self.message}"
        return f"{text}\n    hint: {self.hint}" if self.hint else text


class BuildError(Exception):
    """The one exception of the product: it carries every problem known when work could not go on."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


def error_at(place: Place, message: str, hint: str = "") -> BuildError:
    """Return a BuildError with a single problem, to be raised."""
    return BuildError([Problem(place, message, hint)])


def capped(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the first thousand problems and a word on the rest, which are not looked for."""
    for number, problem in enumerate(problems, start=1):
        if number > MAX_PROBLEMS:
            yield replace(
                problem, message=f"there are more than {MAX_PROBLEMS:,} problems", hint="fix the other problems first"
            )
            return
        yield problem


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint that names the nearest known word, or all of them when none is near."""
    names = sorted(set(known))
    at = bisect.bisect(names, word)
    near = difflib.get_close_matches(word, names[max(0, at - _NEIGHBOURS) : at + _NEIGHBOURS], n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]}?"
    shown = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
    return f"choose from {shown}" if names else "none available"


def otherwise(hint: str, action: str) -> str:
    """Return the hint of `did_you_mean` followed by something else to do."""
    return f"{hint} Otherwise {action}" if hint.endswith("?") else f"{hint}; or {action}"


def whole(text: str) -> int | None:
    """Return the number that plain digits say, at most nine of them; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def only_errors(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems that stop a build."""
    return [problem for problem in problems if problem.severity == "error"]
