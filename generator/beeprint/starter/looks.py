"""The looks of decks that are made from a table: inks by role, fonts, and drawings in one ink that layouts colour.

All looks have the same inks and the same drawings by name, so that another palette turns the colours of one look into
those of another. `python -m art.looks` draws the drawings.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from beeprint.base.colour import BLACK, WHITE, Colour, contrast
from beeprint.starter.own_icons import own_folder, own_icon_for, own_words, words_of

_HERE = Path(__file__).parent / "looks"
#: What is drawn of each look, and the marks that tell kinds apart without colour.
PARTS = ("ground", "back", "badge", "ring", "corner", "plate", "medal")
MARKS = ("disc", "diamond", "drop", "hexagon", "leaf", "moon", "crown", "star")
#: The inks of kinds, in the order in which the values of a choice get them.
KINDS = ("amber", "sky", "leaf", "rose", "sand", "slate", "plum", "clay")
#: The colours that tables name, by the names of their inks, and other words for them.
COLOURS = {
    "red": "#D8433B", "orange": "#E98A32", "yellow": "#F2CF3C", "gold": "#E3AE2E", "green": "#4C9A57",
    "blue": "#3F7FC4", "purple": "#8A5FBF", "pink": "#E58BB5", "brown": "#8B5E3C", "black": "#33363D",
    "white": "#F4F1EA", "grey": "#8E939B", "silver": "#B9C2CC", "bronze": "#B3783F", "turquoise": "#3FB5B0",
}  # fmt: skip
_SAME = {
    "gray": "grey", "violet": "purple", "golden": "gold", "teal": "turquoise", "cyan": "turquoise", "rot": "red",
    "gelb": "yellow", "grün": "green", "blau": "blue", "lila": "purple", "rosa": "pink", "braun": "brown",
    "schwarz": "black", "weiß": "white", "grau": "grey", "silber": "silver", "rouge": "red", "jaune": "yellow",
    "vert": "green", "bleu": "blue", "noir": "black", "blanc": "white", "gris": "grey", "rojo": "red",
    "amarillo": "yellow", "verde": "green", "azul": "blue", "negro": "black", "blanco": "white", "rosso": "red",
    "giallo": "yellow", "blu": "blue", "nero": "black", "bianco": "white",
}  # fmt: skip
#: The least contrast of words with the colour below them (WCAG 2.2, 1.4.3), and the steps towards it.
_LEGIBLE, _STEPS = 4.5, 40
#: The ink of words and marks on the colour of a kind, and the inks that stand in for it where it is not legible.
KIND_INK, _ON_COLOURS = "kind-ink", ("plate", "plate-ink", "paper", "ink")
#: The folders of a game's art that hold the drawings.
LOOK, MARK = "look", "marks"


class Look(Struct, frozen=True):
    """A look: its title, what it is like, its palette with what each ink is for, and how words and shapes are set.

    `heading` is the family and style that titles are measured in; `large` is how much larger than usual its letters
    must be to look as large. `corner` is the radius of panels in mm, `pattern` the opacity of the ground's pattern.
    """

    title: str
    words: str
    palette: str
    heading: str
    large: float
    text: str
    corner: float
    pattern: float

    @property
    def inks(self) -> dict[str, str]:
        """Return the colours by the names of their inks."""
        lines = (line.split("#", 2) for line in self.palette.splitlines() if '"#' in line)
        return {name.split(":")[0].strip(): f"#{rest[:6]}" for name, rest, *_ in lines}


def colour_of(word: str) -> str:
    """Return the name of the ink for a word for a colour; empty for any other word."""
    plain = word.strip().casefold()
    name = _SAME.get(plain, plain)
    return name if name in COLOURS else ""


def ink_on(look: Look, colour: str) -> str:
    """Return the ink of a look in which marks are seen best on a colour: that of kinds where it is legible on it."""
    grounds = look.inks
    ratios = {ink: contrast(_colour(grounds[ink]), _colour(COLOURS[colour])) for ink in (KIND_INK, *_ON_COLOURS)}
    return KIND_INK if ratios[KIND_INK] >= _LEGIBLE else max(ratios, key=lambda ink: ratios[ink])


def _colour(text: str) -> Colour:
    return Colour(*bytes.fromhex(text[1:]))


def _legible(colour: str, ink: str) -> str:
    """Return a colour, lighter or darker where words in an ink are not legible on it."""
    own, words = _colour(colour), _colour(ink)
    end = max(WHITE, BLACK, key=lambda each: contrast(each, words))
    for step in range(_STEPS):
        pairs = zip(own, end, strict=True)
        mixed = Colour(*(round(start + (stop - start) * step / _STEPS) for start, stop in pairs))
        if contrast(mixed, words) >= _LEGIBLE:
            return mixed.hex
    return end.hex


def inks_in(layouts: str, look: str, is_beside: bool) -> dict[str, str]:
    """Return the inks of a look that layouts name, by their names there; those of colours are legible below words.

    A look that `is_beside` the game's has inks of its own names.
    """
    inks = LOOKS[look].inks
    inks |= {name: _legible(colour, inks[ink_on(LOOKS[look], name)]) for name, colour in COLOURS.items()}
    called = {f"{look}-{name}" if is_beside else name: colour for name, colour in inks.items()}
    named = {match[2] for match in _PAINT.finditer(layouts)}
    return {name: colour for name, colour in called.items() if name in named}


#: An ink in a layout.
_PAINT = re.compile(r"\b(fill|stroke|colour): ([\w-]+)")
#: An icon in a layout that is not a mark of a kind, and a word that an icon may stand for.
_ICON = re.compile(r"\bicon: ([a-z0-9-]+)(?![\w/-])")
_WORD = re.compile(r"[^\W\d_]{3,}")


def drawings_in(layouts: str, look: str, home: str = LOOK) -> dict[str, bytes]:
    """Return the drawings that layouts name, by their paths in a game's art without the ending.

    They are the parts of a look, the marks of kinds and beeprint's own icons.
    """
    files = {f"{home}/{part}": _HERE / look / f"{part}.svg" for part in PARTS}
    files |= {f"icons/{MARK}/{mark}": _HERE / MARK / f"{mark}.svg" for mark in MARKS}
    named = {art: path for art, path in files.items() if re.search(rf"\b{art.removeprefix('icons/')}\b", layouts)}
    named |= {f"icons/{icon}": own_folder() / f"{icon}.svg" for icon in _ICON.findall(layouts)}
    return {art: path.read_bytes() for art, path in named.items() if path.exists()}


def mark_of(word: str, taken: Collection[str]) -> str:
    """Return the icon of a kind that is not taken: beeprint's own that stands for it or a word of it, else a mark.

    It is empty where all marks are taken.
    """
    words = _WORD.findall(word)
    icons = map(own_icon_for, dict.fromkeys([" ".join(words), *words])) if words else ()
    marks = (f"{MARK}/{mark}" for mark in MARKS)
    return next((each for each in (*icons, *marks) if each and each not in taken), "")


def is_mark(icon: str) -> bool:
    """Return whether an icon is one that `mark_of` gives to kinds."""
    return icon in own_words() or icon.removeprefix(f"{MARK}/") in MARKS


def marks_of(words: Sequence[str], known: Mapping[str, str]) -> list[str]:
    """Return the icon of each kind, one for words that differ in numbers only, such as Coin 1 and Coin 5.

    `known` are the icons of words in texts, such as {coin}, which kinds of these words have too. Those for which no
    mark is left share the first mark.
    """
    meant = {tuple(words_of(word)): icon for word, icon in known.items()}
    icons: dict[str, str] = {}
    names = [" ".join(_WORD.findall(word)) or word for word in words]
    for name in names:
        if name not in icons:
            own = meant.get(tuple(words_of(name)))
            icons[name] = own or mark_of(name, icons.values()) or f"{MARK}/{MARKS[0]}"
    return [icons[name] for name in names]


def _palette(title: str, *colours: str) -> str:
    """Return palette.yaml: the colours of the roles in their order, then those of kinds."""
    names = (*_ROLES, *KINDS)
    lines = [f"# {title}: the colours by their names in layouts."]
    for name, colour in zip(names, colours, strict=True):
        what = _ROLES.get(name, "")
        lines.append(f'{name}: "{colour}"' + (f"{' ' * (10 - len(name))}# {what}" if what else ""))
        if name == "kind-ink":
            lines.append(
                "# The kinds of cards. They differ for all kinds of colour vision, and each has a mark besides."
            )
    return "\n".join([*lines, ""])


#: The inks of all looks but those of kinds, and what they are for.
_ROLES = {
    "ink": "words and numbers on paper",
    "paper": "the panel of a text",
    "mat": "what is behind pictures, and behind numbers on paper",
    "line": "thin lines on paper",
    "plate": "the plates of titles and badges",
    "plate-ink": "words and numbers on plates",
    "gilt": "ornaments: rings, frames and corners",
    "back": "the ground of backs",
    "back-line": "the pattern of backs",
    "shade": "the pattern on the ground of cards",
    "kind-ink": "words and marks on the colour of a kind",
}

_INKS = {*_ROLES, *KINDS, *COLOURS}

LOOKS = {
    "bright": Look(
        "Bright", "clear colours and round letters, for family and party games",
        _palette("Bright", "#1B2340", "#FFFDF6", "#E9EEF7", "#C9D3E6", "#1C2547", "#FFFFFF", "#FFC845", "#22306B",
                 "#4A5FB4", "#FFFFF8", "#141A30",
                 "#FFC23C", "#6FB8FF", "#29AC82", "#FF4E72", "#F6E7B4", "#9AAEC2", "#A076E3", "#EC853F"),
        "fredoka/regular", 1.0, "source-sans", 3, 0.22,
    ),
    "antique": Look(
        "Antique", "parchment, deep colours and book letters, for adventures and history",
        _palette("Antique", "#2E2016", "#F5E9CC", "#E6D5AC", "#BFA46B", "#3A2416", "#F7E8C3", "#C79A45", "#4A1E1A",
                 "#8E5A34", "#1C110A", "#FFF6DC",
                 "#9A5F00", "#2D6C8D", "#3E5F39", "#BF1B44", "#706B61", "#3A4047", "#533867", "#8D3007"),
        "source-serif/bold", 1.0, "source-serif", 0.8, 0.16,
    ),
    "dark": Look(
        "Dark", "night, gold and glowing colours, for horror and the stars",
        _palette("Dark", "#F1ECDD", "#171A28", "#2A2F45", "#4A5273", "#0B0D17", "#F0CF86", "#C9A24B", "#0F1226",
                 "#7C6A3E", "#F3D58E", "#F6E3B4",
                 "#795400", "#376082", "#1A4C32", "#8B2858", "#6A6552", "#212630", "#48307A", "#6E1900"),
        "source-sans/black", 0.95, "source-sans", 1.6, 0.26,
    ),
    "paper": Look(
        "Paper", "soft colours, cut leaves and hand-cut letters, for gardens and tales",
        _palette("Paper", "#2E2B33", "#FFFEFA", "#F3EEE4", "#D9D1C2", "#FFFDF5", "#2D2A34", "#CFA45B", "#5E7F70",
                 "#A9C4B2", "#FFFFFF", "#26232B",
                 "#F6D17A", "#A9CFE8", "#8AAA99", "#E371AF", "#EFE4CC", "#C1C3C5", "#B59CE4", "#E1A47E"),
        "amatic/bold", 1.6, "source-sans", 2, 0.5,
    ),
}  # fmt: skip
DEFAULT = next(iter(LOOKS))


#: The inks of the starter of blank cards, and the role of a look that each has: in a dark look, dark words on gilt.
_BLANK = {"ink": "ink", "paper": "paper", "accent": "back"}
_DARK = "dark"


def dressed(file: str, text: str, name: str) -> str:
    """Return a file of the starter of blank cards in a look: its palette, or a layout with the look's letters."""
    look = LOOKS[name]
    if file == "palette.yaml":
        roles = {**_BLANK, **({"accent": "gilt"} if name == _DARK else {})}
        return re.sub(r'^(\w+): "#\w+"', lambda match: f'{match[1]}: "{look.inks[roles[match[1]]]}"', text, flags=re.M)
    family, _, weight = look.heading.partition("/")
    heading = f"font: {family}" + (f", weight: {weight}" if weight != "regular" else "")
    for plain, size in (("font: source-sans, weight: bold, size: 13", 13), ("font: fredoka, size: 20", 20)):
        text = text.replace(plain, f"{heading}, size: {size * look.large:.3g}")
    return text.replace("font: source-sans, size: 10", f"font: {look.text}, size: 10")


#: Where a layout names the folder of a look's drawings.
_ART = re.compile(rf"\bart: {LOOK}/")


def beside(layout: str, look: str) -> str:
    """Return a layout in a look beside which the game has another one: with inks and drawings of its own names."""
    text = _PAINT.sub(lambda match: f"{match[1]}: {look}-{match[2]}" if match[2] in _INKS else match[0], layout)
    return _ART.sub(f"art: {LOOK}-{look}/", text)


def look_of(palette: Mapping[str, Colour]) -> str:
    """Return the look whose roles a palette has, the one with the most of its colours; empty for another palette."""
    if not palette.keys() >= _ROLES.keys():
        return ""
    held = {name: colour.hex for name, colour in palette.items()}
    return max(LOOKS, key=lambda look: sum(held.get(name) == ink.lower() for name, ink in LOOKS[look].inks.items()))
