"""Every box that can be built of the five games: its leaflet tells of what its manifest holds, and of nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from beeprint import pipeline
from beeprint.base.options import Options
from beeprint.base.store import Store
from beeprint.drawing.drawing import Run, walk
from beeprint.game import edition, model
from beeprint.outputs.shared import Checked, listing
from beeprint.sources.workspace import Workspace, built_in_games

#: The headings of the list of components.
HEADINGS = {"": "In the box", "fr": "Contenu de la boîte"}


def boxes() -> Iterator[tuple[str, str, int | None, str]]:
    """Yield each game with each of its editions, numbers of players and languages."""
    for name, folder in built_in_games().items():
        spec = model.declared(Workspace(folder))
        for language in ("", *spec.languages[1:]):
            for key in ("", *spec.editions):
                yield name, key, None, language
            span = edition.players_of(spec.players)
            assert span is not None
            for players in range(span[0], span[1] + 1):
                yield name, "", players, language
    yield "pollen-wars", "kid", 3, ""
    yield "butine", "family", 2, "fr"


BOXES = list(boxes())


def checked_box(box: tuple[str, str, int | None, str], store: Store) -> tuple[Checked, Options]:
    name, edition, players, language = box
    options = Options(edition=edition, players=players, language=language)
    return pipeline.check(built_in_games()[name], options, store), options


def words_of(checked: Checked) -> list[str]:
    """Return the words of a leaflet's pages, without their numbers, run by run."""
    assert checked.leaflet is not None
    words = []
    for page in checked.leaflet.pages:
        runs = [mark.text.strip() for mark, _ in walk(page.marks) if isinstance(mark, Run)]
        words += runs[:-1] if runs[-1].isdigit() else runs
    return words


@pytest.mark.parametrize("box", BOXES, ids=lambda box: "-".join(str(part) for part in box if part))
@pytest.mark.slow
def test_the_leaflet_lists_what_the_manifest_holds(box: tuple[str, str, int | None, str], store: Store) -> None:
    checked, options = checked_box(box, store)
    assert checked.problems == ()
    held: Counter[str] = Counter()
    for piece in listing.pieces(checked, options):
        held[piece["deck"]] += piece.get("printed", piece["copies"])
    titles = {deck.spec.title: name for name, deck in checked.game.decks.items()}
    words = words_of(checked)
    lines = words[words.index(HEADINGS[checked.game.language]) + 1 :]
    listed: Counter[str] = Counter()
    for at, count in enumerate(lines):
        # A title may take several lines, each a run of its own.
        joined = [re.sub(r" \(\D+ \d+\)$", "", " ".join(lines[at + 1 : at + 1 + runs])) for runs in (1, 2, 3)]
        deck = next((titles[title] for title in joined if title in titles), None)
        if count.isdigit() and deck is not None and deck not in listed:
            listed[deck] = int(count)
    assert listed == +held
    players = checked.game.range_of_players or checked.game.spec.players
    players = players.replace("-", " à " if checked.game.language == "fr" else "\u2013")
    assert re.search(rf"\b(For|for|Pour) {players}\s(players|hosts|queens|joueurs)\b", " ".join(words))


def said(store: Store, name: str, edition: str = "", players: int | None = None, language: str = "") -> str:
    checked, _ = checked_box((name, edition, players, language), store)
    return " ".join(words_of(checked))


@pytest.mark.slow
def test_butines_leaflet_tells_of_no_pack_that_its_box_lacks(store: Store) -> None:
    full, quick, family = (said(store, "butine", edition) for edition in ("", "quick", "family"))
    assert "family" not in full.lower() and "hourglass" in full
    assert "24 Hive cards with the hourglass" in quick and "without the hourglass" not in quick
    assert "48 Hive cards, family pack" in family and "hourglass" not in family
    assert "Bizzy Bee!" in full and "Bizzy Bee!" in said(store, "butine", language="fr")


@pytest.mark.slow
def test_the_kid_games_leaflet_has_neither_mites_nor_raids(store: Store) -> None:
    kid, raids, full = (said(store, "pollen-wars", edition).lower() for edition in ("kid", "kid-raids", ""))
    for word in ("varroa", "infested", "remedy", "fungus", "mutin"):
        assert word in full and word not in kid
    assert "mutin" in raids and "injured" in raids
    for word in ("varroa", "infested", "remedy", "fungus", "dead"):
        assert word not in raids
    assert "tells you how" in full and "tells you how" not in kid


@pytest.mark.slow
def test_a_box_for_three_queens_tells_of_three_hives(store: Store) -> None:
    three = said(store, "pollen-wars", players=3)
    assert "black (" not in three and "3 Hive boards" in three and "3 Fungus tiles" in three
    assert "on 5." in three and "10 with" not in three


@pytest.mark.slow
def test_the_nests_leaflet_lists_the_sheets_that_are_printed(store: Store) -> None:
    whole, two = said(store, "a-nest-for-the-queen"), said(store, "a-nest-for-the-queen", players=2)
    assert "4 Nest sheets" in whole and "2 Nest sheets" in two
    assert "100" not in whole + two  # the pad of the published game, of which nobody misses the rest


def test_the_sums_in_the_rules_add_up() -> None:
    text = (built_in_games()["pollen-wars"] / "rules.md").read_text("utf-8")
    text = text.replace("\u00a0", " ").replace("\u2212", "-")
    sums = re.findall(r"(\d(?: [+-] \d)+) = \*{0,2}(-?\d+)", text)
    # A pattern of ten, and a raid with each kind of result.
    assert {result for _, result in sums} >= {"10", "12", "8", "5", "4", "0", "-1"}
    for terms, result in sums:
        assert sum(int(term) for term in re.findall(r"[+-]?\d", terms.replace(" ", ""))) == int(result), terms
