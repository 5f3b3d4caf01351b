"""Art is drawn in SVG and in PDF as another engine draws it: resvg's picture of a file beside resvg's and pdfium's of
what was read of it."""

from __future__ import annotations

import pytest

from svgs import again, art, off, shown, shown_in_pdf

PAGE = 'width="40mm" height="30mm" viewBox="0 0 40 30"'
#: Engines smooth edges each in its own way: two grounds of pixels may differ a little more than two pictures of one.
SHARE, PDF_SHARE = 0.001, 0.003
STAR = "M20 2L28 27L7 11H33L12 27z"

LOOKS = {
    "an even-odd star": f'<path fill-rule="evenodd" fill="#d55e00" d="{STAR}"/>',
    "an even-odd star with a line": f'<path fill-rule="evenodd" fill="#d55e00" stroke="#000" d="{STAR}"/>',
    "an even-odd star with a clear line": f'<path fill-rule="evenodd" stroke="#fff" stroke-width="3" '
    f'stroke-opacity=".5" d="{STAR}"/>',
    "an even-odd star to clip": f'<clipPath id="c"><path clip-rule="evenodd" d="{STAR}"/></clipPath>'
    '<rect width="40" height="30" fill="#d55e00" clip-path="url(#c)"/>',
    "an even-odd star of a gradient": '<radialGradient id="g"><stop stop-color="#fff"/><stop offset="1"/>'
    f'</radialGradient><path fill-rule="evenodd" fill="url(#g)" d="{STAR}"/>',
}


@pytest.mark.parametrize("look", LOOKS)
def test_it_looks_in_svg_and_pdf_as_in_another_engine(look: str) -> None:
    text = art(LOOKS[look], PAGE)
    wanted = shown(text, 160)
    assert off(wanted, shown(again(text), 160)) < SHARE
    assert off(wanted, shown_in_pdf(text, 160)) < PDF_SHARE
    assert off(wanted, shown(art("", PAGE), 160)) > 0.003, "there is nothing to be seen"
