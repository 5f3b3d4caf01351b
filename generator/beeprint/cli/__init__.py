"""The command line, the only package that prints and exits; each module holds one or two commands."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from beeprint import __version__
from beeprint.cli.build import build
from beeprint.cli.calibrate import calibrate
from beeprint.cli.check import check
from beeprint.cli.console import say
from beeprint.cli.export import export
from beeprint.cli.games import list_games, new
from beeprint.cli.help import Group
from beeprint.cli.laser import laser
from beeprint.cli.playtest import diff, playtest
from beeprint.cli.preflight import preflight
from beeprint.cli.pull import pull
from beeprint.cli.schema import schema
from beeprint.cli.stats import stats
from beeprint.cli.studio import studio_command

__all__ = ["cli", "main"]


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="beeprint")
def cli() -> None:
    """Turn a tabletop game's data into cards, tiles and tokens, ready to print."""


cli.examples = (
    ("beeprint new my-game", "Start a game of your own in the folder my-game"),
    ("beeprint build my-game", "Check it and make its print files in output/my-game"),
    ("beeprint build pollen-wars", "Build a game that comes with beeprint"),
    ("beeprint playtest my-game", "Make sheets of it for tonight, with little ink"),
    ("beeprint laser my-game", "Make laser files of its tiles, tokens, boards and dice"),
)
_MAKE = (build, check, studio_command, export, laser, playtest)
_TELL = (diff, stats, preflight, calibrate, pull, list_games, new, schema)
for command in (*_MAKE, *_TELL):
    cli.add_command(command)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; Ctrl-C exits with 130."""
    run: Callable[..., Any] = cli.main
    try:
        run(args=arguments, prog_name="beeprint", standalone_mode=False)
    except (KeyboardInterrupt, click.Abort):
        say("interrupted; nothing was changed")
        sys.exit(130)
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
