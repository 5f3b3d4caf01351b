"""All built-in games: sound, whole, printable; and what is particular to one of them."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner

import sheets
from beeprint import pipeline
from beeprint.base.options import Options
from beeprint.base.problems import Place
from beeprint.base.store import Store
from beeprint.cli import cli
from beeprint.game import edition, model
from beeprint.leaflet.reading import Block, read
from beeprint.outputs.shared import scenes
from beeprint.sources.workspace import Workspace, built_in_games

GAMES = sorted(built_in_games())

FIVE = {"a-nest-for-the-queen", "belle-of-the-ball", "butine", "eye-of-the-bee-holder", "pollen-wars"}


def test_there_are_five() -> None:
    assert set(GAMES) == FIVE
    listed = CliRunner().invoke(cli, ["list"]).stdout
    assert [line.split()[0] for line in listed.splitlines()[:5]] == GAMES


def lying(name: str) -> dict[str, Counter[str]]:
    """Count the pieces of each deck at the places of a game's set-up, in each edition; a pile is `pile of` them."""
    whole, _ = model.load(Workspace(built_in_games()[name]))
    editions = [variant for variant, _ in edition.variants(whole, edition.editions(whole))]
    assert scenes.check(whole, editions) == []
    counts: dict[str, Counter[str]] = {}
    for game in (whole, *editions):
        counts[game.edition] = Counter()
        for place in scenes.read(game, "set-up.yaml", Place("set-up.yaml")).lying:
            assert place.pieces
            pile = "pile of " if place.spot.as_ == "pile" else ""
            counts[game.edition].update(f"{pile}{deck.name}" for deck, _ in place.pieces)
    return counts


def test_the_tables_of_all_editions_have_what_the_rules_deal() -> None:
    for counts in lying("pollen-wars").values():
        # Three queens with a pattern, a honey and a royal jelly card each, and four dormant patterns.
        assert (counts["pattern"], counts["honey"], counts["jelly"], counts["die"]) == (7, 3, 3, 1)
        assert (counts["forager"], counts["soldier"], counts["ladybird"]) == (27, 15, 3)
    for name, counts in lying("butine").items():
        packs = ("quick",) if name == "quick" else ("family",) if name == "family" else ("quick", "hive")
        assert sum(counts[deck] for deck in packs) == 3 * 3 + 4
        assert {deck: counts[f"pile of {deck}"] for deck in packs} == dict.fromkeys(
            packs, 48 if name == "family" else 24
        )
    [nest] = lying("a-nest-for-the-queen").values()
    assert (nest["die"], nest["pile of action"], nest["pile of ability"], nest["marker"]) == (3, 28, 16, 4)
    [ball] = lying("belle-of-the-ball").values()
    assert (ball["pile of guests"], ball["pile of belles"]) == (96 + 3, 12)
    [eye] = lying("eye-of-the-bee-holder").values()
    assert (eye["facets"], eye["favor"]) == (6, 1)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.slow
def test_a_game_is_sound_and_every_printed_piece_is_on_its_sheets(name: str, tmp_path: Path, store: Store) -> None:
    options = Options(profiles=("home-a4", "faces"), output=tmp_path)
    checked = pipeline.check(built_in_games()[name], options, store)
    assert checked.problems == ()
    spec = checked.game.spec
    assert spec.unofficial and spec.credits
    # The rules are in the box, or are named as not included.
    assert bool(spec.leaflet) != any("rule" in what for what in spec.not_included)
    target = pipeline.build(checked, options).target
    seen: Counter[str] = Counter()
    for path in sorted((target / "home-a4").glob("*.pdf")):
        job = pikepdf.Job(["qpdf", "--check", str(path)])
        job.run()
        assert job.exit_code == 0 and not job.has_warnings
        with pikepdf.open(path) as pdf:
            assert not [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
            two_sided = any(b"Duplex" in key.encode() for key in pdf.Root.ViewerPreferences)
        pieces = sheets.pieces(path)
        seen.update(piece.id for piece in pieces if not two_sided or piece.page % 2 == 0)
    assert set(seen.values()) == {1}
    boxes = {piece_id for piece_id in seen if piece_id.split("/")[0] in checked.game.boxes}
    assert {box.split("/")[0] for box in boxes} == set(checked.game.boxes) == set(spec.boxes)
    printed = {
        f"{deck.name}/{row.id}#{number}"
        for deck in checked.game.decks.values()
        for row in deck.rows.rows
        for number in range(1, deck.printed(row) + 1)
    }
    assert set(seen) - boxes == printed
    manifest = json.loads((target / "manifest.json").read_text("utf-8"))
    assert {piece["id"] for piece in manifest["pieces"]} == {name.split("#")[0] for name in printed} | {
        f"{deck.name}/{row.id}" for deck in checked.game.decks.values() for row in deck.rows.rows
    }


def test_some_bee_always_wins_alone() -> None:
    """For all 46,080 arrangements of the six facets (6! orders, 2^6 sides) the 64 bees have 64 different ranks."""
    game, _ = model.load(Workspace(built_in_games()["eye-of-the-bee-holder"]))
    rows = game.decks["bees"].rows.rows
    traits = ("texture", "antennae", "weapon", "pattern", "wings", "payload")
    values = [sorted({row.texts[trait] for row in rows}) for trait in traits]
    assert [len(pair) for pair in values] == [2] * 6
    bits = [[pair.index(row.texts[trait]) for trait, pair in zip(traits, values, strict=True)] for row in rows]
    assert len({tuple(bee) for bee in bits}) == 64
    for order in permutations(range(6)):
        # A bee's rank is the facets it matches, read from slot 1 down; turning facets over flips the same bits of all.
        keys = [sum(bee[facet] << (5 - slot) for slot, facet in enumerate(order)) for bee in bits]
        for sides in range(64):
            ranks = {key ^ sides for key in keys}
            assert len(ranks) == 64 and max(ranks) == 63


def test_the_leaflet_judges_its_example_as_the_facets_do() -> None:
    """Step by step the example names those who drop out, and at last who wins."""
    game, _ = model.load(Workspace(built_in_games()["eye-of-the-bee-holder"]))
    text = (built_in_games()["eye-of-the-bee-holder"] / "rules.md").read_text("utf-8")
    example = text[text.index("> **Example.**") : text.index("### :manipulate:")]
    bees = [game.decks["bees"].rows.by_id[name].texts for name in re.findall(r"bees/(B\d\d)(?=[ )])", example)]
    faces = [face.partition(":") for face in re.findall(r"facets/([a-z:]+)", example)]
    facets = [game.decks["facets"].rows.by_id[name].texts["b" if side else "a"] for name, _, side in faces]
    steps = re.findall(r"^> \d\. \{traits/(\w+)\.name\}(.*?)(?=^> \d\.|^>$)", example, re.M | re.S)
    assert len(bees) == 4 and len(facets) == 6 and [wish for wish, _ in steps] == facets[: len(steps)]
    for (wish, told), (attribute, _, _) in zip(steps, faces, strict=False):
        meeting = [bee for bee in bees if bee[attribute] == wish] or bees
        gone = {bee["given"] for bee in bees if bee not in meeting}
        assert gone <= set(re.findall(r"givens/(\w+)", told))
        assert bool(gone) == ("out" in told and "Nothing happens" not in told)
        bees = meeting
    assert [bee["given"] for bee in bees] == [re.findall(r"givens/(\w+)", steps[-1][1])[-1]]


@pytest.mark.slow
def test_butine_is_french_when_asked(tmp_path: Path, store: Store) -> None:
    options = Options(profiles=("home-a4",), output=tmp_path, language="fr")
    checked = pipeline.check(built_in_games()["butine"], options, store)
    assert checked.problems == ()
    target = pipeline.build(checked, options).target
    assert target.name == "butine.fr"
    with pypdfium2.PdfDocument(target / "home-a4" / "rules.pdf") as pdf:
        words = " ".join(page.get_textpage().get_text_bounded() for page in pdf)
    assert "mise en place" in words.lower() and "setup" not in words.lower()


def test_butines_french_says_tu() -> None:
    folder = built_in_games()["butine"] / "lang" / "fr"
    texts = " ".join(path.read_text("utf-8") for path in (folder / "rules.md", folder / "reference.csv"))
    assert re.findall(r"\b(?:vous|votre|vos|\w+ez)\b", texts, re.IGNORECASE) == []
    assert re.findall(r"\b(?:tu|ton|tes)\b", texts)


TRANSLATED = sorted(path for folder in built_in_games().values() for path in folder.glob("lang/*/rules.md"))


def _skeleton(blocks: Iterable[Block]) -> Iterator[tuple[object, ...]]:
    """Yield of each block what no language changes: its kind, its number, what it shows, its figures and icons."""
    for block in blocks:
        marks = sorted(re.findall(r"\{[^}]*\}|:[a-z][a-z-]*:", block.text))
        yield block.kind, block.mark, block.depth, block.shown, marks, tuple(_skeleton(block.inner))


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: f"{path.parts[-4]}-{path.parts[-2]}")
def test_a_translated_leaflet_has_the_rules_of_the_original_in_the_same_order(path: Path) -> None:
    original = path.parents[2] / "rules.md"
    ours, theirs = (list(_skeleton(read(file.read_text("utf-8"), file.name))) for file in (original, path))
    assert ours == theirs


def test_the_nest_prints_few_of_its_hundred_sheets_unless_asked(tmp_path: Path, store: Store) -> None:
    # Without its leaflet, which takes longer than its sheets.
    folder = tmp_path / "a-nest-for-the-queen"
    shutil.copytree(built_in_games()[folder.name], folder, ignore=shutil.ignore_patterns("src"))
    text, count = re.subn(r"(?m)^leaflet: .*\n", "", (folder / "game.yaml").read_text("utf-8"))
    assert count == 1
    (folder / "game.yaml").write_text(text, "utf-8")
    game, _ = model.load(Workspace(folder))
    ((deck, row),) = [(deck, row) for deck in game.decks.values() for row in deck.rows.rows if row.copies == 100]
    assert deck.printed(row) == 4
    options = Options(profiles=("home-a4",), output=tmp_path / "out", only={deck.name: ()}, copies={deck.name: 100})
    checked = pipeline.check(folder, options, store)
    (path,) = (pipeline.build(checked, options).target / "home-a4").glob("sheets.pdf")
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 50
