"""Names of files: whatever the system allows, as long as it stays in the game's folder; and those that are written."""

from __future__ import annotations

import shutil
import unicodedata
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from beeprint import starter
from beeprint.base.problems import BuildError, Place
from beeprint.cli import cli
from beeprint.game import model
from beeprint.sources.names import is_safe, slug, stems
from beeprint.sources.workspace import Workspace
from odd_names import not_utf8

ODD = [
    "my cards",
    "cards (1)",
    "Kärtchen",
    "cards [new]",
    "b&w, 50 % 'off'",
    "蜂",
    "пчёлы",
    "a+b=c!",
    "v1.2",
    "~x",
    "a;b#c@d",
]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "sound")
    return tmp_path / "sound"


def check(*more: str) -> str:
    result = CliRunner().invoke(cli, ["check", "sound", "--all", *more])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result.stderr


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("name", ODD)
def test_a_data_file_may_be_called_anything(name: str, form: str, game: Path) -> None:
    (game / "cards.csv").rename(game / f"{unicodedata.normalize(form, name)}.CSV")
    change(game / "game.yaml", "data: cards.csv", f'data: "{name}.csv"')
    loaded, problems = model.load(Workspace(game))
    assert problems == [] and len(loaded.decks["cards"].rows.rows) == 12


def test_a_game_of_odd_names_is_checked_and_built(game: Path) -> None:
    (game / "cards.csv").rename(game / "Kärtchen (1).csv")
    change(game / "game.yaml", "data: cards.csv", "data: Kärtchen (1).csv")
    (game / "art/icons").rename(game / "art/meine [Bilder]")
    (game / "art/icons").mkdir()
    for name in ("sun", "rain"):
        shutil.copy(game / f"art/meine [Bilder]/{name}.svg", game / f"art/icons/{name}.SVG")
    change(game / "layouts/tile.yaml", "art: icons/sun", 'art: "meine [Bilder]/sun"')
    (game / "layouts/tile.yaml").rename(game / "layouts/große Fläche.yaml")
    change(game / "game.yaml", "front: tile", "front: große Fläche")
    result = CliRunner().invoke(cli, ["build", "sound", "--profile", "home-a4"])
    assert result.exit_code == 0, result.stderr


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("ending", [".svg", ".SVG"])
def test_art_may_be_called_anything(ending: str, form: str, game: Path) -> None:
    for number, name in enumerate(ODD):
        folder = game / "art" / unicodedata.normalize(form, f"{name} {number}")
        folder.mkdir()
        shutil.copy(game / "art/icons/sun.svg", folder / unicodedata.normalize(form, f"{name}{ending}"))
        picture = Workspace(game).find("art", f"{name} {number}/{name}", [".svg", ".png"])
        assert picture is not None and picture.is_file() and picture.is_relative_to(game / "art")
        assert f"{name} {number}/{name}" in Workspace(game).names("art", [".svg"])


@pytest.mark.parametrize("ending", ["PNG", "png", "JPG", "jpg", "JPEG", "Jpg"])
def test_the_ending_of_a_picture_may_be_in_capitals(ending: str, game: Path) -> None:
    Image.new("RGB", (900, 900), "red").save(
        game / f"art/icons/sea.{ending}", "PNG" if "n" in ending.lower() else "JPEG"
    )
    change(game / "layouts/tile.yaml", "icons/sun", "icons/sea")
    assert check() == "Sound is sound: 21 pieces in 2 decks\n"


def test_a_name_in_another_case_is_the_same_where_only_one_is_meant(game: Path) -> None:
    for name in ("Wild Boar.svg", "grain.svg", "Stone.png", "stone.svg"):
        (game / "art/icons" / name).write_bytes(b"")

    def file_of(name: str) -> str:
        path = Workspace(game).find("art", name, [".svg", ".png"])
        return path.relative_to(game).as_posix() if path else ""

    assert file_of("icons/wild boar") == "art/icons/Wild Boar.svg"
    assert file_of("Icons/GRAIN") == file_of("icons/Grain.SVG") == "art/icons/grain.svg"
    # A name as it is written comes first; of two that differ in case alone, none is meant.
    assert (file_of("icons/Stone"), file_of("icons/stone")) == ("art/icons/Stone.png", "art/icons/stone.svg")
    (game / "art/icons/Grain.svg").write_bytes(b"")
    if len(list((game / "art/icons").glob("[gG]rain.svg"))) == 2:  # the file system tells them apart
        assert (file_of("icons/Grain"), file_of("icons/GRAIN")) == ("art/icons/Grain.svg", "")


def test_the_same_name_as_it_is_written_comes_first(game: Path) -> None:
    for ending in ("PNG", "png"):
        (game / f"art/a.{ending}").write_bytes(b"")
    picture = Workspace(game).find("art", "a", [".png"])
    assert picture is not None and picture.name == "a.png"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Shut the Gate!!", "shut-the-gate.png"),
        ("Huh, Didn't See Those", "huh-didnt-see-those.png"),
        ("KÖNIGIN", "Königin_.png"),
        ("Queen Bee.jpg", "queen-bee.JPG"),
        ("sun", ""),  # sun-1 and sun_1 have another digit
        ("sun 1", ""),  # and either may be meant
        ("!!", ""),
        ("shut-the-gates", ""),
    ],
)
def test_a_title_finds_the_picture_that_is_called_after_it(name: str, title: str, game: Path) -> None:
    folder = game / "art" / "cards"
    folder.mkdir(parents=True)
    files = ("shut-the-gate.png", "huh-didnt-see-those.png", "Königin_.png", "queen-bee.JPG", "sun-1.png", "sun_1.png")
    for file in files:
        (folder / file).write_bytes(b"")
    path = Workspace(game).find("art", f"cards/{name}", [".svg", ".png", ".jpg"])
    assert (path.name if path else "") == title
    assert Workspace(game).find("layouts", name, [".yaml"]) is None


@pytest.mark.parametrize(
    "name",
    [
        "../secret",
        "a/../../secret",
        "/etc/passwd",
        ".hidden",
        "a/.hidden",
        "a//b",
        "",
        "a\0b",
        "a\nb",
        "a\x1bb",
        "\udc80",
        "a/",
    ],
)
def test_a_name_never_leads_out_of_the_folder(name: str, game: Path) -> None:
    (game.parent / "secret.svg").write_text("<svg/>")
    (game / "secret.svg").write_text("<svg/>")
    assert not is_safe(name) and Workspace(game).find("art", name, [".svg", ""]) is None
    with pytest.raises(BuildError):
        Workspace(game).data(name, Place("game.yaml"))


def test_a_name_that_is_too_long_for_the_system_is_merely_missing(game: Path) -> None:
    assert Workspace(game).find("art", "a" * 5000, [".svg"]) is None
    with pytest.raises(BuildError, match="there is no file aaa"):
        Workspace(game).data("a" * 5000, Place("game.yaml"))


def test_a_link_out_of_the_folder_is_not_followed_under_another_spelling(game: Path) -> None:
    (game.parent / "secret.svg").write_text("<svg/>")
    try:
        (game / "art/out.SVG").symlink_to(game.parent / "secret.svg")
    except OSError:
        pytest.skip("links need a right that is not given here")
    assert Workspace(game).find("art", "out", [".svg"]) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("волк", "volk"),
        ("Щука", "Shchuka"),
        ("狼", "u72fc"),
        ("Łódź", "Lodz"),
        ("Straße", "Strasse"),
        ("ὁ λύκος", "o-lykos"),
        ("🐝", "u1f41d"),
        ("e\u0301té", "ete"),
        ("a b/c", "a-b-c"),
        ("nul", "nul_"),
        ("«»", "x"),
    ],
)
def test_the_name_of_a_face_is_ascii(text: str, name: str) -> None:
    assert slug(text) == name


def test_names_that_are_taken_get_a_number() -> None:
    assert stems(["Bär", "Bar", "Bâr", "Bar-2", "狼", "волк"]) == {"Bär": "Bar-3", "Bâr": "Bar-4"}


def test_pieces_with_ids_outside_ascii_have_their_own_files(game: Path, tmp_path: Path) -> None:
    for old, new in (("S1,", "волк,"), ("S2,", "狼,"), ("S3,", "Bär,"), ("S4,", "Bar,"), ("S5,", "熊,")):
        change(game / "cards.csv", old, new)
    for profile in ("faces", "images"):
        result = CliRunner().invoke(cli, ["build", "sound", "--profile", profile])
        assert result.exit_code == 0, result.stderr
        files = {path.name.partition(".")[0] for path in (tmp_path / f"output/sound/{profile}/cards").glob("*.front.*")}
        assert files == {"volk", "u72fc", "Bar", "Bar-2", "u718a", "S6", "R1", "R2", "R3", "R4", "R5", "R6"}


@pytest.mark.parametrize(
    ("ids", "way"),
    [
        (("Bär", "bär"), "case"),
        (("Bär", "Ba\u0308r"), "how their accents are encoded"),
        (("a b", "a-b"), "case or punctuation"),
    ],
)
def test_ids_that_look_alike_are_refused(ids: tuple[str, str], way: str, game: Path) -> None:
    change(game / "cards.csv", "S1,", f"{ids[0]},")
    change(game / "cards.csv", "S2,", f"{ids[1]},")
    assert f"differ only in {way}" in check()


def test_a_column_may_have_a_name_in_any_script(game: Path) -> None:
    change(game / "game.yaml", "title: text", "größe: text")
    change(game / "cards.csv", "id,title,", "id,größe,")
    change(game / "layouts/card.yaml", '"{title}"', '"{größe}"')
    assert check() == "Sound is sound: 21 pieces in 2 decks\n"


def test_a_folder_that_is_not_utf8_holds_a_game_like_any_other(tmp_path: Path) -> None:
    folder = not_utf8(tmp_path)
    assert CliRunner().invoke(cli, ["new", str(folder)]).exit_code == 0
    assert model.declared(Workspace(folder)).id == "knig"
    assert CliRunner().invoke(cli, ["check", str(folder)]).exit_code == 0


@pytest.mark.parametrize("name", ["", ".cards.csv"])
def test_a_table_that_no_game_can_name_is_made_into_none(tmp_path: Path, name: str) -> None:
    table = tmp_path / name if name else not_utf8(tmp_path, ".csv")
    table.write_text("id,title\na,A\n", "utf-8")
    done = CliRunner().invoke(cli, ["new", str(tmp_path / "made"), "--from", str(table)])
    assert done.exit_code == 1 and ".csv: error: no file of a game may be called so" in done.stderr
    assert not (tmp_path / "made").exists()
