"""Check a PDF in a process of its own, limited in time and memory: a file may be made to cost much."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from msgspec import to_builtins

from beeprint.press.pdfcheck.report import Report
from beeprint.press.standard import Expected

#: Limits of a processor's time and, where the system supports it, memory, in seconds and bytes.
SECONDS = 60
MAX_MEMORY = 500_000_000
#: Exit codes of the process: the file cannot be read, and it says why; the memory was too little.
UNREADABLE, TOO_MUCH = 3, 4
# What libraries say where memory ends and Python has none left to say it.
_NO_MEMORY = (b"bad_alloc", b"MemoryError", b"llocate memory")
# How a system ends a process that has used up its time, and how much longer that may take on a busy machine.
_OUT_OF_TIME, _BUSY = getattr(signal, "SIGXCPU", 0), 3


class UnreadableError(ValueError):
    """Raised for a file that cannot be checked; the message says why."""


def check(path: Path, shown: str, expected: Expected | None = None, marked: Path | None = None) -> Report:
    """Check a file, and write it once more with its faults marked if `marked` says where.

    Without `expected` it is checked as what it says it is. Errors: UnreadableError.
    """
    request = {
        "path": str(path),
        "shown": shown,
        "expected": None if expected is None else to_builtins(expected),
        "marked": None if marked is None else str(marked),
    }
    # -P keeps the current folder, which may not be trusted, out of the module search path.
    command = [sys.executable, "-P", "-m", "beeprint.press.pdfcheck.child"]
    known = [str(Path(__file__).resolve().parents[3]), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, known))}
    try:
        done = subprocess.run(
            command,
            input=json.dumps(request).encode(),
            capture_output=True,
            timeout=_patience(),
            check=False,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        raise UnreadableError(f"checking it takes more than {SECONDS} seconds") from None
    if done.returncode == 0:
        return Report.of(json.loads(done.stdout))
    if done.returncode == -_OUT_OF_TIME:
        raise UnreadableError(f"checking it takes more than {SECONDS} seconds")
    if done.returncode == TOO_MUCH or done.returncode < 0 or any(word in done.stderr for word in _NO_MEMORY):
        memory = f"checking it takes more than {MAX_MEMORY // 1_000_000} MB of memory"
        raise UnreadableError(f"{memory}; split it into files of fewer pages, and check each")
    words = done.stderr.decode("utf-8", "replace").strip().splitlines()
    if done.returncode == UNREADABLE and words:
        raise UnreadableError(words[-1][:300])
    raise UnreadableError(f"it makes the check fail: {words[-1][:200] if words else 'no reason given'}")


def _patience() -> float:
    """Return how long to wait for the process, in seconds; longer where the system counts the processor's time."""
    return SECONDS * _BUSY if _OUT_OF_TIME else SECONDS
