"""Patterns and masks of art stay vectors: tiles beside each other under a clip, shapes as clips."""

from __future__ import annotations

import pytest

from beeprint.base.colour import Colour
from beeprint.base.problems import BuildError, Problem
from beeprint.drawing import svg
from beeprint.drawing.drawing import Group, PathMark, Solid, Use, walk
from beeprint.drawing.fonts import Fonts
from svgs import again, art, marks, off, shown, shown_in_pdf

PAGE = 'width="40mm" height="30mm" viewBox="0 0 40 30"'
USER = 'patternUnits="userSpaceOnUse"'
DOT = '<circle cx="2" cy="2" r="1.5" fill="#d55e00"/>'
SHAPE = '<rect x="3" y="4" width="34" height="20" fill="url(#p)" stroke="#000"/>'
WHOLE = 'maskUnits="userSpaceOnUse" x="0" y="0" width="40" height="30"'
MASKED = '<rect x="3" y="4" width="34" height="20" fill="#d55e00" mask="url(#m)"/>'


def pattern(attributes: str, tile: str = DOT, shape: str = SHAPE) -> str:
    return f'<pattern id="p" {attributes}>{tile}</pattern>{shape}'


def mask(shapes: str, attributes: str = WHOLE, masked: str = MASKED) -> str:
    return f'<mask id="m" {attributes}>{shapes}</mask>{masked}'


LOOKS = {
    "dots": pattern(f'{USER} width="4" height="4"'),
    "dots that begin elsewhere": pattern(f'{USER} x="1" y="1.5" width="4" height="5"'),
    "dots on a ground": pattern(f'{USER} width="4" height="4"', f'<rect width="4" height="4" fill="#009e73"/>{DOT}'),
    "tiles that cut their content": pattern(f'{USER} width="8" height="8"', '<circle cx="8" cy="8" r="3"/>'),
    "lines across tiles": pattern(
        f'{USER} width="4" height="4"', '<path d="M-1 5L5 -1M-1 1L1 -1M3 5L5 3" stroke="#000"/>'
    ),
    "shares of the box": pattern('x="5%" width="25%" height=".2"'),
    "content in units of the box": pattern(
        'x=".1" width=".25" height=".2" patternContentUnits="objectBoundingBox"',
        '<circle cx=".1" cy=".1" r=".07" fill="#d55e00"/>',
    ),
    **{
        f"a viewBox, {fit or 'fitted'}": pattern(
            f'width=".25" height=".5" viewBox="1 1 10 10" preserveAspectRatio="{fit}"',
            '<circle cx="5" cy="5" r="4.5" fill="#d55e00"/>',
        )
        for fit in ("", "none", "xMidYMid slice")
    },
    "a pattern of a pattern": f'<pattern id="q" {USER} width="4" height="4">{DOT}</pattern>'
    f'<pattern id="p" href="#q" patternTransform="scale(2)"/>{SHAPE}',
    "content over inherited content": f'<pattern id="q" {USER} width="4" height="4">{DOT}</pattern>'
    f'<pattern id="p" href="#q" height="6"><rect width="2" height="2"/></pattern>{SHAPE}',
    "a pattern of one that is not there": pattern(f'{USER} width="4" height="4" href="#gone"'),
    "a pattern without size and another colour": pattern('width="0" height="1"', DOT, SHAPE.replace(")", ") #d55e00")),
    "clear tiles": pattern(f'{USER} width="4" height="4"', shape=SHAPE.replace("fill", 'fill-opacity=".5" fill')),
    "tiles clear in part": pattern(f'{USER} width="4" height="4"', f'<g opacity=".5">{DOT}<path d="M0 0h2v2z"/></g>'),
    "tiles of the pattern's colour": f'<g fill="#009e73"><pattern id="p" {USER} width="4" height="4"><circle cx="2" '
    f'cy="2" r="1.5"/></pattern></g><g fill="red">{SHAPE}</g>',
    "an even-odd shape": pattern(
        f'{USER} width="4" height="4"', DOT, '<path d="M3 3H37V27H3zM9 9H30V20H9z" fill-rule="evenodd" fill="url(#p)"/>'
    ),
    "a turned shape": pattern(
        f'{USER} width="4" height="4"', DOT, f'<g transform="rotate(20) scale(1.5)">{SHAPE.replace("34", "20")}</g>'
    ),
    "a line over and below its tiles": pattern(f'{USER} width="4" height="4"')
    + '<circle cx="20" cy="15" r="9" fill="url(#p)" stroke="#0072b2" stroke-width="5" paint-order="stroke"/>',
    "a hatch that its matrix turns": pattern(
        f'{USER} width="3" height="3" patternTransform="rotate(45)"',
        '<path d="M0 0V3" stroke="#000" stroke-width="2"/>',
    ),
    "a mask as Figma writes it": mask(
        '<path d="M24 3H3V24H24V3Z" fill="white"/>', f'{WHOLE} style="mask-type:luminance"'
    ),
    "a mask by opacity": mask('<path d="M24 3H3V24H24V3Z" fill="#D9D9D9"/>', f'{WHOLE} style="mask-type:alpha"'),
    "a mask with a hole": mask(
        '<rect width="40" height="30" fill="#fff"/><circle cx="20" cy="15" r="9"/>'
        '<circle cx="22" cy="15" r="4" fill="#fff"/>'
    ),
    "a mask of groups and uses": '<defs><path id="u" d="M3 3h20v20z"/></defs>'
    + mask(
        '<g fill="white" transform="translate(3 3)"><use href="#u" x="9"/><g clip-rule="evenodd" transform="scale(.5)">'
        '<rect width="30" height="20"/></g></g>'
    ),
    "a mask of shapes that are not seen": mask(
        '<path d="M3 3h20v20z" fill="white" stroke="red" stroke-width="0"/><g opacity="0"><circle r="30"/></g>'
        '<circle r="30" fill-opacity="0"/><circle r="30" fill="none" stroke="#000" stroke-opacity="0"/>'
    ),
    "an even-odd mask": mask('<path fill-rule="evenodd" d="M3 3H37V27H3zM9 9H30V20H9z" fill="white"/>'),
    "a mask that ends before the line": mask(
        '<rect width="40" height="30" fill="white"/>',
        "",
        '<path d="M10 8H22V20" fill="none" stroke="#000" stroke-width="9" mask="url(#m)"/>',
    ),
    "a mask in units of the box": mask(
        '<circle cx=".5" cy=".5" r=".4" fill="white"/>',
        'maskContentUnits="objectBoundingBox"',
        '<g mask="url(#m)"><rect x="3" y="3" width="12" height="20"/><path d="M25 4h10v10z" visibility="hidden"/></g>',
    ),
    "a mask of clipped shapes": '<clipPath id="c"><circle cx="10" cy="10" r="9"/></clipPath>'
    + mask('<rect width="20" height="20" fill="white" clip-path="url(#c)"/>'),
    "a mask and a clip path": '<clipPath id="c"><circle cx="10" cy="10" r="9"/></clipPath>'
    + mask(
        '<path d="M3 3h20v20z" fill="white"/>', WHOLE, MASKED.replace("mask", 'opacity=".5" clip-path="url(#c)" mask')
    ),
    "a mask on a use that is moved": mask(
        '<circle cx="15" cy="12" r="7" fill="white"/>',
        WHOLE,
        '<defs><path id="r" d="M0 0h20v20H0z"/></defs><use href="#r" x="5" mask="url(#m)"/>',
    ),
    "a clip path on a use that is moved": '<clipPath id="c"><circle cx="15" cy="12" r="7"/></clipPath>'
    '<defs><path id="r" d="M0 0h20v20H0z"/></defs>'
    '<use href="#r" x="5" y="3" transform="rotate(9)" clip-path="url(#c)"/>',
}
#: pdfium cuts upright clips at whole pixels, so where many tiles are cut more pixels differ.
ROUGH = ("tiles that cut", "shares of", "an even-odd shape", "a mask that ends", "a viewBox")
#: Looks that take larger pictures, since pdfium cuts clips at whole pixels.
FINE = ("tiles that cut their content", "a viewBox, xMidYMid slice", "content over inherited content")


@pytest.mark.parametrize("look", LOOKS)
def test_it_looks_in_svg_and_pdf_as_in_another_engine(look: str) -> None:
    text, width = art(LOOKS[look], PAGE), 160 if look in FINE else 80
    wanted = shown(text, width)
    assert off(wanted, shown(again(text), width)) < 0.001
    assert off(wanted, shown_in_pdf(text, width)) < (0.02 if look.startswith(ROUGH) else 0.003)
    assert off(wanted, shown(art("", PAGE), width)) > 0.02, "there is nothing to be seen"


def test_turned_tiles_lie_where_shapes_drawn_one_by_one_would() -> None:
    """resvg draws turned tiles as pixels, so it is asked to draw each dot."""
    turned = "rotate(33) scale(.7) translate(.5 .3)"
    tiles = pattern(
        f'{USER} width="4" height="4" patternTransform="{turned}"', shape=SHAPE.replace("stroke", "opacity")
    )
    tiles = tiles.replace('opacity="#000"', "")
    dots = "".join(
        f'<circle cx="{4 * x + 2}" cy="{4 * y + 2}" r="1.5" fill="#d55e00"/>'
        for x in range(-5, 25)
        for y in range(-15, 20)
    )
    clip = '<clipPath id="c"><rect x="3" y="4" width="34" height="20"/></clipPath>'
    wanted = shown(art(f'{clip}<g clip-path="url(#c)"><g transform="{turned}">{dots}</g></g>', PAGE), 160)
    text = art(tiles, PAGE)
    assert off(wanted, shown(again(text), 160)) < 0.001
    assert off(wanted, shown_in_pdf(text, 160)) < 0.003


def test_a_tile_is_kept_once_and_its_ground_is_one_area() -> None:
    body = pattern(f'{USER} width="4" height="4"', f'<rect width="4" height="4" fill="#009e73"/>{DOT}')
    drawing = svg.read(art(body, PAGE), "a.svg")
    uses = [mark for mark, _ in walk(drawing.marks) if isinstance(mark, Use)]
    assert len({use.symbol.key for use in uses}) == 2, "a tile, and a row of tiles"
    text = svg.write(drawing, Fonts(str))  # type: ignore[arg-type]
    assert text.count("<path") == 4, "the ground, the dot, the line round all, the clip"
    assert text.count("<use") < 20
    grounds = [
        mark
        for mark, _ in walk(drawing.marks)
        if isinstance(mark, PathMark) and mark.fill == Solid(Colour(0, 158, 115))
    ]
    assert [mark.path[0] for mark in grounds] == [("M", 3, 4)]


@pytest.mark.parametrize(
    "body",
    [
        pattern(f'{USER} width="0" height="4"'),
        pattern(USER),
        pattern('width=".2" height=".2"', DOT, '<path d="M3 3H30" fill="url(#p)"/>'),
        pattern(f'{USER} width="4" height="4"', ""),
        mask("", WHOLE),
        mask('<path d="M0 0h20v20z"/>', WHOLE),
        mask('<path d="M0 0h20v20z" fill="white"/>', 'maskUnits="userSpaceOnUse" width="0"'),
    ],
)
def test_what_paints_nothing_draws_nothing(body: str) -> None:
    painted = [mark for mark in marks(body) if isinstance(mark, PathMark) and mark.fill is not None]
    assert off(shown(art(body, PAGE)), shown(again(art(body, PAGE)))) == 0
    assert len(painted) <= 1


#: What is not drawn as vectors, with a part of its message.
REFUSED = {
    pattern(f'{USER} width="4" height="4"', DOT, '<path d="M3 3H9" stroke="url(#p)"/>'): "stroke refers to a pattern",
    pattern(
        f'{USER} width="4" height="4"', DOT, '<text font-family="serif" fill="url(#p)">a</text>'
    ): "fill refers to a",
    pattern(f'{USER} width="4" height="4" overflow="visible"'): "a pattern with visible overflow is not supported",
    pattern(f'{USER} width=".01" height=".01"'): "a pattern repeats more than 10,000 times on one shape",
    pattern(f'{USER} width="4" height="4" patternTransform="scale(0)"'): "patternTransform flattens the pattern",
    pattern(f'{USER} width="4" height="4"', SHAPE): "a pattern refers to itself: p > p",
    pattern(f'{USER} width="-4" height="4"'): "a pattern's width or height is negative",
    pattern('patternUnits="mm" width="4" height="4"'): "patternUnits or patternContentUnits is not",
    pattern(f'{USER} width="4" height="4" href="a.svg#q"'): "which is not another pattern",
    pattern(f'{USER} width="4" height="4" href="#q"') + '<pattern id="q" href="#p"/>': "which is not another pattern",
    pattern(
        f'{USER} width="4" height="4"', DOT, SHAPE.replace("fill", 'data-layer="cut" fill')
    ): "a pattern on the layer",
    mask('<path d="M0 0h9v9z" fill="#888"/>'): "a shape in a mask that is neither black nor white",
    mask('<path d="M0 0h9v9z" fill="white" fill-opacity=".5"/>'): "neither black nor white",
    mask('<path d="M0 0h9v9z" fill="white" opacity=".5"/>'): "opacity in a mask cannot be drawn exactly",
    mask('<path d="M0 0h9v9z" fill="white" stroke="white"/>'): "a stroke in a mask cannot be drawn exactly",
    mask('<path d="M0 0h9v9z" fill="url(#g)"/>'): "the fill url(#g) in a mask cannot be drawn exactly",
    mask("<text>a</text>"): "text in a mask cannot be drawn exactly",
    mask('<path d="M0 0h9v9z" fill="white"/>', f'{WHOLE} mask="url(#m)"'): "mask on mask cannot be drawn exactly",
    mask('<use href="#m"/>', WHOLE): "mask in a mask cannot be drawn exactly",
    mask(
        '<path d="M0 0h9v9z" fill="white"/>', "", '<text font-family="serif" mask="url(#m)">a</text>'
    ): "on text, patterns",
    '<clipPath id="c"><path d="M0 0h9v9z"/></clipPath><svg x="3" clip-path="url(#c)"><path d="M0 0h9v9z"/></svg>': (
        "programs place a clip path or mask on an inner svg element differently"
    ),
}


@pytest.mark.parametrize("body", REFUSED)
def test_what_no_vectors_can_show_is_refused_by_name(fonts: Fonts, body: str) -> None:
    with pytest.raises(BuildError) as caught:
        svg.read(art(body, PAGE), "a.svg", fonts=fonts)
    assert REFUSED[body] in str(caught.value)


@pytest.mark.parametrize("body", [body for body, message in REFUSED.items() if "cannot be drawn exactly" in message])
def test_a_refused_mask_says_how_to_have_it_as_pixels(body: str) -> None:
    with pytest.raises(BuildError, match="raster: 600dpi"):
        svg.read(art(body, PAGE), "a.svg")


def test_a_mask_is_a_clip_in_the_drawing() -> None:
    (mark,) = svg.read(art(mask('<path d="M24 3H3V24H24V3Z" fill="white"/>'), PAGE), "a.svg").marks
    assert isinstance(mark, Group) and mark.clip == (
        ("M", 24, 3),
        ("L", 3, 3),
        ("L", 3, 24),
        ("L", 24, 24),
        ("L", 24, 3),
        ("Z",),
    )


def test_a_mask_that_is_not_there_hides_nothing_with_a_warning() -> None:
    warnings: list[Problem] = []
    (mark,) = svg.read(art('<path d="M0 0h9v9z" mask="url(#gone)"/>'), "a.svg", warnings=warnings).marks
    assert isinstance(mark, PathMark)
    assert "mask refers to #gone, which is not in the file, and hides nothing" in str(warnings[0])
