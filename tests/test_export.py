"""`beeprint export`: sizes, corners, formats and names of pictures, and the page that shows them."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import os
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image, ImageChops, ImageStat

from beeprint import starter
from beeprint.base import store
from beeprint.cli import cli
from beeprint.drawing import raster
from beeprint.drawing.drawing import Symbol
from beeprint.drawing.shape import rectangle
from beeprint.formats.tabletop import pattern
from beeprint.formats.tabletop.table import Component, Item
from command import without_leaflet


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export")
    starter.write(folder / "mine")
    without_leaflet(folder / "mine")
    return folder


def export(game: Path, out: Path, *arguments: str) -> Result:
    return CliRunner().invoke(cli, ["export", str(game / "mine"), "--output", str(out), *arguments])


def pictures(game: Path, out: Path, *arguments: str) -> Path:
    done = export(game, out, *arguments)
    assert done.exit_code == 0, done.stderr
    return out / "mine" / "images"


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_faces_are_cut_out_with_clean_edges(game: Path, tmp_path: Path) -> None:
    folder = pictures(game, tmp_path, "--only", "cards:S1,R1")
    assert names(folder) == {
        *("cards/S1.front.png", "cards/R1.front.png", "cards/back.png"),
        *("pieces.csv", "index.html"),
    }
    with Image.open(folder / "cards" / "S1.front.png") as image:
        assert (image.size, image.mode) == ((496, 692), "RGBA")  # 63 x 88 mm at 200 dpi
        assert image.info["dpi"] == pytest.approx((200, 200), abs=0.1)
        assert image.getpixel((0, 0))[3] == 0 and image.getpixel((248, 0))[3] == 255  # type: ignore[index]
        # At the rounded corner, half-covered pixels have the colour of the card, not a darker one.
        inner = image.getpixel((40, 12))
        edges = [image.getpixel((x, y)) for x in range(24) for y in range(24)]
        soft = [pixel for pixel in edges if isinstance(pixel, tuple) and 40 < pixel[3] < 250]
        assert len(soft) > 10 and isinstance(inner, tuple)
        assert all(abs(a - b) <= 8 for pixel in soft for a, b in zip(pixel[:3], inner[:3], strict=True))


def test_bleed_corners_ground_and_format(game: Path, tmp_path: Path) -> None:
    only = ("--only", "cards:S1", "--only", "tiles")
    folder = pictures(game, tmp_path / "bleed", *only, "--bleed", "--dpi", "100", "--format", "webp")
    with Image.open(folder / "cards" / "S1.front.webp") as image:
        assert (image.format, image.size, image.mode) == ("WEBP", (271, 370), "RGB")  # 69 x 94 mm
    with Image.open(folder / "tiles" / "meadow.front.webp") as image:
        alpha = image.convert("RGBA").getchannel("A")
        assert alpha.getpixel((0, 0)) == 0 and alpha.getpixel((image.width // 2, image.height // 2)) == 255
    folder = pictures(game, tmp_path / "square", *only, "--corners", "square", "--dpi", "50", "--front-only")
    assert {name for name in names(folder) if "back" in name} == set()
    with Image.open(folder / "cards" / "S1.front.png") as image:
        assert image.mode == "RGB" and image.getpixel((0, 0)) == image.getpixel((0, 60))
    folder = pictures(game, tmp_path / "ground", *only, "--ground", "#102030", "--dpi", "50")
    with Image.open(folder / "cards" / "S1.front.png") as image:
        assert image.mode == "RGB" and image.getpixel((0, 0)) == (16, 32, 48)
    folder = pictures(game, tmp_path / "jpeg", *only, "--format", "jpg", "--quality", "95", "--dpi", "50")
    with Image.open(folder / "cards" / "S1.front.jpg") as image:
        assert image.format == "JPEG" and min(image.getpixel((0, 0))) > 240  # type: ignore[type-var, arg-type]
        assert image.info["dpi"] == (50, 50)


@pytest.mark.slow
def test_names_follow_the_pattern_and_the_list_names_them(game: Path, tmp_path: Path) -> None:
    folder = pictures(game, tmp_path, "--only", "cards", "--name", "{deck}-{id}-{n}", "--dpi", "20")
    pngs = {name for name in names(folder) if name.endswith(".png")}
    assert {"cards-S1-01.png", "cards-R6-12.png", "cards-back.png"} <= pngs and len(pngs) == 13
    with (folder / "pieces.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    assert (rows["cards/S1"]["front"], rows["cards/S1"]["back"]) == ("cards-S1-01.png", "cards-back.png")


@pytest.mark.slow
def test_each_copy_may_have_a_file_of_its_own(game: Path, tmp_path: Path) -> None:
    folder = pictures(game, tmp_path, "--only", "cards", "--name", "{id}_{copy}", "--dpi", "20", "--front-only")
    pngs = sorted(name for name in names(folder) if name.endswith(".png"))
    assert len(pngs) == 18 and pngs[0] == "R1_1.png"
    with (folder / "pieces.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sorted(row["front"] for row in rows) == pngs and {row["copies"] for row in rows} == {"1"}


def deck(one_back: bool) -> tuple[Component, Item]:
    item = Item("a b", "Big Bee", "", 12, Symbol.of([]), Symbol.of([]), stem="a-b")
    return Component("my deck", "My deck", "card", rectangle(63, 88), (item,), one_back), item


@pytest.mark.parametrize(
    ("text", "front", "back", "shared"),
    [
        ("{deck}/{id}.{side}", "my-deck/a-b.front", "my-deck/a-b.back", "my-deck/back"),
        ("{deck}-{id}-{n}", "my-deck-a-b-1", "my-deck-a-b-1-back", "my-deck-back"),
        ("{name}_{copy}", "Big-Bee_03", "Big-Bee_03-back", "back"),
        ("{deck}", "my-deck", "my-deck-back", "my-deck-back"),
        ("{side}/{deck}/{n}", "front/my-deck/1", "back/my-deck/1", "back/my-deck"),
    ],
)
def test_a_pattern_names_fronts_own_backs_and_shared_ones(text: str, front: str, back: str, shared: str) -> None:
    component, item = deck(True)
    assert pattern.stem(pattern.checked(text), component, 1, item, "front", 3) == front
    assert pattern.stem(text, component, 1, item, "back", 3) == back
    assert pattern.shared_back(text, component) == shared


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{dek}", "there is no {dek}: did you mean deck?"),
        ("../{id}", "forms no safe names"),
        ("/{id}", "forms no safe names"),
        ("a:{id}", "forms no safe names"),
        ("{id}.", "forms no safe names"),
        ("{id", "forms no safe names"),
        ("", "forms no safe names"),
        ("{id}.png", "leave it out"),
    ],
)
def test_unsafe_patterns_are_refused(text: str, said: str, game: Path, tmp_path: Path) -> None:
    done = export(game, tmp_path, "--name", text)
    assert done.exit_code == 2 and said in done.stderr and not (tmp_path / "mine").exists()


def test_pictures_of_one_name_are_an_error_at_the_row(game: Path, tmp_path: Path) -> None:
    done = export(game, tmp_path, "--only", "cards", "--name", "{deck}")
    assert done.exit_code == 1 and not (tmp_path / "mine").exists()
    assert "cards.csv:3:1: error: cards/S2 and cards/S1 would be written to the same file cards.png\n" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--ground", "sunn"), "--ground: error: there is no colour sunn\n    hint: did you mean sun?"),
        (("--dpi", "5"), "--dpi 5: write the dots per inch, such as --dpi 300 (from 10 to 1200)"),
        (("--quality", "80"), "--quality: error: pictures in PNG lose nothing\n    hint: add --format webp"),
        (("--profile", "home-a4"), "--profile home-a4: its output is not images"),
        (("--only", "card"), "--only: Mine has no deck card: did you mean cards?"),
    ],
)
def test_other_faults_of_the_command_line(arguments: tuple[str, ...], said: str, game: Path, tmp_path: Path) -> None:
    done = export(game, tmp_path, *arguments)
    assert done.exit_code in (1, 2) and said in done.stderr


def test_options_that_no_profile_uses_are_refused(game: Path, tmp_path: Path) -> None:
    for option, other in (("--seed", "fan"), ("--dpi", "images")):
        done = CliRunner().invoke(cli, ["build", str(game / "mine"), "--output", str(tmp_path), option, "20"])
        assert done.exit_code == 2
        assert f"{option}: none of the profiles uses it; add --profile {other}" in done.stderr


def test_one_file_holds_all_and_the_same_game_gives_the_same_bytes(game: Path, tmp_path: Path) -> None:
    digests = []
    for number in range(2):
        folder = pictures(game, tmp_path / str(number), "--zip", "--dpi", "30")
        assert names(folder) == {"mine.zip"}
        digests.append(hashlib.sha256((folder / "mine.zip").read_bytes()).hexdigest())
    assert digests[0] == digests[1]
    with zipfile.ZipFile(tmp_path / "0" / "mine" / "images" / "mine.zip") as archive:
        members = set(archive.namelist())
        assert {"pieces.csv", "index.html", "cards/S1.front.png", "cards/back.png", "tiles/meadow.front.png"} <= members
        assert len(members) == 2 + 12 + 1 + 1


class Page(HTMLParser):
    """The tags of a page with their attributes, and the words of its headings."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.headings: list[str] = []
        self._heading = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._heading = tag in ("h1", "h2")

    def handle_data(self, data: str) -> None:
        if self._heading and data.strip():
            self.headings.append(data.strip())
            self._heading = False


def test_the_page_shows_every_picture_in_words_too_and_needs_no_script(game: Path, tmp_path: Path) -> None:
    folder = pictures(game, tmp_path, "--dpi", "60")
    text = (folder / "index.html").read_text("utf-8")
    page = Page(text)
    links = [str(attributes["href"]) for tag, attributes in page.tags if tag == "a"]
    assert set(links) == {name for name in names(folder) if name.endswith(".png")} and len(links) == 14
    images = [attributes for tag, attributes in page.tags if tag == "img"]
    assert images[0]["alt"] == "First light" and all(image["alt"] for image in images) and len(images) == 14
    assert all(
        image["width"] and image["height"] and str(image["src"]).startswith("data:image/webp") for image in images
    )
    assert page.headings == ["Mine", "Garden cards", "Garden tiles"]
    assert ("html", {"lang": "en"}) in page.tags and not {tag for tag, _ in page.tags} & {"script", "link", "iframe"}


def previews(folder: Path) -> list[bytes]:
    tags = Page((folder / "index.html").read_text("utf-8")).tags
    sources = [str(attributes["src"]) for tag, attributes in tags if tag == "img"]
    return [base64.b64decode(source.partition(",")[2]) for source in sources]


def test_a_preview_is_its_picture_made_small(game: Path, tmp_path: Path) -> None:
    only = ("--only", "cards:S1")
    folder = pictures(game, tmp_path / "first", *only)
    for data, name in zip(previews(folder), ("S1.front", "back"), strict=True):
        with Image.open(io.BytesIO(data)) as small, Image.open(folder / "cards" / f"{name}.png") as large:
            assert small.size == (157, 220)
            seen, meant = small.convert("RGBA"), large.resize(small.size, Image.Resampling.BOX)
        assert max(ImageStat.Stat(ImageChops.difference(seen, meant)).mean) < 4
    # Where its pixels come from does not matter: not drawn again, or drawn for a format that loses some of them.
    assert previews(pictures(game, tmp_path / "webp", *only, "--format", "webp")) == previews(folder)


@pytest.mark.slow
def test_previews_are_not_drawn_once_more(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.setattr(store.Store, "open", lambda: store.NOWHERE)
    calls: list[str] = []
    draw = raster.draw

    def counted(text: str, dpi: float) -> bytes:
        calls.append(text)
        return draw(text, dpi)

    monkeypatch.setattr(raster, "draw", counted)
    profile = "title: alone\noutput: images\npreviews: no\n"
    own = game / "mine" / "layouts" / "profiles" / "alone.yaml"
    own.parent.mkdir(exist_ok=True)
    own.write_text(profile, "utf-8")
    pictures(game, tmp_path / "with", "--only", "cards:S1", "--dpi", "90")
    shown = len(calls)
    done = export(game, tmp_path / "without", "--profile", "alone", "--only", "cards:S1", "--dpi", "90")
    assert done.exit_code == 0, done.stderr
    assert len(calls) == 2 * shown > 0


def test_a_profile_says_how_pictures_are_made(game: Path, tmp_path: Path) -> None:
    own = game / "mine" / "layouts" / "profiles" / "web.yaml"
    own.parent.mkdir(exist_ok=True)
    own.write_text(
        "title: for the page\noutput: images\ndpi: 40\nformat: webp\nname: '{id}'\nsides: front\npreviews: no\n",
        "utf-8",
    )
    done = export(game, tmp_path, "--profile", "web", "--only", "cards:S1", "--format", "png")
    assert done.exit_code == 0 and names(tmp_path / "mine" / "web") == {"S1.png", "pieces.csv"}
    own.write_text("title: x\noutput: images\nname: '{ids}'\nquality: 0\n", "utf-8")
    done = export(game, tmp_path, "--profile", "web")
    assert "web.yaml:3:7: error: name: there is no {ids}: did you mean id?\n" in done.stderr
    assert "web.yaml:4:10: error: quality is 0; it must be at least 1\n" in done.stderr
