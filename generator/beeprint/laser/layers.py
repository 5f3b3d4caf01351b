"""The layers of a laser program, from layouts/laser/*.yaml: what each line and area becomes, in which order."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from beeprint.base.colour import Colour, parse
from beeprint.base.options import BED_SIZES
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.laser.plan import Area, Bed, Pass, Polyline
from beeprint.sources.conversion import understand, written
from beeprint.sources.names import slug
from beeprint.sources.nodes import Node
from beeprint.sources.records import After, Before, Model
from beeprint.sources.schema import COLOUR, Mm, Side, Title, matching, reads
from beeprint.sources.workspace import Workspace

# LightBurn's palette: a layer is known by its colour, and a colour by its number.
#
# Source: the LightBurn documentation, Color Palette (docs.lightburnsoftware.com), for names and colours; that T1 and T2
# have the numbers 30 and 31 in a project is what LightBurn's own files hold.


#: C00 to C29, then the tool layers T1 and T2, which are never output.
PALETTE = (
    *("#000000", "#0000ff", "#ff0000", "#00e000", "#d0d000", "#ff8000", "#00e0e0", "#ff00ff", "#b4b4b4", "#0000a0"),
    *("#a00000", "#00a000", "#a0a000", "#c08000", "#00a0ff", "#a000a0", "#808080", "#7d87b9", "#bb7784", "#4a6fe3"),
    *("#d33f6a", "#8cd78c", "#f0b98d", "#f6c4e1", "#fa9ed4", "#500a78", "#b45a00", "#004754", "#86fa88", "#ffdb66"),
    *("#f36926", "#0c96d9"),
)
#: The number from which on layers are tools.
TOOLS = 30


def number_of(colour: Colour) -> int | None:
    """Return the number of the layer that has a colour; None if none has it."""
    return PALETTE.index(colour.hex) if colour.hex in PALETTE else None


#: A pass of lines, or the areas of the engraving: many programs fill a layer or follow its lines, never both.
Kind = Literal["engrave", "engrave-lines", "score", "cut-inner", "cut-outer", "guide"]
#: A format that a machine's program reads.
Format = Literal["svg", "dxf", "lbrn2", "hpgl", "gpgl"]
PASSES: Mapping[Kind, Pass] = {
    "engrave": Pass.ENGRAVE,
    "engrave-lines": Pass.ENGRAVE,
    "score": Pass.SCORE,
    "cut-inner": Pass.CUT_INNER,
    "cut-outer": Pass.CUT_OUTER,
    "guide": Pass.GUIDE,
}
#: How far the guides' colour is from any other in red, green and blue: programs take the nearest colour that they have.
APART = 100.0
_NEEDED: tuple[Kind, ...] = ("engrave", "engrave-lines", "score", "cut-inner", "cut-outer")


@reads(COLOUR)
def _colour(value: object) -> object:
    parsed = parse(value) if isinstance(value, str) else None
    if parsed is None:
        raise ValueError(f"expected a colour such as #ff0000, found {written(value)}")
    return parsed


@reads({"type": "string", "pattern": r"^\s*[\d.]+\s*x\s*[\d.]+\s*$"}, besides=True)
def _size(value: object) -> object:
    return value.replace("x", " ").split() if isinstance(value, str) else value


def _usable(bed: tuple[float, float]) -> tuple[float, float]:
    if not all(BED_SIZES[0] <= side <= BED_SIZES[1] for side in bed):
        raise ValueError(f"expected sides from {BED_SIZES[0]} to {BED_SIZES[1]} mm")
    return bed


class LayerStyle(Model):
    """A layer's name, its colour and the width of its lines in mm, which lasers ignore but some drivers read."""

    name: Annotated[
        str, matching("[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}", "letters, digits, blanks, dots, hyphens and underscores")
    ]
    colour: Annotated[Colour, Before(_colour)]
    width: Annotated[Mm, Meta(gt=0, le=2)] = 0.1


class LaserProfile(Model):
    """A program's layers by pass, in working order; `guide` is optional. `bed` is in mm.

    `files` are the formats to write: HPGL and GPGL hold lines to cut only, and `lbrn2` needs LightBurn's colours.
    """

    title: Title
    bed: Annotated[tuple[Side, Side], After(_usable), Before(_size)]
    layers: dict[Kind, LayerStyle]
    files: Annotated[tuple[Format, ...], Meta(min_length=1)] = ("svg", "dxf")
    note: str = ""


class BedLayer(Struct, frozen=True):
    """One layer of a bed: what it does, how it looks, its lines or areas in working order, and its trial if any."""

    kind: Kind
    style: LayerStyle
    lines: tuple[Polyline, ...] = ()
    areas: tuple[Area, ...] = ()
    trial: str = ""

    @property
    def id(self) -> str:
        """Return what names the layer in a file, once only."""
        return f"{slug(self.trial)}-{self.kind}" if self.trial else self.kind

    @property
    def pass_(self) -> Pass:
        """Return the pass the layer belongs to."""
        return PASSES[self.kind]


def load(workspace: Workspace, name: str, place: Place) -> LaserProfile:
    """Load a laser profile by name; BuildError at `place` where there is none."""
    node = workspace.yaml("layouts", f"laser/{name}", place)
    profile = understand(LaserProfile, node)
    spot = node.at(["layers"])
    missing = [kind for kind in _NEEDED if kind not in profile.layers]
    if missing:
        raise error_at(spot, f"layers has no {', '.join(missing)}", "every pass except guide needs a layer")
    order = [kind for kind in profile.layers if kind != "guide"]
    if order[-2:] != ["cut-inner", "cut-outer"]:
        hint = "put cut-inner and then cut-outer last: a piece that is cut out no longer stays in place"
        raise error_at(spot, f"layers are in the order {', '.join(order)}", hint)
    if "guide" in profile.layers:
        _check_guide(profile, node)
    if "lbrn2" in profile.files:
        _check_palette(profile, node)
    return profile


def _check_palette(profile: LaserProfile, node: Node) -> None:
    """Refuse colours that are not layers of LightBurn; a guide has to be one of its tools, and nothing else may."""
    wrong = []
    for kind, style in profile.layers.items():
        number, place = number_of(style.colour), node.at(["layers", kind, "colour"])
        tools = " or ".join(PALETTE[TOOLS:])
        if number is None:
            hint = "use the colours of LightBurn's palette, or leave lbrn2 out of files"
            wrong.append(Problem(place, f"the colour of {kind} ({style.colour.hex}) is not a layer of LightBurn", hint))
        elif kind == "guide" and number < TOOLS:
            message = f"the colour of guide ({style.colour.hex}) is a layer that LightBurn cuts"
            wrong.append(Problem(place, message, f"use a tool layer's colour, {tools}, or leave guide out"))
        elif kind != "guide" and number >= TOOLS:
            message = f"the colour of {kind} ({style.colour.hex}) is a tool layer, which LightBurn never cuts"
            wrong.append(Problem(place, message, "use the colour of another layer of LightBurn's palette"))
    if wrong:
        raise BuildError(wrong)


def _check_guide(profile: LaserProfile, node: Node) -> None:
    """Refuse a guide that a program may take for another layer, since it knows them by their colours."""
    for kind, style in profile.layers.items():
        guide = profile.layers["guide"].colour
        if kind != "guide" and math.dist(guide, style.colour) < APART:
            message = f"the colours of guide ({guide.hex}) and {kind} ({style.colour.hex}) are too much alike"
            hint = "change the colour of guide, or leave guide out: what looks like a cut may be cut"
            raise error_at(node.at(["layers", "guide", "colour"]), message, hint)


def names(workspace: Workspace) -> list[str]:
    """Return the names of all laser profiles."""
    return [name.removeprefix("laser/") for name in workspace.names("layouts", [".yaml"]) if name.startswith("laser/")]


def bed_layers(bed: Bed, profile: LaserProfile) -> Iterator[BedLayer]:
    """Yield the layers of a bed that are not empty: those of its trials, then the others in the profile's order.

    The layers of trials have colours of LightBurn's palette that the profile does not use.
    """
    used = {style.colour.hex for style in profile.layers.values()}
    spare = (colour for text in PALETTE[8:TOOLS] if text not in used and (colour := parse(text)))
    for trial in bed.trials:
        areas, lines = (LayerStyle(name=f"{trial.name} {what}", colour=next(spare)) for what in ("fill", "lines"))
        yield BedLayer("engrave", areas, (), trial.areas, trial.name)
        yield BedLayer("engrave-lines", lines, trial.lines, (), trial.name)
    for kind, style in profile.layers.items():
        lines_ = () if kind == "engrave" else bed.lines.get(PASSES[kind], ())
        areas_ = bed.areas.get(PASSES[kind], ()) if kind == "engrave" else ()
        if lines_ or areas_:
            yield BedLayer(kind, style, tuple(lines_), tuple(areas_))
