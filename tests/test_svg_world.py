"""Art as programs and sites of the world write it: sizes and styles of web exports, editors' leftovers, missing ids."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint import pipeline, starter
from beeprint.base.colour import BLACK
from beeprint.base.options import Options
from beeprint.base.problems import BuildError, Problem
from beeprint.drawing import svg
from beeprint.drawing.drawing import Solid
from svgs import again, art, off, only, shown

PLAIN = '<rect width="4" height="4" fill="#d55e00"/>'


def page(attributes: str) -> tuple[float, float]:
    """Return the width and height in mm of a picture's page."""
    box = svg.read(art(PLAIN, attributes), "art.svg").box
    return round(box.width, 3), round(box.height, 3)


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        # game-icons.net
        ('style="height: 512px; width: 512px;" viewBox="0 0 512 512"', (135.467, 135.467)),
        ('style="width:20mm" width="5mm" height="10mm" viewBox="0 0 20 10"', (20, 10)),
        ('style="width:auto;height:100%" width="5mm" height="10mm" viewBox="0 0 20 10"', (20, 10)),
        ('style="max-width:100%;width:fit-content" viewBox="0 0 96 48"', (96, 48)),
        ('width="1em" height="1em" viewBox="0 0 24 24"', (4.233, 4.233)),
        ('width="2rem" height="1rem" viewBox="0 0 48 24"', (8.467, 4.233)),
        ('width="" height="" viewBox="0 0 30 20"', (30, 20)),
    ],
)
def test_the_page_is_as_large_as_the_outermost_svg_says_in_its_attributes_or_its_style(
    attributes: str, size: tuple[float, float]
) -> None:
    assert page(attributes) == size
    closed = svg.sanitised(art(PLAIN, attributes), "art.svg")
    assert (round(closed.page.width, 3), round(closed.page.height, 3)) == size


HARMLESS = (
    "flex: none; margin: 0 auto; max-width: 100%; vertical-align: -0.125em; background: #fff; background-color: white",
    "box-sizing: border-box; user-select: none; -webkit-user-select: none; min-height: 9px; border: 1px solid red",
    "padding: 2px; position: absolute; top: 0; left: 0; z-index: 3; float: left; color-scheme: light dark",
    "-webkit-print-color-adjust: exact; object-fit: contain; list-style: none; box-shadow: 0 0 9px red",
)


@pytest.mark.parametrize("style", HARMLESS)
def test_styles_that_paint_nothing_inside_a_picture_are_passed_over(style: str) -> None:
    for text in (
        art(PLAIN, f'viewBox="0 0 10 10" style="{style}"'),
        art(PLAIN.replace("/>", f' style="{style}"/>'), 'viewBox="0 0 10 10"'),
        art(f"<style>rect, svg {{ {style} }}</style>{PLAIN}", 'viewBox="0 0 10 10"'),
    ):
        assert svg.read(text, "art.svg") == svg.read(art(PLAIN, 'viewBox="0 0 10 10"'), "art.svg")


@pytest.mark.parametrize(
    ("style", "count"),
    [("background: red", 1), ("background-color: #eee", 1), ("background: #FFF", 0), ("background: none", 0)],
)
def test_a_background_that_screens_would_paint_is_warned_of(style: str, count: int) -> None:
    warnings: list[Problem] = []
    svg.read(art(PLAIN, f'viewBox="0 0 10 10" style="{style}"'), "art.svg", warnings=warnings)
    assert [problem.message for problem in warnings] == ["the background in the style of svg is not printed"] * count
    closed = svg.sanitised(art(PLAIN, f'viewBox="0 0 10 10" style="{style}"'), "art.svg")
    assert "background" not in closed.text(closed.page, 10, 10, BLACK)


def test_attributes_that_svg_does_not_know_are_passed_over_unless_they_are_slips_of_the_pen() -> None:
    source = "x" * 50_000  # draw.io keeps the whole diagram in the attribute content
    text = art(
        PLAIN, f'viewBox="0 0 10 10" host="app.diagrams.net" content="{source}" t="17" p-id="3" _ngcontent-c1=""'
    )
    assert svg.read(text, "art.svg") == svg.read(art(PLAIN, 'viewBox="0 0 10 10"'), "art.svg")
    with pytest.raises(BuildError, match=r"unknown attribute stroke-widht\n    hint: did you mean stroke-width\?"):
        svg.read(art('<rect width="4" height="4" stroke-widht="2"/>'), "art.svg")


@pytest.mark.parametrize(
    ("declaration", "hint"),
    [
        ("fil: red", "did you mean fill?"),
        ("width: 9px", "write it as the attribute width"),
        ("rx: 2px", "write it as the attribute rx"),
        ("translate: 2px", "draw its effect as shapes"),
        ("-webkit-mask: url(#m)", "draw its effect as shapes"),
    ],
)
def test_a_style_that_would_paint_is_refused_with_what_to_do(declaration: str, hint: str) -> None:
    with pytest.raises(BuildError) as caught:
        svg.read(art(f'<rect width="4" height="4" style="{declaration}"/>'), "art.svg")
    assert hint in str(caught.value)


# custom properties and queries ---------------------------------------------------------------------------------------

RED, BLUE = (213, 94, 0), (0, 114, 178)


@pytest.mark.parametrize(
    ("body", "colour"),
    [
        ('<rect width="1" height="1" fill="var(--x, #d55e00)"/>', RED),
        ('<g style="--x: #0072b2"><rect width="1" height="1" style="fill: var(--x, #d55e00)"/></g>', BLUE),
        ('<g style="--x: var(--y);--y: #0072b2"><rect width="1" height="1" fill="var( --x )"/></g>', BLUE),
        ('<style>svg {--Main: #0072b2} rect {fill: var(--Main)}</style><rect width="1" height="1"/>', BLUE),
        ('<rect width="1" height="1" fill="var(--a, var(--b, #0072b2))"/>', BLUE),
        ('<rect width="1" height="1" fill="rgb(0, var(--g, 114), 178)"/>', BLUE),
        # Invalid: the property is as if it were not there.
        ('<g fill="#0072b2"><rect width="1" height="1" fill="var(--x)"/></g>', BLUE),
        ('<g fill="#0072b2" style="--x: var(--x)"><rect width="1" height="1" fill="var(--x)"/></g>', BLUE),
        ('<g fill="#0072b2" style="--x:var(--y);--y:var(--x)"><rect width="1" height="1" fill="var(--y)"/></g>', BLUE),
        ('<rect width="1" height="1" fill="light-dark(#0072b2, #ffffff)"/>', BLUE),
        ('<rect width="1" height="1" style="fill: light-dark(rgb(0, 114, 178), var(--ge-dark, white))"/>', BLUE),
        ("<style>rect {fill: #0072b2} @media (prefers-color-scheme: dark) {rect {fill: white}}</style>"
         '<rect width="1" height="1"/>', BLUE),
        ("<style>@media (prefers-color-scheme: light) {rect {fill: #0072b2}}</style>"
         '<rect width="1" height="1"/>', BLUE),
        ("<style>rect {fill: #0072b2} @media screen and (max-width: 600px) {rect {fill: white}}</style>"
         '<rect width="1" height="1"/>', BLUE),
        ("<style>@media print and (prefers-color-scheme: light), screen {rect {fill: #0072b2}}</style>"
         '<rect width="1" height="1"/>', BLUE),
    ],
)  # fmt: skip
def test_custom_properties_and_queries_count_as_on_paper(body: str, colour: tuple[int, int, int]) -> None:
    fill = only(body).fill
    assert isinstance(fill, Solid)
    assert tuple(fill.colour) == colour


def test_custom_properties_that_grow_without_end_end_soon() -> None:
    for leaf in ("red ", ""):
        chain = ";".join(f"--p{at}: var(--p{at + 1}){f' var(--p{at + 1})' * 9}" for at in range(15))
        body = f'<g style="{chain}; --p15: {leaf}">' + '<rect width="1" height="1" fill="var(--p0)"/>' * 2000 + "</g>"
        with pytest.raises(BuildError) as caught:
            svg.read(art(body), "art.svg")
        assert "reading the picture takes more than 4,000,000 steps" in str(caught.value.problems[-1])


# what is not there ---------------------------------------------------------------------------------------------------


def warned(body: str) -> list[Problem]:
    warnings: list[Problem] = []
    svg.read(art(body), "art.svg", warnings=warnings)
    return warnings


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<use href="#bee"/>', "use refers to #bee, which is not in the file, and draws nothing"),
        ("<use/>", "use refers to nothing, which is not in the file, and draws nothing"),
        ('<rect width="4" height="4" fill="url(#bee)"/>', "fill refers to #bee, which is not in the file, and paints"),
        ('<rect width="4" height="4" stroke="url(#b)"/>', "stroke refers to #b, which is not in the file, and paints"),
        ('<rect width="4" height="4" clip-path="url(#c)"/>', "clip-path refers to #c, which is not in the file, and"),
        (
            '<clipPath id="c"><use href="#no"/></clipPath><rect width="4" height="4" clip-path="url(#c)"/>',
            "use refers to #no, which is not in the file, and draws nothing",
        ),
    ],
)
def test_a_reference_that_leads_nowhere_is_warned_of_and_drawn_as_resvg_draws_it(body: str, message: str) -> None:
    [warning] = warned(body)
    assert warning.message.startswith(message)
    assert (warning.severity, warning.place.line, bool(warning.hint)) == ("warning", 2, True)
    assert off(shown(art(body)), shown(again(art(body)))) < 0.001


def test_a_fallback_colour_needs_no_warning() -> None:
    assert warned('<rect width="4" height="4" fill="url(#bee) red"/>') == []


def test_warnings_about_art_are_reported_once_at_their_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    (tmp_path / "mine" / "art" / "icons" / "sun.svg").write_text(art(f'{PLAIN}<use href="#bee"/>'), "utf-8")
    for _ in range(2):
        [warning] = pipeline.check(tmp_path / "mine", Options()).problems
        assert str(warning).startswith("mine/art/icons/sun.svg:2:44: warning: use refers to #bee, which is not")


def test_a_use_of_a_use_clips() -> None:
    body = (
        '<defs><circle id="a" r="3"/><use id="b" href="#a" x="1" transform="scale(1.5)"/></defs>'
        '<clipPath id="c"><use href="#b" x="3" y="4"/></clipPath>'
        '<rect width="10" height="10" fill="#d55e00" clip-path="url(#c)"/>'
    )
    text = art(body)
    plain = art('<circle cx="4.5" cy="4" r="4.5" fill="#d55e00"/>')
    assert off(shown(again(text)), shown(plain)) < 0.001
    for turn in ('<use id="b" href="#b"/>', '<use id="b" href="#d"/><use id="d" href="#b"/>'):
        clipped = '<rect width="1" height="1" clip-path="url(#c)"/>'
        loop = f'<clipPath id="c"><use href="#b"/></clipPath><defs>{turn}</defs>{clipped}'
        with pytest.raises(BuildError, match="refers to itself"):
            svg.read(art(loop), "art.svg")


def test_of_a_switch_with_html_the_alternative_is_drawn_with_a_warning() -> None:
    feature = 'requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"'
    body = (
        f'<switch><foreignObject width="9" height="9" {feature}><div xmlns="http://www.w3.org/1999/xhtml">Bee</div>'
        f"</foreignObject>{PLAIN}</switch>"
        # draw.io's note for programs that cannot draw HTML is not printed.
        f'<switch><g {feature}/><a href="https://example.com"><circle r="9"/></a></switch>'
    )
    assert only(body) == only(PLAIN)
    [warning] = warned(body)
    assert "in place of a foreignObject" in warning.message
    with pytest.raises(BuildError, match="foreignObject cannot be drawn"):
        svg.read(art(f'<switch><foreignObject width="9" height="9" {feature}/></switch>'), "art.svg")
