"""How much of a sweep `make test` tries: some cases and few examples, which differ most; `make deep` tries all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import hypothesis
import pytest

T = TypeVar("T")


def spread(cases: Iterable[T], fast: Callable[[T], bool]) -> list[Any]:
    """Return all cases in their order for `parametrize`, each as `slow` but those that are to be tried every time.

    A sweep of which `make test` tried nothing would lose its fact there.
    """
    cases = list(cases)
    assert any(map(fast, cases)), "no case is left to the fast tests"
    return [case if fast(case) else marked(case) for case in cases]


def marked(case: object) -> Any:
    """Return a case, of one value or several, as a slow one."""
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)


def examples(count: int) -> int:
    """Return how many examples to try where a whole run tries `count`: fewer in hypothesis' profile `brief`."""
    return max(5, count * hypothesis.settings.default.max_examples // 100)
