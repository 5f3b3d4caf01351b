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
#: A machine that others use too may take twice the time at any moment.
TRIES = 4


@pytest.mark.parametrize("name", GAMES)
def test_a_game_made_to_cost_much_costs_little(name: str, tmp_path: Path) -> None:
    GAMES[name](tmp_path / "mine")
    assert sum(path.stat().st_size for path in (tmp_path / "mine").rglob("*") if path.is_file()) <= 8_000_000
    command, *options = COMMANDS[name]
    times = []
    for _ in range(TRIES):
        status, used, megabytes, told = measured(tmp_path, command, "mine", *options)
        times.append(used.ru_utime + used.ru_stime)
        print(f"{name}: exit {status}, {times[-1]:.1f} s, {megabytes:.0f} MB: {told.splitlines()[0][:120]}")
        assert status in (0, 1), told[-500:]
        assert "Traceback" not in told
        limit = BUILD if command != "check" and status == 0 else CHECK
        assert megabytes <= limit[1]
        if times[-1] <= limit[0]:
            break
    assert min(times) <= limit[0]


def measured(folder: Path, *command: str) -> tuple[int, resource.struct_rusage, float, str]:
    """Run a command without a cache; return its exit code, its use of time, of memory in MB, and its messages."""
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
        end, peak = time.monotonic() + _DEADLINE, 0.0
        while True:
            peak = max(peak, _megabytes(started.pid))
            process, status, used = os.wait4(started.pid, os.WNOHANG)
            if process:
                started.returncode = os.waitstatus_to_exitcode(status)  # it has been waited for
                return started.returncode, used, peak, (folder / "told").read_text("utf-8", "replace")
            if time.monotonic() > end:
                os.killpg(started.pid, signal.SIGKILL)
            time.sleep(0.02)


def _megabytes(process: int) -> float:
    """Return the most memory that a program has used; what is told at its end counts whoever started it."""
    try:
        lines = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)
