"""`beeprint studio`: see a game in the browser while it is made."""

from __future__ import annotations

import contextlib
from pathlib import Path

import click

from beeprint.base.options import ViewOptions
from beeprint.base.store import Store
from beeprint.cli import arguments, help
from beeprint.cli.console import Wrong, say
from beeprint.cli.help import command, option


@command(
    "studio",
    ("beeprint studio my-game", "Open the game, and show every change as it is saved"),
    ("beeprint studio my-game --no-browser --port 8000", "Only print the page's address"),
)
@arguments.GAME
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
def studio_command(
    folder: Path, port: int, no_browser: bool, read_only: bool, lang: str, edition: str, players: int | None
) -> None:
    """Show a game in the browser, and update it as files change.

    The first line on stdout is the page's address, which only this machine can open. Ctrl-C ends it.
    """
    from beeprint.studio import Server, Studio

    options = arguments.settled(folder, ViewOptions(language=lang, edition=edition, players=players))
    studio = Studio(folder, options, Store.open(), read_only=read_only)
    try:
        server = Server(studio, port)
    except OSError as error:
        raise Wrong(f"--port {port}: {error.strerror or error}") from error
    say(server.address, out=True)
    say("Ctrl-C ends it")
    if not no_browser:
        import webbrowser

        webbrowser.open(server.address)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
