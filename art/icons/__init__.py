"""The icons that beeprint offers for any game: `python -m art.icons` draws them again.

Each is an area in a square of 24 by 24, in one ink. The words by which people find it are in
`generator/beeprint/starter/icons/words.yaml`.
"""

from __future__ import annotations

from art.icons.deeds import DEEDS
from art.icons.goods import GOODS
from art.icons.pieces import PIECES
from art.icons.things import THINGS

ICONS = {**PIECES, **GOODS, **DEEDS, **THINGS}
