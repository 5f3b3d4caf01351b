"""Counts: what a designer reads off a table, a chart and JSON, against the data files counted by csv alone."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from beeprint.cli import cli
from beeprint.sources.workspace import built_in_games

GAMES = built_in_games()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, ["stats", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def counted(file: Path, *columns: str) -> Counter[tuple[str, ...]]:
    with file.open(encoding="utf-8-sig", newline="") as stream:
        counts: Counter[tuple[str, ...]] = Counter()
        for row in csv.DictReader(stream):
            counts[tuple(row[column] for column in columns)] += int(row.get("copies") or 1)
    return counts


def test_a_pair_of_columns_as_a_table() -> None:
    assert call("pollen-wars", "--by", "timing,kid", "--deck", "jelly").stdout.splitlines() == [
        "Pollen Wars: Royal jelly cards",
        "timing \\ kid  raid  infestation  (empty)  all",
        "---------------------------------------------",
        "green            5            3       10   18",
        "blue             .            .        1    1",
        "yellow           .            3        6    9",
        "---------------------------------------------",
        "all              5            6       17   28",
    ]


def test_decks_are_counted_where_no_column_is_named() -> None:
    lines = call("butine", "--edition", "quick").stdout.splitlines()
    assert lines[0] == "Butine!, quick game" and lines[-1].split() == ["all", "69", "37"]
    assert "hive" not in " ".join(lines) and lines[3].split() == ["quick", "24", "34.8", "%", "24"]


@pytest.mark.parametrize(
    ("game", "file", "deck", "by"),
    [
        ("belle-of-the-ball", "guests.csv", "guests", ("house", "mood")),
        ("belle-of-the-ball", "guests.csv", "guests", ("popularity",)),
        ("pollen-wars", "honey.csv", "honey", ("kid",)),
        ("pollen-wars", "forager.csv", "forager", ("hive",)),
        ("a-nest-for-the-queen", "ability.csv", "ability", ("id", "cost")),
    ],
)
def test_json_counts_what_is_in_the_file(game: str, file: str, deck: str, by: tuple[str, ...]) -> None:
    (table,) = json.loads(call(game, "--by", ",".join(by), "--deck", deck, "--format", "json").stdout)["tables"]
    expected = counted(GAMES[game] / file, *by)
    pieces = {tuple(entry["values"][name] for name in by): entry["pieces"] for entry in table["counts"]}
    assert {key: number for key, number in pieces.items() if number} == expected
    assert table["total"] == expected.total()


def test_items_of_a_list_count_each() -> None:
    (table,) = json.loads(call("butine", "--by", "ends", "--deck", "hive", "--format", "json").stdout)["tables"]
    assert table["items"] and {entry["pieces"] for entry in table["counts"]} == {12} and table["total"] == 48


def test_numbers_come_in_their_order() -> None:
    (table,) = json.loads(call("pollen-wars", "--by", "spots", "--format", "json").stdout)["tables"]
    assert [entry["values"]["spots"] for entry in table["counts"]] == ["2", "5", "7", "10", "14", "22"]


def test_a_chart_shows_the_figures_and_bars_as_long_as_they_say(folder: Path) -> None:
    result = call("pollen-wars", "--by", "timing", "--deck", "honey", "--chart", "made/timing.svg")
    assert result.exit_code == 0 and "chart: made/timing.svg" in result.stderr
    text = (folder / "made/timing.svg").read_text("utf-8")
    said = re.findall(r'aria-label="([^"]*)"', text)
    assert "Pollen Wars: Honey cards" in said and {"green", "yellow", "blue"} <= set(said)
    assert [label for label in said if label.isdigit()] == ["44", "6", "2"]
    assert [label for label in said if "%" in label] == ["84.6 %", "11.5 %", "3.8 %"]
    bars = [
        abs(float(path[2]) - float(path[1]))
        for path in re.finditer(r'd="M([\d.]+) [\d.]+ L([\d.]+) [^"]*" fill="#e69f00"', text)
    ]
    assert [round(length / bars[0] * 44) for length in bars] == [44, 6, 2]
    assert call("pollen-wars", "--by", "timing", "--deck", "honey", "--chart", "again.svg").exit_code == 0
    assert (folder / "again.svg").read_text("utf-8") == text


def test_a_chart_as_a_picture(folder: Path) -> None:
    assert call("belle-of-the-ball", "--by", "house,mood", "--chart", "pair.png").exit_code == 0
    with Image.open(folder / "pair.png") as picture:
        assert picture.width > 500 and len(picture.convert("RGB").getcolors(100_000) or ()) > 20


WRONG = [
    (("pollen-wars", "--by", "timng"), "--by: Pollen Wars has no column timng: did you mean timing?"),
    (("pollen-wars", "--by", "a,b,c"), "give one column, or two"),
    (("pollen-wars", "--by", "hive,timing"), "no deck has both columns"),
    (("pollen-wars", "--by", "kid", "--deck", "hony"), "--deck: Pollen Wars has no deck hony: did you mean honey?"),
    (("pollen-wars", "--by", "kid", "--chart", "kid.gif"), "must end in .svg or .png"),
    (("belle-of-the-ball", "--by", "gossip,id"), "gossip and id have more than 1,000 pairs of values"),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG, ids=[" ".join(arguments) for arguments, _ in WRONG])
def test_a_wrong_command_line_exits_with_2(folder: Path, arguments: tuple[str, ...], said: str) -> None:
    result = call(*arguments)
    assert (result.exit_code, result.stdout) == (2, "") and said in result.stderr
    assert list(folder.iterdir()) == []


def test_a_game_with_wrong_cells_is_not_counted(pollen_wars: Path) -> None:
    table = pollen_wars / "honey.csv"
    table.write_text(table.read_text("utf-8").replace(",green,", ",grene,", 1), "utf-8")
    result = call(str(pollen_wars))
    assert (result.exit_code, result.stdout) == (1, "") and "timing is 'grene', not one of" in result.stderr


def test_a_chart_never_lands_in_the_game(pollen_wars: Path) -> None:
    result = call(str(pollen_wars), "--chart", str(pollen_wars / "chart.svg"))
    assert result.exit_code == 1 and "would be written into the game's folder" in result.stderr
    assert not (pollen_wars / "chart.svg").exists()
