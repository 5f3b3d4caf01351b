"""`beeprint check`, `stats` and `studio`: look at a game without making its files."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from beeprint.base import watchdog
from beeprint.base.options import CheckOptions, ViewOptions
from beeprint.base.problems import BuildError, Problem, did_you_mean, only_errors
from beeprint.base.store import Store
from beeprint.base.words import counted
from beeprint.cli import arguments, help
from beeprint.cli.console import Wrong, as_github, json_of, problems_json, reporting_errors, say, stop, write
from beeprint.cli.help import command, option
from beeprint.cli.run import check as check_game
from beeprint.cli.run import validate_names
from beeprint.sources.workspace import shown

if TYPE_CHECKING:
    from beeprint.game import model
    from beeprint.game.model import Game
    from beeprint.outputs.stats import CountTable


@command(
    "check",
    ("beeprint check my-game", "Check the game in all its editions and languages"),
    ("beeprint check my-game --fix", "Make the fixes that are safe, and check again"),
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
@option(
    "--fix",
    "do_fix",
    group=help.PROBLEMS,
    is_flag=True,
    help="Make the fixes that are safe, such as a misspelt word, and check again.",
)
@option(
    "--diff", group=help.PROBLEMS, is_flag=True, help="Show what --fix would change as a unified diff; write nothing."
)
@arguments.DRAFT
@arguments.ALL
def check(
    folder: Path,
    only: Mapping[str, tuple[str, ...]],
    form: str,
    do_fix: bool,
    diff: bool,
    lang: str,
    edition: str,
    players: int | None,
    draft: bool,
    show_all: bool,
) -> None:
    """Check a game's data, rules and layouts, in all its editions and languages; write nothing without --fix."""
    if do_fix and diff:
        raise Wrong("--diff: it shows what --fix would change; give one of them")
    options = CheckOptions(
        only=only,
        draft=draft,
        language=lang,
        edition=edition,
        players=players,
    )
    options = arguments.settle(folder, options)
    store = Store.open()
    if diff:
        problems = _problems(folder, options, store)
        from beeprint.cli.fixing import show_diff

        show_diff(folder, problems)
        if only_errors(problems):
            sys.exit(1)
        return
    if do_fix:
        from beeprint.cli.fixing import fix

        fix(folder, _problems(folder, options, store))
    if form == "text":
        result = check_game(folder, options, show_all, store, whole=True)
        store.tidy()
        if only_errors(result.problems):
            stop(result.problems)
        say(_summary(result.game, options))
        return
    problems = _problems(folder, options, store)
    if form == "json" or problems:
        from beeprint.edit.fixes import offered

        as_json = problems_json(problems, partial(offered, folder)) if form == "json" else ""
        write(as_json or "\n".join(map(as_github, problems)))
    if only_errors(problems):
        sys.exit(1)


def _problems(folder: Path, options: CheckOptions, store: Store) -> tuple[Problem, ...]:
    """Return every problem of a game, its editions and languages."""
    from beeprint import pipeline

    watchdog.begin()
    try:
        with pipeline.of_game(folder):
            result = pipeline.check(folder, options, store)
            validate_names(result.game, options)
            return (*result.problems, *pipeline.check_whole(result, options))
    except BuildError as error:
        return tuple(error.problems)


def _summary(game: model.Game, options: CheckOptions) -> str:
    """Return the line that is shown for a game without errors."""
    decks = sum(1 for deck in game.decks.values() if deck.rows.rows or not game.edition)
    title = f"{game.full_title}," if game.edition else game.full_title
    whole = not game.edition and game.players is None
    more = f"; so are its editions: {', '.join(game.spec.editions)}" if whole and game.spec.editions else ""
    others = game.spec.languages[1:] if not options.language else ()
    more += f"; also checked in {', '.join(others)}" if others else ""
    return f"{title} is sound: {counted(game.pieces, 'piece')} in {counted(decks, 'deck')}{more}"


@command(
    "stats",
    ("beeprint stats my-game", "Count the pieces of each deck"),
    ("beeprint stats my-game --by suit,value --chart suits.svg", "Count by two columns, and draw the counts"),
)
@arguments.GAME
@arguments.LANG
@arguments.EDITION
@arguments.PLAYERS
@option(
    "--by",
    group=help.SHOWN,
    default="",
    metavar="COLUMN[,COLUMN]",
    help="One or two columns to count by; deck counts as a column.",
)
@option("--deck", "decks", group=help.SHOWN, multiple=True, metavar="DECK", help="Only this deck; may be repeated.")
@option(
    "--format",
    "form",
    group=help.SHOWN,
    type=click.Choice(["text", "json"]),
    default="text",
    help="Format of the counts (default: text).",
)
@option(
    "--chart",
    group=help.SHOWN,
    default=None,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Also draw a chart, to a .svg or .png file.",
)
def stats(
    folder: Path,
    by: str,
    decks: tuple[str, ...],
    form: str,
    chart: Path | None,
    lang: str,
    edition: str,
    players: int | None,
) -> None:
    """Count a game's pieces with their copies: by deck, or by one or two columns of its data."""
    from beeprint.game.edition import read
    from beeprint.outputs.stats import write_chart

    columns = tuple(filter(None, (name.strip() for name in by.split(","))))
    if len(columns) > 2:
        raise Wrong(f"--by {by}: give one column, or two with a comma between them")
    if chart is not None and chart.suffix.lower() not in (".svg", ".png"):
        raise Wrong(f"--chart {chart}: the name must end in .svg or .png")
    options = CheckOptions(
        language=lang,
        edition=edition,
        players=players,
    )
    options = arguments.settle(folder, options)
    with reporting_errors(True):
        counted = read(folder, options)
        tables = _tables(counted, by, columns, decks)
        if chart is not None:
            write_chart(counted, tables, chart)
    if form == "json":
        write(json_of({"tables": [table.json() for table in tables]}))
    else:
        for number, table in enumerate(tables):
            for line in (*([""] if number else []), *table.lines()):
                say(line, out=True)
    if chart is not None:
        say(f"chart: {shown(chart)}")


def _tables(counted: Game, by: str, columns: tuple[str, ...], decks: tuple[str, ...]) -> list[CountTable]:
    """Count by the columns asked for; exit 2 where there is no such deck or column."""
    from beeprint.outputs import stats

    for deck in decks:
        if deck not in counted.decks:
            raise Wrong(f"--deck: {counted.spec.title} has no deck {deck}: {did_you_mean(deck, counted.decks)}")
    names = stats.columns(counted)
    for name in columns:
        if name not in names:
            raise Wrong(f"--by: {counted.spec.title} has no column {name}: {did_you_mean(name, names)}")
    try:
        tables = list(stats.tables(counted, columns, decks))
    except ValueError as error:
        raise Wrong(f"--by {by}: {error}") from error
    if not tables:
        raise Wrong(f"--by {by}: no deck has {'both columns' if len(columns) > 1 else 'this column'}")
    return tables


@command(
    "studio",
    ("beeprint studio", "Start a game, import a table, or open a game"),
    ("beeprint studio my-game", "Open the game, and show every change as it is saved"),
    ("beeprint studio my-game --no-browser --port 8000", "Only print the page's address"),
)
@arguments.GAME_OR_NONE
@arguments.LANG
@arguments.EDITION
@arguments.PLAYERS
@option(
    "--port",
    group=help.SHOWN,
    default=0,
    metavar="N",
    type=click.IntRange(0, 65535),
    help="Port on this machine (default: a free one).",
)
@option("--no-browser", group=help.SHOWN, is_flag=True, help="Do not open a browser.")
@option("--read-only", group=help.SHOWN, is_flag=True, help="Show the game; the page changes and makes no files.")
@option("--until-closed", group=help.SHOWN, is_flag=True, help="End some time after the last page is closed.")
def studio_command(
    folder: Path | None,
    port: int,
    no_browser: bool,
    read_only: bool,
    until_closed: bool,
    lang: str,
    edition: str,
    players: int | None,
) -> None:
    """Show a game in the browser, and update it as files change; without a game, start one there.

    The first line on stdout is the page's address, which only this machine can open. Ctrl-C ends it.
    """
    from beeprint.studio import Desk, Server

    desk = Desk(Store.open(), read_only=read_only)
    if folder is not None:
        desk.open(folder, arguments.settle(folder, ViewOptions(language=lang, edition=edition, players=players)))
    try:
        server = Server(desk, port, until_closed=until_closed)
    except OSError as error:
        raise Wrong(f"--port {port}: {error.strerror or error}") from error
    say(server.address, out=True)
    say("it ends after its last page is closed" if until_closed else "Ctrl-C ends it")
    if not no_browser:
        import webbrowser

        webbrowser.open(server.address)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
