"""Part a net that is larger than the paper: at a fold, where a flap on one part is glued inside the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from beeprint.base.geometry import SAME, Point, Ring
from beeprint.folding.net import Fold, Glue, Net, Panel, flap

#: mm: how wide a flap is that joins two parts, and how far it narrows towards its edge.
JOIN, TAPER = 12.0, 2.0
#: The most parts that a net is cut into.
MOST = 4


def parted(net: Net, holds: Callable[[Net], bool]) -> list[Net] | None:
    """Return a net in as few parts as are held, in mm of the whole net; None where not even MOST parts do.

    Where it is cut, the panel with the flap is smaller by the card's thickness.
    """
    found = (_into(net, count, holds) for count in range(1, MOST + 1))
    return next((parts for parts in found if parts is not None), None)


def _into(net: Net, count: int, holds: Callable[[Net], bool]) -> list[Net] | None:
    """Return a net in so many parts, all of which are held; None if there is no way."""
    if count == 1:
        return [net] if holds(net) else None
    for one, other in partings(net):
        for few in range(1, count):
            first = _into(one, few, holds)
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
    found = {name}
    for panel in net.panels:  # a parent comes before its children
        if panel.fold and panel.fold.parent in found:
            found.add(panel.name)
    return found


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
    found = [(x - fold.start.x) * u + (y - fold.start.y) * v for x, y in panel.ring]
    return max(map(abs, found))


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
    glue = [one for one in net.glue if one.flap in names]
    glue += [Glue(name, name.removeprefix("join-")) for name in sorted(names) if name.startswith("join-")]
    return replace(net, panels=panels, glue=tuple(dict.fromkeys(glue)))
