"""Virtual tables: what their programs load, as drawings of pictures and texts; others write them."""

from beeprint.formats.tabletop.table import Component, Item, Made, Mosaic, Picture

__all__ = ["Component", "Item", "Made", "Mosaic", "Picture"]
