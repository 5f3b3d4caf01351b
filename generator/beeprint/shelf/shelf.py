"""Make a shelf: take what is as it was, make the rest, and tell of each task what has become of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from beeprint.shelf.destinations import NONE, Record
from beeprint.shelf.plan import Plan, Task
from beeprint.shelf.pool import Job
from beeprint.shelf.task import FAILED, REUSED, Outcome

#: Makes jobs somewhere, and yields what becomes of each.
Run = Callable[[Sequence[Job]], Iterator[Outcome]]


class Work(Struct, frozen=True):
    """What is to do of a plan: tasks that are as they were, with what was said of them, and jobs."""

    reused: tuple[Outcome, ...]
    jobs: tuple[Job, ...]


def work(plan: Plan, records: Mapping[str, Record]) -> Work:
    """Compare a plan with what is in place."""
    reused, jobs = [], []
    for task in plan.tasks:
        record = records.get(task.name, NONE)
        told = _told(task, record) if record.whole and record.key == task.key else None
        if told is not None:
            reused.append(told)
        else:
            jobs.append((task, record))
    return Work(tuple(reused), tuple(jobs))


def _told(task: Task, record: Record) -> Outcome | None:
    """Return what was said of a task when it was made; None where that cannot be read."""
    plain: dict[str, Any] = dict(record.told)
    try:
        return replace(Outcome.of(plain), name=task.name, state=REUSED, moved=0, seconds=0.0, processor=0.0)
    except (KeyError, TypeError, ValueError):
        return None


def make(plan: Plan, work: Work, run: Run) -> Iterator[Outcome]:
    """Yield the outcome of each game that cannot be read and of each job, as soon as it is known."""
    for game in plan.unreadable:
        yield Outcome(game.name, FAILED, game.problems)
    if work.jobs:
        yield from run(work.jobs)
