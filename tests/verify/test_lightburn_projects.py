"""LightBurn projects as MeerK40t's loader reads them: layers as operations, and every line where the SVG has it."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import shapely
from meerk40t.core.units import UNITS_PER_MM
from meerk40t.extra.lbrn import LbrnLoader

import cutfiles
import shapes_games
from beeprint import pipeline
from beeprint.base.options import LaserOptions
from beeprint.laser.plan import Artwork
from beeprint.outputs.shared import cutting
from beeprint.sources.workspace import built_in_games
from command import call


class Node:
    """A branch of MeerK40t's tree of elements, as far as its loader asks for it."""

    def __init__(self, **values: Any) -> None:
        self.values, self.children, self.references = values, list[Node](), list[Node]()

    def add(self, **values: Any) -> Node:
        self.children.append(Node(**values))
        return self.children[-1]

    def add_reference(self, node: Node) -> None:
        self.references.append(node)

    def remove_all_children(self) -> None:
        self.children.clear()

    def focus(self) -> None:
        """Do nothing: there is no window."""


def loaded(file: Path) -> SimpleNamespace:
    """Return the elements that MeerK40t's loader makes of a project."""
    elements = SimpleNamespace(node_lock=threading.Lock(), op_branch=Node(), elem_branch=Node(), note="")
    assert LbrnLoader.load(None, elements, str(file))
    return elements


def operations(elements: SimpleNamespace) -> dict[str, Node]:
    return {node.values["label"]: node for node in elements.op_branch.children}


def agree(nodes: dict[str, Node], file: Path, layers: dict[str, str]) -> None:
    """Assert that each operation has the lines of its layer where the SVG beside the project has them."""
    svg = file.with_suffix(".svg").read_text("utf-8")
    height, drawn = cutfiles.page(svg)[1], cutfiles.from_svg(svg)
    for label, layer in layers.items():
        segments = []
        for node in nodes[label].references:
            geometry = node.values["geometry"]
            for start, _, _, _, end in geometry.segments[: geometry.index]:
                ends = [(point.real / UNITS_PER_MM, height - point.imag / UNITS_PER_MM) for point in (start, end)]
                segments.append(shapely.LineString(ends))
        read = shapely.MultiLineString(segments)
        wanted = shapely.MultiLineString(
            [
                shapely.LineString((*line.points, *line.points[: 1 if line.closed else 0]))
                for line in drawn
                if line.layer == layer
            ]
        )
        assert read.length > 0 and abs(read.length - wanted.length) < 1e-4 * wanted.length
        assert read.hausdorff_distance(wanted) < 1e-3


@pytest.mark.tool("meerk40t")
def test_a_project_is_read_with_its_layers_and_lines(tmp_path: Path) -> None:
    made = call("laser", "butine", "--only", "bee", "--profile", "lightburn", "--output", str(tmp_path))
    assert made.exit_code == 0
    file = next(tmp_path.rglob("*.lbrn2"))
    elements = loaded(file)
    assert "Butine!" in elements.note and "2 of bee" in elements.note
    settings = operations(elements)
    kinds = {label: node.values["type"] for label, node in settings.items()}
    assert kinds == {
        "C00 Engrave": "op raster",
        "C01 Engrave lines": "op cut",
        "C07 Cut outer": "op cut",
    }
    agree(
        settings, file, {"C00 Engrave": "engrave", "C01 Engrave lines": "engrave-lines", "C07 Cut outer": "cut-outer"}
    )


@pytest.mark.parametrize("name", [*sorted(built_in_games()), *shapes_games.NAMES])
def test_the_cuts_of_every_game_are_read_back(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "engrave", lambda *_: Artwork())  # which takes most of the time
    folder = built_in_games()[name] if name in built_in_games() else shapes_games.write(name, tmp_path)
    only = dict.fromkeys(shapes_games.CUT.get(name, ()), ())
    options = LaserOptions(profiles=("lightburn",), output=tmp_path / "out", only=only)
    target = pipeline.build(pipeline.check(folder, options), options).target
    files = sorted(target.rglob("*.lbrn2"))
    fronts = [file for file in files if not file.stem.endswith("-back")]
    assert fronts
    for file in fronts:
        drawn = {line.layer for line in cutfiles.from_svg(file.with_suffix(".svg").read_text("utf-8"))}
        assert "cut-outer" in drawn
        layers = {"C03 Score": "score", "C06 Cut inner": "cut-inner", "C07 Cut outer": "cut-outer"}
        agree(operations(loaded(file)), file, {label: layer for label, layer in layers.items() if layer in drawn})
