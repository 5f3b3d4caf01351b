"""What the studio shows and makes of each profile: faces in a press's inks, pages as they print, files as built."""

from __future__ import annotations

import errno
import io
import os
import re
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from PIL import Image
from PIL.ImageFilter import MaxFilter, MinFilter

from beeprint import api, delivery, outputs, pipeline
from beeprint.base import budget
from beeprint.base.options import LaserOptions, Options
from beeprint.drawing import raster
from beeprint.sheet import printers
from beeprint.sources.workspace import Workspace
from beeprint.studio import Server
from cases import spread
from perception import difference
from small_game import small_game
from test_studio import PATIENCE, Client, Events, edit, ready, served


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a small game to change."""
    monkeypatch.chdir(tmp_path)
    return _small(tmp_path)


def _small(folder: Path) -> Path:
    """Write a game of cards that share a back and tiles that have none, with a painting and a gradient in its art."""
    game = small_game(folder / "mine")
    across, down = np.meshgrid(np.linspace(0, 1, 360), np.linspace(0, 1, 360))
    paint = np.stack([255 * across, 120 + 90 * np.sin(3 * down), 255 * (1 - across * down)], axis=-1)
    Image.fromarray(paint.astype(np.uint8)).save(game / "art" / "painting.png")
    (game / "art" / "sky.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><defs><linearGradient id="g" x2="0" y2="1">'
        '<stop stop-color="#0026ff"/><stop offset="1" stop-color="#ff6a00"/></linearGradient></defs>'
        '<rect width="10" height="10" fill="url(#g)"/></svg>',
        "utf-8",
    )
    edit(
        game / "layouts" / "card.yaml",
        "  panel:",
        "  sky: {kind: picture, art: sky, box: [-3, 40, 8, 40], fit: stretch}\n"
        "  painting: {kind: picture, art: painting, box: [56, 30, 10, 40], fit: stretch}\n  panel:",
    )
    return game


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game that no test changes."""
    return _small(tmp_path_factory.mktemp("prints"))


@pytest.fixture(scope="module")
def page(still: Path) -> Iterator[Client]:
    """Return a page of the game that no test changes."""
    for server in served(still):
        ready(Events(server))
        yield Client(server)


@pytest.fixture
def shop(page: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """Return the server of that page, which makes files in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    return page.server


def _furnished(folder: Path) -> Path:
    """Write that game with a box for its cards, a map of 300 x 420 mm and a table that is set up."""
    game = _small(folder)
    edit(
        game / "game.yaml",
        "# Checked",
        "  map: {title: Map, data: map.csv, shape: {kind: board, width: 300, height: 420}, front: map, stock: boards}\n"
        "boxes:\n  card-box: {title: Garden box, shape: {kind: tuck-box, for: [cards], clearance: 12}, front: box}\n"
        "# Checked",
    )
    edit(game / "game.yaml", "deck: tiles, is: 3}", "deck: tiles, is: 3}\n  - {rule: count, deck: map, is: 1}")
    (game / "map.csv").write_text("id\nisland\n", "utf-8")
    ground = "slots:\n  ground: {kind: shape, box: bleed, shape: rectangle, fill: sun}\n"
    (game / "layouts" / "map.yaml").write_text(ground, "utf-8")
    (game / "layouts" / "box.yaml").write_text(
        ground + "  patch: {kind: shape, box: [10, 60, 12, 9], shape: rectangle, fill: rain}\n"
        '  spine: {kind: text, panel: left, box: safe, rotate: 90, text: "{title}", font: fredoka, size: 12}\n',
        "utf-8",
    )
    (game / "layouts" / "profiles").mkdir()
    coarse = "title: folded\noutput: folded\ndpi: 50\n"
    (game / "layouts" / "profiles" / "folded.yaml").write_text(coarse, "utf-8")
    (game / "set-up.yaml").write_text("places:\n  - {deck: cards, at: [60, 60], as: pile}\n", "utf-8")
    return game


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game with a box and a map that no test changes."""
    return _furnished(tmp_path_factory.mktemp("rich"))


@pytest.fixture(scope="module")
def hall(rich: Path) -> Iterator[Client]:
    """Return a page of the game with a box and a map."""
    for server in served(rich):
        ready(Events(server))
        yield Client(server)


@pytest.fixture
def server(game: Path) -> Iterator[Server]:
    """Serve the game that is changed."""
    yield from served(game)


# Faces in the inks of a press


def presses(page: Client) -> dict[str, Any]:
    return {press["name"]: press for press in page.json("presses")}


def seen(svg: bytes, dpi: float) -> Image.Image:
    """Return a face as another renderer than a browser shows it."""
    drawn = Image.open(io.BytesIO(raster.draw(svg.decode(), dpi))).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", drawn.size, "white"), drawn).convert("RGB")


def labs(picture: Image.Image) -> np.ndarray:
    """Return L*, a* and b* of the pixels of a picture in sRGB (IEC 61966-2-1), rows of (n, 3)."""
    values = np.asarray(picture, float).reshape(-1, 3) / 255
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    matrix = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    shares = linear @ matrix.T / np.array([0.9505, 1.0, 1.089])
    bent = np.where(shares > 216 / 24389, np.cbrt(shares), (24389 / 27 * shares + 16) / 116)
    return np.column_stack([116 * bent[:, 1] - 16, 500 * (bent[:, 0] - bent[:, 1]), 200 * (bent[:, 1] - bent[:, 2])])


def flat(picture: Image.Image) -> np.ndarray:
    """Return where a picture has no edges, which two renderers smooth differently."""
    most, least = (np.asarray(picture.filter(kind(7)), int) for kind in (MaxFilter, MinFilter))
    mask: np.ndarray = ((most - least).max(axis=2) < 14).reshape(-1)
    return mask


@pytest.mark.slow
def test_a_face_in_the_inks_of_a_press_looks_like_the_proof_of_a_build(
    page: Client, still: Path, tmp_path: Path
) -> None:
    press, only = "european-offset", {"cards": ("S1",)}
    built = api.build(still, Options(profiles=(press,), only=only, output=tmp_path, proof=True)).target
    with Image.open(built / press / "proof" / "cards" / "S1.front.png") as proof:
        wanted = proof.convert("RGB")
    key = presses(page)[press]["key"]
    status, body, headers = page.ask(f"face/cards/S1/front?view=press&press={press}&inks={key}")
    assert status == 200 and "no-store" in headers["Cache-Control"]  # the key of the face was left out
    box = (0, 0, 540, 740)  # sizes in pixels are rounded up by one renderer, down by the other
    wanted, picture = wanted.crop(box), seen(body, 200).crop(box)
    before = seen(page.ask("face/cards/S1/front")[1], 200).crop(box)
    even = flat(wanted) & flat(picture)
    away = difference(labs(wanted)[even], labs(picture)[even])
    assert even.mean() > 0.6
    assert away.mean() < 1 and np.percentile(away, 99) < 3
    assert difference(labs(wanted)[even], labs(before)[even]).mean() > 2 * away.mean()


def test_a_face_in_inks_stays_a_drawing_and_its_address_says_all_of_it(page: Client) -> None:
    inks = presses(page)["press-x4"]["key"]
    face = next(piece for piece in page.json("state")["pieces"] if piece["key"] == "cards/S1")["front"]
    asked = f"face/cards/S1/front?key={face}&view=press&press=press-x4"
    _, body, headers = page.ask(f"{asked}&inks={inks}")
    assert body.count(b"<path") > 20 and body.count(b"<image") == 1  # the painting
    assert "immutable" in headers["Cache-Control"]
    assert "no-store" in page.ask(f"{asked}&inks=old")[2]["Cache-Control"]
    assert "home-a4" not in presses(page)
    assert page.ask("face/cards/S1/front?view=press&press=home-a4")[0] == 404


@pytest.mark.slow
def test_presses_that_print_alike_have_one_key_and_a_palette_changes_it(server: Server, game: Path) -> None:
    events, client = Events(server), Client(server)
    ready(events)
    before = presses(client)
    assert before["press-x4"]["key"] == before["european-offset"]["key"] != before["drivethrucards"]["key"]
    assert (before["drivethrucards"]["limit"], before["punchboard"]["limit"]) == (240, 280)
    edit(game / "palette.yaml", 'sun: "#F2B134"', 'sun: {srgb: "#F2B134", cmyk: [0, 20, 90, 0]}')
    while events.until("change", checking=False)["problems"]:
        pass
    after = presses(client)
    assert all(after[name]["key"] != before[name]["key"] for name in before)
    (game / "layouts" / "profiles").mkdir()
    (game / "layouts" / "profiles" / "ours.yaml").write_text(
        "title: for us\noutput: press\nvendor: press-x4\ncondition: coated-240\nlimit: 200\n", "utf-8"
    )
    events.until("change", checking=False)
    assert presses(client)["ours"]["limit"] == 200


# Pages as they print


@pytest.mark.slow
def test_every_profile_shows_the_pages_that_its_files_have(page: Client, still: Path, tmp_path: Path) -> None:
    """Pages of PDF files and pictures are counted with pikepdf and Pillow; a profile without pages shows none."""
    profiles = [profile for profile in page.json("profiles") if profile["output"] != "laser"]
    assert {profile["name"] for profile in profiles} == set(outputs.names(Workspace(still)))
    built = {profile["output"]: profile["name"] for profile in profiles if "-x1a" not in profile["name"]} | {
        "": "cricut"
    }
    for name, lacking in {"folded": "nothing to fold", "table": "no file set-up.yaml"}.items():
        assert lacking in page.json(f"sheets/{name}")["problems"][0]["message"]
    for name in (profile["name"] for profile in profiles if profile["name"] not in ("folded", "table")):
        shown = page.json(f"sheets/{name}")
        only = {"cards": ()} if "problems" in shown else {}
        shown = page.json(f"sheets/{name}?only=cards") if only else shown
        assert shown["pages"] or name in ("faces", "images", "playingcards-io", "tabletop-simulator", "web-page")
        if name not in built.values():
            continue
        folder = api.build(still, Options(profiles=(name,), only=only, output=tmp_path / name)).target / name
        pages = shown["pages"]
        for file in sorted({page["file"] for page in pages}):
            mine = [page for page in pages if page["file"] == file]
            path = folder.parent / file
            if path.suffix == ".png":
                with Image.open(path) as picture:
                    shares = {
                        round(page["width"] / page["height"] / (picture.width / picture.height), 2) for page in mine
                    }
                assert shares == {1.0}, file
                continue
            with pikepdf.open(path) as pdf:
                sizes = [[float(value) / 72 * 25.4 for value in page.mediabox[2:]] for page in pdf.pages]
            assert [[page["width"], page["height"]] for page in mine] == pytest.approx(np.array(sizes), abs=0.1), file
        made = {
            path.relative_to(folder.parent).as_posix() for path in folder.rglob("*") if path.suffix in (".pdf", ".png")
        }
        expected = {name for name in made if not name.endswith(("-read.pdf", "/proof"))}
        assert not pages or {page["file"] for page in pages} == expected, name


def test_pages_of_a_press_lie_back_to_back_in_its_inks_with_their_trim(page: Client) -> None:
    pages = page.json("sheets/drivethrucards?only=cards")["pages"]
    assert [(page["index"], page["side"], page["number"]) for page in pages[:4]] == [
        (0, "back", 1), (0, "front", 2), (1, "back", 3), (1, "front", 4),
    ]  # fmt: skip
    front = pages[1]
    assert (front["x"], front["width"]) == pytest.approx((-3.175, 63 + 2 * 3.175), abs=0.01)
    assert front["cut"].startswith("M0") and presses(page)["drivethrucards"]["key"] in front["key"]
    _, body, _ = page.ask(f"sheet/drivethrucards/0/front?only=cards&key={front['key']}")
    plain = page.ask("face/cards/S1/front")[1]
    assert b"#f2b134" in plain and b"#f2b134" not in body
    apart = page.json("sheets/delano?only=cards")["pages"]
    assert {page["file"] for page in apart} == {"delano/cards-fronts.pdf", "delano/cards-backs.pdf"}
    assert apart[0]["index"] == next(page for page in apart if page["side"] == "back")["index"]


def test_cuts_lie_where_the_pieces_are(page: Client) -> None:
    [front] = [entry for entry in page.json("sheets/home-a4?only=tiles")["pages"] if "tiles" in entry["file"]]
    assert front["cut"].count("M") == front["pieces"] == 3
    cut = page.json("sheets/silhouette-a4?only=cards")["pages"][0]
    assert cut["cut"].count("M") == cut["pieces"] == 5


def test_a_profile_that_cannot_be_made_or_read_says_why_with_its_place(server: Server, game: Path) -> None:
    events, client = Events(server), Client(server)
    ready(events)
    said = client.json("sheets/the-game-crafter")["problems"]
    assert "deck tiles" in said[0]["message"] and said[0]["place"]["file"] == "mine/game.yaml"
    (game / "layouts" / "profiles").mkdir()
    (game / "layouts" / "profiles" / "ours.yaml").write_text("title: for us\noutput: prss\n", "utf-8")
    events.until("change", checking=False)
    ours = next(profile for profile in client.json("profiles") if profile["name"] == "ours")
    faulty = {"title": "cannot be used: its file has errors", "output": "", "papers": [], "printer": False}
    assert ours == {"name": "ours", **faulty}
    [problem] = client.json("sheets/ours")["problems"]
    assert (problem["place"]["text"], problem["message"]) == (
        "mine/layouts/profiles/ours.yaml:2:9",
        "there is no output prss",
    )


# Boxes, posters, cutting guides and pictures


def pages_by_file(page: Client, asked: str) -> dict[str, list[dict[str, Any]]]:
    pages: dict[str, list[dict[str, Any]]] = {}
    for entry in page.json(f"sheets/{asked}")["pages"]:
        pages.setdefault(entry["file"], []).append(entry)
    return pages


def test_boxes_tiles_their_plan_and_the_cutting_guide_are_shown_page_by_page(
    hall: Client, rich: Path, tmp_path: Path
) -> None:
    shown = pages_by_file(hall, "home-a4")
    names = ("cards", "tiles", "boards", "boxes", "rules", "0-print-guide", "cutting-guide")
    assert list(shown) == [f"home-a4/{name}.pdf" for name in names]
    target = api.build(rich, Options(profiles=("home-a4",), output=tmp_path)).target
    for file, pages in shown.items():
        with pikepdf.open(target / file) as pdf:
            assert len(pdf.pages) == len(pages), file
    plan, *tiles = shown["home-a4/boards.pdf"]
    assert plan["pieces"] == 0 and sum(tile["pieces"] for tile in tiles) >= 4
    [box] = shown["home-a4/boxes.pdf"]
    assert (box["pieces"], box["what"]) == (1, "sheet") and box["cut"]
    assert {entry["what"] for entry in shown["home-a4/cutting-guide.pdf"]} == {"page"}
    for entry in (plan, tiles[0], box, shown["home-a4/cutting-guide.pdf"][0]):
        status, body, headers = hall.ask(f"sheet/home-a4/{entry['index']}/{entry['side']}?key={entry['key']}")
        assert status == 200 and "immutable" in headers["Cache-Control"]
        assert (np.asarray(seen(body, 30), int).min(axis=2) < 200).mean() > 0.001  # something is drawn
    assert [*pages_by_file(hall, "home-a4?only=card-box")] == ["home-a4/boxes.pdf", "home-a4/0-print-guide.pdf"]


@pytest.mark.parametrize(
    ("profile", "files"),
    spread(
        [
            ("fan", ["cards.png"]),
            ("showcase", ["cards/"]),
            ("poster", ["cards.png"]),
            ("table", ["set-up.png"]),
            ("folded", ["card-box.png"]),
        ],
        lambda case: case[0] in ("fan", "table"),
    ),
)
def test_pictures_to_show_look_as_their_files(
    hall: Client, rich: Path, tmp_path: Path, profile: str, files: list[str]
) -> None:
    [entries] = hall.json(f"sheets/{profile}")["pages"]
    assert entries["file"].startswith(f"{profile}/{files[0]}") and entries["what"] == "picture"
    dots = 36 if profile == "fan" else 50  # the fan is the largest of them
    options = Options(profiles=(profile,), output=tmp_path, dpi=None if profile == "folded" else dots)
    folder = api.build(rich, options).target
    _, body, _ = hall.ask(f"sheet/{profile}/{entries['index']}/front")
    with Image.open(folder / entries["file"]) as picture:
        wanted = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture.convert("RGBA")).convert("RGB")
    ours = seen(body, dots).resize(wanted.size)
    even = flat(wanted) & flat(ours)
    assert even.mean() > 0.5
    assert np.percentile(difference(labs(wanted)[even], labs(ours)[even]), 95) < 2.5


def test_a_box_is_a_piece_to_look_at_but_no_part_of_the_game(hall: Client) -> None:
    state = hall.json("state")
    decks = {deck["name"]: deck for deck in state["decks"]}
    assert [name for name, deck in decks.items() if deck["box"]] == ["card-box"]
    box = decks["card-box"]
    lines = box["outlines"]["front"]
    assert box["editable"] is False and box["width"] > 150
    assert lines["folds"].count("M") > 8 > 1 == lines["trim"].count("M")
    [piece] = [piece for piece in state["pieces"] if piece["deck"] == "card-box"]
    assert (piece["key"], piece["fields"]["title"], piece["fields"]["count"]) == (
        "card-box/card-box",
        "Garden box",
        "5",
    )
    assert "mine/game.yaml:" in piece["place"]["text"]
    assert state["game"]["pieces"] == sum(piece["copies"] for piece in state["pieces"]) - 1
    assert hall.ask(f"face/card-box/card-box/front?key={piece['front']}")[0] == 200
    slots = {slot["name"]: slot for slot in hall.json("anatomy/card-box/card-box/front")["slots"]}
    assert slots["patch"]["box"] == [10, 60, 12, 9] and slots["spine"]["turn"] == 90
    assert "card-box" not in str(hall.json("numbers?by=deck"))


def test_a_slot_of_a_box_is_moved_and_one_on_a_panel_says_where_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = _furnished(tmp_path)
    for server in served(game):
        client = Client(server)
        ready(Events(server))
        [problem] = client.json("box/card-box/card-box/front/spine")["problems"]
        assert problem["message"] == "text “Spine” lies on a panel"
        assert problem["place"]["text"].startswith("mine/layouts/box.yaml:")
        box = client.json("box/card-box/card-box/front/patch")
        assert box["box"] == [10, 60, 12, 9]
        wish = {"deck": "card-box", "id": "card-box", "side": "front", "path": ["patch"], "box": [11, 60, 12, 9.5]}
        assert client.json("box", "POST", {**wish, "where": "here", "seen": box["seen"]})["done"]
        assert "box: [11, 60, 12, 9.5]" in (game / "layouts" / "box.yaml").read_text("utf-8")


# Printers

STUDY = "study:\n  shift: [0.4, -0.2]\n  turn: 0.3\n  scale: 99.6\n  flip: long\n  paper: a4\n"


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of the user's printers, in settings of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "config" / "beeprint").mkdir(parents=True)
    return tmp_path / "config" / "beeprint" / "printers.yaml"


def test_printers_are_offered_as_the_settings_say(page: Client, settings: Path) -> None:
    assert page.json("printers") == []
    settings.write_text(STUDY, "utf-8")
    says = "shift 0.4, -0.2 mm; turn 0.3 degrees; scale 99.6 %"
    assert page.json("printers") == [{"name": "study", "says": says}]
    heeding = {profile["name"] for profile in page.json("profiles") if profile["printer"]}
    assert {"home-a4", "silhouette-a4", "generic"} < heeding and heeding.isdisjoint({"press-x4", "fan", "faces"})
    settings.write_text("study: {turn: 9}\n", "utf-8")
    [problem] = page.json("printers")["problems"]
    assert problem["place"]["text"].endswith("printers.yaml:1:15")


def test_sheets_are_shown_as_they_are_corrected(page: Client, settings: Path) -> None:
    settings.write_text(STUDY, "utf-8")
    plain, asked = (page.json(f"sheets/home-a4?only=cards{more}")["pages"] for more in ("", "&printer=study"))
    front, back, *_ = asked  # the guides are as they were
    same = [entry["key"] == other["key"] for entry, other in zip(plain, asked, strict=True)]
    assert same == [False, False, True, True]
    _, body, _ = page.ask(f"sheet/home-a4/0/front?only=cards&printer=study&key={front['key']}")
    assert abs(width(front["cut"]) / width(plain[0]["cut"]) - 100 / 99.6) < 1e-4  # larger, to be printed smaller
    assert b"for the printer study" in body or b"printer study" in body
    assert front["cut"] != back["cut"]
    [problem] = page.json("sheets/home-a4?only=cards&printer=attic")["problems"]
    assert problem["message"] == "there is no printer attic: choose from study"
    press = [page.json(f"sheets/press-x4?only=cards{more}")["pages"] for more in ("", "&printer=study")]
    assert press[0] == press[1]


def width(path: str) -> float:
    """Return how wide path data is."""
    across = [float(number) for number in re.findall(r"[\d.-]+", path)][::2]
    return max(across) - min(across)


# Files


def export(server: Server, profile: str, **more: Any) -> dict[str, Any]:
    """Export a profile, and return what a page is told at its end."""
    events = Events(server)
    job = Client(server).json("export", "POST", {"profile": profile, **more})["job"]
    while True:
        told: dict[str, Any] = events.until("export", job=job)
        if told["state"] != "running":
            return told


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("profile", "only"),
    spread(
        [
            ("press-x4", ""),
            ("drivethrucards", "cards"),
            ("punchboard", ""),
            ("the-game-crafter", "cards"),
            ("faces", ""),
            ("silhouette-a4", ""),
            ("playingcards-io", ""),
            ("tabletop-simulator", ""),
            ("generic", "tiles"),
        ],
        # Faces, a machine, a table and a laser: each output is made by a way of its own.
        lambda case: case[0] in ("faces", "silhouette-a4", "playingcards-io", "generic"),
    ),
)
def test_an_export_has_the_bytes_of_a_build(shop: Server, still: Path, tmp_path: Path, profile: str, only: str) -> None:
    decks = [only] if only else []
    told = export(shop, profile, only=decks)
    assert (told["state"], told["problems"]) == ("done", [])
    exported = files_in(tmp_path / told["folder"])
    shutil.rmtree(still / "output")
    options = {"profiles": (profile,), "only": dict.fromkeys(decks, ()), "output": still / "output"}
    made = api.build(still, LaserOptions(**options) if profile == "generic" else Options(**options))  # type: ignore[arg-type]
    assert exported == files_in(made.target / profile)
    assert {file["name"]: file["size"] for file in told["files"]} == {
        name: len(data) for name, data in exported.items()
    }


@pytest.mark.parametrize("profile", ["home-a4", "folded"])
def test_an_export_of_a_game_with_boxes_has_the_bytes_of_a_build(
    hall: Client, rich: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, profile: str
) -> None:
    monkeypatch.chdir(tmp_path)
    told = export(hall.server, profile)
    assert (told["state"], told["problems"]) == ("done", [])
    exported = files_in(tmp_path / told["folder"])
    made = api.build(rich, Options(profiles=(profile,), output=tmp_path / "other")).target / profile
    assert exported == files_in(made)
    wanted = {"boxes.pdf", "boards.pdf", "cutting-guide.pdf"} if profile == "home-a4" else {"card-box.png"}
    assert wanted <= set(exported)


@pytest.mark.parametrize(
    ("profile", "corrected"),
    spread([("home-a4", True), ("generic", False), ("press-x4", False)], lambda case: case[0] != "press-x4"),
)
def test_an_export_for_a_printer_has_the_bytes_of_a_build_for_it(
    shop: Server, still: Path, tmp_path: Path, settings: Path, profile: str, corrected: bool
) -> None:
    settings.write_text(STUDY, "utf-8")
    told = export(shop, profile, printer="study")
    assert told["state"] == "done"
    exported = files_in(tmp_path / told["folder"])
    study = printers.printers()["study"]
    options = {"profiles": (profile,), "output": tmp_path / "other"}
    if profile == "generic":
        made = api.build(still, LaserOptions(**options, printer=study))  # type: ignore[arg-type]
    else:
        made = api.build(still, Options(**options, printer=study if corrected else None))  # type: ignore[arg-type]
    assert exported == files_in(made.target / profile)
    if corrected:
        plain = api.build(still, Options(profiles=(profile,), output=tmp_path / "plain")).target / profile
        assert exported["cards.pdf"] != (plain / "cards.pdf").read_bytes()
    refused = Client(shop).json("export", "POST", {"profile": "home-a4", "printer": "attic"})
    assert refused["problems"][0]["message"] == "there is no printer attic: choose from study"


def test_a_page_that_is_reloaded_is_told_of_its_exports(server: Server, game: Path) -> None:
    ready(Events(server))
    first, failed = export(server, "faces"), export(server, "the-game-crafter")
    assert (first["state"], failed["state"]) == ("done", "failed")
    again = Events(server)
    ready(again)
    assert [again.until("export"), again.until("export")] == [first, failed]
    Path(first["folder"]).joinpath(first["files"][0]["name"]).unlink()
    status, body, _ = Client(server).ask(first["files"][0]["address"])
    assert status == 404 and b"is not there any more: make it again" in body
    ready(Events(server))  # a file that is gone keeps no page from being told


def test_an_export_under_way_is_told_to_a_page_that_comes_later(
    server: Server, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready(Events(server))
    go, whole = threading.Event(), pipeline.build

    def slow(*arguments: Any, **more: Any) -> Any:
        assert go.wait(PATIENCE)
        return whole(*arguments, **more)

    monkeypatch.setattr(pipeline, "build", slow)
    told = Events(server)
    Client(server).json("export", "POST", {"profile": "faces"})
    told.until("export", done=0.1)
    later = Events(server)
    assert later.until("export")["done"] == 0.1
    go.set()
    assert later.until("export", state="done")["files"]


def test_an_export_says_how_far_it_is(server: Server, game: Path) -> None:
    ready(Events(server))
    told = Events(server)
    Client(server).json("export", "POST", {"profile": "images"})
    shares = [told.until("export")["done"] for _ in range(5)]
    assert shares == sorted(shares) and shares[:2] == [0, 0.1] and 0.1 < shares[2] < 1


@pytest.mark.parametrize("where", ["write", "deliver"])
def test_a_full_disk_during_an_export_loses_nothing_and_is_said(
    server: Server, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def full(*arguments: object, **more: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    ready(Events(server))
    folder = tmp_path / export(server, "home-a4")["folder"]
    edit(game / "cards.csv", "First light", f"Light {where}")  # what another test has made is taken from the cache
    before = files_in(tmp_path)
    with monkeypatch.context() as disk:
        if where == "write":
            disk.setattr("beeprint.formats.pdf.write", full)
        else:
            disk.setattr(delivery._Move, "_exchange", full)
        told = export(server, "home-a4")
    assert told["state"] == "failed" and told["files"] == []
    assert "No space left on device" in told["problems"][0]["message"]
    assert "free some space" in told["problems"][0]["hint"]
    assert files_in(tmp_path) == before
    was = (folder / "cards.pdf").read_bytes()
    assert export(server, "home-a4")["state"] == "done"
    assert (folder / "cards.pdf").read_bytes() != was


def test_a_view_that_would_take_too_long_is_refused_in_words(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for server in served(game):
        ready(Events(server))
        with monkeypatch.context() as little:
            little.setattr(budget, "STEPS", {**budget.STEPS, "write": 10_000})
            told = Client(server).json("face/cards/S1/front?view=press&press=press-x4")
        assert told["problems"][0]["message"].startswith("writing the game would take 1,000 steps and more")
        assert Client(server).ask("face/cards/S1/front?view=press&press=press-x4")[0] == 200
