"""Pollen Wars as a person gets it: every piece once, backs behind fronts, words live, nothing but vectors."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

import sheets
from beeprint import pipeline
from beeprint.base.colour import BLACK, parse
from beeprint.base.options import Options
from beeprint.base.problems import Place
from beeprint.base.store import Store
from beeprint.drawing.drawing import PathMark, Run, Solid, Use, walk
from beeprint.face.layout import Face
from beeprint.face.picture import Pictures
from beeprint.outputs.shared import Checked
from beeprint.sources.workspace import Workspace
from cases import spread
from conftest import POLLEN_WARS, ROOT

#: The game's component list: what the box holds, and six reference cards.
BOX = {
    "honey": 52,
    "jelly": 28,
    "pattern": 7,
    "ladybird": 6,
    "reference": 6,
    "forager": 54,
    "soldier": 30,
    "pollen": 6,
    "varroa": 6,
    "field": 12,
    "flower": 1,
    "fungus": 4,
    "die": 1,
    "board": 6,
}
#: The boxes for the cards, which are printed with them and are no part of the game.
BOXES = {"honey-box": 1, "jelly-box": 1}
ONE_SIDED = {"die", "board", *BOXES}
PROFILES = ("faces", "home-a4")
#: Another paper, way to fold, or bleed: fast tests print smaller games with them.
OTHERS = ("gutterfold-a4", "home-letter", "home-a4-bleed", "home-letter-bleed")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, checked: Checked) -> Path:
    """Return the folder of a build of the profiles that fast tests look at."""
    output = tmp_path_factory.mktemp("pollen-wars")
    return pipeline.build(checked, Options(profiles=PROFILES, output=output)).target


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory, checked: Checked) -> Path:
    """Return the folder of a build of the other profiles."""
    output = tmp_path_factory.mktemp("others")
    return pipeline.build(checked, Options(profiles=OTHERS, output=output)).target


@pytest.fixture
def printed(profile: str, request: pytest.FixtureRequest) -> list[Path]:
    """Return the PDFs of a test's profile."""
    target: Path = request.getfixturevalue("others" if profile in OTHERS else "made")
    return pdfs(target, profile)


def pdfs(made: Path, profile: str) -> list[Path]:
    """Return the files with sheets of a profile, and its leaflet."""
    return sorted(path for path in (made / profile).glob("*.pdf") if not path.stem.endswith("-guide"))


SHEETS = spread([*PROFILES[1:], *OTHERS], PROFILES.__contains__)
#: On sheets to fold, backs lie beside their fronts.
TWO_SIDED = spread(["home-a4", *OTHERS[1:]], PROFILES.__contains__)


def test_the_box_is_whole(checked: Checked) -> None:
    assert not checked.problems
    assert {name: sum(row.copies for row in deck.rows.rows) for name, deck in checked.game.decks.items()} == BOX
    assert not checked.game.spec.not_included


def test_the_rule_book_explains_every_card_and_mark(checked: Checked) -> None:
    assert checked.leaflet is not None
    assert len(checked.leaflet.pages) <= 16, "four sheets"
    seen = " ".join(
        mark.text for page in checked.leaflet.pages for mark, _ in walk(page.marks) if isinstance(mark, Run)
    )
    text, source = "".join(seen.split()), (POLLEN_WARS / "rules.md").read_text("utf-8")
    for deck in ("honey", "jelly"):
        for row in checked.game.decks[deck].rows.rows:
            plain = re.sub(r":\w+:", "", row.texts["power"])
            for words in (row.texts["pun"], f"\u00d7{row.copies}", plain):
                assert "".join(words.split()) in text, f"{row.id}: {words}"
    for title, count in ((deck.spec.title, BOX[name]) for name, deck in checked.game.decks.items()):
        assert "".join(f"{count}{title}".split()) in text
    for mark in ("leaf", "bolt", "star", "hourglass", "attack", "defence", "kid", "pollen", "spread"):
        assert f":{mark}:" in source, "printed on a piece"


@pytest.mark.parametrize("profile", SHEETS)
def test_every_piece_is_printed_in_its_exact_number(printed: list[Path], profile: str) -> None:
    seen: Counter[str] = Counter()
    for path in printed:
        two_sided = profile != "gutterfold-a4" and path.stem not in ("boards", "boxes")
        for piece in sheets.pieces(path):
            if not two_sided or piece.page % 2 == 0:
                seen[piece.id] += 1
    folded = profile == "gutterfold-a4"
    decks = Counter(name.split("/")[0] for name in seen)
    assert decks == {**BOX, **BOXES}
    for name, count in seen.items():
        assert count == (2 if folded and name.split("/")[0] not in ONE_SIDED else 1), name


@pytest.mark.parametrize("profile", TWO_SIDED)
def test_each_back_lies_behind_its_front(printed: list[Path], profile: str, checked: Checked) -> None:
    for path in printed:
        if path.stem in ("boards", "boxes", "rules-read"):
            continue
        with pikepdf.open(path) as pdf:
            papers = [[float(v) * sheets.MM for v in page.mediabox[2:]] for page in pdf.pages]
        pieces = sheets.pieces(path)
        assert len(papers) % 2 == 0
        fronts = {(p.id, p.page): p for p in pieces if p.page % 2 == 0}
        backs = {(p.id, p.page): p for p in pieces if p.page % 2 == 1}
        two_sided = {key for key in fronts if key[0].split("/")[0] not in ONE_SIDED}
        assert {(name, page + 1) for name, page in two_sided} == set(backs)
        for name, page in two_sided:
            box = checked.game.decks[name.split("/")[0]].shape.box
            width, height = papers[page]
            front = fronts[name, page].point(*box.centre)
            back = backs[name, page + 1].point(*box.centre)
            # Flipped on the long edge: left and right change places on portrait paper, top and foot on landscape.
            behind = (width - front[0], front[1]) if height > width else (front[0], height - front[1])
            assert back == pytest.approx(behind, abs=0.02), name


@pytest.mark.parametrize("profile", SHEETS)
def test_qpdf_finds_nothing_wrong_and_every_font_is_embedded(printed: list[Path], profile: str) -> None:
    for path in printed:
        job = pikepdf.Job(["qpdf", "--check", str(path)])
        job.run()
        assert job.exit_code == 0 and not job.has_warnings
        with pikepdf.open(path) as pdf:
            fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/FontDescriptor" in o]
            assert fonts
            assert all({"/FontFile2", "/FontFile3"} & set(font.FontDescriptor.keys()) for font in fonts)
            assert not [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
            trims = {
                (float(page.mediabox[2]), *(round(float(v), 2) for v in page.trimbox)) for page in pdf.pages
            }  # one for each paper: a net lies flat on an upright sheet, behind the tiles that are folded
            assert len(trims) == len({width for width, *_ in trims}), f"{path.name}: {trims}"
            assert len(trims) == (2 if (profile, path.stem) == ("gutterfold-a4", "tiles") else 1)
            for page in pdf.pages:
                media, bleed, trim = page.mediabox, page.obj.BleedBox, page.trimbox
                assert all(float(media[i]) <= float(bleed[i]) <= float(trim[i]) for i in (0, 1))
                assert all(float(media[i]) >= float(bleed[i]) >= float(trim[i]) for i in (2, 3))


def plain(text: str) -> str:
    """Return the words of a cell, markup and inline icons apart."""
    return " ".join(re.sub(r":[a-z0-9-]+:|\*+", " ", text).split())


def test_each_cards_words_can_be_found(made: Path, checked: Checked) -> None:
    with pypdfium2.PdfDocument(made / "home-a4" / "cards.pdf") as document:
        text = " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in document)
    for deck in ("honey", "jelly"):
        for row in checked.game.decks[deck].rows.rows:
            assert text.count(plain(row.texts["pun"])) >= row.copies, row.id
            for sentence in re.split(r":[a-z-]+:", row.texts["power"]):
                for word in sentence.split():
                    assert word in text, (row.id, word)
    for name in ("Propeller", "22 spots", "Do one of these", "Announce"):
        assert name in text


def test_faces_are_files_named_by_the_contract(made: Path) -> None:
    names = {path.relative_to(made / "faces").as_posix() for path in (made / "faces").rglob("*.svg")}
    assert {"honey/H01.front.svg", "honey/back.svg", "field/F01.front.svg", "field/F01.back.svg"} <= names
    assert "honey/H01.back.svg" not in names and "board/back.svg" not in names
    manifest = json.loads((made / "manifest.json").read_text("utf-8"))
    assert sorted(manifest["profiles"]["faces"]) == sorted(f"faces/{name}" for name in names)
    by_id = {piece["id"]: piece for piece in manifest["pieces"]}
    assert by_id["honey/H01"]["copies"] == 6 and by_id["honey/H01"]["fields"]["pun"] == "Mutin-bee!"
    assert by_id["honey/H01"]["back"] == by_id["honey/H02"]["back"] != by_id["jelly/R01"]["back"]
    assert by_id["board/board-pink"]["back"] is None


def blossoms(face: Face, shown: set[str]) -> int:
    """Return how many pictures of blossoms a field tile shows."""
    return sum(1 for mark, _ in walk(face.drawing.marks) if isinstance(mark, Use) and mark.symbol.key in shown)


def test_flowers_are_drawn_as_often_as_they_count(checked: Checked) -> None:
    pictures = Pictures(Workspace(POLLEN_WARS), checked.fonts)
    names = [f"field/blossom-{colour}" for colour in ("white", "pink", "blue", "yellow")]
    shown = {pictures.get(name, BLACK, Place(name), "").symbol.key for name in names}
    assert len(shown) == 4
    total = 0
    for deck in ("field", "flower"):
        for row in checked.game.decks[deck].rows.rows:
            for side, column in (("front", "a"), ("back", "b")):
                drawn = blossoms(checked.faces[deck, row.id, side], shown)
                assert drawn == sum(row.values[column]), (row.id, side)
                total += drawn if side == "front" else 0
    assert total == 195


def test_the_art_uses_the_palette_and_nothing_else(checked: Checked) -> None:
    inks = set(checked.game.palette.values())
    for path in (POLLEN_WARS / "art").rglob("*.svg"):
        for value in re.findall(r"#[0-9A-Fa-f]{6}\b", path.read_text("utf-8")):
            assert parse(value) in inks, f"{path.name}: {value}"
    for face in checked.faces.values():
        for mark, _ in walk(face.drawing.marks):
            if isinstance(mark, PathMark) and isinstance(mark.fill, Solid):
                assert mark.fill.colour in inks, (face.deck, face.id)


def test_the_six_hives_differ_without_colour(checked: Checked) -> None:
    rows = checked.game.tables["hives"].rows
    assert len({row.texts["emblem"] for row in rows}) == 6
    outlines = {(POLLEN_WARS / "art" / "emblems" / f"{row.texts['emblem']}.svg").read_text("utf-8") for row in rows}
    assert len(outlines) == 6


def test_every_text_is_at_least_six_points(checked: Checked) -> None:
    sizes = [ink.size for face in checked.faces.values() for ink in face.inks if ink.size]
    assert min(sizes) >= 6 and len(sizes) > 200


def test_what_cards_say_has_one_size(checked: Checked) -> None:
    faces = [face for face in checked.faces.values() if face.deck in ("honey", "jelly") and face.side == "front"]
    powers = {ink.size for face in faces for ink in face.inks if ink.slot == "power"}
    assert len(faces) == 35 and len(powers) == 1 and min(powers) >= 9.5


def test_the_field_shows_three_kinds_of_ground(checked: Checked) -> None:
    pictures = Pictures(Workspace(POLLEN_WARS), checked.fonts)
    grounds = [pictures.get(f"field/ground{kind}", BLACK, Place(kind), "").symbol.key for kind in ("", "-2", "-3")]
    drawn = checked.faces["field", "F01", "front"].drawing.marks
    shown = {mark.symbol.key for mark, _ in walk(drawn) if isinstance(mark, Use)}
    assert len(set(grounds)) == 3 and set(grounds) <= shown


def hashes(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def run(*arguments: str, cwd: Path, seed: str = "0") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-m", "beeprint", *arguments]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_copy_under_another_name_builds_the_same_bytes_whatever_the_seed(tmp_path: Path, pollen_wars: Path) -> None:
    elsewhere = tmp_path / "deep" / "bees of war"
    elsewhere.parent.mkdir()
    shutil.move(pollen_wars, elsewhere)
    first = run("build", "pollen-wars", "--output", str(tmp_path / "one"), cwd=ROOT, seed="1")
    second = run("build", "bees of war", "--output", "../two", cwd=elsewhere.parent, seed="2")
    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert hashes(tmp_path / "one") == hashes(tmp_path / "two")
    assert len(hashes(tmp_path / "one")) > 100


def test_building_one_profile_leaves_the_others_and_clears_what_is_gone(made: Path, checked: Checked) -> None:
    (made / "home-a4" / "notes.txt").write_text("mine")
    (made / "faces" / "honey" / "old.front.svg").write_text("made by an earlier build")
    manifest = json.loads((made / "manifest.json").read_text("utf-8"))
    manifest["profiles"]["faces"].append("faces/honey/old.front.svg")
    manifest["profiles"]["faces"].append("faces/../../outside.txt")
    (made / "manifest.json").write_text(json.dumps(manifest))
    outside = made.parent / "outside.txt"
    outside.write_text("not ours")
    before = hashes(made)
    pipeline.build(checked, Options(profiles=("faces",), output=made.parent))
    after = hashes(made)
    assert not (made / "faces" / "honey" / "old.front.svg").exists()
    assert outside.exists() and (made / "home-a4" / "notes.txt").exists()
    changed = {name for name in before if before[name] != after.get(name)}
    assert changed == {"faces/honey/old.front.svg", "manifest.json"}
    assert set(json.loads((made / "manifest.json").read_text("utf-8"))["profiles"]) == set(PROFILES)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")
@pytest.mark.slow
def test_a_kill_leaves_the_last_good_output(tmp_path: Path) -> None:
    arguments = [sys.executable, "-m", "beeprint", "build", "pollen-wars", "--output", str(tmp_path / "out")]
    subprocess.run([*arguments, "--only", "die"], check=True, capture_output=True)
    good = hashes(tmp_path / "out")
    for delay in (0.3, 0.9, 1.3):
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(delay)
        process.kill()
        process.wait()
        digests = hashes(tmp_path / "out")
        if set(digests) == set(good):
            assert digests == good
        for path in (tmp_path / "out" / "pollen-wars" / "home-a4").glob("*.pdf"):
            with pikepdf.open(path) as pdf:
                assert len(pdf.pages) >= 1


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.parametrize("cache", ["cold", "warm"])
@pytest.mark.slow
def test_an_interrupt_leaves_no_trace_or_comes_too_late(tmp_path: Path, cache: str) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")} if cache == "cold" else None
    for wait in (0.05, 0.1, 0.15, 0.2, 0.4, 0.8):
        target = tmp_path / f"out-{wait}"
        arguments = [sys.executable, "-m", "beeprint", "build", "pollen-wars", "--output", str(target)]
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
        files = [path for path in target.rglob("*") if path.is_file()]
        if process.returncode == 0:
            assert target / "pollen-wars" / "manifest.json" in files
        else:
            # Before our first line has run, Python itself ends: by the signal, or with 1 and a traceback of its own.
            of_python = b"init_import_site" in said or b"beeprint" not in said
            assert process.returncode in (130, -signal.SIGINT) or of_python, said
            assert files == []


def test_only_some_pieces(tmp_path: Path, checked: Checked) -> None:
    options = Options(profiles=("home-a4",), output=tmp_path, only={"honey": ("H01", "H03")}, copies={"honey": 2})
    target = pipeline.build(checked, options).target
    assert [piece.id for piece in sheets.pieces(target / "home-a4" / "cards.pdf")] == [
        *("honey/H01#1", "honey/H01#2", "honey/H03#1", "honey/H03#2"),
        *("honey/H01#1", "honey/H01#2", "honey/H03#1", "honey/H03#2"),
    ]
    files = {path.name for path in (target / "home-a4").iterdir()}
    assert files == {"0-print-guide.pdf", "cards.pdf", "cutting-guide.pdf"}


def test_every_data_file_is_counted(checked: Checked) -> None:
    rules = checked.game.node.plain()["rules"]
    counted = {name for rule in rules if rule["rule"] == "count" for name in [rule.get("deck"), rule.get("table")]}
    counted |= {name for rule in rules if rule["rule"] == "count" for name in rule.get("decks", ())}
    assert {*checked.game.decks, *checked.game.tables} <= counted


FAULTS = [
    ("honey.csv", ("H05,", "#"), "honey.csv holds 51 honey cards, not 52"),
    (
        "honey.csv",
        ("green,no,1,0,,1\nH04", "green,no,1,0,,1\nH03,Again,Text.,,green,no,0,0,,1\nH04"),
        "duplicate id H03",
    ),
    ("honey.csv", (" to bring one of your", " :polen: to bring one of your"), "there is no picture icons/polen"),
    ("honey.csv", ("lasting,attack", "lasting,atack"), "the game does not know the column atack"),
    (
        "honey.csv",
        (
            "Buzz off!",
            f"Buzz {'off and away ' * 9}!",
        ),
        "pun does not fit",
    ),
    ("hives.csv", ("hive-pink,circle", "hive-pink,square"), "square"),
    ("field.csv", ("1 3 1 1 1 3 5", "1 3 1 1 1 5 5"), "F01"),
    ("pattern.csv", ("0,0 0,1 0,2 0,3", "0,0 0,1 0,2 0,4"), "P1"),
    ("track.csv", ("T07,7,", "T07,8,"), "T0"),
    ("track.csv", ("T00,0,0,0", "T00,0,abc,0"), "x is 'abc', not a whole number"),
    ("die.csv", ("peace mite peace", "peace peace peace"), "die.csv holds"),
]


@pytest.mark.parametrize(("file", "change", "message"), FAULTS, ids=[f"{f}-{m[:20]}" for f, _, m in FAULTS])
@pytest.mark.slow
def test_a_fault_in_the_data_is_found(
    pollen_wars: Path, file: str, change: tuple[str, str], message: str, store: Store
) -> None:
    path = pollen_wars / file
    text = path.read_text("utf-8")
    if change[1] == "#":
        spoilt = "".join(line for line in text.splitlines(keepends=True) if not line.startswith(change[0]))
    else:
        spoilt = text.replace(*change, 1)
    assert spoilt != text
    path.write_text(spoilt, "utf-8")
    problems = [str(problem) for problem in pipeline.check(pollen_wars, Options(), store).problems]
    assert any(message in problem for problem in problems), problems


@pytest.mark.slow
def test_all_faults_are_reported_at_once(pollen_wars: Path, store: Store) -> None:
    for file, change, _ in FAULTS[:5]:
        path = pollen_wars / file
        text = path.read_text("utf-8")
        lines = text.splitlines(keepends=True)
        gone = change[1] == "#"
        spoilt = "".join(line for line in lines if not line.startswith(change[0])) if gone else text.replace(*change, 1)
        path.write_text(spoilt, "utf-8")
    (pollen_wars / "art" / "cards" / "H12.svg").unlink()
    problems = "\n".join(str(problem) for problem in pipeline.check(pollen_wars, Options(), store).problems)
    for _, _, message in FAULTS[1:5]:
        assert message in problems
    assert "there is no picture cards/H12 (H12, column id, cell A" in problems


def test_contact_sheets_show_every_face(tmp_path: Path, checked: Checked) -> None:
    options = Options(profiles=("contact-sheet",), output=tmp_path, only={"ladybird": (), "fungus": ()})
    target = pipeline.build(checked, options).target
    with Image.open(target / "contact-sheet" / "ladybird.png") as image:
        assert image.info["dpi"] == pytest.approx((100, 100), abs=0.1)
        # Six fronts and the shared back, each 63 x 88 mm: the middle of each is painted, the ground between is not.
        dot, ground = 100 / 25.4, image.getpixel((3, 3))
        columns = round((image.width / dot - 5) / 68)
        for index in range(7):
            x, y = 5 + index % columns * 68, 5 + index // columns * 97.5
            assert image.getpixel((round((x + 31) * dot), round((y + 2) * dot))) != ground
            assert image.getpixel((round((x - 2) * dot), round((y + 20) * dot))) == ground
    with Image.open(target / "contact-sheet" / "fungus.png") as image:
        assert image.width > 2 * 25 * dot, "front and back of the one tile"
