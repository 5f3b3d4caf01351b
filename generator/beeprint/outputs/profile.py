"""Profiles: named products, as layouts/profiles/*.yaml say them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from beeprint.base.problems import Place
from beeprint.files.schema import Flag, Model, Number, understand
from beeprint.files.source import Node
from beeprint.files.workspace import Workspace


class Profile(Model):
    """A product: the output that makes it; the sheets that may be used, the first that fits first; pictures' dpi.

    For playtests: `ink: low` draws faces pale, `stamp` writes version and piece on them, `stocks: together` prints all
    on one paper, `shared-backs: no` leaves out backs that are alike, which a sleeve hides.

    `print-cut` makes sheets and the files that cut them: their `layers` are a laser profile's, cuts run `kerf` / 2 mm
    outside the trim, and with `picture` each sheet is a PNG for a program that takes no PDF.
    """

    output: Literal["faces", "sheets", "contact-sheet", "print-cut", "tabletop-simulator", "playingcards-io", "images"]
    title: str
    sheets: tuple[str, ...] = ()
    dpi: Annotated[Number, Field(ge=10, le=1200)] = 100
    layers: str = "generic"
    kerf: Annotated[Number, Field(ge=0, le=1)] = 0
    picture: Flag = False
    ink: Literal["full", "low"] = "full"
    stamp: Flag = False
    stocks: Literal["apart", "together"] = "apart"
    shared_backs: Flag = True
    note: str = ""


def load(workspace: Workspace, name: str, place: Place) -> tuple[Profile, Node]:
    """Return the profile of a name and its node; a problem at `place` where there is none."""
    node = workspace.yaml("layouts", f"profiles/{name}", place)
    return understand(Profile, node), node


def names(workspace: Workspace) -> list[str]:
    """Return the names of the profiles there are."""
    return [
        name.removeprefix("profiles/") for name in workspace.names("layouts", [".yaml"]) if name.startswith("profiles/")
    ]
