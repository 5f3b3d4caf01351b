"""Editions: what is left of each box, checked and built like the whole of it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner

import sheets
from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.base.store import Store
from beeprint.cli import cli
from beeprint.game import edition, model
from beeprint.outputs.shared import Checked
from beeprint.sources.workspace import Workspace, built_in_games
from command import call

GAMES = built_in_games()

#: Pieces of each deck that an edition, or a number of players, has in another number than the box.
OTHER: dict[tuple[str, str, int | None], dict[str, int]] = {
    ("pollen-wars", "kid", None): {"honey": 39, "jelly": 17, "varroa": 0, "fungus": 0},
    ("pollen-wars", "kid-raids", None): {"honey": 50, "jelly": 22, "varroa": 0, "fungus": 0},
    ("pollen-wars", "first-play", None): {},
    ("pollen-wars", "expert", None): {},
    ("pollen-wars", "aggressive", None): {},
    ("pollen-wars", "3-4-queens", None): {
        "fungus": 3,
        "varroa": 4,
        "forager": 36,
        "soldier": 20,
        "pollen": 4,
        "board": 4,
        "reference": 4,
    },
    ("pollen-wars", "5-6-queens", None): {"fungus": 4, "forager": 54},
    ("pollen-wars", "kid", 5): {
        "honey": 39,
        "jelly": 17,
        "varroa": 0,
        "fungus": 0,
        "forager": 45,
        "soldier": 25,
        "pollen": 5,
        "board": 5,
        "reference": 5,
    },
    ("butine", "quick", None): {"hive": 0, "family": 0},
    ("butine", "family", None): {"hive": 0, "quick": 0},
    ("butine", "", 2): {"reference": 2},
    ("a-nest-for-the-queen", "", 3): {"reference": 3, "marker": 6, "sheet": 3},
    ("belle-of-the-ball", "", 4): {"reference": 4},
    ("eye-of-the-bee-holder", "", 2): {"reference": 2},
}


def counts(game: model.Game) -> dict[str, int]:
    return {name: sum(row.copies for row in deck.rows.rows) for name, deck in game.decks.items()}


def test_every_edition_of_every_game_is_in_the_list() -> None:
    declared = {(name, key) for name, folder in GAMES.items() for key in model.declared(Workspace(folder)).editions}
    assert declared == {(name, key) for name, key, _ in OTHER if key}
    listed = call("list").stdout
    assert all(f"{name:24} {key}: " in listed for name, key in declared)


@pytest.mark.parametrize(("name", "key", "players"), OTHER, ids=[f"{n}.{e}.{p}" for n, e, p in OTHER])
@pytest.mark.slow
def test_an_edition_holds_what_it_should_and_is_on_its_sheets(
    name: str, key: str, players: int | None, tmp_path: Path
) -> None:
    box, _ = model.load(Workspace(GAMES[name]))
    # Whole for the kid game, which alters most; of the others what they alter, the rest being as in the box, and one
    # deck that each of them has.
    altered = *OTHER[name, key, players], *box.spec.editions.get(key, {}).get("decks", ())
    only = dict.fromkeys((*altered, "reference"), ())
    whole = key == "kid" and players is None
    options = Options(profiles=("home-a4",), output=tmp_path, only={} if whole else only, edition=key, players=players)
    checked = pipeline.check(GAMES[name], options, Store.open())
    assert checked.problems == ()
    assert counts(checked.game) == counts(box) | OTHER[name, key, players]
    built = pipeline.build(checked, options)
    parts = (name, key, f"{players}-players" if players else "")
    assert built.target.name == ".".join(filter(None, parts))
    printed = Counter(
        {
            f"{deck.name}/{row.id}#{number}": 1
            for deck in checked.game.components.values()
            if whole or deck.name in only
            for row in deck.rows.rows
            for number in range(1, deck.printed(row) + 1)
        }
    )
    seen: Counter[str] = Counter()
    for path in (built.target / "home-a4").glob("*.pdf"):
        with pikepdf.open(path) as pdf:
            two_sided = any(b"Duplex" in word.encode() for word in pdf.Root.ViewerPreferences)
        seen.update(piece.id for piece in sheets.pieces(path) if not two_sided or piece.page % 2 == 0)
    assert seen == printed
    manifest = json.loads((built.target / "manifest.json").read_text("utf-8"))
    assert manifest.get("edition", "") == key
    assert {piece["deck"] for piece in manifest["pieces"]} == {name.split("/")[0] for name in printed} - {
        *checked.game.boxes
    }


@pytest.mark.slow
def test_the_field_of_a_first_play_is_a_sides_and_an_experts_b_sides(checked: Checked, tmp_path: Path) -> None:
    for key, side in (("first-play", "front"), ("expert", "back")):
        checked_game = pipeline.check(GAMES["pollen-wars"], Options(only={"field": ()}, edition=key), Store.open())
        for row in checked_game.game.decks["field"].rows.rows:
            assert checked_game.faces["field", row.id, "front"].symbol == checked.faces["field", row.id, side].symbol
            assert ("field", row.id, "back") not in checked_game.faces


@pytest.mark.slow
def test_an_aggressive_game_shows_the_hex_of_seven_flowers_and_no_other_b_side(checked: Checked) -> None:
    options = Options(only={"field": (), "flower": ()}, edition="aggressive")
    checked_game = pipeline.check(GAMES["pollen-wars"], options, Store.open())
    rows = [(deck, row) for deck in ("field", "flower") for row in checked_game.game.decks[deck].rows.rows]
    for deck, row in rows:
        side = "back" if row.texts["b"].startswith("7") else "front"
        assert checked_game.faces[deck, row.id, "front"].symbol == checked.faces[deck, row.id, side].symbol
        assert (deck, row.id, "back") not in checked_game.faces
    assert [row.id for _, row in rows if row.texts["b"].startswith("7")] == ["F12"]


def test_the_hives_that_fewer_queens_use_are_the_first_ones_whole() -> None:
    box, _ = model.load(Workspace(GAMES["pollen-wars"]))
    smaller = edition.edited(box, None, players=3)
    for name, each in (("forager", 9), ("soldier", 5), ("pollen", 1), ("board", 1)):
        rows = smaller.decks[name].rows.rows
        assert [(row.texts["hive"], row.copies) for row in rows] == [("pink", each), ("green", each), ("blue", each)]


def test_what_some_players_use_has_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    game = tmp_path / "mine" / "game.yaml"
    text = game.read_text("utf-8").replace("stock: tiles", "stock: tiles\n    for-players: {2-3: 2, 4: 3}")
    game.write_text(f"{text}\neditions:\n  short: {{title: short, players: 2-3}}\n", "utf-8")
    for words, name in (
        ((), "mine"),
        (("--players", "3"), "mine.3-players"),
        (("--edition", "short"), "mine.short"),
        (("--edition", "short", "--players", "2"), "mine.short.2-players"),
    ):
        result = CliRunner().invoke(cli, ["build", "mine", "--profile", "faces", *words])
        assert result.exit_code == 0, result.output
        assert result.stdout.splitlines() == [f"output/{name}/faces"]
    copies = {
        path.parent.name: sum(piece["copies"] for piece in json.loads(path.read_text("utf-8"))["pieces"])
        for path in Path("output").glob("*/manifest.json")
    }
    assert copies == {"mine": 21, "mine.3-players": 20, "mine.short": 20, "mine.short.2-players": 20}


@pytest.mark.slow
def test_full_is_the_whole_box(tmp_path: Path) -> None:
    assert "99 pieces" not in call("check", str(GAMES["butine"]), "--edition", "full").stderr
    assert call("check", "butine", "--edition", "full").stderr == call("check", "butine").stderr


WRONG = [
    (("butine", "--edition", "quik"), "--edition: Butine! has no edition quik: did you mean quick?"),
    (("belle-of-the-ball", "--edition", "kid"), "has no edition kid: choose from full"),
    (("butine", "--players", "5"), "--players: Butine! is for 2-4 players, not 5"),
    (("pollen-wars", "--edition", "3-4-queens", "--players", "5"), "edition 3-4-queens is for 3-4 players, not 5"),
    (("butine", "--players", "0"), "--players 0: "),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG, ids=[" ".join(arguments) for arguments, _ in WRONG])
@pytest.mark.parametrize("command", ["build", "check"])
def test_an_unknown_edition_or_number_exits_with_2(
    command: str, arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call(command, *arguments)
    assert (result.exit_code, result.stdout) == (2, "") and said in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_card_of_the_wrong_kind_is_caught_in_the_edition_that_loses_it(pollen_wars: Path) -> None:
    table = pollen_wars / "honey.csv"
    lines = table.read_text("utf-8").splitlines()
    moved = [line.replace(",raid,", ",infestation,") if line.startswith("H17") else line for line in lines]
    table.write_text("\n".join(moved) + "\n", "utf-8")
    said = call("check", str(pollen_wars)).stderr
    assert "edition kid-raids has 48 honey cards, not 50" in said


@pytest.mark.slow
def test_check_lays_out_what_only_an_edition_draws(pollen_wars: Path) -> None:
    text = (pollen_wars / "game.yaml").read_text("utf-8")
    (pollen_wars / "game.yaml").write_text(text.replace("{front: pollen-wars/field-b,", "{front: pollen-wars/honey,"))
    said = call("check", str(pollen_wars), "--format", "json").stdout
    problems = json.loads(said)["problems"]
    assert call("check", str(pollen_wars), "--edition", "first-play").exit_code == 0
    assert problems and all(problem["message"].startswith("edition expert: ") for problem in problems)


@pytest.mark.parametrize("profile", ["fan", "home-a4", "table"])
def test_a_deck_that_an_edition_leaves_out_cannot_be_made_of_it(profile: str, tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    with (tmp_path / "mine" / "game.yaml").open("a") as file:
        file.write('editions:\n  quick: {title: quick game, decks: {tiles: "no"}}\n')
    (tmp_path / "mine" / "set-up.yaml").write_text("places:\n  - {deck: cards, at: [60, 80]}\n", "utf-8")
    arguments = ["build", str(tmp_path / "mine"), "--profile", profile, "--edition", "quick", "--only", "tiles"]
    result = CliRunner().invoke(cli, [*arguments, "--output", str(tmp_path / "made")])
    assert result.exit_code == 1
    assert "--only: error: Mine, quick game has no pieces of tiles\n    hint: choose from cards" in result.stderr
    assert not (tmp_path / "made").exists()
