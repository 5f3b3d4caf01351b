"""What keys accept, as the controls of a page show them: from the models and the schemas of YAML files."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import replace

from beeprint.edit import slot_words
from beeprint.face.template.slots import KINDS, Binds, Box, FilledBox, Focus, Heights, Pair, Repeat
from beeprint.game.conditions import Conditions
from beeprint.game.lent_fonts import LentFonts
from beeprint.sources import schema
from beeprint.sources.records import Key, keys_of

Control = Literal[
    "text", "number", "choice", "flag", "ink", "font", "weight", "box", "conditions", "words", "numbers", "repeat",
    "counts", "texts", "families",
]  # fmt: skip
#: The keys of each kind that a designer changes most, in the order in which they are shown.
USUAL: Mapping[str, tuple[str, ...]] = {
    "text": ("text", "font", "weight", "size", "min", "colour", "align", "valign", "leading"),
    "picture": ("art", "fit", "corner", "clip", "opacity", "rotate"),
    "icon": ("icon", "colour", "opacity", "rotate"),
    "shape": ("shape", "fill", "stroke", "width", "corner", "opacity", "rotate"),
    "grid": ("lattice", "pitch", "cells", "values"),
    "edge": ("stroke", "width", "on"),
}
#: What a key is called where its own name would mislead beside others.
_LABELS = {
    "art": "Picture",
    "icon": "Icon",
    "min": "Smallest size",
    "max": "Largest size",
    "valign": "Align vertically",
    "leading": "Line height",
    "width": "Line width",
    "height": "Least and most height",
    "when": "Show when",
    "corner": "Corner radius",
    "rotate": "Turn",
    "legible": "Warn if smaller than",
    "within": "Keep inside",
    "unsafe": "May leave the safe zone",
    "panel": "Side of the tuck box",
    "stroke": "Line colour",
    "clip": "Cut to a shape",
    "focus": "Part that shows",
    "stock": "Kind of paper",
    "replaces": "Instead of the colour",
    "dash": "Dashes",
    "ends": "Line ends",
    "uniform": "Same size on all cards",
    "clear": "Space to the edges",
    "resize": "Points to add",
    "overflow": "If it does not fit",
    "break": "Break lines",
    "engrave": "Laser",
    "raster": "Draw as pixels",
    "on": "Which edges",
    "differ": "Between cells that differ in",
    "inset": "Shorter at the ends by",
    "grow": "Larger on all sides by",
}
#: Keys that few designs need: the page keeps them apart from the others.
_RARE = frozenset(
    ("panel", "engrave", "moves-with", "stretches-with", "dash", "ends", "mirror", "replaces", "raster", "legible")
)
#: What a field shows while it is empty, where the key has no default: an example, or what may be written.
_HINTS = {
    "text": "words",
    "art": "name of a picture",
    "icon": "name of an icon",
    "panel": "front",
    "moves-with": "name of a layer",
    "stretches-with": "name of a layer",
    "note": "a remark for you",
    "icon-colour": "as the text",
    "resize": "+2, or a column",
    "height": "5, 40",
    "dash": "2, 1",
    "cells": "4x3, or a column",
    "values": "1, 2, 3, or a column",
    "table": "name of a table",
    "lookup": "name of a table",
    "differ": "what they hold",
}
#: What the end of a sentence tells people who write files: an example of the key, and where more stands.
_IN_FILES = re.compile(r"(?:: `[\w-]+: [^`]*`)?(?:; see below)?$")
#: The units of types, by the functions that read them.
_UNITS = {schema.Mm: "mm", schema.Pt: "pt", schema.Resolution: "dpi"}


class SlotKey(Struct, frozen=True):
    """A key of a slot, a deck or a game: the control that sets it, its words or limits, and a sentence about it.

    `unit` is mm, pt, dpi or nothing; `default` is the text that the file would hold, "" for nothing. `titles` are what
    the page calls the words, where it has other names for them; `hint` is shown in an empty field. Few designs need a
    `rare` key.
    """

    name: str
    label: str
    control: Control
    sentence: str
    usual: bool
    required: bool
    default: str
    words: tuple[str, ...] = ()
    unit: str = ""
    least: float | None = None
    most: float | None = None
    titles: tuple[str, ...] = ()
    hint: str = ""
    rare: bool = False


@cache
def keys_of_kind(kind: str) -> tuple[SlotKey, ...]:
    """Return the keys of a kind of slot, the usual ones first; KeyError for an unknown kind."""
    sentences = sentences_of("layout", KINDS[kind].__name__)
    usual = USUAL.get(kind, ())
    keys = {
        key.alias: _slot_key(key, slot_words.sentence(kind, key.alias) or sentences.get(key.alias, ""), usual)
        for key in keys_of(KINDS[kind])
    }
    keys = {name: key for name, key in keys.items() if name not in ("kind", "each", "edges")}
    return tuple(keys[name] for name in dict.fromkeys((*usual, *keys)))


def _slot_key(key: Key, sentence: str, usual: tuple[str, ...]) -> SlotKey:
    hint, rare = _HINTS.get(key.alias, ""), key.alias in _RARE
    made = control_of(key, sentence, key.alias in usual)
    called = slot_words.TITLES.get(key.alias)
    titles = tuple(called.get(word, word) for word in made.words) if called else ()
    return replace(made, hint=hint, rare=rare, titles=titles)


def order_of(kind: str) -> tuple[str, ...]:
    """Return the keys of a slot in the order of a file: kind, style, content and look, then the box."""
    content = KINDS[kind].content_key if kind in KINDS else ""
    own = [key.alias for key in keys_of(KINDS[kind])] if kind in KINDS else []
    common = [key.alias for key in keys_of(KINDS[kind].__mro__[1])] if kind in KINDS else []
    look = [name for name in own if name not in (*common, content, "kind")]
    return tuple(dict.fromkeys(("kind", "style", *filter(None, [content]), *look, *common, "choose")))


def control_of(key: Key, sentence: str, usual: bool, label: str = "") -> SlotKey:
    """Return how a page shows a key of a model."""
    control, words, unit, (least, most) = _control(key.kind)
    control = "weight" if key.alias == "weight" else control  # its words are those of a font
    default = "" if key.required else _written(key.plain_default())
    label = label or label_of(key.alias)
    sentence = _IN_FILES.sub("", sentence[:1].upper() + sentence[1:])
    return SlotKey(key.alias, label, control, sentence, usual, key.required, default, words, unit, least, most)


def label_of(name: str) -> str:
    """Return what the field of a key is called."""
    return _LABELS.get(name, name.replace("-", " ").capitalize())


def _control(kind: Any) -> tuple[Control, tuple[str, ...], str, tuple[float | None, float | None]]:
    """Return the control for a type, its words, its unit and its limits."""
    no_limits = (None, None)
    if get_origin(kind) is Union or type(None) in get_args(kind):
        kind = next(member for member in get_args(kind) if member is not type(None))
    control = next((control for known, control in _CONTROLS if kind == known), None)
    if control is not None:
        return control, (), "", no_limits
    inner, *marks = get_args(kind) if get_origin(kind) is Annotated else (kind,)
    if words := _words(inner):
        return "choice", words, "", no_limits
    if any(isinstance(mark, Binds) and mark.inks for mark in marks):
        return "ink", (), "", no_limits
    if inner in (float, int):
        return "number", (), _unit(marks), _limits(marks)
    if get_origin(inner) is tuple:
        return ("words" if get_args(inner)[0] is str else "numbers"), (), "", no_limits
    return ("flag" if inner is bool else "text"), (), "", no_limits


def _words(kind: Any) -> tuple[str, ...]:
    """Return the words that a type accepts, with yes and no where it is a flag or a word; empty for other types."""
    if get_origin(kind) is Literal:
        return tuple(word for word in get_args(kind) if word)
    members = get_args(kind) if get_origin(kind) in (Union, UnionType) else ()
    literals = tuple(word for member in members if get_origin(member) is Literal for word in get_args(member))
    return ("yes", "no", *literals) if bool in members and literals else ()


#: The controls of types that are more than a number, a word or a text.
_CONTROLS: tuple[tuple[Any, Control], ...] = (
    (Box, "box"),
    (FilledBox, "box"),
    (Conditions, "conditions"),
    (Repeat, "repeat"),
    (schema.Families, "font"),
    (schema.Flag, "flag"),
    (Pair, "numbers"),
    (Focus, "numbers"),
    (Heights, "numbers"),
    (dict[str, schema.Count], "counts"),
    (dict[str, str], "texts"),
    (LentFonts, "families"),
)


def _unit(marks: list[Any]) -> str:
    return next((unit for known, unit in _UNITS.items() if get_args(known)[-1] in marks), "")


def _limits(marks: list[Any]) -> tuple[float | None, float | None]:
    metas = [mark for mark in marks if isinstance(mark, Meta)]
    least = [limit for meta in metas for limit in (meta.ge, meta.gt) if limit is not None]
    most = [limit for meta in metas for limit in (meta.le, meta.lt) if limit is not None]
    return max(least, default=None), min(most, default=None)


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple | list):
        return ", ".join(map(_written, value))
    return str(value) if isinstance(value, str | int) else ""


@cache
def _schema(name: str) -> Mapping[str, Any]:
    data = (resources.files("beeprint.starter") / "schemas" / f"{name}.json").read_bytes()
    schema: Mapping[str, Any] = json.loads(data)
    return schema


def sentences_of(schema: str, definition: str) -> dict[str, str]:
    """Return what each key of a definition of a schema means; a reference leads to the sentence of what several share.

    The schema itself is the definition of the whole file.
    """
    whole = _schema(schema)
    shared, sentences = whole["definitions"], {}
    for name, entry in shared.get(definition, whole)["properties"].items():
        while "description" not in entry and "$ref" in entry:
            entry = shared[entry["$ref"].rpartition("/")[2]]
        sentences[name] = str(entry.get("description", ""))
    return sentences
