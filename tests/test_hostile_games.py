"""A stranger's game whose files are no files, or whose faces never end: refused in words, at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from beeprint import starter
from beeprint.cli import cli


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    return tmp_path / "mine"


def check() -> Result:
    result = CliRunner().invoke(cli, ["check", "mine"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes among files here")
@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", ["cards.csv", "game.yaml", "layouts/card.yaml", "art/icons/sun.svg", "rules.md"])
def test_a_pipe_is_not_waited_for(game: Path, name: str) -> None:
    (game / name).unlink()
    os.mkfifo(game / name)
    result = check()
    assert result.exit_code in (1, 2)
    assert "there is no" in result.stderr or "no file" in result.stderr


@pytest.mark.parametrize("name", ["cards.csv", "art/icons/sun.svg", "layouts/card.yaml", "rules.md"])
def test_a_link_out_of_the_game_is_not_followed(game: Path, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    (game / name).rename(outside)
    try:
        (game / name).symlink_to(outside)
    except OSError:
        pytest.skip("links need a right that is not given here")
    result = check()
    assert result.exit_code == 1
    assert "there is no" in result.stderr or "outside the game's folder" in result.stderr


@pytest.mark.skipif(os.name == "nt", reason="links need a right that is not given there")
@pytest.mark.parametrize("name", ["art", "layouts", "fonts"])
def test_a_folder_that_is_a_link_out_of_the_game_is_not_followed(game: Path, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    if (game / name).exists():
        (game / name).rename(outside)
    else:
        outside.mkdir()
    (game / name).symlink_to(outside)
    result = check()
    assert result.exit_code == 1
    assert f"mine/{name}: error: this is a link to a folder outside the game's folder mine" in result.stderr
    assert "hint: copy the folder itself into the game" in result.stderr


@pytest.mark.skipif(os.name == "nt", reason="links need a right that is not given there")
@pytest.mark.parametrize("name", ["art", "layouts", "fonts", "cards.csv", "art/icons", "layouts/card.yaml"])
def test_a_link_to_itself_counts_as_missing(game: Path, name: str) -> None:
    link = game / name
    if link.exists():
        link.rename(game / "away")
    link.symlink_to(link.name)
    result = check()
    if name == "fonts":  # the starter has none of its own
        assert result.exit_code == 0
    else:
        assert result.exit_code == 1 and "error: there is no " in result.stderr


def test_a_language_is_no_way_out_of_the_output(game: Path) -> None:
    text = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(f'{text}languages: [en, "../../../stolen"]\n', "utf-8")
    result = check()
    assert result.exit_code == 1
    assert "'../../../stolen' is not a language; write tags such as en, fr or pt-BR" in result.stderr


@pytest.mark.slow
def test_a_face_that_draws_without_end_is_refused(game: Path) -> None:
    layout = game / "layouts" / "tile.yaml"
    inner = "{kind: grid, pitch: 1, cells: 40x40, box: [0, 0, 9, 9], each: {dot: {kind: shape, shape: ellipse, "
    inner += "box: [0, 0, 1, 1], fill: ink}}}"
    layout.write_text(
        "slots:\n  cells:\n    kind: grid\n    pitch: 2\n    cells: 40x40\n    box: [0, 0, 60, 60]\n"
        f"    each:\n      again: {inner}\n",
        "utf-8",
    )
    result = check()
    assert result.exit_code == 1
    assert "tile.yaml:8:82: error: checking the game would keep 360 MB in memory and more" in result.stderr
    assert "for slots" in result.stderr
    assert "mine/layouts/tile.yaml:" in result.stderr


def test_a_text_that_is_filled_in_without_end_is_refused(game: Path) -> None:
    cards = game / "cards.csv"
    lines = cards.read_text("utf-8").splitlines()
    lines[1] = f"S1,{'long ' * 3000},sun,1,x,2"
    cards.write_text("\n".join(lines), "utf-8")
    layout = game / "layouts" / "card.yaml"
    layout.write_text(layout.read_text("utf-8").replace('"{title}"', f'"{"{title}" * 500}"'), "utf-8")
    result = check()
    assert result.exit_code == 1
    assert "mine/cards.csv:2:" in result.stderr
    assert len(result.stderr) < 20_000


def test_a_font_that_is_none_is_named(game: Path) -> None:
    (game / "fonts").mkdir()
    (game / "fonts" / "mine.ttf").write_bytes(b"\x00\x01\x00\x00" + bytes(range(256)) * 50)
    layout = game / "layouts" / "card.yaml"
    layout.write_text(layout.read_text("utf-8").replace("font: fredoka", "font: mine"), "utf-8")
    result = check()
    assert result.exit_code == 1
    assert "mine/layouts/card.yaml:5:17: error: mine.ttf is not a font that can be read" in result.stderr


def test_a_paragraph_of_a_leaflet_that_is_too_long_is_named(game: Path) -> None:
    (game / "rules.md").write_text(f"# Rules\n\n{'long ' * 5_000}\n", "utf-8")
    result = check()
    assert result.exit_code == 1
    message = (
        "mine/rules.md:3:1: error: the text does not fit in its column: it has 24,999 characters, more than 20,000"
    )
    assert message in result.stderr


@pytest.mark.parametrize("name", ["game.yaml", "layouts/card.yaml", "palette.yaml"])
def test_a_key_that_looks_like_a_form_of_a_value_is_refused_by_its_name(game: Path, name: str) -> None:
    path = game / name
    path.write_text(path.read_text("utf-8") + "<svg/>: 1\n", "utf-8")
    result = check()
    assert result.exit_code == 1
    assert "<svg/>" in result.stderr


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ("raster: {", "300dpi", "}"),
        ("icon-names: {", "x", "}"),
        ("fonts: {", "none", "}"),
        ("icons: {", "none", "}"),
        ("boxes: {box: {", "x", "}}"),
    ],
)
def test_of_very_many_unknown_names_the_first_thousand_are_told(
    game: Path, before: str, value: str, after: str
) -> None:
    path = game / "game.yaml"
    names = ", ".join(f"name{number}: {value}" for number in range(4_000))
    path.write_text(f"{path.read_text('utf-8')}{before}{names}{after}\n", "utf-8")
    result = check()
    assert result.exit_code == 1
    assert "1001 errors" in result.stderr


@pytest.mark.parametrize(
    ("old", "place"),
    [('title: "Mine"', "6:8"), ("title: Garden cards", "13:12"), ("stock: cards ", "24:12")],
)
@pytest.mark.parametrize("blank", ['""', '" \\t"', '"\\u200b"', '"\\ufeff\\u202e"'])
def test_what_is_called_something_is_not_called_nothing(game: Path, old: str, place: str, blank: str) -> None:
    path = game / "game.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, f"{old.partition(':')[0]}: {blank} "), "utf-8")
    result = check()
    assert result.exit_code == 1
    assert (
        f"mine/game.yaml:{place}: error: {old.partition(':')[0]}: expected some words; found nothing that can be seen"
        in result.stderr
    )
