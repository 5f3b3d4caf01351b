"""Texts of one slot have one size over a deck, short ones grow, and small ones on cards are warnings."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageFilter

from beeprint import pipeline, starter
from beeprint.base.geometry import Rect
from beeprint.base.options import Options
from beeprint.base.store import Store
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing, Mark, Run, group, walk
from beeprint.face.layout.sizes import shared
from beeprint.outputs.shared import Checked
from beeprint.sources.workspace import built_in_games
from cases import spread
from command import call

#: Fits at 9 points, where the starter's longest text fits at its largest size, 10.
LONG = (
    "Every other player moves one step back on the path, and then two steps on, or draws a card and keeps it. "
    "So do you, unless the sun has set and the moon is full and"
)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    return tmp_path / "mine"


def replaced(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def sizes(game: Path, slot: str, **options: object) -> dict[str, float]:
    """Return the sizes at which a slot's texts are set, by card."""
    checked = pipeline.check(game, Options(only={"cards": ()}, **options))  # type: ignore[arg-type]
    return {face.id: ink.size for face in checked.faces.values() for ink in face.inks if ink.slot == slot and face.id}


def test_one_longer_text_sets_its_size_for_the_whole_deck(mine: Path) -> None:
    assert set(sizes(mine, "text").values()) == {10}
    replaced(mine / "cards.csv", "Every other player moves one step back.", f'"{LONG}"')
    by_card = sizes(mine, "text")
    assert len(by_card) == 10 and set(by_card.values()) == {9}
    drawn = pipeline.check(mine, Options(only={"cards": ()})).faces["cards", "S1", "front"].drawing
    shown = [mark for mark, _ in walk(drawn.marks) if isinstance(mark, Run) and mark.text.startswith("Draw")]
    assert [round(run.size * 72 / 25.4, 2) for run in shown] == [9]


def test_each_text_may_have_its_own_size(mine: Path) -> None:
    replaced(mine / "cards.csv", "Every other player moves one step back.", f'"{LONG}"')
    replaced(mine / "layouts" / "card.yaml", "size: 10, min: 8,", "size: 10, min: 8, uniform: no,")
    by_card = sizes(mine, "text")
    assert {card for card, size in by_card.items() if size == 9} == {"S5"}
    assert set(by_card.values()) == {9, 10}


def test_a_text_that_would_cost_the_others_more_than_a_point_keeps_its_size_to_itself(mine: Path) -> None:
    replaced(mine / "cards.csv", "Every other player moves one step back.", f'"{LONG} {LONG}"')
    replaced(mine / "layouts" / "card.yaml", "size: 10, min: 8,", "size: 10, min: 6,")
    by_card = sizes(mine, "text")
    assert by_card.pop("S5") < 9 and set(by_card.values()) == {10}


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ({9.0}, {9.0: 9.0}),
        ({9.0, 8.5, 8.25}, {9.0: 8.25, 8.5: 8.25, 8.25: 8.25}),
        ({9.0, 8.0, 7.75}, {9.0: 8.0, 8.0: 8.0, 7.75: 7.75}),
        ({12.0, 11.0, 10.5, 9.75, 6.0}, {12.0: 11.0, 11.0: 11.0, 10.5: 9.75, 9.75: 9.75, 6.0: 6.0}),
    ],
)
def test_sizes_are_as_few_as_a_point_each_allows(points: set[float], expected: dict[float, float]) -> None:
    assert shared(points) == expected


def test_a_card_built_alone_looks_as_it_does_in_its_deck(mine: Path) -> None:
    replaced(mine / "cards.csv", "Every other player moves one step back.", f'"{LONG}"')
    whole = pipeline.check(mine, Options())
    alone = pipeline.check(mine, Options(only={"cards": ("S1",)}))
    key = "cards", "S1", "front"
    assert alone.faces[key].drawing == whole.faces[key].drawing
    assert {face.id for face in alone.faces.values() if face.side == "front"} == {"S1"}


def test_what_is_not_asked_for_is_not_drawn_for_its_size(mine: Path) -> None:
    """A picture that is missing on another card does not matter to this one."""
    replaced(mine / "cards.csv", "R5,Thunder,rain", "R5,Thunder,hail")
    replaced(mine / "game.yaml", "suit: {type: choice, of: [sun, rain]}", "suit: {type: text}")
    problems = pipeline.check(mine, Options(only={"cards": ("S1",)})).problems
    assert [problem for problem in problems if "icons/hail" in problem.message] == []
    problems = pipeline.check(mine, Options(only={"cards": ("R5",)})).problems
    assert [problem for problem in problems if "icons/hail" in problem.message] != []


def test_diff_and_since_know_the_cards_whose_size_a_text_changed(mine: Path) -> None:
    assert call("playtest", "mine").exit_code == 0
    made = Path("output/mine/playtest-a4")
    (made / "manifest.json").rename("was.json")
    replaced(mine / "cards.csv", "Every other player moves one step back.", f'"{LONG}"')
    said = call("diff", "was.json", "mine").stdout
    with_text = {"S1", "S2", "S3", "S5", "S6", "R1", "R2", "R3", "R5", "R6"}
    cards = {"S1": 2, "S2": 2, "S3": 1, "S5": 1, "S6": 2, "R1": 2, "R2": 2, "R3": 1, "R5": 1, "R6": 2}
    assert {card for card in with_text if f"cards/{card}" in said or f"{card} (" in said} == with_text
    assert "S4" not in said and "R4" not in said
    result = call("playtest", "mine", "--since", "was.json")
    assert f"take {sum(cards.values())} out of the box, put {sum(cards.values())} in" in result.stderr
    # Each text with a size of its own: one card.
    replaced(mine / "layouts" / "card.yaml", "size: 10, min: 8,", "size: 10, min: 8, uniform: no,")
    assert "take 1 out of the box, put 1 in" in call("playtest", "mine", "--since", "was.json").stderr


def test_a_build_from_the_cache_has_the_sizes_of_a_new_one(mine: Path) -> None:
    def faces() -> dict[str, bytes]:
        assert call("build", "mine", "--profile", "faces").exit_code == 0
        return {path.name: path.read_bytes() for path in Path("output/mine/faces/cards").iterdir()}

    first = faces()
    replaced(mine / "cards.csv", "Every other player moves one step back.", f'"{LONG}"')
    second = faces()
    assert {name for name in first if first[name] != second[name]} >= {"S1.front.svg", "S5.front.svg", "R1.front.svg"}
    replaced(mine / "cards.csv", f'"{LONG}"', "Every other player moves one step back.")
    assert faces() == first


def test_short_texts_grow_together_and_long_ones_keep_their_size(mine: Path) -> None:
    replaced(mine / "layouts" / "card.yaml", "size: 10, min: 8,", "size: 10, min: 8, max: 13,")
    by_card = sizes(mine, "text")
    assert set(by_card.values()) == {13}
    replaced(mine / "cards.csv", "Every other player moves one step back.", f'"{LONG}"')
    by_card = sizes(mine, "text")
    assert by_card.pop("S5") == 9 and set(by_card.values()) == {13}


def test_text_below_the_legible_size_is_a_warning_on_cards(mine: Path) -> None:
    layout = mine / "layouts" / "card.yaml"

    def warned() -> list[tuple[str, str]]:
        problems = json.loads(call("check", "mine", "--format", "json").stdout)["problems"]
        assert all(problem["severity"] == "warning" for problem in problems)
        return [(Path(problem["file"]).name, problem["message"]) for problem in problems]

    assert warned() == []
    replaced(layout, "size: 10, min: 8,", "size: 7.25, min: 7,")
    assert warned() == [("card.yaml", "slot text is set at 7.25 pt; below 7.5 pt, text is hard to read")]
    replaced(layout, 'text: "{text}",', 'text: "{text}", legible: 7,')
    assert warned() == []
    replaced(layout, ", legible: 7,", ",")
    replaced(mine / "game.yaml", "front: card", "legible-text: 7\n    front: card")
    assert warned() == []


@pytest.mark.parametrize(
    ("name", "language"),
    spread(
        [*((name, "") for name in sorted(built_in_games())), ("butine", "fr")],
        lambda case: case == ("butine", "fr"),
    ),
)
def test_texts_on_the_cards_of_the_five_games_are_legible_and_even(name: str, language: str, store: Store) -> None:
    """Cards have 7.5 points or more without an exception, and a slot of a deck one size and one for short texts."""
    checked = pipeline.check(built_in_games()[name], Options(language=language), store)
    sizes_of_slots: dict[tuple[str, str, str], set[float]] = {}
    for face in checked.faces.values():
        if face.deck in checked.game.decks and checked.game.decks[face.deck].role == "card":
            for ink in face.inks:
                if ink.size:
                    sizes_of_slots.setdefault((face.deck, face.side, ink.slot), set()).add(ink.size)
    assert sizes_of_slots
    assert {slot: sizes for slot, sizes in sizes_of_slots.items() if min(sizes) < 7.5} == {}
    # A grid and a slot beside it share a name on one card.
    assert {slot: sizes for slot, sizes in sizes_of_slots.items() if len(sizes) > 2} == {}
    assert [problem for problem in checked.problems if "hard to read" in problem.message] == []


@pytest.mark.slow
def test_titles_of_pollen_wars_keep_clear_of_the_lines_round_them(store: Store) -> None:
    """What is printed within 0.4 mm of a title's letters is its paper."""
    longest = {"honey": ("H02", "H06"), "jelly": ("R01", "R05", "R07", "R10", "R13")}
    checked = pipeline.check(built_in_games()["pollen-wars"], Options(only=longest), store)
    cards = [face for face in checked.faces.values() if face.side == "front"]
    assert len(cards) == 7
    touching = []
    for face in cards:
        title = next(ink.box for ink in face.inks if ink.slot == "pun")
        bare = picture(checked, tuple(mark for mark in face.drawing.marks if not isinstance(mark, Run)), title)
        letters = unlike(picture(checked, face.drawing.marks, title), bare)
        left, top, *_ = letters.getbbox() or (0, 0)
        paper = Image.new("RGB", bare.size, bare.getpixel((left, top)))
        near = letters.filter(ImageFilter.MaxFilter(2 * round(0.4 * DPMM) + 1))
        if ImageChops.multiply(near, unlike(bare, paper)).getbbox() or not letters.getbbox():
            touching.append(face.id)
    assert touching == []


DPMM = 12


def unlike(image: Image.Image, other: Image.Image) -> Image.Image:
    """Return a mask that is white where two pictures differ."""
    return ImageChops.difference(image, other).convert("L").point([255 if tone > 8 else 0 for tone in range(256)])


def picture(checked: Checked, marks: tuple[Mark, ...], box: Rect) -> Image.Image:
    """Return a picture of a part of a face, 3 mm larger than the box on all sides."""
    around = box.grow(3)
    drawing = Drawing(around, (group(marks),))
    data = resvg_py.svg_to_bytes(svg_string=svg.write(drawing, checked.fonts), dpi=DPMM * 25.4, skip_system_fonts=True)
    return Image.open(BytesIO(bytes(data))).convert("RGB")
