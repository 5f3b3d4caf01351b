"""Reduce a picture to the pixels that print needs."""

from __future__ import annotations

from beeprint.base.problems import Fix, Place, error_at
from beeprint.drawing import bitmap_reduced
from beeprint.edit.draft import Draft


def reduce_picture(draft: Draft, fix: Fix, place: Place) -> None:
    """Resample the picture at a place; BuildError where that would lose more than pixels."""
    path = draft.path(place)
    try:
        data = bitmap_reduced.reduce(draft.read(path) or b"", float(fix.values["factor"]))
    except ValueError as error:
        raise error_at(
            place, f"the picture cannot be reduced: {error}", "save it smaller in its own program"
        ) from error
    draft.write(path, data)
