"""Decks of strangers' tables in other sizes, shapes, templates and looks: nothing goes wrong that was right before."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

import messy
from beeprint import pipeline, starter
from beeprint.base.options import CheckOptions
from beeprint.base.store import Store
from beeprint.edit import History, deck_sizes, deck_templates
from beeprint.edit.deck_shapes import shape_choices
from beeprint.edit.palette import ink_uses
from beeprint.game import model
from beeprint.game.model import Game
from beeprint.sources.workspace import Workspace
from beeprint.studio.roomy_designs import with_room
from cases import spread

ROUND = {"kind": "round", "diameter": 25}


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """Return a game that a stranger's workbook makes."""
    (tmp_path / "cards.xlsx").write_bytes(messy.english())
    starter.write_from(tmp_path / "game", tmp_path / "cards.xlsx")
    return tmp_path / "game"


def loaded(folder: Path) -> Game:
    return model.load(Workspace(folder))[0]


def problems(folder: Path) -> Counter[str]:
    return Counter(problem.message for problem in pipeline.check(folder, CheckOptions()).problems)


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def entry(folder: Path) -> dict[str, Any]:
    decks = yaml.safe_load((folder / "game.yaml").read_text("utf-8"))["decks"]
    return dict(decks[next(iter(decks))])


SHAPES = [(choice.title, way) for choice in shape_choices() for way in ("template", "fit")]
FEW = {("Round token", "template"), ("Round token", "fit"), ("Mini card", "template"), ("Square tile", "template"),
       ("Hexagon", "template"), ("Tarot card", "fit"), ("Square tile", "fit")}  # fmt: skip


@pytest.mark.parametrize(("title", "way"), spread(SHAPES, FEW.__contains__))
def test_a_deck_of_another_shape_has_no_problem_that_it_did_not_have(made: Path, title: str, way: str) -> None:
    before, shape = problems(made), next(choice.shape for choice in shape_choices() if choice.title == title)
    game = loaded(made)
    deck = next(iter(game.decks))
    if way == "template":
        template = deck_templates.proposal(game, deck, shape).template
        if not template:
            pytest.skip("no template is made for this shape")
        change = deck_templates.set_template(game, deck, template, "", shape)
    else:
        change = with_room(game, deck, deck_sizes.set_shape(game, deck, shape, True), Store())
    History().apply(change)
    assert problems(made) - before == Counter()
    assert entry(made)["shape"] == shape


def test_a_template_is_a_new_layout_beside_the_old_one_and_one_step_to_undo(made: Path) -> None:
    before, kept = files(made), entry(made)
    history = History()
    game = loaded(made)
    deck = next(iter(game.decks))
    history.apply(deck_templates.set_template(game, deck, "item", "dark"))
    after, now = files(made), entry(made)
    assert {name for name in before if after[name] != before[name]} == {"game.yaml", "palette.yaml"}
    assert f"layouts/{deck}-item.yaml" in after and now.pop("front") == f"{deck}-item" and kept.pop("front") == deck
    assert now == kept, "its table, columns, back and size stay"
    layout = after[f"layouts/{deck}-item.yaml"].decode()
    assert "fill: dark-plate" in layout and "art: look-dark/badge" in layout, "the look of the other decks stays"
    assert deck_templates.look_of(loaded(made), deck) == "dark"
    history.undo()
    assert files(made) == before


def test_the_back_takes_the_look_of_the_fronts_too_where_that_is_wished(made: Path) -> None:
    game = loaded(made)
    deck = next(iter(game.decks))
    assert deck_templates.keeps_old_look(game, deck, "dark")
    assert not deck_templates.keeps_old_look(game, deck, "")  # the look that it has
    before, wrong = files(made), problems(made)
    history = History()
    history.apply(deck_templates.set_template(game, deck, "item", "dark", back=True))
    after = files(made)
    layout = after[f"layouts/{deck}-back.yaml"].decode()
    assert "fill: dark-back" in layout and "art: look-dark/back" in layout
    assert after["layouts/back.yaml"] == before["layouts/back.yaml"] and "art/look-dark/back.svg" in after
    assert entry(made)["back"] == {"layout": f"{deck}-back"} and not problems(made) - wrong
    assert not deck_templates.keeps_old_look(loaded(made), deck, "dark")
    history.undo()
    assert files(made) == before
    own = made / "layouts" / "back.yaml"
    own.write_text(own.read_text("utf-8").replace("width: 0.5", "width: 0.6"), "utf-8", newline="")
    assert not deck_templates.keeps_old_look(loaded(made), deck, "dark"), "a person has changed it"


@pytest.mark.parametrize("back", [False, True])
def test_another_look_adds_only_the_inks_that_its_layouts_use(made: Path, back: bool) -> None:
    game = loaded(made)
    deck = next(iter(game.decks))
    History().apply(deck_templates.set_template(game, deck, "item", "antique", back=back))
    now = loaded(made)
    added = now.palette.keys() - game.palette.keys()
    assert added and added <= {use.ink for use in ink_uses(now)}


def test_a_template_of_a_shape_brings_its_shape_and_one_of_cards_goes_back(made: Path) -> None:
    game = loaded(made)
    deck = next(iter(game.decks))
    outcome = deck_templates.outcome(game, deck, "token")
    assert (outcome.width, outcome.height) == (35, 35) and "Rules Text" in outcome.off
    History().apply(deck_templates.set_template(game, deck, "token"))
    assert entry(made)["shape"] == {"kind": "round", "diameter": 35}
    assert deck_templates.proposal(loaded(made), deck, {"kind": "card", "size": "standard-card"}).template == "action"
    History().apply(deck_templates.set_template(loaded(made), deck, "action"))
    assert entry(made)["shape"] == {"kind": "card", "size": "standard-card", "corner": 3}


def test_a_shape_is_proposed_a_template_and_why(made: Path) -> None:
    game = loaded(made)
    deck = next(iter(game.decks))
    proposed = deck_templates.proposal(game, deck, ROUND)
    assert proposed == ("token", "a round piece has room for a picture, a number and a name", False)
    assert deck_templates.proposal(game, deck, {"kind": "card", "size": "us-poker"}).suits
    assert deck_templates.proposal(game, deck, {"kind": "die-net", "edge": 16}).template == ""


def test_a_back_that_beeprint_made_follows_the_shape(made: Path) -> None:
    game = loaded(made)
    deck = next(iter(game.decks))
    History().apply(deck_sizes.set_shape(game, deck, {"kind": "round", "diameter": 40}, True))
    slots = yaml.safe_load((made / "layouts" / "back.yaml").read_text("utf-8"))["slots"]
    assert "corners" not in slots and slots["frame"]["shape"] == "outline"


def test_what_has_no_room_is_left_out_of_a_design_and_said(made: Path) -> None:
    game = loaded(made)
    deck = next(iter(game.decks))
    change = with_room(game, deck, deck_sizes.set_shape(game, deck, ROUND, True), Store())
    words = [problem.message for problem in change.warnings]
    assert len(words) == 1 and words[0].endswith("have no room on these pieces") and "text on the front" in words[0]
