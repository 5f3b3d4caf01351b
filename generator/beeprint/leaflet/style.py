"""The look of a leaflet, from layouts/leaflets/*.yaml."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from beeprint.base.problems import Place, error_at
from beeprint.face.template import merge
from beeprint.files.nodes import Node
from beeprint.files.schema import CENTRE, Families, Mm, Model, Number, Pt, Side, former, numbers, understand, written
from beeprint.files.workspace import Workspace

_MOST_PARENTS = 8


class Look(Model):
    """The look of one kind of text: `size` in points, `space` above it in mm."""

    font: Families
    weight: str = "regular"
    size: Annotated[Pt, Field(ge=4, le=100)]
    leading: Annotated[Number, Field(ge=0.8, le=3)] = 1.25
    align: Literal["left", "centre", "right", "justify", "start", "end"] = "left"
    colour: str = "#222222"
    space: Annotated[Mm, Field(ge=0, le=50)] = 2
    _former = former(values=CENTRE)


class LeafletLayout(Model):
    """A page in mm, its margin, and the look of each kind of text.

    `accent` colours rules, numbers and bullets; `tint` is the ground of an aside; `figure` is the height of pictures.
    """

    page: Annotated[tuple[Side, Side], numbers("width", "height")]
    margin: Annotated[Mm, Field(ge=0, le=60)] = 8
    accent: str = "#8a6d1d"
    tint: str = "#f3efe2"
    figure: Annotated[Mm, Field(ge=8, le=150)] = 32
    title: Look
    intro: Look
    heading: Look
    subheading: Look
    body: Look
    caption: Look
    note: str = ""


def load(workspace: Workspace, name: str, place: Place) -> tuple[LeafletLayout, Node]:
    """Load a leaflet's layout by name, merged with its parents; return it and its node. BuildError with every fault."""
    node = _merged(workspace, name, place, ())
    return understand(LeafletLayout, node), node


def _merged(workspace: Workspace, name: str, place: Place, above: tuple[str, ...]) -> Node:
    if name in above:
        raise error_at(place, f"the leaflet layout {name} extends itself: {' > '.join((*above, name))}")
    if len(above) > _MOST_PARENTS:
        message = f"the leaflet layout {above[0]} extends a chain of more than {_MOST_PARENTS} layouts"
        raise error_at(place, message, "put the keys into fewer layouts")
    node = workspace.yaml("layouts", f"leaflets/{name}", place)
    parent = node.find(["extends"])
    if parent is None or not isinstance(node.value, dict):
        return node
    own = Node({key: value for key, value in node.value.items() if key != "extends"}, node.place, node.keys)
    if not isinstance(parent.value, str):
        raise error_at(parent.place, f"extends is {written(parent.plain())}, not the name of one leaflet layout")
    return merge(_merged(workspace, parent.value, parent.place, (*above, name)), own)
