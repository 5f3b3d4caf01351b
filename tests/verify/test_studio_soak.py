"""The studio through hundreds of saves: the faces and problems of a fresh reading, no edit lost, memory bounded.

SAVES=1000 in the environment makes it a thousand, over which memory has to be flat too.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import room
from beeprint import pipeline
from beeprint.base.options import ViewOptions
from beeprint.base.problems import BuildError
from beeprint.base.store import Store
from test_kept import random_edit

ROOT = Path(__file__).parents[2]
SAVES = int(os.environ.get("SAVES", "300"))
#: After how many saves everything is compared with a fresh reading.
COMPARED = 25
#: How long to wait for the studio to show what is there, in seconds.
PATIENCE = 60.0
#: What the studio never takes, in MB. A broken picture whose error is kept takes it there in a dozen changes of the
#: palette.
TOO_MUCH = 350 * room.MEMORY


class Studio:
    """`beeprint studio` in a process of its own, asked as its page asks."""

    def __init__(self, address: str, process: int) -> None:
        self.address, self._process = address, process

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.address + path, data, {"X-Beeprint": "1"})
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return json.load(answer)

    @property
    def memory(self) -> float:
        """Return the memory that it holds, in MB."""
        pages = int(Path(f"/proc/{self._process}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def studio(game: Path) -> Iterator[Studio]:
    command = [sys.executable, "-m", "beeprint", "studio", str(game), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        try:
            yield Studio(process.stdout.readline().strip(), process.pid)
        finally:
            process.terminate()


Shown = tuple[dict[str, str], list[str]]


def fresh(game: Path) -> Shown:
    """Return the faces of a first reading, by piece and side, and all that is wrong with the game."""
    try:
        checked = pipeline.check(game, ViewOptions(), Store.open())
    except BuildError as error:
        return {}, sorted({f"{problem.place}: {problem.message}" for problem in error.problems})
    decks = checked.game.components
    faces = {}
    for name, deck in decks.items():
        for row in deck.rows.rows:
            for side in ("front", "back"):
                face = checked.faces.get((name, row.id, side)) or checked.faces.get((name, "", side))
                if face is not None:
                    faces[f"{name}/{row.id}/{side}"] = face.symbol.key
    return faces, sorted({f"{problem.place}: {problem.message}" for problem in checked.problems})


def shown(state: dict[str, Any], known: dict[str, str]) -> Shown:
    """Return what the studio shows; where files are broken, without the decks that it shows as they were."""
    pieces = state.get("pieces", [])  # none where the game has not been read yet
    faces = {f"{piece['key']}/{side}": piece[side] for piece in pieces for side in ("front", "back") if piece[side]}
    if state["broken"]:
        decks = {key.partition("/")[0] for key in known}
        faces = {key: face for key, face in faces.items() if key.partition("/")[0] in decks}
    problems = {f"{problem['place']['text']}: {problem['message']}" for problem in state["problems"]}
    return faces, sorted(problems)


def compared(studio: Studio, game: Path, done: list[str]) -> None:
    """Wait until the studio shows what a fresh reading does."""
    (faces, problems), end = fresh(game), time.monotonic() + PATIENCE
    while True:
        state = studio.ask("state")
        view = shown(state, faces)
        # A game that cannot be read at all has the faces and problems of before, and says why.
        same = view == (faces, problems) or (not faces and state["broken"] and set(problems) <= set(view[1]))
        if same and not state["checking"]:
            return
        if time.monotonic() > end:
            wrong = {key for key in faces.keys() | view[0].keys() if faces.get(key) != view[0].get(key)}
            pytest.fail(f"{sorted(wrong)[:5]}, {sorted(set(problems) ^ set(view[1]))[:5]} after {done[-COMPARED:]}")
        time.sleep(0.1)


def edited(studio: Studio, game: Path, number: int, chance: random.Random) -> str:
    """Change a cell as the page does; sometimes an editor saves the file in between, which has to win."""
    table = game / "honey.csv"
    asked = studio.ask("cell/honey/H01/pun")
    raced = chance.random() < 0.4
    if raced:
        table.write_bytes(table.read_bytes() + b"\n")
    before = table.read_bytes()
    wish = {"deck": "honey", "id": "H01", "column": "pun", "text": f"Edit {number}", "seen": asked["seen"]}
    answer = studio.ask("cell", wish)
    assert answer["done"] is not raced, (number, answer)
    if raced:
        assert "changed" in answer["problems"][0]["message"]
        assert table.read_bytes() == before
    else:
        assert f"Edit {number}".encode() in table.read_bytes()
    return "refused edit" if raced else "edit"


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_hundreds_of_saves_leave_no_stale_face_lose_no_edit_and_bound_memory(tmp_path: Path) -> None:
    game = tmp_path / "pollen-wars"
    shutil.copytree(ROOT / "data" / "pollen-wars", game)
    shutil.copytree(ROOT / "layouts" / "pollen-wars", game / "layouts" / "pollen-wars")
    sound = {path: path.read_bytes() for path in sorted(game.rglob("*")) if path.is_file()}
    texts = [path for path in sound if path.suffix in (".csv", ".yaml", ".svg", ".md")]
    chance, done, memory = random.Random(7), list[str](), list[float]()
    with studio(game) as server:
        compared(server, game, done)
        for number in range(1, SAVES + 1):
            kind = chance.choices(["edit", "save", "broken", "mended"], [1, 5, 2, 2])[0]
            if kind == "save":
                done.append(random_edit(game, chance))
            elif kind == "broken":
                file = chance.choice([path for path in texts if path.exists()])
                file.write_bytes(file.read_bytes()[: chance.randrange(len(sound[file]))])
                done.append(f"broken {file.name}")
            if kind in ("mended", "edit"):
                for path, data in sound.items():
                    if not path.exists() or path.read_bytes() != data:
                        path.write_bytes(data)
                done.append("mended")
            if kind == "edit":
                compared(server, game, done)
                done.append(edited(server, game, number, chance))
            time.sleep(chance.choice([0, 0.02, 0.1, 0.3]))
            if number % COMPARED == 0:
                compared(server, game, done)
                memory.append(server.memory)
    print(f"{len(done)} saves; memory in MB: {', '.join(f'{megabytes:.0f}' for megabytes in memory)}")
    assert max(memory) < TOO_MUCH
    if "SAVES" not in os.environ:
        return  # in a few hundred saves, what is kept has not filled up yet
    quarter = len(memory) // 4
    assert max(memory[-quarter:]) < 1.1 * max(memory[quarter : 2 * quarter])
