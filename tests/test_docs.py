"""The reference pages name what there is: every key of game.yaml and of layouts, every rule, every word."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from beeprint import leaflet, rules
from beeprint.base.problems import Place
from beeprint.draw import shape
from beeprint.face import template
from beeprint.face.template import slots
from beeprint.files.nodes import read_yaml
from beeprint.files.schema import understand
from beeprint.files.workspace import Workspace, font_catalogue
from beeprint.game import columns, conditions, model
from beeprint.rules.rule import Rule
from beeprint.sheet import Registration, papers, spec

ROOT = Path(__file__).parents[1]
GAME = (model.GameSpec, model.DeckSpec, model.TableSpec, model.Back, columns.Column)
SHAPES = (model.CardShape, model.HexShape, model.PolygonShape, model.RoundShape, model.DieShape)
SLOTS = (slots.TextSlot, slots.PictureSlot, slots.IconSlot, slots.ShapeSlot, slots.GridSlot, slots.Repeat)
SHEETS = (spec.SheetSpec, spec.Fits, Registration)


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text("utf-8")


def coded(text: str) -> set[str]:
    """Return every word that stands in code, inline or in a block."""
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    blocks = re.findall(r"```.*?\n(.*?)```", text, re.DOTALL)
    return set(re.findall(r"[\w#-]+", " ".join([*inline, *blocks])))


def words(model: type[BaseModel]) -> set[str]:
    """Return a model's keys, and the words that are the values of one."""
    found = {info.alias or name for name, info in model.model_fields.items()}
    kinds: list[Any] = [info.annotation for info in model.model_fields.values()]
    while kinds:
        inner = get_args(kinds.pop())
        found |= {word for word in inner if isinstance(word, str) and word}
        kinds += [kind for kind in inner if not isinstance(kind, str)]
    return found


@pytest.mark.parametrize(
    ("name", "models"),
    [
        ("game.md", (*GAME, *SHAPES)),
        ("layouts.md", (*SLOTS, *SHEETS)),
        ("conditions.md", (conditions.Comparison,)),
        ("leaflets.md", (model.LeafletSpec, leaflet.LeafletLayout, leaflet.Look)),
    ],
)
def test_every_key_and_word_is_on_its_page(name: str, models: tuple[type[BaseModel], ...]) -> None:
    there = coded(page(name)) | (coded(page("cutting.md")) if name == "layouts.md" else set())
    missing = {model.__name__: sorted(words(model) - there) for model in models}
    assert {model: keys for model, keys in missing.items() if keys} == {}


def test_conditions_are_explained_on_their_page_and_linked_from_where_they_are_used() -> None:
    there = coded(page("conditions.md"))
    assert {conditions.EMPTY, conditions.NOT_EMPTY, conditions.ELSE, *get_args(columns.Kind)} <= there
    for name in ("game.md", "layouts.md", "rules.md", "editions.md"):
        assert "](conditions.md)" in page(name)
        assert not {"same-as", "differs-from", "lacks"} & coded(page(name)), f"{name} explains conditions itself"


def test_sizes_and_fonts_are_named() -> None:
    assert set(shape.SIZES) <= coded(page("game.md"))
    fonts = font_catalogue().plain()
    text = page("layouts.md")
    for family, entry in fonts.items():
        assert f"`{family}`" in text
        assert all(style in text for style in entry if style not in ("package", "like"))


def test_papers_are_named(tmp_path: Path) -> None:
    assert set(papers(Workspace(tmp_path))) <= coded(page("layouts.md"))


def test_the_example_of_a_sheet_is_one() -> None:
    section = page("layouts.md").split("\n## Sheets\n")[1]
    (example,) = re.findall(r"```yaml\n(.*?)```", section, re.DOTALL)
    found = understand(spec.SheetSpec, read_yaml(example.encode(), "layouts.md"))
    assert found.paper == (216.0, 330.0)


def test_the_page_of_rules_says_what_each_rule_says_of_itself() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "rules.py"))
    assert page("rules.md") == made["page"]() + "\n", "run: make rules"


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.word())
def test_the_examples_of_a_rule_are_rules(rule: type[Rule]) -> None:
    section = page("rules.md").split(f"\n## {rule.word()}\n")[1]
    examples = read_yaml(re.findall(r"```yaml\n(.*?)```", section, re.DOTALL)[0].encode(), "rules.md").value
    assert isinstance(examples, tuple) and examples
    assert [understand(rule, example).rule for example in examples] == [rule.word()] * len(examples)


def test_the_example_of_a_layout_is_one(tmp_path: Path) -> None:
    (tmp_path / "layouts").mkdir()
    example = re.findall(r"```yaml\n(.*?)```", page("layouts.md"), re.DOTALL)[0]
    (tmp_path / "layouts" / "card.yaml").write_text(example, "utf-8")
    layout = template.load(Workspace(tmp_path), "card", Place("card"))
    assert list(layout.slots) == ["ground", "art", "name", "cost", "seal"]


@pytest.mark.parametrize("path", sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]), ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text("utf-8"), flags=re.DOTALL)
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", prose)
    assert [link for link in links if not (path.parent / link).exists()] == []
