"""`beeprint check`: check a game and list its problems."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from beeprint.base import watchdog
from beeprint.base.options import CheckOptions
from beeprint.base.problems import BuildError, Problem, only_errors
from beeprint.base.store import Store
from beeprint.base.words import counted
from beeprint.cli import arguments, help
from beeprint.cli.console import as_github, problems_json, say, stop, write
from beeprint.cli.help import command, option
from beeprint.cli.making import checked, known

if TYPE_CHECKING:
    from beeprint.game import model


@command(
    "check",
    ("beeprint check my-game", "Check the game in all its editions and languages"),
    ("beeprint check my-game --format github", "Annotate a pull request on GitHub"),
)
@arguments.GAME
@arguments.LANG
@arguments.EDITION
@arguments.PLAYERS
@arguments.ONLY
@option(
    "--format",
    "form",
    group=help.PROBLEMS,
    type=click.Choice(["text", "json", "github"]),
    default="text",
    help="Format of the problems (default: text).",
)
@arguments.DRAFT
@arguments.ALL
def check(
    folder: Path,
    only: Mapping[str, tuple[str, ...]],
    form: str,
    lang: str,
    edition: str,
    players: int | None,
    draft: bool,
    show_all: bool,
) -> None:
    """Check a game's data, rules and layouts, in all its editions and languages; write nothing."""
    options = CheckOptions(
        only=only,
        draft=draft,
        language=lang,
        edition=edition,
        players=players,
    )
    options = arguments.settled(folder, options)
    store = Store.open()
    if form == "text":
        result = checked(folder, options, show_all, store, whole=True)
        store.tidy()
        if only_errors(result.problems):
            stop(result.problems)
        say(_sound(result.game, options))
        return
    problems = _problems(folder, options, store)
    if form == "json" or problems:
        write(problems_json(problems) if form == "json" else "\n".join(map(as_github, problems)))
    if only_errors(problems):
        sys.exit(1)


def _problems(folder: Path, options: CheckOptions, store: Store) -> tuple[Problem, ...]:
    """Return every problem of a game, its editions and languages."""
    from beeprint import pipeline

    watchdog.begin()
    try:
        with pipeline.of_game(folder):
            result = pipeline.check(folder, options, store)
            known(result.game, options)
            return (*result.problems, *pipeline.check_whole(result, options))
    except BuildError as error:
        return tuple(error.problems)


def _sound(made: model.Game, options: CheckOptions) -> str:
    """Return the line that is shown for a game without errors."""
    decks = sum(1 for deck in made.decks.values() if deck.rows.rows or not made.edition)
    title = f"{made.full_title}," if made.edition else made.full_title
    whole = not made.edition and made.players is None
    more = f"; so are its editions: {', '.join(made.spec.editions)}" if whole and made.spec.editions else ""
    others = made.spec.languages[1:] if not options.language else ()
    more += f"; also checked in {', '.join(others)}" if others else ""
    return f"{title} is sound: {counted(made.pieces, 'piece')} in {counted(decks, 'deck')}{more}"
