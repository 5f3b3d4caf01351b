"""Compare two states of a game, read from builds or git, and list the changes as text and as pages."""

from beeprint.game.changes.compare import (
    Backs,
    Change,
    State,
    as_manifest,
    compare,
    from_manifest,
    manifest_at,
    manifests_of,
    state,
)
from beeprint.game.changes.report import as_json, markdown, pages, totals
from beeprint.game.changes.revision import export, is_revision

__all__ = [
    "Backs",
    "Change",
    "State",
    "as_json",
    "as_manifest",
    "compare",
    "export",
    "from_manifest",
    "is_revision",
    "manifest_at",
    "manifests_of",
    "markdown",
    "pages",
    "state",
    "totals",
]
