"""LightBurn projects as MeerK40t's loader reads them: layers as operations, and every line where the SVG has it."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import shapely
from meerk40t.core.units import UNITS_PER_MM
from meerk40t.extra.lbrn import LbrnLoader

import cutfiles
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


def test_a_project_is_read_with_its_layers_and_lines(tmp_path: Path) -> None:
    made = call("laser", "butine", "--only", "bee", "--profile", "lightburn", "--output", str(tmp_path))
    assert made.exit_code == 0
    file = next(tmp_path.rglob("*.lbrn2"))
    elements = SimpleNamespace(node_lock=threading.Lock(), op_branch=Node(), elem_branch=Node(), note="")
    assert LbrnLoader.load(None, elements, str(file))
    assert "Butine!" in elements.note and "2 of bee" in elements.note
    operations = {node.values["label"]: node for node in elements.op_branch.children}
    kinds = {label: node.values["type"] for label, node in operations.items()}
    assert kinds == {
        "C00 Engrave": "op raster",
        "C01 Engrave lines": "op cut",
        "C07 Cut outer": "op cut",
    }
    svg = file.with_suffix(".svg").read_text("utf-8")
    height = cutfiles.page(svg)[1]
    layers = {"C00 Engrave": "engrave", "C01 Engrave lines": "engrave-lines", "C07 Cut outer": "cut-outer"}
    for label, layer in layers.items():
        segments = []
        for node in operations[label].references:
            geometry = node.values["geometry"]
            for start, _, _, _, end in geometry.segments[: geometry.index]:
                ends = [(point.real / UNITS_PER_MM, height - point.imag / UNITS_PER_MM) for point in (start, end)]
                segments.append(shapely.LineString(ends))
        found = shapely.MultiLineString(segments)
        wanted = shapely.MultiLineString(
            [
                shapely.LineString((*one.points, *one.points[: 1 if one.closed else 0]))
                for one in cutfiles.from_svg(svg)
                if one.layer == layer
            ]
        )
        assert found.length > 0 and abs(found.length - wanted.length) < 1e-4 * wanted.length
        assert found.hausdorff_distance(wanted) < 1e-3
