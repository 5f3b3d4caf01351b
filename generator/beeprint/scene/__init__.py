"""Pictures to show: how pieces lie in a hand, in the air, in rows or on a table, with their shadows, as drawings."""

from beeprint.scene.arrangements import Spread, fan, pair, poster
from beeprint.scene.setup import Place, SetUp, arranged
from beeprint.scene.things import Thing, drawn, frame

__all__ = ["Place", "SetUp", "Spread", "Thing", "arranged", "drawn", "fan", "frame", "pair", "poster"]
