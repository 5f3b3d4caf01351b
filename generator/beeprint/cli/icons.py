"""`beeprint icons`: find icons by words, and copy them into a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from beeprint.base.problems import did_you_mean
from beeprint.base.words import quoted
from beeprint.cli import arguments, help
from beeprint.cli.console import Wrong, reporting_errors, say
from beeprint.cli.help import command, option
from beeprint.sources.workspace import Workspace, game_here

if TYPE_CHECKING:
    from beeprint.edit.icon_sets import Icon

#: How many icons are listed without --all.
_SHOWN = 40


@command(
    "icons",
    ("beeprint icons find sword", "List icons that show a sword"),
    ("beeprint icons find money", "List icons that stand for money, such as coin"),
    ("beeprint icons add sword coin --game my-game", "Copy two icons into the folder art/icons of a game"),
)
@click.argument("action", type=click.Choice(["find", "add"]), metavar="find|add")
@click.argument("words", nargs=-1, required=True, metavar="WORD...")
@option(
    "--game",
    "game",
    group=help.GAME,
    default="",
    metavar="GAME",
    help="The game that gets the icons (default: the game in the current folder).",
)
@option("--replace", group=help.MADE, is_flag=True, help="Replace drawings of the game that have the same name.")
@option("--all", "show_all", group=help.SHOWN, is_flag=True, help=f"List all icons, not only the best {_SHOWN}.")
def icons(action: str, words: tuple[str, ...], game: str, replace: bool, show_all: bool) -> None:
    """Find icons by words, or add icons to a game by their names.

    beeprint has 144 icons of its own. Some 4,000 more come with: pip install "beeprint[icons]"
    """
    with reporting_errors(show_all):
        if action == "add":
            _add(arguments.folder(game) if game else game_here(), words, "replace" if replace else "")
        else:
            _find(" ".join(words), show_all)


def _find(query: str, show_all: bool) -> None:
    """Print the icons that meet all words, the best first."""
    from beeprint.edit import icon_sets

    matches = icon_sets.find_icons(query)
    for icon in matches if show_all else matches[:_SHOWN]:
        say(icon.full_name, out=True)
    rest = 0 if show_all else len(matches) - _SHOWN
    if rest > 0:
        say(f"... and {rest} more; --all shows every one")
    if not matches:
        say(f"no icon has the words {quoted(query)}")
    if not icon_sets.extra_installed():
        say(f"to search some 4,000 more icons, run: {icon_sets.INSTALL}")


def _add(folder: Path | None, names: tuple[str, ...], existing: str) -> None:
    """Copy icons into a game, each with the credit that it asks for."""
    from beeprint.edit import change, icon_sets
    from beeprint.edit.dropped import ExistsError
    from beeprint.game import model

    if folder is None:
        raise Wrong("there is no game.yaml here: name the game with --game, or change to its folder")
    for icon in [_icon(name) for name in names]:  # before any is copied
        game = model.load(Workspace(folder))[0]
        try:
            edit, file = icon_sets.add_icon(game, icon, existing)
        except ExistsError:
            raise Wrong(f"the game has another icon {icon.name}: --replace replaces it") from None
        change.write(edit)
        use = f"write :{file.name}: in a text to show it"
        say(f"{edit.words}; {use}" if edit.changes else f"The game has the icon {file.name} already; {use}", out=True)


def _icon(name: str) -> Icon:
    """Return the icon of a name; exit 2 where there is none."""
    from beeprint.edit import icon_sets

    icon = icon_sets.by_name(name)
    if icon is None:
        near = icon_sets.find_icons(name) or icon_sets.find_icons("")
        raise Wrong(f"there is no icon {quoted(name)}: {did_you_mean(name, [each.full_name for each in near])}")
    return icon
