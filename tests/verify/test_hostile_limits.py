"""Every picture that is made to cost much is read and written, or refused, in 10 seconds and 300 MB."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import hostile
import room

SECONDS, MEGABYTES = 10 * room.TIME, 300 * room.MEMORY
SCRIPT = """
import json, pathlib, resource, sys
from beeprint.drawing import svg
from beeprint.drawing.fonts import Fonts
from beeprint.base.problems import BuildError
from beeprint.sources.workspace import SHIPPED, Workspace
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[2]), int(sys.argv[2])))
place = Workspace(SHIPPED)
fonts = Fonts(place.font_file, place.font_styles)
told = ""
try:
    svg.write(svg.read(pathlib.Path(sys.argv[1]).read_bytes(), "a.svg", fonts=fonts), fonts)
except BuildError as error:
    told = str(error.problems[0])
used = resource.getrusage(resource.RUSAGE_SELF)
# The peak of this program alone: what getrusage tells begins with that of the one which started it.
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps([used.ru_utime + used.ru_stime, int(peak.split()[1]) / 1024, told]))
"""


@pytest.mark.parametrize("name", hostile.FILES)
def test_a_picture_made_to_cost_much_costs_little(name: str, tmp_path: Path) -> None:
    text = hostile.FILES[name]()
    assert len(text.encode()) <= 1_000_000
    path = tmp_path / "a.svg"
    path.write_text(text, "utf-8")
    # The system ends what takes more processor time than this.
    command = [sys.executable, "-c", SCRIPT, str(path), str(SECONDS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]
    seconds, megabytes, told = json.loads(done.stdout)
    print(f"{name}: {seconds:.1f} s, {megabytes:.0f} MB: {told[:120]}")
    assert megabytes < MEGABYTES
    assert not told or told.startswith("a.svg:")
