"""Stylesheets in pictures: which elements rules mean, which rule wins, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beeprint.base.colour import Colour
from beeprint.base.problems import BuildError
from beeprint.drawing import svg
from beeprint.drawing.drawing import PathMark, Solid
from svgs import again, art, marks, off, only, shown

RED, BLUE, BLACK = Solid(Colour(255, 0, 0)), Solid(Colour(0, 0, 255)), Solid(Colour(0, 0, 0))
BOX = 'width="1" height="1"'
# Four rectangles in two groups; which of them a selector paints red.
TREE = f"""<g id="top" class="hive big" data-kind="bee-hive">
<rect class="a" id="one" {BOX}/><rect class="b c" {BOX} fill="blue"/>
<g><rect class="a" id="three" {BOX}/><circle r="1" lang="en-GB"/></g></g>"""
SELECTED = {
    "rect": "rrr ",
    "*": "rrrr",
    ".a": "r r ",
    ".b.c": " r  ",
    ".a.c": "    ",
    "#one": "r   ",
    "rect#one.a": "r   ",
    "g rect": "rrr ",
    "#top > rect": "rr  ",
    "g>g>*": "  rr",
    "rect + rect": " r  ",
    "rect ~ *": " rrr",
    "[class~=c]": " r  ",
    "[class^='b']": " r  ",
    "[lang|=en]": "   r",
    "[lang=EN-gb]": "    ",
    "[lang=EN-gb i]": "   r",
    "[data-kind*=hive] > .a": "r   ",
    "[id]:not(#one)": "r rr",
    "rect:first-child": "r r ",
    "rect:last-child": "    ",
    ":last-child": "r rr",
    "circle:only-of-type": "   r",
    "rect:nth-child(2)": " r  ",
    "rect:nth-child(2n+1)": "r r ",
    "rect:nth-last-of-type(1)": " rr ",
    "rect:not(.a)": " r  ",
    ":is(circle, .b)": " r r",
    "svg:root > g > rect": "rr  ",
    "rect:hover, circle": "   r",
    "rect::before": "    ",
    "rect::-webkit-scrollbar": "    ",
    "RECT": "    ",
    "/* a */ rect /* b */ .x, circle": "   r",
}


def painted(sheet: str, body: str = TREE) -> str:
    """Return r for each shape that is red, a blank for others."""
    shapes = marks(f"<style>{sheet}</style>{body}")
    return "".join("r" if isinstance(mark, PathMark) and mark.fill == RED else " " for mark in shapes)


@pytest.mark.parametrize("selector", SELECTED)
def test_a_selector_means_these_elements(selector: str) -> None:
    assert painted(f"{selector} {{ fill: red }}") == SELECTED[selector]


# The fill of <g class="g" fill="lime"><rect class="a b" id="i" fill="blue"/></g>.
WINNERS = {
    "g { fill: red }": BLUE,
    "rect { fill: red }": RED,
    "rect.a { fill: red } rect { fill: black }": RED,
    "#i { fill: red } .a.b { fill: black } rect.a.b { fill: black }": RED,
    ".a { fill: black } .b { fill: red }": RED,
    "rect { fill: red !important } #i { fill: black }": RED,
    ":where(#i) { fill: black } rect { fill: red }": RED,
    ":is(#i, em) { fill: red } .a.b { fill: black }": RED,
    "g { fill: red } rect { fill: inherit }": RED,
    "rect { fill: initial }": BLACK,
    "@media print { rect { fill: red } } @media screen { rect { fill: black } }": RED,
    "@font-face { font-family: x; src: url(http://x/y) } rect { fill: red }": RED,
    "rect { fill: black } </style><style>rect { fill: red }": RED,
    "</style><style type='text/less'>rect { fill: black }": BLUE,
    "</style><style media='screen'>rect { fill: black }": BLUE,
    "<![CDATA[ g > rect { fill: red } ]]>": RED,
    "rect { fill: red; } /* rect { fill: black } */": RED,
    "rect { --tint: 3; fill: red }": RED,
}


@pytest.mark.parametrize("sheet", WINNERS)
def test_the_rule_that_wins(sheet: str) -> None:
    body = f'<g class="g" fill="lime"><rect class="a b" id="i" fill="blue" {BOX}/></g>'
    assert only(f"<style>{sheet}</style>{body}").fill == WINNERS[sheet]


def test_the_style_attribute_wins_but_not_over_what_is_important() -> None:
    body = f'<rect style="fill: red; stroke: red" {BOX}/>'
    assert only(f"<style>rect {{ fill: blue }}</style>{body}").fill == RED
    assert only(f"<style>rect {{ fill: blue !important }}</style>{body}").fill == BLUE
    both = body.replace("red;", "red !important;")
    assert only(f"<style>rect {{ fill: blue !important }}</style>{both}").fill == RED


@pytest.mark.parametrize(
    ("sheet", "line"),
    [
        ("<style>\nq:lang(x) { fill: red }</style>", 3),
        ('<style\n type="text/css"\n media="all">q:lang(x) { fill: red }</style>', 4),
        ("<style\r\n id='>'\r\n><![CDATA[\nq:lang(x) { fill: red }]]></style>", 5),
        ("<style><!--\n\n-->\nq:lang(x) { fill: red }</style>", 5),
    ],
)
def test_a_fault_in_a_stylesheet_is_placed_in_its_line(sheet: str, line: int) -> None:
    with pytest.raises(BuildError) as caught:
        svg.read(art(sheet), "a.svg")
    assert caught.value.problems[0].place.line == line


def test_rules_reach_stops_clips_and_what_is_used() -> None:
    body = (
        "<style>stop { stop-color: red } .x { clip-rule: evenodd } #u rect { fill: red } use { fill: blue }</style>"
        '<linearGradient id="g"><stop/><stop offset="1" class="y"/></linearGradient>'
        '<clipPath id="c"><path class="x" d="M0 0H9V9H0zM2 2H4V4H2z"/></clipPath>'
        f'<defs><g id="u"><rect {BOX}/><circle r="1"/></g></defs>'
        '<g clip-path="url(#c)"><path d="M0 0H8V8z" fill="url(#g)"/></g><use href="#u"/>'
    )
    gradient, rect, circle = marks(body)
    assert (gradient.fill, rect.fill, circle.fill) == (RED, RED, BLUE)  # type: ignore[union-attr]


def test_a_stylesheet_looks_as_in_an_engine_that_reads_it_too() -> None:
    text = art(
        "<style>.a{fill:#d55e00;stroke:#000;stroke-width:.5}.b>rect{opacity:.5}"
        ".b rect:first-child{fill:#0072b2}</style>"
        '<rect class="a" x="1" y="1" width="5" height="5"/><g class="b"><rect x="4" y="2" width="5" height="3"/>'
        '<rect x="3" y="4" width="5" height="5"/></g>'
    )
    assert off(shown(text), shown(again(text))) < 0.001


REFUSED = {
    "@import url(a.css);": "2:1: error: the stylesheet: @import refers to something outside the file",
    "\n\n@media (min-width: 3px) { a { fill: red } }": "4: error: the stylesheet: the medium (min-width: 3px)",
    "rect { fill: red": "",
    "rect { fill red }": "the stylesheet:",
    "rect:lang(en) { fill: red }": "the selector rect:lang(en) cannot be read: :lang() is not supported",
    "rect >> g { fill: red }": "the selector rect >> g cannot be read: it is not a CSS selector",
    "> g { fill: red }": "the selector > g cannot be read: it is not a CSS selector",
    "[a=b x] { fill: red }": "the selector [a=b x] cannot be read: it is not a CSS selector",
    "rect, { fill: red }": "the selector rect, cannot be read: it is not a CSS selector",
    "rect. { fill: red }": "the selector rect. cannot be read: it is not a CSS selector",
    "svg|rect { fill: red }": "namespace prefixes are not supported",
    "[*|class] { fill: red }": "namespace prefixes are not supported",
    "rect:not(*|*) { fill: red }": "namespace prefixes are not supported",
    "g:has(rect) { fill: red }": ":has() is not supported",
    "g:not(rect, /* any */ *) { fill: red }": ":not() with * matches nothing",
    "g:link { fill: red }": ":link is not supported",
    "g:nth-child(2 of .a) { fill: red }": ":nth-child() takes a number or a formula such as 2n+1",
    "@supports (fill: red) { rect { fill: red } }": "@supports is not supported",
    "g { filter: blur(3px) }": "filter on g cannot be drawn exactly",
    "g { fil: red }": "g has an unknown property fil",
    "<g/>": "style contains an element, not only rules",
    f"{':not(' * 20}a{')' * 20} {{ fill: red }}": "it is nested too deeply",
    f"a{{b:{'(' * 5000}": "the stylesheet:",
    f"{'a ' * 70}{{ fill: red }}": "it has more than 64 parts",
    f"g:nth-child({'9' * 5000}) {{ fill: red }}": "the stylesheet: a number has 1,000 digits or more",
    f"g {{ stroke-width: {'9' * 5000} }}": "the stylesheet: a number has 1,000 digits or more",
    f"g {{ fill: red }}</style><g style='x: {'9' * 5000}'/><style>": "style: a number has 1,000 digits or more",
}


@pytest.mark.parametrize("sheet", REFUSED)
def test_what_a_stylesheet_says_is_heeded_or_refused(sheet: str) -> None:
    text = art(f"<style>{sheet}</style><g/>")
    if not REFUSED[sheet]:
        svg.read(text, "art.svg")
        return
    with pytest.raises(BuildError) as caught:
        svg.read(text, "art.svg")
    assert REFUSED[sheet] in str(caught.value)
    assert str(caught.value).startswith("art.svg:")


# What selectors are made of, for selectors of all kinds, most of them invalid.
PIECES = [
    *("rect", ".a", "#one", "*", "|", " ", ">", "+", "~", ",", ":", "::", ".", "#", "!", "/* a */", "1", "-", '"x"'),
    *("[", "]", "[id]", "[id=", "[*|id]", "[id='one' i]", "(", ")", ":not(", ":is(", ":where(", ":has(", ":lang("),
    *(":nth-child(", "2n+1", "of", "odd", ":first-child", ":only-of-type", ":root", ":empty", ":hover", ":link"),
    *("before", ":first-line", ":enabled", "&amp;", "\\", "\\0", "é"),
]


def test_attribute_selectors_see_the_attributes_of_the_file() -> None:
    sheet = "g { stroke: blue } [style] rect { fill: red }"
    assert only(f"<style>{sheet}</style><g><rect {BOX}/></g>").fill == BLACK


@given(st.lists(st.sampled_from(PIECES), max_size=9))
def test_any_selector_is_read_or_refused(pieces: list[str]) -> None:
    with suppress(BuildError):
        svg.read(art(f"<style>{''.join(pieces)} {{ fill: red }}</style>{TREE}"), "a.svg")


@pytest.mark.slow
@pytest.mark.parametrize(
    "selector", [".b{n}.a", "g g g g g g g g rect.a{n} ~ rect", ".a:nth-of-type({n})", ":only-of-type", ".b ~ .a ~ .a"]
)
def test_each_way_of_matching_is_bounded(selector: str) -> None:
    rules = "".join(f"{selector.format(n=n)} {{ fill: red }}" for n in range(3000))
    rect = f'<rect class="a" {BOX}/>'
    body = f"{'<g>' * 30}{rect * 10_000}{'</g>' * 30}"
    with pytest.raises(BuildError, match=r"more than 4,000,000 steps, \d+ % of them for stylesheets"):
        svg.read(art(f"<style>{rules}</style>{body}"), "a.svg")


@pytest.mark.slow
def test_many_rules_for_many_elements_are_bounded() -> None:
    rules = "".join(f"g g g g g g rect.a{n} ~ rect {{ fill: red }}" for n in range(3000))
    body = f"{'<g>' * 30}{f'<rect {BOX}/>' * 3000}{'</g>' * 30}"
    with pytest.raises(BuildError, match=r"more than 4,000,000 steps, \d+ % of them for stylesheets"):
        svg.read(art(f"<style>{rules}</style>{body}"), "a.svg")


def test_a_stylesheet_outside_the_file_is_refused() -> None:
    with pytest.raises(BuildError, match=r"^a\.svg:1:1: error: the file uses an external stylesheet"):
        svg.read(f'<?xml-stylesheet href="a.css" type="text/css"?>{art("<g/>")}', "a.svg")
    link = '<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="a.css"/>'
    with pytest.raises(BuildError, match="the element link cannot be drawn exactly"):
        svg.read(art(link), "a.svg")


def test_the_reader_of_stylesheets_is_loaded_only_where_there_is_one() -> None:
    script = (
        "import sys; from beeprint.drawing import svg; svg.read(sys.argv[1], 'a.svg'); print('tinycss2' in sys.modules)"
    )
    for body, loaded in (("<g style='fill: red'/>", "False"), ("<style>g { fill: red }</style>", "True")):
        done = subprocess.run([sys.executable, "-c", script, art(body)], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == loaded
