"""beeprint as a library: what `import beeprint` offers, in the same steps as the commands.

These names, their arguments and the attributes listed in docs/python.md are stable; everything else may change.
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
from beeprint.base.printer import Printer
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at
from beeprint.base.store import Store
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing
from beeprint.drawing.fonts import Fonts
from beeprint.game import edition, model
from beeprint.game.model import Game
from beeprint.outputs.shared import Checked
from beeprint.pipeline import Built
from beeprint.sheet.printers import printers
from beeprint.sources.workspace import Workspace, built_in_games, game_folder

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
    "Printer",
    "Problem",
    "build",
    "check",
    "faces",
    "load",
    "printers",
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
    """Load a game's decks, tables and rows, without its rules and layouts; BuildError where the data are wrong.

    `game` is a folder that holds game.yaml, or the name of a game that comes with beeprint.
    """
    folder, asked = _settle(game, options or CheckOptions())
    loaded = edition.read(folder, asked)
    _check_pieces(loaded, asked)
    return loaded


def check(game: str | PathLike[str], options: CheckOptions | None = None, *, cache: bool = True) -> Checked:
    """Lay out a game's faces and return it with every problem; only the cache is written.

    BuildError where the game cannot be loaded at all. Without `cache` nothing is kept between builds.
    """
    folder, asked = _settle(game, options or CheckOptions())
    checked = pipeline.check(folder, asked, Store.open() if cache else Store())
    _check_pieces(checked.game, asked)
    return checked


def build(
    game: str | PathLike[str],
    options: FileOptions | None = None,
    *,
    cache: bool = True,
    say: Callable[[str], None] = lambda text: None,
) -> Built:
    """Check a game and write it: sheets and the like with Options, files for a laser with LaserOptions.

    If the game has errors, nothing is written and BuildError holds every problem; warnings do not stop a build. `say`
    receives a line for each profile.
    """
    folder, asked = _settle(game, options or Options())
    store = Store.open() if cache else Store()
    checked = pipeline.check(folder, asked, store)
    _check_pieces(checked.game, asked)
    built = pipeline.build(checked, asked, say)
    store.tidy()
    return built


def faces(checked: Checked) -> Iterator[DrawnFace]:
    """Yield the faces of a checked game, deck by deck in the order of its rows."""
    for (deck, piece, side), face in checked.faces.items():
        yield DrawnFace(deck, piece, side, face.drawing, checked.fonts)


def _settle(game: str | PathLike[str], options: Asked) -> tuple[Path, Asked]:
    """Return a game's folder, and options with the names of language and edition resolved."""
    name = fspath(game)
    located = game_folder(name)
    if located is None:
        hint = f"{did_you_mean(name, built_in_games())}; or give a folder that holds game.yaml"
        raise error_at(Place(name), f"there is no game {name}", hint)
    folder = located[0]
    if not (options.language or options.edition or options.players is not None):
        return folder, options
    try:
        return folder, edition.settled(model.declared(Workspace(folder)), options)
    except edition.UnknownError as error:
        raise _refuse(error) from error


def _check_pieces(game: Game, options: CheckOptions) -> None:
    try:
        edition.check_pieces(game, options)
    except edition.UnknownError as error:
        raise _refuse(error) from error


def _refuse(error: edition.UnknownError) -> BuildError:
    return error_at(Place("options"), f"{error.option}: {error.message}")
