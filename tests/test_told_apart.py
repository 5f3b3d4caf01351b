"""Faces across a table and in a fanned hand: signs large enough, in one place, and the same wherever they are seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from PIL import Image

from beeprint import pipeline
from beeprint.base.colour import BLACK, Colour
from beeprint.base.geometry import Rect
from beeprint.base.options import Options
from beeprint.base.problems import Place
from beeprint.base.store import Store
from beeprint.drawing import svg
from beeprint.drawing.drawing import Use, walk
from beeprint.drawing.fonts import Fonts
from beeprint.face.layout import Face
from beeprint.face.picture import Pictures
from beeprint.outputs.shared import Checked
from beeprint.sources.workspace import Workspace, built_in_games
from conftest import POLLEN_WARS
from engines import by_resvg
from pixels import off

#: mm: what a fanned hand shows of a card, from its left and its top.
FANNED = 14, 45
RAIL = 15  # mm, how broad the column of signs is in Belle of the Ball
BLEED = 3


@pytest.fixture(scope="module")
def ball(store: Store) -> Checked:
    """Return Belle of the Ball with its guests and belles laid out."""
    return pipeline.check(built_in_games()["belle-of-the-ball"], Options(only={"guests": (), "belles": ()}), store)


def uses(face: Face) -> Iterator[tuple[str, Rect]]:
    """Yield the key and the box of each picture and icon on a face."""
    for mark, at in walk(face.drawing.marks):
        if isinstance(mark, Use) and mark.symbol.box:
            yield mark.symbol.key, (at @ mark.transform).rect(mark.symbol.box)


def key(checked: Checked, name: str, colour: Colour = BLACK) -> str:
    """Return the key of a picture of Pollen Wars."""
    return Pictures(Workspace(POLLEN_WARS), checked.fonts).get(name, colour, Place(name), "").symbol.key


def fronts(checked: Checked, *decks: str) -> Iterator[Face]:
    """Yield the fronts of decks."""
    for deck in decks:
        for row in checked.game.decks[deck].rows.rows:
            yield checked.faces[deck, row.id, "front"]


def test_a_card_shows_a_seat_for_battle_icons_only_where_it_has_them(checked: Checked) -> None:
    palette = checked.game.palette
    seats = {key(checked, f"frames/seat-{side}", palette[f"{deck}-light"]): side
             for side in ("attack", "defence") for deck in ("honey", "jelly")}  # fmt: skip
    icons = {key(checked, f"icons/{side}"): side for side in ("attack", "defence")}
    assert len(seats) == 4
    for deck in ("honey", "jelly"):
        for row in checked.game.decks[deck].rows.rows:
            names = [name for name, _ in uses(checked.faces[deck, row.id, "front"])]
            for side in ("attack", "defence"):
                count = row.values[side]
                assert sum(icons.get(name) == side for name in names) == count, row.id
                assert sum(seats.get(name) == side for name in names) == (count > 0), row.id


def test_when_a_card_may_be_played_looks_the_same_on_cards_and_on_the_reference(checked: Checked) -> None:
    signs = {"green": "icons/leaf", "blue": "icons/bolt", "yellow": "icons/star"}
    reference = {name for name, _ in uses(checked.faces["reference", "turn", "back"])}
    for timing, name in signs.items():
        assert key(checked, name) in reference
        for deck in ("honey", "jelly"):
            for row in checked.game.decks[deck].rows.rows:
                shown = key(checked, name) in {name for name, _ in uses(checked.faces[deck, row.id, "front"])}
                assert shown == (row.texts["timing"] == timing), row.id


def test_the_number_of_copies_stands_beside_cards_not_beside_a_bee(checked: Checked) -> None:
    kids = 0
    for face in fronts(checked, "honey", "jelly"):
        boxes = {ink.slot: ink.box for ink in face.inks}
        assert 0 < boxes["copies"].x - (boxes["cards"].right) < 3, face.id
        if "kid" in boxes:
            kids += 1
            assert boxes["copies"].y - (boxes["kid"].bottom) > 40, face.id
    assert kids == 9


def test_emblems_are_large_enough_to_tell_hives_apart_across_a_table(checked: Checked) -> None:
    # mm without the outline
    for hive in checked.game.tables["hives"].rows:
        emblem = key(checked, f"emblems/{hive.texts['emblem']}", checked.game.palette[hive.texts["ink"]])
        for deck, least in (("soldier", 3.2), ("forager", 3.8), ("pollen", 3.6)):
            for side in ("front", "back") if deck != "pollen" else ("front",):
                boxes = [box for name, box in uses(checked.faces[deck, f"{deck}-{hive.id}", side]) if name == emblem]
                assert len(boxes) == 1, (deck, hive.id, side)
                assert min(boxes[0].width, boxes[0].height) >= least, (deck, hive.id, side)


def test_a_field_tile_says_its_number_in_at_least_ten_points(checked: Checked) -> None:
    for face in fronts(checked, "field", "flower"):
        assert [ink.size >= 10 for ink in face.inks if ink.slot == "place"] == [True], face.id


def raster(face: Face, fonts: Fonts) -> tuple[Image.Image, float]:
    """Return a picture of a face with its bleed, and its pixels in a mm."""
    image = by_resvg(svg.write(face.drawing, fonts), 2)
    return image, image.width / face.drawing.box.width


@pytest.mark.slow
def test_a_board_has_the_colour_of_its_hive_at_every_edge_wherever_it_is_cut(checked: Checked) -> None:
    for face in fronts(checked, "board"):
        ink = checked.game.palette[f"hive-{face.id.removeprefix('board-')}"]
        image, scale = raster(face, checked.fonts)
        wide, high = image.width / scale, image.height / scale
        for step in range(1, 12):
            for deep in (1.5, 2.5, 3.5, 4.5, 5.5):  # from the edge of the bleed to 2.5 mm inside the trim
                along, down = wide * step / 12, high * step / 12
                for x, y in ((along, deep), (along, high - deep), (deep, down), (wide - deep, down)):
                    pixel = image.getpixel((round(x * scale), round(y * scale)))
                    assert isinstance(pixel, tuple)
                    assert max(abs(a - b) for a, b in zip(pixel, ink, strict=True)) < 30, (face.id, x, y)


def test_the_signs_of_a_rail_are_in_the_middle_of_it(ball: Checked) -> None:
    count = 0
    for face in fronts(ball, "guests", "belles"):
        for _, box in uses(face):
            if box.x > 2.5 and box.right < RAIL and box.width > 5 and box.height < 14:
                count += 1
                assert box.centre.x == pytest.approx(RAIL / 2, abs=0.2), (face.id, box)
    assert count > 96 * 4 + 12 * 2


@pytest.mark.slow
def test_a_fanned_hand_tells_belles_from_each_other_and_from_guests(ball: Checked) -> None:
    seen: dict[str, Image.Image] = {}
    for face in [*fronts(ball, "belles"), *list(fronts(ball, "guests"))[::16]]:
        image, scale = raster(face, ball.fonts)
        left, top = FANNED
        area = (BLEED * scale, BLEED * scale, (BLEED + left) * scale, (BLEED + top) * scale)
        seen[face.id] = image.crop(tuple(round(value) for value in area))  # type: ignore[arg-type]
    assert len(seen) == 18
    for view, other in combinations(seen, 2):
        if "L" in view + other:
            assert off(seen[view], seen[other]) > 0.01, (view, other)


def belle_key(ball: Checked, name: str) -> str:
    """Return the key of a picture of Belle of the Ball."""
    return Pictures(ball.game.workspace, ball.fonts).get(name, BLACK, Place(name), "").symbol.key


def test_a_belle_bears_the_sign_of_a_pull_and_not_that_of_a_power_that_may_be_left_unused(ball: Checked) -> None:
    attract, invite = belle_key(ball, "icons/attract"), belle_key(ball, "icons/invite")
    for face in fronts(ball, "belles"):
        names = [name for name, _ in uses(face)]
        assert names.count(attract) == 1, face.id
        assert invite not in names, face.id
    assert sum(attract in {name for name, _ in uses(face)} for face in fronts(ball, "guests")) == 40


def test_a_banner_keeps_3_mm_to_the_rail_and_to_the_trim(ball: Checked) -> None:
    braid = 1  # mm, beside the rail
    for deck, name in (("guests", "frames/plaque"), ("belles", "frames/plaque-belle")):
        banner = belle_key(ball, name)
        for face in fronts(ball, deck):
            boxes = [box for name, box in uses(face) if name == banner]
            sides = [side for box in boxes for side in (box.x - RAIL - braid, 63 - box.right)]
            assert sides == pytest.approx([3, 3], abs=0.3), face.id
