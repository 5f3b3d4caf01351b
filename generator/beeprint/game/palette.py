"""Read a game's palette: its inks by name, and what a press prints for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from beeprint.base.colour import Cmyk, Colour, PressInk, parse
from beeprint.base.problems import BuildError, Problem, error_at
from beeprint.sources.conversion import understand
from beeprint.sources.nodes import Node, read_yaml
from beeprint.sources.records import After, Model
from beeprint.sources.schema import Flag, Line, Number
from beeprint.sources.workspace import Workspace

_NAME = 'write a colour in quotes, such as "#3F7D3A"'
#: Names of plates that a press has already, and that Separation keeps for itself (ISO 32000-1, 8.6.6.4).
_TAKEN = {"all", "none", "cyan", "magenta", "yellow", "black"}


def _spot(value: str) -> str:
    if value.strip().lower() in _TAKEN:
        raise ValueError(f"{value} is no name for a spot ink; write its name as the printer says it")
    if not re.fullmatch(r"[\x20-\x7e]{0,60}", value):
        raise ValueError("the name of a spot ink has at most 60 letters, digits and signs of ASCII")
    return value


class InkSpec(Model):
    """An ink with what a press prints for it; `srgb` is how it looks on screens and home printers.

    `cmyk` are the process inks in percent, or the alternate of `spot`. Black alone overprints unless `overprint` says
    otherwise. An ink that is not `shown`, such as varnish, is left out of all files but those for a press.
    """

    srgb: str
    cmyk: tuple[Annotated[Number, Meta(ge=0, le=100)], ...] = ()
    spot: Annotated[Line, After(_spot)] = ""
    overprint: Flag | None = None
    shown: Flag = True


def read_palette(workspace: Workspace, file_name: str, node: Node) -> dict[str, PressInk]:
    """Read the game's inks, by name; those of one colour, by which a press knows them, are printed alike."""
    given = "palette" in (node.value if isinstance(node.value, dict) else ())
    if not given and not (workspace.game / file_name).is_file():
        return {}
    data, file = workspace.data(file_name, node.at(["palette"]))
    inks = read_yaml(data, file)
    if not isinstance(inks.value, dict):
        raise error_at(
            inks.place,
            "the palette must be a list of names, each with its colour",
            'write a line for each, such as ink: "#22313A"',
        )
    press_inks: dict[str, PressInk] = {}
    names: dict[Colour, str] = {}
    problems: list[Problem] = []
    for name, value in inks.value.items():
        try:
            ink = _ink(name, value)
        except BuildError as error:
            problems += error.problems
            continue
        twin = names.setdefault(ink.colour, name)
        if twin in press_inks and replace(ink, name=twin) != press_inks[twin]:
            message = f"ink {name} has the colour of {twin}, {ink.colour.hex}, but is printed otherwise"
            problems.append(Problem(value.place, message, "a press knows an ink by its colour; say the same of both"))
            continue
        press_inks[name] = ink
    problems += _unlike_spots(inks, press_inks)
    if problems:
        raise BuildError(problems)
    return press_inks


def _ink(name: str, node: Node) -> PressInk:
    if not isinstance(node.value, dict):
        return PressInk(name, _colour(name, node))
    spec = understand(InkSpec, node)
    srgb = node.find(["srgb"])
    assert srgb is not None
    colour = _colour(name, srgb)
    if spec.cmyk and len(spec.cmyk) != 4:
        message = f"ink {name}: cmyk has {len(spec.cmyk)} numbers; it takes cyan, magenta, yellow and black in percent"
        raise error_at(node.at(["cmyk"]), message, "such as cmyk: [0, 0, 0, 100]")
    if not spec.shown and not spec.spot:
        message = f"ink {name} is not shown and has no spot, so nothing would be printed in it"
        raise error_at(node.at(["shown"]), message, "name its plate, such as spot: Varnish")
    cmyk = Cmyk(*spec.cmyk) if spec.cmyk else None
    black = cmyk is not None and not spec.spot and cmyk == Cmyk(0, 0, 0, 100)
    overprint = spec.overprint if spec.overprint is not None else black or not spec.shown
    return PressInk(name, colour, cmyk, spec.spot, overprint, spec.shown)


def _colour(name: str, node: Node) -> Colour:
    colour = parse(node.value) if isinstance(node.value, str) else None
    if colour is None:
        text = repr(node.value) if isinstance(node.value, str) else "a list or mapping"
        raise error_at(node.place, f"ink {name}: {text} is not a colour", _NAME)
    return colour


def _unlike_spots(inks: Node, press_inks: dict[str, PressInk]) -> Iterator[Problem]:
    """Yield a problem for each spot ink that is named like another one with an alternate of its own."""
    first: dict[str, PressInk] = {}
    for name, ink in press_inks.items():
        if ink.spot and first.setdefault(ink.spot, ink).cmyk != ink.cmyk:
            twin = first[ink.spot].name
            message = f"ink {name} is the spot ink {ink.spot}, as {twin} is, with another cmyk"
            yield Problem(inks.at([name]), message, "a plate has one ink: give both the same cmyk")
