"""Leaflets: a game's rules, typeset on pages that show its real pieces and give its real numbers."""

from beeprint.leaflet.checks import check
from beeprint.leaflet.pages import Leaflet, leaflet
from beeprint.leaflet.style import LeafletLayout, Look

__all__ = ["Leaflet", "LeafletLayout", "Look", "check", "leaflet"]
