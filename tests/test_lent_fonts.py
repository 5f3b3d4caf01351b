"""Fonts that stand in for each other: lists in layouts, fonts of a language, and fonts found by their own names."""

from __future__ import annotations

import copy
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from click.testing import CliRunner
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T2CharString
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.DefaultTable import DefaultTable

from beeprint import pipeline
from beeprint.base import budget
from beeprint.base.geometry import Rect
from beeprint.base.options import CheckOptions, Options
from beeprint.base.problems import BuildError, Place
from beeprint.cli import cli
from beeprint.drawing import svg
from beeprint.drawing.drawing import Run, walk
from beeprint.drawing.fonts import Font, Fonts, Lending
from beeprint.drawing.letter_rules import rules
from beeprint.drawing.text import Block, Style, compose, line_run, text_width
from beeprint.drawing.variations import interpreted
from beeprint.sources.fonts import read_font_name
from beeprint.sources.workspace import Workspace
from cases import spread
from conftest import ROOT, font_file
from pixels import averaged
from small_game import small_game
from tiny_fonts import letters, ruled, varied

LATIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.,"
KANA, HEBREW = "\u3042\u3044\u3046\u3002", "\u05d0\u05d1\u05d2"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    letters(tmp_path / "fonts" / "latin.ttf", LATIN)
    letters(tmp_path / "fonts" / "latin-bold.ttf", LATIN, style="Bold")
    letters(tmp_path / "fonts" / "kana.ttf", KANA + "a\u0301", width=1000)
    letters(tmp_path / "fonts" / "hebrew.ttf", HEBREW)
    return tmp_path


def fonts_in(folder: Path, lending: Lending | None = None) -> Fonts:
    place = Workspace(folder)

    def locate(key: str) -> Path:
        path = place.font_file(key)
        assert path is not None, key
        return path

    return Fonts(locate, place.font_styles, weigh=place.font_weight, lending=lending)


def composed(fonts: Fonts, text: str, family: str, weight: str = "regular", width: float = 200) -> Block:
    return compose(fonts, text, Style(family, weight), Rect(0, 0, width, 60))


def parts(block: Block) -> list[tuple[str, str]]:
    return [(run.font, run.text) for run in block.runs]


def test_each_letter_is_set_in_the_first_font_of_the_list_that_has_it(folder: Path) -> None:
    block = composed(fonts_in(folder), "ab \u3042\u3044 cd", "latin, kana")
    assert parts(block) == [("latin/regular", "ab "), ("kana/regular", "\u3042\u3044 "), ("latin/regular", "cd ")]
    assert block.missing == ""
    assert parts(composed(fonts_in(folder), "ba", "kana, latin")) == [("latin/regular", "b"), ("kana/regular", "a ")]


def test_a_letter_stays_with_its_accents(folder: Path) -> None:
    block = composed(fonts_in(folder), "xa\u0301x", "latin, kana")
    assert parts(block) == [("latin/regular", "x"), ("kana/regular", "a\u0301"), ("latin/regular", "x ")]


def test_what_none_of_the_fonts_has_is_missing(folder: Path) -> None:
    fonts = fonts_in(folder)
    assert composed(fonts, "a\u3042\u0416", "latin, kana").missing == "\u0416"
    assert fonts.named("latin, kana", "regular") == "each of latin and kana"


def test_a_font_down_the_list_lends_its_nearest_style_the_first_must_have_it(folder: Path) -> None:
    fonts = fonts_in(folder)
    assert parts(composed(fonts, "a**b\u3042**", "latin, kana")) == [
        ("latin/regular", "a"),
        ("latin/bold", "b"),
        ("kana/regular", "\u3042 "),
    ]
    with pytest.raises(AssertionError, match="latin/italic"):
        composed(fonts, "a*b*", "latin, kana")


def test_lines_break_and_run_leftwards_across_fonts(folder: Path) -> None:
    fonts = fonts_in(folder)
    wide = composed(fonts, "ab\u3042\u3044\u3046", "latin, kana", width=9)
    assert [run.text.strip() for run in wide.runs] == ["ab", "\u3042", "\u3044\u3046"]
    block = composed(fonts, "\u05d0\u05d1 ab \u05d2", "latin, hebrew")
    assert [run.text.strip() for run in block.runs if run.text.strip()] == ["\u05d2", "ab", "\u05d0\u05d1"]


def test_a_language_adds_its_fonts_after_those_of_layouts_or_before_some(folder: Path) -> None:
    after = fonts_in(folder, Lending(after=["kana"]))
    assert parts(composed(after, "a\u3042", "latin")) == [("latin/regular", "a"), ("kana/regular", "\u3042 ")]
    before = fonts_in(folder, Lending({"latin": ["kana"]}))
    assert parts(composed(before, "ab", "latin")) == [("kana/regular", "a"), ("latin/regular", "b ")]
    others = fonts_in(folder, Lending({"hebrew": ["latin"], "default": ["kana"]}))
    assert others.chain("latin", "bold") == ("kana/regular", "latin/bold")
    assert others.chain("hebrew", "bold") == ("latin/bold", "hebrew/bold")


def test_a_line_of_plain_text_takes_letters_from_the_fonts_of_the_language(folder: Path) -> None:
    fonts = fonts_in(folder, Lending(after=["kana"]))
    style = Style("latin", size=10)
    runs = [mark for mark, _ in walk([line_run(fonts, "a*\u3042", style, 5, 7)]) if isinstance(mark, Run)]
    assert [run.font for run in runs] == ["latin/regular", "kana/regular"]
    assert text_width(fonts, "aa\u3042", style) == pytest.approx((600 * 2 + 1000) / 1000 * 10 * 25.4 / 72)
    assert isinstance(line_run(fonts, "a", style, 5, 7), Run)
    leftwards = fonts_in(folder, Lending({"default": ["hebrew"]}))
    [run] = [mark for mark, _ in walk([line_run(leftwards, "\u05d0\u05d1", style, 5, 7)]) if isinstance(mark, Run)]
    assert [glyph.cluster for glyph in run.glyphs] == [1, 0]


# names ------------------------------------------------------------------------------------------------------------


def test_a_font_file_is_found_by_the_names_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "fonts"
    letters(folder / "Sarabun-Regular.ttf", LATIN, "Sarabun")
    letters(folder / "Sarabun-BoldItalic.ttf", LATIN, "Sarabun", "Bold Italic")
    letters(folder / "NotoSansJP-SemiBold.otf.ttf", KANA, "Noto Sans JP", "SemiBold")
    letters(folder / "title.ttf", LATIN, "Cooper Narrow", "Condensed Light")
    place = Workspace(tmp_path)
    own = {
        family: styles for family, styles in place.font_styles().items() if family not in Workspace(ROOT).font_styles()
    }
    assert own == {
        "sarabun": ["regular", "bold-italic"],
        "noto-sans-jp": ["semibold"],
        "title": ["regular"],
        "cooper-narrow-condensed": ["light"],
    }
    for key in ("sarabun/bold-italic", "Sarabun/bold-italic", "Sarabun-BoldItalic/regular"):
        assert place.font_file(key) == folder / "Sarabun-BoldItalic.ttf"
    assert fonts_in(tmp_path).chain("Noto Sans JP", "semibold") == ("noto-sans-jp/semibold",)


def test_a_variable_font_has_a_style_for_each_of_its_weights(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    for file in ("Arimo[wght].ttf", "Arimo-Italic[wght].ttf"):
        shutil.copy(font_file("arimo/regular").parent / file, tmp_path / "fonts" / file)
    place = Workspace(tmp_path)
    styles = ["regular", "bold", "bold-italic", "italic", "medium", "medium-italic", "semibold", "semibold-italic"]
    assert place.font_styles()["arimo"] == styles
    assert [place.font_weight(f"arimo/{style}") for style in styles[:3]] == [400, 700, 700]
    fonts = fonts_in(tmp_path)
    widths = [fonts[f"arimo/{style}"].shape("minimum")[1] for style in ("regular", "medium", "semibold", "bold")]
    assert widths == sorted(set(widths))
    assert not fonts["arimo/medium"].face.has_var_data
    assert (
        fonts["arimo/bold"].shape("minimum")[1]
        == Fonts(font_file, weigh=Workspace(ROOT).font_weight)["arimo/bold"].shape("minimum")[1]
    )


def test_a_variable_font_named_by_its_file_has_its_weights_too(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    shutil.copy(font_file("arimo/regular"), tmp_path / "fonts" / "body.ttf")
    place = Workspace(tmp_path)
    assert place.font_styles()["body"] == ["regular", "bold", "medium", "semibold"]
    assert place.font_weight("body/semibold") == 600


@pytest.mark.parametrize(
    "data", [b"", b"no font at all, but long enough to have a table", b"\0\1\0\0\0\x01" + bytes(6)]
)
def test_what_is_no_font_says_nothing_of_itself(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "some.ttf").write_bytes(data)
    assert read_font_name(tmp_path / "some.ttf") is None


def test_a_variable_font_whose_axes_have_no_size_is_no_trouble(tmp_path: Path) -> None:
    path = letters(tmp_path / "a.ttf", "a")
    with TTFont(path) as font:
        font["fvar"] = table = DefaultTable("fvar")
        table.data = struct.pack(">8H", 1, 0, 16, 2, 1, 0, 0, 0) + bytes(16)
        font.save(path)
    assert read_font_name(path) is None


class Counted(bytes):
    """Bytes that count how many are cut out of them."""

    cut = 0

    def __getitem__(self, key: Any) -> Any:
        font = super().__getitem__(key)
        Counted.cut += len(font) if isinstance(key, slice) else 0
        return Counted(font) if isinstance(key, slice) else font


@pytest.mark.parametrize("names", [1, 65_535])
def test_what_a_font_says_of_itself_is_read_once_however_often_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: int
) -> None:
    entry = struct.pack(">6H", 3, 1, 0x409, 1, 60_000, 0)
    table = struct.pack(">3H", 0, names, 18) + entry * names + b"\0A" * 30_000
    tables = 4_000 if names == 1 else 1
    head = b"\0\1\0\0" + struct.pack(">4H", tables, 0, 0, 0)
    data = head + struct.pack(">4s3I", b"name", 0, len(head) + 16 * tables, len(table)) * tables + table
    monkeypatch.setattr(Counted, "cut", 0)
    monkeypatch.setattr("beeprint.base.regular.read", lambda path: Counted(data))
    font_name = read_font_name(tmp_path / "a.ttf")
    assert font_name is not None and len(font_name.family) > 20_000
    assert Counted.cut < 4_000_000


# fonts that are damaged -----------------------------------------------------------------------------------------


def test_a_font_without_outlines_is_refused(tmp_path: Path) -> None:
    path = letters(tmp_path / "a.ttf", "a")
    with TTFont(path) as font:
        del font["glyf"], font["loca"]
        font.save(path)
    with pytest.raises(BuildError, match=r"a\.ttf has no outlines of letters, and would print nothing"):
        Font("a", path)


def test_an_axis_whose_name_is_no_text_is_damage(tmp_path: Path) -> None:
    path = letters(tmp_path / "a.ttf", "a")
    with TTFont(path) as font:
        font["fvar"] = table = DefaultTable("fvar")
        axis = b"\xff\xfe\xfd\xfc" + struct.pack(">3i2H", 300 << 16, 400 << 16, 700 << 16, 0, 256)
        table.data = struct.pack(">8H", 1, 0, 16, 2, 1, 20, 0, 8) + axis
        font.save(path)
    with pytest.raises(BuildError, match=r"a\.ttf is damaged: the axes along which it varies have no names"):
        Font("a", path)


@pytest.mark.parametrize("number", [4, 65_536, 2**31])
def test_a_letter_that_is_none_of_the_glyphs_is_damage(tmp_path: Path, number: int) -> None:
    path = letters(tmp_path / "a.ttf", "ab")
    with TTFont(path) as font:
        font["cmap"] = table = DefaultTable("cmap")
        groups = struct.pack(">6I", 0x61, 0x61, 2, 0x62, 0x62, number)
        table.data = struct.pack(">4HI2H3I", 0, 1, 3, 10, 12, 12, 0, 16 + len(groups), 0, 2) + groups
        font.save(path)
    font_ = Font("a", path)
    assert (font_.glyph("a"), font_.glyph("b"), len(font_.shape("aa")[0])) == (2, 0, 2)
    with pytest.raises(BuildError, match=r"a\.ttf is damaged: a letter of 'ab' is none of its 4 glyphs"):
        font_.shape("ab")


def test_outlines_of_many_corners_are_part_of_what_a_game_may_cost(tmp_path: Path) -> None:
    font = Font("a", letters(tmp_path / "a.ttf", "ab", corners=[(at % 7, at % 11) for at in range(1_000)]))
    with budget.of_game("check", Place("mine")):
        for _ in range(2):
            font.outline(2)
        steps, kept = budget.spent("fonts")
    assert 1_000 < steps < 10_000 and 100_000 < kept < 1_000_000


@pytest.mark.parametrize("compound", [False, True])
def test_points_that_are_moved_again_and_again_are_paid_for_before(tmp_path: Path, compound: bool) -> None:
    path = varied(tmp_path / "a.ttf", tuples=2, glyphs=20, compound=compound)
    with budget.of_game("check", Place("mine")):
        Font("a", path)
        assert 0 < budget.spent("fonts")[0] < 100
    path = varied(tmp_path / "b.ttf", tuples=4_000, glyphs=40_000, compound=compound)
    assert path.stat().st_size < 500_000
    with pytest.raises(BuildError, match="of that for fonts"), budget.of_game("check", Place("mine")):
        Font("b", path)


def test_subroutines_that_call_others_count_at_each_call(tmp_path: Path) -> None:
    def read(depth: int) -> int:
        """Return how much is read of glyphs with so many levels of subroutines, each calling the next 9 times."""
        names = [".notdef", *(f"g{number}" for number in range(39))]
        builder = FontBuilder(1000, isTTF=False)
        builder.font.recalcBBoxes = False
        builder.setupGlyphOrder(names)
        builder.setupCharacterMap({0x61: "g0"})
        builder.setupCFF2({name: T2CharString(program=[9, 9, "rmoveto", *[-107, "callgsubr"] * 9]) for name in names})
        for level in range(depth):
            program = [level - 106, "callgsubr"] * 9 if level < depth - 1 else [1, 1, "rlineto"]
            builder.font["CFF2"].cff.GlobalSubrs.append(T2CharString(program=program))
        builder.setupHorizontalMetrics(dict.fromkeys(names, (600, 0)))
        builder.setupHorizontalHeader(ascent=800, descent=-200)
        builder.setupNameTable({"familyName": "Deep", "styleName": "Regular"})
        builder.setupOS2()
        builder.setupPost(keepGlyphNames=False)
        builder.setupFvar([("wght", 300, 400, 700, "Weight")], [])
        builder.save(tmp_path / "deep.otf")
        assert Font("deep", tmp_path / "deep.otf").glyph("a") == 1
        with TTFont(tmp_path / "deep.otf") as font:
            return interpreted(bytes(font.reader["CFF2"]))

    assert read(1) < 3_000
    assert read(3) > 40 * 9 * 9 * 9


def test_letters_that_are_listed_again_and_again_are_paid_for_before(tmp_path: Path) -> None:
    path = varied(tmp_path / "a.ttf", tuples=0, glyphs=60_000, compound=False)
    with TTFont(path) as font:
        listed = struct.pack(">2H3I", 12, 0, 16 + 12 * 300_000, 0, 300_000)
        listed += struct.pack(">3I", 0, 0x10FFFF, 1) * 300_000
        font.tables["cmap"] = table = DefaultTable("cmap")
        table.data = struct.pack(">4HI", 0, 1, 3, 10, 12) + listed
        font.save(path)
    with pytest.raises(BuildError, match="of that for fonts"), budget.of_game("check", Place("mine")):
        Font("a", path)


def test_rules_that_are_tried_at_each_letter_are_paid_for_before(tmp_path: Path) -> None:
    few = Font("a", ruled(tmp_path / "a.ttf", "ab", rules=10, lookups=20))
    many = Font("b", ruled(tmp_path / "b.ttf", "ab", rules=20_000, lookups=400))
    with budget.of_game("check", Place("mine")):
        assert len(few.shape("a" * 9_000)[0]) == 9_000
        assert not budget.spent("fonts")[0]
    with pytest.raises(BuildError, match="of that for fonts"), budget.of_game("check", Place("mine")):
        many.shape("a" * 9_000)


def test_what_takes_far_longer_than_honest_fonts_do_is_charged_as_measured(tmp_path: Path) -> None:
    """Few enough rules for a font with all letters of a script, but it has them all at one letter."""
    font = Font("a", ruled(tmp_path / "a.ttf", "ab", rules=1_900, lookups=20))
    with budget.of_game("check", Place("mine")):
        font.shape("a" * 500)
        assert budget.spent("fonts")[0] > 20_000


def add_rules(font: TTFont, text: str) -> None:
    """Give a font rules for letters that stand together."""
    # Old versions of fontTools would save it by a call that HarfBuzz calls outdated.
    font.cfg["fontTools.ttLib.tables.otBase:USE_HARFBUZZ_REPACKER"] = False
    addOpenTypeFeaturesFromString(font, text)


def test_rules_that_call_others_count_with_these(tmp_path: Path) -> None:
    path = letters(tmp_path / "a.ttf", "ab")

    def tried(calls: int) -> int:
        with TTFont(path) as font:
            lookups = (
                "lookup one { " + "".join(f"sub u0061 u0061 {'u0062 ' * n} by u0061;" for n in range(9)) + "} one;"
            )
            add_rules(font, f"{lookups} feature calt {{ sub u0061' {'lookup one ' * calls} u0062; }} calt;")
            font.save(tmp_path / "b.ttf")
        face = Font("b", tmp_path / "b.ttf").face
        return rules(lambda tag: bytes(face.reference_table(tag).data)).tried

    assert (tried(1), tried(4)) == (9 + 1 + 9, 9 + 1 + 36)


def test_rules_for_letters_that_never_end_are_damage(tmp_path: Path) -> None:
    path = letters(tmp_path / "a.ttf", "ab")
    with TTFont(path) as font:
        rules = "sub u0061 by u0061 u0061 u0061;"
        add_rules(font, f"lookup more {{ {rules} }} more; feature calt {{ sub u0061' lookup more u0062; }} calt;")
        rule = font["GSUB"].table.LookupList.Lookup[1].SubTable[0]
        again = copy.copy(rule.SubstLookupRecord[0])
        again.LookupListIndex = 1  # itself
        rule.SubstLookupRecord += [again] * 8
        rule.SubstCount, rule.LookAheadCoverage, rule.LookAheadGlyphCount = 9, [], 0
        font.save(path)
    font_ = Font("a", path)
    assert len(font_.shape("b")[0]) == 1
    with budget.of_game("check", Place("mine")):
        with pytest.raises(
            BuildError, match=r"a\.ttf is damaged: its rules for letters that stand together have no end"
        ):
            font_.shape("a" * 100)  # old versions of HarfBuzz give up later
        assert budget.spent("fonts")[0] > 0  # every text that tries it costs time


# games ------------------------------------------------------------------------------------------------------------


def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fonts: str = "", font: str = "source-sans") -> Path:
    """Write a game in English with a Japanese translation of one title."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "mine"
    small_game(folder)
    letters(folder / "fonts" / "KanaSans-Regular.ttf", KANA, "Kana Sans", width=1000)
    text = (folder / "game.yaml").read_text("utf-8")
    text = text.replace("languages: [en]\n", "") + f"\nlanguages: [en, ja]\n{fonts}"
    (folder / "game.yaml").write_text(text, "utf-8")
    slot = f'slots:\n  title: {{kind: text, text: "{{title}}", font: {font}, size: 9, box: [6, 6, 51, 9]}}\n'
    (folder / "layouts" / "card.yaml").write_text(slot, "utf-8")
    (folder / "layouts" / "tile.yaml").write_text("slots:\n  a: {kind: shape, shape: outline, fill: leaf}\n", "utf-8")
    (folder / "lang" / "ja").mkdir(parents=True)
    (folder / "lang" / "ja" / "cards.csv").write_text("id,title\nS1,\u3042 a\u3044\n", "utf-8")
    return folder


def errors(folder: Path, language: str) -> list[str]:
    try:
        problems = pipeline.check(folder, CheckOptions(language=language)).problems
    except BuildError as error:
        problems = tuple(error.problems)
    return [str(problem) for problem in problems if problem.severity == "error"]


def test_a_translation_into_another_script_takes_the_fonts_of_its_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = game(tmp_path, monkeypatch, "fonts: {ja: Kana Sans}\n")
    (folder / "lang" / "ja" / "game.yaml").write_text("title: \u3042\u3044\n", "utf-8")
    assert errors(folder, "ja") == []
    asked = Options(language="ja", profiles=("home-a4",))
    built = pipeline.build(pipeline.check(folder, asked), asked)
    [file] = [path for path in built.written if path.name == "cards.pdf"]
    with pypdfium2.PdfDocument(file) as document:
        words = document[0].get_textpage().get_text_range()
    assert "\u3042 a\u3044" in words
    assert "\u3042\u3044 " in words  # the title, in the margin of the sheet


def test_without_them_the_cell_names_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    messages = errors(game(tmp_path, monkeypatch, font="[source-sans, amatic]"), "ja")
    message = "title holds 2 characters that each of source-sans and amatic lacks: '\u3042\u3044'"
    assert any(message in error for error in messages), messages


FAULTS = {
    "fonts: {ja: kana-sons}": "there is no font kana-sons\n    hint: did you mean kana-sans?",
    "fonts: {ja: {source-sins: kana-sans}}": "there is no font source-sins\n    hint: did you mean source-sans?",
    "fonts: {ja: {source-sans: [kana-sans, nothing]}}": "there is no font nothing",
    "fonts: {ar: kana-sans}": "ar is not a language of the game\n    hint: its languages are en, ja; add ar to",
    "fonts: {Verdana: [source-sans, amatic]}": "Verdana is a font that art names, and one family stands in for it",
    "fonts: {ja: [source-sans, [amatic]]}": "expected a font family, a list of them, or a mapping",
}


@pytest.mark.parametrize("fonts", FAULTS)
def test_fonts_of_a_language_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fonts: str) -> None:
    messages = errors(game(tmp_path, monkeypatch, f"{fonts}\n"), "")
    assert [message for message in messages if FAULTS[fonts] in message], messages


def test_an_unknown_font_of_a_list_is_reported_at_the_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    messages = errors(game(tmp_path, monkeypatch, font="[source-sans, kana-sams]"), "")
    assert messages[0].startswith("mine/layouts/card.yaml:2:46: error: there is no font kana-sams")
    assert "did you mean kana-sans?" in messages[0]


def test_a_missing_italic_is_reported_at_the_cell_that_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = game(tmp_path, monkeypatch, "fonts: {ja: kana-sans}\n", "[amatic, kana-sans]")
    (folder / "lang" / "ja" / "cards.csv").write_text("id,title\nS1,*a*\n", "utf-8")
    [message] = errors(folder, "ja")
    assert message.startswith("mine/lang/ja/cards.csv:2:4: error: asterisks in the text ask for italic, but")
    (folder / "lang" / "ja" / "cards.csv").write_text("id,title\nS1,\u3042\n", "utf-8")
    assert errors(folder, "ja") == []


@pytest.mark.slow
def test_a_game_with_the_usual_fonts_loads_nothing_for_other_ones(tmp_path: Path) -> None:
    code = (
        "import sys; from beeprint.cli import cli; cli(['check', 'pollen-wars'], standalone_mode=False);"
        "print(sorted(name for name in sys.modules if name.split('.')[0] in ('fontTools', 'pyphen')"
        " or name in ('beeprint.drawing.colour_glyphs', 'PIL.WebPImagePlugin', 'PIL.TiffImagePlugin')))"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[]"


SCRIPTS = {
    "ja": "\u871c\u8702\u306e\u5ead",
    "ar": "\u062d\u062f\u064a\u0642\u0629",
    "th": "\u0e2a\u0e27\u0e19\u0e1c\u0e36\u0e49\u0e07",
}


def titled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> Path:
    """Write a game whose title and whose card S1 are one word in another script, in a font of boxes."""
    word = SCRIPTS[language]
    folder = game(tmp_path, monkeypatch, "fonts: {ja: Boxes}\n")
    letters(folder / "fonts" / "Boxes-Regular.ttf", word, "Boxes", width=1000)
    text = (folder / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text(
        text.replace("en, ja]", f"en, {language}]").replace("{ja:", f"{{{language}:"), "utf-8"
    )
    (folder / "lang" / "ja").rename(folder / "lang" / language)
    (folder / "lang" / language / "cards.csv").write_text(f"id,title\nS1,{word}\n", "utf-8")
    (folder / "lang" / language / "game.yaml").write_text(f"title: {word}\n", "utf-8")
    return folder


@pytest.mark.parametrize("language", SCRIPTS)
def test_margins_leaflets_and_stamps_are_set_in_the_fonts_of_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    folder, word = titled(tmp_path, monkeypatch, language), SCRIPTS[language]
    asked = Options(language=language, profiles=("home-a4", "playtest-a4"))
    built = pipeline.build(pipeline.check(folder, asked), asked)
    said = {}
    for file in built.target.rglob("*.pdf"):
        with pypdfium2.PdfDocument(file) as document:
            said[f"{file.parent.name}/{file.name}"] = [page.get_textpage().get_text_range() for page in document]
    for name, count in (("home-a4/cards.pdf", 1), ("home-a4/tiles.pdf", 1), ("home-a4/rules-read.pdf", 2)):
        # Each letter as often as in the title of a sheet, or in the head and the imprint of a leaflet.
        words = "".join(said[name])
        assert all(words.count(letter) >= count * word.count(letter) for letter in word), (name, words)
        assert "?" not in words


@pytest.mark.parametrize("language", SCRIPTS)
def test_a_chart_is_drawn_in_the_fonts_of_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    folder, word = titled(tmp_path, monkeypatch, language), SCRIPTS[language]
    words = ["stats", str(folder), "--lang", language, "--deck", "cards", "--by", "title", "--chart", "chart.svg"]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    drawn = Path("chart.svg").read_text("utf-8")
    # Outlines by font and glyph, of which 1 is the space: the word is in the chart's title and beside one of its bars.
    assert len(re.findall(r'<use [^>]*href="#boxes_regular\.(?!1")', drawn)) == 2 * len(word)
    assert "?" not in done.output


# art --------------------------------------------------------------------------------------------------------------


def drawn(fonts: Fonts, body: str) -> list[Run]:
    text = f'<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="20mm" viewBox="0 0 60 20">{body}</svg>'
    return [mark for mark, _ in walk(svg.read(text, "art/sign.svg", fonts=fonts).marks) if isinstance(mark, Run)]


def test_a_letter_that_the_font_of_art_lacks_comes_from_the_fonts_of_the_language(folder: Path) -> None:
    fonts = fonts_in(folder, Lending(after=["kana"]))
    bold = '<tspan font-weight="bold">c\u3046</tspan>'
    body = f'<text x="5" y="10" font-size="6" font-family="latin">ab \u3042\u3044{bold}</text>'
    runs = drawn(fonts, body)
    assert [(run.font, run.text) for run in runs] == [
        ("latin/regular", "ab "),
        ("kana/regular", "\u3042\u3044"),
        ("latin/bold", "c"),
        ("kana/regular", "\u3046"),
    ]
    # Latin letters are 0.6 em wide, kana 1 em, all on one baseline.
    assert [run.place.e for run in runs] == pytest.approx(
        [5, 5 + 3 * 3.6, 5 + 3 * 3.6 + 12, 5 + 4 * 3.6 + 12], abs=0.01
    )
    assert {run.place.f for run in runs} == {10}


def test_a_letter_of_art_stays_with_its_accents_and_underlines_run_on(folder: Path) -> None:
    fonts = fonts_in(folder, Lending(after=["kana"]))
    body = '<text x="5" y="10" font-size="6" font-family="latin" text-decoration="underline">xa\u0301x</text>'
    assert [(run.font, run.text) for run in drawn(fonts, body)] == [
        ("latin/regular", "x"),
        ("kana/regular", "a\u0301"),
        ("latin/regular", "x"),
    ]


def test_art_may_name_several_fonts_and_the_first_sets_what_it_has(folder: Path) -> None:
    named = "nothing, latin, kana"
    body = f'<text x="5" y="10" font-size="6" font-family="{named}">a\u3042</text>'
    assert [run.font for run in drawn(fonts_in(folder), body)] == ["latin/regular", "kana/regular"]
    # Fonts that a language asks first in layouts only lend letters to art, which was drawn with its own.
    first = fonts_in(folder, Lending({"default": ["kana"]}))
    assert [run.font for run in drawn(first, body.replace(named, "latin"))] == ["latin/regular", "kana/regular"]


def test_what_no_font_of_art_has_is_an_error_at_its_text(folder: Path) -> None:
    body = '\n<text x="5" y="10" font-family="latin">a\u0416</text>'
    with pytest.raises(BuildError) as caught:
        drawn(fonts_in(folder), body)
    [problem] = caught.value.problems
    assert str(problem).startswith("art/sign.svg:2:1: error: the font latin/regular lacks '\u0416' (U+0416)")
    with pytest.raises(BuildError) as caught:
        drawn(fonts_in(folder, Lending(after=["kana"])), body)
    assert "each of latin/regular and kana/regular lacks '\u0416' (U+0416)" in str(caught.value)


@pytest.mark.parametrize("raster", spread(["", "raster: {signs: 300dpi}\n"], lambda raster: not raster))
def test_art_of_a_translation_takes_the_fonts_of_its_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raster: str
) -> None:
    folder = game(tmp_path, monkeypatch, "fonts: {ja: arimo}\n" + raster)
    (folder / "lang" / "ja" / "cards.csv").unlink()
    (folder / "lang" / "ja" / "game.yaml").write_text("title: x\n", "utf-8")
    slots = "slots:\n  sign: {kind: picture, art: signs/stop, box: [4, 4, 55, 20]}\n"
    (folder / "layouts" / "card.yaml").write_text(slots, "utf-8")
    (folder / "art" / "signs").mkdir(parents=True, exist_ok=True)
    filtered = ' filter="url(#f)"' if raster else ""
    (folder / "art" / "signs" / "stop.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="55mm" height="20mm" viewBox="0 0 55 20">\n'
        '<filter id="f"><feGaussianBlur stdDeviation="0.01"/></filter>\n'
        f'<g{filtered}><text x="5" y="15" font-size="12" font-family="Fredoka One">\u03a9</text></g>\n</svg>\n',
        "utf-8",
    )
    [lacking] = [error for error in errors(folder, "") if "\u03a9" in error]
    assert lacking.startswith("mine/art/signs/stop.svg:3:"), lacking
    assert errors(folder, "ja") == []
    asked = Options(language="ja", profiles=("images",), only={"cards": ("S1",)})
    built = pipeline.build(pipeline.check(folder, asked), asked)
    file = built.target / "images" / "cards" / "S1.front.png"
    grey = averaged(file.read_bytes(), 1).convert("L")
    # An omega, 12 mm the em, stands on a baseline 19 mm from the card's upper edge and starts at 9 mm.
    left, top, right, bottom = (
        round(edge * 63 / grey.width, 1) for edge in grey.point(lambda tone: 255 - tone).getbbox()
    )
    assert 9 < left < 10 and 10 < top < 11 and 17 < right < 18.5 and 18.8 < bottom < 19.2
