"""Text in a box: where lines break, when they shrink, what does not fit, what can be copied out."""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

import fontpkg_amiri
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from beeprint.base.colour import Colour
from beeprint.base.geometry import PT_PER_MM, Rect, path_box
from beeprint.drawing.drawing import Glyph, Run, Solid
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import Block, Breadth, Style, breaks, compose, text_width
from beeprint.drawing.text.markup import emphasised, parse
from beeprint.leaflet.reading import read
from beeprint.sources.workspace import Workspace
from cases import spread
from conftest import ROOT, font_file
from tiny_fonts import letters

STYLE = Style("source-sans", size=10, smallest=6)
BOX = Rect(10, 20, 40, 30)
AMIRI = Path(str(fontpkg_amiri.__file__)).parent / "files"


def lines(block: Block) -> list[str]:
    """Return the words of each line, by baseline."""
    lines: dict[float, list[str]] = {}
    for run in block.runs:
        lines.setdefault(run.place.f, []).append(run.text)
    return ["".join(texts).strip() for _, texts in sorted(lines.items())]


def test_lines_break_at_spaces_and_hyphens_only(fonts: Fonts) -> None:
    block = compose(fonts, "The drifting bee never-ever moves alone", STYLE, Rect(0, 0, 20.5, 40))
    assert lines(block) == ["The drifting", "bee never-", "ever moves", "alone"]
    assert not block.overflow


def test_a_line_break_in_the_cell_is_one_on_the_card(fonts: Fonts) -> None:
    assert lines(compose(fonts, "Send\nMove a bee", STYLE, BOX)) == ["Send", "Move a bee"]


def test_centred_lines_are_balanced(fonts: Fonts) -> None:
    style = Style("source-sans", size=10, smallest=10, align="centre")
    rows = lines(compose(fonts, "Move a rival forager to a hex two steps away", style, Rect(0, 0, 44, 30)))
    assert len(rows) == 2 and abs(len(rows[0]) - len(rows[1])) < 8


def test_text_shrinks_to_fit_both_ways_but_not_below_its_minimum(fonts: Fonts) -> None:
    long = "Every queen passes their pattern card to the queen on their left. " * 3
    block = compose(fonts, long, STYLE, BOX)
    assert 6 <= block.size < 10 and not block.overflow and BOX.contains(block.box, 0.01)
    assert compose(fonts, long * 4, STYLE, BOX).overflow.endswith("lines, the box holds 12")
    wide = compose(fonts, "Donaudampfschifffahrtsgesellschaft", STYLE, Rect(0, 0, 20, 30))
    assert wide.overflow.startswith("the word 'Donaudampfschifffahrtsgesellschaft' is ")


def test_a_long_word_shrinks_until_the_box_is_wide_enough(fonts: Fonts) -> None:
    block = compose(fonts, "Honeycombing", STYLE, Rect(0, 0, 18, 30))
    font = fonts["source-sans/regular"]
    ems = font.shape("Honeycombing")[1] / font.upem
    assert ems * 8.25 / PT_PER_MM > 18 > ems * 8 / PT_PER_MM and block.size == 8 and not block.overflow


@pytest.mark.parametrize(
    ("align", "valign", "x", "y"),
    [("left", "top", 10, 20), ("centre", "middle", 30, 35), ("right", "bottom", 50, 50)],
)
def test_alignment(fonts: Fonts, align: str, valign: str, x: float, y: float) -> None:
    style = Style("source-sans", size=10, smallest=10, align=align, valign=valign)
    block = compose(fonts, "Bee", style, BOX)
    box, baseline, em = block.box, block.runs[0].place.f, 10 / PT_PER_MM
    assert {"left": box.x, "centre": box.centre.x, "right": box.right}[align] == pytest.approx(x, abs=0.01)
    # There is room for ascenders at the top, for descenders at the bottom; in the middle are capitals, not whole lines.
    places = {"top": baseline - 0.724 * em, "middle": baseline - 0.656 / 2 * em, "bottom": baseline + 0.205 * em}
    assert places[valign] == pytest.approx(y, abs=0.01)


def test_first_lines_stand_alike_whichever_letters_are_in_them(fonts: Fonts) -> None:
    style = Style("source-sans", size=10, smallest=10)
    box = Rect(0, 0, 30, 30)

    def first(text: str) -> float:
        return compose(fonts, text, style, box).runs[0].place.f

    texts = ["Bee", "acorn", "1", "HIVE", "gyp", "(Bee)", "queen bee queen \u00c9t\u00e9", "bee bee bee bee bee :comb:"]
    assert [first(text) for text in texts] == [pytest.approx(first("lf"), abs=0.04)] * len(texts)
    # Only an accent or an icon that would stand out of the box lowers its own line.
    assert first("\u00c9t\u00e9") > first("lf") + 0.4 and first(":comb: bee") > first("lf") + 0.4


def inked(fonts: Fonts, block: Block) -> Rect:
    """Return the box round the outlines of all letters of a text, in mm."""
    inks = []
    for run in block.runs:
        by = run.size / fonts[run.font].upem
        for glyph in run.glyphs:
            outline = fonts[run.font].outline(glyph.number)
            if outline:
                box = path_box(outline).move(glyph.x, -glyph.y)
                inks.append(Rect(run.place.e + box.x * by, run.place.f + box.y * by, box.width * by, box.height * by))
    left, top = min(box.x for box in inks), min(box.y for box in inks)
    return Rect(left, top, max(box.right for box in inks) - left, max(box.bottom for box in inks) - top)


@pytest.mark.parametrize("valign", ["top", "middle", "bottom"])
@pytest.mark.parametrize("text", ["the wing", "HIVE", "gyp \u00c9t\u00e9 bug", "1"])
@pytest.mark.parametrize("clear", [0, 0.7])
def test_a_text_that_fits_lies_in_its_box_with_all_its_ink(fonts: Fonts, text: str, valign: str, clear: float) -> None:
    style = Style("source-sans", size=40, smallest=4, valign=valign, clear=clear)
    box = Rect(10, 20, 200, 5)
    block = compose(fonts, text, style, box)
    ink = inked(fonts, block)
    assert not block.overflow and box.grow(-clear).contains(ink, 0.001)
    larger = inked(fonts, compose(fonts, text, replace(style, size=block.size + 0.25, smallest=40), box))
    assert larger.height > 5 - 2 * clear, "a text is not made smaller than its ink asks for"


def test_the_box_of_a_text_is_where_its_ink_is(fonts: Fonts) -> None:
    block = compose(fonts, "gyp", Style("source-sans", size=10, smallest=10, valign="middle"), BOX)
    ink = inked(fonts, block)
    assert (block.box.y, block.box.bottom) == pytest.approx((ink.y, ink.bottom), abs=0.001)


ENDINGS = "Each bee that you send to the field brings honey home for all of the others in it."


@pytest.mark.parametrize(
    ("align", "step"),
    spread(
        [(align, step) for align in ("left", "centre", "right", "justify") for step in (1, 8)],
        lambda case: case in (("left", 8), ("justify", 8)),
    ),
)
def test_no_last_line_is_a_single_word_where_two_fit(fonts: Fonts, align: str, step: int) -> None:
    style = Style("source-sans", size=10, smallest=10, align=align)
    counts = {}
    for tenths in range(200, 700, step):
        box = Rect(0, 0, tenths / 10, 90)
        rows = lines(compose(fonts, ENDINGS, style, box))
        greedy = lines(compose(fonts, ENDINGS, replace(style, align="left"), box)) if align != "left" else rows
        assert len(rows) == len(greedy), "no line more than it takes"
        assert " ".join(rows) == ENDINGS
        counts[tenths] = len(rows[-1].split())
    assert min(counts.values()) > 1


@given(st.lists(st.integers(1, 11).map(lambda length: "lettersonly"[:length]), min_size=4, max_size=40))
def test_a_short_last_line_takes_words_from_the_line_above_but_leaves_it_full(words: list[str]) -> None:
    fonts, room = Fonts(font_file, Workspace(ROOT).font_styles), 60.0
    style = Style("source-sans", size=10, smallest=10)

    def widths(lines: list[str]) -> list[float]:
        return [text_width(fonts, line, style) / room for line in lines]

    before, after = (
        lines(compose(fonts, " ".join(words), replace(style, shortest=share), Rect(0, 0, room, 200)))
        for share in (0, 0.12)
    )
    assert " ".join(after).split() == words and before[:-2] == after[:-2] and len(before) == len(after)
    if len(before) > 1:
        (above, _), (left, last) = widths(before)[-2:], widths(after)[-2:]
        assert left >= above - 0.1 - 1e-6
        # One word more would leave a hole above, or nothing.
        shorter, _, word = after[-2].rpartition(" ")
        spared = widths([shorter])[0] if shorter else 0
        assert last >= 0.12 or spared < above - 0.1 or spared < widths([f"{word} {after[-1]}"])[0]


@pytest.mark.parametrize(("smaller", "shrinks"), [(9.75, True), (9.5, True), (9.25, False)])
def test_a_text_shrinks_by_half_a_point_where_a_word_would_stand_alone_otherwise(
    fonts: Fonts, smaller: float, shrinks: bool
) -> None:
    style = Style("source-sans", size=10, smallest=8)
    pair = "misunderstandings occur"
    box = Rect(0, 0, text_width(fonts, pair, replace(style, size=smaller)) + 0.01, 90)
    block = compose(fonts, f"Extraordinarily interesting {pair}", style, box)
    assert block.size == (smaller if shrinks else 10)
    assert lines(block)[-1] == (pair if shrinks else "occur")


@pytest.mark.parametrize(("text", "shown"), [("the queen bee", ["the queen", "bee"]), ("honey bee", ["honey", "bee"])])
def test_a_title_of_few_words_keeps_its_last_one_alone(fonts: Fonts, text: str, shown: list[str]) -> None:
    style = Style("source-sans", size=10, smallest=10)
    assert lines(compose(fonts, text, style, Rect(0, 0, 17 if len(shown[0]) > 5 else 11, 30))) == shown


def test_a_short_text_grows_and_a_long_one_does_not(fonts: Fonts) -> None:
    style = Style("source-sans", size=10, smallest=10, largest=14)
    box = Rect(0, 0, 50, 24)
    short, middling = "Draw 3 honey cards", "Move a rival forager to a hex two steps away, or bring it home with honey"
    assert compose(fonts, short, style, box).size == 14
    # Two lines are two lines, with descenders or without.
    tight = replace(style, leading=1.16)
    two = [
        compose(fonts, text, tight, Rect(0, 0, 50, 20.5))
        for text in ("Move any bee to a hex of the field", "Lo, wasps: move more bees on a hex")
    ]
    assert [(block.size, block.lines) for block in two] == [(14, 2), (14, 2)]
    block = compose(fonts, middling, style, box)
    assert block.size == 10 and compose(fonts, middling, replace(style, size=14, smallest=14), box).overflow == ""


def test_justified_lines_reach_both_edges_but_the_last(fonts: Fonts) -> None:
    style = Style("source-sans", size=10, smallest=10, align="justify")
    block = compose(fonts, "one two three four five six seven eight nine ten eleven twelve", style, BOX)
    ends = []
    for run in block.runs:
        last = run.glyphs[-1]
        font = fonts[run.font]
        ends.append(run.place.e + (last.x + font.advance(last.number)) / font.upem * run.size)
    assert len(ends) == 3 and ends[:-1] == pytest.approx([50, 50], abs=0.05) and ends[-1] < 49


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("**Sting:** gain (wood)", "<Sting:> gain (wood)"),
        ("*At game end, gain 2", "*At game end, gain 2"),
        ("See rule 5*, and *this*", "See rule 5*, and <this>"),
        ("*one\n**two** and [red: 3]", "*one<two> and [red: 3]"),
        ("2*3*4 **", "2*3*4 **"),
        ("a *b* c*", "a <b> c*"),
        ("2* or 3*: *both*.", "2* or 3*: <both>."),
        (r"\*no* 10:30:15", r"\*no* 10:30:15"),
    ],
)
def test_only_asterisks_that_pair_are_marks_where_texts_are_printed_as_written(text: str, printed: str) -> None:
    marked = parse(emphasised(text))
    words = [f"<{part.text}>" if part.bold or part.italic else part.text for line in marked.paragraphs for part in line]
    assert "".join(words).replace("><", "") == printed and not marked.faults


def test_bold_italic_and_icons_keep_their_place_in_the_line(fonts: Fonts) -> None:
    block = compose(fonts, "Take **2** :pollen: *now*", STYLE, BOX)
    assert [(run.font, run.text) for run in block.runs] == [
        ("source-sans/regular", "Take "),
        ("source-sans/bold", "2 "),
        ("source-sans/italic", "now "),
    ]
    ((name, box, paint),) = block.icons
    assert (
        name == "pollen"
        and paint == STYLE.paint
        and block.runs[1].place.e < box.x < box.right < block.runs[2].place.e + 1
    )
    baseline = block.runs[0].place.f
    assert box.y < baseline < box.bottom


def spoken(text: str) -> list[tuple[str, str]]:
    """Return each part of a line of markup with its look: b, i, an ink's name, or the icon."""
    (parts,) = parse(text).paragraphs
    return [(p.text, "b" * p.bold + "i" * p.italic + p.ink + (f":{p.icon}:" if p.icon else "")) for p in parts]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"5 \* 3 \:sun:", [("5 ", ""), ("*", ""), (" 3 ", ""), (":", ""), ("sun:", "")]),
        ("***both***", [("both", "bi")]),
        ("a [red: **b** :sun:] c", [("a ", ""), ("b", "bred"), (" ", "red"), ("", "red:sun:"), (" c", "")]),
        ("[red: a [blue: b] c]", [("a ", "red"), ("b", "blue"), (" c", "red")]),
        ("[red: a [b] c]", [("a ", "red"), ("[", "red"), ("b", "red"), ("]", "red"), (" c", "red")]),
        (r"\[red: a\]", [("[", ""), ("red: a", ""), ("]", "")]),
        ("[x] 3 * 4 ****", [("[", ""), ("x", ""), ("]", ""), (" 3 ", ""), ("*", ""), (" 4 ", ""), ("****", "")]),
    ],
)
def test_markup(text: str, expected: list[tuple[str, str]]) -> None:
    assert spoken(text) == expected and not parse(text).faults


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("5*3*2", [("5*3*2", "")]),
        ("5 * 3 * 2", [("5 * 3 * 2", "")]),
        ("2**3**2", [("2**3**2", "")]),
        ("2***3***4", [("2***3***4", "")]),
        ("\u0663*\u0664*\u0665", [("\u0663*\u0664*\u0665", "")]),
        ("2*3*4 *honey*", [("2*3*4 ", ""), ("honey", "i")]),
        ("*2*3 bees*", [("2*3 bees", "i")]),
        ("**5*3** and *2*", [("5*3", "b"), (" and ", ""), ("2", "i")]),
        ("**2**nd", [("2", "b"), ("nd", "")]),
        ("3**bees**", [("3", ""), ("bees", "b")]),
        ("un*believ*able", [("un", ""), ("believ", "i"), ("able", "")]),
        ("2_3_4 _honey_ __bees__", [("2_3_4 _honey_ __bees__", "")]),
    ],
)
def test_a_product_of_numbers_is_no_markup(text: str, shown: list[tuple[str, str]]) -> None:
    joined: list[tuple[str, str]] = []
    for words, look in spoken(text):
        joined[-1:] = (
            [(joined[-1][0] + words, look)] if joined and joined[-1][1] == look else [*joined[-1:], (words, look)]
        )
    assert joined == shown and not parse(text).faults


def test_a_leaflet_keeps_the_asterisks_of_a_product_too() -> None:
    _, block = read("# Rules\n\nTake 5*3*2 *honey*.\n", "rules.md")
    assert spoken(block.text) == [
        ("Take 5", ""),
        ("*", ""),
        ("3", ""),
        ("*", ""),
        ("2 ", ""),
        ("honey", "i"),
        (".", ""),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("*5*3", "* is opened but not closed"),
        ("**Bees\nfly**", "** is opened but not closed"),
        ("Draw *2", "* is opened but not closed"),
        ("[red: Bees", "[red: is opened but not closed"),
    ],
)
def test_marks_left_open_are_faults_and_nothing_is_swallowed(fonts: Fonts, text: str, message: str) -> None:
    block = compose(fonts, text, STYLE, BOX, ink=lambda name: STYLE.paint)
    assert message in [fault.message for fault in block.faults] and all(fault.hint for fault in block.faults)
    assert parse("2*3 is 6* 7").faults == ()


def test_missing_characters_are_named(fonts: Fonts) -> None:
    assert compose(fonts, "honey 蜂 and 蜜", STYLE, BOX).missing == "蜂蜜"


def test_ligatures_and_kerning_come_from_the_font(fonts: Fonts) -> None:
    (run,) = compose(fonts, "office AVATAR", STYLE, BOX).runs
    assert run.text == "office AVATAR " and len(run.glyphs) <= len(run.text)
    font = fonts[run.font]
    kerned = font.shape("AVATAR")[1]
    assert kerned < sum(font.shape(letter)[1] for letter in "AVATAR")


words = st.lists(st.text("abcdefghij", min_size=1, max_size=9), min_size=1, max_size=40)


@given(words, st.sampled_from(["left", "centre", "right"]), st.integers(14, 60))
def test_no_word_is_lost_and_what_fits_stays_inside(fonts: Fonts, text: list[str], align: str, width: int) -> None:
    box = Rect(5, 5, width, 50)
    block = compose(fonts, " ".join(text), Style("source-sans", size=9, smallest=5, align=align), box)
    assert " ".join(lines(block)).split() == text
    if not block.overflow:
        assert box.contains(block.box, 0.01)
        assert len(lines(block)) == block.lines


# what lines are made of ---------------------------------------------------------------------------------------------


def test_bold_spaces_and_words_in_ink(fonts: Fonts) -> None:
    red = Solid(Colour(200, 0, 0))
    block = compose(fonts, "Pay [red: 2 **now**], friend", STYLE, BOX, ink={"red": red}.get)
    assert [(run.text, run.paint) for run in block.runs] == [
        ("Pay ", STYLE.paint),
        ("2 ", red),
        ("now", red),
        (", friend ", STYLE.paint),
    ]
    assert [icon.paint for icon in compose(fonts, "[red: :sun:] :sun:", STYLE, BOX, ink={"red": red}.get).icons] == [
        red,
        STYLE.paint,
    ]


def test_an_icon_stays_with_its_number(fonts: Fonts) -> None:
    for width in range(14, 40):
        block = compose(fonts, "Gather all of 12:sun: or (:sun:)", STYLE, Rect(0, 0, width, 60))
        for icon, before in zip(block.icons, ("12", "("), strict=True):
            (run,) = [run for run in block.runs if touches(fonts, run, icon.box)]
            assert run.text.endswith(before)


@pytest.mark.parametrize("by", [0.5, 1.5, 2])
def test_icons_may_be_larger_or_smaller_than_the_text(fonts: Fonts, by: float) -> None:
    box = Rect(0, 0, 80, 30)
    usual, other = (
        compose(fonts, "Gain 2 :sun: now", replace(STYLE, icon_size=size), box, lambda name: Breadth(1.5))
        for size in (1, by)
    )
    before, after = usual.icons[0].box, other.icons[0].box
    assert after.height == pytest.approx(by * before.height) and after.width == pytest.approx(by * before.width)
    middle = before.centre.y - usual.runs[0].place.f
    assert after.centre.y - other.runs[0].place.f == pytest.approx(middle, abs=0.01)
    assert after.y >= -1e-6  # all of it lies in the box
    assert other.runs[-1].place.e - usual.runs[-1].place.e == pytest.approx(after.width - before.width, abs=0.01)


def test_a_mark_is_as_close_to_the_ink_of_an_icon_as_to_that_of_a_letter(fonts: Fonts) -> None:
    """Most icons have a blank edge in their files, which would look like a space before a full stop."""

    def gaps(text: str, breadth: Breadth) -> tuple[float, float]:
        """Return the room before and after the ink of the only icon, in em."""
        block = compose(fonts, text, STYLE, Rect(0, 0, 80, 30), lambda name: breadth)
        (icon,), em = block.icons, block.size / PT_PER_MM
        before, after = sorted(block.runs, key=lambda run: run.place.e)
        edges = before.place.e + text_width(fonts, before.text, STYLE), after.place.e
        unit = icon.box.width / breadth.width
        ink = icon.box.x + breadth.left * unit, icon.box.right - breadth.right * unit
        return (ink[0] - edges[0]) / em, (edges[1] - ink[1]) / em

    tight, loose = Breadth(1), Breadth(1, 0.2, 0.3)
    assert gaps("a(:sun:). b", tight) == pytest.approx((0, 0), abs=0.01)
    assert gaps("a(:sun:). b", loose) == pytest.approx((0.05, 0.05), abs=0.01)
    assert gaps("a:sun:b", loose) == pytest.approx((0.2 * 1.12, 0.3 * 1.12), abs=0.01)  # letters keep their distance


@pytest.mark.parametrize("icon", [":sun:", "sun", "(S)"])
@pytest.mark.parametrize("number", ["12", "**12**", "[red: **12**]", "1\u00bd", "3-12"])
def test_no_line_ends_between_a_number_and_the_icon_of_what_it_counts(fonts: Fonts, number: str, icon: str) -> None:
    style = replace(STYLE, icons=(("sun", "sun"), ("(S)", "sun")))
    ink = {"red": Solid(Colour(200, 0, 0))}.get
    ends = set()
    for width in range(16, 40):
        block = compose(
            fonts, f"Gather all of {number} {icon} or any {icon} of yours", style, Rect(0, 0, width, 60), ink=ink
        )
        first, second = block.icons
        digits = next(run for run in block.runs if any(map(str.isdigit, run.text)))
        assert first.box.y < digits.place.f < first.box.bottom
        before = next(run for run in block.runs if run.text.rstrip().endswith("any"))
        ends.add(second.box.y < before.place.f < second.box.bottom)
    assert ends == {True, False}  # lines may end before other icons


def touches(fonts: Fonts, run: Run, box: Rect) -> bool:
    """Return whether a run's last glyph ends where a box begins, on the box's line."""
    return box.y < run.place.f < box.bottom and end_of(fonts, run) == pytest.approx(box.x, abs=0.01)


def end_of(fonts: Fonts, run: Run) -> float:
    """Return where a run's last letter ends, spaces after it left out."""
    font = fonts[run.font]
    last = run.glyphs[len(run.text.rstrip()) - 1]
    return run.place.e + (last.x + font.advance(last.number)) / font.upem * run.size


def test_no_break_spaces_hold_and_soft_hyphens_show_only_where_they_part(fonts: Fonts) -> None:
    text = "co\u00adopera\u00adtion 12\u00a0kg"
    assert lines(compose(fonts, text, STYLE, Rect(0, 0, 60, 30))) == ["cooperation 12\u00a0kg"]
    block = compose(fonts, text, STYLE, Rect(0, 0, 14, 30))
    assert lines(block) == ["coopera\u00ad", "tion", "12\u00a0kg"]
    font = fonts["source-sans/regular"]
    assert block.runs[0].glyphs[-1].number == font.glyph("-") and len(block.runs[0].glyphs) == len("coopera-")


def test_hyphenation_only_where_it_is_asked_for(fonts: Fonts) -> None:
    narrow = Rect(0, 0, 20, 60)
    text = "A development of international honeycombs"
    plain = compose(fonts, text, replace(STYLE, smallest=10), narrow)
    parted = compose(fonts, text, replace(STYLE, smallest=10, hyphenate="en-US"), narrow)
    assert lines(plain) == ["A", "development", "of", "international", "honeycombs"]
    assert lines(parted) == ["A develop\u00ad", "ment of in\u00ad", "ternational", "honeycombs"]
    assert narrow.contains(parted.box, 0.01) and not parted.overflow
    # A hyphen that saves no line is none worth reading, unless it keeps the spaces of justified lines even.
    short, style = "Draw one card: international bee", replace(STYLE, smallest=10, hyphenate="en-US")
    assert lines(compose(fonts, short, style, Rect(0, 0, 34, 60))) == ["Draw one card:", "international bee"]
    justified = compose(fonts, short, replace(style, align="justify"), Rect(0, 0, 34, 60))
    assert lines(justified) == ["Draw one card: inter\u00ad", "national bee"]


def test_ideographs_break_anywhere_but_before_their_marks(fonts: Fonts) -> None:
    # No font here has them; lines are broken all the same, and each is named once.
    block = compose(fonts, "蜂は花へ。「蜜」、蜂。", replace(STYLE, smallest=10), Rect(0, 0, 12, 60))
    assert len(lines(block)) > 2 and not any(line[0] in "。、」" for line in lines(block))
    assert "".join(lines(block)) == "蜂は花へ。「蜜」、蜂。" and set(block.missing) == set("蜂は花へ。「蜜」、")


@pytest.mark.parametrize(
    ("text", "wide", "shown"),
    [
        ("一般論文集、一般講演集、雑著", 8, ["一般論文集、", "一般講演集、雑著"]),
        ("図書館の自由に関する宣言を読み上げる", 11, ["図書館の自由に関する", "宣言を読み上げる"]),
        ("花粉を集める\u200b蜂と蜜", 7, ["花粉を集める", "蜂と蜜"]),
        ("貴重書、その他の特別資料室", 7, ["貴重書、その他", "の特別資料室"]),  # any other way takes a third line
    ],
)
def test_centred_lines_of_ideographs_end_with_a_phrase(tmp_path: Path, text: str, wide: int, shown: list[str]) -> None:
    tiny = letters(tmp_path / "tiny.ttf", "".join(sorted({*text} - {"\u200b"})), width=1000)
    style = Style("tiny", size=10, smallest=10, align="centre")
    block = compose(Fonts(lambda key: tiny), text, style, Rect(0, 0, (wide + 0.2) * 10 / PT_PER_MM, 30))
    assert lines(block) == shown


def test_every_paragraph_of_justified_text_ends_in_a_plain_line(fonts: Fonts) -> None:
    style = Style("source-sans", size=10, smallest=10, align="justify")
    block = compose(fonts, "one two three four five six seven\none two three four five six seven", style, BOX)
    ends = [end_of(fonts, run) for run in block.runs]
    assert ends[0] == ends[2] == pytest.approx(50, abs=0.05) and ends[1] == pytest.approx(ends[3]) and ends[1] < 45


@pytest.mark.parametrize("step", spread([3, 12], lambda step: step == 12))
def test_sizes_are_found_as_if_each_had_been_tried(fonts: Fonts, step: int) -> None:
    for count in range(1, 60, step):
        text = "The hexagonal honeycomb " * count
        block = compose(fonts, text, STYLE, BOX)
        sizes = [10 - step * 0.25 for step in range(17)]
        fits = [
            size for size in sizes if not compose(fonts, text, replace(STYLE, size=size, smallest=size), BOX).overflow
        ]
        assert block.size == (fits[0] if fits else 6) and bool(block.overflow) == (not fits)


def test_a_text_too_long_for_any_box_is_refused_at_once(fonts: Fonts) -> None:
    assert compose(fonts, "bee " * 6000, STYLE, BOX).overflow == "it has 24,000 characters, more than 20,000"
    assert compose(fonts, "e" + "\u0301" * 31, STYLE, BOX).overflow == "it has more than 30 accents on one letter"
    assert "accents" in compose(fonts, "e" + "\u0301\u200d" * 9000, STYLE, BOX).overflow
    assert len(compose(fonts, "b" * 9000, STYLE, BOX).overflow) < 120


# characters ---------------------------------------------------------------------------------------------------------


def test_accents_are_drawn_as_letters_whichever_way_they_are_written(fonts: Fonts) -> None:
    composed, apart = (compose(fonts, normalize(form, "caf\u00e9 fianc\u00e9e"), STYLE, BOX) for form in ("NFC", "NFD"))
    assert composed.missing == apart.missing == ""
    shown = [
        [(fonts[run.font].outline(g.number), g.x, g.y) for g in run.glyphs] for run in (*composed.runs, *apart.runs)
    ]
    assert shown[0] == shown[1]


def test_marks_stacked_on_a_letter_stand_above_and_below_it(fonts: Fonts) -> None:
    (run,) = compose(fonts, "x\u0323\u0302y", STYLE, BOX).runs
    font = fonts[run.font]
    base, below, above = run.glyphs[:3]

    def extent(glyph: Glyph) -> tuple[float, float]:
        box = path_box(font.outline(glyph.number))
        return box.y - glyph.y, box.bottom - glyph.y

    assert extent(below)[0] >= 0 and extent(above)[1] <= extent(base)[0]
    assert abs(below.x - base.x) < font.upem and abs(above.x - base.x) < font.upem


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("bee \U0001f41d!", "\U0001f41d"),
        (
            "\U0001f469\u200d\U0001f33e\ufe0f",
            "\U0001f469\U0001f33e",
        ),  # joiners and selectors are no characters of their own
        ("zero\u200bwidth \u2060 \u00ad\ufeff", ""),
        ("no\u2011break hy\u2010phen", ""),  # drawn by the hyphen-minus
        ("a\u0007b", "\u0007"),
        ("\u05d1\u05b8", "\u05d1\u05b8"),
    ],
)
def test_only_what_would_be_drawn_is_missing(fonts: Fonts, text: str, missing: str) -> None:
    assert compose(fonts, text, STYLE, BOX).missing == missing


# both directions ----------------------------------------------------------------------------------------------------

HEBREW = Style("amatic", size=12, smallest=12, align="start")


def test_hebrew_runs_from_the_right_and_numbers_do_not(fonts: Fonts) -> None:
    block = compose(fonts, "\u05d3\u05d1\u05d5\u05e8\u05d4 12 abc \u05e6\u05d5\u05e3", HEBREW, BOX)
    assert [run.text.strip() for run in block.runs if run.text != " "] == [
        "\u05e6\u05d5\u05e3",
        "abc",
        "12",
        "\u05d3\u05d1\u05d5\u05e8\u05d4",
    ]
    first = next(run for run in block.runs if run.text.startswith("\u05d3"))
    clusters = [glyph.cluster for glyph in first.glyphs]
    assert clusters == sorted(clusters, reverse=True)
    assert block.box.right == pytest.approx(BOX.right) and block.box.x > BOX.x


@pytest.mark.parametrize(
    ("align", "hebrew", "latin"),
    [("left", "left", "left"), ("right", "right", "right"), ("start", "right", "left"), ("end", "left", "right")],
)
def test_start_and_end_follow_the_text(fonts: Fonts, align: str, hebrew: str, latin: str) -> None:
    for text, side in (("\u05d3\u05d1\u05d5\u05e8\u05d4", hebrew), ("bee", latin)):
        box = compose(fonts, text, replace(HEBREW, align=align), BOX).box
        assert (box.x == pytest.approx(BOX.x)) == (side == "left")
        assert (box.right == pytest.approx(BOX.right)) == (side == "right")


def test_brackets_open_towards_the_text(fonts: Fonts) -> None:
    block = compose(fonts, "(\u05d3\u05d1\u05d5\u05e8\u05d4)", HEBREW, BOX)
    font = fonts["amatic/regular"]
    (run,) = block.runs
    assert run.text == "(\u05d3\u05d1\u05d5\u05e8\u05d4)"  # in reading order
    assert (run.glyphs[0].number, run.glyphs[-1].number) == (font.glyph("("), font.glyph(")"))


def test_arabic_letters_join_across_looks() -> None:
    fonts = Fonts(lambda key: AMIRI / f"Amiri-{key.partition('/')[2].title()}.ttf")
    red = Solid(Colour(200, 0, 0))
    style = Style("amiri", size=14, smallest=14)
    plain = compose(fonts, "\u0646\u062d\u0644\u0629", style, BOX)
    parted = compose(fonts, "\u0646[red: \u062d]\u0644\u0629", style, BOX, ink={"red": red}.get)
    assert plain.missing == parted.missing == ""
    assert [run.text for run in parted.runs] == ["\u0644\u0629", "\u062d", "\u0646"] and parted.runs[1].paint == red
    alone = {fonts["amiri/regular"].glyph(char) for char in "\u0646\u062d\u0644\u0629"}
    for block in (plain, parted):
        numbers = [glyph.number for run in block.runs for glyph in run.glyphs]
        assert len(numbers) == 4 and not alone & set(numbers)


TEXTS = st.text(
    "abcdefghij \u00e9\u0301-\u00ad\u00a0/.,()12\u05d0\u05d1\u05d2*[]:\u2014\u5b57", min_size=1, max_size=60
)


@given(TEXTS, st.sampled_from(["left", "centre", "justify", "start"]), st.integers(6, 40), st.sampled_from(["", "en"]))
def test_nothing_is_lost_and_lines_end_only_where_they_may(
    fonts: Fonts, text: str, align: str, width: int, hyphenate: str
) -> None:
    text = " ".join(text.translate(dict.fromkeys(map(ord, "*[]:"))).split(" ")).strip(" ")
    style = Style("amatic", size=11, smallest=9, align=align, hyphenate=hyphenate)
    box = Rect(5, 5, width, 400)
    block = compose(fonts, text, style, box)
    by_line: dict[float, str] = {}
    for run in block.runs:
        by_line[run.place.f] = by_line.get(run.place.f, "") + run.text
    shown = "".join(char for line in by_line.values() for char in line if char not in " \u00ad")
    assert sorted(shown) == sorted(text.replace(" ", "").replace("\u00ad", ""))
    if not any("\u0590" <= char < "\u0600" for char in text):
        assert shown == text.replace(" ", "").replace("\u00ad", "")
        bare, places = "", set()
        allowed = {*breaks.opportunities(text), *(breaks.hyphens(text, "en") if hyphenate else ())}
        for index, char in enumerate(text):
            if index in allowed:
                places.add(len(bare))
            bare += "" if char in " \u00ad" else char
        at = 0
        for _, line in sorted(by_line.items())[:-1]:
            at += len([char for char in line if char not in " \u00ad"])
            assert at in places
    if not block.overflow:
        assert box.contains(block.box, 0.01)
