"""Materials, from layouts/materials/*.yaml: thickness, kerf and minimum sizes."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from beeprint.base.problems import Place
from beeprint.files.schema import Mm, Model, Title, understand
from beeprint.files.workspace import Workspace
from beeprint.laser.plan import Material

#: The thickest material that folds along a score without breaking, in mm; card for folding boxes is thinner.
FOLDS = 0.6


class MaterialSpec(Model):
    """A material: lengths in mm, `kerf` the width that the beam removes; `source` is where the figures come from."""

    title: Title
    thickness: Annotated[Mm, Field(gt=0, le=50)]
    kerf: Annotated[Mm, Field(ge=0, le=2)]
    distance: Annotated[Mm, Field(ge=0, le=50)]
    feature: Annotated[Mm, Field(ge=0, le=50)]
    hole: Annotated[Mm, Field(ge=0, le=50)]
    source: str
    note: str = ""


def load(workspace: Workspace, name: str, place: Place) -> Material:
    """Load a material by name; BuildError at `place` where there is none."""
    spec = understand(MaterialSpec, workspace.yaml("layouts", f"materials/{name}", place))
    return Material(
        name,
        spec.title,
        spec.thickness,
        spec.kerf,
        spec.distance,
        spec.feature,
        spec.hole,
        spec.source,
    )


def names(workspace: Workspace) -> list[str]:
    """Return the names of all materials."""
    files = workspace.names("layouts", [".yaml"])
    return [name.removeprefix("materials/") for name in files if name.startswith("materials/")]
