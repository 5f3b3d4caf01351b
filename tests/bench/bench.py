"""Time whole builds as a person waits for them: cold processes, all of Pollen Wars. Run: make bench.

Writes docs/benchmarks.md. It states what was measured and judges nothing.
"""

from __future__ import annotations

import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[2]
RUNS = 5
WAYS = {
    "build pollen-wars": ["build", "pollen-wars"],
    "check pollen-wars": ["check", "pollen-wars"],
    "build pollen-wars --profile faces": ["build", "pollen-wars", "--profile", "faces"],
    "build pollen-wars --profile home-a4": ["build", "pollen-wars", "--profile", "home-a4"],
    "build pollen-wars --only honey": ["build", "pollen-wars", "--only", "honey"],
    "--version": ["--version"],
}


def measure(arguments: list[str]) -> tuple[float, float]:
    """Return the wall seconds of one process and the most memory any process took so far, in MB."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CACHE_HOME": folder}
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "beeprint", *arguments],
            cwd=folder,
            env=environment,
            check=True,
            capture_output=True,
        )
        seconds = time.perf_counter() - start
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / unit


def main() -> None:
    """Measure each way and write the table."""
    lines = [
        "# Benchmarks",
        "",
        f"Whole processes, cold, {RUNS} runs each after one that is not counted; written by `make bench`.",
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores; "
        + ", ".join(f"{name} {version(name)}" for name in ("reportlab", "uharfbuzz", "pydantic", "Pillow")),
        "",
        "| command | median s | least s | most s |",
        "|---|---|---|---|",
    ]
    memory = 0.0
    for name, arguments in WAYS.items():
        measure(arguments)
        seconds, peaks = zip(*(measure(arguments) for _ in range(RUNS)), strict=True)
        memory = max(memory, *peaks)
        row = f"| `beeprint {name}` | {statistics.median(seconds):.2f} | {min(seconds):.2f} | {max(seconds):.2f} |"
        print(row)
        lines.append(row)
    lines += ["", f"Most memory of any process: {memory:.0f} MB."]
    print(lines[-1])
    (ROOT / "docs").mkdir(exist_ok=True)
    (ROOT / "docs" / "benchmarks.md").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
