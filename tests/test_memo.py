"""The memo in memory: what is read stays, what is not read goes, and it never holds more than it may."""

from __future__ import annotations

from beeprint.base import memo
from beeprint.base.memo import Memo, Same, recent


def test_a_value_is_made_once() -> None:
    made, values = list[int](), Memo[int]()
    for _ in range(3):
        assert values.get("key", lambda: made.append(1) or 0) == 0
    assert made == [1]


def test_what_nobody_reads_between_two_turns_is_dropped() -> None:
    values = Memo[str]()
    values.keep("read", "kept")
    values.keep("left", "dropped")
    values.turn()
    assert values.find("read") == "kept"
    values.turn()
    assert (values.find("read"), values.find("left"), len(values)) == ("kept", None, 1)


def test_a_memo_never_holds_more_than_twice_its_values_and_those_in_use_stay() -> None:
    values = Memo[int](10)
    for number in range(1_000):
        values.keep(number, number)
        values.keep("used", values.get("used", lambda: -1))
        assert len(values) <= 20
    assert (values.find("used"), values.find(999), values.find(900)) == (-1, 999, None)


def test_a_value_that_is_kept_again_replaces_the_old_one_at_once() -> None:
    values = Memo[str]()
    values.keep("key", "old")
    values.turn()
    values.keep("key", "new")
    assert (values.find("key"), len(values)) == ("new", 1)


def test_recent_functions_are_called_again_after_two_turns_without_a_call() -> None:
    calls = list[tuple[int, int]]()

    @recent
    def added(number: int, two: int = 0) -> int | None:
        calls.append((number, two))
        return number + two or None

    assert [added(1), added(1), added(1, two=2), added(0), added(0)] == [1, 1, 3, None, None]
    assert calls == [(1, 0), (1, 2), (0, 0)]
    memo.turn()
    added(1)
    memo.turn()
    added(1)
    added(0)
    assert calls == [(1, 0), (1, 2), (0, 0), (0, 0)]


def test_a_key_by_identity_differs_from_that_of_an_equal_value() -> None:
    first, other = [1], [1]
    assert Same(first) == Same(first) and Same(first) != Same(other)
    assert Memo[int]().keep(Same(first), 1) == 1
