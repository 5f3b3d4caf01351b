"""Leaflets: the rules as a folded booklet, with the game's own pieces and numbers, and what is wrong with a text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner, Result
from hypothesis import assume, given
from hypothesis import strategies as st

from beeprint import pipeline, starter
from beeprint.base.geometry import Rect
from beeprint.base.options import Options
from beeprint.base.problems import BuildError
from beeprint.base.store import Store
from beeprint.cli import cli
from beeprint.drawing.drawing import Run, Solid, walk
from beeprint.leaflet import links
from beeprint.leaflet.outline import Heading
from beeprint.leaflet.reading import read
from beeprint.outputs.shared import Checked
from cases import spread

PT = 72 / 25.4
FEW = Options(only={"tiles": ()})
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


def laid_out(game: Path, options: Options = FEW) -> Checked:
    """Return a game whose leaflet is laid out, and of its faces few but those that the leaflet shows."""
    return pipeline.check(game, options, Store.open())


def pages(game: Path, options: Options = FEW) -> list[str]:
    """Return the words of each page of the leaflet."""
    checked = laid_out(game, options)
    assert checked.leaflet is not None
    assert [problem for problem in checked.problems if "rules.md" in problem.place.file] == []
    return [
        " ".join(mark.text.strip() for mark, _ in walk(page.marks) if isinstance(mark, Run))
        for page in checked.leaflet.pages
    ]


def halves(path: Path) -> list[tuple[str, str, bool]]:
    """Return for each side of the sheets the pages on its left and right, and whether they stand on their heads."""
    halves = []
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
        halves.append((words.get(True, ""), words.get(False, ""), upside_down))
    document.close()
    return halves


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
    assert "18 Garden cards" in page and "3 Garden tiles" in page
    # The card itself: its own words stand in the figure, before the caption.
    assert row[1] in page.split("Garden tiles")[1]
    assert page.index("pair") > page.rindex(row[1])


SMALL = """
editions:
  small:
    title: small game
    players: 2-3
    decks: {cards: {where: {suit: sun}, one-sided: yes}, tiles: no}
    rules: [{rule: count, decks: [cards, tiles], is: 9}]
"""
PASSAGES = """# Rules

For {game.players} players{except full}, a {game.edition}{end}.

1. Shuffle {cards} cards.
{with tiles}
2. Lay {tiles} tiles.

{end}
3. {for small}Deal 2.{end}{for full}Deal 3.{end}

> An aside.
> {for 4 players}With four, more.{end}
> {without tiles, cards:back}Nothing to turn.{end}

- {for small}Only small.{end}

{for full}

## Whole box {with cards/S1}with S1{end}{without cards/S1}without S1{end}

{end}

![The card](cards/S1{with cards:back} cards/S1:back{end} "20")

{components}
"""


def with_small(game: Path, text: str) -> None:
    """Give the game an edition of half the cards, without backs and tiles, and a leaflet."""
    path = game / "game.yaml"
    path.write_text(path.read_text("utf-8") + SMALL, "utf-8")
    write(game, text)


def test_it_says_what_is_for_the_box_that_is_built(game: Path) -> None:
    with_small(game, PASSAGES)
    shown = {
        name: " ".join(pages(game, Options(edition=edition, players=players)))
        for name, edition, players in (("box", "", None), ("small", "small", None), ("four", "", 4))
    }
    for name, players, cards in (("box", "2\u20134", 18), ("small", "2\u20133", 9), ("four", "4", 18)):
        assert f"For {players} players{', a small game' if name == 'small' else ''}." in shown[name]
        assert f"1. Shuffle {cards} cards." in shown[name]
        assert ("3. Deal 3." in shown[name]) == ("2. Lay 3 tiles." in shown[name]) == (name != "small")
        assert ("2. Deal 2." in shown[name]) == ("Only small." in shown[name]) == (name == "small")
        assert ("With four, more." in shown[name]) == (name != "small")
        assert ("Nothing to turn." in shown[name]) == (name == "small")
        assert ("Whole box with S1" in shown[name]) == (name != "small")
        assert f"{cards} Garden cards" in shown[name]
        assert ("3 Garden tiles" in shown[name]) == (name != "small")


def test_a_passage_is_said_for_each_piece_in_the_box(game: Path) -> None:
    with_small(
        game,
        "# Rules\n\n{each cards}\n- *{.title}*, {.value}{with tiles}, with tiles{end}.\n{end}\n\n"
        "All: {each cards}{.id} {end}\n\n![]({each cards}cards/{.id} {end})\n",
    )
    rows = [line.split(",") for line in (game / "cards.csv").read_text("utf-8").splitlines()[1:]]
    (box,), (small,) = pages(game), pages(game, Options(edition="small"))
    for key, title, suit, value, *_ in rows:
        assert f"{title} , {value}, with tiles." in box
        assert (f"{title} , {value}." in small) == (suit == "sun") == (key in small.split("All:")[1].split())
    assert [box.count("\u2022"), small.count("\u2022")] == [12, 6]


def test_a_list_in_a_cell_is_said_with_commas(game: Path) -> None:
    edited(game, "game.yaml", "value: int", "value: {type: list, items: int, of: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]}")
    edited(game, "cards.csv", "rain,1,", "rain,1 2 3,")
    write(game, "# Rules\n\nSlots {cards/R1.value}.\n")
    assert "Slots 1, 2, 3." in pages(game)[0]


def test_what_another_box_does_not_hold_is_found_by_check(game: Path) -> None:
    with_small(
        game, "# Rules\n\n{cards/R2.title}\n\n{with tiles}\n\n![](tiles/meadow)\n\n{end}\n\n![](cards/S1:back)\n"
    )
    assert pages(game) != []
    result = run("check", "mine")
    told = [line.removeprefix("mine/rules.md:") for line in result.stderr.splitlines() if "rules.md" in line]
    assert (result.exit_code, told) == (
        1,
        [
            "3:1: error: edition small: the box that is built holds no cards/R2",
            "11:5: error: edition small: deck cards has no backs",
        ],
    )
    result = run("build", "mine", "--edition", "small")
    assert "mine/rules.md:3:1: error: the box that is built holds no cards/R2" in result.stderr
    assert not Path("output").exists()


def test_what_a_number_of_players_does_not_use_is_found_by_check(game: Path) -> None:
    edited(game, "game.yaml", "    data: cards.csv", "    data: cards.csv\n    per-player: row")
    write(game, "# Rules\n\n![](cards/S1)\n\n![](cards/S3)\n\n{for 4 players}{cards/S4.title}{end}\n")
    assert pages(game) != []
    assert pages(game, Options(players=3)) != []
    result = run("check", "mine")
    assert result.exit_code == 1
    assert [line for line in result.stderr.splitlines() if "rules.md" in line] == [
        "mine/rules.md:5:5: error: for 2 players: the box that is built holds no cards/S3"
    ]


def test_fewer_are_listed_where_fewer_are_printed(game: Path) -> None:
    edited(game, "game.yaml", "    stock: tiles", "    stock: tiles\n    print: 1")
    write(game, "# Rules\n\n{components}\n\n{tiles} to lay.\n")
    (page,) = pages(game)
    assert "1 Garden tiles" in page and "of 3" not in page and "1 to lay." in page


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


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{for" + " " * 150_000, "3:1: error: an unmatched brace"),
        ("\\[" * 95_000, "3:1: error: the text does not fit"),
        ("![a](x" + " " * 150_000 + '"', "3:1: error: a picture is inside a paragraph"),
        ("[" * 95_000 + "]" * 95_000, "3:1: error: the text does not fit"),
    ],
    ids=["mark", "link", "picture", "brackets"],
)
def test_marks_that_never_end_are_read_at_once(game: Path, text: str, said: str) -> None:
    (game / "rules.md").write_text(f"# A\n\n{text}", "utf-8")
    result = CliRunner().invoke(cli, ["check", "mine"])
    assert result.exit_code == 1 and f"mine/rules.md:{said}" in result.stderr, result.output


def test_a_bracket_after_a_backslash_begins_no_link() -> None:
    heads = {"play": Heading(2, "Play", "play")}
    assert list(links.parts(r"\[a](#play), [b\]](#play)", heads)) == [
        (r"\[a](#play), ", ""),
        (r"b\]", "play"),
        ("", ""),
    ]


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


@pytest.mark.parametrize("stock", ["Cards", "cards-read"])
def test_a_leaflet_named_like_a_stock_is_a_problem(game: Path, stock: str) -> None:
    path = game / "game.yaml"
    leaflet = f"text: rules.md, stock: {stock.removesuffix('-read')}"
    text = path.read_text("utf-8").replace("text: rules.md", leaflet)
    path.write_text(text.replace("stock: cards", f"stock: {stock.lower()}"), "utf-8")
    write(game, "# Rules\n")
    result = run("check", "mine")
    said = f"the leaflet would be written to the same file as the decks of stock {stock.lower()}"
    assert (result.exit_code, said in result.stderr) == (1, True)


def test_a_part_of_a_game_and_a_playtest_go_without(game: Path) -> None:
    write(game, "# Rules\n")
    assert run("build", "mine", "--only", "tiles", "--output", "part").exit_code == 0
    assert run("playtest", "mine", "--output", "test").exit_code == 0
    assert list(Path().glob("*/mine/*/rules*")) == []


def test_it_is_translated_where_there_is_a_translation(game: Path) -> None:
    path = game / "game.yaml"
    path.write_text(f"{path.read_text('utf-8')}\nlanguages: [en, fr, de]\n", "utf-8")
    write(game, "# Rules\n")
    write(game, "# Les règles\n", "lang/fr/rules.md")
    for language, title in (("fr", "Les règles"), ("de", "Rules"), ("", "Rules")):
        checked = pipeline.check(game, Options(language=language))
        assert checked.leaflet is not None
        assert checked.leaflet.title == title


RULING = "\u2020 Where the published rules are silent, we play it this way."


def test_house_rulings_are_marked_and_explained_once(game: Path) -> None:
    write(game, "# Rules\n\nPublished.\n\n- Ours.{ours}\n\n> **Aside**,{ours} and on.\n")
    (words,) = pages(game)
    assert "".join(words.split()).replace("\u2060", "") == "".join(
        f"Rules Published. \u2022 Ours.\u2020 Aside,\u2020 and on. {RULING} Game design: you Mine, version 0.1".split()
    )
    write(game, "# Rules\n\nPublished.\n")
    assert "\u2020" not in pages(game)[0]


def test_the_mark_of_a_house_ruling_is_in_the_accent_and_begins_no_line(game: Path) -> None:
    for count in range(30):
        write(game, f"# Rules\n\nIntro.\n\n{'i' * count} {'word ' * 30}end.{{ours}}\n")
        leaflet = laid_out(game).leaflet
        assert leaflet is not None and leaflet.look is not None
        runs = [(mark, at @ mark.place) for mark, at in walk(leaflet.pages[0].marks) if isinstance(mark, Run)]
        mark, place = next((run, at) for run, at in runs if "\u2020" in run.text)
        assert mark.paint == Solid(leaflet.inks[leaflet.look.accent])
        assert [run.text[-4:] for run, at in runs if at.f == place.f and run is not mark] == ["end."]


def test_a_translation_marks_the_same_house_rulings(game: Path) -> None:
    path = game / "game.yaml"
    path.write_text(f"{path.read_text('utf-8')}\nlanguages: [en, fr]\n", "utf-8")
    write(game, "# Rules\n\nOurs.{ours}\n")
    write(game, "# Règles\n\nÀ nous.\n", "lang/fr/rules.md")
    assert "{ours}" in run("check", "mine", "--lang", "fr").stderr
    write(game, "# Règles\n\nÀ nous{ours}.\n", "lang/fr/rules.md")
    (words,) = pages(game, Options(language="fr", only=FEW.only))
    assert "Là où les règles publiées ne disent rien" in words


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
@pytest.mark.slow
def test_nothing_is_lost_and_no_heading_ends_a_page(blocks: list[str]) -> None:
    # No page holds any number of headings one below the other.
    assume("######" not in "".join(block[0] for block in blocks))
    numbered = [
        block.replace("\n", f" n{index}\n") if block[0] not in "-!W" else block for index, block in enumerate(blocks)
    ]
    text = "# Rules\n\n" + "\n".join(numbered) + "\nThe end.\n"
    parts = list(_set(text))
    words = " ".join(word for page in parts for word in page).split()
    for index, block in enumerate(numbered):
        if f"n{index}" in block:
            assert words.count(f"n{index}") == 1
    heads = {f"Heading n{index}" for index in range(len(blocks))} | {f"Under n{index}" for index in range(len(blocks))}
    for page in parts[:-1]:
        last = [word for word in page if not word.isdigit()][-1:]
        assert not last or last[0].strip() not in heads


WORDS = st.lists(st.integers(1, 11).map(lambda length: "lettersonly"[:length]), min_size=1, max_size=60)


@given(words=WORDS)
def test_no_word_stands_alone_on_the_last_line_of_a_paragraph(words: list[str]) -> None:
    text = " ".join(words)
    path = _sound()
    write(path, f"# Rules\n\nIntro.\n\n{text}\n\n- {text}\n")
    checked = laid_out(path)
    assert checked.leaflet is not None
    runs = [
        (round((at @ mark.place).f, 2), mark.text)
        for mark, at in walk(checked.leaflet.pages[0].marks)
        if isinstance(mark, Run) and mark.text.strip().startswith("l")
    ]
    lines = {y: " ".join(text for at, text in runs if at == y).split() for y, _ in runs}
    assert [word for line in lines.values() for word in line] == words * 2
    alone = [line for y, line in lines.items() if len(line) == 1]
    # One word is a paragraph of its own, or as long as any last line can be: then it has no company to fall back on.
    assert not alone or len(words) == 1


@pytest.mark.parametrize(
    "below",
    spread(["> **Example.** So.", "![A pair](cards/S1 cards/R2)", "- one\n- two"], lambda below: below.startswith("!")),
)
def test_what_belongs_to_a_paragraph_is_on_its_page(game: Path, below: str) -> None:
    for lines in range(24, 44):
        write(game, "# Rules\n\n" + "filler\n\n" * lines + f"The start:\n\n{below}\n")
        for page in pages(game):
            assert ("The start:" in page) == any(word in page for word in ("Example.", "pair", "one"))


def test_a_page_of_its_own_is_not_left_empty_for_a_tall_figure(game: Path) -> None:
    write(game, "# Rules\n\nIntro.\n\n" + "filler\n\n" * 20 + 'The start:\n\n![](cards/S1 "150")\n')
    assert "The start:" in pages(game)[1]
    write(game, "# Rules\n\nIntro.\n\n" + "filler\n\n" * 6 + f'The start{" and more" * 160}:\n\n![](cards/S1 "173")\n')
    # Together they are higher than any page.
    assert "The start and more" in pages(game)[0]


def boxes(game: Path, kind: str) -> list[Rect]:
    """Return the boxes of a kind of element on the leaflet's pages, in reading order."""
    checked = laid_out(game)
    assert checked.leaflet is not None and checked.leaflet.problems == ()
    elements = [element for element in checked.leaflet.structure.document.elements() if element.kind == kind]
    return [next(element.leaves()).box for element in elements]


def test_a_picture_stands_beside_the_text_above_it(game: Path) -> None:
    words = "Words that go on beside a card until it ends. " * 4
    write(game, f'# Rules\n\nIntro.\n\n## Cards\n\n{words}\n\n- an item\n\n![A card](cards/S1 "40 beside")\n\nBelow.\n')
    (picture,) = boxes(game, "Figure")
    _, text, item, below, _ = boxes(game, "P")
    for box in (text, item):
        assert box.right < picture.x and picture.y - 1 < box.y and box.bottom < picture.bottom + 6
    assert below.y > picture.bottom and below.x < picture.x
    # What leaves no room for text stands below it, as does what does not ask.
    for picture_of in ('cards/S1 cards/S2 cards/S3 "60 beside"', 'cards/S1 "40"'):
        write(game, f"# Rules\n\nIntro.\n\n## Cards\n\n{words}\n\n![A card]({picture_of})\n")
        assert boxes(game, "Figure")[0].y > boxes(game, "P")[1].bottom


def test_narrow_pictures_that_follow_each_other_stand_side_by_side(game: Path) -> None:
    write(
        game,
        '# Rules\n\nIntro.\n\n![One](cards/S1 "40")\n\n![Two](cards/S2 "40")\n\n![Three](cards/S3 cards/S4 "80")\n',
    )
    figure, two, three, four = boxes(game, "Figure")
    assert figure.right < two.x and figure.y == pytest.approx(two.y)
    assert three.y > two.bottom and three.y == pytest.approx(four.y)


def test_pictures_give_way_so_that_a_page_holds_them(game: Path) -> None:
    heights = []
    for lines in range(1, 22):
        write(game, "# Rules\n\nIntro.\n\n" + "filler\n\n" * lines + '![](cards/S1 "50")\n\nThe end.\n')
        (picture,) = boxes(game, "Figure")
        heights.append(round(picture.height, 1))
    assert heights[0] == 50 and all(37.5 <= height <= 50 for height in heights) and min(heights) < 50


def test_the_imprint_stands_at_the_foot_of_the_last_page(game: Path) -> None:
    for lines in (1, 30):
        write(game, "# Rules\n\nIntro.\n\n" + "filler\n\n" * lines)
        assert boxes(game, "P")[-1].bottom == pytest.approx(197 - 7 - 7, abs=2)


def test_a_list_is_not_left_alone_by_its_first_item_or_its_last(game: Path) -> None:
    for lines in range(16, 32):
        write(game, "# Rules\n\nIntro.\n\n" + "filler\n\n" * lines + "- one\n- two\n- three\n- four\n\nEnd.\n")
        counts = [sum(word in page.split() for word in ("one", "two", "three", "four")) for page in pages(game)]
        assert set(counts) <= {0, 2, 4}


def _set(text: str) -> Iterator[list[str]]:
    """Yield the texts on each page of a leaflet, in the order of the page, without the contents."""
    path = _sound()
    write(path, text)
    checked = laid_out(path)
    assert checked.leaflet is not None
    said = checked.leaflet.structure.document
    listed = {leaf[:2] for element in said.elements() if element.kind == "TOC" for leaf in element.leaves()}
    for number, page in enumerate(checked.leaflet.pages):
        marks = [mark for index, mark in enumerate(page.marks) if (number, index) not in listed]
        yield [mark.text.strip() for mark, _ in walk(marks) if isinstance(mark, Run)]


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


ORIGINAL = "# Rules\n\nTake {tiles} cards.\n\n- Draw 2 :sun:.\n- Move.\n\n> Then stop.\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# Règles\n\nPrends {tiles} cartes.\n\n- Pioche 2 :sun:.\n- Avance.\n\n> Arrête.\n", []),
        (
            "# Règles\n\nPrends 3 cartes.\n\n- Pioche :sun:.\n- Move.\n\n> Arrête.\n",
            [
                "3:1: error: a paragraph lacks the name {tiles} of the original",
                "3:1: error: a paragraph holds the figure 3, which the original does not",
                "5:1: error: an item of a list lacks the figure 2 of the original",
                "6:1: warning: an item of a list is the same as the original",
            ],
        ),
        (
            "# Règles\n\n## Cartes\n\nPrends {tiles} cartes.\n",
            ["3:1: error: here is a heading, but in the original a paragraph"],
        ),
        (
            "# Règles\n\nPrends {tiles} cartes.\n\n- Pioche 2 :sun:.\n",
            ["6:1: error: the original goes on here with an item of a list, where the translation ends"],
        ),
    ],
)
def test_a_translation_follows_its_original_block_by_block(game: Path, text: str, said: list[str]) -> None:
    path = game / "game.yaml"
    path.write_text(f"{path.read_text('utf-8')}\nlanguages: [en, fr]\n", "utf-8")
    write(game, ORIGINAL)
    write(game, text, "lang/fr/rules.md")
    checked = pipeline.check(game, Options(language="fr"))
    assert checked.leaflet is not None
    messages = [str(problem).split("\n")[0] for problem in checked.leaflet.problems]
    assert [message.partition("rules.md:")[2] for message in messages] == said
