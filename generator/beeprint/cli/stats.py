"""`beeprint stats`: count pieces by deck or by column."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from beeprint.base.options import CheckOptions
from beeprint.base.problems import did_you_mean
from beeprint.cli import arguments, help
from beeprint.cli.console import Wrong, json_of, reporting_errors, say, write
from beeprint.cli.help import command, option
from beeprint.sources.workspace import shown

if TYPE_CHECKING:
    from beeprint.game.model import Game
    from beeprint.outputs.stats import CountTable


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
    options = arguments.settled(folder, options)
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
