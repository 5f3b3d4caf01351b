"""PDFs that are made to cost much, or are none, end in words, in little time and memory."""

from __future__ import annotations

import io
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from beeprint.press import pdfcheck
from beeprint.press.pdfcheck import apart
from command import call

CATALOG, PAGES = b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</XObject<</A 5 0 R>>>>>>"


def stream(entries: bytes, data: bytes) -> bytes:
    return b"<<%s/Length %d>>\nstream\n%s\nendstream" % (entries, len(data), data)


def packed(data: bytes, entries: bytes = b"") -> bytes:
    return stream(b"/Filter/FlateDecode" + entries, zlib.compress(data))


def bomb(part: bytes, times: int) -> bytes:
    machine = zlib.compressobj(9)
    return b"".join([machine.compress(part * (1 << 16)) for _ in range(times)]) + machine.flush()


FORM = stream(b"/Subtype/Form/BBox[0 0 9 9]", b"0 0 1 1 re f")
BASE = {1: CATALOG, 2: PAGES, 3: PAGE, 4: stream(b"", b"/A Do"), 5: FORM}


def pdf(changes: dict[int, bytes]) -> bytes:
    """Write a PDF of these objects, and those of a small sound one."""
    made, places = bytearray(b"%PDF-1.6\n"), {}
    objects = {**BASE, **changes}
    for number, body in sorted(objects.items()):
        places[number] = len(made)
        made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start, end = len(made), max(objects) + 1
    rows = (b"%010d 00000 n \n" % places[n] if n in places else b"0000000000 65535 f \n" for n in range(1, end))
    made += b"xref\n0 %d\n0000000000 65535 f \n%s" % (end, b"".join(rows))
    return bytes(made + b"trailer <</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (end, start))


def chained(count: int, draw: bytes) -> dict[int, bytes]:
    """Return forms that each paint the next."""
    box = b"/Subtype/Form/BBox[0 0 99 99]/Resources<</XObject<</A %d 0 R>>>>"
    return {number: stream(box % (number + 1), draw) for number in range(5, 5 + count)} | {5 + count: FORM}


def resources(kind: bytes, entries: bytes) -> bytes:
    return PAGE.replace(b"/XObject", b"/%s<<%s>>/XObject" % (kind, entries))


INDEXED = {3: resources(b"ColorSpace", b"/C 7 0 R"), 4: stream(b"", b"/C cs 1 sc 0 0 5 5 re f")}
IMAGE = b"/Subtype/Image/Width 5000/Height 5000/BitsPerComponent 8/ColorSpace/DeviceCMYK/Filter/FlateDecode"

#: What each is made of, and words of the report, the note or the message.
HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "a content that inflates": (lambda: pdf({4: stream(b"/Filter/FlateDecode", bomb(b"\0", 1_000))}), "unchecked"),
    "a content that inflates twice": (
        lambda: pdf({4: stream(b"/Filter[/FlateDecode/FlateDecode]", zlib.compress(bomb(b"\0", 1_000)))}),
        "unchecked",
    ),
    "more operators than are read": (lambda: pdf({4: packed(b"q Q " * 2_000_000)}), "more content than is read"),
    "brackets that do not close": (lambda: pdf({4: packed(b"(" * 30_000_000)}), "structure checked"),
    "arrays in arrays": (lambda: pdf({4: packed(b"[" * 10_000_000)}), "syntax"),
    "an array without end": (lambda: pdf({4: packed(b"[" + b"0 " * 2_000_000 + b"] TJ")}), "syntax"),
    "a predictor of a gigabyte": (
        lambda: pdf({4: packed(b"\0" * 99, b"/DecodeParms<</Predictor 15/Colors 60/Columns 100000000>>")}),
        "its predictor is impossible",
    ),
    "a thousand filters": (lambda: pdf({4: stream(b"/Filter[" + b"/FlateDecode" * 1000 + b"]", b"q")}), "filters"),
    "a form that paints itself": (
        lambda: pdf({5: stream(b"/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A 5 0 R>>>>", b"/A Do /A Do")}),
        "a form that paints itself",
    ),
    "a long chain of forms": (lambda: pdf(chained(500, b"/A Do")), "nested too deep"),
    "forms that paint the next often": (lambda: pdf(chained(20, b"/A Do " * 40)), "more content than is read"),
    "a tree of pages that comes back": (lambda: pdf({2: b"<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>"}), "pages|Pages"),
    "more pages than are read": (
        lambda: pdf({2: b"<</Type/Pages/Kids[" + b"3 0 R " * 3_500 + b"]/Count 3500>>"}),
        "more than 3,000 pages",
    ),
    "a colour space made of itself": (lambda: pdf({**INDEXED, 7: b"[/Indexed 7 0 R 255 (abc)]"}), "missing or damaged"),
    "a colour space of many inks": (
        lambda: pdf({**INDEXED, 7: b"[/DeviceN[" + b"/A " * 200_000 + b"]/DeviceCMYK 8 0 R]"}),
        "structure checked",
    ),
    "a function made of itself": (
        lambda: pdf(
            {
                3: resources(b"Shading", b"/S <</ShadingType 2/ColorSpace/DeviceCMYK/Function 7 0 R>>"),
                4: stream(b"", b"/S sh"),
                7: b"<</FunctionType 3/Functions[" + b"7 0 R " * 40 + b"]/Bounds[]/Encode[]>>",
            }
        ),
        "gradients whose function is not worked out",
    ),
    "a picture that inflates": (
        lambda: pdf({4: stream(b"", b"90 0 0 90 0 0 cm /A Do"), 5: stream(IMAGE, bomb(b"\0", 2_000))}),
        "more data than its size says",
    ),
    "a picture of ten gigabytes": (
        lambda: pdf({4: stream(b"", b"90 0 0 90 0 0 cm /A Do"), 5: stream(IMAGE.replace(b"5000", b"50000"), b"")}),
        "more than 25,000,000 pixels",
    ),
    "widths without end": (
        lambda: pdf(
            {
                3: resources(b"Font", b"/F 6 0 R"),
                4: stream(b"", b"/F 9 Tf BT (abc) Tj ET"),
                6: b"<</Subtype/Type0/DescendantFonts[<</W[" + b"0 65535 500 " * 20_000 + b"]>>]>>",
            }
        ),
        "font-embedded",
    ),
    "entities in its metadata": (
        lambda: pdf(
            {
                1: b"<</Type/Catalog/Pages 2 0 R/Metadata 6 0 R>>",
                6: stream(b"", b'<!DOCTYPE a [<!ENTITY b "cc">]><x>&b;</x>'),
            }
        ),
        "structure checked",
    ),
    "bookmarks in a circle": (
        lambda: pdf(
            {
                1: b"<</Type/Catalog/Pages 2 0 R/Outlines<</First 6 0 R>>>>",
                6: b"<</A<</S/URI>>/Next 6 0 R/First 6 0 R>>",
            }
        ),
        "structure checked",
    ),
    "elements in elements of its metadata": (
        lambda: pdf(
            {
                1: b"<</Type/Catalog/Pages 2 0 R/Metadata 6 0 R>>",
                6: packed(b"<a>" * 100_000 + b"</a>" * 100_000),
            }
        ),
        "structure checked",
    ),
    "many objects": (lambda: pdf(dict.fromkeys(range(10, 150_000), b"<<>>")), "structure checked"),
    "no cross-references": (lambda: pdf({}).replace(b"xref", b"XXXX"), "repaired"),
    "noise": (lambda: b"%PDF-1.4\n" + b"\xff" * 100_000, "it is no PDF that can be read"),
    "nothing": (lambda: b"", "it is no PDF that can be read"),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.slow
def test_a_hostile_file_ends_in_words(tmp_path: Path, name: str) -> None:
    make, says = HOSTILE[name]
    path = tmp_path / "a.pdf"
    path.write_bytes(make())
    result = call("preflight", str(path))
    assert result.exit_code in (0, 1, 2)
    assert any(word in result.output for word in says.split("|")), result.output


JUNK = bytes(number * 7919 % 251 for number in range(2_000))


def with_picture(kind: bytes, data: bytes, side: int = 500, bits: int = 8, more: bytes = b"") -> bytes:
    """Return a PDF that shows a grey square picture."""
    head = b"/Subtype/Image/Width %d/Height %d/BitsPerComponent %d/ColorSpace/DeviceGray/Filter/%s%s"
    picture = stream(head % (side, side, bits, kind, more), data)
    return pdf({4: stream(b"", b"90 0 0 90 0 0 cm /A Do"), 5: picture})


def saved(kind: str, **options: str) -> bytes:
    """Return a picture of 500 x 500 pixels as a program saves it; of a TIFF file, its only strip."""
    made, mode = io.BytesIO(), "1" if kind == "TIFF" else "L"
    Image.radial_gradient("L").resize((500, 500)).convert(mode).save(made, kind, **options)
    if kind != "TIFF":
        return made.getvalue()
    with Image.open(made) as picture:
        tags = picture.tag_v2  # type: ignore[attr-defined]
        strips = zip(tags[273], tags[279], strict=True)
        return b"".join(made.getvalue()[start : start + length] for start, length in strips)


FAX = b"/DecodeParms<</K -1/Columns 500/Rows 500>>"
#: A page of 500 x 500 pixels and the end of it, as a row of JBIG2 segments.
JBIG2 = bytes.fromhex(
    "00000000 30 00 01 00000013 000001f4 000001f4 00000000 00000000 00 0000 00000001 31 00 01 00000000"
)
PICTURES: dict[str, tuple[bytes, str]] = {
    "JPEG of noise": (with_picture(b"DCTDecode", JUNK), "its JPEG data is damaged"),
    "JPEG that ends early": (with_picture(b"DCTDecode", saved("JPEG")[:3_000]), "its JPEG data is damaged"),
    "JPEG of another size": (with_picture(b"DCTDecode", saved("JPEG"), 400), "500 x 500 pixels large, not 400 x 400"),
    "JPEG": (with_picture(b"DCTDecode", saved("JPEG")), ""),
    "JPEG 2000 of noise": (with_picture(b"JPXDecode", JUNK), "its JPEG 2000 data is damaged"),
    "JPEG 2000": (with_picture(b"JPXDecode", saved("JPEG2000")), ""),
    "CCITT of noise": (with_picture(b"CCITTFaxDecode", JUNK, bits=1, more=FAX), "its CCITT data is damaged"),
    "CCITT": (with_picture(b"CCITTFaxDecode", saved("TIFF", compression="group4"), bits=1, more=FAX), ""),
    "JBIG2 of noise": (with_picture(b"JBIG2Decode", JUNK, bits=1), "its JBIG2 data is damaged"),
    "JBIG2": (with_picture(b"JBIG2Decode", JBIG2, bits=1), ""),
    "Flate of noise": (with_picture(b"FlateDecode", JUNK), "its compressed data is damaged|cannot hold"),
    "Flate that ends early": (
        with_picture(b"FlateDecode", zlib.compress(JUNK * 45, 0)),
        "it has 90,000 bytes of the 250,000 that its size asks for",
    ),
    "Flate": (with_picture(b"FlateDecode", zlib.compress(bytes(250_000))), ""),
    "60,000 px in 2,000 bytes": (with_picture(b"FlateDecode", JUNK, 60_000), "its 2,000 bytes cannot hold the 3,600,0"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_that_cannot_be_decoded_is_a_fault_with_its_page_and_object(tmp_path: Path, name: str) -> None:
    data, says = PICTURES[name]
    path = tmp_path / "a.pdf"
    path.write_bytes(data)
    report = pdfcheck.check(path, "a.pdf")
    told = [fault for fault in report.faults if fault.rule == "picture-data"]
    assert len(told) == (1 if says else 0), report.lines(True)
    if says:
        lines = "\n".join(report.lines(True))
        assert any(f"a picture that cannot be decoded: {why}" in lines or why in lines for why in says.split("|"))
        assert "page 1, at 0.0, 38.8 mm" in lines and "object 5" in lines and "saved anew" in lines


@pytest.mark.slow
def test_a_million_references_to_pages_end_in_words(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf({2: b"<</Type/Pages/Kids[" + b"3 0 R " * 1_000_000 + b"]/Count 1000000>>"}))
    result = call("preflight", str(path))
    assert result.exit_code in (1, 2)
    assert "split it into files of fewer pages" in result.output or "more than 3,000 pages" in result.output


def test_a_process_that_takes_too_long_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf({}))
    monkeypatch.setattr(apart, "SECONDS", 0.001)
    with pytest.raises(pdfcheck.UnreadableError, match="takes more than"):
        pdfcheck.check(path, "a.pdf")


@pytest.mark.slow
def test_time_is_that_of_a_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    script = "from beeprint.press.pdfcheck import child; child.SECONDS = 1; child._limit()\nwhile True: pass"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.returncode == -apart._OUT_OF_TIME < 0 and resource is not None


def test_memory_is_limited(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    script = "from beeprint.press.pdfcheck import child; child._limit(); bytearray(600_000_000)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stderr.strip().endswith("MemoryError")


def test_long_and_many_names_of_inks_are_cut(tmp_path: Path) -> None:
    spaces = b"".join(b"/C%d[/Separation/N%d%s/DeviceCMYK 7 0 R]" % (n, n, b"x" * 50_000) for n in range(60))
    drawn = b"".join(b"/C%d cs 1 sc 0 0 5 5 re f " % n for n in range(60))
    tint = b"<</FunctionType 2/N 1/C0[0 0 0 0]/C1[1 0 0 0]/Domain[0 1]>>"
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf({3: resources(b"ColorSpace", spaces), 4: stream(b"", drawn), 7: tint}))
    result = call("preflight", str(path))
    assert " and 20 more\n" in result.output and len(result.output) < 40_000
