"""Inkscape's flowed text (`flowRoot`), which no browser draws, looks as in Inkscape itself."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import resvg_py
from painters import by_inkscape

from beeprint.drawing import svg
from beeprint.drawing.fonts import Fonts
from beeprint.sources.workspace import SHIPPED, Workspace
from pixels import SHARE, averaged, off, side_by_side

DPI, BY = 384, 4
WORDS = "The quick brown fox jumps over the lazy dog and, tired of it, sleeps well under an affluent old tree"
KEYS = [
    *(f"source-sans/{style}" for style in ("regular", "bold", "italic", "bold-italic")),
    "source-serif/regular",
    "arimo/regular",
]


def paragraphs(*texts: str, style: str = "") -> str:
    return "".join(f'<flowPara style="{style}">{text}</flowPara>' for text in texts)


#: The style of a flowed text and its paragraphs, each in a rectangle of 150 x 190 units.
FLOWS = {
    "plain": ("", paragraphs(WORDS, "A second paragraph")),
    "centred": ("text-align:center;text-anchor:middle;line-height:1", paragraphs(WORDS, "and more")),
    "to the right": ("text-align:end;text-anchor:end;line-height:125%", paragraphs(WORDS)),
    "a fixed line height": ("line-height:18px", paragraphs(WORDS)),
    "spans": (
        "line-height:125%",
        '<flowPara>The quick <flowSpan style="font-family:Source Serif Pro;font-size:30px;fill:red">brown fox'
        '</flowSpan> jumps <flowSpan style="font-weight:bold">over <flowSpan style="font-style:italic">it</flowSpan>'
        "</flowSpan></flowPara><flowPara>again</flowPara>",
    ),
    "small letters in a large text": (
        "font-size:40px;line-height:125%",
        paragraphs("The quick brown fox jumps over it", style="font-size:12px;line-height:1.25"),
    ),
    "no line height of its own": ("line-height:0.01%", paragraphs(WORDS, "x", style="font-size:14px;line-height:1.25")),
    "more than the rectangle holds": ("font-size:27px", paragraphs(WORDS)),
    "empty paragraphs": ("", paragraphs("one", "", " ", "two")),
    "spaces": ("text-align:center", paragraphs("HHHH  ", "HHHHHHHH   HHHHHH  ", "HHHH ")),
    "hyphens": ("font-family:Arimo", paragraphs("long-winded and/or hard-and-fast, (round) “quoted words” here")),
    "letter spacing": ("letter-spacing:2px;word-spacing:4px", paragraphs("The quick brown fox jumps over it")),
    "outlined": ("stroke:red;stroke-width:.5;fill:#ddd;font-size:24px", paragraphs("The quick brown fox")),
    "line ends": ("", "<flowPara>HHHH<flowLine>HH</flowLine>HHH</flowPara><flowDiv><flowPara>H</flowPara></flowDiv>"),
}


#: What Inkscape before 0.92 did not write, and Inkscape now reads otherwise in a file of that time.
_LATER = {"a fixed line height", "no line height of its own"}
OLD = "0.91 r13725"


def page(version: str) -> str:
    """Return a picture of all flowed texts, four in a row."""
    flows = []
    for number, (style, content) in enumerate(FLOWS.values()):
        across, down = number % 4 * 160, number // 4 * 200
        flows.append(
            f'<flowRoot xml:space="preserve" transform="translate({across + 5},{down + 5})" '
            f'style="font-family:Source Sans Pro;font-size:20px;{style}"><flowRegion>'
            f'<rect width="150" height="190"/></flowRegion>{content}</flowRoot>'
        )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'inkscape:version="{version}" width="640" height="800" viewBox="0 0 640 800">{"".join(flows)}</svg>'
    )


@pytest.mark.tool("inkscape")
def test_flowed_text_is_where_inkscape_draws_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    workspace = Workspace(SHIPPED)
    files = {key: workspace.font_file(key) for key in KEYS}
    (tmp_path / "fonts").mkdir()
    for file in files.values():
        assert file is not None
        shutil.copy(file, tmp_path / "fonts")
    settings = f"<fontconfig><dir>{tmp_path}/fonts</dir><cachedir>{tmp_path}/cache</cachedir></fontconfig>"
    (tmp_path / "fonts.conf").write_text(settings, "utf-8")
    monkeypatch.setenv("FONTCONFIG_FILE", str(tmp_path / "fonts.conf"))

    def locate(key: str) -> Path:
        file = workspace.font_file(key)
        assert file is not None, key
        return file

    fonts = Fonts(locate, workspace.font_styles)
    versions = (OLD, "0.92.2 (5c3e80d, 2017-08-06)")
    paths = [tmp_path / f"{number}.svg" for number in range(len(versions))]
    for path, version in zip(paths, versions, strict=True):
        path.write_text(page(version), "utf-8")
    different = {}
    for version, path, shown in zip(versions, paths, by_inkscape(paths, DPI), strict=True):
        text = svg.write(svg.read(path.read_text("utf-8"), path.name, fonts=fonts), fonts)
        ours = averaged(bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=DPI, skip_system_fonts=True)), BY)
        theirs = averaged(shown.read_bytes(), BY)
        for number, name in enumerate(FLOWS):
            if version == OLD and name in _LATER:
                continue
            x, y = number % 4 * 160, number // 4 * 200
            cells = {"beeprint": ours.crop((x, y, x + 160, y + 200)), "Inkscape": theirs.crop((x, y, x + 160, y + 200))}
            assert all(len(cell.getcolors(1 << 16) or ()) > 9 for cell in cells.values()), name
            share = off(cells["beeprint"], cells["Inkscape"])
            if share > SHARE:
                different[version, name] = share
                if saved := request.config.getoption("--pictures"):
                    side_by_side(cells, Path(saved), f"{name} {path.stem}")
    assert different == {}
