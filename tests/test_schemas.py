"""The JSON Schemas of YAML files: current, sound, silent on what is right and loud on what is wrong."""

from __future__ import annotations

import json
import os
import re
import runpy
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from beeprint import starter
from beeprint.cli import cli
from beeprint.starter import schemas

ROOT = Path(__file__).parents[1]
SHIPPED = ROOT / "generator" / "beeprint" / "starter" / "schemas"
FAULTY = ROOT / "tests" / "faulty"
MADE = runpy.run_path(str(ROOT / "docs" / "schemas.py"))

#: Faults that a schema sees without the rest of the game: the file, and a word of what is said of it.
SEEN = {
    "bad-ink/palette.yaml": "leafgreen",
    "box-key-unknown/layouts/tile.yaml": "box",
    "box-of-three-numbers/layouts/card.yaml": "box",
    "conditions-without-sense/layouts/card.yaml": "is-empty",
    "editions-wrong/game.yaml": "were",
    "engrave-unknown/layouts/card.yaml": "lines",
    "id-and-lists-wrong/game.yaml": "My Game",
    "names-that-are-no-names/layouts/back.yaml": "kind",
    "palette-is-a-list/palette.yaml": "object",
    "paper-of-one-number/layouts/sheets/a4.yaml": "paper",
    "papers-mistyped/layouts/papers.yaml": "heigth",
    "raster-no-resolution/layouts/card.yaml": "600",
    "rule-without-values/game.yaml": "columns",
    "size-zero/layouts/card.yaml": "minimum",
    "style-wrong/layouts/card.yaml": "style",
    "unknown-key/game.yaml": "stok",
    "unknown-rule/game.yaml": "cuont",
    "unknown-shape/game.yaml": "hexagn",
    "unknown-size/game.yaml": "standard-cart",
    "unknown-slot-kind/layouts/card.yaml": "pictur",
    "values-of-a-wrong-kind/layouts/tile.yaml": "align",
}


def shipped() -> Iterator[tuple[str, Path]]:
    """Yield each YAML file that comes with beeprint, with its kind; layouts of a game lie in a folder of its name."""
    for folder in sorted((ROOT / "data").iterdir()):
        for path in sorted(folder.rglob("*.yaml")):
            yield schemas.kind_of(path.relative_to(folder).as_posix()), path
    for path in sorted((ROOT / "layouts").rglob("*.yaml")):
        yield schemas.kind_of(path.relative_to(ROOT).as_posix()), path


def check_jsonschema(*order: str) -> Result:
    """Return what the program says; all processes of a run import this file, and one of them the program."""
    from check_jsonschema.cli import main

    return CliRunner().invoke(main, order)


def refused(files: Iterable[tuple[str, Path]]) -> dict[Path, str]:
    """Check files against the schemas of their kinds; return what is said of those that are refused."""
    by_kind: dict[str, list[str]] = defaultdict(list)
    for kind, path in files:
        by_kind[kind].append(str(path))
    faults: dict[Path, str] = {}
    for kind, paths in by_kind.items():
        order = ["--output-format", "json", "--verbose", "--schemafile", str(SHIPPED / f"{kind}.json"), *paths]
        done = check_jsonschema(*order)
        assert done.exit_code in (0, 1) and done.stdout, done.output
        said = json.loads(done.stdout)
        for error in (*said.get("errors", ()), *said.get("parse_errors", ())):
            path = Path(error["filename"])
            faults[path] = faults.get(path, "") + json.dumps(error)
    return faults


@pytest.mark.parametrize("kind", schemas.KINDS)
def test_the_shipped_schema_is_what_models_and_pages_make(kind: str) -> None:
    made = schemas.written(MADE["schema"](kind))
    assert (SHIPPED / f"{kind}.json").read_text("utf-8") == made, "run: make schemas"


def test_there_is_a_schema_for_each_kind_and_no_other() -> None:
    assert {path.stem for path in SHIPPED.glob("*.json")} == set(schemas.KINDS)


def test_schemas_are_schemas() -> None:
    files = [str(SHIPPED / f"{kind}.json") for kind in schemas.KINDS]
    done = check_jsonschema("--check-metaschema", *files)
    assert done.exit_code == 0, done.output


@pytest.mark.slow
def test_no_shipped_file_is_refused() -> None:
    files = [(kind, path) for kind, path in shipped() if kind]
    assert {kind for kind, _ in files} == set(schemas.PLACES.values())
    assert refused(files) == {}


def test_no_file_of_a_starter_or_of_a_game_from_a_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("Name,Suit,Cost,Text\nBee,sun,2,Buzz.\nAnt,rain,3,\nOwl,sun,1,Hoo.\n", "utf-8")
    starter.write(tmp_path / "plain")
    starter.write(tmp_path / "inkscape", "inkscape")
    starter.write_from(tmp_path / "table", tmp_path / "cards.csv")
    files = []
    for game in ("plain", "inkscape", "table"):
        for path in sorted((tmp_path / game).rglob("*.yaml")):
            first = path.read_text("utf-8").splitlines()[0]
            named = re.fullmatch(r"# yaml-language-server: \$schema=(.+)", first)
            assert named, f"{path} names no schema"
            target = (path.parent / named[1]).resolve()
            assert target.read_text("utf-8") == (SHIPPED / target.name).read_text("utf-8")
            files.append((target.stem, path))
    assert {kind for kind, _ in files} == {"game", "palette", "layout"} and refused(files) == {}


def test_faulty_files_are_refused_for_what_is_wrong_with_them() -> None:
    files = {FAULTY / name: schemas.kind_of(name.partition("/")[2]) for name in SEEN}
    faults = refused((kind, path) for path, kind in files.items())
    assert set(faults) == set(files)
    assert {name: word for name, word in SEEN.items() if word not in faults[FAULTY / name]} == {}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("layout", "slots: {a: {kind: text, text: 5, font: lato, size: 10pt, box: 1 2 3in 4cm, uniform: no}}"),
        ("layout", "extends: [card, style]\nslots: {a: {box: {y: '+5'}}, b: {choose: {by: '{x}', yes: {fill: red}}}}"),
        ("layout", "slots: {a: {kind: grid, pitch: 1cm, each: {b: {kind: icon, icon: sun, box: [0, 0, 1, 1]}}}}"),
        ("layout", "slots: {a: {kind: text, text: x, align: center}, b: {kind: picture, art: x, round: 2}}"),
        ("sheet", "paper: 216 x 330\nmargin: 0.25in\nspacing: 1mm\nfits: {size: 63x88, two-sided: yes}"),
        ("game", "{id: a, version: 0.1, title: 7, decks: {}, languages: en, raster: 600dpi, rules: []}"),
        ("translation", "title: Le jardin\ndecks: {cards: {title: Cartes}}"),
        ("shelf", "{games: 'games/*', players: [full, 3], base-url: 'https://example.org/{folder}'}"),
        ("papers", "a3-plus: {width: 329, height: 48.3cm, source: the manual}"),
    ],
)
def test_what_beeprint_reads_is_not_refused(kind: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "file.yaml").write_text(text, "utf-8")
    assert refused([(kind, tmp_path / "file.yaml")]) == {}


@pytest.mark.parametrize(
    ("kind", "text", "word"),
    [
        ("layout", "slots: {a: {kind: text, fill: red}}", "fill"),
        ("layout", "slots: {a: {kind: text, choose: {by: x, y: {art: z}}}}", "art"),
        ("layout", "slots: {a: {kind: grid, each: {b: {kind: icon, text: sun}}}}", "text"),
        ("profile", "{output: faces, title: x, sheets: [a4]}", "sheets"),
        ("profile", "{output: sheets, title: x}", "sheets"),
        ("sheet", "{paper: a4, margin: wide}", "wide"),
        ("translation", "decks: {cards: {stock: cartes}}", "stock"),
        ("laser", "{title: x, bed: 600 x 400, layers: {score: {name: a, colour: red}}}", "red"),
        ("material", "{title: x, thickness: 3, kerf: 9, distance: 1, feature: 1, hole: 1, source: x}", "maximum"),
        ("leaflet", "{page: [95, 128], body: {align: middle}}", "middle"),
        ("shelf", "{games: [mine], profile: [home-a4]}", "profile"),
        ("shelf", "{languages: [en]}", "games"),
    ],
)
def test_what_beeprint_refuses_is_refused(kind: str, text: str, word: str, tmp_path: Path) -> None:
    (tmp_path / "file.yaml").write_text(text, "utf-8")
    assert word in refused([(kind, tmp_path / "file.yaml")])[tmp_path / "file.yaml"]


@pytest.mark.parametrize("kind", [kind for kind in schemas.KINDS if kind not in ("palette", "papers", "translation")])
def test_every_key_that_a_page_lists_is_explained(kind: str) -> None:
    root = schemas.load(kind)
    definitions = root.get("definitions", {})
    paged = [name for name in definitions if name in MADE["TABLES"] or name.endswith(("Shape", "SlotCase", "Profile"))]
    paged = [name for name in paged if not (kind == "game" and name == "Fits")]  # the rule, not the key of sheets
    keys = {("", key): value for key, value in root.get("properties", {}).items()}
    keys |= {(name, key): value for name in paged for key, value in definitions[name]["properties"].items()}
    assert keys
    for at, value in keys.items():
        while "description" not in value and "$ref" in value:
            value = definitions[value["$ref"].rpartition("/")[2]]
        assert value.get("description"), at


def test_the_command_prints_and_writes_them(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["schema", "sheet"])
    assert done.exit_code == 0 and done.output == (SHIPPED / "sheet.json").read_text("utf-8")
    done = CliRunner().invoke(cli, ["schema", "--into", str(tmp_path / "here")])
    assert done.exit_code == 0
    assert {path.name for path in (tmp_path / "here").iterdir()} == {f"{kind}.json" for kind in schemas.KINDS}


@pytest.mark.skipif(os.name == "nt", reason="links need a right that is not given there")
def test_schemas_are_not_written_through_links_and_all_or_none_are(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("precious", "utf-8")
    (tmp_path / "schemas").mkdir()
    for kind, name in (("game", "precious"), ("layout", "new")):
        (tmp_path / "schemas" / f"{kind}.json").symlink_to(tmp_path / name)
    (tmp_path / "schemas" / "profile.json").mkdir()
    done = CliRunner().invoke(cli, ["schema", "--into", str(tmp_path / "schemas")])
    assert done.exit_code == 1 and "profile.json: error: a folder has the name of a file to be written" in done.stderr
    assert len(list((tmp_path / "schemas").iterdir())) == 3
    (tmp_path / "schemas" / "profile.json").rmdir()
    assert CliRunner().invoke(cli, ["schema", "--into", str(tmp_path / "schemas")]).exit_code == 0
    assert json.loads((tmp_path / "schemas" / "game.json").read_text("utf-8"))["title"] == "beeprint: game"
    assert (tmp_path / "precious").read_text("utf-8") == "precious" and not (tmp_path / "new").exists()


@pytest.mark.parametrize(("words", "said"), [(["shet"], "did you mean sheet?"), ([], "there is no schema")])
def test_an_unknown_kind_is_refused(words: list[str], said: str) -> None:
    done = CliRunner().invoke(cli, ["schema", *words])
    assert done.exit_code == 2 and said in done.stderr
