"""What other programs call the keys of beeprint's files: for hints where such a key is unknown."""

from __future__ import annotations

from collections.abc import Iterable

from beeprint.base.problems import nearest

#: Keys as other programs spell them, each with what beeprint may call the same thing.
_ELSEWHERE = {
    "color": ("colour", "fill", "stroke"),
    "colour": ("fill", "stroke"),
    "text-colour": ("colour",),
    "text-color": ("colour",),
    "font-color": ("colour",),
    "background": ("fill",),
    "background-color": ("fill",),
    "border": ("stroke",),
    "stroke-width": ("width",),
    "line-width": ("width",),
    "radius": ("corner",),
    "rounded": ("corner",),
    "corners": ("corner",),
    "font-size": ("size",),
    "fontsize": ("size",),
    "font-family": ("font",),
    "fontname": ("font",),
    "font-weight": ("weight",),
    "bold": ("weight",),
    "line-height": ("leading",),
    "spacing": ("leading",),
    "text-align": ("align",),
    "halign": ("align",),
    "justify": ("align",),
    "vertical-align": ("valign",),
    "baseline": ("valign",),
    "image": ("art", "icon", "kind"),
    "img": ("art",),
    "src": ("art", "data"),
    "file": ("art", "data"),
    "picture": ("art",),
    "x": ("box",),
    "y": ("box",),
    "position": ("box",),
    "rect": ("box",),
    "height": ("box",),
    "angle": ("rotate",),
    "rotation": ("rotate",),
    "alpha": ("opacity",),
    "transparency": ("opacity",),
    "visible": ("when",),
    "if": ("when",),
    "condition": ("when",),
    "loop": ("repeat",),
    "type": ("kind",),
    "count": ("copies",),
    "qty": ("copies",),
    "quantity": ("copies",),
    "csv": ("data",),
    "source": ("data",),
    "template": ("front", "layout"),
    "layout": ("front",),
}


def meant(key: str, known: Iterable[str]) -> str:
    """Return the key that a misspelt one stands for, or one that other programs call so; empty for none."""
    keys = tuple(known)
    there = (name for name in _ELSEWHERE.get(key.lower().replace("_", "-"), ()) if name in keys)
    return next(there, "") or nearest(key, keys)
