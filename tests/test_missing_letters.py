"""Letters that no font has are red boxes in a draft; the fonts of extras lend them where these are installed."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest

from beeprint.sources.fonts import fallback_families
from command import call
from small_game import small_game
from tiny_fonts import letters

RED = "#d62020"
EMOJI, ARROW, KANJI = "\U0001f41d", "\u27aa", "\u96e8\u964d\u308a\u56f3\u66f8\u9928\u306e\u81ea\u7531"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small game with letters that fonts lack in a card's title and text, in the title and in the rules."""
    monkeypatch.chdir(tmp_path)
    folder = small_game(tmp_path / "bees")
    cells = (folder / "cards.csv").read_text("utf-8")
    cells = cells.replace("First light", f"First {EMOJI}{EMOJI} light").replace("Draw a card.", f"Draw {KANJI * 2}.")
    (folder / "cards.csv").write_text(cells, "utf-8")
    (folder / "rules.md").write_text(f"# {{game.title}}\n\nGo {ARROW} there.\n", "utf-8")
    spec = (folder / "game.yaml").read_text("utf-8")
    spec = re.sub(r"(?m)^title: .*", f"title: Bees {EMOJI}", spec, count=1)
    (folder / "game.yaml").write_text(spec, "utf-8")
    return folder


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, package: str, files: dict[str, str]) -> None:
    """Put a package of fonts onto Python's path, each file with its letters."""
    for name, chars in files.items():
        letters(folder / package / name, chars, width=1000)
    (folder / package).mkdir(parents=True, exist_ok=True)
    (folder / package / "__init__.py").write_text("", "utf-8")
    monkeypatch.syspath_prepend(folder)


def words(path: Path) -> str:
    with pypdfium2.PdfDocument(path) as document:
        return " ".join(page.get_textpage().get_text_bounded() for page in document)


@pytest.mark.usefixtures("game")
def test_a_build_names_what_to_install() -> None:
    done = call("build", "bees")
    assert done.exit_code == 1
    assert f"title holds '{EMOJI}' (U+1F41D), which the font fredoka lacks (S1, column title, cell B2)" in done.stderr
    assert 'run: pip install "beeprint[emoji]", whose fonts have it' in done.stderr
    assert 'run: pip install "beeprint[cjk]", whose fonts have them' in done.stderr


@pytest.mark.usefixtures("game")
def test_a_draft_draws_a_red_box_for_each_letter_that_is_missing() -> None:
    done = call("build", "bees", "--draft", "--profile", "faces", "--profile", "home-a4")
    assert done.exit_code == 0, done.stderr
    for line in (
        f"cards.csv:2:4: warning: title holds '{EMOJI}'",
        "cards.csv:2:",
        "rules.md:1:1: warning: the text holds",
        "rules.md:3:4: warning: the text holds",
        "warning: title holds",
    ):
        assert line in done.stderr
    assert "missing characters" in done.stderr
    face = Path("output/bees/faces/cards/S1.front.svg").read_text("utf-8")
    boxes = re.findall(rf'<path d="M([\d.]+) ([\d.]+) L([\d.]+)[^"]*"[^>]*stroke="{RED}" stroke-width="([\d.]+)"', face)
    assert len(boxes) == 2 + 2 * len(KANJI)
    # A box and its line are nearly an em wide; the title has 14 points, and less where it shrinks.
    sides = [float(right) - float(left) + float(line) for left, _, right, line in boxes]
    assert 0.7 * 14 * 0.3528 < sides[0] <= 14 * 0.3528
    # Lines of ideographs break between boxes, too: here there are two, and the text fits.
    assert len({y for _, y, _, _ in boxes[2:]}) == 2
    assert "does not fit" not in done.stderr
    assert "DRAFT" in words(Path("output/bees/home-a4/cards.pdf"))
    assert RED not in Path("output/bees/faces/cards/S4.front.svg").read_text("utf-8")


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.usefixtures("game")
def test_fonts_of_extras_lend_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    spec = Path("bees/game.yaml")
    spec.write_text(
        re.sub(r"(?m)^title:", f"languages: [{language}]\ntitle:", spec.read_text("utf-8"), count=1), "utf-8"
    )
    install(tmp_path / "site", monkeypatch, "manimgx_fonts", {"NotoEmoji[wght].ttf": EMOJI})
    symbols = "fonts/ofl/notosanssymbols2/NotoSansSymbols2-Regular.ttf"
    install(tmp_path / "site", monkeypatch, "justmytype_western_core", {symbols: ARROW})
    names = ("jp", "sc", "tc", "kr")
    han = {f"fonts/ofl/notosans{name}/NotoSans{name.upper()}[wght].ttf": KANJI for name in names}
    install(tmp_path / "site", monkeypatch, "justmytype_intl_cjk", han)
    done = call("build", "bees", "--profile", "home-a4", "--profile", "faces")
    assert done.exit_code == 0, done.stderr
    text = words(Path("output/bees/home-a4/cards.pdf"))
    assert f"First {EMOJI}{EMOJI} light" in text and KANJI[0] in text and f"Bees {EMOJI}" in text
    assert f"Go {ARROW} there." in words(Path("output/bees/home-a4/rules.pdf"))
    page = Path("output/bees/home-a4/rules.html").read_text("utf-8")
    assert "@font-face{font-family:'noto-sans-symbols-2'" in page and ",'noto-sans-symbols-2'" in page
    first = next(
        family for family in fallback_families(language) if family.startswith("noto-sans-") and len(family) == 12
    )
    assert first == ("noto-sans-kr" if language == "ko" else "noto-sans-jp")


def test_a_family_of_the_language_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fallback_families("ja") == {}
    install(tmp_path, monkeypatch, "justmytype_intl_cjk", {})
    order = {tag: [name[-2:] for name in fallback_families(tag)] for tag in ("en", "ja", "zh", "zh-Hant", "ko")}
    assert order == {
        "en": ["jp", "sc", "tc", "kr"],
        "ja": ["jp", "sc", "tc", "kr"],
        "zh": ["sc", "jp", "tc", "kr"],
        "zh-Hant": ["tc", "sc", "jp", "kr"],
        "ko": ["kr", "jp", "sc", "tc"],
    }


@pytest.mark.usefixtures("game")
def test_a_font_of_an_extra_that_is_not_installed_says_what_to_install() -> None:
    layout = Path("bees/layouts/card.yaml")
    layout.write_text(layout.read_text("utf-8").replace("font: fredoka", "font: noto-sans-jp"), "utf-8")
    done = call("build", "bees", "--draft")
    assert "error: the font noto-sans-jp is not installed" in done.stderr
    assert 'hint: run: pip install "beeprint[cjk]"' in done.stderr


def test_heads_of_columns_may_hold_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    heads = [
        "Name",
        "\u2694\ufe0f",
        "\u2665 Life",
        "\u30b3\u30b9\u30c8",
        "*Power*",
        "Cost: (2)",
        "[red]",
        "{y}",
        ":wood:",
        "\\x",
    ]
    rows = [["Ant", *"234516728"], ["Bee", *"345261839"], ["Wasp", *"456372941"]]
    Path("cards.csv").write_text("\n".join(map(",".join, [heads, *rows])) + "\n", "utf-8")
    made = call("new", "game", "--from", "cards.csv")
    assert made.exit_code == 0 and "or: beeprint build game --draft builds already" in made.stderr
    # A head that holds such a letter is one problem, however many cards show it.
    assert made.stderr.count("figure-names holds '\u2665' (U+2665)") == 1
    done = call("build", "game", "--draft", "--profile", "faces", "--profile", "home-a4")
    assert done.exit_code == 0 and "a draft, with" in done.stderr and "missing characters" in done.stderr
    shown = words(Path("output/game/home-a4/cards.pdf"))
    for head in ("Life", "*Power*", "[red]", "{y}", ":wood:"):
        assert head in shown, head
    assert RED in Path("output/game/faces/cards/ant.front.svg").read_text("utf-8")
