"""Pictures for vendors: their pixels, names and lists, orders of mpc-autofill, and what is said of art and numbers."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import mpc_order
from beeprint.sources.workspace import SHIPPED
from command import call, made
from conftest import POLLEN_WARS

BELLE = SHIPPED / "data" / "belle-of-the-ball"
RED, GREEN, BLUE, PAPER = (200, 0, 0), (0, 160, 0), (0, 0, 200), (240, 230, 210)

GAME = """
id: mine
version: "1"
title: Mine
decks:
  cards:
    title: Cards
    data: cards.csv
    columns: {name: text}
    shape: {kind: card, size: standard-card, corner: 3}
    front: card
    back: {layout: back}
    stock: cards
  wide:
    title: Wide cards
    data: wide.csv
    shape: {kind: card, width: 63.5, height: 44.45, corner: 3}
    front: wide
    back: {layout: wide-back, each: piece}
    stock: cards
  chips:
    title: Chips
    data: chips.csv
    shape: {kind: round, diameter: 25.4}
    safe: 3.2
    front: chip
    stock: chips
  tiles:
    title: Tiles
    data: tiles.csv
    shape: {kind: hexagon, flats: 54.993, flat-top: yes}
    front: tile
    stock: tiles
"""
FILES = {
    "game.yaml": GAME,
    "palette.yaml": 'red: "#c80000"\ngreen: "#00a000"\nblue: "#0000c8"\npaper: "#f0e6d2"\n',
    "cards.csv": "id,name,copies\nA1,=one,3\nA2,two,1\n",
    "wide.csv": "id,copies\nw,2\n",
    "chips.csv": "id,copies\nc,4\n",
    "tiles.csv": "id,copies\nt,1\n",
    "layouts/card.yaml": "slots:\n  ground: {kind: shape, shape: rectangle, box: bleed, fill: paper}\n"
    "  band: {kind: shape, shape: rectangle, box: [0, 40, 63, 10], fill: red}\n",
    "layouts/back.yaml": "slots:\n  ground: {kind: shape, shape: rectangle, box: bleed, fill: blue}\n",
    "layouts/wide.yaml": "slots:\n  ground: {kind: shape, shape: rectangle, box: bleed, fill: paper}\n"
    "  top: {kind: shape, shape: rectangle, box: [20, 5, 20, 5], fill: red}\n",
    "layouts/wide-back.yaml": "slots:\n  ground: {kind: shape, shape: rectangle, box: bleed, fill: paper}\n"
    "  top: {kind: shape, shape: rectangle, box: [20, 5, 20, 5], fill: green}\n",
    "layouts/chip.yaml": "slots:\n  ground: {kind: shape, shape: ellipse, box: bleed, fill: green}\n",
    "layouts/tile.yaml": "slots:\n  ground: {kind: shape, shape: rectangle, box: bleed, fill: green}\n",
}


def written(folder: Path) -> Path:
    """Write a game of plain colours: cards, cards that lie on their sides, rounds and hexagons."""
    for name, text in FILES.items():
        path = folder / "mine" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder / "mine"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a game to change."""
    return written(tmp_path)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the game as it is, for all tests that do not change it."""
    return written(tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="module")
def crafted(plain: Path) -> Path:
    """Return all of the game's pictures for The Game Crafter."""
    return build(plain, "the-game-crafter")


@pytest.fixture(scope="module")
def offered(plain: Path) -> dict[str, Any]:
    """Return who makes what of the game."""
    return offers(plain)


def build(game: Path, profile: str, *decks: str) -> Path:
    """Build decks, or the whole game, and return the folder of the profile."""
    only = [word for deck in decks for word in ("--only", deck)]
    made("build", str(game), "--profile", profile, "--output", str(game.parent / "out"), *only)
    return game.parent / "out" / game.name / profile


def said(game: Path, profile: str, *decks: str) -> str:
    only = [word for deck in decks for word in ("--only", deck)]
    return call("build", str(game), "--profile", profile, "--output", str(game.parent / "out"), *only).output


def profile(game: Path, text: str) -> None:
    """Write the profile `own` of the game."""
    path = game / "layouts" / "profiles" / "own.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"title: own\noutput: upload\n{text}", "utf-8")


def vendor(game: Path, name: str, entry: str, put: str) -> None:
    """Give the game its own file of a vendor, with something changed."""
    text = (SHIPPED / "layouts" / "vendors" / f"{name}.yaml").read_text("utf-8")
    assert text.count(entry) == 1
    path = game / "layouts" / "vendors" / f"{name}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text.replace(entry, put), "utf-8")


def opened(path: Path) -> Image.Image:
    with Image.open(path) as image:
        image.load()
        return image


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def listed(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text("utf-8").splitlines()))


def test_a_folder_for_each_deck_holds_each_face_once_and_a_list_says_what_to_order(crafted: Path) -> None:
    folder = crafted
    assert files(folder) == [
        "cards.csv", "cards/A1.front.png", "cards/A2.front.png", "cards/back.png", "chips.csv", "chips/c.front.png",
        "tiles.csv", "tiles/t.front.png", "wide.csv", "wide/w.back.png", "wide/w.front.png",
    ]  # fmt: skip
    columns = ("product", "piece", "name", "quantity", "front", "back")
    assert [tuple(row[column] for column in columns) for row in listed(folder / "cards.csv")] == [
        ("EuroPokerDeck", "A1", "'=one", "3", "cards/A1.front.png", "cards/back.png"),
        ("EuroPokerDeck", "A2", "two", "1", "cards/A2.front.png", "cards/back.png"),
    ]
    assert [(row["product"], row["back"]) for row in listed(folder / "chips.csv")] == [("LargeCircleChit", "")]
    assert [row["product"] for row in listed(folder / "tiles.csv")] == ["MediumHexTile"]


@pytest.mark.parametrize(
    ("deck", "size"),
    [("cards", (825, 1125)), ("wide", (600, 825)), ("chips", (375, 375)), ("tiles", (825, 750))],
)
def test_pictures_have_exactly_the_pixels_of_the_product_and_nothing_to_see_through(
    deck: str, size: tuple[int, int], crafted: Path
) -> None:
    pictures = [opened(path) for path in (crafted / deck).glob("*.png")]
    assert pictures and {(picture.size, picture.mode, picture.format) for picture in pictures} == {(size, "RGB", "PNG")}
    assert all("transparency" not in picture.info for picture in pictures)
    # pHYs, the resolution that a PNG file notes, counts pixels in a metre.
    assert {tuple(round(value) for value in picture.info["dpi"]) for picture in pictures} == {(300, 300)}


def test_the_trim_lies_where_the_vendor_cuts(crafted: Path) -> None:
    """A band from trim to trim begins 40.45 pixels inside: 825 pixels are 69.85 mm, of which the card has 63."""
    picture = opened(crafted / "cards" / "A1.front.png")
    middle = round((1125 - 88 / 25.4 * 300) / 2 + 45 / 25.4 * 300)
    assert [picture.getpixel((x, middle)) for x in (0, 39, 41, 783, 785, 824)] == [PAPER, PAPER, RED, RED, PAPER, PAPER]
    assert {picture.getpixel((x, y)) for x in (0, 824) for y in (0, 1124)} == {PAPER}


def test_a_card_smaller_than_the_die_lies_in_its_middle(game: Path) -> None:
    """A card of 63 x 88 mm on a die of 63.5 x 88.9 mm."""
    vendor(
        game,
        "the-game-crafter",
        "{name: euro-poker, kind: card, trim: [63, 88]",
        "{name: x, kind: card, trim: [40, 70]",
    )
    picture = opened(build(game, "the-game-crafter", "cards:A1") / "cards" / "A1.front.png")
    row = [picture.getpixel((x, 568)) == RED for x in range(825)]
    left, right = row.index(True), row[::-1].index(True)
    assert abs(left - right) <= 1 and left == pytest.approx((825 - 63 / 25.4 * 300) / 2, abs=1)
    assert listed(build(game, "the-game-crafter", "cards:A1") / "cards.csv")[0]["product"] == "PokerDeck"


def test_a_deck_on_its_side_has_one_top_on_front_and_back(crafted: Path) -> None:
    """Seen from the front the top is the right edge of the card, seen from behind the left: it is one edge."""
    folder = crafted / "wide"
    marks = {}
    for name, colour in (("w.front", RED), ("w.back", GREEN)):
        pixels = opened(folder / f"{name}.png").load()
        assert pixels is not None
        marks[name] = [(x, y) for x in range(600) for y in range(0, 825, 5) if pixels[x, y] == colour]
    scale = 300 / 25.4
    # The slot lies 5 to 10 mm below the top, which is the trim's right edge; the trim is 37.5 pixels inside.
    front, back = ([x for x, _ in marks[name]] for name in ("w.front", "w.back"))
    assert max(front) == pytest.approx(600 - 37.5 - 5 * scale, abs=2.5) and min(front) == pytest.approx(
        max(front) - 5 * scale, abs=3
    )
    assert min(back) == pytest.approx(37.5 + 5 * scale, abs=1.5)
    # It begins 20 mm from the piece's left edge, which is at the head of the turned front and at the foot of the back.
    assert min(y for _, y in marks["w.front"]) == pytest.approx(37.5 + 20 * scale, abs=5)
    assert max(y for _, y in marks["w.back"]) == pytest.approx(825 - 37.5 - 20 * scale, abs=5)


def test_what_is_outside_rounds_and_hexagons_is_bleed_or_white(crafted: Path) -> None:
    chip, tile = opened(crafted / "chips" / "c.front.png"), opened(crafted / "tiles" / "t.front.png")
    assert (chip.getpixel((187, 1)), chip.getpixel((0, 0))) == (GREEN, (255, 255, 255))
    # The bleed of the hexagon goes on to the upper edge of the picture.
    assert (tile.getpixel((412, 1)), tile.getpixel((0, 0))) == (GREEN, (255, 255, 255))


@pytest.mark.parametrize("name", ["makeplayingcards", "printers-studio"])
def test_a_vendor_that_takes_more_pixels_gets_twice_as_many_where_a_profile_says_so(name: str, game: Path) -> None:
    folder = build(game, name, "cards")
    assert files(folder) == ["cards.csv", "cards/back.png", "cards/fronts/1-A1.png", "cards/fronts/2-A2.png"]
    picture = opened(folder / "cards" / "fronts" / "1-A1.png")
    assert picture.size == (816, 1110) and round(picture.info["dpi"][0]) == 300
    profile(game, f"vendor: {name}\ndpi: 600\n")
    twice = opened(build(game, "own", "cards:A1") / "cards" / "fronts" / "1-A1.png")
    assert twice.size == (1632, 2220) and round(twice.info["dpi"][0]) == 600


def test_the_summary_names_the_price_that_is_paid(game: Path) -> None:
    assert "own" not in files(game.parent)
    assert "makeplayingcards/cards: 4 pieces, at the price of 18, game, 3 pictures" in said(
        game, "makeplayingcards", "cards"
    )


# orders of mpc-autofill -----------------------------------------------------------------------------------------------


def test_an_order_names_each_card_as_often_as_the_game_has_it(game: Path) -> None:
    folder = build(game, "mpc-autofill", "cards")
    order = mpc_order.read(folder / "order.xml")
    assert order.problems == [] and (order.quantity, order.stock, order.foil) == (4, "(S30) Standard Smooth", False)
    assert Counter(order.fronts.values()) == {"cards/A1.front.png": 3, "cards/A2.front.png": 1}
    assert set(order.backs.values()) == {"cards/back.png"}
    sources = {element.text for element in ET.parse(folder / "order.xml").iter("sourceType")}
    assert sources == {"Local File"}


def test_more_cards_than_an_order_holds_become_several_orders(game: Path) -> None:
    (game / "cards.csv").write_text("id,name,copies\nA1,one,600\nA2,two,20\nA3,three,4\n", "utf-8")
    folder = build(game, "mpc-autofill", "cards")
    orders = [mpc_order.read(folder / name) for name in ("order.xml", "order-2.xml")]
    assert [order.problems for order in orders] == [[], []]
    assert [order.quantity for order in orders] == [612, 12]
    fronts = sum((Counter(order.fronts.values()) for order in orders), Counter())
    assert fronts == {"cards/A1.front.png": 600, "cards/A2.front.png": 20, "cards/A3.front.png": 4}


def test_decks_with_other_backs_or_none_share_an_order(game: Path) -> None:
    text = (
        (game / "game.yaml")
        .read_text("utf-8")
        .replace("{kind: card, width: 63.5, height: 44.45, corner: 3}", "{kind: card, size: standard-card}")
    )
    text = text.replace("{kind: round, diameter: 25.4}", "{kind: card, size: standard-card}")
    (game / "game.yaml").write_text(text, "utf-8")
    folder = build(game, "mpc-autofill", "cards", "wide", "chips")
    order = mpc_order.read(folder / "order.xml")
    assert order.problems == [] and order.quantity == 10
    backs = Counter(zip(order.fronts.values(), (order.backs[slot] for slot in order.fronts), strict=True))
    assert backs == {
        ("cards/A1.front.png", "cards/back.png"): 3,
        ("cards/A2.front.png", "cards/back.png"): 1,
        ("wide/w.front.png", "wide/w.back.png"): 2,
        ("chips/c.front.png", "chips/back.png"): 4,
    }
    assert opened(folder / "chips" / "back.png").getextrema() == ((255, 255),) * 3


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("vendor: mpc-autofill\nstock: S30\n", "4:8", "mpc-autofill has no stock S30"),
        (
            "vendor: mpc-autofill\nstock: (P10) Plastic\nfoil: yes\n",
            "5:7",
            "mpc-autofill prints no foil on (P10) Plastic",
        ),
        ("vendor: the-game-crafter\ndpi: 600\n", "4:6", "The Game Crafter takes pictures of 300 dpi only"),
        ("vendor: drivethrucards\n", "3:9", "DriveThruCards takes PDF files"),
        ("vendor: the-game-crafer\n", "3:9", "did you mean"),
    ],
)
def test_what_a_vendor_does_not_take_is_an_error_at_the_key(text: str, place: str, message: str, game: Path) -> None:
    profile(game, text)
    messages = said(game, "own", "cards")
    assert f"own.yaml:{place}: error" in messages and message in messages and "nothing was written" in messages


def test_a_press_profile_for_a_vendor_of_pictures_is_an_error(game: Path) -> None:
    profile(game, "")
    path = game / "layouts" / "profiles" / "own.yaml"
    path.write_text("title: own\noutput: press\nvendor: the-game-crafter\ncondition: coated-300\n", "utf-8")
    assert "own.yaml:3:9: error: The Game Crafter takes pictures" in said(game, "own", "cards")


def test_a_deck_that_nobody_cuts_is_named_with_the_nearest_die_and_the_decks_that_can_be_made(game: Path) -> None:
    messages = said(game, "mpc-autofill")
    assert "mpc-autofill cuts no rectangle of 63.5 x 44.45 mm, the size of deck wide" in messages
    assert "the nearest is game, 63 x 88 mm" in messages and "build the others: --only cards" in messages
    assert "mpc-autofill cuts no round of 25.4 x 25.4 mm" in messages and "nothing was written" in messages
    assert messages.count("the nearest is game, a rectangle of 63 x 88 mm; change the shape") == 2


# limits ---------------------------------------------------------------------------------------------------------------


def test_more_pieces_than_an_order_may_have_are_named(game: Path) -> None:
    (game / "cards.csv").write_text("id,name,copies\nA1,one,613\n", "utf-8")
    messages = said(game, "makeplayingcards", "cards")
    assert (
        "game.yaml:6:3: warning: MakePlayingCards: deck cards has 613 pieces, more than the 612 of an order" in messages
    )
    assert "more than" not in said(game, "the-game-crafter", "cards")
    vendor(game, "the-game-crafter", "most: 2000", "most: 612")
    assert "The Game Crafter: the game has 613 pieces, more than the 612" in said(game, "the-game-crafter", "cards")


def test_pictures_that_are_too_large_are_errors_and_nothing_is_written(game: Path) -> None:
    vendor(game, "the-game-crafter", "most-pixels: 10000", "most-pixels: 1000")
    assert "pictures of deck cards have 825 x 1125 pixels; The Game Crafter takes up to 1,000" in said(
        game, "the-game-crafter", "cards"
    )
    vendor(game, "the-game-crafter", "most-bytes: 50000000", "most-bytes: 1000")
    messages = said(game, "the-game-crafter", "cards")
    assert "A1.front.png has " in messages and "takes up to 1,000" in messages
    assert not (game.parent / "out" / "mine" / "the-game-crafter").exists()


# art and text at the edge ---------------------------------------------------------------------------------------------


def art(game: Path, slot: str, files: dict[str, str] | None = None) -> str:
    """Return what is said of a front with a ground and this slot."""
    ground = "  ground: {kind: shape, shape: rectangle, box: bleed, fill: paper}\n"
    for name, text in {"layouts/card.yaml": f"slots:\n{ground}  {slot}\n", **(files or {})}.items():
        (game / name).parent.mkdir(exist_ok=True, parents=True)
        (game / name).write_text(text, "utf-8")
    return said(game, "the-game-crafter", "cards")


@pytest.mark.parametrize(
    ("box", "message"),
    [
        ("box: [0, 40, 63, 10]", "slot band ends at the trim, where 3.425 mm"),
        ("box: [-3, -3, 69, 13]", "slot band ends 3.0 mm outside the trim"),
        ("box: trim", "slot band ends at the trim"),
        ("box: [-3.5, -4, 30, 96]", ""),
        ("box: [5, 5, 30, 50]", ""),
        # A thin wing that ends in the bleed is no edge.
        ("box: [-2, 40, 30, 12], shape: ellipse", ""),
    ],
)  # fmt: skip
def test_art_that_ends_short_of_the_bleed_is_named_by_piece_and_slot(box: str, message: str, game: Path) -> None:
    shape = "" if "shape" in box else "shape: rectangle, "
    messages = art(game, f"band: {{kind: shape, {shape}{box}, fill: red}}")
    assert (
        "card.yaml:3:" in messages and "(A1)" in messages and "warning: The Game Crafter, deck cards: " in messages
    ) == bool(message)
    assert message in messages and (" ends " in messages) == bool(message)


def test_art_under_art_that_hides_the_edge_may_end_where_it_likes(game: Path) -> None:
    under = "under: {kind: shape, shape: rectangle, box: trim, fill: red}\n"
    assert " ends " not in art(game, f"{under}  over: {{kind: shape, shape: rectangle, box: bleed, fill: blue}}")


PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="0 0 69 94">{}</svg>'


def test_a_picture_of_the_decks_own_bleed_fills_the_vendors_and_one_with_a_blank_rim_is_named(game: Path) -> None:
    full = PICTURE.format('<rect width="69" height="94" fill="#c80000"/>')
    slot = "scene: {kind: picture, box: bleed, art: scene}"
    assert " ends " not in art(game, slot, {"art/scene.svg": full})
    picture = opened(build(game, "the-game-crafter", "cards:A1") / "cards" / "A1.front.png")
    assert {picture.getpixel((x, y)) for x in (0, 412, 824) for y in (0, 562, 1124) if (x, y) != (412, 562)} == {RED}
    rim = PICTURE.format('<rect x="1.5" y="1.5" width="66" height="91" fill="#c80000"/>')
    (game / "cards.csv").write_text("id,name,copies\nA1,scene,3\n", "utf-8")
    messages = art(game, 'scene: {kind: picture, box: bleed, art: "{name}"}', {"art/scene.svg": rim})
    assert (
        "cards.csv:2:4: warning: The Game Crafter, deck cards: slot scene ends 2.1 mm" in messages
        and "cell B2" in messages
    )


@pytest.mark.parametrize(
    ("page", "box", "message"),
    [
        ((69, 94), "-1 -1 71 96", ""),  # what lies outside the page is printed too
        ((69, 94), "0 0 69 94", "the frame ends 3.0 mm outside the trim"),
        ((63, 88), "0 0 63 88", "the frame ends at the trim"),
        ((63, 88), "-4 -4 71 96", ""),
    ],
)
def test_a_frame_whose_page_is_the_decks_bleed_still_fits_and_is_named_where_it_ends(
    page: tuple[int, int], box: str, message: str, game: Path
) -> None:
    x, y, width, height = box.split()
    across, down = page
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}mm" height="{down}mm" viewBox="0 0 {across} {down}">'
    )
    text += f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="#c80000"/></svg>'
    (game / "art").mkdir()
    (game / "art" / "frame.svg").write_text(text, "utf-8")
    (game / "layouts" / "card.yaml").write_text("frame: {art: frame}\nslots: {}\n", "utf-8")
    messages = said(game, "the-game-crafter", "cards")
    assert message in messages and (" ends " in messages) == bool(message)


def test_text_beyond_the_vendors_safe_line_is_a_warning(game: Path) -> None:
    """The piece's own safe zone is 3 mm inside; the vendor's is 3.175."""
    style = "styles: {t: {font: source-sans, size: 9, colour: red}}\n"
    (game / "layouts" / "card.yaml").write_text(
        f'{style}slots:\n  t: {{kind: text, style: t, text: "{{name}}", box: [3.02, 20, 50, 8], align: left}}\n',
        "utf-8",
    )
    messages = said(game, "the-game-crafter", "cards")
    assert (
        "warning: The Game Crafter, deck cards: slot t extends 0." in messages
        and "which is 3.175 mm inside the trim" in messages
    )
    assert "safe zone" not in said(game, "makeplayingcards", "chips")


def test_coarse_pictures_are_named(game: Path) -> None:
    """70 mm at 200 dots per inch are 551 pixels; on the wider bleed of the vendor, 545 over 70.25 mm are too few."""
    (game / "art").mkdir()
    Image.new("RGB", (545, 742), RED).save(game / "art" / "photo.png")
    messages = art(game, "photo: {kind: picture, box: bleed, art: photo, fit: cover}")
    assert "slot photo shows a picture that is too coarse for print: 197 dpi, 200 are wanted" in messages


# the games ------------------------------------------------------------------------------------------------------------


def copies(game: Path, deck: str) -> int:
    """Return how many pieces the manifest of a build says a deck has."""
    [path] = (game.parent / "out").rglob("manifest.json")
    pieces = json.loads(path.read_text("utf-8"))["pieces"]
    return sum(piece["copies"] for piece in pieces if piece["deck"] == deck)


@pytest.mark.parametrize(
    ("folder", "deck", "only", "back"),
    [
        (POLLEN_WARS, "ladybird", "ladybird:L02", (1, "ladybird/back.png")),
        (BELLE, "belles", "belles:L01", (1, "belles/back.png")),
    ],
)
@pytest.mark.slow
def test_decks_of_the_games_are_ordered_as_often_as_the_box_has_them(
    folder: Path, deck: str, only: str, back: tuple[int, str], tmp_path: Path
) -> None:
    for name in ("the-game-crafter", "mpc-autofill"):
        made("build", str(folder), "--profile", name, "--only", only, "--output", str(tmp_path / "out"))
    out = tmp_path / "out" / folder.name
    rows = listed(out / "the-game-crafter" / f"{deck}.csv")
    assert sum(int(row["quantity"]) for row in rows) == copies(tmp_path / "x", deck)
    assert {row["back"] for row in rows} == {back[1]}
    pictures = files(out / "the-game-crafter" / deck)
    assert len(pictures) == len(rows) + back[0]
    assert {opened(out / "the-game-crafter" / deck / name).size for name in pictures} == {(825, 1125)}
    order = mpc_order.read(out / "mpc-autofill" / "order.xml")
    assert order.problems == []
    assert sorted(Counter(order.fronts.values()).values()) == sorted(int(row["quantity"]) for row in rows)


@pytest.mark.slow
def test_the_ribbon_of_belle_reaches_the_edge_of_the_picture(tmp_path: Path) -> None:
    made(
        "build", str(BELLE), "--profile", "the-game-crafter", "--only", "guests:G01", "--output", str(tmp_path / "out")
    )
    picture = opened(tmp_path / "out" / "belle-of-the-ball" / "the-game-crafter" / "guests" / "G01.front.png")
    assert len({picture.getpixel((x, 500)) for x in (0, 3, 30)}) == 1


# who can make what ----------------------------------------------------------------------------------------------------


def offers(game: Path) -> dict[str, Any]:
    return json.loads(call("list", "--vendors", str(game), "--format", "json").output)


def test_the_list_of_vendors_says_who_makes_what_as_what_and_what_is_off(offered: dict[str, Any]) -> None:
    offer = offered
    by_name = {vendor["vendor"]: vendor for vendor in offer["vendors"]}
    crafter = {deck["deck"]: deck for deck in by_name["the-game-crafter"]["decks"]}
    assert by_name["the-game-crafter"]["profiles"] == ["the-game-crafter"]
    assert {name: (deck["product"], deck["pieces"]) for name, deck in crafter.items()} == {
        "cards": ("EuroPokerDeck", 4), "wide": ("MiniDeck", 2),
        "chips": ("LargeCircleChit", 4), "tiles": ("MediumHexTile", 1),
    }  # fmt: skip
    assert crafter["cards"]["off"] == ["3.625 mm of bleed, drawn for 3", "safe from 3.175 mm, not 3"]
    assert "turned" in crafter["wide"]["off"] and "no back" in crafter["chips"]["off"]
    assert [deck["deck"] for deck in by_name["mpc-autofill"]["decks"]] == ["cards"]
    assert offer["uncut"] == []


def test_the_list_of_vendors_can_be_read_and_names_what_nobody_cuts(game: Path) -> None:
    text = (game / "game.yaml").read_text("utf-8").replace("diameter: 25.4", "diameter: 22")
    (game / "game.yaml").write_text(text, "utf-8")
    lines = call("list", "--vendors", str(game)).output.splitlines()
    at = lines.index("The Game Crafter (--profile the-game-crafter):")
    assert lines[at + 1] == "  EuroPokerDeck, 63 x 88 mm: cards (4)"
    assert lines[-1] == "nobody has a die for these, they are punched along lines: chips (4)"
    offer = offers(game)
    punching = {vendor["vendor"] for vendor in offer["vendors"] if any(deck["punched"] for deck in vendor["decks"])}
    assert offer["uncut"] == [] and punching == {"punchboard", "launch-tabletop"}


def test_who_punches_board_makes_no_cards_of_it(game: Path, offered: dict[str, Any]) -> None:
    """What the list says of a factory with dies is what its profile makes."""
    by_name = {vendor["vendor"]: vendor["decks"] for vendor in offered["vendors"]}
    assert [(deck["deck"], deck["punched"]) for deck in by_name["punchboard"]] == [("chips", True), ("tiles", True)]
    assert files(build(game, "punchboard")) == ["chips-die-cut.pdf", "chips.pdf", "tiles-die-cut.pdf", "tiles.pdf"]
    text = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(text.replace("{kind: round, diameter: 25.4}", "{kind: die-net, edge: 16}"), "utf-8")
    (game / "layouts" / "chip.yaml").write_text("slots: {}\n", "utf-8")
    assert call("list", "--vendors", str(game)).output.splitlines()[-1] == "nobody cuts these: chips (4)"


def test_the_format_of_the_list_is_for_vendors_only() -> None:
    result = call("list", "--format", "json")
    assert result.exit_code and "--format is for --vendors" in result.output
