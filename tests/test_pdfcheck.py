"""`beeprint preflight`: sound files pass, and each way to spoil one is found by its rule alone, at its place."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from msgspec.structs import replace
from pikepdf import Array, Dictionary, Name
from PIL import Image

from beeprint.press import pdfcheck
from beeprint.press.pdfcheck import checking
from beeprint.press.pdfcheck.report import RULES
from beeprint.press.standard import STANDARDS, Expected
from press_pdfs import INKS, SPOILT, Sound, inked, picture, save, sound

ROOT = Path(__file__).parents[1]


def checked(path: Path, standard: str = "x4", **wanted: Any) -> pdfcheck.Report:
    return checking.check(path, path.name, standard, replace(Expected(standard), **wanted))


@pytest.mark.parametrize("standard", ["x4", "x1a", "x1a-2001", "x3"])
def test_a_sound_file_passes(tmp_path: Path, standard: str) -> None:
    report = checked(save(sound(tmp_path, standard), standard), standard)
    assert report.faults == ()
    assert report.claims in STANDARDS[standard].versions and report.pages == 2
    assert report.inks == ("Cyan", "Magenta", "Yellow", "Black", "CutContour")
    assert report.most_ink == pytest.approx(160, abs=0.5)  # black text upon the ground
    assert report.lowest_resolution == pytest.approx(240 / 57 * 72, abs=0.5)
    assert report.fonts == ("Tiny",)


@pytest.mark.parametrize("name", SPOILT)
def test_what_is_spoilt_is_found_by_its_rule_alone(tmp_path: Path, name: str) -> None:
    spoilt = SPOILT[name]
    made = sound(tmp_path, spoilt.standard)
    spoilt.spoil(made)
    report = checked(save(made, spoilt.standard), spoilt.standard)
    assert {fault.rule for fault in report.faults} == {spoilt.rule}
    assert spoilt.says in report.faults[0].found
    if spoilt.place is not None:
        box = report.faults[0].places[0].box
        assert box is not None and box[:2] == pytest.approx(spoilt.place, abs=0.15)


#: What a press asks for, the rule that a sound file breaks then, and words of the report.
ASKED: dict[str, tuple[dict[str, Any], str, str]] = {
    "less ink": ({"limit": 150}, "ink-limit", "160 % of ink where it overprints"),
    "another condition": ({"conditions": ("SWOP", "GRACoL")}, "output-condition", "the printing condition FOGRA39"),
    "more bleed": ({"bleed": 3.2}, "bleed-width", "3.00 mm of bleed"),
    "more pixels": ({"resolution": 400}, "resolution", "a picture at 303 dpi"),
    "pixels as the press wishes": ({"dpi": 350}, "resolution-low", "a picture at 303 dpi"),
    "no marks": ({"marks": False}, "page-marks", "3.00 mm of paper round the bleed"),
    "a spot": ({"needs": ("CutContour", "Gold")}, "spot-missing", "nothing in the spot colour Gold"),
    "larger text": ({"least_text": 12}, "text-size", "text of 6.00 pt, at worst"),
    "other sizes": ({"sizes": ((63.5, 88.9),)}, "page-size", "a page of 63 x 88 mm"),
    "other spots": ({"spots": ("Gold",), "cuts": ()}, "spot-name", "the spot colour CutContour"),
    "more pages": ({"pages": 3}, "page-count", "2 pages"),
    "more distance": ({"safe": 5}, "safe-zone", "text 4.6 mm inside the trim"),
}


@pytest.mark.parametrize("name", ASKED)
def test_what_a_press_asks_for_is_checked(tmp_path: Path, name: str) -> None:
    wanted, rule, says = ASKED[name]
    report = checked(save(sound(tmp_path)), **wanted)
    assert {fault.rule for fault in report.faults} == {rule}
    assert report.faults[0].found.startswith(says)


@pytest.mark.parametrize(("magenta", "rules"), [(0.10, set()), (0.11, {"black-text"})])
def test_traces_of_an_ink_of_up_to_ten_percent_do_not_count_in_small_text(
    tmp_path: Path, magenta: float, rules: set[str]
) -> None:
    made = sound(tmp_path)
    made.draw(f"BT /F 6 Tf 0.04 {magenta} 0.3 0 k 50 60 Td (A) Tj ET\n")
    assert {fault.rule for fault in checked(save(made)).faults} == rules


def test_small_marks_beside_each_other_on_a_large_sheet_do_not_share_their_inks(tmp_path: Path) -> None:
    """A sheet of board is as wide as five cards, and black beside a dark colour on it is not black over it."""
    side = 306 / 25.4 * 72
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(side, side))
    page = pdf.pages[0]
    page.trimbox = Array([0, 0, side, side])
    state = Dictionary(Type=Name.ExtGState, OP=True, op=True, OPM=1)
    page.Resources = Dictionary(ExtGState=Dictionary(Over=state))
    squares = [(x * 24.7, y * 23.1) for x in range(1, 30) for y in range(1, 30)]
    dark = "".join(f"{x} {y} 4 4 re f\n" for x, y in squares)
    black = "".join(f"{x + 4} {y} 4 4 re f\n" for x, y in squares)
    page.Contents = pdf.make_stream(f"0.9 0.9 0.8 0 k\n{dark} /Over gs 0 0 0 1 k\n{black}".encode())
    pdf.save(tmp_path / "sheet.pdf")
    report = checked(tmp_path / "sheet.pdf", limit=280)
    assert "ink-limit" not in {fault.rule for fault in report.faults} and report.most_ink == pytest.approx(260, abs=1)


def test_where_backs_follow_fronts_there_is_an_even_number_of_pages(tmp_path: Path) -> None:
    made = sound(tmp_path)
    assert checked(save(made), even=True).faults == ()
    del made.pdf.pages[1]
    (fault,) = checked(save(made), even=True).faults
    assert (fault.rule, fault.found) == ("page-count", "1 page") and "a front and a back" in fault.expected


#: Ways to write a sound file that its standard does not take.
WRITTEN: dict[str, tuple[dict[str, Any], str]] = {
    "a newer version": ({"force_version": "1.5"}, "pdf-version"),
    "object streams": (
        {"object_stream_mode": pikepdf.ObjectStreamMode.generate, "force_version": "1.5"},
        "compressed-objects",
    ),
    "a password": ({"encryption": pikepdf.Encryption(owner="secret", R=3, aes=False, metadata=False)}, "encryption"),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_how_a_file_is_written_is_checked(tmp_path: Path, name: str) -> None:
    options, rule = WRITTEN[name]
    if "encryption" in options:
        options = {**options, "deterministic_id": False, "stream_decode_level": None}
    path = save(sound(tmp_path, "x1a"), "x1a", **options)
    if "object_stream_mode" in options:
        path.write_bytes(path.read_bytes().replace(b"%PDF-1.5", b"%PDF-1.4"))  # else its version is a fault too
    assert {fault.rule for fault in checked(path, "x1a").faults} == {rule}


def test_jpeg_2000_is_for_x4_only(tmp_path: Path) -> None:
    for standard, rules in (("x4", set()), ("x1a", {"jpx"})):
        made = sound(tmp_path, standard)
        data = io.BytesIO()
        Image.new("L", (240, 240), 128).save(data, "JPEG2000")
        made.resources.XObject.Picture = picture(made.pdf, ColorSpace=Name.DeviceGray)
        made.resources.XObject.Picture.write(data.getvalue(), filter=Name.JPXDecode)
        assert {fault.rule for fault in checked(save(made, standard), standard).faults} == rules


def test_every_rule_has_a_file_that_breaks_it_alone() -> None:
    held = {spoilt.rule for spoilt in SPOILT.values()} | {rule for _, rule, _ in ASKED.values()}
    held |= {rule for _, rule in WRITTEN.values()} | {"jpx"}
    # A budget is spent in test_pdfcheck_hostile.py, and /ID cannot be left out with pikepdf.
    assert set(RULES) - held == {"unchecked", "file-id"}


def test_a_file_without_id_is_found(tmp_path: Path) -> None:
    path = save(sound(tmp_path))
    path.write_bytes(re.sub(rb"/ID(?= ?\[)", b"/XX", path.read_bytes()))
    assert {fault.rule for fault in checked(path).faults} == {"file-id"}


# inks ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", INKS)
def test_inks_add_up_as_a_press_prints_them(tmp_path: Path, content: str) -> None:
    """Ghostscript finds the same, in tests/verify/test_preflight_inks.py."""
    report = checked(inked(tmp_path, content), limit=1000)
    assert report.most_ink == pytest.approx(INKS[content], abs=1.5)


def test_what_only_a_renderer_knows_is_said(tmp_path: Path) -> None:
    made = sound(tmp_path)
    made.put("ExtGState", "Multiply", Dictionary(BM=Name.Multiply))
    made.draw("q /Multiply gs 0 1 0 0 k 50 60 20 20 re f Q\n")
    report = checked(save(made))
    assert report.faults == () and report.notes == ("not measured: inks under the blend mode Multiply",)


# places --------------------------------------------------------------------------------------------------------------


def test_a_fault_in_a_form_is_told_once_with_each_place(tmp_path: Path) -> None:
    made = sound(tmp_path)
    made.resources.XObject.Outer.Resources.XObject.Inner.write(b"1 0 0 rg 0 0 10 10 re f")
    made.draw("q 1 0 0 1 100 20 cm /Outer Do Q\n")
    (fault,) = checked(save(made)).faults
    assert fault.count == 3 and fault.pages == (1, 2)
    where = [(place.page, place.box and place.box[0]) for place in fault.places]
    assert where == [
        (1, pytest.approx(7.1, abs=0.1)),
        (1, pytest.approx(35.3, abs=0.1)),
        (2, pytest.approx(7.1, abs=0.1)),
    ]


def _turned(made: Sound) -> None:
    made.page.Rotate = 90


def _cropped(made: Sound) -> None:
    made.page.CropBox = Array([10, 10, 205, 280])


def _large(made: Sound) -> None:
    made.page.UserUnit = 2


@pytest.mark.parametrize(
    ("change", "corner"), [(_turned, (17.6, 71.8)), (_cropped, (14.1, 70.6)), (_large, (35.3, 143.6))]
)
def test_places_count_from_the_corner_of_what_is_shown(
    tmp_path: Path, change: Callable[[Sound], None], corner: tuple[float, float]
) -> None:
    made = sound(tmp_path)
    change(made)
    made.draw("q 1 0 0 rg 50 60 20 20 re f Q\n")
    report = checked(save(made))
    box = next(fault.places[0].box for fault in report.faults if fault.rule == "colour-rgb")
    assert box is not None and box[:2] == pytest.approx(corner, abs=0.15)


# the page of documentation -------------------------------------------------------------------------------------------


def test_the_page_of_preflight_lists_every_rule_and_standard() -> None:
    text = (ROOT / "docs" / "preflight.md").read_text("utf-8")
    assert set(re.findall(r"^\| `([\w-]+)`", text, re.MULTILINE)) >= {*RULES, *STANDARDS}
