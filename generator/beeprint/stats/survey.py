"""A survey of a game's data: read without its faces, counted, and shown as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from beeprint import stats
from beeprint.base.options import CheckOptions
from beeprint.base.problems import BuildError, Place, error_at, only_errors
from beeprint.draw import svg
from beeprint.draw.fonts import Fonts
from beeprint.files import workspace
from beeprint.files.workspace import Workspace
from beeprint.formats import png
from beeprint.game import edition, model
from beeprint.game.model import Game

_DPI = 150


def read(folder: Path, options: CheckOptions) -> Game:
    """Return the game that is asked for, its data sound, its rules and faces not looked at; BuildError else."""
    box, problems = model.load(Workspace(folder), options.language)
    if only_errors(problems):
        raise BuildError(problems)
    if not options.edition and options.players is None:
        return box
    return edition.chosen(box, edition.editions(box), options.edition, options.players)


def write_chart(folder: Path, tables: Sequence[stats.Table], path: Path) -> None:
    """Write counts as a chart, an SVG or PNG file; a path that cannot be written, or lies in the game, is a problem."""
    place = Place(workspace.shown(path))
    if path.resolve().is_relative_to(folder.resolve()):
        raise error_at(place, f"the chart would lie inside the game's own folder {workspace.shown(folder)}")
    found = Workspace(folder)
    fonts = Fonts(partial(_font, found), found.font_styles)
    drawing = stats.chart(tables, fonts)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix.lower() == ".svg":
            path.write_text(svg.write(drawing, fonts), "utf-8", newline="\n")
        else:
            png.write(path, drawing, fonts, _DPI)
    except OSError as error:
        raise error_at(place, f"cannot write the file: {error.strerror or error}") from error


def _font(place: Workspace, key: str) -> Path:
    """Return the file of one of the chart's fonts."""
    path = place.font_file(key)
    if path is None:
        raise error_at(Place("fonts"), f"there is no font {key}")
    return path
