"""The contract that other people's scripts rely on: commands, exit codes, what goes to stdout and what to stderr."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pikepdf
import pytest

import sheets
from beeprint.cli import main as cli_main
from beeprint.delivery import exchange
from cases import spread
from command import call


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def game(folder: Path) -> Path:
    assert call("new", "my-game").exit_code == 0
    return folder / "my-game"


def test_new_writes_a_game_that_builds_at_once(game: Path, folder: Path) -> None:
    assert (game / "README.md").read_text("utf-8").startswith("# My Game\n")
    result = call("build", "my-game")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "output/my-game/faces",
        "output/my-game/home-a4/0-print-guide.pdf",
        "output/my-game/home-a4/cards.pdf",
        "output/my-game/home-a4/tiles.pdf",
        "output/my-game/home-a4/rules.pdf",
        "output/my-game/home-a4/cutting-guide.pdf",
        "output/my-game/home-a4/rules-read.pdf",
        "output/my-game/home-a4/rules.html",
    ]
    assert "My Game: 21 pieces" in result.stderr
    assert "home-a4: 4 sheets of A4; 0-print-guide.pdf shows what to do with them" in result.stderr
    assert "cards.pdf: 2 sheets, both sides, long edge; card stock, 300 g/m²" in result.stderr
    assert "2. Print at 100 %: In the print window, choose “Actual size”" in result.stderr
    assert "Bring your own: 2 pawns." in result.stderr
    assert [piece.id for piece in sheets.pieces(folder / "output/my-game/home-a4/tiles.pdf")] == [
        f"tiles/meadow#{number}" for number in (1, 2, 3)
    ]


def test_new_refuses_an_existing_folder(folder: Path) -> None:
    (folder / "mine").mkdir()
    (folder / "mine" / "thesis.txt").write_text("years of work")
    result = call("new", "mine")
    assert result.exit_code == 1
    assert result.stderr == "mine: error: this already exists; nothing was written\n    hint: choose another name\n"
    assert [path.name for path in (folder / "mine").iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("output", [".", "my-game", "my-game/out", "other/.."])
def test_output_never_lands_in_the_game(game: Path, folder: Path, output: str) -> None:
    (folder / "other").mkdir()
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    result = call("build", "my-game", "--output", output)
    assert result.exit_code == 1 and "overlaps the game's folder" in result.stderr
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_output_beside_the_game_is_fine_under_another_id(game: Path, folder: Path) -> None:
    text = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(text.replace("id: my-game", "id: other-id"), "utf-8")
    assert call("build", "my-game", "--output", ".").exit_code == 0
    assert (folder / "other-id" / "manifest.json").exists() and (game / "cards.csv").exists()


WRONG = [
    (("build", "polen-wars"), "there is no game polen-wars: did you mean pollen-wars?"),
    (("build", "my-game", "--profile", "home-a5"), "there is no profile home-a5: did you mean home-a4?"),
    (("build", "my-game", "--only", "card"), "--only: My Game has no deck card: did you mean cards?"),
    (("build", "my-game", "--only", "cards:S9"), "--only: cards.csv has no S9: choose from R1, R2"),
    (("build", "my-game", "--copies", "cards"), "--copies cards: write DECK=N"),
    (("build", "my-game", "--copies", "tile=2"), "--copies: My Game has no deck tile: did you mean tiles?"),
    (("build", "my-game", "--back-offset", "1"), "--back-offset 1: write X,Y in mm"),
    (("build", "my-game", "--back-offset", "99,0"), "at most 20"),
    (("build", "my-game", "--flip", "sideways"), "'sideways' is not one of 'long', 'short'"),
    (("build", "my-game", "--nonsense"), "No such option"),
    (("build",), "there is no game.yaml here"),
    (("bild",), "No such command 'bild'"),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG, ids=[" ".join(arguments) for arguments, _ in WRONG])
def test_a_wrong_command_line_exits_with_2(game: Path, arguments: tuple[str, ...], said: str) -> None:
    result = call(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert not Path("output").exists()


def test_a_folder_wins_over_a_built_in_game_with_a_note(folder: Path) -> None:
    call("new", "pollen-wars")
    result = call("check", "pollen-wars")
    assert result.exit_code == 0
    assert "note: pollen-wars is both a folder here and a built-in game: using the folder" in result.stderr
    assert "21 pieces" in result.stderr


def test_check_writes_nothing_and_speaks_to_tools(game: Path, folder: Path) -> None:
    assert call("check", "my-game").stdout == ""
    text = (game / "cards.csv").read_text("utf-8")
    (game / "cards.csv").write_text(text.replace("S4,High noon,sun,4", "S4,High noon,sun,four%"), "utf-8")
    result = call("check", "my-game", "--format", "json")
    assert result.exit_code == 1
    report = json.loads(result.stdout)
    report["problems"][0].pop("fixes", None)
    assert report == {
        "problems": [
            {
                "file": "my-game/cards.csv",
                "line": 5,
                "column": 18,
                "severity": "error",
                "message": "value is 'four%', not a whole number (S4, column value, cell D5)",
                "hint": "write a whole number, such as 3; if it is meant, make it a text column (game.yaml, line 19)",
            }
        ]
    }
    result = call("check", "my-game", "--format", "github")
    assert result.stdout == (
        "::error file=my-game/cards.csv,line=5,col=18::"
        "value is 'four%25', not a whole number (S4, column value, cell D5)"
        " (write a whole number, such as 3; if it is meant, make it a text column (game.yaml, line 19))\n"
    )
    assert sorted(path.name for path in folder.iterdir()) == ["my-game"]


def test_equal_problems_are_counted_and_all_shows_each(game: Path) -> None:
    text = (game / "cards.csv").read_text("utf-8")
    (game / "cards.csv").write_text(text.replace(",sun,", ",snu,"), "utf-8")
    few, every = call("check", "my-game").stderr, call("check", "my-game", "--all").stderr
    assert few.count("error: suit is 'snu'") == 1 and "and 5 more like it, in lines 3, 4, 5, 6, 7" in few
    assert every.count("error: suit is 'snu'") == 6


def test_list_names_games_and_profiles() -> None:
    result = call("list")
    assert result.exit_code == 0
    assert "pollen-wars              Pollen Wars: " in result.stdout and "(219 pieces)" in result.stdout
    for name in ("faces", "home-a4", "home-letter", "home-a4-bleed", "home-letter-bleed", "gutterfold-a4"):
        assert f"\n{name} " in result.stdout


@pytest.mark.parametrize(
    "profile",
    spread(["home-a4", "home-letter", "home-a4-bleed", "home-letter-bleed"], lambda name: name == "home-letter-bleed"),
)
def test_a_profile_says_how_many_cards_its_pages_hold(profile: str, game: Path, folder: Path) -> None:
    (title,) = (line for line in call("list").stdout.splitlines() if line.startswith(f"{profile} "))
    claims = re.findall(r"(six|eight|nine) (standard or poker|standard|poker) cards", title)
    claimed = {size: count for count, sizes in claims for size in sizes.split(" or ")}
    assert set(claimed) == {"standard", "poker"}
    cards, text = game / "cards.csv", (game / "game.yaml").read_text("utf-8")
    cards.write_text(re.sub(r",[12]\n", ",8\n", cards.read_text("utf-8")), "utf-8")
    for name, size in (("standard", "standard-card"), ("poker", "us-poker")):
        (game / "game.yaml").write_text(text.replace("size: standard-card", f"size: {size}"), "utf-8")
        result = call("build", "my-game", "--profile", profile, "--only", "cards", "--backs", "none", "--draft")
        assert result.exit_code == 0, result.stderr
        pages = [piece.page for piece in sheets.pieces(folder / f"output/my-game/{profile}/cards.pdf")]
        assert pages.count(1) == {"six": 6, "eight": 8, "nine": 9}[claimed[name]]


def test_backs_can_be_left_out_moved_and_flipped(game: Path, folder: Path) -> None:
    cards = folder / "output/my-game/home-a4/cards.pdf"
    call("build", "my-game", "--profile", "home-a4")
    plain = sheets.pieces(cards)
    call("build", "my-game", "--profile", "home-a4", "--back-offset", "0.5,-1")
    moved = sheets.pieces(cards)
    for plain_piece, other in zip(plain, moved, strict=True):
        by = (0.5, -1) if plain_piece.page % 2 else (0, 0)
        assert other.point(0, 0) == pytest.approx(
            [a + b for a, b in zip(plain_piece.point(0, 0), by, strict=True)], abs=0.01
        )
    call("build", "my-game", "--profile", "home-a4", "--flip", "short")
    flipped = {(piece.id, piece.page): piece for piece in sheets.pieces(cards)}
    for piece in plain:
        if piece.page % 2 == 0:
            x, y = piece.point(31.5, 44)
            assert flipped[piece.id, piece.page + 1].point(31.5, 44) == pytest.approx((x, 297 - y), abs=0.02)
    call("build", "my-game", "--profile", "home-a4", "--backs", "none")
    with pikepdf.open(cards) as pdf:
        assert len(pdf.pages) == 2


def test_the_manifest_tells_pieces_and_faces(game: Path, folder: Path) -> None:
    call("build", "my-game", "--profile", "faces")
    manifest = json.loads((folder / "output/my-game/manifest.json").read_text("utf-8"))
    first = manifest["pieces"][0]
    assert (first["id"], first["deck"], first["copies"]) == ("cards/S1", "cards", 2)
    assert first["fields"]["text"] == "Draw a card."
    before = {piece["id"]: piece["front"] for piece in manifest["pieces"]}
    text = (game / "cards.csv").read_text("utf-8")
    (game / "cards.csv").write_text(text.replace("Thunder", "Lightning"), "utf-8")
    (game / "game.yaml").write_text((game / "game.yaml").read_text("utf-8").replace('"0.1"', '"0.2"'), "utf-8")
    call("build", "my-game", "--profile", "faces")
    after = json.loads((folder / "output/my-game/manifest.json").read_text("utf-8"))["pieces"]
    assert {piece["id"] for piece in after if before[piece["id"]] != piece["front"]} == {"cards/R5"}


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions do not bind the administrator")
def test_a_folder_that_cannot_be_written_is_a_problem(game: Path, folder: Path) -> None:
    (folder / "locked").mkdir(mode=0o500)
    result = call("build", "my-game", "--output", "locked")
    assert result.exit_code == 1 and "locked/my-game: error: cannot write here: Permission denied" in result.stderr


def test_a_file_in_the_way_is_a_problem(game: Path, folder: Path) -> None:
    (folder / "output").write_text("a file")
    result = call("build", "my-game")
    assert result.exit_code == 1 and "error: cannot write here" in result.stderr
    assert (folder / "output").read_text() == "a file"


def test_a_link_in_the_output_is_not_followed_out_of_it(game: Path, folder: Path) -> None:
    (folder / "precious").mkdir()
    (folder / "output" / "my-game").mkdir(parents=True)
    (folder / "output" / "my-game" / "home-a4").symlink_to(folder / "precious")
    result = call("build", "my-game")
    assert result.exit_code == 1 and "is a link to a place outside" in result.stderr
    assert list((folder / "precious").iterdir()) == []


def test_a_link_to_itself_is_no_place_for_output(game: Path, folder: Path) -> None:
    (folder / "output").symlink_to("output")
    for arguments in (["build", "my-game"], ["calibrate"], ["stats", "my-game", "--chart", "output/counts.svg"]):
        result = call(*arguments)
        assert result.exit_code == 1 and re.search("error: cannot write (here|the file): ", result.stderr)
    result = call("new", "output")
    assert (result.exit_code, result.stderr.splitlines()[0]) == (
        1,
        "output: error: this already exists; nothing was written",
    )
    assert (folder / "output").is_symlink()


@pytest.mark.parametrize("arguments", [["list"], ["calibrate", "--laser"], ["preflight", "a.pdf", "--profile", "mpc"]])
def test_a_game_that_is_stood_in_is_refused_in_words(
    game: Path, folder: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "outside").mkdir()
    shutil.rmtree(game / "layouts")
    (game / "layouts").symlink_to(folder / "outside")
    (game / "a.pdf").touch()
    monkeypatch.chdir(game)
    with pytest.raises(SystemExit) as ended:
        cli_main(arguments)
    assert ended.value.code == 1
    assert capsys.readouterr().err.startswith("layouts: error: this is a link to a folder outside the game's folder .")


def test_what_a_killed_new_left_goes_with_the_next(folder: Path) -> None:
    (folder / ".beeprint-dead_one" / "game").mkdir(parents=True)
    (folder / ".beeprint-dead_one" / "build.lock").touch()
    assert call("new", "other").exit_code == 0
    assert not (folder / ".beeprint-dead_one").exists()


def test_art_and_data_outside_the_game_are_not_read(game: Path, folder: Path) -> None:
    secret = folder / "secret.svg"
    shutil.copyfile(game / "art" / "icons" / "sun.svg", secret)
    (game / "art" / "icons" / "sun.svg").unlink()
    (game / "art" / "icons" / "sun.svg").symlink_to(secret)
    assert "there is no picture icons/sun" in call("check", "my-game").stderr
    layout = (game / "layouts" / "card.yaml").read_text("utf-8")
    (game / "layouts" / "card.yaml").write_text(layout.replace('"icons/{suit}"', "../../secret"), "utf-8")
    assert "there is no picture ../../secret" in call("check", "my-game").stderr


def test_data_that_lead_out_of_the_game_are_said_to(game: Path, folder: Path) -> None:
    for name in ("cards.csv", "game.yaml"):
        shutil.move(game / name, folder / name)
        (game / name).symlink_to(folder / name)
        said = call("check", "my-game").stderr
        assert f"{name} is a link to a file outside the game's folder my-game" in said
        assert "copy the file itself into the folder" in said


def test_nothing_to_print_is_no_crash(game: Path) -> None:
    result = call("build", "my-game", "--copies", "cards=0", "--copies", "tiles=0", "--profile", "home-a4")
    files = "".join(
        f"output/my-game/home-a4/{name}\n"
        for name in ("0-print-guide.pdf", "rules.pdf", "rules-read.pdf", "rules.html")
    )
    assert (result.exit_code, result.stdout) == (0, files)
    assert call("build", "my-game", "--copies", "cards=²").exit_code == 2


def test_only_asked_twice_and_a_deck_asked_for_whole(game: Path, folder: Path) -> None:
    call("build", "my-game", "--profile", "home-a4", "--only", "cards", "--only", "cards:S1")
    assert len({p.id for p in sheets.pieces(folder / "output/my-game/home-a4/cards.pdf")}) == 18
    call("build", "my-game", "--profile", "home-a4", "--only", "cards:S1", "--only", "cards:S2")
    assert {p.id[:8] for p in sheets.pieces(folder / "output/my-game/home-a4/cards.pdf")} == {"cards/S1", "cards/S2"}
    assert call("build", "my-game", "--only", "cards:,,").exit_code == 2


def test_a_folder_where_a_file_has_to_go_stops_before_anything_is_moved(game: Path, folder: Path) -> None:
    (folder / "output/my-game/home-a4/cards.pdf").mkdir(parents=True)
    result = call("build", "my-game")
    assert result.exit_code == 1 and "a folder has the name of a file to be written" in result.stderr
    assert [path.name for path in (folder / "output/my-game").rglob("*")] == ["home-a4", "cards.pdf"]


@pytest.mark.parametrize(
    "text",
    [
        '{"pieces": null, "profiles": {}}',
        "[" * 5000,
        '{"pieces": [{"id": []}], "profiles": {"x": 1}}',
        r'{"profiles": {"faces": ["faces/\ud800", "faces/\u0000"], "\ud800": ["\ud800/a"]}}',
        '{"profiles": {"faces": ["faces/old/a"]}, "earlier": {"faces": [[]], "x": 1}}',
        '{"profiles": {"faces": ["faces/old/a"]}, "earlier": [], "printers": []}',
    ],
)
def test_a_spoilt_manifest_is_no_crash(game: Path, folder: Path, text: str) -> None:
    (folder / "output/my-game").mkdir(parents=True)
    (folder / "output/my-game/manifest.json").write_text(text)
    assert call("build", "my-game", "--only", "cards:S1", "--profile", "faces").exit_code == 0
    assert json.loads((folder / "output/my-game/manifest.json").read_text("utf-8"))["pieces"]


def test_a_manifest_that_is_too_large_to_read_is_replaced(
    game: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("beeprint.base.manifest._MAX_BYTES", 1_000)
    (folder / "output/my-game").mkdir(parents=True)
    for text in ("[" + " " * 2_000 + "]", '{"pieces": [\n' + '  {"id": "x"},\n' * 200 + '],\n "profiles": {}}'):
        (folder / "output/my-game/manifest.json").write_text(text)
        assert call("build", "my-game", "--only", "cards:S1", "--profile", "faces").exit_code == 0
        manifest = json.loads((folder / "output/my-game/manifest.json").read_text("utf-8"))
        assert [piece["id"] for piece in manifest["pieces"]] == ["cards/S1"]


def test_draft_lowers_rules_only(game: Path) -> None:
    text = (game / "cards.csv").read_text("utf-8")
    (game / "cards.csv").write_text(text.replace("id,title", "id,tittle"), "utf-8")
    result = call("build", "my-game", "--draft")
    assert result.exit_code == 1 and "the game does not know the column tittle" in result.stderr


def test_any_folder_name_makes_a_game_that_builds(folder: Path) -> None:
    assert call("new", 'it\'s "q": #x').exit_code == 0
    assert call("build", 'it\'s "q": #x').exit_code == 0


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("can", [True, False], ids=["exchanged at once", "file by file"])
def test_a_new_build_leaves_what_others_put_there(
    game: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, can: bool
) -> None:
    call("build", "my-game")
    target = folder / "output" / "my-game"
    (target / "faces" / "notes.txt").write_text("mine")
    (target / "empty").mkdir()
    (target / "link").symlink_to(folder / "my-game")
    mode = target.stat().st_mode
    seen: list[dict[str, bytes]] = []
    before = tree(target)
    swap = exchange.swap

    def watched(path: Path, other: Path) -> bool:
        seen.append(tree(target))
        return can and swap(path, other)

    monkeypatch.setattr(exchange, "swap", watched)
    text = (game / "cards.csv").read_text("utf-8")
    (game / "cards.csv").write_text(text.replace("R6,Rainbow", "R7,Rainbow"), "utf-8")
    assert call("build", "my-game").exit_code == 0
    # Up to the first step nothing of the old output has been touched.
    assert len(seen) == 2 and seen[0] == before
    after = tree(target)
    assert after["faces/notes.txt"] == b"mine"
    assert "faces/cards/R7.front.svg" in after and "faces/cards/R6.front.svg" not in after
    assert (target / "empty").is_dir() and (target / "link").is_symlink() and target.stat().st_mode == mode
    assert sorted(path.name for path in (folder / "output").iterdir()) == ["my-game"]


def test_the_number_of_pieces_is_that_of_the_box_and_says_what_is_not_printed(game: Path) -> None:
    listed = call("list").stdout
    assert " (210 pieces, 114 of them printed)\n" in listed and " (93 pieces)\n" in listed
    text = (game / "game.yaml").read_text("utf-8")
    limited = text.replace("    stock: tiles\n", "    stock: tiles\n    print: 1\n")
    (game / "game.yaml").write_text(limited, "utf-8")
    tiles = game / "tiles.csv"
    tiles.write_text(tiles.read_text("utf-8").replace(",3\n", ",9\n"), "utf-8")
    assert ",9\n" in tiles.read_text("utf-8")
    first, *_ = call("check", "my-game", "--draft").stderr.splitlines()[-1:]
    assert first == "My Game is sound: 27 pieces in 2 decks"
    told = call("build", "my-game", "--profile", "home-a4", "--draft").stderr
    assert "\nMy Game: 27 pieces, 19 of them printed (1 of 9 tiles)\n" in told
    asked = call("build", "my-game", "--profile", "home-a4", "--draft", "--copies", "tiles=2").stderr
    assert "\nMy Game: 20 pieces\n" in asked


def test_a_virtual_table_says_that_it_holds_alternative_packs(game: Path) -> None:
    text = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(text.replace("    stock: tiles\n", "    stock: tiles\n    print: 0\n"), "utf-8")
    told = call("build", "my-game", "--profile", "playingcards-io").stderr
    assert "\nMy Game: 18 pieces\n" in told
    assert "playingcards-io: 21 pieces, with alternative packs (Garden tiles: 3); import" in told


@pytest.mark.parametrize("name", ["game.yml", "Game.yaml", "game.yaml.txt"])
def test_a_game_whose_file_is_called_almost_right(name: str, game: Path) -> None:
    (game / "game.yaml").rename(game / name)
    if (game / "game.yaml").is_file():
        pytest.skip("names of files have no case here")
    result = call("check", "my-game")
    assert (result.exit_code, result.stderr) == (2, f"beeprint: my-game holds {name}, but no game.yaml: rename it\n")
