"""Printing conditions, from layouts/conditions/*.yaml: an ICC profile, what it is called, and the most ink."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from beeprint.base.problems import Place, did_you_mean, error_at
from beeprint.press.icc import Intent, Profile
from beeprint.press.standard import CUTS, Expected
from beeprint.press.vendor import Vendor
from beeprint.sources.conversion import understand
from beeprint.sources.records import Model
from beeprint.sources.schema import Line, Number, Title
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import Workspace, shown

#: The amounts of ink in percent that a limit may be.
Limit = Annotated[Number, Meta(ge=100, le=400)]


class ConditionSpec(Model):
    """A printing condition: `icc` names the profile beside the file, `identifier` is its name in the `registry`.

    `limit` is the most ink that the profile itself gives, in percent; `source` says where the profile comes from.
    """

    title: Title
    icc: str
    identifier: Line
    registry: Line = ""
    limit: Limit
    source: str
    licence: Line
    note: str = ""


class Condition(Struct, frozen=True):
    """What a file is printed with: the profile, what its output intent says, and the most ink in percent."""

    profile: Profile
    identifier: str
    registry: str
    title: str
    limit: float


def load(
    workspace: Workspace, name: str, place: Place, intent: Intent = "relative", black_point: bool = True
) -> Condition:
    """Load a condition by name; BuildError at `place` where there is none or its profile cannot be used."""
    node = workspace.yaml("layouts", f"conditions/{name}", place)
    spec = understand(ConditionSpec, node)
    icc_files = workspace.find("layouts", f"conditions/{spec.icc}", (".icc", ".icm"))
    if icc_files is None:
        here = [file.removeprefix("conditions/") for file in workspace.names("layouts", (".icc", ".icm"))]
        raise error_at(node.at(["icc"]), f"there is no profile conditions/{spec.icc}.icc", did_you_mean(spec.icc, here))
    profile = _profile(icc_files, node.at(["icc"]), intent, black_point)
    return Condition(profile, spec.identifier, spec.registry, spec.title, spec.limit)


def of_file(path: Path, intent: Intent = "relative", black_point: bool = True) -> Condition:
    """Return the condition of a profile that somebody names; what it is called is what it says itself."""
    profile = _profile(path, Place(shown(path)), intent, black_point)
    return Condition(profile, profile.description, "", profile.description, 400.0)


def names(workspace: Workspace) -> list[str]:
    """Return the names of all conditions."""
    files = workspace.names("layouts", [".yaml"])
    return [name.removeprefix("conditions/") for name in files if name.startswith("conditions/")]


def _profile(path: Path, place: Place, intent: Intent, black_point: bool) -> Profile:
    try:
        return _understood(read_bytes(path, shown(path)), intent, black_point)
    except ValueError as error:
        hint = "a printer's own profile comes from the printer; it is for CMYK output, ICC version 2"
        raise error_at(place, f"{shown(path)} cannot be printed with: {error}", hint) from error


@lru_cache(maxsize=4)
def _understood(data: bytes, intent: Intent, black_point: bool) -> Profile:
    return Profile(data, intent, black_point)  # its tables take a tenth of a second to make


# What a vendor asks of a PDF, as `beeprint preflight` checks it, whoever made the file.


def asked(
    vendor: Vendor, condition: Condition, standard: str, limit: float, order: str = "", lines: Sequence[str] = ()
) -> Expected:
    """Return what a vendor asks of a file of pieces, a side on each page.

    `order` is that of the pages, the vendor's own if it is missing. `lines` are the spot inks of cut lines and folds
    that a profile adds. Of several sizes, the least bleed and safe distance count.
    """
    takes = vendor.files
    cut = (takes.spots["cut"],) if "cut" in takes.spots else ()
    conditions = dict.fromkeys(filter(None, (condition.identifier, takes.condition)))
    return Expected(
        standard,
        title=vendor.name,
        limit=limit,
        dpi=takes.dpi,
        conditions=tuple(conditions),
        bleed=min(margin.bleed for margin in vendor.margins),
        safe=min(margin.safe for margin in vendor.margins),
        sizes=tuple(cut.trim for cut in vendor.cuts) if vendor.sizes == "listed" else (),
        marks=takes.marks,
        spots=None if takes.other_spots else tuple(takes.spots.values()),
        cuts=tuple(dict.fromkeys((*cut, *lines, *(CUTS if takes.other_spots else ())))),
        even=(order or takes.order) in ("back-front", "front-back") and vendor.backs == "card",
        least_text=takes.least_text,
    )
