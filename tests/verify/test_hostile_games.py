"""Every game that is made to cost much is checked in 10 seconds and 500 MB, built in 60 and 1 GB, or refused in 10."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hostile.games import COMMANDS, GAMES

CHECK, BUILD = (10, 500), (60, 1_000)
_DEADLINE = 300


@pytest.mark.parametrize("name", GAMES)
def test_a_game_made_to_cost_much_costs_little(name: str, tmp_path: Path) -> None:
    GAMES[name](tmp_path / "mine")
    assert sum(path.stat().st_size for path in (tmp_path / "mine").rglob("*") if path.is_file()) <= 8_000_000
    command, *options = COMMANDS[name]
    status, used, told = measured(tmp_path, command, "mine", *options)
    seconds, megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    print(f"{name}: exit {status}, {seconds:.1f} s, {megabytes:.0f} MB: {told.splitlines()[0][:120]}")
    assert status in (0, 1), told[-500:]
    assert "Traceback" not in told
    limit = BUILD if command != "check" and status == 0 else CHECK
    assert seconds <= limit[0]
    assert megabytes <= limit[1]


def measured(folder: Path, *command: str) -> tuple[int, resource.struct_rusage, str]:
    """Run a command without a cache; return its exit code, the time and memory that it used, and its messages."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    with (folder / "told").open("w") as told:
        started = subprocess.Popen(
            [sys.executable, "-m", "beeprint", *command],
            cwd=folder,
            env=environment,
            stdout=told,
            stderr=told,
            start_new_session=True,
        )
        end = time.monotonic() + _DEADLINE
        while True:
            process, status, used = os.wait4(started.pid, os.WNOHANG)
            if process:
                started.returncode = os.waitstatus_to_exitcode(status)  # it has been waited for
                return started.returncode, used, (folder / "told").read_text("utf-8", "replace")
            if time.monotonic() > end:
                os.killpg(started.pid, signal.SIGKILL)
            time.sleep(0.02)
