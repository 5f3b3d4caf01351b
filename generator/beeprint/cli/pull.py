"""`beeprint pull`: fetch the data files that game.yaml gives an address for; no other command uses a network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from beeprint.base.options import CheckOptions
from beeprint.base.problems import BuildError, Problem, only_errors
from beeprint.base.store import Store
from beeprint.cli import arguments, help
from beeprint.cli.console import reporting_errors, say, show, stop, write
from beeprint.cli.help import command, option
from beeprint.sources.workspace import shown

if TYPE_CHECKING:
    from beeprint.game.changes import State


@command(
    "pull",
    ("beeprint pull my-game", "Fetch its tables, and list what has changed"),
)
@arguments.GAME
@option(
    "--draft",
    group=help.PROBLEMS,
    is_flag=True,
    help="Also take tables whose cells have errors, and empty ones.",
)
@option(
    "--allow-private",
    group=help.PROBLEMS,
    is_flag=True,
    help="Also ask addresses of this machine and its network, and http.",
)
@arguments.ALL
def pull(folder: Path, draft: bool, allow_private: bool, show_all: bool) -> None:
    """Fetch the data files that game.yaml gives a `source` for, and list what has changed.

    A file is replaced only when all files have arrived and the game can be read with them. No other command uses a
    network.
    """
    from beeprint.edit import pull
    from beeprint.game import changes

    with reporting_errors(show_all):
        pulled = pull.pull(folder, pull.sources(folder), allow_private, draft)
    for change in pulled:
        say(change.told)
    if not any(change.changed for change in pulled):
        with reporting_errors(show_all):
            pull.put(folder, pulled)  # clears up what a killed one left
        return
    store = Store.open()
    before, known = _state(folder, "before", store)
    with reporting_errors(show_all):
        pull.put(folder, pulled)
    after, problems = _state(folder, "now", store)
    store.tidy()
    fresh = [problem for problem in problems if problem not in known]
    show(fresh, show_all)
    if before is not None and after is not None:
        write(changes.markdown(before, after, changes.compare(before, after)).removesuffix("\n"))
    if only_errors(fresh):
        stop(fresh, "the files are in place")


def _state(folder: Path, when: str, store: Store) -> tuple[State | None, list[Problem]]:
    """Return the state of a game, None if its faces cannot be laid out, and its problems."""
    from beeprint import pipeline
    from beeprint.cli import since

    try:
        # Its rules may well be broken by new data, which is no reason not to list what is new.
        options = CheckOptions(draft=True)
        checked = pipeline.check(folder, options, store)
    except BuildError as error:
        return None, list(error.problems)
    problems = list(checked.problems)
    return None if only_errors(problems) else since.now(checked, options, f"{shown(folder)} {when}"), problems
