"""Leaflets: a game's rules, typeset on pages that show its real pieces and give its real numbers."""

from beeprint.leaflet.pages import Leaflet, check, leaflet
from beeprint.leaflet.setter import LeafletLayout, Look

__all__ = ["Leaflet", "LeafletLayout", "Look", "check", "leaflet"]
