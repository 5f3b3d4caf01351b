"""Write counts as a chart: an SVG or PNG file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from beeprint import stats
from beeprint.base import regular
from beeprint.base.problems import Place, error_at
from beeprint.draw import svg
from beeprint.files import workspace
from beeprint.files.replacing import write_whole
from beeprint.formats import png
from beeprint.game.game_fonts import fonts_of
from beeprint.game.model import Game

_DPI = 150


def write_chart(counted: Game, tables: Sequence[stats.CountTable], path: Path) -> None:
    """Write counts of a game as a chart, an SVG or PNG file, in the fonts of its language.

    BuildError if the path cannot be written or is in the game's folder.
    """
    place, folder = Place(workspace.shown(path)), counted.workspace.game
    if regular.real(path).is_relative_to(regular.real(folder)):
        message = f"the chart would be written into the game's folder {workspace.shown(folder)}"
        raise error_at(place, message, "choose a path outside it")
    fonts = fonts_of(counted, counted.workspace.font)
    drawing = stats.chart(tables, fonts)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        as_svg = path.suffix.lower() == ".svg"
        write_whole(path, svg.write(drawing, fonts).encode() if as_svg else png.encoded(drawing, fonts, _DPI))
    except OSError as error:
        raise error_at(place, f"cannot write the file: {error.strerror or error}") from error
