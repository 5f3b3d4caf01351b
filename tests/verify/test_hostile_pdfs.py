"""Every PDF that is made to cost much ends in words, in 20 s of a processor and 500 MB; `pytest -s` says in what."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import room
from test_pdfcheck_hostile import HOSTILE

SECONDS, MEGABYTES = 20 * room.TIME, 500 * room.MEMORY
Cost = tuple[float, float, str]
# Runs a command from a small process: the memory of one that starts another counts as that one's, too.
_MEASURED = """
import json, os, sys
stream = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT)
actions = [(os.POSIX_SPAWN_DUP2, stream, 1), (os.POSIX_SPAWN_DUP2, stream, 2)]
pid = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ, file_actions=actions)
_, status, used = os.wait4(pid, 0)
print(json.dumps([os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss]))
"""


@pytest.fixture(scope="module")
def costs() -> Iterator[list[Cost]]:
    costs: list[Cost] = []
    yield costs
    if costs:
        (slow, _, name), most = max(costs), max(costs, key=lambda cost: cost[1])
        print(
            f"\n{len(costs)} hostile PDFs: the slowest takes {slow:.1f} s of a processor ({name}), "
            f"the largest {most[1]:.0f} MB (ru_maxrss, {most[2]})"
        )


@pytest.mark.parametrize("name", HOSTILE)
def test_a_pdf_made_to_cost_much_costs_little(name: str, costs: list[Cost], tmp_path: Path) -> None:
    make, says = HOSTILE[name]
    path, told = tmp_path / "a.pdf", tmp_path / "told.txt"
    path.write_bytes(make())
    command = [sys.executable, "-m", "beeprint", "preflight", str(path)]
    measured = subprocess.run([sys.executable, "-c", _MEASURED, str(told), *command], capture_output=True, check=True)
    code, seconds, memory = json.loads(measured.stdout)
    assert code in (0, 1, 2)
    assert any(word in told.read_text("utf-8") for word in says.split("|"))
    # What a process has used includes what its own children have, here the one that reads the file.
    cost = (seconds, memory / 1024, name)
    costs.append(cost)
    assert cost[0] < SECONDS and cost[1] < MEGABYTES, cost
