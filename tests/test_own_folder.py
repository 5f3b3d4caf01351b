"""Working in a game's own folder: it is found, its output lies in it, hints speak of what is meant."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from beeprint.base.problems import BuildError
from beeprint.sources.conversion import understand
from beeprint.sources.nodes import read_yaml
from beeprint.sources.records import Model, keys_of
from cases import spread
from command import call, without_leaflet


@pytest.fixture
def game(new_game: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(new_game)
    return without_leaflet(new_game)


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("named", [(), (".",), ("game.yaml",), ("../my-game",), ("../my-game/game.yaml",)])
def test_the_game_one_stands_in_is_built_into_its_own_output(game: Path, named: tuple[str, ...]) -> None:
    before = files(game)
    result = call("build", *named)
    assert result.exit_code == 0, result.stderr
    assert "output/my-game/home-a4/cards.pdf" in result.stdout
    made = files(game) - before
    assert made and all(name.startswith("output/my-game/") for name in made)


def test_a_folder_below_the_game_will_do(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("layouts")
    assert call("check").exit_code == 0
    assert call("build", "--profile", "faces").exit_code == 0
    assert (game / "output" / "my-game" / "faces" / "cards" / "S1.front.svg").is_file()


def test_where_no_game_is_one_has_to_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in ("build", "check", "laser", "playtest", "stats", "diff"):
        result = call(command)
        assert result.exit_code == 2
        hint = "name a game, such as my-game, or go to its folder"
        assert result.stderr == f"beeprint: there is no game.yaml here: {hint}\n"


def test_the_output_is_never_read(game: Path) -> None:
    first = call("build")
    shutil.copy("cards.csv", "output/my-game/cards.csv")
    # Whatever lies there, nothing has changed.
    assert "nothing has changed since this was built" in call("build").stderr and first.exit_code == 0
    spec = Path("game.yaml").read_text("utf-8")
    Path("game.yaml").write_text(spec.replace("data: cards.csv", "data: output/my-game/cards.csv"), "utf-8")
    result = call("check")
    assert result.exit_code == 1
    assert "output/my-game/cards.csv lies in output/, which beeprint writes and never reads" in result.stderr


@pytest.mark.parametrize("folder", ["layouts", ".", "art/made", ".."])  # ../my-game is the game itself
def test_no_other_folder_of_the_game_is_written_to(game: Path, folder: str) -> None:
    before = files(game.parent)
    result = call("build", "--output", folder)
    assert result.exit_code == 1 and "overlaps the game's folder" in result.stderr
    assert files(game.parent) == before


def test_diff_compares_the_last_build_with_the_game(game: Path) -> None:
    assert call("build", "--profile", "faces").exit_code == 0
    text = Path("cards.csv").read_text("utf-8")
    Path("cards.csv").write_text(text.replace("First light", "Second light"), "utf-8")
    result = call("diff")
    assert result.exit_code == 0 and "S1" in result.stdout and "S2" not in result.stdout


@pytest.mark.slow
@pytest.mark.parametrize("only", spread(["cards", "cards:S1", "cards:S1,R2", "tiles"], lambda only: only == "cards:S1"))
def test_a_selection_never_changes_the_names_of_files(game: Path, only: str) -> None:
    # Backs of their own, two of a kind: what is selected may have only one of them.
    layout = yaml.safe_load(Path("layouts/back.yaml").read_text("utf-8"))
    layout["slots"]["suit"] = {"kind": "picture", "art": "icons/{suit}", "box": [20, 30, 20, 20]}
    Path("layouts/own-back.yaml").write_text(yaml.safe_dump(layout, sort_keys=False), "utf-8")
    spec = yaml.safe_load(Path("game.yaml").read_text("utf-8"))
    spec["decks"]["cards"]["back"] = {"layout": "own-back", "each": "piece"}
    Path("game.yaml").write_text(yaml.safe_dump(spec, sort_keys=False), "utf-8")
    profiles = [*(f"--profile={name}" for name in ("faces", "home-a4", "images", "contact-sheet")), "--dpi=50"]
    assert call("build", *profiles, "--output=../whole").exit_code == 0
    result = call("build", *profiles, "--output=../part", "--only", only)
    assert result.exit_code == 0, result.stderr
    whole, part = files(game.parent / "whole"), files(game.parent / "part")
    assert part < whole
    if only.startswith("cards:S1"):
        assert "my-game/images/cards/S1.back.png" in part and "my-game/images/cards/back.png" not in whole


def test_check_reads_every_language_that_the_game_declares(game: Path) -> None:
    spec = yaml.safe_load(Path("game.yaml").read_text("utf-8"))
    spec["languages"] = ["en", "de", "fr"]
    Path("game.yaml").write_text(yaml.safe_dump(spec, sort_keys=False), "utf-8")
    for language, title in (("de", "Erstes Licht"), ("fr", "Aube " + "interminable" * 9)):
        folder = Path("lang", language)
        folder.mkdir(parents=True)
        with (folder / "cards.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["id", "title"], ["S1", title]])
    result = call("check")
    assert result.exit_code == 1
    assert "error: language fr: title does not fit at 9 pt" in result.stderr
    assert "language de: title" not in result.stderr
    assert call("check", "--lang", "de").exit_code == 0
    assert "language fr" not in call("check", "--lang", "fr").stderr
    (Path("lang", "fr") / "cards.csv").write_text("id,title\nS1,Aube\n", "utf-8")
    outcome = call("check")
    assert outcome.exit_code == 0 and outcome.stderr.endswith(
        "is sound: 21 pieces in 2 decks; also checked in de, fr\n"
    )


# hints ---------------------------------------------------------------------------------------------------------------


def changed(file: str, old: str, new: str) -> str:
    text = Path(file).read_text("utf-8")
    assert old in text
    Path(file).write_text(text.replace(old, new, 1), "utf-8")
    result = call("check", "--all")
    assert result.exit_code == 1
    return result.stderr


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ('text: "{text}", box', 'color: ink, text: "{text}", box', "unknown key color\n    hint: did you mean colour?"),
        ("fill: paper", "color: paper", "unknown key color\n    hint: did you mean fill?"),
        ("corner: 3", "x: 3", "unknown key x\n    hint: did you mean box?"),
        ("style: text,", "font-size: 4, style: text,", "unknown key font-size\n    hint: did you mean size?"),
        ('art: "icons', 'image: "icons', "unknown key image\n    hint: did you mean art?"),
        (
            "kind: picture",
            "kind: pictur",
            "unknown kind pictur\n    hint: did you mean picture? kind is one of edge, grid, icon, ",
        ),
        (
            "kind: picture",
            "kind: zebra",
            "unknown kind zebra\n    hint: choose from edge, grid, icon, picture, shape, text",
        ),
        (
            "kind: picture, ",
            "",
            "the key kind is missing\n    hint: choose from edge, grid, icon, picture, shape, text",
        ),
    ],
)
def test_hints_come_from_what_is_meant(game: Path, old: str, new: str, hint: str) -> None:
    assert hint in changed("layouts/card.yaml", old, new)


def test_what_a_misspelt_key_leaves_missing_is_no_fault_of_its_own(game: Path) -> None:
    errors = changed("layouts/card.yaml", "title: {kind: text, style: title", "title: {kind: text, styel: title")
    assert errors.count("error:") == 1 and "unknown key styel\n    hint: did you mean style?" in errors


def test_the_game_s_own_layouts_stand_first_in_hints(game: Path) -> None:
    errors = changed("game.yaml", "front: card ", "front: zebra ")
    assert "there is no layout zebra\n    hint: add layouts/zebra.yaml, or choose from back, card, tile\n" in errors


def test_missing_characters_of_a_text_are_one_problem(game: Path) -> None:
    errors = changed("cards.csv", "First light", "はじめのひかり!")
    assert errors.count("error:") == 1
    assert "title holds 7 characters that the font fredoka lacks: 'はじめのひかり' (S1, column title" in errors


def models(model: type[Model] = Model) -> list[type[Model]]:
    return [submodel for inner in model.__subclasses__() for submodel in (inner, *models(inner))]


#: Values of every kind, to be put where another kind is expected.
WRONG = (
    '""',
    "x",
    "-1",
    "1e99",
    "[]",
    "[a]",
    "[[a]]",
    "{}",
    "{a: b}",
    "{a: {b: c}}",
    "[1,2,3,4,5]",
    '"nan"',
    "[{a: b}]",
)


def test_no_message_of_the_library_that_checks_types_comes_through(own_words: Callable[[str], bool]) -> None:
    strange: set[str] = set()
    count = 0
    for model in models():
        for key in (key.alias for key in keys_of(model)):
            for value in WRONG:
                try:
                    understand(model, read_yaml(f"{key}: {value}\n".encode(), "f.yaml"))
                except BuildError as error:
                    count += len(error.problems)
                    strange |= {problem.message for problem in error.problems if not own_words(problem.message)}
    assert count > 5_000 and not strange


@pytest.fixture
def own_words() -> Callable[[str], bool]:
    words = ("Input", "should", "Field required", "String", "Unable", "Value error", "valid ", "instance", "dictionary")
    return lambda message: not any(word in message for word in words)


def test_diff_compares_with_the_last_build_in_the_same_language(game: Path) -> None:
    path = Path("game.yaml")
    path.write_text(path.read_text("utf-8").replace("players: 2-4\n", "players: 2-4\nlanguages: [en, de]\n"), "utf-8")
    Path("lang/de").mkdir(parents=True)
    Path("lang/de/cards.csv").write_text("id,title\nS1,Erstes Licht\n", "utf-8")
    assert call("build", "--lang", "de", "--profile", "faces").exit_code == 0
    done = call("diff")
    assert done.exit_code == 2
    assert "there is no build my-game of my-game, but output/my-game.de: run beeprint build first" in done.stderr
    assert call("build", "--profile", "faces").exit_code == 0
    for asked, build in (((), "my-game"), (("--lang", "de"), r"my-game\.de")):
        done = call("diff", *asked)
        assert done.exit_code == 0, done.stderr
        assert f"output/{build}/manifest.json".replace("\\", "") in done.stdout.replace("\\", "")
        assert "Every piece looks as it did" in done.stdout
