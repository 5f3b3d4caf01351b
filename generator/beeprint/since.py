"""What has changed since another state of a game: a build, or a git revision of its folder, laid out as it is today."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from beeprint import changes, pipeline
from beeprint.base.options import CheckOptions
from beeprint.base.problems import BuildError, Place, Problem, error_at, only_errors
from beeprint.base.store import Store
from beeprint.changes import Change, State
from beeprint.files.workspace import game_folder, shown
from beeprint.game.model import Game
from beeprint.products import Checked, folder_name, listing


def now(checked: Checked, options: CheckOptions, source: str) -> State:
    """Return the state of a checked game."""
    return changes.state(listing.head(checked.game), listing.pieces(checked, options), source)


def before(folder: Path, checked: Checked, options: CheckOptions, since: str, store: Store) -> State:
    """Return the state that `since` names: a manifest, its folder, an output folder, or a revision of the game's.

    BuildError where there is none, or where it is a state of another game.
    """
    spec = checked.game.spec
    path = Path(since)
    try:
        manifest = changes.manifest_at(path, spec.id, folder_name(checked.game))
    except OSError:
        manifest = None  # no name that a file could have
    if manifest is not None:
        found = changes.from_manifest(manifest)
        if found.game != spec.id:
            raise error_at(Place(shown(manifest)), f"this is a build of {found.game}, not of {spec.id}")
        return found
    if path.is_dir() and not changes.is_revision(folder, since):
        hint = "give a manifest.json, the folder it is in, or the --output folder of a build"
        raise error_at(Place(shown(path)), f"this folder holds no build of {spec.title}", hint)
    return at_revision(folder, options, since, store)


def at_revision(folder: Path, options: CheckOptions, revision: str, store: Store) -> State:
    """Return the state that a game's folder had at a git revision, laid out by this beeprint."""
    with tempfile.TemporaryDirectory(prefix="beeprint-") as work:
        there = Path(work) / folder.resolve().name
        label = changes.export(folder, revision, there)
        try:
            checked = pipeline.check(there, replace(options, draft=True), store)
        except BuildError as error:
            raise BuildError(_told(error.problems, there, revision)) from error
        if only_errors(checked.problems):
            raise BuildError(_told(only_errors(checked.problems), there, revision))
        return now(checked, options, label)


def _told(problems: Sequence[Problem], there: Path, revision: str) -> list[Problem]:
    """Return problems of the exported folder, placed where the revision has them."""
    prefix = shown(there)
    return [
        replace(one, place=one.place._replace(file=one.place.file.replace(prefix, revision, 1)), hint="")
        for one in problems
    ]


def sides(a: str, b: str, game: Path | None, options: CheckOptions, store: Store) -> tuple[State, State]:
    """Return the two states that are compared, each a game, a build or a git revision of a game's folder.

    A revision is one of `game`, else of the other side where that is a game, else of the working folder.
    """
    folders = [_game(value) for value in (a, b)]
    home = game or next(filter(None, folders), None) or _game(".")
    found = [_side(value, folder, home, options, store) for value, folder in zip((a, b), folders, strict=True)]
    if found[0].game != found[1].game:
        raise error_at(Place(b), f"{a} is {found[0].title}, {b} is {found[1].title}: two games have nothing to compare")
    return found[0], found[1]


def _game(value: str) -> Path | None:
    found = game_folder(value)
    return found[0] if found else None


def _side(value: str, folder: Path | None, home: Path | None, options: CheckOptions, store: Store) -> State:
    if folder is not None:
        # Comparing is not printing: a game whose numbers are being changed may break its rules meanwhile.
        checked = pipeline.check(folder, replace(options, draft=True), store)
        if only_errors(checked.problems):
            raise BuildError(only_errors(checked.problems))
        return now(checked, options, shown(folder))
    try:
        manifest = changes.manifest_at(Path(value))
    except OSError:
        manifest = None
    if manifest is not None:
        return changes.from_manifest(manifest)
    if home is None:
        hint = "a git revision needs to know of which game: --game FOLDER"
        raise error_at(Place(value), "this is neither a game nor a build", hint)
    return at_revision(home, options, value, store)


def prints(found: Sequence[Change], game: Game) -> dict[str, int]:
    """Return how many copies of which pieces have to be printed: no more than the game prints of them anyway."""
    most = {f"{deck.name}/{row.id}": deck.printed(row) for deck in game.decks.values() for row in deck.rows.rows}
    return {change.piece.id: min(change.put_in, most[change.piece.id]) for change in found if change.put_in}
