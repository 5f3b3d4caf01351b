"""The command line, the only package that prints and exits; each module holds one or two commands."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any

import click

from beeprint import __version__
from beeprint.base import interrupts
from beeprint.cli.help import Group

__all__ = ["cli", "main"]


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="beeprint")
def cli() -> None:
    """Turn a tabletop game's data into cards, tiles and tokens, ready to print."""
    from beeprint.base import budget  # not loaded only to say a version
    from beeprint.base.words import quoted

    try:
        os.getcwd()  # noqa: PTH109 - a Path would be loaded only to ask
    except OSError:
        from beeprint.cli.console import Wrong

        raise Wrong("the current folder has been deleted: change to another one with cd, and try again") from None
    unreadable = budget.misread()
    if unreadable:
        expected = "expected a whole number from 1 on, such as 10 for ten times as much"
        raise click.UsageError(f"the environment variable {budget.VARIABLE} is {quoted(unreadable)}; {expected}")


cli.examples = (
    ("beeprint studio", "Start a game of your own in the browser, or import a table"),
    ("beeprint new my-game", "Start a game of your own in the folder my-game"),
    ("beeprint build my-game", "Check it and make its print files in output/my-game"),
    ("beeprint build pollen-wars", "Build a game that comes with beeprint"),
    ("beeprint playtest my-game", "Make sheets of it for tonight, with little ink"),
    ("beeprint laser my-game", "Make laser files of its tiles, tokens, boards and dice"),
)
#: Each command: the module that holds it, which is loaded when it is run, the name there, and what it does.
cli.lazy = {
    "build": ("build", "build", "check a game and make its print files"),
    "calibrate": ("calibrate", "calibrate", "measure how your printer shifts backs"),
    "check": ("check", "check", "check a game and list its problems"),
    "diff": ("playtest", "diff", "list what has changed between two states of a game"),
    "docs": ("docs", "docs", "read the documentation"),
    "export": ("build", "export", "write faces as pictures, for the web and for virtual tables"),
    "icons": ("icons", "icons", "find icons and copy them into a game"),
    "laser": ("build", "laser", "write files for a laser"),
    "list": ("listing", "list_games", "list games, editions, profiles, materials, plug-ins, vendors and sleeves"),
    "new": ("new", "new", "start a game of your own"),
    "playtest": ("playtest", "playtest", "make sheets for tonight, with little ink"),
    "preflight": ("preflight", "preflight", "check any PDF for the press"),
    "pull": ("playtest", "pull", "fetch data files from the addresses in game.yaml"),
    "schema": ("docs", "schema", "print the JSON Schema of a kind of YAML file"),
    "shelf": ("shelf", "shelf", "build many games, skipping unchanged ones"),
    "stats": ("check", "stats", "count pieces by deck or by column"),
    "studio": ("check", "studio_command", "start, see and change a game in the browser"),
}


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; Ctrl-C exits with 130, SIGTERM with 143."""
    run: Callable[..., Any] = cli.main
    try:
        run(args=arguments, prog_name="beeprint", standalone_mode=False)
    except (KeyboardInterrupt, click.Abort):
        from beeprint.cli.console import say  # not loaded only to say a version

        say("interrupted; nothing was changed")
        sys.exit(interrupts.exit_code())
    except OSError as error:  # the last line, for what no module names better
        from beeprint.cli.console import say

        name = error.filename
        where = f"{os.fsdecode(name)}: " if isinstance(name, (str, bytes, os.PathLike)) else ""
        with contextlib.suppress(OSError):  # such as stdout, whose reader has gone
            say(f"beeprint: {where}error: {error.strerror or error}")
        sys.exit(1)
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except Exception as error:
        from beeprint.base.problems import BuildError
        from beeprint.cli.console import show, stop

        if not isinstance(error, BuildError):
            raise
        show(error.problems, True)  # of a game that is only stood in, whose layouts and fonts count everywhere
        stop(error.problems, error.outcome)
