"""`python -m art`: draw the art that is computed, or that of some games, or that of some scripts."""

from __future__ import annotations

import argparse
from pathlib import Path

from art.draw import chosen, draw


def main() -> None:
    """Draw what the command line names."""
    parser = argparse.ArgumentParser(prog="python -m art", description="Draw the art that is computed.")
    parser.add_argument("names", nargs="*", metavar="GAME[/SCRIPT]", help="what to draw (default: everything)")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="draw into FOLDER/GAME/art, not into the games")
    given = parser.parse_args()
    try:
        games = chosen(given.names)
    except ValueError as error:
        parser.error(str(error))
    for game in draw(games, given.into and given.into.resolve()):
        print(game)


if __name__ == "__main__":
    main()
