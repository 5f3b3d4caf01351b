"""A stranger's picture ends in a drawing or in problems, whatever stands in it, in bounded time and memory."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from beeprint.base import budget
from beeprint.base.problems import BuildError, Place
from beeprint.drawing import svg
from beeprint.drawing.drawing import Group, PathMark, Run, Use, walk
from beeprint.drawing.svg.reader.paths import parse_path
from cases import examples
from svgs import art, path_points


def test_uses_through_deep_groups_are_refused_before_the_stack_ends() -> None:
    levels = [f'<g id="u{n}">{"<g>" * 55}<use href="#u{n - 1}"/>{"</g>" * 55}</g>' for n in range(1, 31)]
    body = f'<defs><g id="u0"/>{"".join(levels)}</defs><use href="#u30"/>'
    with pytest.raises(BuildError, match="nested deeper than 100 levels"):
        svg.read(art(body), "a.svg")


@pytest.mark.slow
def test_one_long_path_in_many_styles_is_bounded() -> None:
    path = f'<defs><path id="p" d="M0 0{"L1 1L2 3" * 20_000}"/></defs>'
    body = path + "".join(f'<use href="#p" stroke-width="{index}"/>' for index in range(1000))
    with pytest.raises(BuildError, match=r"more than 4,000,000 steps, \d+ % of them for path segments"):
        svg.read(art(body), "a.svg")


def test_one_long_path_drawn_often_is_bounded() -> None:
    path = f'<defs><path id="p" d="M0 0{"L1 1L2 3" * 20_000}"/></defs>'
    with pytest.raises(BuildError, match="more than 2,000,000 path segments"):
        svg.read(art(path + '<use href="#p"/>' * 1000), "a.svg")


def test_rules_and_unknown_attributes_cost_what_reading_them_takes() -> None:
    for body in (f"<style>{'a{}' * 3_000}</style>", f"<style>{'a,' * 4_000}b{{}}</style>"):
        assert 60_000 < steps_for(body) < 200_000
    unknown = " ".join(f"a{number}='1'" for number in range(1_000))
    assert 60_000 < steps_for(f"<g {unknown}/>") < 200_000
    assert steps_for("<g a='1'/>" * 1_000) < 60_000  # compared once


def steps_for(body: str) -> float:
    with budget.of_game("check", Place("mine")):
        svg.read(art(body), "a.svg")
        return budget.spent("pictures")[0]


def test_a_selector_of_endless_parts_is_left_at_the_first_too_many() -> None:
    with pytest.raises(BuildError, match="it has more than 64 parts"):
        svg.read(art(f"<style>{'a ' * 65}>{{fill:red}}</style>"), "a.svg")


def test_entities_of_an_outside_file_are_not_dropped_in_silence() -> None:
    with pytest.raises(BuildError, match=r"^a\.svg:3: error: the entity &x; is not defined in the file"):
        svg.read('<!DOCTYPE svg SYSTEM "x.dtd">\n' + art('<g fill="&x;red"/>'), "a.svg")


def test_words_declared_as_entities_are_read_as_illustrator_writes_them() -> None:
    head = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [\n<!ENTITY ns_svg "http://www.w3.org/2000/svg">'
    text = head + ']><svg xmlns="&ns_svg;" viewBox="0 0 9 9"><path d="M1 1h1v1z"/></svg>'
    assert len(svg.read(text, "a.svg").marks) == 1
    with pytest.raises(BuildError, match=r"^a\.svg:2: error: the entity &other; is not defined in the file"):
        svg.read(text.replace("M1", "&other;M1"), "a.svg")


def test_entities_of_elements_are_read_where_they_stand() -> None:
    head = "<!DOCTYPE svg [<!ENTITY s \"<g fill='red'><path d='M0 0h5v5z'/></g>\">]>\n"
    drawing = svg.read(head + art('&s;<g transform="translate(3 3)">&s;</g>'), "a.svg")
    shapes = [(mark, at.e) for mark, at in walk(drawing.marks) if isinstance(mark, PathMark)]
    assert [at for _, at in shapes] == [0, 3] and shapes[0][0] == shapes[1][0]
    with pytest.raises(BuildError, match=r"^a\.svg:3:1: error: path has an unknown attribute fil"):
        svg.read(head.replace("path", "path fil='red'") + art("&s;"), "a.svg")
    with pytest.raises(BuildError, match="the entity s makes the picture too large"):
        svg.read(head.replace("M0 0", f"M0 0{' ' * 9_000}") + art("&s;" * 1_000), "a.svg")


def test_entities_and_bombs_are_refused() -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY b "&a;&a;">]>' + art("<title>&b;</title>")
    with pytest.raises(BuildError, match=r"^a\.svg:1:\d+: error: the entity b contains other entities or a file"):
        svg.read(bomb, "a.svg")
    large = f'<!DOCTYPE svg [<!ENTITY a "{"b" * 9_000}">]>' + art(f"<title>{'&a;' * 1_000}</title>")
    with pytest.raises(BuildError, match="the entity a makes the picture too large"):
        svg.read(large, "a.svg")
    levels = ['<rect id="u0" width="1" height="1"/>']
    levels += [f'<g id="u{n}">{f"""<use href="#u{n - 1}"/>""" * 10}</g>' for n in range(1, 12)]
    with pytest.raises(BuildError, match=r"more than 200,000 marks"):
        svg.read(art(f"<defs>{''.join(levels)}</defs><use href='#u11'/>"), "a.svg")
    with pytest.raises(BuildError, match="nested deeper than 64"):
        svg.read(art("<g>" * 100 + "</g>" * 100), "a.svg")


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: art(text).encode()))
@example(b"")
@example(b'<?xml version="1.0" encoding="klingon"?><svg/>')
@example(b'<?xml version="1.0" encoding="shift_jis"?><svg/>')
@example(art("<path d='M0 0A1e-200 1 0 0 0 5 5A1 1 0 0 0 1e-200 0'/>").encode())
@example(art("<g/>", 'width="2" height="1" viewBox="0 0 1 1" preserveAspectRatio=""').encode())
@example(b"<svg")
@example(b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 nan 1"/>')
def test_nothing_but_problems_escapes(data: bytes) -> None:
    try:
        drawing = svg.read(data, "fuzz.svg")
    except BuildError as error:
        assert error.problems
    else:
        assert drawing.box.width > 0


SAMPLE = art(
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="50%" stop-opacity=".5"/>'
    '</linearGradient><clipPath id="c"><path d="M0 0H9V9z"/></clipPath>'
    '<g id="s"><rect width="3" height="4" rx="1"/></g>'
    '</defs><g transform="rotate(3)scale(2)" opacity=".5" clip-path="url(#c)"><use href="#s" x="1"/>'
    '<path d="m1 2c1 2 3 4 5 6a1 2 3 0 1 4 5z" fill="url(#g)" stroke="rgb(1,2,3)" stroke-dasharray="1 2"/></g>'
    '<g aria-label="ab" data-font="a/b" data-size="3" data-place="1 0 0 1 2 3" data-clusters="0" '
    'transform="matrix(.003 0 0 .003 2 3)" fill="#123"><use href="#a_b.5" x="5"/></g><g id="a_b.5"/>'
)


def test_the_sample_to_spoil_is_whole() -> None:
    kinds = {type(mark) for mark, _ in walk(svg.read(SAMPLE, "fuzz.svg").marks)}
    assert kinds == {Group, Use, PathMark, Run}


@given(st.lists(st.tuples(st.integers(0, len(SAMPLE)), st.integers(0, 9), st.text('0-9.%e#()<>/" Mmaz', max_size=5))))
@settings(max_examples=examples(400))
def test_a_spoilt_picture_is_read_or_refused(spoils: list[tuple[int, int, str]]) -> None:
    text = SAMPLE
    for at, length, new in spoils:
        text = text[:at] + new + text[at + length :]
    try:
        drawing = svg.read(text, "fuzz.svg")
    except BuildError as error:
        assert all(problem.place.file == "fuzz.svg" and problem.place.line for problem in error.problems)
    else:
        points = [
            point for mark, _ in walk(drawing.marks) if isinstance(mark, PathMark) for point in path_points(mark.path)
        ]
        assert all(math.isfinite(value) for point in points for value in point)


@given(st.text("MmLlHhVvCcSsQqTtAaZz0123456789 .,-e+", max_size=40))
def test_path_data_is_read_or_refused(data: str) -> None:
    try:
        path = parse_path(data)
    except ValueError as error:
        assert str(error)
    else:
        assert not path or path[0][0] == "M"
