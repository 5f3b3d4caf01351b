"""`beeprint shelf`: build many games at once, of which only what has changed is made."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from beeprint.base.problems import BuildError, whole
from beeprint.base.store import Store
from beeprint.base.words import counted
from beeprint.cli import help
from beeprint.cli.arguments import read_option
from beeprint.cli.console import Wrong, reporting_errors, say, show, stop
from beeprint.cli.help import command, option

if TYPE_CHECKING:
    from beeprint.shelf.destinations import Destination
    from beeprint.shelf.plan import Plan, Task
    from beeprint.shelf.pool import Job
    from beeprint.shelf.task import Outcome


def _jobs(value: str) -> int | None:
    number = whole(value)
    if value and not number:
        raise Wrong(f"--jobs {value}: write a number of processes, such as --jobs 4")
    return number


@command(
    "shelf",
    ("beeprint shelf SHELF.yaml --output shelf", "Build what has changed of all games into the folder shelf"),
    ("beeprint shelf SHELF.yaml --output shelf --plan", "Only say what would be made"),
    (
        "beeprint shelf SHELF.yaml --output s3://games/all --scheduler tcp://hive:8786",
        "Build on a Dask cluster, into a store",
    ),
)
@click.argument("file", metavar="SHELF.yaml", type=click.Path(path_type=Path))
@option(
    "--output",
    group=help.MADE,
    default="output",
    metavar="DIR|URL",
    help="Folder, or store such as s3://bucket/shelf (default: output).",
)
@option("--plan", "only_plan", group=help.MADE, is_flag=True, help="Say what would be made, and make nothing.")
@read_option(
    "--jobs",
    group=help.MACHINES,
    read=_jobs,
    default="",
    metavar="N",
    help="Processes on this machine (default: one for each processor).",
)
@option(
    "--scheduler",
    group=help.MACHINES,
    default="",
    metavar="ADDRESS",
    help="Dask scheduler whose workers make the games, such as tcp://hive:8786 (needs beeprint[dask]).",
)
@option("--all", "show_all", group=help.PROBLEMS, is_flag=True, help="Show every problem, including similar ones.")
def shelf(file: Path, output: str, only_plan: bool, jobs: int | None, scheduler: str, show_all: bool) -> None:
    """Build every game of a shelf, in every language and edition, by all profiles.

    SHELF.yaml names them. What has not changed since the last time is not made again, a game that fails does not stop
    the others, and report.html and report.json in the output say what has become of each.
    """
    from beeprint.shelf import shelf as making

    if scheduler and jobs:
        raise Wrong("--jobs is for processes on this machine; with --scheduler the cluster has its own number")
    where, plan = _plan(file, output, show_all)
    with reporting_errors(show_all):
        work = making.work(plan, where.records([task.name for task in plan.tasks]))
    _announce(plan, work.reused, work.jobs)
    if only_plan:
        return
    run = _runner(where, jobs, scheduler) if work.jobs else _nothing
    night = _Night(plan, where, show_all)
    night.outcomes += work.reused
    night.make(making.make(plan, work, run), len(plan.unreadable) + len(work.jobs))


def _plan(file: Path, output: str, show_all: bool) -> tuple[Destination, Plan]:
    """Read a shelf and plan it; exit 2 where the file or the output is wrong."""
    from beeprint.shelf import destinations, plan

    try:
        where = destinations.destination(output)
        read = plan.read(file)
        night_plan = plan.plan(read, Store.open().salt, where.location)
        if isinstance(where, destinations.RemoteStore):
            plan.faulty_address(read, night_plan.tasks)
    except BuildError as error:
        show(error.problems, show_all)
        try:
            stop(error.problems, "nothing was made")
        except SystemExit:
            sys.exit(2)
    return where, night_plan


def _runner(where: Destination, jobs: int | None, scheduler: str) -> Callable[[Sequence[Job]], Iterator[Outcome]]:
    """Return a function that makes tasks, here or on a cluster; exit 1 where the cluster is unreachable or differs."""
    from beeprint.shelf import pool

    if not scheduler:
        return partial(pool.run, where=where, count=jobs or pool.processors())
    from beeprint.shelf import cluster

    with reporting_errors(True):
        return partial(cluster.run, where=where, client=cluster.connect(scheduler))


def _nothing(jobs: Sequence[Job]) -> Iterator[Outcome]:
    """Make no tasks, where there are none."""
    return iter(())


def _announce(plan: Plan, reused: Sequence[Outcome], jobs: Sequence[Job]) -> None:
    """Say what will be made, and what games lack."""
    games, tasks = counted(plan.games, "game"), counted(len(plan.tasks), "task")
    say(f"{plan.title}: {games}, {tasks}, {counted(plan.products, 'product')}")
    for line in plan.absent:
        say(f"  {line}")
    for game in plan.unreadable:
        say(f"  {game.name}: its game.yaml cannot be read")
    products = sum(len(task.profiles) for task, _ in jobs)
    say(f"{counted(len(reused), 'task')} as before, {len(jobs)} to make: {counted(products, 'product')}")


class _Night:
    """A run of a shelf: the outcomes of its tasks so far, and their report."""

    def __init__(self, plan: Plan, where: Destination, show_all: bool) -> None:
        self.outcomes: list[Outcome] = []
        self._plan, self._where, self._all = plan, where, show_all
        self._start = time.perf_counter()

    def make(self, outcomes: Iterator[Outcome], count: int) -> NoReturn:
        """Say each outcome, write the report, and exit: 0, 1 if any failed, 130 after Ctrl-C."""
        stopped, interrupted = "", False
        try:
            for number, outcome in enumerate(outcomes, start=1):
                self.outcomes.append(outcome)
                self._say(outcome, f"{number:{len(str(count))}} of {count}")
        except BuildError as error:
            show(error.problems, True)
            stopped = error.problems[0].message
        except KeyboardInterrupt:
            stopped, interrupted = "interrupted; what is finished is kept", True
            say(stopped)
        self._report(stopped)
        counts = Counter(outcome.state for outcome in self.outcomes)
        lost = len(self._unmade()) if stopped else 0
        more = f", {lost} not made" if lost else ""
        say(f"{counts['built']} built, {counts['reused']} as before, {counts['failed']} failed{more}")
        sys.exit(130 if interrupted else 1 if counts["failed"] or stopped else 0)

    def _say(self, outcome: Outcome, number: str) -> None:
        from beeprint.shelf import report

        if outcome.state == "failed":
            say(f"{number}: {outcome.name} failed")
        else:
            took = f"{counted(outcome.files, 'file')}, {report.lasting(outcome.seconds)}"
            say(f"{number}: {outcome.name} {outcome.state}, {took}")
        show(outcome.problems, self._all)

    def _unmade(self) -> list[Task]:
        done = {outcome.name for outcome in self.outcomes}
        return [task for task in self._plan.tasks if task.name not in done]

    def _report(self, stopped: str) -> None:
        """Write the report, and say where it is."""
        from beeprint.shelf import report

        ended = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        seconds = time.perf_counter() - self._start
        unmade = self._unmade() if stopped else ()
        night = report.Night(self._plan, self.outcomes, self._where.location, ended, seconds, unmade, stopped)
        try:
            self._where.write(report.DATA, report.data(night))
            say(self._where.write(report.PAGE, report.page(night)), out=True)
        except (BuildError, OSError) as error:
            say(f"the report cannot be written: {error}")
            sys.exit(1)
