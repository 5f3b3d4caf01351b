"""`beeprint preflight` on the command line: what it prints, how it exits, and the file with the faults marked."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from pikepdf import Name, String
from PIL import Image

from beeprint.press.pdfcheck import apart, child
from beeprint.sources.workspace import SHIPPED
from cases import spread
from command import call
from odd_names import not_utf8
from press_pdfs import SPOILT, font, save, sound
from small_game import small_game

DOTS = 4  # a mm


@pytest.fixture(autouse=True)
def checked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check files as the process of its own does, without starting one for each of them.

    That process and its limits are the matter of test_pdfcheck_hostile.
    """

    def run(command: list[str], *, input: bytes, **_: object) -> subprocess.CompletedProcess[bytes]:
        assert command[-1] == child.__name__
        try:
            report = child.answer(json.loads(input))
        except ValueError as error:
            return subprocess.CompletedProcess(command, apart.UNREADABLE, b"", str(error).encode())
        return subprocess.CompletedProcess(command, 0, json.dumps(report.json()).encode(), b"")

    monkeypatch.setattr(subprocess, "run", run)


def spoilt(folder: Path, *names: str, standard: str = "x4") -> Path:
    made = sound(folder, standard)
    for name in names:
        SPOILT[name].spoil(made)
    return save(made, standard)


def test_a_sound_file_is_said_to_have_a_sound_structure(tmp_path: Path) -> None:
    result = call("preflight", str(spoilt(tmp_path)))
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0].endswith("made.pdf: 2 pages, which says it is PDF/X-4")
    assert lines[1:] == [
        "    inks: Cyan, Magenta, Yellow, Black, CutContour",
        "    most ink of what could be measured: 160 %",
        "    lowest resolution of a picture: 303 dpi",
        "no fault found; structure checked as PDF/X-4",
    ]
    assert "certif" not in result.output


def test_a_fault_is_told_with_its_place_and_what_to_do(tmp_path: Path) -> None:
    result = call("preflight", str(spoilt(tmp_path, "a fill in RGB deep in forms")))
    assert result.exit_code == 1
    assert re.sub(r"object \d+", "object N", result.output).splitlines()[4:] == [
        "1. error: colour-rgb: a fill in DeviceRGB, 2 times, on pages 1-2; "
        "expected DeviceCMYK, DeviceGray or a spot colour",
        "    page 1, at 10.9, 89.8 mm, 2.8 x 2.8 mm, form object N",
        "    page 2, at 10.9, 89.8 mm, 2.8 x 2.8 mm, form object N",
        "    hint: convert it to CMYK or a spot colour where the page is designed",
        "note: not measured: colours in DeviceRGB: their inks depend on how the press converts them",
        "1 error, 0 warnings; structure checked as PDF/X-4",
    ]


def test_warnings_alone_are_no_failure(tmp_path: Path) -> None:
    result = call("preflight", str(spoilt(tmp_path, "a hairline")))
    assert result.exit_code == 0 and "0 errors, 1 warning" in result.output


def test_a_file_is_checked_as_what_is_asked_for(tmp_path: Path) -> None:
    path = spoilt(tmp_path)
    result = call("preflight", str(path), "--profile", "x1a")
    assert result.exit_code == 1 and "structure checked as PDF/X-1a:2003" in result.output
    assert "no GTS_PDFXVersion in Info" in result.output and "PDF 1.6; expected 1.4 or older" in result.output


#: Profiles, and what each asks of the sound file of 63 x 88 mm with 3 mm of bleed in marks: rules, and words.
ASKED = {
    "press-x4": (["page-marks"], "PDF/X-4 for an offset or digital press"),
    "drivethrucards": (
        ["bleed-width", "identification", "page-marks", "page-size", "pdf-version", "spot-name"],
        "62.992 x 87.884 mm",
    ),
    "delano": (["bleed-width", "page-marks"], "3.175 mm on each side"),
    "punchboard": (["page-marks", "page-size", "spot-missing"], "die-cut, letter by letter"),
    "home-a4": (["page-size"], "210 x 297 mm or 297 x 210 mm"),
    "launch-tabletop": (["page-marks", "spot-name"], "spot colours: dieline"),
}


@pytest.mark.parametrize("profile", ASKED)
def test_a_file_is_checked_as_a_printer_asks(tmp_path: Path, profile: str) -> None:
    rules, says = ASKED[profile]
    result = call("preflight", str(spoilt(tmp_path)), "--profile", profile, "--format", "json")
    data: dict[str, Any] = json.loads(result.output)
    errors = {fault["rule"] for fault in data["faults"] if fault["severity"] == "error"}
    assert sorted(errors) == rules and data["profile"] == profile
    assert says in json.dumps(data), data["faults"]


def test_a_game_has_profiles_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    small_game(folder)
    layouts = folder / "layouts"
    (layouts / "profiles").mkdir()
    (layouts / "vendors").mkdir()
    vendor = (SHIPPED / "layouts" / "vendors" / "press-x4.yaml").read_text("utf-8")
    known = vendor.replace("name: an offset", "name: mine, an offset").replace("marks: no", "marks: yes")
    (layouts / "vendors" / "mine.yaml").write_text(known.replace("ink: 300", "ink: 120"), "utf-8")
    profile = "title: mine\noutput: press\nvendor: mine\ncondition: coated-300\n"
    (layouts / "profiles" / "mine.yaml").write_text(profile, "utf-8")
    arguments = ("preflight", str(spoilt(tmp_path)), "--profile", "mine")
    assert "no profile mine" in call(*arguments).output
    result = call(*arguments, "--game", str(folder))
    assert result.exit_code == 1 and "at most 120 %" in result.output and "for mine, an offset" in result.output
    (layouts / "profiles" / "mine.yaml").write_text(profile.replace("coated-300", "coatd-300"), "utf-8")
    result = call(*arguments, "--game", str(folder))
    assert result.exit_code == 2 and "did you mean coated-300" in result.output


def test_as_json(tmp_path: Path) -> None:
    result = call("preflight", str(spoilt(tmp_path, "a picture of few pixels")), "--format", "json")
    assert result.exit_code == 1
    data: dict[str, Any] = json.loads(result.output)
    page = (Path(__file__).parents[1] / "docs" / "preflight.md").read_text("utf-8").partition("## JSON")[2]
    assert set(data) | set(data["faults"][0]) <= set(re.findall(r"`(\w+)`", page))
    assert (data["checked"], data["profile"], data["pages"]) == ("structure", "x4", 2)
    (fault,) = data["faults"]
    assert (fault["rule"], fault["severity"], fault["count"], fault["pages"]) == ("resolution", "error", 2, [1, 2])
    assert fault["places"][1]["page"] == 2 and fault["places"][1]["box"] == pytest.approx(
        [14.1, 37.6, 20.1, 20.1], abs=0.1
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nowhere.pdf",), "there is no file nowhere.pdf"),
        (("made.pdf", "--profile", "x5"), "there is no standard and no profile x5"),
        (("made.pdf", "--profile", "press-x5"), "did you mean press-x4?"),
        (("made.pdf", "--profile", "faces"), "faces makes no PDF for a printer"),
        (("made.pdf", "--marked", "made.pdf"), "this is the file that is checked"),
        (("made.pdf", "--marked", "no/folder/a.pdf"), "cannot write here"),
        (("text.pdf",), "text.pdf cannot be checked: it is no PDF that can be read"),
        (("locked.pdf",), "it is protected by a password"),
    ],
)
def test_what_cannot_be_checked_exits_with_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    made = sound(tmp_path)
    lock = pikepdf.Encryption(owner="a", user="b")
    made.pdf.save(tmp_path / "locked.pdf", encryption=lock)
    save(made)
    (tmp_path / "text.pdf").write_text("Not a PDF", "utf-8")
    result = call("preflight", *arguments)
    assert result.exit_code == 2 and words in result.output


def test_a_file_whose_name_is_not_utf8_is_checked_like_others(tmp_path: Path) -> None:
    odd = not_utf8(tmp_path, ".pdf")
    spoilt(tmp_path).rename(odd)
    result = call("preflight", str(odd), "--marked", str(tmp_path / "marked.pdf"))
    assert result.exit_code == 0 and (tmp_path / "marked.pdf").is_file()


def test_what_a_file_quotes_does_no_harm_on_a_terminal(tmp_path: Path) -> None:
    made = sound(tmp_path)
    made.resources.Font.F = font(made.pdf, tmp_path, False, "Evil\x1b[2J")
    made.pdf.Root.OutputIntents[0].OutputConditionIdentifier = String("\x07bell")
    result = call("preflight", str(save(made)))
    assert result.exit_code == 1 and "Evil" in result.output
    assert not re.search("[\x00-\x09\x0b-\x1f]", result.output)


# the file with the faults marked -------------------------------------------------------------------------------------


def drawn(path: Path, page: int) -> Image.Image:
    with pypdfium2.PdfDocument(path) as pdf:
        return pdf[page].render(scale=DOTS * 25.4 / 72).to_pil().convert("RGB")


def is_red(pixel: Any) -> bool:
    return pixel[0] > 180 and max(pixel[1:]) < 90


def test_faults_are_boxes_with_numbers_on_the_pages_they_are_on(tmp_path: Path) -> None:
    path = spoilt(tmp_path, "too much ink in a fill", "a hairline")
    marked = tmp_path / "faults.pdf"
    result = call("preflight", str(path), "--marked", str(marked))
    assert result.exit_code == 1 and "faults.pdf" in result.output
    with pikepdf.open(path) as before, pikepdf.open(marked) as after:
        assert len(after.pages) == 3
        for page, other in zip(before.pages, after.pages, strict=False):
            assert page.Contents.read_bytes() == other.Contents.read_bytes()
        comments = [str(note.Contents) for note in after.pages[0].Annots]
        assert "/Annots" not in after.pages[1]
    assert [comment.split(":")[0] for comment in comments] == ["1 ink-limit", "2 hairline"]
    first, before_it = drawn(marked, 0), drawn(path, 0)
    # The fill lies from 17.6, 71.8 to 24.7, 78.8 mm: the line of the box runs around it, the fill itself is as it was.
    edge = [first.getpixel((round(x * DOTS), round(75 * DOTS))) for x in (17.1, 17.2, 17.3, 17.4, 17.5)]
    assert any(map(is_red, edge))
    inside = (round(19.5 * DOTS), round(73 * DOTS))
    assert first.getpixel(inside) == before_it.getpixel(inside) and not is_red(first.getpixel(inside))
    with pypdfium2.PdfDocument(marked) as pdf:
        words = " ".join(pdf[2].get_textpage().get_text_range().split())
    assert "1 ink-limit: 320 % of ink, on page 1; expected at most 300 %" in words
    assert "2 hairline: a line of 0.04 mm, on page 1" in words


def test_a_sound_file_is_marked_with_a_list_that_says_so(tmp_path: Path) -> None:
    marked = tmp_path / "faults.pdf"
    assert call("preflight", str(spoilt(tmp_path)), "--marked", str(marked)).exit_code == 0
    with pypdfium2.PdfDocument(marked) as pdf:
        assert len(pdf) == 3
        assert "no fault found; structure checked as PDF/X-4" in pdf[2].get_textpage().get_text_range()


def test_marking_twice_gives_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # two processes, each of which hashes in a way of its own
    path = spoilt(tmp_path, "OPI")
    for name in ("a.pdf", "b.pdf"):
        call("preflight", str(path), "--marked", str(tmp_path / name))
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    assert not list(tmp_path.glob(".beeprint-*"))


@pytest.mark.skipif(os.name == "nt", reason="links need a right that is not given there")
def test_a_marked_file_is_written_where_a_link_leads(tmp_path: Path) -> None:
    (tmp_path / "old.pdf").write_text("old", "utf-8")
    for name, there in (("link.pdf", tmp_path / "old.pdf"), ("nothing.pdf", Path(os.devnull))):
        (tmp_path / name).symlink_to(there)
        assert call("preflight", str(spoilt(tmp_path)), "--marked", str(tmp_path / name)).exit_code == 0
        assert (tmp_path / name).is_symlink()
    assert (tmp_path / "old.pdf").read_bytes().startswith(b"%PDF")


def test_a_file_that_cannot_be_checked_leaves_no_marked_one(tmp_path: Path) -> None:
    (tmp_path / "text.pdf").write_text("Not a PDF", "utf-8")
    (tmp_path / "old.pdf").write_text("old", "utf-8")
    assert call("preflight", str(tmp_path / "text.pdf"), "--marked", str(tmp_path / "old.pdf")).exit_code == 2
    assert (tmp_path / "old.pdf").read_text("utf-8") == "old"


@pytest.mark.parametrize("only", spread([["--only", "cards"], []], bool), ids=["cards", "whole"])
def test_our_own_sheets_are_input_like_others(only: list[str], tmp_path: Path) -> None:
    small_game(tmp_path / "my-game")
    order = ("build", str(tmp_path / "my-game"), "--output", str(tmp_path / "out"))
    built = call(*order, "--profile", "home-a4", *only)
    assert built.exit_code == 0
    sheets = sorted(tmp_path.glob("out/**/*.pdf"))
    assert sheets
    for path in sheets:
        assert call("preflight", str(path)).exit_code == 0
        data = json.loads(call("preflight", str(path), "--profile", "x4", "--format", "json").output)
        assert {"output-intent", "colour-rgb", "identification"} <= {fault["rule"] for fault in data["faults"]}
        assert not {"font-embedded", "syntax", "trim-box", "box-nesting"} & {fault["rule"] for fault in data["faults"]}


def test_a_name_of_a_layer_or_a_colour_in_any_script_can_be_marked(tmp_path: Path) -> None:
    made = sound(tmp_path)
    made.resources.ColorSpace.Cut = made.resources.ColorSpace.Cut
    made.resources.ColorSpace.Cut[1] = Name("/cutcontour")
    made.pdf.Root.OutputIntents[0].OutputConditionIdentifier = String("Бумага")
    result = call("preflight", str(save(made)), "--marked", str(tmp_path / "faults.pdf"))
    assert result.exit_code == 1 and (tmp_path / "faults.pdf").exists()


def test_several_files_have_a_report_each_and_the_worst_exit_code(tmp_path: Path) -> None:
    (tmp_path / "good").mkdir()
    (tmp_path / "bad").mkdir()
    good, bad = spoilt(tmp_path / "good"), spoilt(tmp_path / "bad", "a fill in RGB deep in forms")
    result = call("preflight", str(good), str(bad), "--profile", "x1a")
    assert result.exit_code == 1
    assert [line for line in result.output.splitlines() if ".pdf: " in line and "page" in line] and result.output.count(
        "structure checked as"
    ) == 2
    both = json.loads(call("preflight", str(good), str(bad), "--format", "json").output)
    assert [len(report["faults"]) > 0 for report in both] == [False, True]
    result = call("preflight", str(tmp_path / "none.pdf"), str(good), str(bad))
    assert result.exit_code == 2 and result.output.count("structure checked as") == 2
    assert "none.pdf" in result.output and "1 of 3 files cannot be checked" in result.output
    result = call("preflight", str(good), str(bad), "--marked", str(tmp_path / "marked.pdf"))
    assert result.exit_code == 2 and "takes one file, and there are 2" in result.output
