"""Deal sample hands from a deck, always the same ones for the same seed."""

from __future__ import annotations

import random

from beeprint.game.model import Deck

#: The most cards of a hand, and hands dealt at once.
MOST_CARDS, MOST_HANDS = 60, 20


def deal(deck: Deck, seed: int, size: int, hands: int) -> list[list[str]]:
    """Shuffle a deck, each row as often as the box holds it, and deal hands of so many cards as keys of pieces.

    The shuffle is Fisher and Yates's over `random.random`, whose numbers Python promises to keep for a seed. Where the
    deck is too small, the last hands are short.
    """
    cards = [f"{deck.name}/{row.id}" for row in deck.rows.rows for _ in range(row.copies)]
    chance = random.Random(seed)
    for last in range(len(cards) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    return [cards[number * size : (number + 1) * size] for number in range(hands)]
