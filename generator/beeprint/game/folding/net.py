"""Nets: panels joined by folds into a tree, from which outline, folds, glue areas and the places for art follow."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base.geometry import SAME, Affine, Point, Rect, Ring, area, bounds, rotate, translate
from beeprint.base.panels import PanelBox

#: mm: rings that lie this close together are joined.
_NEAR = 1e-6
#: mm: how far art runs over a fold onto a flap that is glued.
KEPT = 2.0
#: A quarter of a circle as chords, cosine and sine, which for a radius of 7.5 mm stay within 0.004 mm of it.
_STEPS = 24
QUARTER = [(math.cos(math.pi / 2 * step / _STEPS), math.sin(math.pi / 2 * step / _STEPS)) for step in range(_STEPS + 1)]


class Fold(NamedTuple):
    """The line along which a panel is folded, in mm of the net, and by how many degrees: backwards, from the print."""

    parent: str
    start: Point
    end: Point
    angle: float


class Panel(Struct, frozen=True):
    """A flat part of a net: its outline in mm of the net, clockwise, and the fold that joins it to its parent.

    `turn` is how far its art is turned in the net, in degrees, so that it is upright on the folded piece. A `flap` is
    not seen on the folded piece: its neighbours' art runs over the fold.
    """

    name: str
    ring: Ring
    fold: Fold | None = None
    turn: int = 0
    flap: bool = False

    @property
    def box(self) -> Rect:
        """Return the box round it, in mm of the net."""
        return bounds(self.ring)


class Glue(NamedTuple):
    """The printed face of a flap, which is glued to the inner face of a panel."""

    flap: str
    panel: str


class Net(Struct, frozen=True, dict=True):
    """A tree of panels, the first of which is its root; all in mm, y down, the print facing the reader.

    `thickness` is that of its board, and `inside` the width, height and depth, in mm, of what the folded piece holds.
    """

    panels: tuple[Panel, ...]
    glue: tuple[Glue, ...] = ()
    thickness: float = 0.0
    inside: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @cached_property
    def by_name(self) -> dict[str, Panel]:
        """Return the panels by name."""
        return {panel.name: panel for panel in self.panels}

    @cached_property
    def outline(self) -> Ring:
        """Return the line along which the net is cut out, clockwise; ValueError if its panels do not hang together."""
        # Only games that fold something need this library.
        import shapely
        from shapely import Polygon

        whole = shapely.union_all([Polygon(panel.ring) for panel in self.panels], grid_size=_NEAR)
        if not isinstance(whole, Polygon) or whole.interiors:
            raise ValueError("the panels of a net do not hang together")
        ring = tuple(Point(x, y) for x, y in whole.exterior.simplify(_NEAR).coords[:-1])
        return ring if area(ring) > 0 else ring[::-1]

    @property
    def folds(self) -> tuple[tuple[Point, Point], ...]:
        """Return the lines to fold along; a panel whose fold has no angle only has a place of its own for art."""
        return tuple((panel.fold.start, panel.fold.end) for panel in self.panels if panel.fold and panel.fold.angle)

    @property
    def glued(self) -> tuple[Ring, ...]:
        """Return the outlines of the areas to put glue on, which begin a little beyond the fold."""
        return tuple(_beyond(self.by_name[glue.flap]) for glue in self.glue)

    @property
    def places(self) -> tuple[PanelBox, ...]:
        """Return where the art of each panel lies, but for areas of glue."""
        glued = {glue.flap for glue in self.glue}
        return tuple(self._place(panel) for panel in self.panels if panel.name not in glued)

    def _place(self, panel: Panel) -> PanelBox:
        box = panel.box
        turned = panel.turn % 180 != 0
        own = Rect(0, 0, box.height if turned else box.width, box.width if turned else box.height)
        at = translate(*box.centre) @ rotate(panel.turn) @ translate(-own.centre.x, -own.centre.y)
        sides = tuple(self._runs_on(panel, at, own, side) for side in range(4))
        return PanelBox(panel.name, own, at, (sides[0], sides[1], sides[2], sides[3]))

    def _runs_on(self, panel: Panel, at: Affine, own: Rect, side: int) -> bool:
        """Return whether no other panel that is seen joins a panel at a side, from the top clockwise."""
        a, b = own.corners[side], own.corners[(side + 1) % 4]
        middle = at.point((a.x + b.x) / 2, (a.y + b.y) / 2)
        joined = [
            (other_panel, other_panel.fold)
            for other_panel in self.panels
            if other_panel.fold and panel.name in (other_panel.name, other_panel.fold.parent)
        ]
        for other_panel, fold in joined:
            other = other_panel if fold.parent == panel.name else self.by_name[fold.parent]
            if not other.flap and _passes(fold, middle):
                return False
        return True

    def mapped(self, move: Callable[[Point], Point]) -> Net:
        """Return the net with every point moved, without turning it."""

        def panel(first_panel: Panel) -> Panel:
            fold = first_panel.fold and first_panel.fold._replace(
                start=move(first_panel.fold.start), end=move(first_panel.fold.end)
            )
            return replace(first_panel, ring=tuple(map(move, first_panel.ring)), fold=fold)

        return replace(self, panels=tuple(map(panel, self.panels)))

    @cached_property
    def at_origin(self) -> Net:
        """Return the net with the box round it moved to (0, 0)."""
        box = bounds(self.outline)
        return self.mapped(lambda point: Point(round(point.x - box.x, 6), round(point.y - box.y, 6)))


def _beyond(panel: Panel) -> Ring:
    """Return a flap without the strip along its fold, on which the art of its neighbour ends."""
    fold = panel.fold
    assert fold is not None
    along = math.dist(fold.start, fold.end)
    u, v = (fold.end.y - fold.start.y) / along * KEPT, (fold.start.x - fold.end.x) / along * KEPT
    ends = (fold.start, fold.end)
    return tuple(
        Point(x + u, y + v) if min(math.dist((x, y), end) for end in ends) < SAME else Point(x, y)
        for x, y in panel.ring
    )


def _passes(fold: Fold, point: Point) -> bool:
    """Return whether a fold passes a point, within a millimetre."""
    (ax, ay), (bx, by) = fold.start, fold.end
    dx, dy = bx - ax, by - ay
    share = ((point.x - ax) * dx + (point.y - ay) * dy) / (dx**2 + dy**2)
    share = min(1.0, max(0.0, share))
    return math.dist((ax + share * dx, ay + share * dy), point) < 1


def rectangle(x: float, y: float, right: float, bottom: float) -> Ring:
    """Return a rectangle, clockwise from its top left corner."""
    return (Point(x, y), Point(right, y), Point(right, bottom), Point(x, bottom))


def flap(fold: tuple[Point, Point], depth: float, inset: tuple[float, float] = (0, 0), radius: float = 0) -> Ring:
    """Return a flap that lies on the left of a fold from its start to its end, clockwise where y points down.

    It is `depth` mm deep and narrows towards its edge by `inset` mm at the start and at the end; its outer corners are
    rounded.
    """
    start, end = fold
    along = ((end.x - start.x), (end.y - start.y))
    length = (along[0] ** 2 + along[1] ** 2) ** 0.5
    u = (along[0] / length, along[1] / length)
    out = (u[1], -u[0])

    def at(x: float, y: float) -> Point:
        return Point(start.x + u[0] * x + out[0] * y, start.y + u[1] * x + out[1] * y)

    left, right = inset[0], length - inset[1]
    r = max(0.0, min(radius, depth, (right - left) / 2))
    if not r:
        return (at(0, 0), at(left, depth), at(right, depth), at(length, 0))
    first = [at(left + r - r * c, depth - r + r * s) for c, s in QUARTER]
    last = [at(right - r + r * s, depth - r + r * c) for c, s in QUARTER]
    return (at(0, 0), *first, *last, at(length, 0))


# Part a net that is larger than the paper: at a fold, where a flap on one part is glued inside the other.


#: mm: how wide a flap is that joins two parts, and how far it narrows towards its edge.
JOIN, TAPER = 12.0, 2.0
#: The most parts that a net is cut into.
MOST = 4


def parted(net: Net, holds: Callable[[Net], bool]) -> list[Net] | None:
    """Return a net in as few parts as are held, in mm of the whole net; None where not even MOST parts do.

    Where it is cut, the panel with the flap is smaller by the card's thickness.
    """
    nets = (_into(net, count, holds) for count in range(1, MOST + 1))
    return next((parts for parts in nets if parts is not None), None)


def _into(net: Net, count: int, holds: Callable[[Net], bool]) -> list[Net] | None:
    """Return a net in so many parts, all of which are held; None if there is no way."""
    if count == 1:
        return [net] if holds(net) else None
    for pieces, other in partings(net):
        for few in range(1, count):
            first = _into(pieces, few, holds)
            second = _into(other, count - few, holds) if first is not None else None
            if first is not None and second is not None:
                return [*first, *second]
    return None


def partings(net: Net) -> Iterator[tuple[Net, Net]]:
    """Yield each way to cut a net in two at a fold between panels that are seen, the most even ones first."""
    cuts = [panel for panel in net.panels if panel.fold and not panel.flap]

    def uneven(panel: Panel) -> float:
        return abs(2 * len(_below(net, panel.name)) - len(net.panels))

    for child in sorted(cuts, key=uneven):
        yield _cut(net, child)


def _below(net: Net, name: str) -> set[str]:
    """Return the names of a panel and of all that hang on it."""
    below_names = {name}
    for panel in net.panels:  # a parent comes before its children
        if panel.fold and panel.fold.parent in below_names:
            below_names.add(panel.name)
    return below_names


def _cut(net: Net, child: Panel) -> tuple[Net, Net]:
    """Return the two parts of a net that is cut at the fold of a panel; the flap is on the narrower panel's part."""
    fold = child.fold
    assert fold is not None
    below, parent = _below(net, child.name), net.by_name[fold.parent]
    upper = tuple(panel for panel in net.panels if panel.name not in below)
    lower = tuple(replace(panel, fold=None) if panel is child else panel for panel in net.panels if panel.name in below)
    root = lower[[panel.name for panel in lower].index(child.name)]
    lower = (root, *(panel for panel in lower if panel is not root))
    if _extent(parent, fold) <= _extent(child, fold):
        upper = _flapped(upper, parent, fold, child.name, net.thickness)
    else:
        back = Fold(child.name, fold.end, fold.start, fold.angle)
        lower = _flapped(lower, child, back, parent.name, net.thickness)
    return _part(net, upper), _part(net, lower)


def _extent(panel: Panel, fold: Fold) -> float:
    """Return how far a panel reaches from a fold."""
    u, v = _across(fold)
    depths = [(x - fold.start.x) * u + (y - fold.start.y) * v for x, y in panel.ring]
    return max(map(abs, depths))


def _across(fold: Fold) -> tuple[float, float]:
    """Return the direction from a fold towards what is folded."""
    dx, dy = fold.end.x - fold.start.x, fold.end.y - fold.start.y
    length = (dx**2 + dy**2) ** 0.5
    return dy / length, -dx / length


def _flapped(panels: tuple[Panel, ...], holder: Panel, fold: Fold, under: str, card: float) -> tuple[Panel, ...]:
    """Return panels with a flap where another one was folded; its holder is smaller by the thickness of the card."""
    u, v = _across(fold)

    def back(point: Point) -> Point:
        return Point(point.x - u * card, point.y - v * card)

    def moved(point: Point) -> Point:
        away = (point.x - fold.start.x) * u + (point.y - fold.start.y) * v
        return back(point) if abs(away) < SAME else point

    along = (-v, u)  # from start to end
    start, end = back(fold.start), back(fold.end)
    a = Point(start.x + along[0] * TAPER, start.y + along[1] * TAPER)
    b = Point(end.x - along[0] * TAPER, end.y - along[1] * TAPER)
    name = f"join-{under}"
    join = Panel(name, flap((a, b), JOIN, (TAPER, TAPER)), Fold(holder.name, a, b, 90), flap=True)
    ring: Ring = tuple(map(moved, holder.ring))
    return (*(replace(panel, ring=ring) if panel.name == holder.name else panel for panel in panels), join)


def _part(net: Net, panels: tuple[Panel, ...]) -> Net:
    """Return panels as a net, with what is glued on them."""
    names = {panel.name for panel in panels}
    glue = [tab for tab in net.glue if tab.flap in names]
    glue += [Glue(name, name.removeprefix("join-")) for name in sorted(names) if name.startswith("join-")]
    return replace(net, panels=panels, glue=tuple(dict.fromkeys(glue)))
