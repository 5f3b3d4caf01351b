"""Inkscape's flowed text: its lines are where Inkscape puts them; what is drawn otherwise there is refused by name.

The positions are those of Inkscape 1.2, in its export with text converted to paths.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from beeprint.base.problems import BuildError, Problem
from beeprint.drawing import svg
from beeprint.drawing.drawing import Run, walk
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.svg.sanitise import sanitised

RECT = '<rect x="10" y="20" width="150" height="200"/>'
INKSCAPE = 'xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:version'
HHH = "<flowPara>H</flowPara>" * 3


def picture(body: str, version: str = "0.92.2") -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {INKSCAPE}="{version}" width="400" height="400" '
        f'viewBox="0 0 400 400">\n{body}\n</svg>'
    )


def flow(content: str, style: str = "", region: str = RECT, attributes: str = 'xml:space="preserve"') -> str:
    look = f"font-family:Source Sans Pro;font-size:20px;{style}"
    return f'<flowRoot {attributes} style="{look}"><flowRegion>{region}</flowRegion>{content}</flowRoot>'


def lines(
    fonts: Fonts, body: str, version: str = "0.92.2", warnings: list[Problem] | None = None
) -> list[tuple[str, float, float]]:
    """Return the text of each run and its place in the units of the picture."""
    drawing = svg.read(picture(body, version), "art.svg", fonts=fonts, warnings=warnings)
    unit = 96 / 25.4
    return [
        (mark.text, round((matrix @ mark.place).e * unit, 2), round((matrix @ mark.place).f * unit, 2))
        for mark, matrix in walk(drawing.marks)
        if isinstance(mark, Run)
    ]


def baselines(fonts: Fonts, content: str, style: str = "", version: str = "0.92.2") -> list[float]:
    return [y for _, _, y in lines(fonts, flow(content, style), version)]


def small(style: str) -> str:
    return f'<flowPara style="{style}">H</flowPara>' * 2


@pytest.mark.parametrize(
    ("version", "style", "content", "expected"),
    [
        ("0.92.2", "", HHH, [37.5, 62.5, 87.5]),
        ("0.92.2", "line-height:normal", HHH, [37.5, 62.5, 87.5]),
        ("0.92.2", "line-height:1.25", HHH, [37.5, 62.5, 87.5]),
        ("1.0.2", "line-height:125%", HHH, [37.5, 62.5, 87.5]),
        ("0.91 r1", "line-height:100%", HHH, [35, 55, 75]),
        ("0.92.2", "line-height:40px", HHH, [45, 85, 125]),
        ("0.92.2", "line-height:2em", HHH, [45, 85, 125]),
        ("0.92.2", "font-family:Source Serif Pro;line-height:1", HHH, [34.6, 54.6, 74.6]),
        ("0.92.2", "font-size:40px;line-height:1.25", small("font-size:10px"), [55, 105]),
        ("0.92.2", "font-size:40px;line-height:125%", small("font-size:10px"), [55, 112.5]),
        ("0.91 r1", "font-size:40px;line-height:125%", small("font-size:10px"), [28.75, 41.25]),
        ("0.92.2", "font-size:40px;line-height:0.01%", small("font-size:10px;line-height:1.25"), [30, 43.75]),
        ("0.92.2", "", "<flowPara>H</flowPara><flowPara/><flowPara> </flowPara><flowPara>H</flowPara>", [37.5, 87.5]),
        ("0.91 r1", "", "<flowPara>H</flowPara><flowPara/><flowPara>H</flowPara>", [37.5, 87.5]),
        (
            "0.92.2",
            "font-size:10px;line-height:1.25",
            '<flowPara>H<flowSpan style="font-size:20px">H</flowSpan></flowPara><flowPara>H</flowPara>',
            [37.5, 37.5, 53.75],
        ),
    ],
)
def test_lines_are_as_high_as_inkscape_makes_them(
    fonts: Fonts, version: str, style: str, content: str, expected: list[float]
) -> None:
    assert baselines(fonts, content, style, version) == pytest.approx(expected, abs=0.011)


def test_text_is_broken_between_words_where_the_rectangle_ends(fonts: Fonts) -> None:
    content = "<flowPara>The quick <flowSpan>brown</flowSpan> fox jumps over</flowPara><flowPara>a dog</flowPara>"
    assert lines(fonts, flow(content)) == [
        ("The quick ", 10, 37.5),
        ("brown", 95.44, 37.5),
        ("fox jumps over", 10, 62.5),
        ("a dog", 10, 87.5),
    ]


@pytest.mark.parametrize("width", [130.39, 130.41])
def test_a_word_that_ends_with_the_rectangle_stays_on_its_line(fonts: Fonts, width: float) -> None:
    content = "<flowPara>HHHHHH HHHH</flowPara>"  # 10 letters of 13.04 and a space of 4
    shown = lines(fonts, flow(content, region=f'<rect x="10" y="20" width="{width + 4}" height="90"/>'))
    assert [text for text, _, _ in shown] == (["HHHHHH HHHH"] if width > 130.4 else ["HHHHHH", "HHHH"])


@pytest.mark.parametrize(
    ("style", "x"),
    [
        ("text-align:start;text-anchor:start", 10),
        ("text-align:center;text-anchor:middle", 58.92),
        ("text-anchor:middle", 58.92),
        ("text-align:center", 58.92),
        ("text-align:end", 107.84),
        ("text-align:end;text-anchor:end", 107.84),
        ("text-align:center;letter-spacing:5px", 51.42),
    ],
)
def test_lines_are_aligned_in_the_rectangle(fonts: Fonts, style: str, x: float) -> None:
    paragraph = "<flowPara>HHHH</flowPara>"
    assert lines(fonts, flow(paragraph, style)) == [("HHHH", pytest.approx(x, abs=0.011), 37.5)]
    own = f'<flowPara style="{style}">HHHH</flowPara>'
    assert lines(fonts, flow(own)) == lines(fonts, flow(paragraph, style))


def test_spaces_count_where_inkscape_counts_them(fonts: Fonts) -> None:
    content = "<flowPara>HHHH  </flowPara><flowPara>HHHHHHHH   HHHHHH</flowPara><flowPara>HHHH </flowPara>"
    places = [(text.strip(), x) for text, x, _ in lines(fonts, flow(content, "text-align:center"))]
    assert [text for text, _ in places] == ["HHHH", "HHHHHHHH", "HHHHHH", "HHHH"]
    assert [x for _, x in places] == pytest.approx([54.92, 28.84, 45.88, 58.92], abs=0.011)
    collapsed = lines(fonts, flow("\n <flowPara> HHHH\n  H </flowPara>\n", attributes=""))
    assert collapsed == [("HHHH H", 10, 37.5)]


def test_a_flow_line_ends_its_line_and_a_flow_div_holds_paragraphs(fonts: Fonts) -> None:
    content = "<flowPara>HHHH<flowLine>HH</flowLine>HHH</flowPara><flowDiv><flowPara>H</flowPara></flowDiv>"
    assert [(text, y) for text, _, y in lines(fonts, flow(content))] == [
        ("HHHH", 37.5),
        ("HH", 37.5),
        ("HHH", 62.5),
        ("H", 87.5),
    ]


@pytest.mark.parametrize(
    ("region", "place"),
    [
        (RECT.replace("/>", ' transform="translate(5,7)"/>'), (15, 44.5)),
        (RECT.replace("/>", ' transform="scale(2)"/>'), (20, 57.5)),
        ('<path d="M30,40H130V140H30Z"/>', (30, 57.5)),
        ('<path d="M30,40H100030V65H30V40"/>', (30, 57.5)),
        ('<use href="#region"/>', (30, 57.5)),
        ('<use href="#region" x="0" transform="translate(7,9)"/>', (37, 66.5)),
    ],
)
def test_the_region_may_be_any_upright_rectangle(fonts: Fonts, region: str, place: tuple[float, float]) -> None:
    shape = '<defs><rect id="region" x="30" y="40" width="100" height="100"/></defs>'
    assert lines(fonts, shape + flow("<flowPara>H</flowPara>", region=region)) == [("H", *place)]


def test_a_transform_of_the_whole_moves_its_lines(fonts: Fonts) -> None:
    body = flow("<flowPara>H</flowPara>", attributes='transform="translate(5,7) scale(2)"')
    assert lines(fonts, body) == [("H", 25, 82)]


def test_lines_below_the_rectangle_are_left_out_with_a_warning(fonts: Fonts) -> None:
    warnings: list[Problem] = []
    content = "".join(f"<flowPara>{word}</flowPara>" for word in ("one", "two", "three"))
    for height, shown in ((74.9, ["one", "two"]), (75, ["one", "two", "three"])):
        warnings.clear()
        region = f'<rect x="10" y="20" width="50" height="{height}"/>'
        assert [text for text, _, _ in lines(fonts, flow(content, region=region), warnings=warnings)] == shown
        assert len(warnings) == 3 - len(shown)
    region = '<rect x="10" y="20" width="50" height="25"/>'
    lines(fonts, flow("<flowPara>one</flowPara><flowPara> </flowPara>", region=region), warnings=warnings)
    assert warnings == []
    lines(fonts, flow(content, region=region), warnings=warnings)
    assert "the flowed text is longer than its rectangle is high" in warnings[0].message
    assert warnings[0].place.line == 2


@pytest.mark.parametrize("content", ["<flowPara/>", "<flowPara> </flowPara>\n", "<flowDiv><flowPara/></flowDiv>", ""])
def test_flowed_text_without_words_is_nothing_as_pixels_too(fonts: Fonts, content: str) -> None:
    body = flow(content, "filter:url(#gone)", '<circle r="9"/>')
    warnings: list[Problem] = []
    assert lines(fonts, f'{body}<use href="#a"/><g id="a">{body}</g>', warnings=warnings) == []
    assert warnings == []
    assert "flowRoot" not in ET.tostring(sanitised(picture(body), "art.svg").body, "unicode")


TWO = RECT + RECT.replace('"10"', '"200"')
FLOWED = "<flowPara>words</flowPara>"
EXACT = "the element flowRoot cannot be drawn exactly"


@pytest.mark.parametrize(
    ("body", "message", "hint"),
    [
        (flow(FLOWED, region=""), EXACT, "Text > Convert to Text"),
        (flow(FLOWED, region=TWO), EXACT, "Text > Convert to Text"),
        (flow(FLOWED, region='<circle r="90"/>'), EXACT, "Text > Convert to Text"),
        (flow(FLOWED, region='<rect width="90" height="90" rx="9"/>'), EXACT, ""),
        (flow(FLOWED, region='<rect width="90" height="90" transform="rotate(9)"/>'), EXACT, ""),
        (flow(FLOWED, region='<path d="M0 0H90V90Z"/>'), EXACT, ""),
        (flow(FLOWED, region='<use href="#a" x="9"/><rect id="a" width="9" height="9"/>'), EXACT, ""),
        (flow("<flowRegionExclude><rect/></flowRegionExclude>" + FLOWED), EXACT, ""),
        (flow("words" + FLOWED), EXACT, ""),
        (flow("<flowLine>words</flowLine>"), EXACT, ""),
        (
            flow("<flowPara>extraordinarily</flowPara>", region='<rect width="50" height="90"/>'),
            "is wider than",
            "wider",
        ),
        (flow(FLOWED, "text-align:justify"), "text-align justify on flowPara is not supported", "use start, center"),
        (flow("<flowPara>a<tspan>b</tspan></flowPara>"), "the element tspan cannot be drawn exactly", ""),
        (flow('<flowPara>a<flowSpan style="baseline-shift:sub">b</flowSpan></flowPara>'), "baseline-shift", ""),
        (flow(FLOWED, "line-height:high"), "line-height is 'high'", ""),
        (flow(FLOWED, "font-family:Nobody"), "there is no font Nobody", "add fonts: {Nobody:"),
        (f'<g text-decoration="underline">{flow(FLOWED)}</g>', "text-decoration on an element around a text", ""),
        (flow(FLOWED, attributes='data-layer="cut"'), "a text cannot be cut", "convert it to paths"),
        (flow(FLOWED * 5_000), "the text has more than 20,000 characters", ""),
        ("<text>a<flowSpan>b</flowSpan></text>", "the element flowSpan cannot be drawn exactly", ""),
    ],
)
def test_other_flowed_text_is_refused_by_name(fonts: Fonts, body: str, message: str, hint: str) -> None:
    with pytest.raises(BuildError) as caught:
        lines(fonts, body)
    assert str(caught.value).startswith("art.svg:2:")
    assert message in str(caught.value)
    assert hint in str(caught.value)


def test_all_that_is_wrong_with_its_paragraphs_comes_at_once(fonts: Fonts) -> None:
    content = '<flowPara style="font-family:Nobody">a</flowPara>\n<flowPara style="font-weight:1">b</flowPara>'
    with pytest.raises(BuildError) as caught:
        lines(fonts, flow(content))
    assert [problem.place.line for problem in caught.value.problems] == [2, 3]


def test_flowed_text_has_a_font_where_only_its_paragraphs_name_one(fonts: Fonts) -> None:
    content = '<flowPara style="font-family:Source Sans Pro">H</flowPara>'
    assert lines(fonts, flow(content, "font-family:Nobody")) == [("H", 10, 37.5)]


def test_pixels_do_not_show_flowed_text_and_the_hint_says_what_does() -> None:
    with pytest.raises(BuildError) as caught:
        sanitised(picture(flow(FLOWED)), "art.svg")
    (problem,) = caught.value.problems
    assert problem.message == "the element flowRoot cannot be drawn, not even as pixels"
    assert problem.hint.startswith("place it without raster, or convert it to text")
