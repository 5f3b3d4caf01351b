"""Every game that is made to cost much is checked in 10 seconds and 500 MB, built in 60 and 1 GB, or refused in 10.

These are promises to be measured: see room.py.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

import room
from hostile.games import COMMANDS, GAMES

#: Processor seconds and MB.
CHECK, BUILD = (10 * room.TIME, 500 * room.MEMORY), (60 * room.TIME, 1_000 * room.MEMORY)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_made_to_cost_much_costs_little(name: str, tmp_path: Path) -> None:
    GAMES[name](tmp_path / "mine")
    assert sum(path.stat().st_size for path in (tmp_path / "mine").rglob("*") if path.is_file()) <= 8_000_000
    command, *options = COMMANDS[name]
    status, used, megabytes, told = measured(tmp_path, command, "mine", *options)
    seconds = used.ru_utime + used.ru_stime
    print(f"{name}: exit {status}, {seconds:.1f} s, {megabytes:.0f} MB: {told.splitlines()[0][:120]}")
    assert status in (0, 1), told[-500:]
    assert "Traceback" not in told
    limit = BUILD if command != "check" and status == 0 else CHECK
    assert seconds <= limit[0] and megabytes <= limit[1]


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
        peak = 0.0
        while True:
            peak = max(peak, _megabytes(started.pid))
            process, status, used = os.wait4(started.pid, os.WNOHANG)
            if process:
                started.returncode = os.waitstatus_to_exitcode(status)  # it has been waited for
                return started.returncode, used, peak, (folder / "told").read_text("utf-8", "replace")
            time.sleep(0.02)


def _megabytes(process: int) -> float:
    """Return the most memory that a program has used; what is told at its end counts whoever started it."""
    try:
        lines = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)
