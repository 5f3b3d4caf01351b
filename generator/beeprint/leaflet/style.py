"""How a leaflet looks, as layouts/leaflets/*.yaml say it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from beeprint.base.problems import Place, error_at
from beeprint.face.template import merge
from beeprint.files.nodes import Node
from beeprint.files.schema import Model, Number, numbers, understand
from beeprint.files.workspace import Workspace

_MOST_PARENTS = 8


class Look(Model):
    """How text of one kind looks: `size` in points, `space` above it in mm."""

    font: str
    weight: str = "regular"
    size: Annotated[Number, Field(ge=4, le=100)]
    leading: Annotated[Number, Field(ge=0.8, le=3)] = 1.25
    align: Literal["left", "center", "right", "justify"] = "left"
    colour: str = "#222222"
    space: Annotated[Number, Field(ge=0, le=50)] = 2


class LeafletLayout(Model):
    """A page in mm, its margin, and how each kind of text looks.

    `accent` colours what leads the eye: lines, numbers, bullets; `tint` is the ground of an aside; `figure` is how high
    pictures are.
    """

    page: Annotated[tuple[Number, Number], numbers("width", "height")]
    margin: Annotated[Number, Field(ge=0, le=60)] = 8
    accent: str = "#8a6d1d"
    tint: str = "#f3efe2"
    figure: Annotated[Number, Field(ge=8, le=150)] = 32
    title: Look
    intro: Look
    heading: Look
    subheading: Look
    body: Look
    caption: Look
    note: str = ""


def load(workspace: Workspace, name: str, place: Place) -> tuple[LeafletLayout, Node]:
    """Return the layout of a name and its node, parents merged; BuildError with every fault placed."""
    node = _merged(workspace, name, place, ())
    return understand(LeafletLayout, node), node


def _merged(workspace: Workspace, name: str, place: Place, above: tuple[str, ...]) -> Node:
    if name in above or len(above) > _MOST_PARENTS:
        raise error_at(place, f"the leaflet's layout {name} extends itself")
    node = workspace.yaml("layouts", f"leaflets/{name}", place)
    parent = node.find(["extends"])
    if parent is None or not isinstance(node.value, dict):
        return node
    own = Node({key: value for key, value in node.value.items() if key != "extends"}, node.place, node.keys)
    return merge(_merged(workspace, str(parent.plain()), parent.place, (*above, name)), own)
