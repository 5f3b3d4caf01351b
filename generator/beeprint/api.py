"""beeprint as a library: what `import beeprint` offers, in the steps that the commands take.

These names, their arguments and the attributes that docs/python.md lists are stable; everything else may change.
Everything here may be called from several threads at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike, fspath
from pathlib import Path
from typing import TypeVar

from beeprint import pipeline
from beeprint.base.options import CheckOptions, FileOptions, LaserOptions, Options
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at
from beeprint.base.store import Store
from beeprint.draw import svg
from beeprint.draw.drawing import Drawing
from beeprint.draw.fonts import Fonts
from beeprint.files.workspace import Workspace, built_in_games, game_folder
from beeprint.game import model, request
from beeprint.game.model import Game
from beeprint.pipeline import Built
from beeprint.products import Checked

__all__ = [
    "BuildError",
    "Built",
    "CheckOptions",
    "Checked",
    "DrawnFace",
    "Game",
    "LaserOptions",
    "Options",
    "Place",
    "Problem",
    "build",
    "check",
    "faces",
    "load",
]

Asked = TypeVar("Asked", bound=CheckOptions)


@dataclass(frozen=True)
class DrawnFace:
    """One side of a piece: `deck`, the row's `id` ("" for a back that a deck shares), `side` is front or back.

    `drawing` is in mm, (0, 0) the top left of the trim; its box is the bleed box.
    """

    deck: str
    id: str
    side: str
    drawing: Drawing
    _fonts: Fonts = field(repr=False, compare=False)

    @cached_property
    def svg(self) -> str:
        """Return the face as the text of an SVG file, its letters as outlines."""
        return svg.write(self.drawing, self._fonts)


def load(game: str | PathLike[str], options: CheckOptions | None = None) -> Game:
    """Return a game's decks, tables and rows; its rules and layouts are not looked at. BuildError where data are wrong.

    `game` is a folder that holds game.yaml, or the name of a game that comes with beeprint.
    """
    folder, asked = _settled(game, options or CheckOptions())
    found = request.read(folder, asked)
    _check_pieces(found, asked)
    return found


def check(game: str | PathLike[str], options: CheckOptions | None = None, *, cache: bool = True) -> Checked:
    """Return a game whose faces are laid out, and every problem with it; nothing is written but the cache.

    BuildError where so much is wrong that there is no game to return. Without `cache` nothing is kept between builds.
    """
    folder, asked = _settled(game, options or CheckOptions())
    found = pipeline.check(folder, asked, Store.open() if cache else Store())
    _check_pieces(found.game, asked)
    return found


def build(
    game: str | PathLike[str],
    options: FileOptions | None = None,
    *,
    cache: bool = True,
    say: Callable[[str], None] = lambda text: None,
) -> Built:
    """Check a game and write it: sheets and the like with Options, files for a laser with LaserOptions.

    BuildError with every problem, and nothing written, where the game has errors; warnings do not stop it. `say` is
    given a line for each profile.
    """
    folder, asked = _settled(game, options or Options())
    store = Store.open() if cache else Store()
    found = pipeline.check(folder, asked, store)
    _check_pieces(found.game, asked)
    built = pipeline.build(found, asked, say)
    store.tidy()
    return built


def faces(checked: Checked) -> Iterator[DrawnFace]:
    """Yield the faces of a checked game, deck by deck in the order of its rows."""
    for (deck, piece, side), face in checked.faces.items():
        yield DrawnFace(deck, piece, side, face.drawing, checked.fonts)


def _settled(game: str | PathLike[str], options: Asked) -> tuple[Path, Asked]:
    """Return a game's folder, and options with the language and edition that it has by these names."""
    name = fspath(game)
    found = game_folder(name)
    if found is None:
        hint = f"{did_you_mean(name, built_in_games())}; or give a folder that holds game.yaml"
        raise error_at(Place(name), f"there is no game {name}", hint)
    folder = found[0]
    if not (options.language or options.edition or options.players is not None):
        return folder, options
    try:
        return folder, request.settled(model.declared(Workspace(folder)), options)
    except request.UnknownError as error:
        raise _refused(error) from error


def _check_pieces(game: Game, options: CheckOptions) -> None:
    try:
        request.check_pieces(game, options)
    except request.UnknownError as error:
        raise _refused(error) from error


def _refused(error: request.UnknownError) -> BuildError:
    return error_at(Place("options"), f"{error.option}: {error.message}")
