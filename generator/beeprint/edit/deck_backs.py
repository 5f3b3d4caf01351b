"""The backs of decks: none, that of another deck, one of its own for each piece, a plain one, or that of a look."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import NamedTuple

from beeprint.base.problems import did_you_mean, error_at
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.drawing.shape import Shape
from beeprint.edit.change import Edit
from beeprint.edit.deck_layouts import (
    Fitting,
    copy_layouts,
    family,
    fit,
    free_layout,
    layout_path,
    shared_layouts,
)
from beeprint.edit.decks import ORDER, check_deck
from beeprint.edit.draft import Draft
from beeprint.game.model import Game
from beeprint.starter import arranged_face, looks
from beeprint.starter.looks import LOOKS, beside, look_of

#: What is drawn on a plain back.
PATTERNS = ("plain", "frame", "rings", "stripes", "diagonal", "dots")
#: The first line of the layout of a plain back, and the colour in it.
_HEAD = "# The back that all cards share."
#: The line that names the schema of a file of a new game, and all that is below it.
_NAMED_SCHEMA = re.compile(r"(# yaml-language-server: [^\n]*\n)?(.*)", re.DOTALL)
_FILL = re.compile(r'fill: ("[^"]*"|[\w-]+)\}')
#: What patterns are drawn in: it keeps to any colour.
_PALE = 'fill: "#ffffff", opacity: 0.25'


def set_back(game: Game, deck: str, kind: str, ink: str = "", pattern: str = "frame", of: str = "") -> Edit:
    """Return the edit that gives a deck a back.

    `kind` is "none", "deck" for a plain one, "piece" for one of each piece, or "shared" for that of the deck `of`.
    A deck that has a back keeps its layout unless there is an ink, a name of the palette or a colour, for a new one.
    """
    check_deck(game, deck)
    draft, spec = Draft(game), game.decks[deck].spec
    keys = ["decks", deck, "back"]
    document = draft.game_yaml
    if kind == "none":
        draft.put(document.remove(keys) if spec.back else document)
    elif kind == "shared":
        check_deck(game, of)
        back = game.decks[of].spec.back
        if back is None:
            raise error_at(game.node.at(["decks", of]), f"the deck {of} has no back", "choose a deck that has one")
        draft.put(document.set(keys, {"layout": back.layout}, ORDER))
    elif kind in ("deck", "piece") and spec.back and not ink:
        each = document.set([*keys, "each"], "piece") if kind == "piece" else document.remove([*keys, "each"])
        draft.put(each)
    elif kind in ("deck", "piece"):
        name = _reusable(game, deck) or free_layout(game, draft, f"{deck}-back")
        if pattern not in PATTERNS:
            hint = did_you_mean(pattern, PATTERNS)
            raise error_at(game.node.at(["decks", deck]), f"there is no pattern {pattern}", hint)
        draft.write(layout_path(game, name), _plain_back(game, deck, game.decks[deck].shape, ink, pattern))
        value = {"layout": name, **({"each": "piece"} if kind == "piece" else {})}
        draft.put(document.set(keys, value, ORDER))
    else:
        hint = "choose none, deck, piece or shared"
        raise error_at(game.node.at(["decks", deck]), f"{kind} is not a kind of back", hint)
    return draft.edit(f"back of {game.decks[deck].spec.title} changed")


def plain_back(game: Game, deck: str) -> tuple[str, str] | None:
    """Return the ink and the pattern of a plain back that nobody has changed; None for any other back."""
    back = game.decks[deck].spec.back
    text = Draft(game).read(layout_path(game, back.layout)) if back and "{" not in back.layout else None
    if text is None or not text.startswith(_HEAD.encode()):
        return None
    match = _FILL.search(text.decode("utf-8", "replace"))
    ink = match[1].strip('"') if match else ""
    shape = game.decks[deck].shape
    return next(((ink, each) for each in PATTERNS if _plain_back(game, deck, shape, ink, each).encode() == text), None)


def follow_shape(game: Game, draft: Draft, deck: str, shape: Shape, keep: bool) -> set[Path]:
    """Give a deck whose pieces get another outline a back for it; return the layouts that are made for this outline.

    A back that beeprint made and nobody changed is made again. With `keep`, the layout that drew it stays as it is,
    and the boxes of any other back are moved in a copy of it; else only what other decks use stays.
    """
    back, old = game.decks[deck].spec.back, game.decks[deck].shape
    if back is None or "{" in back.layout or old.cut_words == shape.cut_words:
        return set()
    remade = _remade(game, deck, shape)
    if remade is None and not keep:
        return set()
    if remade is None:
        fitting = Fitting.between(old, shape)
        copies = copy_layouts(game, draft, [*family(game, deck, ("back",))], deck)
        for name in copies.values():
            draft.put(fit(draft.yaml(layout_path(game, name)), fitting))
        name = copies[back.layout]
    else:
        is_own = not keep and back.layout not in shared_layouts(game, deck)
        name = back.layout if is_own else free_layout(game, draft, f"{deck}-back")
        draft.write(layout_path(game, name), remade.text)
        if remade.look:
            take_drawings(game, draft, remade.look, remade.home, remade.text)
    draft.put(draft.game_yaml.set(["decks", deck, "back", "layout"], name))
    return {layout_path(game, name)}


def take_drawings(game: Game, draft: Draft, look: str, home: str, texts: str) -> None:
    """Add the drawings of a look that layouts name and the game lacks to a folder of its art."""
    for art, drawing in looks.drawings_in(texts, look, home).items():
        if game.workspace.find("art", art, SUFFIXES) is None:
            draft.write(game.workspace.game / "art" / f"{art}.svg", drawing)


class _Remade(NamedTuple):
    """The layout of a back, with its look and the folder of the look's drawings; both empty for a plain back."""

    text: str
    look: str = ""
    home: str = ""


def _remade(game: Game, deck: str, shape: Shape) -> _Remade | None:
    """Return a back that beeprint made and nobody changed for pieces of another outline; None for any other back."""
    spec, old = game.decks[deck].spec, game.decks[deck].shape
    known = plain_back(game, deck)
    if known is not None:
        return _Remade(_plain_back(game, deck, shape, *known))
    data = Draft(game).read(layout_path(game, spec.back.layout)) if spec.back else None
    head, text = _NAMED_SCHEMA.match((data or b"").decode("utf-8", "replace")).groups()  # type: ignore[union-attr]
    for look in LOOKS:
        for home, is_beside in ((looks.LOOK, False), (f"{looks.LOOK}-{look}", True)):
            if _look_back(old, look, is_beside) == text:
                return _Remade(f"{head or ''}{_look_back(shape, look, is_beside)}", look, home)
    return None


def _look_back(shape: Shape, look: str, is_beside: bool) -> str:
    """Write the layout of a back in a look, which is another one than the game's if it `is_beside` that."""
    text = arranged_face.back(shape.width, shape.height, LOOKS[look], not shape.is_rectangle)
    return beside(text, look) if is_beside else text


def look_of_back(game: Game, deck: str) -> str:
    """Return the look of a back that beeprint made and nobody has changed; empty for any other back.

    A back that names no look has that of the game's palette.
    """
    spec, shape = game.decks[deck].spec, game.decks[deck].shape
    if spec.back is None or "{" in spec.back.layout or plain_back(game, deck) is not None:
        return ""
    text = (Draft(game).read(layout_path(game, spec.back.layout)) or b"").decode("utf-8", "replace")
    for look in LOOKS:
        if text.endswith(_look_back(shape, look, True)):
            return look
    is_own = any(text.endswith(_look_back(shape, look, False)) for look in LOOKS)
    return look_of(game.palette) if is_own else ""


def set_look_back(game: Game, draft: Draft, deck: str, shape: Shape, look: str) -> None:
    """Give a deck a new back in a look, for pieces of a shape; the layout that drew it stays."""
    name = free_layout(game, draft, f"{deck}-back")
    draft.write(layout_path(game, name), _look_back(shape, look, look != look_of(game.palette)))
    draft.put(draft.game_yaml.set(["decks", deck, "back", "layout"], name))


def _reusable(game: Game, deck: str) -> str:
    """Return the layout of a plain back that only this deck uses and nobody has changed; empty if there is none."""
    back = game.decks[deck].spec.back
    if back is None or plain_back(game, deck) is None or back.layout in shared_layouts(game, deck):
        return ""
    return back.layout


def _plain_back(game: Game, deck: str, shape: Shape, ink: str, pattern: str) -> str:
    """Write the layout of a back in one colour, with a pattern that leaves the edges free or runs over them."""
    box, bleed = shape.box, game.decks[deck].spec.bleed
    ink = ink or next(iter(game.palette), "") or "#22313A"
    colour = ink if ink in game.palette else f'"{ink}"'
    ground = f"  ground: {{kind: shape, shape: outline, grow: {bleed:g}, fill: {colour}}}\n"
    slots = "".join(_slots(pattern, box.width, box.height, bleed))
    size = f"{_HEAD} A card is {box.width:g} x {box.height:g} mm.\n"
    return f"{size}slots:\n{ground}{slots}"


def _slots(pattern: str, width: float, height: float, bleed: float) -> list[str]:
    """Return the lines of the slots of a pattern on a piece of a size in mm."""
    edge = round(min(5, min(width, height) / 10), 1)
    if pattern == "frame":
        return [f'  frame: {{kind: shape, shape: outline, grow: {-edge:g}, stroke: "#ffffff", width: 0.6}}\n']
    if pattern == "rings":
        rings = range(1, int(min(width, height) / 2 / edge))
        line = 'stroke: "#ffffff", width: 0.6, opacity: 0.6'
        return [f"  ring-{n}: {{kind: shape, shape: outline, grow: {-edge * n:g}, {line}}}\n" for n in rings]
    if pattern == "stripes":
        wide, times = edge / 2, math.ceil((width + 2 * bleed) / edge)
        box = f"[{-bleed:g}, {-bleed:g}, {wide:g}, {height + 2 * bleed:g}]"
        repeat = f"repeat: {{times: {times}, step: [{edge:g}, 0]}}"
        return [f"  stripes: {{kind: shape, shape: rectangle, box: {box}, {repeat}, {_PALE}}}\n"]
    if pattern == "diagonal":
        # Bars as long as the diagonal of what is printed, side by side, each turned about its middle.
        long = round(math.hypot(width + 2 * bleed, height + 2 * bleed), 1)
        wide, step = edge / 2, round(edge * math.sqrt(2), 2)
        left = -(height / 2 + bleed) - bleed - wide / 2
        box = f"[{left:g}, {(height - long) / 2:g}, {wide:g}, {long:g}]"
        times = math.ceil((width + height + 4 * bleed) / step)
        repeat = f"repeat: {{times: {times}, step: [{step:g}, 0]}}"
        return [f"  stripes: {{kind: shape, shape: rectangle, box: {box}, rotate: 45, {repeat}, {_PALE}}}\n"]
    if pattern == "dots":
        across, down = (math.ceil((side + 2 * bleed) / edge) for side in (width, height))
        round_box = f"[{-edge / 4:g}, {-edge / 4:g}, {edge / 2:g}, {edge / 2:g}]"
        dot = f"{{kind: shape, shape: ellipse, box: {round_box}, {_PALE}}}"
        grid = f'kind: grid, box: [0, 0, {width:g}, {height:g}], cells: "{across}x{down}", pitch: {edge:g}'
        return [f"  dots: {{{grid}, each: {{dot: {dot}}}}}\n"]
    return []
