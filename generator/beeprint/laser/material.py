"""Materials: what a beam does to a sheet, as layouts/materials/*.yaml say it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from beeprint.base.problems import Place
from beeprint.files.schema import Model, Number, understand
from beeprint.files.workspace import Workspace
from beeprint.laser.plan import Material


class _MaterialSpec(Model):
    """A material: lengths in mm, `kerf` the width of the burnt line; `source` says where the figures come from."""

    title: str
    thickness: Annotated[Number, Field(gt=0, le=50)]
    kerf: Annotated[Number, Field(ge=0, le=2)]
    distance: Annotated[Number, Field(ge=0, le=50)]
    feature: Annotated[Number, Field(ge=0, le=50)]
    hole: Annotated[Number, Field(ge=0, le=50)]
    source: str
    note: str = ""


def load(workspace: Workspace, name: str, place: Place) -> Material:
    """Return the material of a name; a problem at `place` where there is none."""
    found = understand(_MaterialSpec, workspace.yaml("layouts", f"materials/{name}", place))
    return Material(
        name,
        found.title,
        found.thickness,
        found.kerf,
        found.distance,
        found.feature,
        found.hole,
        found.source,
    )


def names(workspace: Workspace) -> list[str]:
    """Return the names of the materials there are."""
    found = workspace.names("layouts", [".yaml"])
    return [name.removeprefix("materials/") for name in found if name.startswith("materials/")]
