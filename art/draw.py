"""Which scripts there are, and how they are run."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from art.pen import Studio

DATA = Path(__file__).resolve().parents[1] / "data"


def chosen(names: Sequence[str]) -> dict[str, list[str]]:
    """Return the scripts to run of each game, in order; without names all of them.

    Raises ValueError for a name that is neither `game` nor `game/script`.
    """
    every = {folder.parts[-3]: sorted(path.stem for path in folder.glob("*.py")) for folder in DATA.glob("*/art/src")}
    scripts: dict[str, set[str]] = {}
    for name in names or sorted(every):
        game, _, script = name.partition("/")
        if game not in every:
            raise ValueError(f"no script draws {game}; games with scripts: {', '.join(sorted(every))}")
        if script not in ("", *every[game]):
            raise ValueError(f"{game} has no script {script}; it has {', '.join(every[game])}")
        scripts.setdefault(game, set()).update([script] if script else every[game])
    return {game: sorted(scripts) for game, scripts in scripts.items()}


def draw(games: Mapping[str, Sequence[str]], into: Path | None) -> Iterator[str]:
    """Run scripts of games and yield the name of each game that is done."""
    # A process for each game, since scripts of two games may have the same name.
    with ProcessPoolExecutor(mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        running = {game: pool.submit(run, game, scripts, into) for game, scripts in games.items()}
        for game, task in running.items():
            task.result()
            yield game


def run(game: str, scripts: Sequence[str], into: Path | None) -> None:
    """Run scripts of one game in this process; those without a `main` are modules of the others."""
    sys.dont_write_bytecode = True  # whatever lies in a game's folder is read when it is built
    sys.path.insert(0, str(DATA / game / "art" / "src"))
    Studio.into = into
    for name in scripts:
        script = importlib.import_module(name)
        if hasattr(script, "main"):
            script.main()
