"""Profiles: named products, as layouts/profiles/*.yaml say them."""

from __future__ import annotations

from typing import Literal

from beeprint.problems import Place
from beeprint.schema import Model, understand
from beeprint.source import Node
from beeprint.workspace import Workspace

DEFAULT = ("faces", "home-a4")


class Profile(Model):
    """A product: which output makes it, and for sheets which sheets may be used, the first that fits a piece first."""

    output: Literal["faces", "sheets"]
    title: str
    sheets: tuple[str, ...] = ()
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
