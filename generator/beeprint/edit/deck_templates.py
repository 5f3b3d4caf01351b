"""Another template and look for a deck that is there: a new layout of its own columns, beside the one it had."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from beeprint.base.problems import did_you_mean, error_at
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.edit.change import Edit
from beeprint.edit.deck_backs import follow_shape, look_of_back, set_look_back, take_drawings
from beeprint.edit.deck_layouts import family, free_layout, layout_path
from beeprint.edit.deck_shapes import outline_of
from beeprint.edit.decks import ORDER, check_deck
from beeprint.edit.draft import Draft
from beeprint.edit.picture_columns import DeckPictures
from beeprint.game.model import Deck, Game
from beeprint.sources.nodes import read_yaml
from beeprint.starter import arranged_face, card_templates, looks, pages
from beeprint.starter.arrangement import Plan, fitting
from beeprint.starter.card_templates import TEMPLATES
from beeprint.starter.deck_of_table import DeckOfTable, Guess
from beeprint.starter.folder import look_into, typical_aspect
from beeprint.starter.guess import guess, plain
from beeprint.starter.looks import LOOKS


class Proposal(NamedTuple):
    """A template for a deck whose pieces get a shape, and why; `suits` says that it is one for the old shape too."""

    template: str
    why: str
    suits: bool


class Outcome(NamedTuple):
    """What a template makes of a deck: the size of its pieces in mm, and the heads of columns that have no room."""

    width: float
    height: float
    off: list[str]


def proposal(game: Game, deck: str, shape: Mapping[str, Any] | None = None) -> Proposal:
    """Return the template to propose for a deck, or one whose pieces get a shape; an empty one where none suits."""
    check_deck(game, deck)
    old = game.decks[deck].shape
    template, why = card_templates.for_shape(deck_of_game(game, deck), outline_of(shape) if shape else old)
    return Proposal(template, why, bool(template) and card_templates.suits(template, old))


def outcome(game: Game, deck: str, template: str, look: str = "", shape: Mapping[str, Any] | None = None) -> Outcome:
    """Return what a template makes of a deck."""
    look = look or look_of(game, deck) or looks.DEFAULT
    _, plan = _planned(game, deck, template, look, shape)
    return Outcome(plan.width, plan.height, [column.head for column in plan.off])


def _planned(
    game: Game, deck: str, template: str, look: str, shape: Mapping[str, Any] | None
) -> tuple[Mapping[str, Any] | None, Plan]:
    """Return the shape that the pieces of a deck get, None for the one that they have, and where things are on them."""
    check_deck(game, deck)
    for name, known in ((template, TEMPLATES), (look, LOOKS)):
        if name not in known:
            raise error_at(game.node.at(["decks", deck]), f"there is no {name}", did_you_mean(name, known))
    table, outline = deck_of_game(game, deck), game.decks[deck].shape
    if shape is None and not card_templates.suits(template, outline):
        shape = _shape_for(table, template, look)
    outline = outline_of(shape) if shape is not None else outline
    return shape, fitting(table, outline.width, outline.height, TEMPLATES[template], LOOKS[look])


def look_of(game: Game, deck: str) -> str:
    """Return the look that a deck has: that of its layouts, else that of the game's palette; empty for none."""
    draft = Draft(game)
    texts = b"\n".join(draft.read(layout_path(game, name)) or b"" for name in family(game, deck)).decode(
        "utf-8", "replace"
    )
    own = next((look for look in LOOKS if f"art: {looks.LOOK}-{look}/" in texts), "")
    return own or looks.look_of(game.palette)


def keeps_old_look(game: Game, deck: str, look: str) -> bool:
    """Return whether the back of a deck, which beeprint made and nobody has changed, is in another look."""
    return look_of_back(game, deck) not in ("", look or look_of(game, deck) or looks.DEFAULT)


def set_template(
    game: Game, deck: str, template: str, look: str = "", shape: Mapping[str, Any] | None = None, back: bool = False
) -> Edit:
    """Return the edit that draws a deck's fronts by a new layout, in a template and a look.

    The layout is a new file; the old one stays. Without a look, the deck keeps the one it has. Without a shape, it
    keeps the one it has if the template suits it, else it gets that of the template. A back follows another shape; with
    `back`, one that `keeps_old_look` gets a new layout in the look of the fronts.
    """
    look = look or look_of(game, deck) or looks.DEFAULT
    shape, plan = _planned(game, deck, template, look, shape)
    draft = Draft(game)
    is_beside = look != looks.look_of(game.palette)
    text = arranged_face.front(plan, game.spec.icons)
    name = free_layout(game, draft, f"{deck}-{template}")
    draft.write(layout_path(game, name), looks.beside(text, look) if is_beside else text)
    document = draft.game_yaml.set(["decks", deck, "front"], name, ORDER)
    draft.put(document if shape is None else document.set(["decks", deck, "shape"], dict(shape), ORDER))
    if back and keeps_old_look(game, deck, look):
        set_look_back(game, draft, deck, game.decks[deck].shape if shape is None else outline_of(shape), look)
    elif shape is not None:
        follow_shape(game, draft, deck, outline_of(shape), keep=True)
    add_look(game, draft, look, is_beside)
    return draft.edit(f"template of {game.decks[deck].spec.title} changed")


def _shape_for(table: DeckOfTable, template: str, look: str) -> Mapping[str, Any]:
    """Return the shape of a template, as game.yaml states it; of cards, the smallest that holds their texts."""
    made = TEMPLATES[template]
    size = pages.shape_of(made) or pages.size_for([(table, made)], LOOKS[look])[0]
    shape = read_yaml(size.shape.encode(), "shape").plain()
    assert isinstance(shape, dict)
    return shape


def add_look(game: Game, draft: Draft, look: str, is_beside: bool) -> None:
    """Add the inks and drawings of a look that layouts in a draft name and the game does not have."""
    texts = _written(draft)
    inks = looks.inks_in(texts, look, is_beside)
    missing = {ink: colour for ink, colour in inks.items() if ink not in game.palette}
    path = game.workspace.game / game.spec.palette
    palette = draft.yaml(path)
    for ink, colour in missing.items():
        palette = palette.set([ink], colour)
    draft.put(palette)
    home = f"{looks.LOOK}-{look}" if is_beside else looks.LOOK
    take_drawings(game, draft, look, home, texts)


def _written(draft: Draft) -> str:
    """Return the layouts that a draft writes, to look for names in them."""
    layouts = (change.after for change in draft.changes if change.after is not None and change.path.suffix == ".yaml")
    return b"\n".join(layouts).decode("utf-8", "replace")


# A deck of a game as one that is made from a table ------------------------------------------------------------------


def deck_of_game(game: Game, name: str) -> DeckOfTable:
    """Return a deck as one that is made from its table: with the columns that the game declares, and their types."""
    deck = game.decks[name]
    table = plain(deck.rows.table)
    cells = tuple(table.rows[row.index] for row in deck.rows.rows)
    table = replace(table, rows=cells, records=tuple(table.records[row.index] for row in deck.rows.rows), numbers={})
    files = look_into(game.workspace.game)
    art, drawn = _picture(game, deck)
    guesses, left_out = guess(table, files.files)
    names = {deck.rows.head(column): column for column in deck.rows.columns}
    columns = tuple(_declared(each, names[each.head], deck, drawn) for each in guesses if each.head in names)
    home = game.workspace.game
    paths = [_art(game, art, drawn, row.texts.get(drawn, "")) for row in deck.rows.rows if drawn]
    pictures = [path.relative_to(home).as_posix() for path in paths if path and path.is_relative_to(home)]
    aspect = typical_aspect(files, pictures)
    spec = deck.spec
    return DeckOfTable(
        name, spec.title, spec.data.file, spec.data.sheet, table, columns, {}, left_out, aspect=aspect, art=art
    )


def _declared(column: Guess, name: str, deck: Deck, drawn: str) -> Guess:
    """Return a column with the name and the type that the game gives it, and with pictures if layouts show them."""
    spec = deck.rows.columns[name]
    draws = name == drawn
    role = "picture" if draws and column.role in ("", "files", "picture") else column.role
    role = "files" if role == "picture" and not draws else role
    markup: Any = spec.markup if isinstance(spec.markup, str) else ""
    is_optional = spec.optional or (draws and any(not row.texts.get(name) for row in deck.rows.rows))
    return replace(
        column, name=name, kind=spec.type, optional=is_optional, choices=spec.of, markup=markup, role=role,
        draws=draws, odd=(),
    )  # fmt: skip


def _picture(game: Game, deck: Deck) -> tuple[str, str]:
    """Return how the layouts of a deck name a picture, and by which column; empty where they show none.

    A column whose pictures the game has counts too, though no layout shows it.
    """
    known = DeckPictures(game, deck)
    columns = [*(each.column for each in known.bindings if each.column and not each.is_icon), *known.unplaced]
    for column in columns:
        art = known.patterns[column]
        cells = [row.texts.get(column, "") for row in deck.rows.rows]
        if column not in known.unplaced or all(_art(game, art, column, cell) for cell in filter(None, cells)):
            return art, column
    return "", ""


def _art(game: Game, art: str, column: str, cell: str) -> Path | None:
    """Return the file of a picture that a cell names; None where there is none."""
    name = art.replace(f"{{{column}}}", cell)
    return game.workspace.find("art", name, SUFFIXES) if "{" not in name else None
