"""The rim of a sheet, beyond its pieces: how much of it crop marks and the slug need, in mm."""

from __future__ import annotations

from beeprint.base.geometry import Rect

#: How far crop marks stay from the trim, and their least length.
MARK_AWAY, MARK_LEAST = 2.0, 1.0
#: The height of the slug, and of a strip that holds it beyond the marks; in a lower one it is between them.
SLUG_HEIGHT = 3.0
SLUG_ROOM = SLUG_HEIGHT + 0.4 + MARK_LEAST
#: The least strip that is kept for it: rounding must not take it away.
SLUG_LEAST = SLUG_HEIGHT + 0.01
#: What is kept free for the slug beyond a bleed.
SLUG_KEPT = SLUG_HEIGHT + 0.4

#: How far the mark to glue by reaches from its middle, and how far the middle is from the printable edges.
GLUE_MARK, GLUE_AWAY = 3.0, 3.2
#: What is kept free inside the printable edges of sheets to glue, for these marks, ticks and the slug.
GLUE_RIM = 9.5


def strips(inner: Rect, outer: Rect) -> tuple[float, float, float, float]:
    """Return how much is free left, above, right and below a box."""
    return inner.x - outer.x, inner.y - outer.y, outer.right - inner.right, outer.bottom - inner.bottom
