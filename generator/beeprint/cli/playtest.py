"""`beeprint playtest`, `diff` and `pull`: make sheets for tonight, list what has changed, and fetch new data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from beeprint.base import regular
from beeprint.base.options import Backs, CheckOptions, PlaytestOptions
from beeprint.base.printer import Printer
from beeprint.base.problems import BuildError, Problem, only_errors
from beeprint.base.store import Store
from beeprint.cli import arguments, help
from beeprint.cli.console import Wrong, json_of, reporting_errors, say, show, stop, write
from beeprint.cli.help import command, option
from beeprint.cli.run import make
from beeprint.sources.workspace import OUTPUT, Workspace, game_folder, game_here, output_of, shown

if TYPE_CHECKING:
    from beeprint.game.changes import State


#: A playtest's profiles print backs that differ between pieces; sleeves hide a shared one.
_BACKS: dict[str, Backs] = {"own": "profile", "all": "all", "none": "none"}


@command(
    "playtest",
    ("beeprint playtest my-game", "Make sheets of the whole game"),
    ("beeprint playtest my-game --since output/my-game", "Make sheets of what has changed since that build"),
    (
        "beeprint playtest my-game --since HEAD~1 --paper letter",
        "Make sheets of what the last commit changed, on US Letter",
    ),
)
@arguments.GAME
@arguments.LANG
@arguments.EDITION
@arguments.PLAYERS
@option(
    "--since",
    group=help.MADE,
    default="",
    metavar="BUILD|REVISION",
    help="Only what has changed since a build (manifest.json, its folder or an --output folder) or a git revision.",
)
@arguments.ONLY
@arguments.OUTPUT
@option(
    "--paper",
    group=help.PRINTING,
    type=click.Choice(["a4", "letter"]),
    default="a4",
    help="Paper in the printer (default: a4).",
)
@option(
    "--backs",
    group=help.PRINTING,
    type=click.Choice(["own", "all", "none"]),
    default="own",
    help="Which backs to print: own (default: only backs that differ between pieces), all, or none. "
    "Sleeves hide a shared back.",
)
@arguments.FLIP
@arguments.PRINTER
@arguments.DRAFT
@arguments.ALL
def playtest(
    folder: Path,
    since: str,
    paper: str,
    backs: str,
    flip: Any,
    printer: Printer | None,
    output: Path | None,
    only: Mapping[str, tuple[str, ...]],
    lang: str,
    edition: str,
    players: int | None,
    draft: bool,
    show_all: bool,
) -> None:
    """Make sheets for tonight, with little ink and no bleed, to cut with scissors and put in sleeves.

    Every face carries the game's version and the piece's id; a back that a deck shares carries the deck's name
    instead of an id.
    """
    options = PlaytestOptions(
        profiles=(f"playtest-{paper}",),
        output=arguments.target(output, folder),
        only=only,
        flip=flip,
        printer=printer,
        backs=_BACKS[backs],
        draft=draft,
        language=lang,
        edition=edition,
        players=players,
    )
    options = arguments.settle(folder, options)
    if since and only:
        raise Wrong("--only cannot be combined with --since, which prints what has changed")
    if since:
        from beeprint.cli.since import make_changed

        make_changed(folder, options, show_all, since)
    else:
        make(folder, options, show_all)


def _is_the_game(value: str) -> bool:
    """Return whether a state to compare is a game itself, named from outside or the game in the current folder."""
    from beeprint.game import changes

    here = game_here()
    if here is None:
        return game_folder(value) is not None
    return value == regular.real(here).name and not Path(value).exists() and not changes.is_revision(here, value)


def _last_build(folder: Path, options: CheckOptions) -> str:
    """Return the folder of the last build of a game in the language, edition and for the players of the options.

    It is looked for here, in the game's folder and beside that; exit 2 where there is none.
    """
    from beeprint.game import changes, edition, model

    places: dict[Path, Path] = {}
    for path in (output_of(folder), folder / OUTPUT, regular.real(folder).parent / OUTPUT):
        places.setdefault(regular.real(path), path)
    try:
        id = model.declared(Workspace(folder)).id
    except BuildError:
        return str(output_of(folder))  # what is wrong with the game is said where it is read
    name = edition.folder_name(id, options.edition, options.players, options.language)
    builds = [manifest for output in places.values() for manifest in changes.manifests_of(output, id)]
    alike = [manifest for manifest in builds if manifest.parent.name == name]
    if alike:
        return str(max(alike, key=lambda manifest: manifest.stat().st_mtime_ns).parent)
    where = f"there is no build of {regular.real(folder).name} in {' or '.join(map(shown, places.values()))}"
    if builds:
        where = f"there is no build {name} of {regular.real(folder).name}, but {shown(builds[-1].parent)}"
    raise Wrong(f"{where}: run beeprint build first, or name two states: beeprint diff OLD NEW")


@command(
    "diff",
    ("beeprint diff output/my-game my-game", "What has changed since the last build"),
    ("beeprint diff v1.0 HEAD --game my-game", "What has changed between two git revisions"),
    ("cd my-game; beeprint diff", "What has changed in the game you are in since its last build"),
)
@click.argument("old", metavar="[A]", required=False, default="")
@click.argument("new", metavar="[B]", required=False, default="")
@option(
    "--game",
    "name",
    group=help.GAME,
    default="",
    metavar="GAME",
    help="Game that A and B are git revisions of.",
)
@option(
    "--format",
    "form",
    group=help.SHOWN,
    type=click.Choice(["markdown", "json"]),
    default="markdown",
    help="Format of the list (default: markdown).",
)
@arguments.LANG
@arguments.EDITION
@arguments.PLAYERS
def diff(old: str, new: str, name: str, form: str, lang: str, edition: str, players: int | None) -> None:
    """List what has changed from A to B: pieces added, removed and changed, with their copies.

    A and B are games, builds (a manifest.json, its folder, or an --output folder that holds one build) or git revisions
    of a game's folder. B is the game you are in if it is left out, and A its last build; the list says which one.
    """
    from beeprint.cli import since
    from beeprint.game import changes

    named = arguments.folder(name) if name else None
    if old and not new and _is_the_game(old):
        old, new = "", old if game_folder(old) else ""  # one game is compared with its last build
    new = new or str(arguments.folder(""))
    folder = named or next((located[0] for located in map(game_folder, (new, old)) if located), None)
    options = CheckOptions(
        language=lang,
        edition=edition,
        players=players,
    )
    if folder:
        options = arguments.settle(folder, options)
    old = old or _last_build(Path(new), options)
    store = Store.open()
    with reporting_errors(True):
        before, after = since.sides(old, new, named, options, store)
    store.tidy()
    changed = changes.compare(before, after)
    if form == "json":
        write(json_of(changes.as_json(before, after, changed)))
    else:
        write(changes.markdown(before, after, changed).removesuffix("\n"))


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
    for file in pulled:
        say(file.summary)
    if not any(file.changed for file in pulled):
        with reporting_errors(show_all):
            pull.put(folder, pulled)  # clears up after a pull that was killed
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
