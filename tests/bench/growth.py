"""A game as large as asked, made from the bees of Eye of the Bee-holder: its art, its layout, its rows over and over.

Each card is one of its own: id, title and second line come from its number.
"""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

COLUMNS = ("title", "line")

GAME = """\
id: many-bees
version: "1.0"
title: Many Bees
summary: as many bees as asked
players: 2-5
languages: [en]
palette: palette.yaml
most-pieces: {most}
tables:
  attributes: {{title: attributes, data: attributes.csv, columns: {{name: text}}}}
  traits:
    title: traits
    data: traits.csv
    columns: {{attribute: {{type: ref, table: attributes}}, side: {{type: choice, of: [a, b]}}, name: text, wish: text}}
  coats: {{title: coats, data: coats.csv, columns: {{name: text, stage: text}}}}
  poses: {{title: poses, data: poses.csv, columns: {{name: text}}}}
decks:
  bees:
    title: Bee cards
    noun: bees
    data: bees.csv
    columns:
      texture: {{type: choice, of: [fuzzy, shiny]}}
      antennae: {{type: choice, of: [feathered, whips]}}
      weapon: {{type: choice, of: [stinger, mandibles]}}
      pattern: {{type: choice, of: [striped, solid]}}
      wings: {{type: choice, of: [sleek, flutter]}}
      payload: {{type: choice, of: [honey, pollen]}}
      coat: {{type: ref, table: coats}}
      mood: {{type: choice, of: [coy, proud, wink, dreamy]}}
      pose: {{type: ref, table: poses}}
      title: text
      line: text
    shape: {{kind: card, size: standard-card, corner: 3}}
    front: many-bees/bee
    back: {{layout: eye-of-the-bee-holder/bee-back}}
    stock: cards
rules:
  - {{rule: count, table: attributes, is: 6}}
  - {{rule: count, table: traits, is: 12}}
  - {{rule: count, table: coats, is: 4}}
  - {{rule: count, table: poses, is: 8}}
  - {{rule: count, deck: bees, is: {cards}}}
  - {{rule: unique, deck: bees, column: title}}
  - {{rule: same-back, deck: bees}}
"""

LAYOUT = """\
extends: eye-of-the-bee-holder/bee
slots:
  name: {text: "{title}"}
  kit: {text: "{line}"}
"""


def make(source: Path, folder: Path, cards: int) -> None:
    """Write a game of so many distinct bees into a new folder."""
    shutil.copytree(source / "art", folder / "art", ignore=shutil.ignore_patterns("src"))
    for name in ("attributes.csv", "traits.csv", "coats.csv", "poses.csv", "givens.csv", "kits.csv", "palette.yaml"):
        shutil.copyfile(source / name, folder / name)
    (folder / "game.yaml").write_text(GAME.format(cards=cards, most=max(cards, 20_000)), "utf-8")
    layout = folder / "layouts" / "many-bees" / "bee.yaml"
    layout.parent.mkdir(parents=True)
    layout.write_text(LAYOUT, "utf-8")
    with (source / "bees.csv").open(encoding="utf-8", newline="") as stream:
        bees = list(csv.DictReader(stream))
    kept = [name for name in bees[0] if name not in ("given", "kit")]
    with (folder / "bees.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([*kept, *COLUMNS])
        for number in range(cards):
            writer.writerow(_row(bees[number % len(bees)], kept, number))


def _row(bee: dict[str, str], kept: list[str], number: int) -> list[str]:
    """Return the row of a card: a bee with a number, and a name from it."""
    texts = {**bee, "id": f"B{number:05}"}
    title = f"{bee['coat'].title()} {bee['given'].title()} {number}"
    return [*(texts[name] for name in kept), title, f"{bee['kit'].replace('-', ' ').title()}, no. {number}"]
