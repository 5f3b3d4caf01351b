"""The leaflet to read on a screen: single pages in order, with all that a program for blind readers needs."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from beeprint import starter
from beeprint.base.colour import Colour, parse
from beeprint.cli import cli
from beeprint.formats.html import style
from structures import Node, Tagged, read

RULES = """# Rules of it

A short introduction.

## Setup

Do :sun: this for {cards} cards:

1. First
   - with a detail
   - and another

   and more of it.
2. Second

### For two

![A pair](cards/S1 cards/R2:back "20")

> **Example.** Like this.
>
> - or that

---

## Play

Play.

## Play

Again.
"""


def written(folder: Path) -> Path:
    starter.write(folder / "mine")
    (folder / "mine" / "rules.md").write_text(RULES, "utf-8")
    return folder / "mine"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a game to change, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return written(tmp_path)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the leaflet of the game as it is."""
    folder = tmp_path_factory.mktemp("plain")
    run("build", str(written(folder)), "--profile", "home-a4", "--output", str(folder / "output"))
    return folder / "output" / "mine" / "home-a4"


@pytest.fixture(scope="module")
def tagged(plain: Path) -> Tagged:
    return read(plain / "rules-read.pdf")


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    return result


def built(*options: str) -> Tagged:
    run("build", "mine", "--profile", "home-a4", *options)
    return read(Path("output/mine/home-a4/rules-read.pdf"))


def shape(node: Node) -> list[object]:
    """Return the kinds of a tree as nested lists."""
    return [node.kind, *(shape(child) for child in node.inside if isinstance(child, Node))]


def test_pages_are_upright_and_in_order(game: Path) -> None:
    (game / "rules.md").write_text(
        "# Rules\n\npage-1\n" + "".join(f"\n---\n\npage-{n}\n" for n in range(2, 7)), "utf-8"
    )
    said = run("build", "mine", "--profile", "home-a4").stderr
    assert "home-a4/rules-read.pdf: 6 pages to read on a screen" in said
    with pypdfium2.PdfDocument(Path("output/mine/home-a4/rules-read.pdf")) as pdf:
        for number, page in enumerate(pdf, start=1):
            text = page.get_textpage()
            assert f"page-{number}" in text.get_text_bounded()
            assert page.get_height() > page.get_width()
            at, length = text.search(f"page-{number}").get_next()
            left, right = text.get_charbox(at), text.get_charbox(at + length - 1)
            assert left[0] < right[0]


def test_it_has_bookmarks_page_labels_and_a_language(tagged: Tagged) -> None:
    assert tagged.bookmarks == [
        (1, "Rules of it", 1),
        (1, "Setup", 1),
        (2, "For two", 1),
        (1, "Play", 2),
        (1, "Play", 2),
    ]
    assert (tagged.labels["/S"], tagged.language, tagged.part) == ("/D", "en", "1")


def test_its_structure_is_that_of_the_text(tagged: Tagged) -> None:
    document = tagged.document
    item = ["LI", ["Lbl"], ["LBody", ["P"]]]
    assert shape(document) == [
        "Document",
        ["H1"],
        ["P"],
        ["H2"],
        ["P", ["Span"]],
        [
            "L",
            ["LI", ["Lbl"], ["LBody", ["P"], ["L", item, item], ["P"]]],
            ["LI", ["Lbl"], ["LBody", ["P"]]],
        ],
        ["H3"],
        ["Div", ["Figure"], ["Figure"], ["Caption"]],
        ["Div", ["P"], ["L", item]],
        ["H2"],
        ["P"],
        ["H2"],
        ["P"],
        ["P"],
    ]
    numbered, bullets, _ = document.of("L")
    assert (numbered.attributes["ListNumbering"], bullets.attributes["ListNumbering"]) == ("/Decimal", "/Disc")
    assert document.of("Span")[0].actual == "sun"


def first_card(plain: Path) -> str:
    """Return the name of the card that the text shows."""
    table = plain.parents[2] / "mine" / "cards.csv"
    return next(line.split(",")[1] for line in table.read_text("utf-8").splitlines() if line[:3] == "S1,")


def test_pieces_are_described_by_their_decks_and_names(plain: Path, tagged: Tagged) -> None:
    assert [figure.alt for figure in tagged.document.of("Figure")] == [
        f"Garden cards: {first_card(plain)}",
        "Garden cards: back",
    ]


def test_everything_on_the_pages_is_tagged_or_an_artifact(tagged: Tagged) -> None:
    assert tagged.loose == []
    assert {page for node in tagged.document.nodes() for page in node.pages} == {1, 2}


def test_lines_of_a_paragraph_do_not_run_together(game: Path) -> None:
    words = " ".join(f"word{number}" for number in range(60))
    (game / "rules.md").write_text(f"# Rules\n\nIntro.\n\n{words}\n", "utf-8")
    built()
    with pypdfium2.PdfDocument(Path("output/mine/home-a4/rules-read.pdf")) as pdf:
        text = pdf[0].get_textpage().get_text_bounded().replace("\r\n", " ")
    assert words in " ".join(text.split())


def test_it_is_translated(game: Path) -> None:
    path = game / "game.yaml"
    path.write_text(f"{path.read_text('utf-8')}\nlanguages: [en, fr, de]\n", "utf-8")
    (game / "lang" / "fr").mkdir(parents=True)
    (game / "lang" / "fr" / "rules.md").write_text(RULES.replace("Rules of it", "Les règles"), "utf-8")
    (game / "lang" / "de").mkdir()
    (game / "lang" / "de" / "game.yaml").write_text("title: Meins\n", "utf-8")
    # Without a translation the text is that of the game, and so is its language.
    for language, title, spoken in (("fr", "Les règles", "fr"), ("de", "Rules of it", "en")):
        run("build", "mine", "--profile", "home-a4", "--lang", language)
        leaflet = read(Path(f"output/mine.{language}/home-a4/rules-read.pdf"))
        assert (leaflet.language, leaflet.bookmarks[0][1]) == (spoken, title)


def test_icons_are_read_aloud_by_their_words_in_the_language_of_the_build(game: Path) -> None:
    path = game / "game.yaml"
    path.write_text(f"{path.read_text('utf-8')}\nlanguages: [en, fr]\nicon-names: {{sun: sunshine}}\n", "utf-8")
    (game / "lang" / "fr").mkdir(parents=True)
    (game / "lang" / "fr" / "rules.md").write_text(RULES.replace("Rules of it", "Les règles"), "utf-8")
    for language, folder, said in (("", "mine", "sunshine"), ("fr", "mine.fr", "soleil")):
        if language:
            (game / "lang" / "fr" / "game.yaml").write_text("icon-names: {sun: soleil}\n", "utf-8")
        run("build", "mine", "--profile", "home-a4", *(("--lang", language) if language else ()))
        spans = read(Path(f"output/{folder}/home-a4/rules-read.pdf")).document.of("Span")
        assert [span.actual for span in spans] == [said]
        assert f'aria-label="{said}"' in Path(f"output/{folder}/home-a4/rules.html").read_text("utf-8")


def test_an_icon_has_the_name_of_its_row(game: Path) -> None:
    path = game / "game.yaml"
    table = "tables:\n  suits: {title: suits, data: suits.csv, columns: {name: text}}\n"
    path.write_text(f"{path.read_text('utf-8')}\n{table}", "utf-8")
    (game / "suits.csv").write_text("id,name\nsun,**High** summer\n", "utf-8")
    assert [span.actual for span in built().document.of("Span")] == ["High summer"]


LINKED = """# Rules

Intro: see [*the end* of it](#the-end).

{components}

## Setup

words

---

words

---

words

## The end

Back to [setup](#setup).
"""


def test_a_link_names_the_page_and_leads_there(game: Path) -> None:
    (game / "rules.md").write_text(LINKED, "utf-8")
    leaflet = built()
    assert [(link.target, link.alt) for link in leaflet.document.of("Link")] == [(3, ""), (1, "")]
    with pypdfium2.PdfDocument(Path("output/mine/home-a4/rules-read.pdf")) as pdf:
        first = pdf[0].get_textpage().get_text_bounded().replace("\u00a0", " ")
        assert "see the end of it (page 3)." in first
        assert "Back to setup (page 1)." in pdf[2].get_textpage().get_text_bounded().replace("\u00a0", " ")
    with pikepdf.open("output/mine/home-a4/rules-read.pdf") as pdf:
        (link,) = pdf.pages[0].Annots
        assert (str(link.Subtype), str(link.Contents)) == ("/Link", "The end")
        left, low, right, high = map(float, link.Rect)
        words = pypdfium2.PdfDocument("output/mine/home-a4/rules-read.pdf")[0].get_textpage()
        assert words.get_text_bounded(left, low, right, high).strip("\u00a0 .") == "(page\u00a03)"
    text = Path("output/mine/home-a4/rules.html").read_text("utf-8")
    assert '<a href="#the-end"><em>the end</em> of it</a>.' in text and '<h2 id="the-end">' in text


def test_a_link_to_no_heading_is_a_problem(game: Path) -> None:
    (game / "rules.md").write_text(LINKED.replace("(#setup)", "(#stup)"), "utf-8")
    result = CliRunner().invoke(cli, ("check", "mine"))
    assert "mine/rules.md:21:16: error: there is no heading #stup\n    hint: did you mean setup?" in result.output


def test_more_than_eight_pages_have_contents(game: Path) -> None:
    def rules(pages: int) -> str:
        return "# Rules\n\nIntro.\n\n" + "\n---\n\n".join(f"## Part {n}\n\npage-{n}\n" for n in range(1, pages + 1))

    (game / "rules.md").write_text(rules(8), "utf-8")
    assert built().document.of("TOC") == []
    (game / "rules.md").write_text(rules(9), "utf-8")
    leaflet = built()
    (contents,) = leaflet.document.of("TOC")
    assert [link.target for link in contents.of("Link")] == list(range(1, 10))
    with pypdfium2.PdfDocument(Path("output/mine/home-a4/rules-read.pdf")) as pdf:
        words = pdf[0].get_textpage().get_text_bounded().split()
    assert [words[at + 2] for at, word in enumerate(words) if word == "Part"][:9] == [str(n) for n in range(1, 10)]
    # Where the text says where they go, they are there, however few pages there are.
    (game / "rules.md").write_text("# Rules\n\n## One\n\n{contents}\n\n## Two\n", "utf-8")
    assert [node.kind for node in built().document.inside if isinstance(node, Node)] == ["H1", "H2", "TOC", "H2", "P"]


def test_the_contents_of_the_box_are_pictured(game: Path) -> None:
    (game / "rules.md").write_text(LINKED, "utf-8")
    (components,) = built().document.of("L")
    assert shape(components) == ["L", *[["LI", ["Lbl"], ["LBody", ["P"], ["Figure"]]]] * 2]
    assert [figure.alt.partition(":")[0] for figure in components.of("Figure")] == ["Garden cards", "Garden tiles"]
    text = Path("output/mine/home-a4/rules.html").read_text("utf-8")
    assert text.count('<ul class="pictured">') == 1
    assert Outline(text).words.count("18 Garden cards") == 1


def test_a_picture_above_the_title_is_the_cover(game: Path) -> None:
    (game / "rules.md").write_text('![A card](cards/S1 cards/S2 "60")\n\n# Rules\n\nIntro.\n', "utf-8")
    leaflet = built()
    assert shape(leaflet.document)[:4] == ["Document", ["Figure"], ["Figure"], ["H1"]]
    with pypdfium2.PdfDocument(Path("output/mine/home-a4/rules-read.pdf")) as pdf:
        words = pdf[0].get_textpage()
        at, _ = words.search("Rules").get_next()
        # The cover is 60 mm high, below the margin of 7 mm, and its caption is not printed.
        assert words.get_charbox(at)[3] < pdf[0].get_height() - 67 * 72 / 25.4
        assert "A card" not in words.get_text_bounded()


class Outline(HTMLParser):
    """The elements of a page's body as nested lists, those for looks left out."""

    void = frozenset(("br", "img", "hr", "meta", "use"))
    looks = frozenset(("strong", "em", "span", "use", "svg", "symbol", "path", "g", "circle", "style", "defs"))

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tree: list[Any] = []
        self.words = ""
        self.images: list[dict[str, str | None]] = []
        self.ids: list[str] = []
        self._open = [self.tree]
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.ids += [str(attributes["id"])] if "id" in attributes else []
        if tag == "img" or attributes.get("role") == "img":
            self.images.append(attributes)
        if tag not in self.looks:
            node: list[Any] = [tag]
            self._open[-1].append(node)
            if tag not in self.void:
                self._open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.looks | self.void:
            assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def test_the_page_has_the_elements_that_browsers_know_the_text_by(plain: Path) -> None:
    text = (plain / "rules.html").read_text("utf-8")
    outline = Outline(text[text.index("<body>") : text.index("</html>")])
    (body,) = outline.tree
    assert body == [
        "body",
        ["header", ["h1"], ["p"], ["nav", ["ol", *[["li", ["a"]]] * 3]]],
        [
            "main",
            ["h2"],
            ["p"],
            ["ol", ["li", ["p"], ["ul", ["li"], ["li"]], ["p"]], ["li"]],
            ["h3"],
            ["figure", ["div", ["img"], ["img"]], ["figcaption"]],
            ["div", ["p"], ["ul", ["li"]]],
            ["h2"],
            ["p"],
            ["h2"],
            ["p"],
        ],
        ["footer", ["hr"], ["p", ["br"]]],
    ]
    assert [name for name in outline.ids if not name.startswith("icon-")] == [
        "rules-of-it",
        "setup",
        "for-two",
        "play",
        "play-2",
    ]
    assert '<html lang="en">' in text and "<title>Rules of it</title>" in text
    assert outline.words.count("Do  this for 18 cards:") == 1


def test_pictures_of_the_page_are_described_and_inside_it(plain: Path) -> None:
    text = (plain / "rules.html").read_text("utf-8")
    icon, *pictures = Outline(text).images
    assert icon["aria-label"] == "sun"
    assert [picture["alt"] for picture in pictures] == [f"Garden cards: {first_card(plain)}", "Garden cards: back"]
    for picture in pictures:
        drawing = base64.b64decode(str(picture["src"]).removeprefix("data:image/svg+xml;base64,")).decode("utf-8")
        assert drawing.startswith("<svg")
    assert re.findall(r"(?:src|href)=\"(?!data:|#)|url\((?!data:)", text) == []


def test_only_a_list_of_pieces_is_pictured(game: Path) -> None:
    (game / "rules.md").write_text(
        "# Rules\n\n{components}\n\nText.\n\n- :sun: **Noon** is high\n- and night low\n", "utf-8"
    )
    run("build", "mine", "--profile", "home-a4")
    text = Path("output/mine/home-a4/rules.html").read_text("utf-8")
    pictured, plain = re.findall(r"<ul[^>]*>.*?</ul>", text, re.DOTALL)
    assert pictured.startswith('<ul class="pictured">\n<li><img ') and pictured.count("<img ") == 2
    assert plain.startswith('<ul>\n<li><svg class="icon dark" ')
    assert (
        re.sub("<svg.*</svg>", "", plain)
        == "<ul>\n<li> <strong>Noon</strong> is high</li>\n<li>and night low</li>\n</ul>"
    )


def test_an_icon_keeps_its_ink_and_what_is_tied_to_it(game: Path) -> None:
    (game / "rules.md").write_text(
        "# Rules\n\nA.\n\nThe [#aa0000: :sun:], (or :sun:) and 2\u00a0:sun: rise.\n", "utf-8"
    )
    run("build", "mine", "--profile", "home-a4")
    text = Path("output/mine/home-a4/rules.html").read_text("utf-8")
    paragraph = re.sub("<use[^>]*>|</svg>| role.*?(?=>)", "", re.findall("<p>The .*?</p>", text)[0])
    (ink,) = re.findall(r"icon dark (ink\d)", paragraph)
    first, second = f'<svg class="icon dark {ink}">', '<svg class="icon dark">'
    kept = f'The <span class="kept">{first},</span> (or <span class="kept">{second})</span> and '
    kept += f'<span class="kept">2\u00a0{second}</span> rise.'
    assert paragraph == f"<p>{kept}</p>"
    assert f"--{ink}:#aa0000;" in text and f".{ink}{{color:var(--{ink})}}" in text


def test_texts_of_a_page_are_no_markup(game: Path) -> None:
    (game / "rules.md").write_text('# A & B\n\nIs 1 < 2 & "so"?\n', "utf-8")
    run("build", "mine", "--profile", "home-a4")
    text = Path("output/mine/home-a4/rules.html").read_text("utf-8")
    assert "<title>A &amp; B</title>" in text and 'Is 1 &lt; 2 &amp; "so"?' in text


@given(st.tuples(*[st.integers(0, 255)] * 3), st.tuples(*[st.integers(200, 255)] * 3))
def test_any_ink_is_legible_on_light_and_dark_screens(ink: tuple[int, int, int], aside: tuple[int, int, int]) -> None:
    def light(colour: tuple[int, ...]) -> float:
        parts = [value / 255 for value in colour]
        red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    inks = style.Inks(Colour(*aside))
    day, night = (light(parse(shade) or ()) for shade in inks.shades(Colour(*ink)))
    for ground in ((255, 255, 255), aside):
        assert (light(ground) + 0.05) / (day + 0.05) >= 4.5
    for dark in (style.DARK, style.DARK_ASIDE):
        assert (night + 0.05) / (light(dark) + 0.05) >= 4.5


def test_it_is_made_again_from_the_cache_byte_for_byte(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(game.parent / "cache"))
    files: dict[str, list[bytes]] = {"rules-read.pdf": [], "rules.html": []}
    for output in ("again", "again", "fresh"):
        run("build", "mine", "--profile", "home-a4", "--output", output)
        for name, whole in files.items():
            path = Path(output, "mine", "home-a4", name)
            whole.append(path.read_bytes())
            path.unlink()
    assert all(len(set(whole)) == 1 for whole in files.values())
