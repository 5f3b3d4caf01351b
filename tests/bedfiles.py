"""Hold the files of a bed against the game: what a person with calipers, a clock and a scrap box would look at."""

from __future__ import annotations

import io
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from itertools import pairwise

import ezdxf
import shapely
import shapely.affinity
from msgspec import Struct
from shapely.ops import polygonize, unary_union

import beam
import cutfiles
from cutfiles import Drawn

_LINES = {"AC1009": "POLYLINE", "AC1024": "LWPOLYLINE"}


class Job(Struct, frozen=True):
    """What a bed was to be: `outlines` by name, nominal; `layers` in their order; lengths in mm."""

    outlines: Mapping[str, shapely.Polygon]
    size: tuple[float, float]
    kerf: float
    distance: float
    layers: Sequence[str]


class Piece(Struct, frozen=True):
    """A piece that falls out of the bed, the kerf taken away."""

    name: str
    outline: shapely.Polygon


def read(svg: str, dxf: str, job: Job) -> list[Drawn]:
    """Return the lines of a bed's SVG, held against the contract of both files and against each other."""
    root = ET.fromstring(svg)
    assert {element.tag.partition("}")[2] for element in root.iter()} <= {"svg", "title", "g", "path"}
    paths = [element for element in root.iter() if element.tag.endswith("}path")]
    assert {word for path in paths for word in path.attrib} <= {"d", "fill", "stroke", "stroke-width", "fill-rule"}
    assert all(re.fullmatch(r"[MLZ0-9. -]+", path.attrib["d"]) for path in paths)
    groups = [element.attrib["id"] for element in root if element.tag.endswith("}g")]
    assert groups == [layer for layer in job.layers if layer in groups]
    assert cutfiles.page(svg) == job.size
    document = ezdxf.read(io.StringIO(dxf))
    assert {entity.dxftype() for entity in document.modelspace()} <= {_LINES[document.dxfversion], "CIRCLE"}
    assert document.dxfversion == "AC1009" or document.header["$INSUNITS"] == 4
    drawn = cutfiles.from_svg(svg)
    assert cutfiles.apart(drawn, cutfiles.from_dxf(dxf, job.size[1])) < 0.005
    return drawn


def cuts(drawn: Sequence[Drawn]) -> list[shapely.LineString]:
    """Return what is cut, in order; a closed line comes back to where it began."""
    return [
        shapely.LineString((*line.points, *line.points[: 1 if line.closed else 0]))
        for line in drawn
        if line.layer.startswith("cut")
    ]


def cut_once(lines: Sequence[shapely.LineString]) -> None:
    """Assert that no two segments run side by side within 0.03 mm for more than 0.01 mm."""
    segments = [pair for line in lines for pair in pairwise(line.coords)]
    assert all(math.dist(a, b) > 0 for a, b in segments)
    drawn = [shapely.LineString(pair) for pair in segments]
    for index, other in shapely.STRtree(drawn).query(drawn, predicate="dwithin", distance=0.03).T.tolist():
        if index < other:
            (a, b), (c, d) = segments[index], segments[other]
            length = math.dist(a, b)
            ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
            across = [abs((x - a[0]) * uy - (y - a[1]) * ux) for x, y in (c, d)]
            if abs(across[0] - across[1]) < 0.02 * math.dist(c, d):
                start, end = sorted((x - a[0]) * ux + (y - a[1]) * uy for x, y in (c, d))
                assert min(end, length) - max(start, 0) < 0.01 or min(across) > 0.03, (a, b, c, d)


def pieces(lines: Sequence[shapely.LineString], job: Job) -> list[Piece]:
    """Return the pieces among the faces of the cuts: each is an outline of the job to 0.01 mm, turned by quarters."""
    pieces = []
    for face in polygonize(unary_union(lines)):
        left = shapely.Polygon(face.exterior).buffer(-job.kerf / 2, join_style="mitre", mitre_limit=10)
        if not isinstance(left, shapely.Polygon) or left.is_empty:
            continue
        middle = left.centroid
        centred = shapely.affinity.translate(left, -middle.x, -middle.y)
        for name, outline in job.outlines.items():
            near = abs(outline.area - left.area) < 0.02 * outline.length
            turned = (shapely.affinity.rotate(outline, turn, origin=(0, 0)) for turn in (0, 90, 180, 270))
            if near and any(centred.hausdorff_distance(shape) < 0.01 for shape in turned):
                pieces.append(Piece(name, left))
                break
    return pieces


def kept_apart(pieces: Sequence[Piece], lines: Sequence[shapely.LineString], job: Job) -> None:
    """Assert that pieces share a cut or keep the material's distance, as they do from the edges and from fiducials."""
    rim = shapely.box(0, 0, *job.size)
    outlines = [piece.outline for piece in pieces]
    tree = shapely.STRtree(outlines)
    for index, outline in enumerate(outlines):
        # What is left beside a piece begins half a kerf beyond the line that cuts it.
        assert rim.contains(outline) and rim.exterior.distance(outline) > job.distance + job.kerf - 0.01
        for other in tree.query(outline, predicate="dwithin", distance=job.distance + 2 * job.kerf - 0.01):
            if other != index:
                gap = outline.distance(outlines[other])
                assert job.kerf - 0.002 < gap
                # Those that share no edge meet at a corner, if they are as near as that.
                web = shapely.shortest_line(outline, outlines[other]).buffer(job.kerf / 2 + 0.001)
                assert gap < 2.2 * job.kerf + 0.002 or _all_falls_out(web, outlines, lines), (pieces[index].name, gap)
    for ring in (shapely.Polygon(line) for line in lines if line.is_ring):
        for index in tree.query(ring, predicate="dwithin", distance=job.distance):
            if not outlines[index].intersects(ring):
                assert ring.buffer(job.kerf / 2).distance(outlines[index]) > job.distance - 0.01


def _all_falls_out(
    web: shapely.Polygon, outlines: Sequence[shapely.Polygon], lines: Sequence[shapely.LineString]
) -> bool:
    """Return whether what lies between two outlines is a scrap between rounded corners, cut out on all sides."""
    scraps = [face for face in polygonize(unary_union(lines)) if face.contains(web.centroid)]
    return len(scraps) == 1 and scraps[0].area < min(outline.area for outline in outlines) / 4


def inside_first(lines: Sequence[shapely.LineString]) -> None:
    """Assert that nothing is cut in, or along the inside of, what a closed line has set free."""
    tree = shapely.STRtree(lines)
    for number, line in enumerate(lines):
        if line.is_ring:
            free = shapely.Polygon(line).buffer(1e-3)
            assert not [later for later in tree.query(free, predicate="contains") if later > number]


def fall_out(lines: Sequence[shapely.LineString], pieces: Sequence[Piece], job: Job, scale: float) -> list[float]:
    """Cut on a picture; assert that each piece falls out in its size, and return the sizes of all else in mm2."""
    left = beam.burnt([list(line.coords) for line in lines], job.kerf, job.size, scale)
    sizes = sorted(pixels / scale**2 for pixels in beam.pieces(left) if pixels > scale**2)
    for piece in sorted(pieces, key=lambda piece: piece.outline.area):
        slack = (0.03 + 0.6 / scale) * piece.outline.length
        fitting = [size for size in sizes if abs(size - piece.outline.area) < slack]
        assert fitting, (piece.name, piece.outline.area)
        sizes.remove(fitting[0])
    return sizes
