"""Commands on a small game in which one call of the system fails, or at which the process is killed.

Run as a program, it tries the calls of a command one by one and prints in JSON what it found. Each attempt is a fork of
this process, in which beeprint is loaded already.
"""

from __future__ import annotations

import builtins
import contextlib
import errno
import io
import itertools
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from beeprint.cli import main
from beeprint.delivery import exchange
from beeprint.edit import pull
from beeprint.edit.pull.fetch import Fetched
from beeprint.shelf import pool, task
from beeprint.shelf.destinations import Destination
from beeprint.sources.workspace import SHIPPED

GAME = {
    "game.yaml": """id: mine
title: Mine
version: "1"
decks:
  cards:
    title: Cards
    data: cards.csv
    columns: {title: text}
    shape: {kind: card, width: 30, height: 40}
    front: card
    stock: cards
""",
    "cards.csv": "id,title\na,One\nb,Two\n",
    "palette.yaml": 'ink: "#222222"\n',
    "layouts/card.yaml": "slots:\n"
    "  sun: {kind: picture, art: sun, box: [5, 22, 10, 10]}\n"
    "  title: {kind: text, text: '{title}', box: [4, 4, 22, 9], font: source-sans, size: 10}\n",
    "art/sun.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M1 1h7v7z"/></svg>',
}


class Scenario(Struct, frozen=True):
    """A command, and what is there before it is run.

    `older` are files in the output, or the command that makes them, of a game whose titles differ; `warm` if the cache
    knows the change already. `unsteady` names, by their ends, files that differ from run to run. `once` if the command
    refuses what it has made itself.
    """

    command: tuple[str, ...]
    older: tuple[str, ...] | Mapping[str, bytes] = ()
    warm: bool = False
    unsteady: tuple[str, ...] = ()
    once: bool = False


_BUILD = ("build", "mine", "--profile", "faces", "--profile", "home-a4", "--output", "out")
_LASER = ("laser", "mine", "--only", "cards", "--output", "out")
_PLAYTEST = ("playtest", "mine", "--output", "out")
_EXPORT = ("export", "mine", "--dpi", "40", "--output", "out")
_TABLES = ("build", "mine", "--output", "out", "--profile", "tabletop-simulator", "--profile", "playingcards-io")
_CHART = ("stats", "mine", "--by", "title", "--chart")
_SHELF = ("shelf", "SHELF.yaml", "--output", "out", "--jobs", "1")
_OLD = b"an older file"
SCENARIOS = {
    "first": Scenario(_BUILD),
    "again": Scenario(_BUILD, _BUILD),
    "cached": Scenario(_BUILD, _BUILD, warm=True),
    "export": Scenario(_EXPORT, _EXPORT),
    "export-zip": Scenario((*_EXPORT, "--zip"), (*_EXPORT, "--zip")),
    "laser": Scenario(_LASER, _LASER),
    "laser-first": Scenario(_LASER),
    "playtest": Scenario(_PLAYTEST, _PLAYTEST),
    "tables": Scenario(_TABLES, _TABLES),
    "chart": Scenario((*_CHART, "out/titles.svg"), (*_CHART, "out/titles.svg")),
    "chart-first": Scenario((*_CHART, "out/new/titles.png")),
    "calibrate": Scenario(("calibrate", "--output", "out"), {"calibration.pdf": _OLD}),
    "calibrate-laser": Scenario(
        ("calibrate", "--laser", "--output", "out"),
        {f"calibration-laser-grey-board-2.{kind}": _OLD for kind in ("svg", "dxf", "pdf")},
    ),
    "printer": Scenario(
        ("calibrate", "--save", "study", "--shift", "0.4,-0.2"), ("calibrate", "--save", "cellar", "--turn", "0.3")
    ),
    "printer-first": Scenario(("calibrate", "--save", "study", "--shift", "0.4,-0.2")),
    "schema": Scenario(("schema", "--into", "out/schemas"), {"schemas/game.json": b"{}", "schemas/layout.json": b"{}"}),
    "new": Scenario(("new", "out/fresh"), once=True),
    "new-from": Scenario(("new", "out/fresh", "--from", "mine/cards.csv"), once=True),
    "pull": Scenario(
        ("pull", "out/hive"),
        {
            **{name: text.encode() for name, text in GAME.items() if name != "game.yaml"},
            "hive/cards.csv": b"id,title\na,Other\nb,Two\n",
            "hive/game.yaml": GAME["game.yaml"]
            .replace("cards.csv", "{file: cards.csv, source: https://hive/a}")
            .encode(),
        },
    ),
    "marked": Scenario(
        ("preflight", "sheet.pdf", "--profile", "pdf", "--marked", "out/marked.pdf"), {"marked.pdf": _OLD}
    ),
    "shelf": Scenario(_SHELF, _SHELF, unsteady=("report.html", "report.json", ".shelf/mine.json")),
}
ERRORS = (errno.ENOSPC, errno.EACCES, errno.EIO, errno.EMFILE)
#: What audit hooks tell of each call, by what it does; and which of their arguments are paths.
_CALLS = {
    "open": 1, "os.mkdir": 1, "os.rename": 2, "os.link": 2, "os.remove": 1, "os.rmdir": 1, "os.listdir": 1,
    "os.scandir": 1, "os.utime": 1, "os.chmod": 1, "os.truncate": 1,
}  # fmt: skip
# Of what is shipped, only fonts: layouts are read like those of a game, and there are many.
_SHIPPED = (str(SHIPPED / "fonts"),)
#: Called with what each call does and its path.
Hook = Callable[[str, str], None]
_hook: list[Hook] = []


def _concerns(path: object) -> str:
    """Return a path that a build reads or writes, or nothing for others, such as modules."""
    if isinstance(path, int) or path is None:
        return ""
    text = os.fsdecode(path) if isinstance(path, (str, bytes, os.PathLike)) else ""
    absolute = os.path.abspath(text)
    return text if absolute.startswith((str(Path.cwd()), *_SHIPPED)) and not text.endswith((".py", ".pyc")) else ""


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if _hook and event in _CALLS:
        path = next(filter(None, map(_concerns, arguments[: _CALLS[event]])), "")
        if path:
            _hook[0](event.removeprefix("os."), path)


class _Raw(io.FileIO):
    """A file whose reads and writes are told."""

    def write(self, data: Any) -> int:
        self._tell("write")
        return super().write(data)

    def readall(self) -> bytes:
        self._tell("read")
        return super().readall()

    def readinto(self, buffer: Any) -> int:
        self._tell("read")
        return super().readinto(buffer)

    def _tell(self, what: str) -> None:
        path = _concerns(self.name) or (str(self.name) if isinstance(self.name, int) else "")
        if _hook and path:
            _hook[0](what, path)


def _open(file: Any, mode: str = "r", buffering: int = -1, *more: Any, opener: Any = None, **keys: Any) -> Any:
    """Open a file as `open` does, with its reads and writes told."""
    names = ("encoding", "errors", "newline", "closefd")
    keys |= dict(zip(names, more, strict=False))
    if isinstance(file, int) or not (opener or _concerns(file)):
        return _real_open(file, mode, buffering, opener=opener, **keys)
    raw = _Raw(file, mode.replace("b", "").replace("t", ""), opener=opener)
    if buffering == 0:
        return raw
    buffered = (io.BufferedRandom if "+" in mode else io.BufferedReader if "r" in mode else io.BufferedWriter)(raw)
    if "b" in mode:
        return buffered
    return io.TextIOWrapper(buffered, keys.get("encoding"), keys.get("errors"), keys.get("newline"))


_real_open = io.open


def _told_exchange(swap: Callable[[Path, Path], bool]) -> Callable[[Path, Path], bool]:
    def exchange(path: Path, other: Path) -> bool:
        try:
            if _hook:
                _hook[0]("exchange", str(other))
        except OSError:
            return False
        done = swap(path, other)
        if _hook:
            _hook[0]("exchanged", str(other))
        return done

    return exchange


def _told_fsync(flush: Callable[[int], None]) -> Callable[[int], None]:
    def fsync(file: int) -> None:
        if _hook:
            _hook[0]("fsync", str(file))
        flush(file)

    return fsync


def listen() -> None:
    """Have each call told to the hook, if there is one."""
    sys.addaudithook(_audit)
    exchange.swap = _told_exchange(exchange.swap)
    os.fsync = _told_fsync(os.fsync)
    builtins.open = io.open = sys.modules["_io"].open = _open  # type: ignore[attr-defined]


def tree(folder: Path, unsteady: tuple[str, ...] = ()) -> dict[str, bytes]:
    """Return the files below a folder, hidden ones too, but for those with such ends."""
    with os.scandir(folder) if folder.is_dir() else contextlib.nullcontext(()) as entries:
        nodes: dict[str, bytes] = {}
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                nodes |= {f"{entry.name}/{name}": data for name, data in tree(Path(entry), unsteady).items()}
                nodes |= {f"{entry.name}/": b""}
            elif not entry.path.endswith(unsteady or ("\0",)):
                nodes[entry.name] = Path(entry).read_bytes()
        return nodes


def run(command: tuple[str, ...], hook: Hook | None = None) -> tuple[int, str]:
    """Run a command in a fork of this process; return its exit code, or minus its signal, and its words."""
    child = os.fork()
    if not child:
        code = 99
        try:
            said = os.open("said", os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
            os.dup2(said, 1)
            os.dup2(said, 2)
            _hook[:] = [hook] if hook else []
            try:
                main(list(command))
                code = 0
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else 1
            except BaseException:
                traceback.print_exc()
            _hook.clear()
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)
    status = os.waitpid(child, 0)[1]
    return os.waitstatus_to_exitcode(status), Path("said").read_text("utf-8", "replace")


def _retitled(text: str) -> None:
    Path("mine/cards.csv").write_text(text, "utf-8")


def _alone(jobs: Any, where: Destination, count: int) -> Iterator[task.Outcome]:
    """Make a shelf's tasks in this process, whose calls are told, and not in one of their own."""
    for job, before in jobs:
        yield task.make(job, Path(job.folder), where, before.files)


def stand_in() -> None:
    """Let nothing be asked of the network or of new processes."""
    pull.fetch = lambda url, *_: Fetched(GAME["cards.csv"].encode(), "text/csv", url)  # type: ignore[attr-defined]
    pool.run = _alone


class Attempts:
    """Runs of a command in the working folder, which holds a game, from one state of it."""

    def __init__(self, scenario: Scenario) -> None:
        """Make what is there before, with a cache that knows the change or not."""
        self._scenario = scenario
        for name, text in GAME.items():
            Path("mine", name).parent.mkdir(parents=True, exist_ok=True)
            Path("mine", name).write_text(text, "utf-8")
        Path("SHELF.yaml").write_text("title: Shelf\ngames: [mine]\nprofiles: [faces, home-a4]\n", "utf-8")
        os.environ["XDG_CACHE_HOME"] = str(Path.cwd() / "cache")
        os.environ["XDG_CONFIG_HOME"] = str(Path.cwd() / "out" / "settings")
        os.environ["TMPDIR"] = str(Path.cwd() / "temporary")
        Path("temporary").mkdir()
        tempfile.tempdir = None
        stand_in()
        if "sheet.pdf" in scenario.command:
            assert run(_BUILD)[0] == 0
            shutil.copy("out/mine/home-a4/cards.pdf", "sheet.pdf")
            shutil.rmtree("out")
        # What is made where nothing was before; a file is the same whatever it replaces.
        silence = io.StringIO()
        self._older(scenario.older)
        with contextlib.suppress(SystemExit), contextlib.redirect_stderr(silence), contextlib.redirect_stdout(silence):
            main(list(scenario.command))  # loads in this process what its forks need
        for name in ("out", "cache"):
            shutil.rmtree(name, ignore_errors=True)
        self._older(scenario.older)
        self.old = self._found()
        if self.old:
            shutil.copytree("out", "kept", symlinks=True)
        if not scenario.warm:
            shutil.rmtree("cache", ignore_errors=True)
        code, said = run(scenario.command)
        assert code == 0, said
        self.new = self._found()
        assert self.new != self.old
        if scenario.warm:
            shutil.copytree("cache", "kept-cache")

    def _older(self, older: tuple[str, ...] | Mapping[str, bytes]) -> None:
        """Make what is there before: files, or what a command makes of other titles, and a person's file beside it."""
        if isinstance(older, Mapping):
            for name, data in older.items():
                Path("out", name).parent.mkdir(parents=True, exist_ok=True)
                Path("out", name).write_bytes(data)
        elif older:
            _retitled(GAME["cards.csv"].replace("One", "Other"))
            code, said = run(older)
            assert code == 0, said
            _retitled(GAME["cards.csv"])
            folder = next((file.parent for file in Path("out", "mine").glob("*/*")), Path("out"))
            (folder / "notes.txt").write_bytes(b"a person's")

    def _found(self) -> dict[str, bytes]:
        return tree(Path("out"), self._scenario.unsteady)

    def reset(self) -> None:
        for name in ("out", "cache"):
            shutil.rmtree(name, ignore_errors=True)
        if Path("kept").exists():
            shutil.copytree("kept", "out", symlinks=True)
        if Path("kept-cache").exists():
            shutil.copytree("kept-cache", "cache")

    def calls(self) -> list[tuple[str, str]]:
        """Return the calls of a run in which nothing is wrong."""
        self.reset()

        def note(what: str, path: str) -> None:
            # Not with `open`, which would be told again.
            os.write(noted, json.dumps([what, path]).encode() + b"\n")

        noted = os.open("calls", os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
        code, said = run(self._scenario.command, note)
        os.close(noted)
        assert code == 0, said
        return [tuple(json.loads(line)) for line in Path("calls").read_text("utf-8").splitlines()]

    def attempt(self, number: int, how: int) -> list[str]:
        """Let the call with this number fail with an error, or kill the process there if it is 0; return the faults."""
        self.reset()
        counter = itertools.count()
        met: list[tuple[str, str]] = []

        def fail(what: str, path: str) -> None:
            if next(counter) != number:
                return
            if not how:
                os.kill(os.getpid(), signal.SIGKILL)
            if what != "exchanged":
                os.write(noted, json.dumps([what, path]).encode() + b"\n")
                raise OSError(how, os.strerror(how), path)

        noted = os.open("met", os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
        code, said = run(self._scenario.command, fail)
        os.close(noted)
        text = Path("met").read_text("utf-8")
        # Each process that the command has forked has a call of this number.
        met = [tuple(json.loads(line)) for line in text.splitlines()[:1]]
        return [*self._told(code, said, met, how), *self._whole(code), *self._again()]

    def _told(self, code: int, said: str, met: list[tuple[str, str]], how: int) -> Iterator[str]:
        """Yield what is wrong with the exit code and the message of a command."""
        if not how:
            if code not in (0, -signal.SIGKILL):
                yield f"exit code {code} after a kill: {said[-300:]}"
            return
        if code not in (0, 1, 2) or "Traceback" in said:
            yield f"exit code {code}: {said[-600:]}"
        if code == 0:
            return
        # A file that cannot be read may count as missing; all else is named with its cause.
        if met and "error:" not in said and "beeprint:" not in said:
            yield f"no message: {said[-300:]}"
        cause = os.strerror(how)
        if met and met[0][0] in ("write", "mkdir", "rename", "link", "exchange", "fsync"):
            if cause not in said:
                yield f"the cause {cause} is not named: {said[-300:]}"
            if "out" not in said:
                yield f"no place is named: {said[-300:]}"
        if met and met[0][1].startswith(("cache", str(Path.cwd() / "cache"))):
            yield f"the cache has stopped a command: {said[-300:]}"

    def _whole(self, code: int) -> Iterator[str]:
        """Yield what is wrong with the output: each profile's folder and file is as it was or is to be."""
        files = {name: data for name, data in self._found().items() if ".beeprint-" not in name}
        names = sorted({*files, *self.old, *self.new})
        for unit in sorted(set(map(self._unit, names))):
            states = [
                {name: data for name, data in state.items() if self._unit(name) == unit}
                for state in (files, self.old, self.new)
            ]
            if unit and states[0] != states[2] and (states[0] != states[1] or code == 0):
                yield f"{unit} is mixed: {sorted(files)}"
        if code == 0 and files != self.new:
            yield f"not what is made otherwise: {sorted(set(files) ^ set(self.new))}"

    def _unit(self, name: str) -> str:
        """Return what changes at once with a file or folder; nothing for folders that may stay empty."""
        if name.startswith("mine/") and name.count("/") > 1:
            return "/".join(name.split("/")[:2]) + "/"
        if name.startswith("fresh/"):
            return "fresh/"
        return "" if name.endswith("/") else name

    def _again(self) -> Iterator[str]:
        """Yield what is wrong after another run: it has to succeed, and to leave nothing behind."""
        code, said = run(self._scenario.command)
        files = self._found()
        if self._scenario.once and "already exists" in said:
            # Nothing is done then, so what was left beside it stays for another command to clear up.
            files = {name: data for name, data in files.items() if ".beeprint-" not in name}
        elif code:
            yield f"the next run: exit code {code}: {said[-300:]}"
        if files != self.new:
            yield f"after the next run: {sorted(set(files) ^ set(self.new))}"


def tried(name: str, share: float, seed: int) -> dict[str, Any]:
    """Try a share of all faults of a scenario, chosen by a seed; return counts, and what was wrong."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        attempts = Attempts(SCENARIOS[name])
        calls = attempts.calls()
        every = [(number, how) for number in range(len(calls)) for how in (0, *ERRORS)]
        chosen = random.Random(seed).sample(every, max(1, round(share * len(every))))
        for number, how in sorted(chosen):
            what, path = calls[number]
            counts["killed" if not how else errno.errorcode[how]] += 1
            counts[f"at {what}"] += 1
            where = f"{name} {number} {what} {path} {errno.errorcode.get(how, 'killed')}"
            wrong += [f"{where}: {attempt}" for attempt in attempts.attempt(number, how)]
        os.chdir("/")
    return {"scenario": name, "calls": len(calls), "possible": len(every), "counts": counts, "wrong": wrong}


if __name__ == "__main__":
    listen()
    print(json.dumps(tried(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))))
