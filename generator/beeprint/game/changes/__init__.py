"""Compare two states of a game, read from builds or git, and list the changes as text and as pages."""

from beeprint.game.changes.compare import Backs, Change, compare
from beeprint.game.changes.page import pages
from beeprint.game.changes.report import as_json, markdown, totals
from beeprint.game.changes.revision import export, is_revision
from beeprint.game.changes.state import State, as_manifest, from_manifest, manifest_at, manifests_of, state

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
