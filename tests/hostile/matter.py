"""Files that hold much: edges that cross, uses of uses, long paths, deep groups."""

from __future__ import annotations

from hostile.base import comb, filled, hostile, picture_of, web, zigzag
from svgs import art

# what covers what --------------------------------------------------------------------------------------------------


@hostile
def webs() -> str:
    return filled("", lambda n: f'<path fill-rule="evenodd" d="{web(2 * (n + 50) + 1)}"/>')


@hostile
def one_large_web() -> str:
    return art(f'<path fill-rule="evenodd" d="{web(4_999)}"/>')


@hostile
def a_web_just_within() -> str:
    return art(f'<path fill-rule="evenodd" d="{web(301)}"/>')


@hostile
def combs_to_clip() -> str:
    clip = f'<clipPath id="c"><path d="{comb(5_000)}"/><path d="{comb(5_000, True)}"/></clipPath>'
    return art(f'{clip}<path d="M0 0h9v9z" clip-path="url(#c)"/>')


@hostile
def webs_to_clip() -> str:
    clips = "".join(f'<path clip-rule="evenodd" d="{web(2 * (n + 50) + 1)}"/>' for n in range(200))
    return art(f'<clipPath id="c">{clips}</clipPath><path d="M0 0h9v9z" clip-path="url(#c)"/>')


@hostile
def combs() -> str:
    return art(f'<path fill-rule="evenodd" d="{comb(5_000)}{comb(5_000, True)}"/>')


@hostile
def curves_across_each_other() -> str:
    curves = "".join(f"M0 {n / 100}C30 {9 - n / 99} -20 {n / 98} 10 {n / 97}" for n in range(600))
    return art(f'<path fill-rule="evenodd" d="{curves}"/>')


@hostile
def rings_in_rings() -> str:
    spots = ((k / 999, 20 - k / 999) for k in range(4_900))
    rings = "".join(f"M{low:.3f} {low:.3f}H{high:.3f}V{high:.3f}H{low:.3f}z" for low, high in spots)
    return art(f'<path fill-rule="evenodd" d="{rings}"/>')


@hostile
def rings_in_rings_of_curves() -> str:
    rings = "".join(
        f"M{low:.3f} 0C{low:.3f} 9 {high:.3f} 9 {high:.3f} 0C{high:.3f} -9 {low:.3f} -9 {low:.3f} 0z"
        for low, high in ((k / 99, 40 - k / 99) for k in range(1_900))
    )
    return art(f'<path fill-rule="evenodd" d="{rings}"/>')


@hostile
def points_nearly_the_same() -> str:
    points = "".join(f"L{9 + k % 7 * 1e-7:.7f} {k % 11 * 1e-7:.7f}" for k in range(19_000))
    return art(f'<path fill-rule="evenodd" d="M0 0{points}L0 9z"/>')


@hostile
def rings_that_touch_in_many_paths() -> str:
    squares = "".join(f"M{k % 10} {k // 10}h1v1h-1z" for k in range(100))
    return filled("", lambda n: f'<path fill-rule="evenodd" d="M{n} 99h1{squares}"/>')


@hostile
def many_empty_subpaths() -> str:
    return art(f'<path fill-rule="evenodd" d="{"M0 0z" * 190_000}"/>')


# uses, depth, size -------------------------------------------------------------------------------------------------


@hostile
def uses_of_uses() -> str:
    levels = "".join(f'<g id="u{n}">{f"""<use href="#u{n - 1}"/>""" * 10}</g>' for n in range(1, 60))
    return art(f'<defs><g id="u0"><rect width="1" height="1"/></g>{levels}</defs><use href="#u59"/>')


@hostile
def uses_of_nothing() -> str:
    levels = "".join(f'<g id="u{n}">{f"""<use href="#u{n - 1}"/>""" * 10}</g>' for n in range(1, 60))
    return art(f'<defs><g id="u0"/>{levels}</defs><use href="#u59"/>')


@hostile
def uses_each_in_another_style() -> str:
    levels = "".join(
        f'<g id="u{n}"><use href="#u{n - 1}" fill="#{n:06}"/><use href="#u{n - 1}" stroke="#{n:06}"/></g>'
        for n in range(1, 40)
    )
    return art(f'<defs><g id="u0"><rect width="1" height="1"/></g>{levels}</defs><use href="#u39"/>')


@hostile
def uses_in_one_style_each() -> str:
    levels = "".join(
        f'<g id="u{n}"><use href="#u{n - 1}" stroke-width="{n}"/><use href="#u{n - 1}" stroke-width="-{n}"/></g>'
        for n in range(1, 40)
    )
    return art(f'<defs><g id="u0"/>{levels}</defs><use href="#u39"/>')


@hostile
def uses_of_a_hidden_thing() -> str:
    levels = "".join(
        f'<g id="u{n}"><use href="#u{n - 1}" stroke-width="{n}"/><use href="#u{n - 1}" stroke-width="-{n}"/></g>'
        for n in range(1, 40)
    )
    return art(f'<defs><g id="u0" display="none"/>{levels}</defs><use href="#u39"/>')


@hostile
def uses_of_long_paths_in_many_styles() -> str:
    head = f'<defs><path id="p" d="{zigzag(60_000)}"/></defs>'
    return filled(head, lambda n: f'<use href="#p" stroke-width="{n}"/>')


@hostile
def uses_of_a_large_group_in_many_styles() -> str:
    head = "".join(f'<path d="M{n} 0h1v1"/>' for n in range(10_000))
    return filled(f'<defs><g id="p">{head}</g></defs>', lambda n: f'<use href="#p" stroke-width="{n}"/>')


@hostile
def uses_of_one_text() -> str:
    head = f'<defs><text id="t" font-family="source-sans">{"word " * 2_000}</text></defs>'
    return filled(head, lambda n: f'<use href="#t" stroke-width="{n}"/>')


@hostile
def uses_of_one_picture() -> str:
    head = f'<defs><image id="t" width="9" height="9" href="{picture_of(3_000, 3_000)}"/></defs>'
    return filled(head, lambda n: f'<use href="#t" stroke-width="{n}"/>')


@hostile
def uses_in_large_units() -> str:
    head = f'<defs><path id="p" d="{zigzag(50_000)}"/></defs>'
    return filled(head, lambda n: f'<use href="#p" transform="scale({n + 100})"/>')


@hostile
def symbols_of_symbols() -> str:
    head = '<symbol id="s0"><rect width="5%" height="5%"/></symbol>'
    for n in range(1, 20):
        head += f'<symbol id="s{n}"><use href="#s{n - 1}" width="90%"/><use href="#s{n - 1}" width="80%"/></symbol>'
    return art(f'{head}<use href="#s19"/>')


@hostile
def references_in_a_long_style() -> str:
    styles = "".join(f"--a{n}:0;" for n in range(20_000))
    head = f'<defs><g id="g" style="{styles}"><rect width="1" height="1"/></g></defs>'
    return filled(head, lambda n: f'<use href="#g" stroke-width="{n}"/>')


@hostile
def inherited_in_deep_groups() -> str:
    start = '<g opacity="inherit">'
    return filled("", lambda n: f'{start * 60}<rect width="1" height="1"/>{"</g>" * 60}')


@hostile
def inherited_through_long_styles() -> str:
    styles = "".join(f"--a{n}:0;" for n in range(1_200))
    deep = f'<g style="opacity:inherit;{styles}">' * 60
    return filled(deep, lambda n: '<rect opacity="inherit"/>', "</g>" * 60)


@hostile
def depth() -> str:
    return art("<g>" * 120_000 + "</g>" * 120_000)


@hostile
def many_elements() -> str:
    return filled("", lambda n: "<g/>")


@hostile
def many_different_shapes() -> str:
    return filled("", lambda n: f'<path d="M{n} 0h1"/>')


@hostile
def many_shapes_that_are_wrong() -> str:
    return filled("", lambda n: '<path d="q"/>')


@hostile
def many_ids_and_one_mistake_often() -> str:
    return filled("".join(f'<g id="abcd{n}"/>' for n in range(15_000)), lambda n: f'<use href="#abce{n}"/>')


@hostile
def many_attributes() -> str:
    names = " ".join(f'a{n}=""' for n in range(90_000))
    return art(f"<g {names}/>")


@hostile
def many_namespaces() -> str:
    names = " ".join(f'xmlns:a{n}="b"' for n in range(50_000))
    return art(f"<g {names}/>")


@hostile
def many_unknown_elements() -> str:
    return filled("", lambda n: f"<x{n}/>")


@hostile
def a_long_path() -> str:
    return art(f'<path d="M0 0{"h1" * 490_000}"/>')


@hostile
def a_long_path_of_curves() -> str:
    return art(f'<path d="M0 0{"t1 1" * 240_000}" stroke="red"/>')


@hostile
def a_long_path_of_arcs() -> str:
    return art(f'<path d="M0 0{"a9e6 9e6 0 119 9" * 55_000}"/>')


@hostile
def a_long_path_in_large_units() -> str:
    return art(f'<g transform="scale(1e6)"><path d="M0 0{"l.1.1" * 190_000}"/></g>')


@hostile
def a_long_path_with_a_mistake() -> str:
    return art(f'<path d="M0 0{"h1" * 490_000}q"/>')


@hostile
def many_points() -> str:
    return art(f'<polygon points="{"1 1 " * 240_000}"/>')


@hostile
def many_long_numbers() -> str:
    return art(f'<path d="M0 0L{"9" * 900_000} 0"/>')


@hostile
def numbers_without_end() -> str:
    return art(f'<path d="M0 0L{"1" * 400_000}.{"1" * 400_000}e{"1" * 4} 0" transform="scale(1e309)"/>')


@hostile
def not_a_number() -> str:
    return art('<g transform="scale(nan)"><rect width="inf" height="1e999" rx="-0"/></g>')


@hostile
def many_transforms() -> str:
    return art(f'<g transform="{"scale(1)" * 120_000}"/>')


@hostile
def many_dashes() -> str:
    return art(f'<path stroke="red" d="M0 0h9" stroke-dasharray="{"1 2 " * 240_000}"/>')


@hostile
def many_dashes_on_many_shapes() -> str:
    head = f'<g stroke="red" stroke-dasharray="{"1 2 " * 60_000}">'
    return filled(head, lambda n: '<path d="M0 0h9"/>', "</g>")


@hostile
def tiny_dashes_on_a_long_path() -> str:
    return art(f'<path d="{zigzag(200_000)}" stroke="red" stroke-dasharray=".0001"/>')


@hostile
def tiny_dashes_on_a_line_that_spans_all() -> str:
    return art('<path d="M0 0h9e6" stroke="red" stroke-dasharray="1e-7"/>')
