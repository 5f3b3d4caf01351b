"""Leaflets: the rules as a folded booklet, with the game's own pieces and numbers, and what is wrong with a text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.base.problems import BuildError
from beeprint.base.store import Store
from beeprint.cli import cli
from beeprint.draw.drawing import Run, walk
from beeprint.leaflet.reading import read
from beeprint.products import Checked

PT = 72 / 25.4
SIX_PAGES = "# Rules\n\npage-1\n" + "".join(f"\n---\n\npage-{number}\n" for number in range(2, 7))


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    return tmp_path / "mine"


def write(game: Path, text: str, name: str = "rules.md") -> None:
    (game / name).parent.mkdir(parents=True, exist_ok=True)
    (game / name).write_text(text, "utf-8")


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def pages(game: Path) -> list[str]:
    """Return the words of each page of the leaflet."""
    checked = pipeline.check(game, Options())
    assert checked.leaflet is not None
    assert [problem for problem in checked.problems if "rules.md" in problem.place.file] == []
    return [
        " ".join(mark.text.strip() for mark, _ in walk(page.marks) if isinstance(mark, Run))
        for page in checked.leaflet.pages
    ]


def halves(path: Path) -> list[tuple[str, str, bool]]:
    """Return for each side of the sheets the pages on its left and right, and whether they stand on their heads."""
    found = []
    document = pypdfium2.PdfDocument(path)
    for page in document:
        text = page.get_textpage()
        words = {}
        for number in range(1, 7):
            search = text.search(f"page-{number}")
            hit = search.get_next()
            if hit:
                boxes = [text.get_charbox(hit[0] + index) for index in range(6)]
                words[(boxes[0][0] + boxes[-1][2]) / 2 < page.get_width() / 2] = f"page-{number}"
                upside_down = boxes[0][0] > boxes[-1][0]
        found.append((words.get(True, ""), words.get(False, ""), upside_down))
    document.close()
    return found


def test_a_folded_booklet_is_read_in_order(game: Path) -> None:
    write(game, SIX_PAGES)
    assert run("build", "mine", "--flip", "short").exit_code == 0
    # Six pages are two sheets, the second laid into the first; the last two of eight pages stay empty.
    assert halves(Path("output/mine/home-a4/rules.pdf")) == [
        ("", "page-1", False),
        ("page-2", "", False),
        ("page-6", "page-3", False),
        ("page-4", "page-5", False),
    ]


def test_turned_on_the_long_edge_its_backs_stand_on_their_heads(game: Path) -> None:
    write(game, SIX_PAGES)
    assert run("build", "mine").exit_code == 0
    sides = halves(Path("output/mine/home-a4/rules.pdf"))
    # Turned by half a turn, left and right change places: on the paper it is the same booklet.
    assert sides[1] == ("", "page-2", True)
    assert sides[3] == ("page-5", "page-4", True)
    assert [side[2] for side in sides[::2]] == [False, False]


@pytest.mark.parametrize("options", [("--profile", "gutterfold-a4"), ("--profile", "home-letter", "--backs", "none")])
def test_printed_on_one_side_pages_follow_each_other(game: Path, options: tuple[str, ...]) -> None:
    write(game, SIX_PAGES)
    assert run("build", "mine", *options).exit_code == 0
    sides = halves(Path("output/mine", options[1], "rules.pdf"))
    assert sides == [("page-1", "page-2", False), ("page-3", "page-4", False), ("page-5", "page-6", False)]


def test_the_pages_are_the_same_on_both_papers_and_printable(game: Path) -> None:
    write(game, "# Rules\n\n" + "A line of words that goes on for a while and comes to an end.\n\n" * 60)
    assert run("build", "mine", "--profile", "home-a4", "--profile", "home-letter").exit_code == 0
    for name, width, height in (("home-a4", 297, 210), ("home-letter", 279.4, 215.9)):
        document = pypdfium2.PdfDocument(Path("output/mine", name, "rules.pdf"))
        for page in document:
            assert (page.get_width(), page.get_height()) == pytest.approx((width * PT, height * PT), abs=0.01)
            text = page.get_textpage()
            boxes = [text.get_rect(index) for index in range(text.count_rects())]
            edges = min(box[0] for box in boxes), min(box[1] for box in boxes)
            assert min(edges) > 6.35 * PT
            assert max(box[2] for box in boxes) < page.get_width() - 6.35 * PT
        document.close()


def test_it_says_the_games_numbers_and_shows_its_pieces(game: Path) -> None:
    write(
        game,
        "# {game.title}\n\nFor {game.players} players: {cards} cards, {tiles} tiles, and {{braces}}. "
        "S1 is {cards/S1.title}.\n\n{components}\n\n![A *pair* of {cards}](cards/S1 cards/R2:back)\n",
    )
    [page] = pages(game)
    assert "Mine" in page and "For 2\u20134 players: 18 cards, 3 tiles, and {braces}." in page
    row = (game / "cards.csv").read_text("utf-8").splitlines()[1].split(",")
    assert f"S1 is {row[1]}." in page
    assert "18 Garden cards 3 Garden tiles" in page
    # The card itself: its own words stand in the figure, before the caption.
    assert row[1] in page.split("Garden tiles")[1]
    assert page.index("pair") > page.rindex(row[1])


def test_a_changed_cell_changes_the_leaflet(game: Path) -> None:
    write(game, "# Rules\n\nThere are {cards} cards.\n")
    lines = (game / "cards.csv").read_text("utf-8").splitlines(keepends=True)
    copies = int(lines[-1].strip().rsplit(",", 1)[1])
    (game / "cards.csv").write_text("".join(lines[:-1]), "utf-8")
    assert f"There are {18 - copies} cards." in pages(game)[0]


def test_everything_that_is_wrong_is_said_at_once(game: Path) -> None:
    write(
        game,
        "# Rules\n\n{crads} and {cards/S99.title} and {cards/S1.tite}\nand {game.name}\n\n"
        "![A card](crads/S1 cards/S99)\n\nA :snu: on the line and [gold: ink].\n\n"
        "![two](cards/S1:bak)\n\nA lone { brace\n\n![](cards/S1 art/nothing)\n",
    )
    result = run("build", "mine")
    assert result.exit_code == 1
    said = [line for line in result.stderr.splitlines() if line.startswith("mine/rules.md")]
    assert sorted(
        (line.removeprefix("mine/rules.md:").partition(" error: ")[::2] for line in said),
        key=lambda pair: [int(part) for part in pair[0].strip(":").split(":")],
    ) == [
        ("3:1:", "there is no deck crads"),
        ("3:13:", "cards.csv has no S99"),
        ("3:35:", "cards.csv has no column tite"),
        ("4:5:", "there is no game.name"),
        ("6:11:", "there is no deck crads"),
        ("6:20:", "cards.csv has no S99"),
        ("8:3:", "there is no picture icons/snu"),
        ("10:8:", "there is no side bak"),
        ("12:1:", "an unmatched brace"),
        ("14:14:", "there is no picture nothing"),
    ]
    assert not Path("output").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Words.", "1:1: error: the leaflet has no title"),
        ("# A\n\n#### Four", "3:1: error: this heading is too deep"),
        ("# A\n\n<b>bold</b>\n\n<div>", "5:1: error: a leaflet cannot contain HTML"),
        ("# A\n\n| a | b |\n|---|---|\n| 1 | 2 |", "3:1: error: a leaflet cannot contain a table"),
        ("# A\n\n```\ncode\n```", "3:1: error: a leaflet cannot contain code"),
        ("# A\n\nSee ![that](cards/S1) here", "3:1: error: a picture is inside a paragraph"),
        ('# A\n\n![that](cards/S1 "tall")', "3:1: error: the height of a picture is 'tall', not a number of mm"),
        ("# A\n\n> > deep", "3:1: error: an aside is inside another aside"),
        ("# A\n\n> " + "> " * 40 + "deeper", "3:1: error: an aside is inside another aside"),
        ("# A\n\n- 1\n  - 2\n    - 3", "5:1: error: lists are nested deeper than 2 levels"),
    ],
)
def test_what_a_leaflet_does_not_have_is_refused_by_name(text: str, said: str) -> None:
    with pytest.raises(BuildError) as caught:
        read(text, "rules.md")
    assert any(str(problem).startswith(f"rules.md:{said}") for problem in caught.value.problems), caught.value.problems


def test_what_was_read_before_is_the_same(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    text = '# A\n\n- one\n  - two\n\n> aside\n>\n> 1. in it\n\n![c](cards/S1 "30")\n\n---\n'
    fresh = read(text, "rules.md", store)
    assert any((tmp_path / "cache").rglob("*"))
    again = read(text, "rules.md", store)
    assert again == fresh == read(text, "rules.md")
    assert [block.find("two") for block in again] == [block.find("two") for block in fresh]


def edited(game: Path, name: str, old: str, new: str) -> None:
    path = game / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_texts_that_were_kept_are_those_that_would_be_set_now(game: Path, tmp_path: Path) -> None:
    write(
        game, "# Rules\n\nPlay :sun: **now** or [sun: later], {cards} times.\n\n- An :rain: item\n\n> Aside {tiles}\n"
    )
    store = Store(tmp_path / "cache")

    def leaf(kept: Store) -> Checked:
        return pipeline.check(game, Options(), kept)

    fresh = leaf(Store()).leaflet
    assert leaf(store).leaflet == fresh == leaf(store).leaflet
    colour = (game / "palette.yaml").read_text("utf-8").split('sun: "#')[1][:6]
    edits = (
        ("rules.md", "item", "object"),
        ("palette.yaml", f'sun: "#{colour}', f'sun: "#0{colour[:5]}'),
        ("art/icons/sun.svg", 'viewBox="0 0 ', 'viewBox="-9 0 '),
        ("tiles.csv", "meadow,Meadow,3", "meadow,Meadow,4"),
    )
    for name, old, new in edits:
        edited(game, name, old, new)
        again = leaf(Store()).leaflet
        assert again is not None and fresh is not None
        assert again.pages != fresh.pages, name
        assert leaf(store).leaflet == again == leaf(store).leaflet
        fresh = again


def test_words_in_ink_are_no_references() -> None:
    (_, block) = read("# A\n\n[red: x]: y", "rules.md")
    assert block.text == "[red: x]: y"


def test_what_no_page_holds_is_a_problem(game: Path) -> None:
    write(game, "# Rules\n\n" + "word " * 3000)
    result = run("check", "mine")
    assert result.exit_code == 1
    assert "mine/rules.md:3:1: error: this block is" in result.stderr


def test_a_book_without_end_is_a_problem(game: Path) -> None:
    write(game, "# Rules\n\n" + "- a\n" * 60_000)
    result = run("check", "mine")
    assert (result.exit_code, "mine/rules.md: error: the leaflet has 240,009 bytes" in result.stderr) == (1, True)


def test_a_leaflet_named_like_a_stock_is_a_problem(game: Path) -> None:
    path = game / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("text: rules.md", "text: rules.md, stock: Cards"), "utf-8")
    write(game, "# Rules\n")
    result = run("check", "mine")
    assert (
        result.exit_code,
        "the leaflet would be written to the same file as the decks of stock Cards" in result.stderr,
    ) == (1, True)


def test_a_part_of_a_game_and_a_playtest_go_without(game: Path) -> None:
    write(game, "# Rules\n")
    assert run("build", "mine", "--only", "tiles", "--output", "part").exit_code == 0
    assert run("playtest", "mine", "--output", "test").exit_code == 0
    assert list(Path().glob("*/mine/*/rules.pdf")) == []


def test_it_is_translated_where_there_is_a_translation(game: Path) -> None:
    path = game / "game.yaml"
    path.write_text(f"{path.read_text('utf-8')}\nlanguages: [en, fr, de]\n", "utf-8")
    write(game, "# Rules\n")
    write(game, "# Les règles\n", "lang/fr/rules.md")
    for language, title in (("fr", "Les règles"), ("de", "Rules"), ("", "Rules")):
        checked = pipeline.check(game, Options(language=language))
        assert checked.leaflet is not None
        assert checked.leaflet.title == title


BLOCKS = st.lists(
    st.sampled_from(
        [
            "## Heading\n",
            "### Under\n",
            "A short one.\n",
            "- an item\n",
            "> aside\n",
            "Words.\n\n---\n",
            "![](tiles/meadow)\n",
        ]
        + ["A line of words that goes on for a while and comes to an end. " * count + "\n" for count in (3, 9, 30)]
    ),
    max_size=60,
)


@given(blocks=BLOCKS)
def test_nothing_is_lost_and_no_heading_ends_a_page(blocks: list[str]) -> None:
    numbered = [
        block.replace("\n", f" n{index}\n") if block[0] not in "-!W" else block for index, block in enumerate(blocks)
    ]
    text = "# Rules\n\n" + "\n".join(numbered) + "\nThe end.\n"
    found = list(_set(text))
    words = " ".join(word for page in found for word in page).split()
    for index, block in enumerate(numbered):
        if f"n{index}" in block:
            assert words.count(f"n{index}") == 1
    heads = {f"Heading n{index}" for index in range(len(blocks))} | {f"Under n{index}" for index in range(len(blocks))}
    for page in found[:-1]:
        last = [word for word in page if not word.isdigit()][-1:]
        assert not last or last[0].strip() not in heads


def _set(text: str) -> Iterator[list[str]]:
    """Yield the texts on each page of a leaflet, in the order of the page."""
    path = _sound()
    write(path, text)
    checked = pipeline.check(path, Options(only={"tiles": ()}))
    assert checked.leaflet is not None
    for page in checked.leaflet.pages:
        yield [mark.text.strip() for mark, _ in walk(page.marks) if isinstance(mark, Run)]


_FOLDER: list[Path] = []


def _sound() -> Path:
    """Return a game that examples of a property share."""
    return _FOLDER[0]


@pytest.fixture(autouse=True)
def shared(tmp_path_factory: pytest.TempPathFactory) -> None:
    if not _FOLDER:
        path = tmp_path_factory.mktemp("leaflet") / "mine"
        starter.write(path)
        _FOLDER.append(path)
