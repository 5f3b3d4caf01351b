"""What strangers send and what befalls a machine, at random: no traceback, no limit passed, nothing lost.

How much is tried is said by FUZZ_SECONDS, FUZZ_COUNT, FAULTS (a share), KILLS, INTERRUPTS, ROUNDS and SEED; each test
prints its counts. `make hardened` tries it in full.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import pytest

import beeprint
import faults

TESTS = Path(__file__).parents[1]
SEED = int(os.environ.get("SEED", "0"))
PROFILES = ("faces", "home-a4", "home-letter", "gutterfold-a4")
if sys.platform == "win32":
    pytest.skip("needs forks and signals", allow_module_level=True)


def number(name: str, usual: float) -> float:
    return float(os.environ.get(name, usual))


def program(name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join([str(TESTS), *sys.path])
    command = [sys.executable, str(TESTS / name), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": paths})


def test_mutations_of_whole_games_and_more_end_in_words() -> None:
    count, seconds = int(number("FUZZ_COUNT", 10_000)), number("FUZZ_SECONDS", 60)
    done = program("fuzz.py", "--count", count, "--seconds", seconds, "--seed", SEED)
    print("\n" + done.stdout.splitlines()[0] if done.stdout else done.stderr[-1000:])
    assert done.returncode == 0, done.stdout + done.stderr[-1000:]


@pytest.mark.parametrize("scenario", faults.SCENARIOS)
def test_each_call_of_the_system_may_fail_or_be_the_last(scenario: str) -> None:
    usual = 0.05 if scenario in ("first", "again", "cached") else 0.01  # those of `build` are tried most
    done = program("faults.py", scenario, number("FAULTS", usual), SEED)
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(told["counts"].items()))
    print(f"\n{scenario}: {told['calls']} calls, {told['possible']} faults, of which {kinds}")
    assert told["wrong"] == []


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    subprocess.run([sys.executable, "-m", "beeprint", "new", "mine"], check=True, capture_output=True)
    return tmp_path / "mine"


def start(*profiles: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "beeprint", "build", "mine", *(f"--profile={name}" for name in profiles)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def build(*profiles: str) -> dict[str, bytes]:
    process = start(*profiles)
    told = process.communicate()[1]
    assert process.returncode == 0, told
    assert [path.name for path in Path("output").iterdir()] == ["mine"]
    return files(Path("output", "mine"))


def retitled(game: Path, old: str, new: str) -> None:
    table = game / "cards.csv"
    text = table.read_text("utf-8")
    assert old in text
    table.write_text(text.replace(old, new), "utf-8", newline="\n")


def at_random(game: Path, signals: tuple[signal.Signals, ...], count: int) -> Counter[str]:
    """Build one state of a game over another, a signal coming at random; return how many ended with which code."""
    chance = random.Random(SEED)
    states = {}
    for title, other in (("Rainbow", "Raindrop"), ("Raindrop", "Rainbow")):
        begun = time.monotonic()
        states[title] = build("faces", "home-a4")
        shutil.rmtree("cache", ignore_errors=True)
        retitled(game, title, other)
    whole = time.monotonic() - begun
    Path("output", "mine", "faces", "notes.txt").write_bytes(b"a person's")
    build("faces", "home-a4")
    now, ended = "Rainbow", Counter[str]()
    for _ in range(count):
        old, now = now, {"Rainbow": "Raindrop", "Raindrop": "Rainbow"}[now]
        retitled(game, old, now)
        if chance.random() < 0.8:
            shutil.rmtree("cache", ignore_errors=True)
        process = start("faces", "home-a4")
        time.sleep(chance.uniform(0, whole * 0.7))
        process.send_signal(chance.choice(signals))
        told = process.communicate()[1].decode("utf-8", "replace")
        ended[str(process.returncode)] += 1
        # Before beeprint runs, an interrupt is Python's to report, whose site module has a `main` too.
        assert not re.search(r'__main__\.py", line \d+, in main\n', told), told
        contents = files(Path("output", "mine"))
        assert contents["faces/notes.txt"] == b"a person's"
        for profile in ("faces/", "home-a4/"):
            parts = [
                {name: data for name, data in state.items() if name.startswith(profile) and "notes" not in name}
                for state in (contents, states[old], states[now])
            ]
            assert parts[0] in parts[1:], f"{profile} is mixed"
        # What a kill left is cleared up by the next build; a signal that asks leaves nothing.
        if signal.SIGKILL not in signals and process.returncode > 0:
            assert [path.name for path in Path("output").iterdir()] == ["mine"]
        assert build("faces", "home-a4") == states[now] | {"faces/notes.txt": b"a person's"}
    return ended


def test_kills_lose_and_mix_nothing(game: Path) -> None:
    ended = at_random(game, (signal.SIGKILL,), int(number("KILLS", 20)))
    print(f"\n{ended.total()} kills; exit codes {dict(ended)}")
    assert set(ended) <= {"0", "-9"}


def test_interrupts_change_nothing_or_come_too_late(game: Path) -> None:
    polite = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    ended = at_random(game, polite, int(number("INTERRUPTS", 15)))
    print(f"\n{ended.total()} interrupts; exit codes {dict(ended)}")
    # Below 0: before Python itself was there; 1: an interrupt while Python loads its own modules.
    assert set(ended) <= {"0", "129", "130", "143", "-1", "-2", "-15", "1"}


@pytest.mark.parametrize("count", [2, 4])
def test_builds_at_once_into_one_output_and_one_cache(game: Path, count: int) -> None:
    alone = build(*PROFILES[:count])
    rounds = int(number("ROUNDS", 4))
    for _ in range(rounds):
        for name in ("output", "cache"):
            shutil.rmtree(name)
        running = [start(name) for name in PROFILES[:count]]
        told = [process.communicate()[1] for process in running]
        assert [process.returncode for process in running] == [0] * count, told
        contents = files(Path("output", "mine"))
        assert {name: data for name, data in contents.items() if name != "manifest.json"} == {
            name: data for name, data in alone.items() if name != "manifest.json"
        }
        listed = json.loads(contents["manifest.json"])["profiles"]
        assert listed == json.loads(alone["manifest.json"])["profiles"]
        assert [path.name for path in Path("output").iterdir()] == ["mine"]
    print(f"\n{rounds} rounds of {count} builds at once")


def test_a_cache_with_flipped_bits_is_never_printed(game: Path) -> None:
    sound = build("faces", "home-a4")
    chance = random.Random(SEED)
    rounds, flipped = int(number("ROUNDS", 4)), 0
    for _ in range(rounds):
        for path in Path("cache").rglob("*"):
            if path.is_file() and chance.random() < 0.7:
                data = bytearray(path.read_bytes() or b"x")
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
                path.write_bytes(data)
                flipped += 1
        shutil.rmtree("output")
        assert build("faces", "home-a4") == sound
    assert flipped > rounds
    print(f"\n{flipped} entries of the cache with a flipped bit, in {rounds} rounds")


@pytest.mark.parametrize(
    "surroundings",
    ["no HOME", "a HOME that cannot be written", "LANG=C", "umask 077", "a closed stdout", "a long and odd path"],
)
def test_a_build_is_the_same_whatever_surrounds_it(game: Path, tmp_path: Path, surroundings: str) -> None:
    sound = build("faces", "home-a4")
    shutil.rmtree("output")
    environment, umask, here = dict(os.environ), -1, tmp_path
    for name in ("XDG_CACHE_HOME", "LC_ALL", "PYTHONUTF8", "PYTHONIOENCODING"):
        environment.pop(name, None)
    if surroundings == "no HOME":
        environment.pop("HOME", None)
        environment["XDG_CACHE_HOME"] = str(tmp_path / "other")  # the user's own cache is left alone
    elif surroundings == "a HOME that cannot be written":
        (tmp_path / "file").write_text("no folder")
        environment["HOME"] = str(tmp_path / "file")
    elif surroundings == "LANG=C":
        environment |= {"LANG": "C", "LC_ALL": "C", "XDG_CACHE_HOME": str(tmp_path / "other")}
    else:
        environment["XDG_CACHE_HOME"] = str(tmp_path / "other")
    if surroundings == "umask 077":
        umask = 0o077
    if surroundings == "a long and odd path":
        here = tmp_path / "\u00e4 \u4e16\U0001f41d '\";$(x)%41\\" / ("x" * 200) / ("y" * 200)
        here.mkdir(parents=True)
        shutil.move(game, here / "mine")
    command = [sys.executable, "-m", "beeprint", "build", "mine", "--profile=faces", "--profile=home-a4"]
    if surroundings == "a closed stdout":
        command = ["sh", "-c", 'exec "$@" >&-', "sh", *command]
    done = subprocess.run(command, cwd=here, env=environment, capture_output=True, umask=umask, check=False)
    told = done.stderr.decode("utf-8", "replace")
    assert "Traceback" not in told and done.returncode == 0, told
    assert files(here / "output" / "mine") == sound


def test_another_user_loses_nothing_and_makes_the_same() -> None:
    if os.geteuid() != 0:
        pytest.skip("only the administrator can become somebody else")
    nobody = 65534
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        for path in (folder, beeprint.__file__):
            if subprocess.run(["test", "-r", path], user=nobody, group=nobody, extra_groups=[], check=False).returncode:
                pytest.skip(f"other users may not read {path}")
        done = program("verify/other_user.py", folder)
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout.splitlines()[-1])
    # Who may not write there is told so, and finds what was there as it was.
    for refused, place in (("refused", "own/mine"), ("refused again", "theirs/mine")):
        code, said, kept = told[refused]
        assert (code, kept) == (1, True)
        assert said == f"{place}: error: cannot write here: Permission denied\n1 error; nothing was written\n"
    # A cache that only its owner may read is not needed, and what is made is the user's own.
    code, said, same = told["made"]
    assert (code, same) == (0, True), said
    assert told["owners"] == [nobody]
    assert told["left"] == []
