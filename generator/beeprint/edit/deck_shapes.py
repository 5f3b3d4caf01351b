"""The shapes of pieces to choose from: named sizes, hexagons, rounds and tiles, and the keys of each kind of shape."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, get_args

from beeprint.base.problems import Place, error_at
from beeprint.drawing.shape import SIZES, Shape
from beeprint.edit.slot_keys import SlotKey, control_of, sentences_of
from beeprint.game.shapes import ShapeSpec
from beeprint.sources.conversion import convert
from beeprint.sources.records import keys_of, words_of

#: What named sizes are called where their own name says less.
_TITLES = {"us-poker": "Poker card", "bridge": "Bridge card", "tarot": "Tarot card", "japanese": "Japanese card",
           "us-game": "American card"}  # fmt: skip
#: Other shapes, in sizes that are common.
_OTHERS: dict[str, dict[str, Any]] = {
    "Square tile": {"kind": "board", "width": 50, "height": 50},
    "Hexagon": {"kind": "hexagon", "flats": 60},
    "Round token": {"kind": "round", "diameter": 25},
    "Triangle": {"kind": "polygon", "polygon": "triangle", "edge": 40},
    "Rhombus": {"kind": "polygon", "polygon": "rhombus", "edge": 40},
    "Trapezoid": {"kind": "polygon", "polygon": "trapezoid", "edge": 30},
    "Seven hexagons": {"kind": "rosette", "flats": 20},
    "Die to fold": {"kind": "die-net", "edge": 16},
    "Player board": {"kind": "board", "width": 200, "height": 150},
}
_LABELS = {
    "kind": "Shape",
    "width": "Width",
    "height": "Height",
    "flats": "From side to side",
    "flat-top": "A side at the top",
    "corner": "Corner radius",
}


class ShapeChoice(NamedTuple):
    """A shape to choose: its title, what game.yaml says of it, and its outline."""

    title: str
    shape: dict[str, Any]
    outline: Shape


@cache
def shape_choices() -> tuple[ShapeChoice, ...]:
    """Return the shapes to choose from, the named sizes of cards first."""
    cards = {_TITLES.get(name, name.replace("-", " ").capitalize()): {"kind": "card", "size": name} for name in SIZES}
    return tuple(ShapeChoice(title, shape, outline_of(shape)) for title, shape in {**cards, **_OTHERS}.items())


def outline_of(shape: Mapping[str, Any]) -> Shape:
    """Return the outline of a shape as game.yaml states it; BuildError where it has none."""
    try:
        outline: Shape = convert(ShapeSpec, dict(shape)).outline()
    except ValueError as error:
        raise error_at(Place("shape"), str(error), "give it its sides in millimetres") from error
    return outline


@cache
def shape_keys() -> dict[str, tuple[SlotKey, ...]]:
    """Return the keys of each kind of shape, with the controls that set them."""
    return {
        kind: tuple(
            control_of(key, sentences_of("game", model.__name__).get(key.alias, ""), True, _LABELS.get(key.alias, ""))
            for key in keys_of(model)
            if key.alias != "kind"
        )
        for model in get_args(get_args(ShapeSpec)[0])
        for kind in words_of(model, "kind")
    }
