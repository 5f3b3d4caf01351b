"""Build a game as users who own nothing of what is there, and print in JSON what came of it. Needs the administrator.

`python other_user.py FOLDER` builds in an empty folder. The modules are loaded before a fork becomes another user, who
may not be allowed to read them.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import faults
import fuzz

NOBODY, SOMEBODY = 65534, 65533
SECONDS = 60


def at(path: Path) -> dict[str, tuple[str, int, int]]:
    """Return what is in a folder: of each file its content, mode and owner."""
    return {
        file.relative_to(path).as_posix(): (file.read_bytes().hex(), file.stat().st_mode, file.stat().st_uid)
        for file in sorted(path.rglob("*"))
        if file.is_file()
    }


def contents(files: Mapping[str, tuple[str, int, int]]) -> list[tuple[str, str]]:
    """Return the content of each file."""
    return [(name, data[0]) for name, data in files.items()]


def built_by(user: int, output: str, here: Path) -> tuple[int, str]:
    """Build the game as a user into a folder; return the exit code and what was said."""
    said = here / f"said-by-{user}-{output}"
    said.mkdir(mode=0o777)
    said.chmod(0o777)

    def build() -> int:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
        os.chdir(here)
        # The interpreter may be in a folder of the administrator's.
        sys.path[:] = [path for path in sys.path if os.access(path, os.R_OK)]
        return fuzz.said_code(["build", "mine", "--profile", "faces", "--profile", "home-a4", "--output", output])

    code, told, _ = fuzz.alone(said, SECONDS, build)
    return code, told


def _main(here: Path) -> None:
    os.chdir(here)
    here.chmod(0o755)
    for name, text in faults.GAME.items():
        path = Path("mine", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    os.environ["XDG_CACHE_HOME"] = str(here / "cache")
    # Twice, so that all modules are there: those that make a game, and those that find that nothing has changed.
    for output in ("warm", "own", "own"):
        code = fuzz.said_code(["build", "mine", "--profile", "faces", "--profile", "home-a4", "--output", output])
        assert code == 0, output
    Path("cache").chmod(0o700)
    Path("theirs").mkdir()
    os.chown("theirs", NOBODY, NOBODY)
    before = at(Path("own"))
    print("---", flush=True)
    refused = built_by(NOBODY, "own", here)
    made = built_by(NOBODY, "theirs", here)
    theirs = at(Path("theirs"))
    other = built_by(SOMEBODY, "theirs", here)
    result = {
        "refused": [*refused, at(Path("own")) == before],
        "made": [*made, contents(theirs) == contents(before)],
        "owners": sorted({owner for _, _, owner in theirs.values()}),
        "refused again": [*other, at(Path("theirs")) == theirs],
        "left": sorted(path.as_posix() for path in Path().rglob(".beeprint-*")),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    _main(Path(sys.argv[1]))
