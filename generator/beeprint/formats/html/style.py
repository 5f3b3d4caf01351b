"""The style sheet of a web page: its own fonts, and colours that are legible on light and dark grounds."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from beeprint.base.colour import BLACK, WHITE, Colour, contrast
from beeprint.base.font_styles import split
from beeprint.drawing.fonts import Fonts

#: The grounds of the page and of asides on dark screens, and the words on them.
DARK, DARK_ASIDE, DARK_WORDS = Colour(23, 22, 20), Colour(38, 36, 32), Colour(236, 232, 224)
#: The least contrast between words and their ground (WCAG 2.2, 1.4.3), with some room.
_CONTRAST = 4.6
_STEPS = 50


class Type(NamedTuple):
    """The look of a kind of text: its font's family and weight, its size against that of the text, its colour.

    `stack` are the families from which its letters are taken.
    """

    family: str
    weight: str
    size: float
    leading: float
    align: str
    colour: Colour
    stack: tuple[str, ...]


def legible(colour: Colour, grounds: Iterable[Colour], towards: Colour) -> Colour:
    """Return a colour, mixed with black or white until it has enough contrast with all grounds."""
    against = tuple(grounds)
    for step in range(_STEPS + 1):
        share = step / _STEPS
        mixed = Colour(
            *(round(channel + (other - channel) * share) for channel, other in zip(colour, towards, strict=True))
        )
        if all(contrast(mixed, ground) >= _CONTRAST for ground in against):
            return mixed
    return towards


class Inks:
    """The colours of a page's words, each with the shade for light and for dark screens."""

    def __init__(self, aside: Colour) -> None:
        self._light, self._dark = (WHITE, aside), (DARK, DARK_ASIDE)
        self._names: dict[Colour, str] = {}

    def name(self, colour: Colour) -> str:
        """Return the class of words in a colour."""
        return self._names.setdefault(colour, f"ink{len(self._names)}")

    def shades(self, colour: Colour) -> tuple[str, str]:
        """Return a colour's shades for light and for dark screens."""
        return legible(colour, self._light, BLACK).hex, legible(colour, self._dark, WHITE).hex

    def variables(self) -> tuple[str, str]:
        """Return the declarations of all shades, for light and for dark screens."""
        pairs = [(name, *self.shades(colour)) for colour, name in self._names.items()]
        return "".join(f"--{n}:{light};" for n, light, _ in pairs), "".join(f"--{n}:{dark};" for n, _, dark in pairs)

    def rules(self) -> str:
        """Return the rules that colour words."""
        return "".join(f".{name}{{color:var(--{name})}}" for name in self._names.values())


# Pictures side by side shrink until they have room, as on paper; on a narrow screen they wrap, except for the cover.
_SHEET = """
*{box-sizing:border-box}
html{font-size:106.25%;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--words)}
main,header,footer,nav{max-width:42rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2rem}
h1{margin:0 0 .5em;padding-bottom:.2em;border-bottom:.12em solid var(--accent);overflow-wrap:anywhere;text-wrap:balance}
h2{margin:2rem 0 .6rem}
h3{margin:1.5rem 0 .4rem}
h2,h3{scroll-margin-top:1rem}
p,li{text-wrap:pretty}
p{margin:.55em 0}
ul,ol{margin:.55em 0;padding-left:1.6em}
li{margin:.25em 0}
li::marker{color:var(--mark);font-weight:bold}
li>p:first-child{margin-top:0}
a{color:var(--mark);text-underline-offset:.15em}
a:focus-visible{outline:.15em solid var(--mark);outline-offset:.15em}
.pictured{list-style:none;padding:0;columns:18rem;column-gap:2rem}
.pictured li{display:grid;grid-template-columns:5.2rem 1fr;gap:.9rem;align-items:center;
break-inside:avoid;margin:0;padding:.2em 0}
.pictured img{justify-self:center;height:auto;max-width:100%}
.pictured p{margin:0}
.aside{margin:1.2em 0;padding:.6em 1.1em;border-radius:.5em;background:var(--aside)}
figure{margin:1.4em 0;text-align:center}
.row{display:flex;flex-wrap:wrap;justify-content:center;align-items:center;gap:.8rem}
.row img{display:block;max-width:100%;min-width:0;height:auto}
header>figure:first-child .row{flex-wrap:nowrap}
.plate{background:#fff;border-radius:.5em}
figcaption{margin-top:.6em}
.icon{height:1.15em;width:auto;vertical-align:-.22em;fill:currentColor}
.kept{white-space:nowrap}
table{border-collapse:collapse;margin:1em 0}
th,td{padding:.3em .7em .3em 0;text-align:left;vertical-align:middle;font-weight:inherit}
td.count{color:var(--mark);font-weight:bold;text-align:right}
nav ol{list-style:none;padding:0;columns:16rem;column-gap:2rem}
nav ol ol{columns:auto;padding-left:1.2em}
header nav{padding:0}
nav li{break-inside:avoid;margin:0;padding:.2em 0}
footer{margin-top:2.5rem;padding-top:1rem;padding-bottom:2.5rem}
footer hr{border:0;border-top:1px solid var(--accent);margin:0 0 1rem}
@media print,(min-width:44rem){.row{flex-wrap:nowrap}}
@page{margin:16mm 18mm}
@media print{
html{font-size:10pt}
main,header,footer,nav{max-width:none;padding:0}
header{padding-top:0}
nav{display:none}
h1,h2,h3{break-after:avoid}
figure,.aside,li,tr{break-inside:avoid}
p{orphans:3;widows:3}
a{color:inherit;text-decoration:none}
}
"""

#: Pictures and icons that may have dark lines keep a light ground on dark screens; words' colours in such icons darken.
_NIGHT = ".plate{padding:.6rem}.icon.dark{background:#fff;color:var(--ground);border-radius:.2em}"


def sheet(types: Mapping[str, Type], accent: Colour, aside: Colour, inks: Inks, fonts: str) -> str:
    """Return the style sheet of a page whose kinds of text, by their selectors, look as `types` say."""
    looks = "".join(_looks(types, inks))
    mark = inks.shades(accent)
    light, dark = inks.variables()
    body = types["body"].colour
    day = f"--ground:#fff;--words:{inks.shades(body)[0]};--aside:{aside.hex};--accent:{accent.hex};--mark:{mark[0]};"
    night = (
        f"--ground:{DARK.hex};--words:{DARK_WORDS.hex};--aside:{DARK_ASIDE.hex};--accent:{mark[1]};--mark:{mark[1]};"
    )
    return (
        f"{fonts}:root{{color-scheme:light dark;{day}{light}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{night}{dark}}}{_NIGHT}}}"
        f"{_SHEET}{looks}{inks.rules()}\n"
    )


def _looks(types: Mapping[str, Type], inks: Inks) -> Iterator[str]:
    """Yield the rule of each kind of text; the words of the text itself have a colour of their own on dark screens."""
    body = types["body"]
    for selector, colours in types.items():
        align = {"centre": "center", "justify": "left"}.get(colours.align, colours.align)
        colour = "" if colours.colour == body.colour else f"color:var(--{inks.name(colours.colour)});"
        size = "" if selector == "body" else f"font-size:{colours.size:.3g}rem;"
        stack = ",".join(f"'{family}'" for family in colours.stack)
        face = (
            f"font-family:{stack},sans-serif;font-weight:{_weight(colours.weight)};font-style:{_slant(colours.weight)};"
        )
        leading = f"line-height:{max(colours.leading, 1.1) * _air(selector):.3g};"
        yield f"{selector}{{{face}{size}{leading}text-align:{align};{colour}}}\n"


def _air(selector: str) -> float:
    """Return how much wider lines are set on a screen than on paper."""
    return 1.15 if selector == "body" else 1.0


def _weight(style: str) -> int:
    return split(style)[0]


def _slant(weight: str) -> str:
    return "italic" if weight.endswith("italic") else "normal"


def faces(used: Mapping[tuple[str, str], set[str]], fonts: Fonts) -> Iterator[str]:
    """Yield the rules that hold the fonts of a page, by family and weight, each with the characters it is used for."""
    for (family, weight), characters in sorted(used.items()):
        data = base64.b64encode(fonts[f"{family}/{weight}"].excerpt(characters)).decode("ascii")
        yield (
            f"@font-face{{font-family:'{family}';font-weight:{_weight(weight)};font-style:{_slant(weight)};"
            f"font-display:swap;src:url(data:font/otf;base64,{data})}}\n"
        )
