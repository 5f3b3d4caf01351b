"""Encodings of SVG files: the one that a file declares, UTF-8 where it declares none; a wrong one is refused."""

from __future__ import annotations

import pytest

from beeprint.base.problems import BuildError
from beeprint.drawing import svg
from beeprint.drawing.svg.reader.xml import MAX_BYTES

BODY = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
<linearGradient id="größe"><stop stop-color="red"/></linearGradient>
<linearGradient id="grüße"><stop stop-color="blue"/></linearGradient>
<rect width="4" height="4" fill="url(#grüße)"/>
</svg>"""


@pytest.mark.parametrize(
    ("declared", "encoding"),
    [
        ("", "utf-8"),
        ("", "utf-8-sig"),
        ("", "utf-16"),
        ("", "utf-16-le"),
        ("", "utf-16-be"),
        ("", "utf-32"),
        ("UTF-8", "utf-8"),
        ("utf-16", "utf-16"),
        ("UTF-16", "utf-8"),  # saved again by a program that left the first line alone
        ("ISO-8859-1", "iso-8859-1"),
        ("latin1", "iso-8859-1"),
        ("windows-1252", "cp1252"),
        ("ISO-8859-15", "iso-8859-15"),
        ("GB18030", "gb18030"),
    ],
)
def test_a_file_is_read_in_its_encoding(declared: str, encoding: str) -> None:
    head = f'<?xml version="1.0" encoding="{declared}" standalone="no"?>\n' if declared else ""
    drawing = svg.read((head + BODY).encode(encoding), "art.svg")
    assert drawing == svg.read(BODY, "art.svg")
    assert drawing != svg.read(BODY.replace("#grüße", "#größe"), "art.svg")


@pytest.mark.parametrize("picture", [svg.read, svg.sanitised])
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (BODY.encode("iso-8859-1"), "art.svg:2: error: the file is not in UTF-8: it contains the byte 0xf6"),
        (
            b'<?xml version="1.0" encoding="us-ascii"?>\n' + BODY.encode("utf-8"),
            "art.svg:3: error: the file is not in us-ascii: it contains the byte 0xc3",
        ),
        (b"<\0s\0v\0g", None),
        (b"\xff\xfe<\0s", "the file is not in"),
        # Python knows these, but they are no encodings of a file of text, or take time without end.
        *(
            (f'<?xml version="1.0" encoding="{name}"?><svg/>'.encode(), f"the encoding {name} is not supported")
            for name in ("zlib", "base64", "rot13", "punycode", "idna", "unicode_escape", "utf-7", "klingon")
        ),
    ],
)
def test_bytes_in_another_encoding_are_refused(picture: object, data: bytes, message: str | None) -> None:
    with pytest.raises(BuildError) as caught:
        picture(data, "art.svg")  # type: ignore[operator]
    assert message is None or message in str(caught.value)


def test_a_file_that_is_too_large_is_refused_before_it_is_decoded() -> None:
    with pytest.raises(BuildError, match="bytes, more than 8,000,000"):
        svg.read("<svg>".encode("utf-16") + bytes(2 * MAX_BYTES), "art.svg")


def test_an_entity_does_not_reach_out_in_any_encoding() -> None:
    text = '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>'
    for encoding in ("utf-8", "utf-16", "utf-32"):
        for picture in (svg.read, svg.sanitised):
            with pytest.raises(BuildError, match="the entity x contains other entities or a file"):
                picture(text.encode(encoding), "art.svg")
