"""Files that are dropped on a slot, a card, a cell or a table: what becomes of them, as one edit with one undo."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from beeprint import edit
from beeprint.base.problems import BuildError
from beeprint.edit.drop_targets import Choices, OnCell, OnDeck, OnFace, OnSlot, Target, Upload
from beeprint.edit.dropped import ExistsError, InexactError
from beeprint.edit.placing import Placement, place
from beeprint.edit.slots import Only
from beeprint.sources.workspace import Workspace
from edits import CARD, GAME, loaded, put, tiny
from test_edit_dropped import BLURRED, SVG, png

CARDS = "id,title,cost,suit,art,copies\nA,Drone,1,sun,,1\nB,Queen Bee,2,rain,,2\n"
#: A card with a picture of each sort: of a column, of the id, of all cards, of a case; and an icon of a row.
SLOTS = """\
  hero: {kind: picture, art: "cards/{art}", box: [5, 20, 20, 20], when: {art: not-empty}}
  mine: {kind: picture, art: "by-id/{id}", box: [30, 20, 20, 20]}
  ground: {kind: picture, art: ground, box: [5, 50, 20, 20]}
  cased: {kind: picture, box: [5, 50, 20, 20], choose: {by: "{suit}", sun: {art: ground}, else: {art: ground}}}
  suit: {kind: icon, icon: "{suit}", box: [50, 5, 8, 8]}
  star: {kind: icon, icon: star, box: [50, 15, 8, 8]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the tiny game with a column `art`, and a picture `ground` that is used by its slots."""
    tiny(tmp_path, card=CARD + SLOTS)
    declared = GAME.replace('cost: "int?",', 'cost: "int?", art: "text?",')
    put(tmp_path, {"game.yaml": declared, "cards.csv": CARDS, "art/ground.png": png("green")})
    put(tmp_path, {f"art/icons/{name}.svg": SVG for name in ("sun", "rain", "star")})
    return tmp_path


def dropped(folder: Path, target: Target, *files: tuple[str, bytes], **choices: object) -> Placement:
    """Drop files on a game and write the edit."""
    uploads = [Upload(*file) for file in files]
    placement = place(loaded(folder), uploads, target, Choices(**choices))  # type: ignore[arg-type]
    edit.write(placement.edit)
    return placement


def changed(placement: Placement) -> dict[str, bytes | None]:
    changes = placement.edit.changes
    return {change.path.relative_to(placement.edit.game).as_posix(): change.after for change in changes}


def on_slot(name: str, row: str = "A") -> OnSlot:
    return OnSlot("cards", "front", row, (name,))


def texts(folder: Path) -> Mapping[str, Mapping[str, str]]:
    return {row.id: row.texts for row in loaded(folder).decks["cards"].rows.rows}


def test_a_slot_of_a_column_fills_the_cell_of_its_card_and_undo_takes_both_back(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    placement = place(loaded(folder), [Upload("Queen Bee!.PNG", png())], on_slot("hero", "B"))
    history = edit.History()
    history.apply(placement.edit)
    assert changed(placement).keys() == {"art/cards/queen-bee.png", "cards.csv"}
    assert texts(folder)["B"]["art"] == "queen-bee" and texts(folder)["A"]["art"] == ""
    assert placement.edit.title == "queen-bee.png put on Queen Bee (B)"
    history.undo()
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_names_have_endings_where_the_column_has_them(folder: Path) -> None:
    put(folder, {"cards.csv": CARDS.replace("rain,,", "rain,bee.png,"), "art/cards/bee.png": png()})
    dropped(folder, on_slot("hero"), ("drone.png", png("blue")))
    assert texts(folder)["A"]["art"] == "drone.png"


def test_a_slot_of_the_id_gets_a_file_of_that_name(folder: Path) -> None:
    placement = dropped(folder, on_slot("mine"), ("IMG_2041.png", png()))
    assert changed(placement) == {"art/by-id/A.png": png()}
    with pytest.raises(ExistsError) as caught:
        dropped(folder, on_slot("mine"), ("other.png", png("blue")))
    assert caught.value.choices == ("replace",)
    placement = dropped(folder, on_slot("mine"), ("other.svg", SVG), existing="replace")
    assert changed(placement) == {"art/by-id/A.svg": SVG, "art/by-id/A.png": None}
    placement = dropped(folder, on_slot("suit", "B"), ("cloud.png", png()), existing="replace")
    assert changed(placement) == {"art/icons/rain.png": png(), "art/icons/rain.svg": None}


def test_a_literal_slot_changes_in_the_layout_and_a_case_in_its_case(folder: Path) -> None:
    placement = dropped(folder, on_slot("ground"), ("meadow.png", png()))
    assert changed(placement).keys() == {"art/meadow.png", "layouts/card.yaml"}
    layout = (folder / "layouts" / "card.yaml").read_text("utf-8")
    assert "  ground: {kind: picture, art: meadow, box: [5, 50, 20, 20]}" in layout
    dropped(folder, on_slot("cased"), ("dawn.png", png("blue")))
    assert "sun: {art: dawn}, else: {art: ground}" in (folder / "layouts" / "card.yaml").read_text("utf-8")
    placement = dropped(folder, on_slot("star"), ("Coin.svg", SVG.replace(b"M1", b"M2")))
    assert "art/icons/coin.svg" in changed(placement)
    assert "icon: coin" in (folder / "layouts" / "card.yaml").read_text("utf-8")


def test_a_picture_for_some_cards_only_is_a_case_of_the_slot(folder: Path) -> None:
    target = on_slot("ground", "B")._replace(only=Only("suit", "rain"))
    dropped(folder, target, ("wet.png", png("blue")))
    lines = (folder / "layouts" / "card.yaml").read_text("utf-8").splitlines()
    (line,) = [line for line in lines if line.startswith("  ground:")]
    assert 'choose: {by: "{suit}", rain: {art: wet}' in line and "art: ground" in line
    face = OnFace("cards", "front", "A", (50, 70), only=Only("suit", "sun"))
    placement = dropped(folder, face, ("dry.png", png("red")))
    assert placement.edit.title == "dry.png put on the cards with suit = sun"
    text = (folder / "layouts" / "card.yaml").read_text("utf-8")
    (line,) = [line for line in text.splitlines() if line.startswith(f"  {placement.slot}:")]
    assert "art: dry" in line and "when: {suit: sun}" in line


def test_a_picture_beside_all_slots_becomes_a_slot_with_its_proportions(folder: Path) -> None:
    put(folder, {"layouts/card.yaml": CARD})
    wide = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0h40v20z"/></svg>'
    put(folder, {"game.yaml": GAME, "cards.csv": CARDS.replace(",art", "").replace("n,,", "n,")})
    placement = dropped(folder, OnFace("cards", "front", "A", (60, 40)), ("Wide.svg", wide))
    assert placement.slot == "picture"
    line = (folder / "layouts" / "card.yaml").read_text("utf-8").splitlines()[-2]  # below the texts
    assert line == "  picture: {kind: picture, art: wide, box: [25.2, 30.5, 37.8, 18.9]}"  # within the trim


def test_a_column_of_pictures_that_no_slot_shows_is_placed_and_filled_in(folder: Path) -> None:
    put(folder, {"layouts/card.yaml": CARD})
    placement = dropped(folder, OnFace("cards", "front", "B", (30, 40)), ("queen.png", png()))
    assert placement.slot == "art" and texts(folder)["B"]["art"] == "queen"
    line = (folder / "layouts" / "card.yaml").read_text("utf-8").splitlines()[-2]  # below the texts
    assert line == '  art: {kind: picture, art: "{art}", box: [11.1, 21.1, 37.8, 37.8], when: {art: not-empty}}'


def test_a_cell_takes_a_picture_unless_it_is_printed_as_words(folder: Path) -> None:
    dropped(folder, OnCell("cards", "A", "art"), ("drone.png", png()))
    assert texts(folder)["A"]["art"] == "drone" and (folder / "art" / "cards" / "drone.png").is_file()
    for column in ("title", "cost"):
        with pytest.raises(BuildError, match=f"{column} does not name pictures"):
            dropped(folder, OnCell("cards", "A", column), ("drone.png", png()))


def test_a_row_gets_a_picture_whichever_way_its_deck_shows_them(folder: Path) -> None:
    dropped(folder, OnCell("cards", "A", ""), ("drone.png", png()))
    assert texts(folder)["A"]["art"] == "drone"
    cards = CARDS.replace(",art", "").replace("n,,", "n,")
    put(folder, {"layouts/card.yaml": CARD, "game.yaml": GAME, "cards.csv": cards})
    placement = dropped(folder, OnCell("cards", "B", ""), ("queen.png", png("blue")))
    assert placement.edit.title == "queen.png put on Queen Bee (B)"
    assert [texts(folder)[row]["picture"] for row in "AB"] == ["", "queen"]


def test_several_pictures_go_to_the_cards_that_have_their_names(folder: Path) -> None:
    files = [("a.png", png()), ("Queen_Bee.png", png("blue")), ("moon.png", png("white"))]
    placement = dropped(folder, OnDeck("cards"), *files)
    assert (placement.matched, placement.unmatched, placement.edit.title) == (
        2,
        ("moon.png",),
        "pictures put on 2 cards",
    )
    assert {name: row["art"] for name, row in texts(folder).items()} == {"A": "a", "B": "queen-bee"}
    assert {"art/cards/a.png", "art/cards/queen-bee.png", "art/moon.png", "cards.csv"} == changed(placement).keys()


def test_a_picture_whose_name_has_the_words_of_one_card_goes_to_it(folder: Path) -> None:
    files = [("Queen Bee art final.png", png("blue")), ("drone.png", png()), ("big drone.png", png("white"))]
    placement = dropped(folder, OnDeck("cards"), *files)
    assert (placement.matched, placement.unmatched) == (2, ("big drone.png",)), "a card has one picture"
    assert {name: row["art"] for name, row in texts(folder).items()} == {"A": "drone", "B": "queen-bee-art-final"}


def test_a_deck_without_a_column_of_pictures_gets_one(folder: Path) -> None:
    cards = CARDS.replace(",art", "").replace("n,,", "n,")
    put(folder, {"layouts/card.yaml": CARD, "game.yaml": GAME, "cards.csv": cards})
    placement = dropped(folder, OnDeck("cards"), ("a.png", png()), ("b.png", png("blue")))
    assert (placement.slot, placement.matched) == ("picture", 2)
    assert {name: row["picture"] for name, row in texts(folder).items()} == {"A": "a", "B": "b"}
    assert 'art: "{picture}"' in (folder / "layouts" / "card.yaml").read_text("utf-8")


def test_pictures_that_a_column_names_are_shown_by_it(folder: Path) -> None:
    cards = "id,title,cost,suit,art,copies\nA,Drone,1,sun,hive.png,1\nB,Queen Bee,2,rain,Moon.png,2\n"
    declared = GAME.replace('cost: "int?",', 'cost: "int?", art: "text?",')
    put(folder, {"layouts/card.yaml": CARD, "game.yaml": declared, "cards.csv": cards})
    placement = dropped(folder, OnDeck("cards"), ("hive.png", png()), ("moon.png", png("blue")), ("sky.png", png()))
    assert (placement.slot, placement.matched, placement.unmatched) == ("art", 2, ("sky.png",))
    assert placement.edit.title == "pictures of the column art put on the cards"
    assert (folder / "cards.csv").read_text("utf-8") == cards
    assert 'art: "{art}"' in (folder / "layouts" / "card.yaml").read_text("utf-8")


@pytest.mark.parametrize("target", [None, OnDeck("cards")])
@pytest.mark.parametrize("slot", ['  art: {kind: picture, art: "{art}", box: [5, 20, 20, 20]}\n', ""])
def test_pictures_are_put_where_cells_ask_for_them(folder: Path, target: Target, slot: str) -> None:
    cards = CARDS.replace("sun,,", "sun,pictures/drone.png,").replace("rain,,", "rain,pictures/Old Queen.png,")
    put(folder, {"layouts/card.yaml": CARD + slot, "cards.csv": cards})
    files = [("Drone.png", png()), ("old_queen.png", png("blue")), ("moon.png", png("white"))]
    placement = dropped(folder, target, *files)
    assert (folder / "cards.csv").read_text("utf-8") == cards
    pictures = {"art/pictures/drone.png", "art/pictures/old-queen.png", "art/moon.png"}
    assert changed(placement).keys() - {"layouts/card.yaml"} == pictures
    assert (placement.matched, placement.unmatched) == ((2, ("moon.png",)) if target else (0, ()))
    art = loaded(folder).workspace.find("art", "pictures/Old Queen.png", (".png",))
    assert art == folder / "art" / "pictures" / "old-queen.png"


def test_cells_that_differ_in_capitals_ask_for_one_picture(folder: Path) -> None:
    cards = CARDS.replace("sun,,", "sun,pictures/Oak.png,").replace("rain,,", "rain,pictures/oak.png,")
    put(
        folder,
        {"layouts/card.yaml": CARD + '  art: {kind: picture, art: "{art}", box: [5, 20, 9, 9]}\n', "cards.csv": cards},
    )
    placement = dropped(folder, OnDeck("cards"), ("oak.png", png()))
    assert changed(placement).keys() == {"art/pictures/oak.png"} and placement.matched == 1
    assert loaded(folder).workspace.find("art", "pictures/Oak.png", (".png",)) == folder / "art/pictures/oak.png"


def test_a_picture_is_put_where_a_card_asks_for_it_by_its_id(folder: Path) -> None:
    assert changed(dropped(folder, None, ("a.png", png()))).keys() == {"art/by-id/A.png"}


def test_a_name_that_cells_ask_for_in_two_folders_or_another_format_is_not_guessed(folder: Path) -> None:
    cards = CARDS.replace("sun,,", "sun,x/drone,").replace("rain,,", "rain,y/drone,")
    put(folder, {"layouts/card.yaml": CARD + '  art: {kind: picture, art: "{art}"}\n', "cards.csv": cards})
    assert changed(dropped(folder, None, ("drone.png", png()))).keys() == {"art/drone.png"}
    put(folder, {"cards.csv": CARDS.replace("sun,,", "sun,x/moon.png,")})
    assert changed(dropped(folder, None, ("moon.svg", SVG))).keys() == {"art/moon.svg"}


def test_a_folder_keeps_its_subfolders_and_what_is_no_picture_is_left_out(folder: Path) -> None:
    font = Workspace(folder).font("fredoka/regular").read_bytes()
    files = [("Art/Big Bees/Queen.png", png()), ("Moths/luna.svg", SVG), ("Art/notes.psd", b"8BPS"), ("f.ttf", font)]
    placement = dropped(folder, None, *files)
    assert changed(placement).keys() == {"art/big-bees/queen.png", "art/moths/luna.svg", "fonts/f.ttf"}
    assert [problem.place.file for problem in placement.left_out] == ["notes.psd"]
    with pytest.raises(BuildError, match="Photoshop"):
        dropped(folder, None, ("notes.psd", b"8BPS"))


def test_names_never_lead_out_of_the_game(folder: Path) -> None:
    placement = dropped(folder, None, ("../../up.png", png()), ("/etc/x.svg", SVG))
    assert all(change.path.resolve().is_relative_to(folder.resolve() / "art") for change in placement.edit.changes)


def test_what_there_is_to_ask_is_asked_for_all_files_at_once(folder: Path) -> None:
    put(folder, {"art/x.png": png("white"), "art/y.png": png("white")})
    files = [("x.png", png()), ("y.png", png()), ("c.png", png("blue"))]
    with pytest.raises(ExistsError) as caught:
        dropped(folder, None, *files)
    assert [problem.message for problem in caught.value.problems] == [
        "the game has another art/x.png",
        "the game has another art/y.png",
    ]
    assert changed(dropped(folder, None, *files, existing="use")).keys() == {"art/c.png"}
    assert changed(dropped(folder, None, *files, existing="both")).keys() == {"art/x-2.png", "art/y-2.png"}
    with pytest.raises(InexactError):
        dropped(folder, on_slot("hero"), ("glow.svg", BLURRED))
    placement = dropped(folder, on_slot("hero"), ("glow.svg", BLURRED), raster=True)
    assert 'raster:\n  "cards/glow": 600dpi' in (folder / "game.yaml").read_text("utf-8")
    assert changed(placement).keys() == {"art/cards/glow.svg", "game.yaml", "cards.csv"}


def test_two_files_of_one_drop_may_have_the_same_name(folder: Path) -> None:
    placement = dropped(folder, None, ("Bee.png", png()), ("bee.png", png("blue")))
    assert changed(placement) == {"art/bee.png": png(), "art/bee-2.png": png("blue")}


def lines(folder: Path) -> list[str]:
    return (folder / "layouts" / "card.yaml").read_text("utf-8").splitlines()


def test_one_card_or_all_cards_show_a_picture_as_a_person_chooses(folder: Path) -> None:
    at = on_slot("hero", "B")
    dropped(folder, at._replace(whom="card"), ("bee.png", png()))
    assert texts(folder)["B"]["art"] == "bee"
    dropped(folder, at._replace(whom="all"), ("moth.png", png("blue")))
    assert '  hero: {kind: picture, art: "moth", box: [5, 20, 20, 20]}' in lines(folder)
    dropped(folder, on_slot("ground")._replace(whom="card"), ("ant.png", png("red")))
    line = next(line for line in lines(folder) if line.startswith("  ground:"))
    assert line.endswith('box: [5, 50, 20, 20], choose: {by: "{id}", A: {art: ant}, else: {}}}')


def test_a_placeholder_filled_on_one_card_leaves_the_others_empty(folder: Path) -> None:
    put(folder, {"layouts/card.yaml": CARD + "  art: {kind: picture, art: placeholder, box: [5, 20, 20, 20]}\n"})
    game = (folder / "game.yaml").read_text("utf-8")
    placement = dropped(folder, on_slot("art", "B")._replace(whom="card"), ("bee.png", png()))
    line = next(line for line in lines(folder) if line.startswith("  art:"))
    assert 'art: "{picture}"' in line and "when: {picture: not-empty}" in line
    assert {row: cells["picture"] for row, cells in texts(folder).items()} == {"A": "", "B": "bee"}
    edit.write(placement.edit.reversed)
    assert (folder / "game.yaml").read_text("utf-8") == game and not (folder / "art" / "bee.png").exists()


def test_a_new_layer_for_one_card_is_a_column_and_for_all_cards_a_picture(folder: Path) -> None:
    face = OnFace("cards", "front", "B", (50, 70))
    placement = dropped(folder, face._replace(whom="card"), ("bee.png", png()))
    assert placement.slot == "picture" and texts(folder)["B"]["picture"] == "bee" and not texts(folder)["A"]["picture"]
    placement = dropped(folder, face._replace(whom="all"), ("moth.png", png("blue")))
    assert placement.slot == "picture-2" and "art: moth" in "".join(lines(folder))


def test_a_picture_for_one_card_is_put_over_a_slot_that_another_column_chooses(tmp_path: Path) -> None:
    slots = """\
  medal: {kind: picture, art: ground, box: [20, 25, 24, 24]}
  emblem: {kind: icon, icon: star, box: [26, 31, 12, 12], choose: {by: "{suit}", sun: {icon: sun}, else: {}}}
"""
    tiny(tmp_path, card=CARD + slots)
    put(tmp_path, {"art/ground.png": png("green"), **{f"art/icons/{name}.svg": SVG for name in ("sun", "star")}})
    for card, name, file in (("A", "Drone (A)", "bee.png"), ("B", "Queen (B)", "moth.png")):
        target = OnSlot("cards", "front", card, ("emblem",), None, "card")
        assert dropped(tmp_path, target, (file, png())).edit.title == f"{file} put on {name}"
    rows = [row.texts["picture"] for row in loaded(tmp_path).decks["cards"].rows.rows]
    assert rows == ["bee", "moth"]
    layout = yaml.safe_load((tmp_path / "layouts" / "card.yaml").read_text("utf-8"))
    x, y, width, height = layout["slots"]["picture"]["box"]  # the second picture is in the slot of the first one
    assert x + width / 2 == pytest.approx(32, abs=0.2) and y + height / 2 == pytest.approx(37, abs=0.2)
    assert y >= 15 and "picture-2" not in layout["slots"]  # the title ends there
    assert layout["slots"]["picture"]["when"] == {"picture": "not-empty"}


def test_a_drawing_in_one_colour_takes_the_colour_of_its_icon_on_one_card_and_on_all(folder: Path) -> None:
    path = folder / "layouts" / "card.yaml"
    slot = '  star: {kind: icon, icon: star, choose: {by: "{suit}", sun: {icon: sun}, else: {}}, box: [50, 15, 8, 8]}\n'
    path.write_text(CARD + slot, "utf-8")
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#123" d="M1 1h7v7z"/></svg>'
    dropped(folder, on_slot("star")._replace(whom="card"), ("skull.svg", drawing))
    plain = yaml.safe_load(path.read_text("utf-8"))["slots"]["star"]
    assert plain["choose"]["also"] == {"by": "{id}", "A": {"icon": "skull", "replaces": "#112233"}, "else": {}}
    dropped(folder, on_slot("star")._replace(whom="all"), ("bone.svg", drawing), existing="replace")
    plain = yaml.safe_load(path.read_text("utf-8"))["slots"]["star"]
    assert plain["icon"] == "bone" and plain["replaces"] == "#112233" and "choose" not in plain
    two = drawing.replace(b"</svg>", b'<path fill="#f00" d="M1 1h2v2z"/></svg>')
    dropped(folder, on_slot("star")._replace(whom="all"), ("two.svg", two))
    assert yaml.safe_load(path.read_text("utf-8"))["slots"]["star"].get("icon") == "two"


def test_a_single_picture_that_is_chosen_goes_to_the_card_of_its_name_before_the_chosen_cell(folder: Path) -> None:
    cell = OnCell("cards", "A", "art")
    placement = dropped(folder, OnDeck("cards", cell), ("queen bee.png", png()))
    assert placement.matched == 1 and texts(folder)["B"]["art"] == "queen-bee" and not texts(folder)["A"]["art"]
    placement = dropped(folder, OnDeck("cards", cell), ("moth.png", png("blue")))
    assert placement.edit.title == "moth.png put on Drone (A)" and texts(folder)["A"]["art"] == "moth"
