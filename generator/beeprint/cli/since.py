"""Find the states of a game that are compared, builds and git revisions of its folder, and print what has changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from beeprint import pipeline
from beeprint.base import regular
from beeprint.base.options import CheckOptions, Options, PlaytestOptions
from beeprint.base.problems import BuildError, Place, Problem, error_at, only_errors
from beeprint.base.store import Store
from beeprint.base.temporary import temporary_folder
from beeprint.cli.console import reporting_errors, say
from beeprint.cli.run import check_or_exit, print_report
from beeprint.game import changes
from beeprint.game.changes import Change, State
from beeprint.game.model import Game
from beeprint.game.rows import UNREAD
from beeprint.outputs.shared import Checked, folder_name, listing
from beeprint.sources.workspace import game_folder, shown


def make_changed(folder: Path, options: Options, show_all: bool, named: str) -> None:
    """Build what has changed since the state `named`, with a change list."""
    store = Store.open()
    current = check_or_exit(folder, options, show_all, store)
    with reporting_errors(show_all):
        earlier = before(folder, current, options, named, store)
    later = now(current, options, shown(folder))
    hidden: changes.Backs = "own" if isinstance(options, PlaytestOptions) else "all"  # sleeves hide a shared back
    changed = changes.compare(earlier, later, hidden if options.backs == "profile" else options.backs)
    if not any(change.put_in or change.take_out for change in changed):
        say(f"no printed piece has changed since {earlier.source}; nothing was written")
        return
    options = replace(options, prints=prints(changed, current.game))
    with reporting_errors(show_all):
        built = pipeline.build(current, options, say, (earlier, later, changed))
    print_report(current, built, options)
    out, into = changes.totals(changed)
    say(f"since {earlier.source}: take {out} out of the box, put {into} in; changes.pdf lists them")
    there = shown(built.target / options.profiles[0])
    say(f"after another edit tonight: --since {there}/{listing.BEFORE}; once these are in the box: --since {there}")
    store.tidy()


def now(checked: Checked, options: CheckOptions, source: str) -> State:
    """Return the state of a checked game."""
    return changes.state(listing.head(checked.game), listing.pieces(checked, options), source)


def before(folder: Path, checked: Checked, options: CheckOptions, since: str, store: Store) -> State:
    """Return the state that `since` names: a manifest, its folder, an output folder, or a git revision.

    BuildError where there is no such state, or where it is one of another game.
    """
    spec = checked.game.spec
    path = Path(since)
    try:
        manifest = changes.manifest_at(path, spec.id, folder_name(checked.game))
    except OSError:
        manifest = None  # not a valid file name
    if manifest is not None:
        old = changes.from_manifest(manifest)
        if old.game != spec.id:
            raise error_at(Place(shown(manifest)), f"this is a build of {old.game}, not of {spec.id}")
        return old
    if path.is_dir() and not changes.is_revision(folder, since):
        hint = "give a manifest.json, the folder it is in, or the --output folder of a build"
        raise error_at(Place(shown(path)), f"this folder holds no build of {spec.title}", hint)
    return at_revision(folder, options, since, store)


def at_revision(folder: Path, options: CheckOptions, revision: str, store: Store) -> State:
    """Return the state that a game's folder had at a git revision, laid out by this beeprint."""
    with temporary_folder() as work:
        exported = work / regular.real(folder).name
        label = changes.export(folder, revision, exported)
        try:
            checked = pipeline.check(exported, replace(options, draft=True), store)
        except BuildError as error:
            raise BuildError(_relocate(error.problems, exported, revision)) from error
        if _broken(checked):
            raise BuildError(_relocate(_broken(checked), exported, revision))
        return now(checked, options, label)


def _broken(checked: Checked) -> list[Problem]:
    """Return what keeps a state from being compared: a draft's cells that cannot be read, too."""
    return only_errors(
        replace(problem, severity="error") if problem.hole == UNREAD else problem for problem in checked.problems
    )


def _relocate(problems: Sequence[Problem], exported: Path, revision: str) -> list[Problem]:
    """Return the problems of an exported folder with the revision in place of its path."""
    prefix = shown(exported)
    return [
        replace(problem, place=problem.place._replace(file=problem.place.file.replace(prefix, revision, 1)), hint="")
        for problem in problems
    ]


def sides(a: str, b: str, game: Path | None, options: CheckOptions, store: Store) -> tuple[State, State]:
    """Return the two states to compare, each a game, a build or a git revision of a game's folder.

    A revision belongs to `game`, else to the other side where that is a game, else to the working folder.
    """
    folders = [_game(value) for value in (a, b)]
    home = game or next(filter(None, folders), None) or _game(".")
    old, new = (_side(value, folder, home, options, store) for value, folder in zip((a, b), folders, strict=True))
    if old.game != new.game:
        message = f"{a} is {old.title} and {b} is {new.title}: only two states of one game can be compared"
        raise error_at(Place(b), message)
    return old, new


def _game(value: str) -> Path | None:
    located = game_folder(value)
    return located[0] if located else None


def _side(value: str, folder: Path | None, home: Path | None, options: CheckOptions, store: Store) -> State:
    if folder is not None:
        # Only compared, not printed: a game whose numbers are being changed may break its rules for a while.
        checked = pipeline.check(folder, replace(options, draft=True), store)
        if _broken(checked):
            raise BuildError(_broken(checked))
        return now(checked, options, shown(folder))
    try:
        manifest = changes.manifest_at(Path(value))
    except OSError:
        manifest = None
    if manifest is not None:
        return changes.from_manifest(manifest)
    if home is None:
        hint = "if it is a git revision, name its game with --game GAME"
        raise error_at(Place(value), "this is neither a game nor a build", hint)
    return at_revision(home, options, value, store)


def prints(changes: Sequence[Change], game: Game) -> dict[str, int]:
    """Return how many copies of each piece have to be printed, at most as many as the game prints anyway."""
    most = {f"{deck.name}/{row.id}": deck.printed(row) for deck in game.decks.values() for row in deck.rows.rows}
    return {change.piece.id: min(change.put_in, most[change.piece.id]) for change in changes if change.put_in}
