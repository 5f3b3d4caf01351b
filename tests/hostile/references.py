"""Files whose parts refer to each other: markers, clip paths, gradients, groups in groups."""

from __future__ import annotations

from hostile.base import comb, filled, hostile, zigzag
from svgs import art

PLAIN = '<clipPath id="c0"><path d="M0 0h9v9z"/></clipPath>'
BY_BOX = 'clipPathUnits="objectBoundingBox"'

# markers -----------------------------------------------------------------------------------------------------------


@hostile
def markers_on_a_long_path() -> str:
    marker = '<marker id="m" overflow="visible"><g>' + '<path d="M0 0h1v1z"/>' * 30 + "</g></marker>"
    return art(f'{marker}<path d="{zigzag(200_000)}" stroke="red" marker-mid="url(#m)"/>')


@hostile
def markers_on_many_paths() -> str:
    marker = '<marker id="m" overflow="visible">' + '<path d="M0 0h1v1z"/>' * 10_000 + "</marker>"
    return filled(marker, lambda n: f'<path d="M0 {n}h9" stroke="red" marker-end="url(#m)"/>')


@hostile
def markers_of_long_paths_on_many_paths() -> str:
    marker = f'<marker id="m" overflow="visible"><path d="{zigzag(100_000)}"/></marker>'
    return filled(marker, lambda n: f'<path d="M0 {n}h9" stroke="red" marker-end="url(#m)"/>')


@hostile
def markers_with_gradients_on_many_paths() -> str:
    stops = "".join(f'<stop offset="{k / 400}" stop-color="#{k % 10}23"/>' for k in range(400))
    head = f'<linearGradient id="g">{stops}</linearGradient>'
    head += '<marker id="m"><path d="M0 0h1v1z" fill="url(#g)"/></marker>'
    return filled(head, lambda n: f'<path d="M0 {n}h9" stroke="red" marker-end="url(#m)"/>')


@hostile
def markers_nested() -> str:
    head = '<marker id="m0" overflow="visible"><path d="M0 0h1v1z"/></marker>'
    for n in range(1, 60):
        head += (
            f'<marker id="m{n}" overflow="visible"><path d="M0 0h1v1h1z" stroke="red" stroke-width="{n}" '
            f'marker-start="url(#m{n - 1})" marker-mid="url(#m{n - 1})" marker-end="url(#m{n - 1})"/></marker>'
        )
    return filled(head, lambda n: f'<path d="M0 {n}h9" stroke="red" style="marker: url(#m59)"/>')


@hostile
def markers_nested_twice_each() -> str:
    head = '<marker id="m0" overflow="visible"><path d="M0 0"/></marker>'
    for n in range(1, 40):
        head += (
            f'<marker id="m{n}">' + f'<path d="M0 0h1" stroke="red" marker-start="url(#m{n - 1})"/>' * 2 + "</marker>"
        )
    return art(head + '<path d="M0 0h9" stroke="red" marker-start="url(#m39)"/>')


@hostile
def markers_with_nothing_to_show_nested() -> str:
    head = '<marker id="m0"><g display="none"/></marker>'
    for n in range(1, 40):
        path = f'<path d="M0 0h1" stroke="red" marker-start="url(#m{n - 1})"/>'
        head += f'<marker id="m{n}" markerWidth="9">{path * 3}</marker>'
    return art(head + '<path d="M0 0h9" stroke="red" marker-start="url(#m39)"/>')


@hostile
def markers_on_steps_without_length() -> str:
    marker = '<marker id="m"><path d="M0 0h1v1z"/></marker>'
    return art(f'{marker}<path d="M0 0{"h0" * 490_000}" stroke="red" marker-mid="url(#m)"/>')


@hostile
def markers_on_arcs() -> str:
    marker = '<marker id="m"><path d="M0 0h1v1z"/></marker>'
    return art(f'{marker}<path d="M0 0{"a9e6 9e6 0 1 1 9 9" * 50_000}" stroke="red" marker-mid="url(#m)"/>')


# clip paths --------------------------------------------------------------------------------------------------------


@hostile
def clips_in_a_chain() -> str:
    def part(n: int) -> str:
        return f'<clipPath id="c{n + 1}" clip-path="url(#c{n})"><path d="M0 0h9v9z"/></clipPath>'

    tail = '<g clip-path="url(#c9000)"><path d="M0 0h1v1"/></g>'
    return filled(PLAIN, part, tail)


@hostile
def clips_in_a_chain_used_at_every_length() -> str:
    def part(n: int) -> str:
        return (
            f'<clipPath id="c{n + 1}" clip-path="url(#c{n})"><path d="M0 0h9v9z"/></clipPath>'
            f'<path d="M0 0h1v1" clip-path="url(#c{n})"/>'
        )

    return filled('<clipPath id="c0"><path d="M0 0h9v9z"/></clipPath>', part)


@hostile
def clips_in_a_chain_in_units_of_the_box() -> str:
    chain = "".join(
        f'<clipPath id="c{n}" {BY_BOX} clip-path="url(#c{n - 1})"><path d="M0 0h1v1z"/></clipPath>'
        for n in range(1, 60)
    )
    head = f'<clipPath id="c0"><path d="M0 0h9v9z"/></clipPath>{chain}'
    return filled(head, lambda n: f'<path d="M{n} 0h1v1" clip-path="url(#c59)"/>')


@hostile
def clips_branching() -> str:
    head = '<clipPath id="c0"><path d="M0 0h9v9z"/></clipPath>'
    for n in range(1, 60):
        head += (
            f'<clipPath id="c{n}" clip-path="url(#c{n - 1})">'
            f'<path d="M0 0h9v9z" clip-path="url(#c{n - 1})"/></clipPath>'
        )
    return art(f'{head}<path d="M0 0h1v1" clip-path="url(#c59)"/>')


@hostile
def clips_branching_in_units_of_the_box() -> str:
    head = '<clipPath id="c0"><path d="M0 0h9v9z"/></clipPath>'
    for n in range(1, 60):
        head += (
            f'<clipPath id="c{n}" clipPathUnits="objectBoundingBox" clip-path="url(#c{n - 1})">'
            f'<path d="M0 0h1v1z" clip-path="url(#c{n - 1})"/></clipPath>'
        )
    return art(f'{head}<path d="M0 0h1v1" clip-path="url(#c59)"/>')


@hostile
def clips_of_long_paths_on_many_shapes() -> str:
    head = f'<clipPath id="c"><path d="{zigzag(100_000)}"/></clipPath>'
    return filled(head, lambda n: f'<path d="M{n} 0h1v1" clip-path="url(#c)" transform="scale(.{n % 9 + 1})"/>')


@hostile
def clips_of_long_paths_in_units_of_the_box() -> str:
    head = f'<clipPath id="c" clipPathUnits="objectBoundingBox"><path d="{zigzag(100_000)}"/></clipPath>'
    return filled(head, lambda n: f'<path d="M{n} 0h1v1" clip-path="url(#c)"/>')


@hostile
def clips_on_every_level_of_groups() -> str:
    head = f'<clipPath id="c" clipPathUnits="objectBoundingBox"><path d="{zigzag(40_000)}"/></clipPath>'
    deep = '<g clip-path="url(#c)">' * 60 + '<path d="M0 0h1v1"/>' + "</g>" * 60
    return filled(head, lambda n: deep)


@hostile
def clips_by_box_of_deep_groups() -> str:
    head = '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath>'
    shapes = "".join(f'<path d="M{n} 0c1 1 2 2 3 3"/>' for n in range(28_000))
    return art(head + '<g clip-path="url(#c)">' * 60 + shapes + "</g>" * 60)


@hostile
def clips_by_box_of_uses() -> str:
    head = '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath>'
    head += '<g id="a">' + "".join(f'<path d="M{n} 0c1 1 2 2 3 3"/>' for n in range(100)) + "</g>"
    head += '<g id="b">' + '<use href="#a"/>' * 18 + "</g>"
    return filled(f"<defs>{head}</defs>", lambda n: '<use href="#b" clip-path="url(#c)"/>')


@hostile
def clips_of_many_shapes() -> str:
    tail = '</clipPath><path d="M0 0h9v9" clip-path="url(#c)"/>'
    return filled('<clipPath id="c">', lambda n: f'<circle cx="{n % 100}" cy="{n // 100}" r="2"/>', tail)


@hostile
def clips_of_many_shapes_many_times() -> str:
    head = "".join(f'<circle id="s{n}" cx="{n % 10}" cy="{n // 10}" r=".6"/>' for n in range(100))

    def part(n: int) -> str:
        uses = "".join(f'<use href="#s{k}"/>' for k in range(100))
        return f'<clipPath id="c{n}">{uses}</clipPath><path d="M0 0h1v1z" clip-path="url(#c{n})"/>'

    return filled(f"<defs>{head}</defs>", part)


@hostile
def clips_of_combs() -> str:
    head = f'<clipPath id="c"><path d="{comb(9_000)}"/><path d="{comb(9_000, True)}"/></clipPath>'
    return art(head + '<path d="M0 0h9v9z" clip-path="url(#c)"/>')


@hostile
def clips_of_small_combs_many_times() -> str:
    def part(n: int) -> str:
        return (
            f'<clipPath id="c{n}"><path d="{comb(60)}"/><path d="{comb(60, True)}"/></clipPath>'
            f'<path d="M0 0h9v9z" clip-path="url(#c{n})"/>'
        )

    return filled("", part)


@hostile
def clips_of_nested_rings() -> str:
    rings = "".join(f"M{k / 99} 0H{9 - k / 99}V9H{k / 99}z" for k in range(15_000))
    clip = f'<clipPath id="c"><path d="{rings}"/><path d="M0 0h1v1z"/></clipPath>'
    return art(f'{clip}<path d="M0 0h9v9" clip-path="url(#c)"/>')


@hostile
def clips_of_clipped_shapes() -> str:
    head = f'<clipPath id="a"><path d="{zigzag(20_000)}"/></clipPath>'
    shapes = '<rect width="5" height="5" clip-path="url(#a)"/>' * 15_000
    return art(f'{head}<clipPath id="c">{shapes}</clipPath><path d="M0 0h9v9" clip-path="url(#c)"/>')


@hostile
def clips_of_moved_clipped_shapes() -> str:
    head = f'<clipPath id="a"><path d="{zigzag(80_000)}"/></clipPath>'
    shapes = '<rect width="5" height="5" transform="scale(.1)" clip-path="url(#a)"/>' * 8_000
    return art(f'{head}<clipPath id="c">{shapes}</clipPath><path d="M0 0h9v9" clip-path="url(#c)"/>')


@hostile
def clips_made_anew_by_uses_of_symbols() -> str:
    shapes = "".join(f'<rect x="{n % 9}%" y="{n}" width="2" height="2"/>' for n in range(300))
    head = f'<clipPath id="c">{shapes}</clipPath><symbol id="s"><path d="M0 0h9v9" clip-path="url(#c)"/></symbol>'
    return filled(head, lambda n: f'<use href="#s" width="{n + 1}" height="9"/>')


# gradients ---------------------------------------------------------------------------------------------------------


def _stops(count: int) -> str:
    return "".join(f'<stop offset="{k / count:.5f}" stop-color="#{k % 1000:03}"/>' for k in range(count))


@hostile
def gradients_repeated_on_many_shapes() -> str:
    head = f'<linearGradient id="g" x2=".0006" spreadMethod="repeat">{_stops(1)}{_stops(1)}</linearGradient>'
    return filled(head, lambda n: f'<path fill="url(#g)" d="M{n} 0h{n + 1}v9"/>')


@hostile
def gradients_of_circles_reflected_on_many_shapes() -> str:
    head = f'<radialGradient id="g" r=".002" fx=".5001" spreadMethod="reflect">{_stops(1)}{_stops(1)}</radialGradient>'
    return filled(head, lambda n: f'<path fill="url(#g)" stroke="url(#g)" d="M{n} 0h{n + 1}v9"/>')


@hostile
def gradients_of_many_stops_on_many_shapes() -> str:
    head = f'<linearGradient id="g">{_stops(10_000)}</linearGradient>'
    return filled(head, lambda n: f'<path fill="url(#g)" d="M{n} 0h9v9"/>')


@hostile
def gradients_of_many_stops_through_references() -> str:
    head = f'<linearGradient id="g0">{_stops(8_000)}</linearGradient>'
    head += "".join(f'<linearGradient id="g{n}" href="#g{n - 1}"/>' for n in range(1, 16))
    return filled(head, lambda n: f'<path fill="url(#g15)" d="M{n} 0h9v9"/>')


@hostile
def gradients_of_many_stops_deep_in_groups() -> str:
    deep = f'{"<g>" * 60}<linearGradient id="g">{_stops(8_000)}</linearGradient>{"</g>" * 60}'
    return filled(deep, lambda n: f'<path fill="url(#g)" d="M{n} 0h9v9"/>')


@hostile
def gradients_on_letters() -> str:
    head = f'<linearGradient id="g">{_stops(10_000)}</linearGradient>'
    return filled(head, lambda n: f'<text y="{n}" fill="url(#g)" stroke="url(#g)" font-family="source-sans">ab</text>')


@hostile
def gradients_of_circles_far_from_their_focus() -> str:
    head = f'<radialGradient id="g" r="1e-3" fx=".50099" spreadMethod="repeat">{_stops(2)}</radialGradient>'
    return filled(head, lambda n: f'<path fill="url(#g)" d="M{n} 0h9e6v9e6"/>')


# how deep what is drawn lies ---------------------------------------------------------------------------------------


@hostile
def groups_that_need_groups_at_every_level() -> str:
    chain = "".join(
        f'<clipPath id="c{n}" clip-path="url(#c{n - 1})"><path d="M0 0h9v9z"/></clipPath>' for n in range(1, 15)
    )
    head = f'<clipPath id="c0"><path d="M0 0h9v9z"/></clipPath>{chain}'
    start = '<g opacity=".9" clip-path="url(#c14)" transform="translate(.00001 1)scale(.001)">'
    return art(f'{head}{start * 60}<path d="M0 0h1v1"/>{"</g>" * 60}')


@hostile
def groups_in_small_units_at_every_level() -> str:
    start = '<g opacity=".9" transform="translate(.00001 1)scale(.0001)"><g transform="scale(9999)">'
    return art(f'{start * 30}<path d="M0 0h1v1"/>{"</g></g>" * 30}')


@hostile
def uses_made_before_they_are_used_deeper() -> str:
    deep = '<g opacity=".9">' * 50
    levels = "".join(f'<g id="u{n}">{deep}<use href="#u{n - 1}"/>{"</g>" * 50}</g>' for n in range(1, 600))
    return filled(f'<rect id="u0" width="1" height="1"/>{levels}', lambda n: f'<use href="#u{n}"/>')


@hostile
def markers_made_before_they_are_used_deeper() -> str:
    head = '<marker id="m0" overflow="visible"><path d="M0 0h1v1z"/></marker>'
    for n in range(1, 590):
        deep = f'{"<g>" * 40}<path d="M0 0h1" stroke="red" marker-start="url(#m{n - 1})"/>{"</g>" * 40}'
        head += f'<marker id="m{n}">{deep}</marker><path d="M0 0h1" stroke="red" marker-start="url(#m{n})"/>'
    return art(head)


# patterns and masks ------------------------------------------------------------------------------------------------


@hostile
def patterns_in_patterns() -> str:
    tile = 'patternUnits="userSpaceOnUse" width="1" height="1"'
    head = f'<pattern id="p0" {tile}><path d="M0 0h1v1z"/></pattern>'
    head += "".join(
        f'<pattern id="p{n}" {tile}><path transform="scale(.1)" d="M0 0h9v9H0z" fill="url(#p{n - 1})"/></pattern>'
        for n in range(1, 30)
    )
    return art(f'{head}<path d="M0 0h9v9H0z" fill="url(#p29)"/>')


@hostile
def patterns_of_small_tiles_on_many_shapes() -> str:
    head = '<pattern id="p" patternUnits="userSpaceOnUse" width=".1" height=".1"><path d="M0 0h1v1z"/></pattern>'
    return filled(head, lambda n: f'<path d="M0 0h{9 + n / 1e5}v9H0z" fill="url(#p)"/>')


@hostile
def patterns_in_a_chain() -> str:
    chain = "".join(f'<pattern id="p{n}" href="#p{n + 1}"/>' for n in range(9_000))
    return art(f'{chain}<path d="M0 0h9v9z" fill="url(#p0)"/>')


@hostile
def masks_of_many_shapes() -> str:
    shapes = "".join(f'<path d="M{n % 10} {n / 99}h9v9z" fill="{("white", "black")[n % 2]}"/>' for n in range(3_000))
    head = f'<mask id="m" maskUnits="userSpaceOnUse" width="9" height="9">{shapes}</mask>'
    return filled(head, lambda n: f'<path d="M{n} 0h9v9z" mask="url(#m)"/>')


@hostile
def masks_of_uses() -> str:
    levels = "".join(f'<g id="u{n}">{f"""<use href="#u{n - 1}"/>""" * 9}</g>' for n in range(1, 30))
    head = f'<defs><path id="u0" d="M0 0h9v9z" fill="white"/>{levels}</defs>'
    return art(f'{head}<mask id="m"><use href="#u8"/></mask><path d="M0 0h9v9z" mask="url(#m)"/>')
