"""What a layout can say: a layout for each row, loops over what differs, lengths with units."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beeprint import edit, pipeline
from beeprint.base.geometry import millimetres, path_box, transformed
from beeprint.base.options import Options
from beeprint.base.problems import BuildError
from beeprint.drawing.drawing import Drawing, Group, PathMark, Run, Solid, walk
from beeprint.drawing.text.markup import escaped, parse
from beeprint.edit import fixes
from beeprint.edit.draft import Draft
from beeprint.edit.fixes import listed
from beeprint.face.template.slots import TextSlot
from beeprint.game.binding import label
from beeprint.game.shapes import CardShape
from beeprint.outputs.shared import Checked
from beeprint.sheet.spec import SheetSpec
from beeprint.sources.conversion import understand
from beeprint.sources.nodes import read_yaml
from beeprint.starter.own_icons import own_icon

GAME = """
id: goods
version: "1"
title: Goods
decks:
  goods:
    title: Goods
    data: goods.csv
    columns: {{layout: "text?", wood: "int?", stone: "int?", gold: "int?", marks: "text?"}}
    shape: {{kind: card, width: 60, height: 90}}
    front: "{front}"
    stock: cards
"""
ROWS = """id,layout,wood,stone,gold,marks,copies
A,plain,2,0,1,sun rain sun,1
B,plain,,3,,,1
C,dark,1,1,1,"rain, sun",1
"""
PLAIN = 'slots: {{ground: {{kind: shape, shape: rectangle, box: trim, fill: "{fill}"}}{more}}}\n'


@pytest.fixture
def goods(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Checked]:
    monkeypatch.chdir(tmp_path)
    layouts = tmp_path / "goods" / "layouts"
    layouts.mkdir(parents=True)

    def check(more: str = "", front: str = "plain", rows: str = ROWS, only: tuple[str, ...] = ()) -> Checked:
        (tmp_path / "goods" / "game.yaml").write_text(GAME.format(front=front), "utf-8")
        (tmp_path / "goods" / "goods.csv").write_text(rows, "utf-8")
        (tmp_path / "goods" / "palette.yaml").write_text('bark: "#553311"\n', "utf-8")
        (layouts / "plain.yaml").write_text(PLAIN.format(fill="#ffffff", more=more), "utf-8")
        (layouts / "dark.yaml").write_text(PLAIN.format(fill="#222222", more=""), "utf-8")
        return pipeline.check(Path("goods"), Options(only={"goods": only} if only else {}))

    return check


def boxes(drawing: Drawing) -> list[tuple[float, float, str]]:
    """Return the left and top edge and the fill of each shape above the ground."""
    boxes = []
    for mark, matrix in walk(drawing.marks):
        if isinstance(mark, PathMark):
            box = path_box(transformed(mark.path, matrix))
            boxes.append(
                (round(box.x, 2), round(box.y, 2), mark.fill.colour.hex if isinstance(mark.fill, Solid) else "")
            )
    return boxes[1:]


def of(checked: Checked, row: str) -> list[tuple[float, float, str]]:
    assert checked.problems == ()
    return boxes(checked.faces["goods", row, "front"].drawing)


def messages(checked: Callable[[], Checked]) -> str:
    try:
        return "\n".join(map(str, checked().problems))
    except BuildError as error:
        return "\n".join(map(str, error.problems))


# a layout for each row ------------------------------------------------------------------------------------------------


def test_a_column_names_the_layout_of_each_piece(goods: Callable[..., Checked]) -> None:
    more = ", dot: {kind: shape, shape: ellipse, box: [1, 2, 3, 4], fill: bark}"
    checked = goods(more, "{layout}")
    assert [of(checked, row) for row in "ABC"] == [[(1, 2, "#553311")]] * 2 + [[]]
    # Only what is asked for is made, but all that the game names is checked.
    assert list(goods(more, "{layout}", only=("C",)).faces) == [("goods", "C", "front")]


def test_each_layout_is_checked_once_and_a_missing_one_blamed_on_its_cell(goods: Callable[..., Checked]) -> None:
    rows = ROWS.replace("B,plain", "B,plian").replace("C,dark", "C,")
    assert messages(lambda: goods("", "{layout}", rows)) == (
        "goods/goods.csv:4:3: error: no layout is named (C, column layout, cell B4)\n"
        "    hint: write the name of a layout\n"
        "goods/goods.csv:3:3: error: there is no layout plian\n    hint: did you mean plain?"
    )
    said = messages(lambda: goods("", "{layout}", rows.replace("C,", "C,dark")))
    assert said == "goods/goods.csv:3:3: error: there is no layout plian\n    hint: did you mean plain?"
    said = messages(lambda: goods(', t: {kind: icon, icon: "{no}", box: [1, 1, 9, 9]}', "{layout}"))
    assert said.count("goods.csv has no column no") == 1
    assert "goods/game.yaml:11:12: error: goods.csv has no column lay" in messages(lambda: goods("", "{lay}"))


def test_a_shared_back_has_no_rows_to_name_its_layout(goods: Callable[..., Checked], tmp_path: Path) -> None:
    goods()
    spec = (tmp_path / "goods" / "game.yaml").read_text("utf-8")
    for each, said in (("deck", "a shared back has no column layout"), ("piece", "")):
        text = spec.replace("    stock:", f'    back: {{layout: "{{layout}}", each: {each}}}\n    stock:')
        (tmp_path / "goods" / "game.yaml").write_text(text, "utf-8")
        assert said in (faults := messages(lambda: pipeline.check(Path("goods"), Options()))) and bool(said) == bool(
            faults
        )


def test_lines_end_flat_where_the_layout_says_so(goods: Callable[..., Checked]) -> None:
    line = ", line: {kind: shape, shape: line, box: [5, 5, 20, 0], stroke: bark, width: 2, dash: [3, 1]%s}"
    for more, cap in (("", "round"), (", ends: flat", "butt"), (", ends: round", "round")):
        drawing = goods(line % more).faces["goods", "A", "front"].drawing
        (stroke,) = [mark.stroke for mark, _ in walk(drawing.marks) if isinstance(mark, PathMark) and mark.stroke]
        assert (stroke.cap, stroke.dashes) == (cap, (3, 1))
    assert "ends is 'square'" in messages(lambda: goods(line % ", ends: square"))


# loops ----------------------------------------------------------------------------------------------------------------

DOT = ", dot: {{kind: shape, shape: ellipse, box: [1, 2, 3, 4], fill: bark, repeat: {{{repeat}}}{more}}}"


def test_a_slot_is_repeated_over_columns_and_skips_leave_no_gap(goods: Callable[..., Checked]) -> None:
    dots = DOT.format(repeat="over: [wood, stone, gold], step: [10, 0]", more=", when: {item.value: {min: 1}}")
    checked = goods(dots)
    assert [[x for x, _, _ in of(checked, row)] for row in "ABC"] == [[1, 11], [1], [1, 11, 21]]
    by_value = DOT.format(repeat='over: [wood, stone, gold], times: "{item.value}", step: [10, 0]', more="")
    checked = goods(by_value)
    assert [[x for x, _, _ in of(checked, row)] for row in "ABC"] == [[1, 11, 21]] * 3


def test_columns_are_called_in_a_loop_what_the_file_calls_them(goods: Callable[..., Checked], tmp_path: Path) -> None:
    label = ', t: {kind: text, font: source-sans, size: 8, box: [5, 5, 25, 5], text: "{item.head}", repeat: {%s}}'
    goods(label % "over: [wood, gold], step: [25, 0]")
    spec = (tmp_path / "goods" / "game.yaml").read_text("utf-8")
    spec = spec.replace('wood: "int?"', 'wood: {from: "*Oak* :or: Ash", type: int, optional: yes}')
    (tmp_path / "goods" / "game.yaml").write_text(spec, "utf-8")
    rows = ROWS.replace("wood", "*Oak* :or: Ash").replace("gold", "Gold")
    (tmp_path / "goods" / "goods.csv").write_text(rows, "utf-8")
    checked = pipeline.check(Path("goods"), Options())
    assert checked.problems == ()
    drawing = checked.faces["goods", "A", "front"].drawing
    assert [mark.text.strip() for mark, _ in walk(drawing.marks) if isinstance(mark, Run)] == ["*Oak* :or: Ash", "Gold"]
    text = label % 'over: "{marks}"'
    assert "a list of columns" in messages(lambda: goods(text))


def test_items_that_are_left_out_keep_their_places_where_gaps_are_wanted(goods: Callable[..., Checked]) -> None:
    def placed(repeat: str, rows: str = "ABC") -> list[list[int]]:
        repeat = f"over: [wood, stone, gold], gaps: yes, {repeat}"
        checked = goods(DOT.format(repeat=repeat, more=", when: {item.value: {min: 1}}"))
        return [[x for x, _, _ in of(checked, row)] for row in rows]

    assert placed("step: [10, 0]") == [[1, 21], [11], [1, 11, 21]]
    assert placed("at: {3: [[0, 0], [5, 0], [50, 0]]}") == [[1, 51], [6], [1, 6, 51]]
    # Whatever is left out, the middle of all places is the middle of the row.
    assert placed("step: [10, 0], align: centre") == [[-9, 11], [1], [-9, 1, 11]]
    texts = DOT.format(repeat='over: ["{marks}", "{wood}", "{gold}"], gaps: yes, step: [10, 0]', more="")
    assert [[x for x, _, _ in of(goods(texts), row)] for row in "AC"] == [[1, 11, 21], [1, 11, 21]]
    texts = DOT.format(repeat='over: ["{marks}", "{stone}", sun], gaps: yes, step: [10, 0]', more="")
    assert [x for x, _, _ in of(goods(texts), "B")] == [11, 21]


def test_lines_without_anything_to_say_are_left_out(goods: Callable[..., Checked]) -> None:
    line = ', t: {kind: text, font: source-sans, size: 8, box: [5, 5, 50, 40]%s, text: "%s"}'
    text = r"Pay {wood}, {gold}\nNeeds {marks}\n{layout}\nalways\n"

    def words(more: str, row: str) -> str:
        drawing = goods(line % (more, text)).faces["goods", row, "front"].drawing
        return " | ".join(mark.text.strip() for mark, _ in walk(drawing.marks) if isinstance(mark, Run))

    assert words(", empty-lines: omit", "A") == words("", "A") == "Pay 2, 1 | Needs sun rain sun | plain | always"
    assert words(", empty-lines: omit", "B") == "plain | always"
    assert words("", "B") == "Pay , | Needs | plain | always"
    assert "goods.csv has no column no" in messages(lambda: goods(line % (", empty-lines: omit", "{no}")))


def test_a_character_of_the_layout_is_blamed_on_the_layout(goods: Callable[..., Checked]) -> None:
    text = ', t: {kind: text, font: source-sans, size: 8, box: [5, 5, 50, 40], text: "\u2297 {layout}"}'
    said = messages(lambda: goods(text))
    assert said.count("the text holds '\u2297' (U+2297), which the font source-sans lacks") == 1
    assert "goods/layouts/plain.yaml:1:" in said and "goods.csv" not in said


def test_a_slot_is_repeated_over_the_words_of_a_text(goods: Callable[..., Checked]) -> None:
    dots = DOT.format(repeat='over: "{marks} rain", step: [0, 5]', more=', rotate: "{n}"').replace(
        "fill: bark", 'fill: "{item}"'
    )
    said = messages(lambda: goods(dots))
    assert {line.split("there is no ink ")[1] for line in said.splitlines() if "no ink" in line} == {"sun", "rain"}
    plain = DOT.format(repeat='over: "{marks}", step: [0, 5]', more="")
    assert [[y for _, y, _ in of(goods(plain), row)] for row in "ABC"] == [[2, 7, 12], [], [2, 7]]


def test_a_list_keeps_texts_whole_and_skips_empty_ones(goods: Callable[..., Checked]) -> None:
    dots = DOT.format(repeat='over: ["{marks}", "{wood}", "{gold}"], step: [10, 0]', more="")
    assert [len(of(goods(dots), row)) for row in "ABC"] == [3, 0, 3]
    assert [len(of(goods(dots), row)) for row in "A"] == [3]


def test_a_grid_is_repeated_with_all_its_slots(goods: Callable[..., Checked]) -> None:
    grid = (
        ', row: {kind: grid, pitch: 1, cells: "0,0", box: [0, 0, 10, 10], repeat: {over: [wood, gold], step: [10, 0]}, '
        "each: {dot: {kind: shape, shape: ellipse, box: [0, 0, 2, 2], fill: bark, when: {item.value: {min: 1}}}}}"
    )
    checked = goods(grid)
    assert [len(of(checked, row)) for row in "ABC"] == [2, 0, 2]


@pytest.mark.parametrize(
    ("repeat", "more", "said"),
    [
        ("step: [1, 0]", "", "repeat: expected times: or over:, or both"),
        ('over: [wood, iron], times: "{item.value}"', "", "goods.csv has no column iron"),
        ('over: [wood, "{stone}"], times: "{item.value}"', "", "goods.csv has no column item.value"),
        ('times: "{item}"', "", "goods.csv has no column item"),
        ('over: "{marks}"', ", when: {items: x}", "goods.csv has no column items"),
        ('over: "{marks}", times: many', "", "repeat: times is a whole number or a column in braces, such as {cost}"),
        ('over: "{marks}", times: "{marks}"', "", "is not a whole number up to 2000"),
        ('over: "{marks}", at: {1: [[0, 0]]}', "", "repeat has no places for 3"),
    ],
)
def test_what_is_wrong_with_a_loop_is_said(goods: Callable[..., Checked], repeat: str, more: str, said: str) -> None:
    assert said in messages(lambda: goods(DOT.format(repeat=repeat, more=more)))


# pictures -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fit", "seen"), [("contain", (10, 20, 20, 10)), ("cover", (10, 10, 20, 30))])
def test_corners_are_those_of_the_picture_that_is_seen(
    goods: Callable[..., Checked], tmp_path: Path, fit: str, seen: tuple[float, ...]
) -> None:
    (tmp_path / "goods/art").mkdir()
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><path d="M0 0h4v2h-4Z"/></svg>'
    (tmp_path / "goods/art/wide.svg").write_text(svg, "utf-8")
    checked = goods(f", art: {{kind: picture, art: wide, box: [10, 10, 20, 30], corner: 2, fit: {fit}}}")
    drawing = checked.faces["goods", "A", "front"].drawing
    (clip,) = [mark.clip for mark in drawing.marks if isinstance(mark, Group) and mark.clip]
    assert tuple(path_box(clip)) == pytest.approx(seen)


# lengths --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "mm"),
    [("63", 63), ("63mm", 63), ("6.3 cm", 63), ("2.5in", 63.5), ('2.5"', 63.5), ("72pt", 25.4), ("-1cm", -10)],
)
def test_a_length_may_have_a_unit(goods: Callable[..., Checked], written: str, mm: float) -> None:
    assert millimetres(written) == pytest.approx(mm)
    quoted = written.replace('"', '\\"')
    dots = f', dot: {{kind: shape, shape: ellipse, box: ["{quoted}", 1in, 3mm, 0.4cm], fill: bark}}'
    assert of(goods(dots), "A") == [(round(mm, 2), 25.4, "#553311")]


def test_pieces_papers_and_texts_take_units(tmp_path: Path) -> None:
    node = read_yaml(b'{kind: card, width: 2.5in, height: "3.5 in", corner: 1/8in}', "f")
    with pytest.raises(BuildError, match=r"corner: expected a length in mm, or with its unit, such as 2\.5in; found"):
        understand(CardShape, node)
    shape = understand(CardShape, read_yaml(b'{kind: card, width: 2.5in, height: "3.5 in", corner: 0.125in}', "f"))
    assert (shape.width, shape.height, shape.corner) == pytest.approx((63.5, 88.9, 3.175))
    text = b"{kind: text, text: a, font: lato, size: 10pt, min: 3mm, box: [0, 0, 1in, 1in]}"
    slot = understand(TextSlot, read_yaml(text, "f"))
    assert (slot.size, slot.smallest) == pytest.approx((10, 8.504), abs=0.001)
    spec = understand(SheetSpec, read_yaml(b"{paper: [8.5in, 11in], margin: 0.25in}", "f"))
    assert spec.margin == pytest.approx(6.35)


@pytest.mark.parametrize("written", ["", "mm", "3 feet", "1e3", "3,5mm", "٣mm", "nan", "2.5inch"])
def test_what_is_no_length_is_said(written: str) -> None:
    with pytest.raises(ValueError, match=r"expected a length in mm, or with its unit, such as 2\.5in; found"):
        millimetres(written)


def test_a_description_may_speak_of_what_an_empty_cell_refers_to(goods: Callable[..., Checked], tmp_path: Path) -> None:
    goods()
    spec = (tmp_path / "goods" / "game.yaml").read_text("utf-8")
    spec = spec.replace("marks:", 'home: {type: "ref?", table: goods}, marks:')
    spec = spec.replace("    stock:", '    description: "beside {home.id}"\n    stock:')
    (tmp_path / "goods" / "game.yaml").write_text(spec, "utf-8")
    rows = ROWS.replace("marks", "home,marks").replace(",0,1,", ",0,1,B,").replace(",3,,,", ",3,,,,")
    (tmp_path / "goods" / "goods.csv").write_text(rows.replace("1,1,1,", "1,1,1,,"), "utf-8")
    game = pipeline.check(Path("goods"), Options()).game
    deck = game.decks["goods"]
    assert [label(game, deck, row).description for row in deck.rows.rows] == ["beside B", "beside", "beside"]


# words that become icons ----------------------------------------------------------------------------------------------

ICONS = '\nicons: {wood: goods/wood, "(S)": stone, "{G}": gold, "[W]": goods/wood}\n'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm"><rect width="10" height="10"/></svg>'


def parts(text: str) -> str:
    """Return a text with the names of its icons in angle brackets."""
    icons = (("wood", "goods/wood"), ("(S)", "stone"), ("{G}", "gold"), ("[W]", "goods/wood"))
    markup = parse(text, icons)
    assert not markup.faults
    return "\n".join(
        "".join(f"<{part.icon}>" if part.icon else part.text for part in paragraph) for paragraph in markup.paragraphs
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Pay 2 wood, 1 (S).", "Pay 2 <goods/wood>, 1 <stone>."),
        ("woods, driftwood, Wood", "woods, driftwood, Wood"),
        ("{G}{G}: draw", "<gold><gold>: draw"),
        ("[W] or :wood: or [red: wood]", "<goods/wood> or <wood> or <goods/wood>"),
        (r"\wood grows, \(S) too", "wood grows, (S) too"),
        ("**wood** and *(S)*\nwood", "<goods/wood> and <stone>\n<goods/wood>"),
        ("woodwood 2wood wood2 wood-wood", "woodwood 2wood wood2 <goods/wood>-<goods/wood>"),
        (":goods/wood:", "<goods/wood>"),
    ],
)
def test_words_become_icons(text: str, shown: str) -> None:
    assert parts(text) == shown


@given(st.text(st.sampled_from("ab(S)wood {G}[W]:\\* \n"), max_size=40))
def test_an_escaped_text_has_no_icons(text: str) -> None:
    icons = (("wood", "w"), ("(S)", "s"), ("{G}", "g"), ("[W]", "w"))
    markup = parse(escaped(text, icons), icons)
    assert "\n".join("".join(part.text for part in paragraph) for paragraph in markup.paragraphs) == text
    assert not any(part.icon for paragraph in markup.paragraphs for part in paragraph)


@given(st.text(st.sampled_from("ab(S)wood {G}[W]:\\* \n"), max_size=40))
def test_a_text_whose_only_markup_is_icons_keeps_all_else(text: str) -> None:
    icons = (("wood", "wood"), ("(S)", "(S)"), ("{G}", "{G}"), ("[W]", "[W]"))
    markup = parse(escaped(text, icons, keep=True), icons)
    assert "\n".join("".join(part.icon or part.text for part in paragraph) for paragraph in markup.paragraphs) == text
    assert not any(part.bold or part.italic or part.ink for paragraph in markup.paragraphs for part in paragraph)
    assert any(
        part.icon
        for paragraph in parse(escaped(f"*{text} (S)", icons, keep=True), icons).paragraphs
        for part in paragraph
    )


def test_cells_with_words_for_icons_are_drawn_with_icons(goods: Callable[..., Checked], tmp_path: Path) -> None:
    text = ', t: {kind: text, font: source-sans, size: 8, text: "{marks} of {layout}", box: [5, 5, 50, 20]}'
    rows = (
        ROWS.replace("sun rain sun", "Take wood {G}")
        .replace("B,plain,,3,,,", "B,plain,,3,,(S) wood,")
        .replace("C,dark", "C,plain")
    )
    goods(text, rows=rows)
    art = tmp_path / "goods" / "art" / "icons" / "goods"
    art.mkdir(parents=True)
    for name in ("goods/wood", "stone", "gold"):
        (art.parent / f"{name}.svg").write_text(SVG, "utf-8")
    spec = tmp_path / "goods" / "game.yaml"
    spec.write_text(spec.read_text("utf-8") + ICONS, "utf-8")
    checked = pipeline.check(Path("goods"), Options())
    assert [len(of(checked, row)) for row in "ABC"] == [2, 2, 0]
    no_markup = spec.read_text("utf-8").replace('marks: "text?"', 'marks: {type: "text?", markup: no}')
    spec.write_text(no_markup, "utf-8")
    checked = pipeline.check(Path("goods"), Options())
    assert [len(boxes(checked.faces["goods", row, "front"].drawing)) for row in "ABC"] == [0, 0, 0]
    assert "wood becomes no icon in the column marks" in messages(lambda: checked)
    only_icons = no_markup.replace("markup: no", "markup: icons")
    spec.write_text(only_icons, "utf-8")
    assert [len(of(pipeline.check(Path("goods"), Options()), row)) for row in "ABC"] == [2, 2, 0]
    table = tmp_path / "goods" / "goods.csv"
    written = table.read_text("utf-8")
    table.write_text(written.replace("Take wood {G}", "*Take wood {G} { stone }"), "utf-8")
    assert len(of(pipeline.check(Path("goods"), Options()), "A")) == 2
    table.write_text(written.replace("Take wood {G}", "*Take wood {G} {stone}"), "utf-8")
    spec.write_text(only_icons.replace("markup: icons", "markup: yes"), "utf-8")
    said = messages(lambda: pipeline.check(Path("goods"), Options()))
    assert "* is opened but not closed" in said and "with markup: no or markup: icons, a column is printed" in said
    table.write_text(written, "utf-8")
    spec.write_text(only_icons.replace("markup: icons", "markup: some"), "utf-8")
    said = messages(lambda: pipeline.check(Path("goods"), Options()))
    assert "markup: expected yes, no, icons or html, found 'some'" in said
    (art / "wood.svg").unlink()
    spec.write_text(no_markup.replace("{G}", " "), "utf-8")
    assert "' ' is no word of a text" in messages(lambda: pipeline.check(Path("goods"), Options()))
    spec.write_text(no_markup, "utf-8")
    said = messages(lambda: pipeline.check(Path("goods"), Options()))
    assert "goods/game.yaml:14:15: error: there is no picture icons/goods/wood" in said


# art of others --------------------------------------------------------------------------------------------------------

ART = """<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm" viewBox="0 0 10 10" font-size="2"
font-family="Source Sans Pro">
<rect width="8" height="8"/><circle r="2" fill="#ff0000" stroke="black"/><text x="1" y="5">in</text>
<g transform="translate(-60)"><text x="{at}" y="5">draft</text><rect width="9" height="9" fill="#00ff00"/></g></svg>"""


def inks(checked: Checked) -> set[str]:
    paints = []
    for mark, _ in walk(checked.faces["goods", "A", "front"].drawing.marks):
        if isinstance(mark, PathMark):
            paints += [mark.fill, mark.stroke.paint if mark.stroke else None]
        elif isinstance(mark, Run):
            paints.append(mark.paint)
    return {paint.colour.hex for paint in paints if isinstance(paint, Solid)}


def with_art(goods: Callable[..., Checked], keys: str, art: str) -> Checked:
    (Path("goods") / "art").mkdir(exist_ok=True)
    (Path("goods") / "art" / "seal.svg").write_text(art, "utf-8")
    return goods(f", seal: {{kind: picture, art: seal, box: [9, 9, 20, 20], {keys}}}")


def test_a_slot_replaces_a_colour_of_art_by_its_own(goods: Callable[..., Checked]) -> None:
    art = ART.format(at=0)
    assert inks(with_art(goods, "fit: contain", art)) == {"#ffffff", "#000000", "#ff0000"}
    replaced = with_art(goods, 'colour: bark, replaces: "#000000"', art)
    assert inks(replaced) == {"#ffffff", "#553311", "#ff0000"}
    assert not replaced.problems


def test_what_lies_off_the_page_of_art_is_not_drawn(goods: Callable[..., Checked]) -> None:
    def words(at: int) -> list[str]:
        marks = walk(with_art(goods, "fit: contain", ART.format(at=at)).faces["goods", "A", "front"].drawing.marks)
        return [mark.text for mark, _ in marks if isinstance(mark, Run)]

    assert words(0) == words(300) == ["in"]
    assert words(58) == ["in", "draft"]  # across the left edge, where it is cut


def test_text_that_crosses_the_edge_of_its_page_is_cut_there(goods: Callable[..., Checked]) -> None:
    art = ART.format(at=58).replace('<circle r="2"', '<circle cx="5" cy="5" r="2"')
    face = with_art(goods, "fit: contain", art).faces["goods", "A", "front"]
    assert any(isinstance(mark, Group) and mark.clip for mark, _ in walk(face.drawing.marks))


def test_a_mark_in_cells_stands_for_a_line_break(goods: Callable[..., Checked], tmp_path: Path) -> None:
    rows = "id,marks\nA,Walk%nRun%n %nRest\n"
    more = ", words: {kind: text, font: source-sans, size: 9, text: '{marks}', box: [5, 5, 50, 50]}"

    def lines() -> list[float]:
        face = pipeline.check(Path("goods"), Options()).faces["goods", "A", "front"]
        return sorted({mark.place.f for mark, _ in walk(face.drawing.marks) if isinstance(mark, Run)})

    goods(more, rows=rows)
    assert len(lines()) == 1
    game = tmp_path / "goods" / "game.yaml"
    game.write_text(game.read_text("utf-8") + 'line-break: "%n"\n', "utf-8")
    first, second, third = lines()
    assert third - second == pytest.approx(2 * (second - first))


def test_words_in_brackets_that_print_as_text_are_offered_as_icons(
    goods: Callable[..., Checked], tmp_path: Path
) -> None:
    text = ', t: {kind: text, font: source-sans, size: 8, text: "{marks}", box: [5, 5, 50, 20]}'
    rows = ROWS.replace("sun rain sun", "Take [Coin] (stone) [gem] (see) \\[ore]")
    goods(text, rows=rows)
    folder = tmp_path / "goods"
    (folder / "art" / "icons").mkdir(parents=True)
    assert not pipeline.check(folder, Options()).problems
    rest = "[gem] is no icon, so it is printed as text"
    for name in ("coin", "stone", "ore"):
        (folder / "art" / "icons" / f"{name}.svg").write_text(SVG, "utf-8")
    doubtful = pipeline.check(folder, Options()).problems
    titles = [fix.title for problem in doubtful for fix in problem.fixes]
    assert titles == ["Make [Coin] an icon", "Make (stone) an icon", "Make [gem] an icon"]
    assert [problem.message.startswith(rest) for problem in doubtful] == [False, False, True]
    assert {problem.severity for problem in doubtful} == {"warning"}
    edit.write(fixes.make_edit(folder, [fix for problem in doubtful for fix in problem.fixes]))
    words = 'icons:\n  "[Coin]": coin\n  "(stone)": stone\n  "[gem]": gem\n'
    assert words in (folder / "game.yaml").read_text("utf-8")
    assert (folder / "art" / "icons" / "gem.svg").read_bytes() == own_icon("gem")
    assert not pipeline.check(folder, Options()).problems


def test_words_in_brackets_are_reported_at_once_where_one_has_a_drawing(
    goods: Callable[..., Checked], tmp_path: Path
) -> None:
    text = ', t: {kind: text, font: source-sans, size: 8, text: "{marks}", box: [5, 5, 50, 20]}'
    goods(text, rows=ROWS.replace("sun rain sun", "[star] then [draw] or [qwrtz]"))
    folder = tmp_path / "goods"
    (folder / "art" / "icons").mkdir(parents=True)
    (folder / "art" / "icons" / "star.svg").write_text(SVG, "utf-8")

    def doubtful() -> dict[str, list[str]]:
        draft, problems = Draft(folder), pipeline.check(folder, Options()).problems
        return {problem.message.split()[0]: [fix.title for _, fix in listed(draft, problem)] for problem in problems}

    # No icon of beeprint stands for the last word: a drawing is chosen by hand.
    before = {"[star]": ["Make [star] an icon"], "[draw]": ["Make [draw] an icon"], "[qwrtz]": []}
    assert doubtful() == before
    first = pipeline.check(folder, Options()).problems[0]
    edit.write(fixes.make_edit(folder, first.fixes))
    assert doubtful() == {word: titles for word, titles in before.items() if word != "[star]"}
