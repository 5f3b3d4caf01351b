"""Files of many words: stylesheets, entities, texts, embedded pictures."""

from __future__ import annotations

import base64
import io
import struct
import zlib
from collections.abc import Callable

from PIL import Image

from hostile.base import SIZE, chunk, filled, hostile, picture_of
from svgs import art

# stylesheets -------------------------------------------------------------------------------------------------------


def styled(rule: Callable[[int], str], body: str, share: float = 0.45) -> str:
    """Return a document with rules up to a share of its size, and a body repeated to fill the rest."""
    rules: list[str] = []
    while sum(map(len, rules[-1:])) * len(rules) < SIZE * share:
        rules.append(rule(len(rules)))
    head = f"<style>{''.join(rules)}</style>"
    return filled(head, lambda n: body.replace("%", str(n)))


@hostile
def rules_for_every_element() -> str:
    return styled(lambda n: f"rect{{x:{n}}}", '<rect width="1"/>')


@hostile
def rules_for_nothing() -> str:
    return art(f"<style>{'a{}' * 160_000}</style>")


@hostile
def attributes_that_nobody_knows() -> str:
    unknown = " ".join(f"a{n}='1'" for n in range(60_000))
    return art(f"<g {unknown}/>")


@hostile
def rules_with_long_values() -> str:
    rules = "".join(f"rect{{font-family:{'a' * 9_000}{n}}}" for n in range(50))
    return filled(f"<style>{rules}</style>", lambda n: '<rect width="1"/>')


@hostile
def rules_by_attributes() -> str:
    return styled(lambda n: f"[a*='{n}']{{fill:red}}", '<rect id="r%" aria-a="%"/>')


@hostile
def rules_by_attributes_of_long_values() -> str:
    rules = "".join(f"[data-a*='{'a' * 200}b{n}']{{fill:red}}" for n in range(1_000))
    return filled(f"<style>{rules}</style>", lambda n: f'<rect data-a="{"a" * 1_000}"/>')


@hostile
def rules_by_words_of_long_values() -> str:
    rules = "".join(f"[data-a~=b{n}]{{fill:red}}" for n in range(2_000))
    return filled(f"<style>{rules}</style>", lambda n: f'<rect data-a="{"a " * 20_000}"/>')


@hostile
def rules_by_place() -> str:
    return styled(lambda n: f":nth-child({n + 1}n+{n}):nth-last-of-type({n}n){{fill:red}}", "<rect/>")


@hostile
def rules_by_place_among_siblings() -> str:
    return styled(lambda n: f"rect~rect~rect~circle.a{n}{{fill:red}}", '<rect class="a%"/>')


@hostile
def rules_by_siblings_before() -> str:
    return filled("<style>rect~rect~rect~path{fill:red}</style>", lambda n: "<path/>")


@hostile
def rules_by_descent() -> str:
    chain = " ".join(["g"] * 30)
    deep = f"{'<g>' * 60}<rect/>{'</g>' * 60}"
    return filled(f"<style>{chain} circle rect{{fill:red}}</style>", lambda n: deep)


@hostile
def rules_with_not() -> str:
    inner = "".join(f":not(.b{n} g)" for n in range(5_000))
    return filled(f"<style>rect{inner}{{fill:red}}</style>", lambda n: "<g><rect/></g>")


@hostile
def rules_with_lists_in_lists() -> str:
    inner = ",".join(f".b{n}" for n in range(500))
    rules = f":is(:not({inner}):not({inner}):not({inner})){{fill:red}}" * 20
    return filled(f"<style>{rules}</style>", lambda n: "<rect/>")


@hostile
def rules_with_lists_of_tests() -> str:
    tests = "[data-a]" * 50_000
    return filled(f"<style>rect{tests}{{fill:red}}</style>", lambda n: '<rect data-a=""/>')


@hostile
def rules_of_many_sheets() -> str:
    return filled("", lambda n: "<style>rect{fill:red}</style><rect/>")


@hostile
def rules_of_brackets() -> str:
    return art(f"<style>rect{{fill:{'(' * 400_000}}}</style>")


@hostile
def rules_that_are_wrong() -> str:
    return filled("<style>", lambda n: "}x{;a}", "</style>", size=490_000)


@hostile
def rules_of_many_declarations() -> str:
    rules = "rect{" + "".join(f"--a{n}:1;" for n in range(40_000)) + "}"
    return filled(f"<style>{rules}</style>", lambda n: "<rect/>")


@hostile
def rules_with_a_long_selector_list() -> str:
    return art("<style>" + ",".join(["a b c d e f g h i j k"] * 20_000) + "{fill:red}</style>" + "<k/>" * 10)


@hostile
def elements_of_many_classes() -> str:
    classes = " ".join(f"c{n}" for n in range(80_000))
    return art(f'<style>.a{{fill:red}}</style>{f"""<rect class="{classes}"/>"""}')


# patterns of words -------------------------------------------------------------------------------------------------


@hostile
def spaces_in_a_length() -> str:
    return art(f'<rect x="1{" " * 490_000}!" width="1{" " * 490_000}!"/>')


@hostile
def spaces_in_a_reference() -> str:
    return art(f'<g style="fill:url(#{"a " * 4_000}x" clip-path="url(#{"a " * 4_900}"/>' * 40)


@hostile
def spaces_in_a_colour() -> str:
    return filled("", lambda n: f'<rect width="1" height="1" fill="red{" " * 9_000}icc-color(x{n}"/>')


@hostile
def comments_without_an_end() -> str:
    return art(f'<rect width="1" height="1" style="{"/*" * 490_000}"/>')


@hostile
def a_font_of_digits() -> str:
    return filled("", lambda n: f'<text style="font: {"1" * 9_000}">a</text>')


@hostile
def a_font_of_many_words() -> str:
    return filled("", lambda n: f'<text style="font: {"a " * 4_900}">a</text>')


@hostile
def arcs_with_blanks_behind() -> str:
    return art(f'<path d="M0 0a{"1 1 0 1 1 1 1 " * 60_000}{" " * 90_000}"/>')


@hostile
def a_transform_of_blanks() -> str:
    return filled("", lambda n: f'<g transform="scale(1){" " * 9_900}x"/>')


@hostile
def animations_that_begin_often() -> str:
    return art(f'<animate begin="{"a-" * 240_000}{";a.click +" * 40_000}"/>')


# entities, texts, pictures -----------------------------------------------------------------------------------------


@hostile
def entities() -> str:
    text = f'<!DOCTYPE svg [<!ENTITY a "{"b" * 9_000}">]>'
    return text + art(f"<title>{'&a;' * 200_000}</title>")


@hostile
def entities_in_path_data() -> str:
    return f'<!DOCTYPE svg [<!ENTITY a "{"h1" * 4_000}">]>' + art(f'<path d="M0 0{"&a;" * 900}"/>' + "&a;" * 90)


@hostile
def many_entities() -> str:
    names = "".join(f'<!ENTITY a{n} "{"b" * 10}">' for n in range(27_000))
    return f"<!DOCTYPE svg [{names}]>" + art("".join(f"&a{n};" for n in range(27_000)))


@hostile
def a_long_word() -> str:
    return art(f'<text font-family="source-sans">{"w" * 990_000}</text>')


@hostile
def many_words() -> str:
    return filled("", lambda n: f'<text y="{n}" font-family="source-sans" letter-spacing="1">word</text>')


@hostile
def words_each_in_its_place() -> str:
    places = " ".join(str(n) for n in range(19_000))
    return art(f'<text font-family="source-sans" x="{places}" rotate="{places}" stroke="red">{"w" * 19_000}</text>' * 4)


@hostile
def words_in_many_spans() -> str:
    spans = "<tspan>w</tspan>" * 19_000
    return art(f'<text font-family="source-sans" text-decoration="underline" stroke="red">{spans}</text>' * 3)


@hostile
def words_in_nested_spans() -> str:
    deep = '<tspan text-decoration="underline" x="1 2">w' * 50 + "</tspan>" * 50
    return filled("", lambda n: f'<text font-family="source-sans">{deep * 4}</text>')


@hostile
def words_with_outlines() -> str:
    return filled("", lambda n: f'<text font-family="source-sans" stroke="red" y="{n}">{"&#64;" * 3_000}</text>')


@hostile
def words_that_no_font_has() -> str:
    return filled("", lambda n: f'<text font-family="source-sans">{chr(0x4E00 + n % 9999) * 300}</text>')


@hostile
def words_of_marks_above_marks() -> str:
    return art(f'<text font-family="source-sans">a{chr(0x301) * 19_000}</text>' * 10)


@hostile
def a_picture_just_within() -> str:
    return art(f'<image width="9" height="9" href="{picture_of(4_400, 4_500, bits=16, colours=6)}"/>')


@hostile
def a_picture_just_within_of_other_colours() -> str:
    gamma = chunk(b"gAMA", struct.pack(">I", 90_000))
    return art(f'<image width="9" height="9" href="{picture_of(4_400, 4_500, gamma, 16, 6)}"/>')


@hostile
def many_pictures_just_within() -> str:
    return filled("", lambda n: f'<image width="9" height="9" href="{picture_of(4_400, 4_400 + n)}"/>')


@hostile
def many_small_pictures_of_much_text() -> str:
    notes = chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(900_000), 9))
    return filled("", lambda n: f'<image width="9" height="9" href="{picture_of(9 + n, 9, notes)}"/>')


@hostile
def a_picture_of_much_text() -> str:
    notes = chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(60_000_000), 9))
    return art(f'<image width="9" height="9" href="{picture_of(9, 9, notes)}"/>')


@hostile
def a_picture_with_a_large_profile() -> str:
    profile = chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(300_000_000), 9))
    return art(f'<image width="9" height="9" href="{picture_of(9, 9, profile)}"/>')


@hostile
def a_picture_far_too_large() -> str:
    return art(f'<image width="9" height="9" href="{picture_of(15_500, 15_500)}"/>')


@hostile
def a_progressive_photograph() -> str:
    made = io.BytesIO()
    Image.new("RGB", (4_400, 4_500)).save(made, "JPEG", progressive=True, quality=20)
    data = base64.b64encode(made.getvalue()).decode()
    return art(f'<image width="9" height="9" href="data:image/jpeg;base64,{data}"/>')
