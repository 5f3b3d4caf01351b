"""The picture of the table in the rules leaflet: a player's place below, what all share above."""

from __future__ import annotations

from leaflet import TEXT, eggs
from props import card_back, die
from style import Pen, oval, polyline, slab
from tokens import FORMS, crown_shape, egg_shape, rounded

WIDTH, HEIGHT = 119.0, 80.0
SQUARE = 2.9  # mm, of the small sheet
COLUMNS, ROWS = 6, 11
CARD = (13.0, 18.2)  # mm


def shared(pen: Pen) -> None:
    """Draw the piles, the bank and the dice in the middle of the table."""
    for step in (1.2, 0.6, 0.0):
        hidden(pen, 15 + step, 14 - step)
    pen.words(15, 26, "draw pile", TEXT)
    pen.line(slab(30, 6.5, 10.5, 15, 1.2), "soil-deep", 0.5)
    pen.words(35.2, 26, "discards", TEXT)
    for x, y in ((54, 9.5), (61, 8), (68, 9.6), (57.4, 16.2), (64.6, 16)):
        chip(pen, x, y)
    pen.words(61, 26, "bank of eggs", TEXT)
    for x, digit, turn in ((82, "4", -8.0), (91, "5", 5.0), (100, "2", 14.0)):
        die(pen, x, 13, digit, 7, turn)
    pen.words(91, 26, "dice", TEXT)


def hidden(pen: Pen, x: float, y: float, size: float = 1.5) -> None:
    """Draw a card from behind, about its middle."""
    edge = 0.2
    with pen.within(slab(x - 3.5 * size - edge, y - 5 * size - edge, 7 * size + 2 * edge, 10 * size + 2 * edge)):
        card_back(pen, x, y, size)


def chip(pen: Pen, x: float, y: float) -> None:
    """Draw an egg chip."""
    pen.path(oval(x, y, 3.1, 3.1), "soil-light")
    egg_shape(pen, x, y, 1.4)


def sheet(pen: Pen) -> None:
    """Draw a small nest sheet, its first blocks sketched, about the middle of (0, 0) and its foot."""
    left, top = -COLUMNS * SQUARE / 2 - 2, -ROWS * SQUARE
    pen.path(slab(-16, top - 7, 32, ROWS * SQUARE + 12, 1.2), "white")
    pen.flat(slab(-16 + 0.2, top - 6.8, 31.6, 4.4, 1), "sky")
    sketched = {(0, 0): "yellow", (1, 0): "yellow", (2, 0): "yellow", (3, 0): "brown", (3, 1): "brown"}
    sketched |= {(4, 0): "green", (5, 0): "green", (4, 1): "green"}
    for (column, row), level in sketched.items():
        pen.flat(slab(left + column * SQUARE, -(row + 1) * SQUARE, SQUARE, SQUARE), level)
    for column in range(COLUMNS + 1):
        pen.line(polyline([(left + column * SQUARE, 0), (left + column * SQUARE, top)]), "grid", 0.2)
    for row in range(ROWS + 1):
        pen.line(polyline([(left, -row * SQUARE), (left + COLUMNS * SQUARE, -row * SQUARE)]), "grid", 0.2)
    scale = left + COLUMNS * SQUARE + 4.4
    for row, count in enumerate(eggs()):
        for index in range(count):
            egg_shape(pen, scale + (index - (count - 1) / 2) * 1.9, -(row + 0.5) * SQUARE, 0.7)
    crown_shape(pen, scale, top + SQUARE / 2 - 0.1, 0.17)


def held(pen: Pen) -> None:
    """Draw what a player keeps: abilities, markers and eggs."""
    for x in (10.0, 22.0):
        hidden(pen, x, 46, 1.4)
    for y in (42, 50):
        pen.path(oval(33, y, 3.4, 3.4), "sand")
        with pen.at(33, y, 0.26):
            pen.path(rounded(FORMS["wasp"]), "vermillion")
    for x in (10.0, 18.0, 26.0):
        chip(pen, x, 60)
    pen.words(19, 70, "held: abilities,", TEXT)
    pen.words(19, 73.6, "markers, eggs", TEXT)


def played(pen: Pen) -> None:
    """Draw the cards a player has played this round."""
    wide, high = CARD
    for x, value, level, count in ((84.0, "3", "yellow", 3), (101.0, "6", "green", 6)):
        card = slab(x, 42, wide, high, 1.2)
        pen.flat(card, "soil")
        with pen.within(card):
            pen.flat(slab(x, 42, wide, 3.6), "sky")
            pen.flat(slab(x, 45.4, wide, 0.9), "grass")
        pen.path(card)
        pen.path(slab(x + 0.8, 47, wide - 1.6, 6.8, 1.2), "paper", 0.2)
        pen.path(slab(x + 0.8, 54.8, wide - 1.6, 4.6, 1.2), "paper", 0.2)
        pen.path(oval(x + 3.2, 45, 2.3, 2.3), "paper", 0.25)
        pen.words(x + 3.2, 46.2, value, 3.4, weight="900")
        if value == "6":
            pen.flat(slab(x + 2.2, 46.55, 2, 0.35), "ink")
        for index in range(count):
            pen.path(slab(x + 1.6 + index * 1.65, 56.2, 1.5, 1.5, 0.3), level, 0.2)
    pen.words(99, 70, "played", TEXT)
    pen.words(99, 73.6, "this round", TEXT)


def main() -> None:
    """Write the table."""
    pen = Pen(WIDTH, HEIGHT)
    pen.flat(slab(0, 0, WIDTH, HEIGHT), "paper")
    shared(pen)
    with pen.at(59.5, 72.5):
        sheet(pen)
    held(pen)
    played(pen)
    pen.save("leaflet/place")
