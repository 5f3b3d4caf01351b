"""Faulty games: each folder below faulty/ lays its files over a sound game and says, word by word, what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from beeprint import starter
from beeprint.cli import cli
from beeprint.sources import fonts
from command import beeprint
from faulty_games import CASES, FAULTY, spoil
from small_game import with_rules


def sound(folder: Path) -> Path:
    """Write the small game that `beeprint new` writes, with its rules switched on."""
    starter.write(folder / "sound")
    return with_rules(folder / "sound")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder to work in, where the fonts for titles are not installed."""
    own = fonts._folder
    monkeypatch.setattr(fonts, "_folder", lambda entry: None if fonts._text(entry, "extra") == "titles" else own(entry))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_sound_game_is_sound(folder: Path) -> None:
    sound(folder)
    result = CliRunner().invoke(cli, ["check", "sound", "--all"])
    assert (result.exit_code, result.stderr) == (0, "Sound is sound: 21 pieces in 2 decks\n")


@pytest.mark.parametrize("case", CASES)
def test_a_faulty_game_is_refused_in_these_words(case: str, folder: Path, pytestconfig: pytest.Config) -> None:
    game = sound(folder)
    expected = spoil(case, game)
    result = CliRunner().invoke(cli, ["build", "sound", "--all", "--output", "made"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    if pytestconfig.getoption("--refresh"):
        head = "".join(f"# without {line}\n" for line in _without(case))
        (FAULTY / case / "expected.txt").write_text(head + result.stderr, "utf-8", newline="\n")
        return
    assert result.stderr == expected
    assert (result.exit_code, result.stdout) == (1, "")
    assert not (folder / "made").exists()


def _without(case: str) -> list[str]:
    lines = (FAULTY / case / "expected.txt").read_text("utf-8").splitlines()
    return [line.removeprefix("# without ") for line in lines if line.startswith("# without ")]


def test_the_comparison_can_fail(folder: Path) -> None:
    game = sound(folder)
    expected = spoil("deck-one-short", game)
    spoil("copies-zero", game)
    result = CliRunner().invoke(cli, ["build", "sound", "--all", "--output", "made"])
    assert result.exit_code == 1 and result.stderr != expected


def test_an_error_leaves_the_last_good_output_untouched(folder: Path) -> None:
    game = sound(folder)
    run = CliRunner().invoke
    assert run(cli, ["build", "sound", "--output", "made"]).exit_code == 0
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files(folder / "made")}
    spoil("everything-at-once", game)
    assert run(cli, ["build", "sound", "--output", "made"]).exit_code == 1
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files(folder / "made")} == before


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_draft_builds_in_spite_of_rules_and_says_so(folder: Path) -> None:
    game = sound(folder)
    spoil("deck-one-short", game)
    done = beeprint("build", "sound", "--draft")
    assert done.returncode == 0, done.stderr
    assert "warning: cards.csv holds 17 garden cards, not 18" in done.stderr
    assert b"DRAFT" in (folder / "output/sound/home-a4/cards.pdf").read_bytes() or "DRAFT" in words(
        folder / "output/sound/home-a4/cards.pdf"
    )


def words(path: Path) -> str:
    import pypdfium2

    with pypdfium2.PdfDocument(path) as document:
        return document[0].get_textpage().get_text_range()
