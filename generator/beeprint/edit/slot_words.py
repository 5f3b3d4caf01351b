"""What the page calls the words of keys of slots, and its sentences about keys.

The schemas speak to people who write files; these sentences speak to designers, who see labels in place of keys.
"""

from __future__ import annotations

from collections.abc import Mapping

#: What the words of a key do, as a person calls it.
TITLES: Mapping[str, Mapping[str, str]] = {
    "fit": {
        "contain": "whole picture",
        "cover": "fill and crop",
        "stretch": "stretch to fill",
        "ends": "stretch between its ends",
    },
    "within": {"trim": "the card's edge", "safe": "the safe zone"},
    "break": {"words": "between words"},
    "shape": {"outline": "the edge of the card"},
    "overflow": {"shrink": "make it smaller", "clip": "cut it off, with a warning", "hide": "cut it off"},
    "empty-lines": {"keep": "keep them", "omit": "leave them out"},
    "align": {"justify": "both edges", "start": "where a line starts", "end": "where a line ends"},
    "lattice": {"square": "squares", "hex": "hexagons on a corner", "hex-flat": "hexagons on a side"},
}
#: Sentences about keys of any kind, and those of a kind where they differ.
_SENTENCES = {
    "align": "which edge the lines of the text are set against",
    "art": "the name of the picture; a column, such as «Art», stands for what each card names there",
    "break": "whether a line may end inside a word that fits at no size, such as a web address",
    "colour": "the colour of the text",
    "cells": "the cells, such as 4x3, rosette or 0,0 1,0, or a column that holds them",
    "centre": "with the tick, the grid is in the middle of its box; without it, the first cell is at the corner",
    "clip": "the shape that the picture is cut to",
    "dash": "how long dashes and gaps are, in mm, such as 2, 1",
    "empty-lines": "what becomes of lines of the text whose columns are all empty",
    "ends": "how lines and dashes end: flat, or round and half the line's width longer",
    "engrave": "what a laser makes of it",
    "fill": "the colour of the area",
    "fit": "how the picture fills its box",
    "focus": "which part of a cropped picture shows, or where a whole one is in its box: two numbers from 0, the left "
    "and the top, to 1, the right and the bottom; 0.5, 0.5 is the middle and 0.5, 0 keeps the top",
    "font": "the font; with several, the next is used for letters that the first lacks",
    "height": "the least and the most that the box may be high, in mm, such as 5, 40",
    "hyphenate": "divides words at line ends: yes in the game's language, or a short name such as de",
    "icon": "the name of the icon; a column, such as «Type», stands for what each card names there; nothing is drawn "
    "where it is empty",
    "lattice": "how the cells lie beside each other",
    "lookup": "a table in which each cell's value is looked up",
    "max": "the size of short texts, in points: texts that fill at most half the height of their box",
    "min": "the smallest size that a text may shrink to, in points; one that does not fit then is an error",
    "mirror": "mirrors it left to right",
    "moves-with": "the layer, or layers, that it moves down with",
    "note": "a remark for you, which is not printed",
    "overflow": "what becomes of a text that does not fit at its smallest size",
    "panel": "the side of a box or a folded standee that the layer is on; X and Y count from the corner of that side",
    "raster": "draws the picture as pixels of this resolution, for effects that cannot be drawn exactly",
    "repeat": "draws it several times",
    "replaces": "a colour of the picture that Colour replaces, such as #000000 in black art for a dark ground; "
    "photographs keep their colours",
    "resize": "points to add to the size, from a column that holds +2, -1 or nothing",
    "rotate": "how far it is turned clockwise about the middle of its box, in degrees, or a column that says so",
    "shape": "what is drawn in the box",
    "size": "the size of the text, in points; a text that does not fit becomes smaller",
    "stretches-with": "the layer, or layers, that its bottom edge moves down with",
    "stroke": "the colour of the line around it",
    "table": "a table with the columns x and y, a row for each cell, in place of Cells",
    "text": "the words; a column, such as «Name», stands for what each card has there",
    "uniform": "with the tick, the texts of all cards have one size; without it, each is as large as it fits",
    "unsafe": "lets it come nearer to the edge than the safe zone",
    "values": "what each cell holds, or a column that says so",
    "weight": "how heavy the letters are",
    "width": "how wide the line is, in mm",
    "within": "which line the whole picture must stay inside",
}
_OF_KINDS = {
    ("picture", "colour"): "the colour of the parts of a drawing that have none of their own",
    ("icon", "colour"): "the colour of the parts of a drawing that have none of their own",
}


def sentence(kind: str, key: str) -> str:
    """Return the page's sentence about a key of a kind of slot; empty where that of the schema will do."""
    return _OF_KINDS.get((kind, key)) or _SENTENCES.get(key, "")
