"""Builds of a small game in which one call of the system fails, or at which the process is killed.

Run as a program, it tries the calls of a build one by one and prints in JSON what it found. Each attempt is a fork of
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
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from beeprint.cli import main
from beeprint.files import exchange
from beeprint.files.workspace import SHIPPED

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
COMMAND = ("build", "mine", "--profile", "faces", "--profile", "home-a4", "--output", "out")
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
    def exchange(one: Path, other: Path) -> bool:
        try:
            if _hook:
                _hook[0]("exchange", str(other))
        except OSError:
            return False
        done = swap(one, other)
        if _hook:
            _hook[0]("exchanged", str(other))
        return done

    return exchange


def listen() -> None:
    """Have each call told to the hook, if there is one."""
    sys.addaudithook(_audit)
    exchange.folders = _told_exchange(exchange.folders)
    builtins.open = io.open = sys.modules["_io"].open = _open  # type: ignore[attr-defined]


def tree(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder, hidden ones too."""
    with os.scandir(folder) if folder.is_dir() else contextlib.nullcontext(()) as entries:
        found: dict[str, bytes] = {}
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                found |= {f"{entry.name}/{name}": data for name, data in tree(folder / entry.name).items()}
                found |= {f"{entry.name}/": b""}
            else:
                found[entry.name] = Path(entry).read_bytes()
        return found


def run(hook: Hook | None) -> tuple[int, str]:
    """Build in a fork of this process; return its exit code, or minus the signal that ended it, and what it said."""
    child = os.fork()
    if not child:
        code = 99
        try:
            said = os.open("said", os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
            os.dup2(said, 1)
            os.dup2(said, 2)
            _hook[:] = [hook] if hook else []
            try:
                main(list(COMMAND))
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


class Attempts:
    """Builds in the working folder, which holds a game, from one state of it."""

    def __init__(self, before: str, warm: bool) -> None:
        """Build `before`, the first titles of the game or nothing, with a cache that knows the change or not."""
        for name, text in GAME.items():
            Path("mine", name).parent.mkdir(parents=True, exist_ok=True)
            Path("mine", name).write_text(text, "utf-8")
        os.environ["XDG_CACHE_HOME"] = str(Path.cwd() / "cache")
        silence = io.StringIO()
        with contextlib.suppress(SystemExit), contextlib.redirect_stderr(silence), contextlib.redirect_stdout(silence):
            main(list(COMMAND))  # loads in this process what its forks need
        shutil.rmtree("out")
        shutil.rmtree("cache")
        assert run(None)[0] == 0, Path("said").read_text("utf-8")
        self.new = tree(Path("out"))
        if not warm:
            shutil.rmtree("cache")
        shutil.rmtree("out")
        self.old: dict[str, bytes] = {}
        if before:
            Path("mine/cards.csv").write_text(GAME["cards.csv"].replace("One", before), "utf-8")
            assert run(None)[0] == 0
            Path("out/mine/faces/notes.txt").write_bytes(b"a person's")
            self.new["mine/faces/notes.txt"] = b"a person's"
            self.old = tree(Path("out"))
            Path("mine/cards.csv").write_text(GAME["cards.csv"], "utf-8")
            shutil.copytree("out", "kept", symlinks=True)
        if not warm:
            shutil.rmtree("cache", ignore_errors=True)
        else:
            shutil.copytree("cache", "kept-cache")

    def reset(self) -> None:
        for name in ("out", "cache"):
            shutil.rmtree(name, ignore_errors=True)
        if Path("kept").exists():
            shutil.copytree("kept", "out", symlinks=True)
        if Path("kept-cache").exists():
            shutil.copytree("kept-cache", "cache")

    def calls(self) -> list[tuple[str, str]]:
        """Return the calls of a build in which nothing is wrong."""
        self.reset()

        def note(what: str, path: str) -> None:
            # Not with `open`, which would be told again.
            os.write(noted, json.dumps([what, path]).encode() + b"\n")

        noted = os.open("calls", os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
        code, said = run(note)
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
                os.write(noted, json.dumps([what, path]).encode())
                raise OSError(how, os.strerror(how), path)

        noted = os.open("met", os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
        code, said = run(fail)
        os.close(noted)
        text = Path("met").read_text("utf-8")
        met = [tuple(json.loads(text))] if text else []
        return [*self._told(code, said, met, how), *self._whole(code), *self._again()]

    def _told(self, code: int, said: str, met: list[tuple[str, str]], how: int) -> Iterator[str]:
        """Yield what is wrong with the exit code and the message of a build."""
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
        if met and met[0][0] in ("write", "mkdir", "rename", "link", "exchange") and cause not in said:
            yield f"the cause {cause} is not named: {said[-300:]}"
        if met and met[0][1].startswith(("cache", str(Path.cwd() / "cache"))):
            yield f"the cache has stopped a build: {said[-300:]}"

    def _whole(self, code: int) -> Iterator[str]:
        """Yield what is wrong with the output: each profile is as it was or as it is to be, whole."""
        found = {name: data for name, data in tree(Path("out")).items() if not name.startswith(".beeprint-")}
        for profile in ("mine/faces/", "mine/home-a4/"):
            states = [
                {name: data for name, data in state.items() if name.startswith(profile)}
                for state in (found, self.old, self.new)
            ]
            if states[0] != states[2] and (states[0] != states[1] or code == 0):
                yield f"{profile} is mixed: {sorted(found)}"
        if code == 0 and found != self.new:
            yield f"not what is built otherwise: {sorted(set(found) ^ set(self.new))}"

    def _again(self) -> Iterator[str]:
        """Yield what is wrong after another build: it has to succeed, and to leave nothing behind."""
        code, said = run(None)
        if code:
            yield f"the next build: exit code {code}: {said[-300:]}"
        found = tree(Path("out"))
        if found != self.new:
            yield f"after the next build: {sorted(set(found) ^ set(self.new))}"


def tried(scenario: str, share: float, seed: int) -> dict[str, Any]:
    """Try a share of all faults of a scenario, chosen by a seed; return counts, and what was wrong."""
    before, warm = {"first": ("", False), "again": ("Other", False), "cached": ("Other", True)}[scenario]
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        attempts = Attempts(before, warm)
        calls = attempts.calls()
        every = [(number, how) for number in range(len(calls)) for how in (0, *ERRORS)]
        chosen = random.Random(seed).sample(every, max(1, round(share * len(every))))
        for number, how in sorted(chosen):
            what, path = calls[number]
            counts["killed" if not how else errno.errorcode[how]] += 1
            counts[f"at {what}"] += 1
            where = f"{scenario} {number} {what} {path} {errno.errorcode.get(how, 'killed')}"
            wrong += [f"{where}: {one}" for one in attempts.attempt(number, how)]
        os.chdir("/")
    return {"scenario": scenario, "calls": len(calls), "possible": len(every), "counts": counts, "wrong": wrong}


if __name__ == "__main__":
    listen()
    print(json.dumps(tried(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))))
