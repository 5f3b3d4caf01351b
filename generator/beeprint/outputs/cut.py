"""Sheets for machines that cut what was printed before, and the files that cut them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from beeprint import sheet
from beeprint.base.options import Options
from beeprint.base.problems import BuildError, Problem
from beeprint.files.schema import understand
from beeprint.files.source import Node
from beeprint.files.workspace import slug
from beeprint.outputs.files import write_pdf, write_png
from beeprint.outputs.parts import FACE, PIXELS, Checked, Product
from beeprint.outputs.printed import stocks
from beeprint.outputs.profile import Profile
from beeprint.sheet import Sheet, SheetSpec

if TYPE_CHECKING:
    from beeprint.laser.layers import LaserProfile
    from beeprint.laser.plan import Bed


def print_cut(checked: Checked, found: Profile, node: Node, folder: Path, options: Options) -> Product:
    """Return the product of a machine that cuts printed sheets: a PDF a stock or a picture a sheet, and its cuts."""
    from beeprint.laser import layers as laser_layers
    from beeprint.outputs import printcut

    layers = laser_layers.load(checked.game.workspace, found.layers, node.at(["layers"]))
    _check_sheets(checked, found, node)
    jobs: list[tuple[float, Callable[[], None]]] = []
    sheets: dict[str, tuple[Sheet, ...]] = {}
    for stock, drawn in stocks(checked, found, node, options):
        if not found.picture:
            sheets[f"{folder.name}/{slug(stock)}.pdf"] = drawn
            work = partial(write_pdf, folder / f"{slug(stock)}.pdf", stock, drawn, checked, options)
            jobs.append((FACE * sum(len(one.fronts) for one in drawn), work))
        for one in drawn:
            path = folder / f"{slug(stock)}-{one.number:02}"
            bed = printcut.bed(one, stock, found.kerf, frame=found.picture)
            jobs.append((FACE, partial(_write_cuts, path, bed, layers, checked.game.spec.title)))
            if found.picture:
                picture = sheet.draw(one, "front", None, checked.fonts)
                pixels = PIXELS * one.paper.width * one.paper.height / 645 * (found.dpi / 100) ** 2
                jobs.append((pixels, partial(write_png, path.with_suffix(".png"), picture, checked, found.dpi)))
    return Product(found.title, (folder.name,), tuple(jobs), sheets)


def _check_sheets(checked: Checked, found: Profile, node: Node) -> None:
    """Refuse sheets that a machine cannot cut piece by piece."""
    problems = []
    for index, name in enumerate(found.sheets):
        place = node.at(["sheets", index])
        spec = understand(SheetSpec, checked.game.workspace.yaml("layouts", f"sheets/{name}", place))
        if spec.fold:
            hint = "take a sheet without fold:"
            problems.append(Problem(place, f"the sheet {name} is folded and glued, so no machine can cut it", hint))
        near = spec.spacing == "touching" or (isinstance(spec.spacing, float) and spec.spacing < 2 * found.kerf)
        if found.kerf and near:
            message = f"on the sheet {name} pieces are nearer than two kerfs of {found.kerf:g} mm"
            problems.append(Problem(place, message, "take a sheet with spacing: bleed, or kerf: 0"))
    if problems:
        raise BuildError(problems)


def _write_cuts(path: Path, bed: Bed, layers: LaserProfile, title: str) -> None:
    """Write the SVG and the DXF of a bed."""
    from beeprint.formats import cutsvg, dxf

    path.parent.mkdir(parents=True, exist_ok=True)
    cutsvg.write(path.with_suffix(".svg"), bed, layers, f"{title}: {bed.stock}, sheet {bed.number}")
    dxf.write(path.with_suffix(".dxf"), bed, layers)
