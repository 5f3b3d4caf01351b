"""Installed packages add rules, outputs, profiles and starters; no game makes one load by naming it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from command import call, made

PLUGIN = Path(__file__).parent / "plugin"
BROKEN = "raise RuntimeError('no garden today')\n"


def installed(folder: Path, broken: bool = False) -> Path:
    """Return a folder that holds the plug-in as an installer leaves it: its package, and what its metadata say."""
    project = tomllib.loads((PLUGIN / "pyproject.toml").read_text("utf-8"))["project"]
    shutil.copytree(PLUGIN / "beeprint_garden", folder / "beeprint_garden")
    if broken:
        (folder / "beeprint_garden" / "__init__.py").write_text(BROKEN, "utf-8")
    notes = folder / f"beeprint_garden-{project['version']}.dist-info"
    notes.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (notes / "METADATA").write_text(head, "utf-8")
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
        for group, entries in project["entry-points"].items()
    ]
    (notes / "entry_points.txt").write_text("\n".join(groups), "utf-8")
    return folder


def run(place: Path, *arguments: str, plugin: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run beeprint in a folder, with the plug-in where it is given."""
    known = [str(plugin)] if plugin else []
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*known, os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-m", "beeprint", *arguments]
    return subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(tmp_path_factory.mktemp("site"))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a small game whose values do not rise in one row, against a rule of the plug-in."""
    monkeypatch.chdir(tmp_path)
    made("new", "mine")
    text = (tmp_path / "mine" / "game.yaml").read_text("utf-8")
    rule = "rules:\n  - {rule: ascending, deck: cards, column: value}\n"
    (tmp_path / "mine" / "game.yaml").write_text(text.replace("#rules:\n", rule), "utf-8")
    return tmp_path


@pytest.mark.slow
def test_a_rule_and_an_output_are_used_and_list_says_where_they_come_from(place: Path, garden: Path) -> None:
    result = run(place, "check", "mine", plugin=garden)
    assert "cards.csv:8:21: error: value does not rise (R1, column value, cell D8)" in result.stderr
    made = run(place, "build", "mine", "--draft", "--profile", "piece-list", plugin=garden)
    assert made.returncode == 0, made.stderr
    lines = (place / "output" / "mine" / "piece-list" / "pieces.txt").read_text("utf-8").splitlines()
    assert lines[0] == "2 x S1" and f"pieces.txt: {len(lines)} lines" in made.stderr
    said = run(place, "list", plugin=garden).stdout
    assert "piece-list               the pieces as a list (from beeprint-garden 1.2)" in said
    assert "beeprint-garden 1.2      rule ascending, output piece-list, layouts, starter bed" in said
    assert "plug-ins" not in run(place, "list").stdout


def test_schemas_know_what_plug_ins_add(place: Path, garden: Path) -> None:
    rule = json.loads(run(place, "schema", "game", plugin=garden).stdout)["definitions"]["Rule"]
    assert "ascending" in rule["properties"]["rule"]["enum"]
    assert rule["allOf"][-1]["then"] == {"$ref": "#/definitions/Ascending"}
    assert "piece-list" in run(place, "schema", "profile", plugin=garden).stdout
    assert "ascending" not in call("schema", "game").stdout


def test_a_starter_of_a_plug_in_is_a_game(place: Path, garden: Path) -> None:
    assert run(place, "new", "flowers", "--from", "bed", plugin=garden).returncode == 0
    assert "1 piece" in call("build", "flowers").stderr


def test_without_the_plug_in_its_words_are_unknown(place: Path) -> None:
    result = call("check", "mine")
    assert result.exit_code == 1
    assert "game.yaml" in result.stderr and "there is no rule ascending" in result.stderr


@pytest.mark.slow
def test_a_plug_in_that_cannot_be_imported_says_so_and_harms_nobody_else(place: Path, tmp_path: Path) -> None:
    broken = installed(tmp_path / "site", broken=True)
    result = run(place, "check", "mine", plugin=broken)
    assert result.returncode == 1
    message = "beeprint-garden 1.2: error: its beeprint.rules entry point ascending cannot be loaded: no garden today"
    assert message in result.stderr and "Traceback" not in result.stderr
    said = run(place, "list", plugin=broken).stdout
    assert "piece-list               cannot be read: its beeprint.outputs entry" in said
    assert run(place, "new", "other", plugin=broken).returncode == 0
    assert run(place, "build", "other", plugin=broken).returncode == 0


def test_no_game_loads_a_package_by_naming_it(place: Path, garden: Path) -> None:
    """A rule is found by its word alone: the name of a module, or of a package and its object, is no word."""
    names = ("beeprint_garden:Ascending", "beeprint_garden", "json")
    lines = (place / "mine" / "game.yaml").read_text("utf-8").splitlines(keepends=True)
    [rule] = [line for line in lines if "rule: ascending" in line]
    named = "".join(rule.replace("ascending", f'"{name}"') for name in names)
    (place / "mine" / "game.yaml").write_text("".join(lines).replace(rule, named), "utf-8")
    result = run(place, "check", "mine", plugin=garden)
    for name in names:
        assert f"there is no rule {name}" in result.stderr


def test_a_misspelt_key_of_a_plug_ins_profile_is_an_error(place: Path, garden: Path) -> None:
    profiles = place / "mine" / "layouts" / "profiles"
    profiles.mkdir(parents=True)
    (profiles / "mine.yaml").write_text("title: mine\noutput: piece-list\nfiel: a.txt\n", "utf-8")
    result = run(place, "build", "mine", "--draft", "--profile", "mine", plugin=garden)
    assert "mine.yaml:3:1: error: unknown key fiel\n    hint: did you mean file?" in result.stderr
