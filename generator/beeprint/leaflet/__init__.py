"""Leaflets: a game's rules as a text, set into pages that show its real pieces and say its real numbers."""

from beeprint.leaflet.pages import Leaflet, leaflet
from beeprint.leaflet.style import LeafletLayout, Look

__all__ = ["Leaflet", "LeafletLayout", "Look", "leaflet"]
