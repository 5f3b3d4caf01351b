"""Pictures to show: how pieces lie in a hand, in the air, in rows or on a table, with their shadows, as drawings."""

from beeprint.outputs.scene.things import Place, SetUp, Spread, Thing, arranged, drawn, fan, frame, pair, poster

__all__ = ["Place", "SetUp", "Spread", "Thing", "arranged", "drawn", "fan", "frame", "pair", "poster"]
