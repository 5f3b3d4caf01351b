"""A room for playingcards.io: one file that holds every piece."""

from __future__ import annotations

from typing import Literal

from beeprint.files import archive
from beeprint.formats.tabletop import rooms
from beeprint.products import Order, Output, Product, Profile
from beeprint.products.exports import components, jobs, piece_count


class PlayingcardsIoProfile(Profile):
    """Rooms have pictures of one size only."""

    output: Literal["playingcards-io"]


def make(order: Order[PlayingcardsIoProfile]) -> Product:
    """Return the room."""
    name = order.checked.game.spec.id
    made = rooms.room(name, tuple(components(order.checked, order.options)))
    first, last = jobs(order, made, lambda files: archive.pack(order.folder / f"{name}.pcio", files, made.texts))
    line = f"{order.name}: {piece_count(order)}; import {name}.pcio into a room of playingcards.io"
    return Product((order.name,), first, last, (line,))


OUTPUT = Output(PlayingcardsIoProfile, make)
