"""Folded pieces: the folding is worked out again with numpy, and what meets, collides or holds is measured in space."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray

from beeprint.game import folding
from beeprint.game.folding import Net
from cases import spread

Space = NDArray[np.float64]
CARD = 0.3
#: Width, height and depth of what is held: a deck of 54 cards, mini cards, tarot, a pile of tiles, a thin deck.
SIZES = {
    "deck": (64.0, 89.0, 19.0),
    "mini": (45.0, 64.0, 7.0),
    "tarot": (71.0, 121.0, 27.0),
    "tiles": (93.0, 105.0, 60.0),
    "thin": (64.0, 89.0, 2.0),
}
NETS = {
    **{f"tuck box, {name}": folding.tuck_box(size, CARD) for name, size in SIZES.items()},
    "glued": folding.tuck_box(SIZES["deck"], CARD, glued=True),
    "thick": folding.tuck_box(SIZES["deck"], 0.6),
    **{f"tray, {name}": folding.tray(size, CARD) for name, size in SIZES.items() if size[2] > 5},
    "lid": folding.lid(SIZES["deck"], CARD),
    **{f"sleeve, {name}": folding.sleeve(size, CARD) for name, size in SIZES.items()},
}


def about(start: Space, end: Space, degrees: float) -> Space:
    """Return the 4 x 4 matrix of a turn about a line, by which what is on its left moves to z > 0."""
    axis = (end - start) / np.linalg.norm(end - start)
    angle = -math.radians(degrees)
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = turn, start - turn @ start
    return matrix


@cache
def placed(net: Net) -> dict[str, Space]:
    """Return the matrix that folds each panel, from the folds alone."""
    placed: dict[str, Space] = {}
    for panel in net.panels:
        if panel.fold is None:
            placed[panel.name] = np.eye(4)
        else:
            start, end = (np.array([*point, 0.0]) for point in (panel.fold.start, panel.fold.end))
            placed[panel.name] = placed[panel.fold.parent] @ about(start, end, panel.fold.angle)
    return placed


def face(net: Net, name: str, depth: float = 0.0) -> Space:
    """Return the corners of a panel in space, its printed face or one `depth` mm inside it."""
    ring = np.array([[x, y, depth, 1.0] for x, y in net.by_name[name].ring])
    return (ring @ placed(net)[name].T)[:, :3]


@cache
def boxes_of(net: Net) -> dict[str, tuple[Space, Space]]:
    """Return the box in space round each panel, which is a slab along the axes."""
    boxes = {}
    for panel in net.panels:
        corners = np.vstack([face(net, panel.name), face(net, panel.name, net.thickness)])
        boxes[panel.name] = corners.min(axis=0), corners.max(axis=0)
    return boxes


def overlap(net: Net, panel: str, other: str) -> float:
    """Return how many mm³ two slabs share: their outlines along the thickness they share, for parallel ones; else that
    of the boxes round them, which is more than they share."""
    boxes = boxes_of(net)
    low, high = np.maximum(boxes[panel][0], boxes[other][0]), np.minimum(boxes[panel][1], boxes[other][1])
    if (high - low).min() < 1e-6:
        return 0.0
    thin = [int(np.argmin(boxes[name][1] - boxes[name][0])) for name in (panel, other)]
    if thin[0] != thin[1]:
        return float(np.prod(high - low))
    plane = [axis for axis in range(3) if axis != thin[0]]
    flat = [shapely.Polygon(face(net, name)[:, plane]) for name in (panel, other)]
    return float(flat[0].intersection(flat[1]).area * (high - low)[thin[0]])


def joined(net: Net) -> set[frozenset[str]]:
    """Return the pairs of panels that share a fold or a corner of the wall: there they are bent, not crossed."""
    pairs = {frozenset((panel.name, panel.fold.parent)) for panel in net.panels if panel.fold}
    return pairs


def pairs(net: Net) -> Iterator[tuple[str, str]]:
    yield from ((a, b) for a, b in combinations(net.by_name, 2) if frozenset((a, b)) not in joined(net))


@pytest.mark.parametrize("name", spread(NETS, lambda name: "," not in name or name.endswith(", deck")))
def test_no_two_panels_of_a_folded_piece_take_the_same_room(name: str) -> None:
    net = NETS[name]
    crossed = {(a, b): overlap(net, a, b) for a, b in pairs(net)}
    assert {pair: volume for pair, volume in crossed.items() if volume > 0.01} == {}


@pytest.mark.parametrize("name", NETS)
def test_flaps_lie_on_the_panels_that_they_are_glued_to(name: str) -> None:
    net = NETS[name]
    assert bool(net.glue)
    for flap, panel in net.glue:
        printed, inner = face(net, flap), face(net, panel, net.thickness)
        thin = int(np.argmin(np.ptp(inner, axis=0)))
        gap = np.abs(printed[:, thin] - inner[0, thin]).max()
        assert gap <= 0.1, (flap, panel, gap)
        plane = [axis for axis in range(3) if axis != thin]
        shared = shapely.Polygon(printed[:, plane]).intersection(shapely.Polygon(inner[:, plane])).area
        assert shared == pytest.approx(shapely.Polygon(net.by_name[flap].ring).area, rel=0.01)


def distance(net: Net, panel: str, other: str) -> float:
    """Return how far apart the boxes round two slabs are."""
    boxes = boxes_of(net)
    apart = np.maximum(boxes[panel][0] - boxes[other][1], boxes[other][0] - boxes[panel][1])
    return float(np.linalg.norm(np.maximum(apart, 0)))


MEETING = {
    "tuck box": [("back", "right"), ("top", "front"), ("top", "left"), ("top", "right"), ("bottom", "front")],
    "tray": [("left", "front"), ("left", "back"), ("right", "front"), ("right", "back")],
    "lid": [("left", "front"), ("right", "back")],
    "sleeve": [("back", "right")],
}


@pytest.mark.parametrize("name", NETS)
def test_panels_that_are_not_joined_meet_within_a_tenth_of_a_millimetre(name: str) -> None:
    kind = name.partition(",")[0]
    for panel, other in MEETING.get(kind, MEETING["tuck box"]):
        assert distance(NETS[name], panel, other) <= 0.1, (panel, other)


def room(net: Net) -> list[float]:
    """Return the sides of the largest empty cuboid about the middle, the shortest first, in mm."""
    boxes = boxes_of(net)
    whole = (
        np.array([low for low, _ in boxes.values()]).min(axis=0),
        np.array([h for _, h in boxes.values()]).max(axis=0),
    )
    # The largest empty cuboid about the middle: each slab bounds it on the side that it lies on.
    low, high = whole[0].copy(), whole[1].copy()
    middle = (whole[0] + whole[1]) / 2
    for least, most in boxes.values():
        axis = int(np.argmin(most - least))
        if most[axis] < middle[axis]:
            low[axis] = max(low[axis], most[axis])
        else:
            high[axis] = min(high[axis], least[axis])
    return sorted(map(float, high - low))


@pytest.mark.parametrize("name", NETS)
def test_what_is_held_fits_between_the_inner_faces(name: str) -> None:
    net, (kind, _, size) = NETS[name], name.partition(", ")
    held = SIZES.get(size, SIZES["deck"])
    assert np.allclose(net.inside, held)
    assert all(a >= b - 1e-6 for a, b in zip(room(net), sorted(held), strict=True)), kind


@pytest.mark.parametrize("name", NETS)
def test_the_slabs_are_where_the_folds_put_them(name: str) -> None:
    net = NETS[name]
    for slab in folding.folded(net).values():
        assert np.allclose(slab.outer, face(net, slab.name), atol=1e-6)
        assert np.allclose(slab.inner, face(net, slab.name, net.thickness), atol=1e-6)


def test_a_lid_goes_over_its_tray() -> None:
    outer, inner = (boxes_of(NETS["tray, deck"]), NETS["lid"].inside)
    low = np.array([least for least, _ in outer.values()]).min(axis=0)
    high = np.array([most for _, most in outer.values()]).max(axis=0)
    lid = folding.lid((SIZES["deck"][0] + 2 * CARD + 0.8, SIZES["deck"][1] + 4 * CARD + 0.8, 12), CARD)
    assert inner != lid.inside
    assert lid.inside[0] - (high - low)[0] == pytest.approx(0.8)
    assert lid.inside[1] - (high - low)[1] == pytest.approx(0.8)


@pytest.mark.parametrize("name", NETS)
def test_the_outline_is_the_union_of_the_panels(name: str) -> None:
    net = NETS[name]
    whole = shapely.union_all([shapely.Polygon(panel.ring).buffer(1e-4) for panel in net.panels])
    outline = shapely.Polygon(net.outline)
    assert outline.is_valid and outline.symmetric_difference(whole).area < 0.5
    flat = [shapely.Polygon(panel.ring) for panel in net.panels]
    assert max(a.intersection(b).area for a, b in combinations(flat, 2)) < 1e-6, "flat panels lie side by side"


@pytest.mark.parametrize("name", ["tuck box, tarot", "tray, tiles", "sleeve, tarot"])
def test_a_net_too_large_for_the_paper_is_cut_where_it_is_folded(name: str) -> None:
    net = NETS[name]
    low, _, right, bottom = shapely.Polygon(net.outline).bounds
    most = max(right - low, bottom) * 0.75

    def holds(part: Net) -> bool:
        x, y, right, bottom = shapely.Polygon(part.outline).bounds
        return max(right - x, bottom - y) <= most

    parts = folding.parted(net, holds)
    assert parts is not None and len(parts) >= 2 and all(map(holds, parts))
    names = [panel.name for part in parts for panel in part.panels]
    joins = [name for name in names if name.startswith("join-")]
    assert sorted(set(names) - set(joins)) == sorted(net.by_name) and len(joins) == len(parts) - 1
    whole = shapely.union_all([shapely.Polygon(part.outline) for part in parts])
    missing = shapely.Polygon(net.outline).difference(whole.buffer(CARD + 0.01)).area
    assert missing < 1e-6, "no more is lost than the thickness of the card"
    for part in parts:
        flat = [shapely.Polygon(panel.ring) for panel in part.panels]
        assert max(a.intersection(b).area for a, b in combinations(flat, 2)) < 1e-6
