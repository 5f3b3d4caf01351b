"""Time a shelf of games: what a task costs, what profiles share, what a cluster adds. Run: python tests/bench/shelf.py.

Without distributed, which `pip install "beeprint[dask]"` brings, there is no cluster to measure.
"""

from __future__ import annotations

import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import report
from measure import spent

from beeprint import starter
from beeprint.base.store import Store
from beeprint.shelf import contents, destinations, plan, pool
from beeprint.shelf import shelf as making
from beeprint.shelf.destinations import NONE
from beeprint.shelf.task import BUILT, Outcome
from beeprint.sources.workspace import built_in_games

#: Profiles as a publisher may choose them, so many small games, and workers.
PROFILES = (
    *("faces", "home-a4", "home-letter", "home-a4-bleed"),
    *("copyshop", "playtest-a4", "playtest-letter", "punchboard"),
)
SMALL, WORKERS, AGAIN = 48, 2, 2


@dataclass(frozen=True)
class Measured:
    """What was measured of a shelf, in ms and bytes.

    `whole` and `apart` are processor time of the shipped games with all profiles, as one task each and as a task for
    each profile. `small` is what a small game's task takes by what makes it: time of a worker, and of all processors.
    """

    tasks: int
    profiles: int
    whole: float
    apart: float
    read: float
    written: float
    small: dict[str, tuple[float, float]]
    planned: float
    looked: float
    packed: float
    unpacked: float


def measure() -> Measured:
    """Measure a shelf of the shipped games, and one of many small ones."""
    kept = os.environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory() as folder:
        try:
            return _measured(Path(folder))
        finally:
            os.environ.pop("XDG_CACHE_HOME")
            if kept is not None:
                os.environ["XDG_CACHE_HOME"] = kept


def _measured(work: Path) -> Measured:
    shipped = _shelf(work / "shipped.yaml", [*built_in_games()], PROFILES)
    outcomes = _made(shipped, work / "whole")
    apart: list[Outcome] = []
    for name in PROFILES:
        shelf = _shelf(work / "one.yaml", [*built_in_games()], [name])
        apart += _made(shelf, work / f"only-{name}")
    for number in range(SMALL):
        starter.write(work / "games" / f"game-{number}")
    small = _shelf(work / "small.yaml", ["games/*"], ["faces", "home-a4"])
    times = {"processes": _between(small, work / "small", _processes)}
    if find_spec("distributed") is not None:
        with _cluster(work) as (address, programs):
            for name, output in (
                ("Dask, into a folder", work / "dask"),
                ("Dask, into a store", f"file://{work}/store"),
            ):
                times[name] = _between(small, output, _dask(address), programs)
    where = destinations.destination(str(work / "small"))
    names = [task.name for task in small(where.location).tasks]
    packs = [contents.pack(game) for game in built_in_games().values()]
    return Measured(
        tasks=len(outcomes),
        profiles=len(PROFILES),
        whole=1000 * sum(outcome.processor for outcome in outcomes) / len(outcomes),
        apart=1000 * sum(outcome.processor for outcome in apart) / len(outcomes),
        read=statistics.mean(map(len, packs)),
        written=statistics.mean(outcome.bytes for outcome in outcomes),
        small=times,
        planned=_least(lambda: small(where.location)) / SMALL,
        looked=_least(lambda: where.records(names)) / SMALL,
        packed=_least(lambda: [contents.pack(game) for game in built_in_games().values()]) / len(packs),
        unpacked=_least(lambda: [_unpacked(pack) for pack in packs]) / len(packs),
    )


def _shelf(file: Path, games: Sequence[str], profiles: Sequence[str]) -> Callable[[str], plan.Plan]:
    """Return what plans a shelf for an output."""
    file.write_text(f"games: [{', '.join(games)}]\nprofiles: [{', '.join(profiles)}]\n", "utf-8")
    return lambda output: plan.plan(plan.read(file), Store.open().salt, output)


def _made(planned: Callable[[str], plan.Plan], output: Path) -> list[Outcome]:
    """Make a shelf with an empty cache, and return what has become of its tasks."""
    os.environ["XDG_CACHE_HOME"] = f"{output}-cache"
    where = destinations.destination(str(output))
    jobs = [(task, NONE) for task in planned(where.location).tasks]
    outcomes = list(pool.run(jobs, where, WORKERS))
    failed = [outcome for outcome in outcomes if outcome.state != BUILT]
    if failed:
        raise SystemExit("\n".join(f"{task.name}: {task.problems[:1]}" for task in failed))
    return outcomes


def _between(
    planned: Callable[[str], plan.Plan],
    output: str | Path,
    run: Callable[..., Iterator[Outcome]],
    others: Sequence[int] = (),
) -> tuple[float, float]:
    """Return what a further task takes, the cache warm and all workers at work: in ms of a worker, and of processors.

    `others` are the processes that take part in it besides this one and its children.
    """
    where = destinations.destination(str(output))
    tasks = planned(where.location).tasks
    spans = []
    for number in range(AGAIN + 1):  # the first time fills the cache
        jobs = making.work(plan.Plan("", 0, tasks, (), ()), {}).jobs
        marks = []
        for at, _ in enumerate(run(jobs, where), start=1):
            if at in (2 * WORKERS, len(jobs) - WORKERS):
                processes = (
                    os.getpid(),
                    *others,
                    *(child.pid for child in multiprocessing.active_children() if child.pid),
                )
                marks.append((time.perf_counter(), sum(map(spent, processes))))
        if number:
            (start, before), (end, after) = marks
            count = len(jobs) - 3 * WORKERS
            spans.append((1000 * WORKERS * (end - start) / count, 1000 * (after - before) / count))
    return min(clock for clock, _ in spans), min(processor for _, processor in spans)


def _processes(jobs: list[pool.Job], where: destinations.Destination) -> Iterator[Outcome]:
    return pool.run(jobs, where, WORKERS)


def _dask(address: str) -> Callable[[list[pool.Job], destinations.Destination], Iterator[Outcome]]:
    from beeprint.shelf import cluster

    return lambda jobs, where: cluster.run(jobs, where, cluster.connect(address))


@contextmanager
def _cluster(work: Path) -> Iterator[tuple[str, list[int]]]:
    """Start a scheduler and workers, and end them."""
    address = "tcp://127.0.0.1:8797"
    words = [
        ["scheduler", "--port", "8797", "--no-dashboard"],
        *[["worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]] * WORKERS,
    ]
    quiet = subprocess.DEVNULL
    inherited = os.environ | {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}  # as docs/shelf.md says
    programs = [
        subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{word}", *more],
            cwd=work,
            env=inherited,
            stdout=quiet,
            stderr=quiet,
        )
        for word, *more in words
    ]
    try:
        yield address, [program.pid for program in programs]
    finally:
        for program in reversed(programs):
            program.kill()
            program.wait()


def _unpacked(packed: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        contents.unpack(packed, Path(folder))


def _least(do: Callable[[], object]) -> float:
    """Return the least ms of some runs."""
    costs = []
    for _ in range(AGAIN):
        start = time.perf_counter()
        do()
        costs.append(time.perf_counter() - start)
    return 1000 * min(costs)


if __name__ == "__main__":
    print(report.shelf(measure()))
