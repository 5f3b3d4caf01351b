"""A shelf on a Dask cluster whose workers and scheduler are killed, and in a store of S3: the same files as ever."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest
import yaml
from distributed import Client
from font_caladea import __path__ as caladea

import shelves
from beeprint import starter

PROFILES = ("faces", "home-a4", "home-letter")
#: How many games are made on workers that are killed, a multiple of five: SHELF=30 in the environment makes it thirty.
GAMES = int(os.environ.get("SHELF", "10"))
#: So many tasks are finished between one kill and the next, at least and at most.
BETWEEN = (4, 7)
#: How long to wait for a process to be there, in seconds.
PATIENCE = 1000


_Found = TypeVar("_Found")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def until(probe: Callable[[], _Found]) -> _Found:
    """Return what is found, once it is there."""
    end = time.monotonic() + PATIENCE
    while not (there := probe()):
        assert time.monotonic() < end, f"not there after {PATIENCE} s"
        time.sleep(0.05)
    return there


def _whole(told: Path) -> str:
    """Return what a JSON file holds; "" while it is not there, or is being written."""
    text = told.read_text("utf-8").strip() if told.exists() else ""
    return text if text.endswith("}") else ""


class Cluster:
    """A scheduler and workers of one thread each, processes that a test may kill; a worker that dies is replaced."""

    def __init__(self, folder: Path, workers: int = 2, **more: str) -> None:
        folder.mkdir()
        self._folder, self._environment = folder, {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), **more}
        self._log, told = (folder / "log").open("w"), folder / "scheduler.json"
        words = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(told))
        self.scheduler = self.start("scheduler", *words, "--no-dashboard")
        self.address = str(json.loads(until(lambda: _whole(told)))["address"])
        self.workers = [self.worker() for _ in range(workers)]
        self._open = True
        self._nurse = threading.Thread(target=self._replace)
        self._nurse.start()

    def start(self, *words: str, **more: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
        environment = {**self._environment, **more}
        return subprocess.Popen(command, cwd=self._folder, env=environment, stdout=self._log, stderr=self._log)

    def worker(self, **more: str) -> subprocess.Popen[bytes]:
        """Start a worker that nobody watches over, so that a kill of the process is a kill of the worker."""
        words = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self._folder))
        return self.start("worker", self.address, *words, **more)

    def _replace(self) -> None:
        while self._open:
            for at, worker in enumerate(self.workers):
                if worker.poll() is not None and self.scheduler.poll() is None:
                    self.workers[at] = self.worker()
            time.sleep(0.2)

    def close(self) -> None:
        self._open = False
        self._nurse.join()
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self._log.close()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Callable[..., Cluster]]:
    """Return what starts clusters, which end with the test."""
    made: list[Cluster] = []

    def start(**more: str) -> Cluster:
        made.append(Cluster(tmp_path / f"cluster{len(made)}", **more))
        return made[-1]

    yield start
    for hive in made:
        hive.close()


def written(folder: Path, profiles: tuple[str, ...] = PROFILES) -> None:
    (folder / "SHELF.yaml").write_text(yaml.safe_dump({"games": "games/*", "profiles": list(profiles)}), "utf-8")


#: The command, which tells workers nothing by which they would find its folder.
APART = """
import contextlib
from beeprint.shelf import destinations
destinations.Folder.marked = lambda folder: contextlib.nullcontext("")
from beeprint.__main__ import main
main()
"""


def night(
    folder: Path,
    address: str,
    output: str = "out",
    heard: Callable[[str], None] = lambda line: None,
    start: tuple[str, str] = ("-m", "beeprint"),
    **more: str,
) -> tuple[int, str]:
    """Return how a night ends and what it says; `heard` is told each line. The asker has a cache of its own."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "asker"), **more}
    command = [sys.executable, *start, "shelf", "SHELF.yaml", "--output", output, "--scheduler", address]
    said, pipes = "", {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=folder, env=environment, text=True, **pipes) as running:
        assert running.stderr is not None
        for line in running.stderr:
            said += line
            heard(line)
    return running.returncode, said


def files(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder but for the report and the records of a shelf."""
    path = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in path.items() if "/" in name and not name.startswith(".shelf/")}


#: Builds a game in each of its languages by each profile, every time by a command of its own.
SINGLES = """
import sys
from beeprint.cli import cli
game, languages, profiles, output = sys.argv[1:]
for language in languages.split():
    for profile in profiles.split():
        words = ["build", game, "--lang", language, "--profile", profile, "--output", output]
        cli.main(words, standalone_mode=False)
"""


def singles(folder: Path, games: list[Path], profiles: tuple[str, ...] = PROFILES) -> dict[str, bytes]:
    """Return what single builds make of each game, in each of its languages by each profile, with a cache of theirs."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "single-cache")}

    def build(game: Path) -> None:
        spec = yaml.safe_load((game / "game.yaml").read_text("utf-8"))
        words = [str(game), " ".join(spec.get("languages", ["en"])), " ".join(profiles), str(folder / "single")]
        command = [sys.executable, "-c", SINGLES, *words]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(build, games))
    return files(folder / "single")


def told(folder: Path) -> Mapping[str, str]:
    listed = json.loads((folder / "out" / "report.json").read_text("utf-8"))["tasks"]
    return {task["name"]: task["state"] for task in listed}


def test_games_on_workers_that_are_killed_equal_single_builds(tmp_path: Path, cluster: Callable[..., Cluster]) -> None:
    games = shelves.fill(tmp_path / "games", GAMES)
    tasks = GAMES * 6 // 5  # one game in five has two languages
    written(tmp_path)
    hive, chance = cluster(), random.Random(7)
    kills, left = 0, chance.randint(*BETWEEN)

    def heard(line: str) -> None:
        nonlocal kills, left
        left -= bool(re.match(r" *\d+ of \d+: ", line))
        if not left:
            chance.choice(hive.workers).kill()
            kills, left = kills + 1, chance.randint(*BETWEEN)

    code, said = night(tmp_path, hive.address, heard=heard)
    assert code == 0 and kills >= tasks // 9 and f"{tasks} built, 0 as before, 0 failed" in said, said
    assert files(tmp_path / "out") == singles(tmp_path, games)
    code, said = night(tmp_path, hive.address)
    assert code == 0 and f"0 built, {tasks} as before, 0 failed" in said
    assert not [*(tmp_path / "out").rglob("*.here")]
    made = files(tmp_path / "out")
    for game in games[:3]:
        shutil.rmtree(tmp_path / "out" / game.name)
    code, said = night(tmp_path, hive.address, start=("-c", APART))  # workers that do not see the folder
    assert code == 0 and "3 built" in said and files(tmp_path / "out") == made, said


def test_a_game_that_kills_its_workers_is_given_up_after_two(tmp_path: Path, cluster: Callable[..., Cluster]) -> None:
    from test_shelf import poisoned

    for name in ("one", "two", "three"):
        starter.write(tmp_path / "games" / name)
    game = tmp_path / "games" / "one" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("rules:\n", "rules:\n  - {rule: poison}\n", 1), "utf-8")
    written(tmp_path)
    path = {"PYTHONPATH": os.pathsep.join([str(poisoned(tmp_path / "site")), os.environ.get("PYTHONPATH", "")])}
    hive = cluster(**path)
    first = [worker.pid for worker in hive.workers]
    code, said = night(tmp_path, hive.address, **path)
    assert code == 1 and "games/one: error: 2 workers died while they made this" in said
    assert told(tmp_path) == {"one": "failed", "two": "built", "three": "built"}
    hive.close()
    assert sum(worker.pid not in first for worker in hive.workers) in (
        1,
        2,
    )  # the second death may be that of the successor


def test_the_death_of_the_scheduler_loses_nothing_that_is_finished(
    tmp_path: Path, cluster: Callable[..., Cluster]
) -> None:
    games = [tmp_path / "games" / f"game-{number}" for number in range(6)]
    for game in games:
        starter.write(game)
    written(tmp_path)
    hive = cluster()
    code, said = night(
        tmp_path, hive.address, heard=lambda line: hive.scheduler.kill() if line.startswith("2 of 6: ") else None
    )
    assert code == 1 and "the scheduler has gone; what is finished is kept" in said
    finished = [name for name, state in told(tmp_path).items() if state == "built"]
    assert 2 <= len(finished) < 6
    code, said = night(tmp_path, cluster().address)
    ended = re.search(r"(\d+) built, (\d+) as before, 0 failed", said)
    # A worker that sees the folder may put its last task in place when the scheduler has gone.
    assert code == 0 and ended and len(finished) <= int(ended[2]) == 6 - int(ended[1]), said
    assert files(tmp_path / "out") == singles(tmp_path, games)


def test_a_worker_with_another_font_is_named_and_nothing_is_made(
    tmp_path: Path, cluster: Callable[..., Cluster]
) -> None:
    starter.write(tmp_path / "games" / "one")
    written(tmp_path)
    other = shutil.copytree(next(iter(caladea)), tmp_path / "site" / "font_caladea")
    font = next(other.rglob("*Regular*.ttf"))
    font.write_bytes(font.read_bytes() + b"\0")
    path = {"PYTHONPATH": os.pathsep.join([str(tmp_path / "site"), os.environ.get("PYTHONPATH", "")])}
    hive = cluster()
    assert night(tmp_path, hive.address)[0] == 0
    late = hive.worker(**path)
    try:
        with Client(hive.address) as seen:
            seen.wait_for_workers(3, timeout=PATIENCE)
        code, said = night(tmp_path, hive.address, "other")
    finally:
        late.kill()
        late.wait()
    assert code == 1 and not (tmp_path / "other").exists()
    assert re.search(
        r"^tcp://[\d.:]+: error: this worker does not draw as this machine does: the font caladea", said, re.M
    )


@pytest.mark.tool("distributed", "s3fs")
def test_a_store_of_s3_takes_what_has_changed_and_holds_what_single_builds_make(
    tmp_path: Path, cluster: Callable[..., Cluster]
) -> None:
    import s3fs

    port = free_port()
    keys = {"AWS_ACCESS_KEY_ID": "hive", "AWS_SECRET_ACCESS_KEY": "honey", "AWS_DEFAULT_REGION": "us-east-1"}
    there = {"FSSPEC_S3_ENDPOINT_URL": f"http://127.0.0.1:{port}", **keys}
    moto = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        bucket = s3fs.S3FileSystem(
            key="hive", secret="honey", endpoint_url=there["FSSPEC_S3_ENDPOINT_URL"], skip_instance_cache=True
        )
        until(lambda: _answers(port))
        bucket.mkdir("hive")
        for name in ("one", "two"):
            starter.write(tmp_path / "games" / name)
        written(tmp_path)
        hive = cluster(**there)
        assert "2 built, 0 as before, 0 failed" in night(tmp_path, hive.address, "s3://hive/shelf", **there)[1]
        first = stamps(bucket)
        table = tmp_path / "games" / "one" / "cards.csv"
        table.write_text(table.read_text("utf-8").replace("Draw", "Take", 1), "utf-8")
        assert "1 built, 1 as before, 0 failed" in night(tmp_path, hive.address, "s3://hive/shelf", **there)[1]
        bucket.invalidate_cache()
        second = stamps(bucket)
        changed = {name for name in second if second[name] != first.get(name)}
        assert {"one/faces/cards/S1.front.svg", "one/home-a4/cards.pdf", ".shelf/one.json"} <= changed
        assert not any(name.startswith("two/") or "tiles" in name for name in changed)
        objects = {name: bucket.cat_file(f"hive/shelf/{name}") for name in second}
        objects = {name: data for name, data in objects.items() if "/" in name and not name.startswith(".shelf/")}
        assert objects == singles(tmp_path, [tmp_path / "games" / "one", tmp_path / "games" / "two"])
    finally:
        moto.kill()
        moto.wait()


def _answers(port: int) -> bool:
    """Return whether a server listens at a port of this machine."""
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


def stamps(bucket: object) -> dict[str, str]:
    """Return when each file below the shelf was written last."""
    listed = bucket.find("hive/shelf", detail=True)  # type: ignore[attr-defined]
    return {path.removeprefix("hive/shelf/"): f"{info['LastModified']} {info['ETag']}" for path, info in listed.items()}
