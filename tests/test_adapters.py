"""Each library that reads what a game holds is called in few modules, which turn its failures into problems."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import ezdxf
import ezdxf.filemanagement
import pytest
import shapely
from reportlab.pdfbase import pdfdoc

import beeprint
from beeprint.base.options import LaserOptions, Options
from beeprint.base.problems import BuildError
from beeprint.laser import engrave
from beeprint.sources.nodes import read_yaml
from modules import PACKAGE, imports, paths
from small_game import small_game

#: The modules and folders that may import a library.
ADAPTERS: dict[str, tuple[str, ...]] = {
    "bidi": ("drawing/text/levels.py",),
    "cssselect2": ("drawing/svg/reader/stylesheets.py",),
    "ezdxf": ("formats/dxf.py",),
    "icu4py": ("drawing/text/breaks.py",),
    "markdown_it": ("leaflet/reading.py", "studio/help_pages.py"),
    "pikepdf": ("press/pdfcheck/",),  # all of it in a process of its own
    "PIL": (
        *("drawing/bitmap.py", "drawing/bitmap_reduced.py", "drawing/layers.py", "drawing/raster.py"),
        "drawing/svg/reader/values.py",
        # Pictures that drawing/bitmap.py has made normal, and those that beeprint draws.
        *("formats/png.py", "formats/webp.py", "formats/pdf/", "laser/engrave.py", "sheet/playtest/ink.py", "press/"),
        *("outputs/shared/opaque.py", "outputs/shared/proof.py", "rules/bleeds.py", "rules/covering.py"),
    ),
    "pypdfium2": ("formats/pdf/render.py",),
    "pyphen": ("drawing/text/breaks.py",),
    "python_calamine": ("sources/workbook_xlsx.py",),
    "rectpack": ("laser/nest.py",),
    "reportlab": ("formats/pdf/objects.py",),
    "resvg_py": ("drawing/raster.py",),
    "shapely": (
        "laser/",
        "drawing/region.py",
        "drawing/svg/reader/cut_shape.py",
        "game/folding/net.py",
        "game/folding/view.py",
    ),
    "tinycss2": ("drawing/svg/reader/stylesheets.py",),
    "uharfbuzz": ("drawing/fonts.py", "drawing/colour_glyphs.py"),
    "watchfiles": ("studio/watch.py",),
    "yaml": ("sources/nodes.py",),
}


@cache
def imported() -> dict[str, set[str]]:
    """Return the modules that import each library, functions' own imports too."""
    users: dict[str, set[str]] = {}
    for path in paths():
        for node in imports(path):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in names:
                users.setdefault(name.partition(".")[0], set()).add(path.relative_to(PACKAGE).as_posix())
    return users


@pytest.mark.parametrize("library", ADAPTERS)
def test_a_library_is_imported_only_where_its_failures_become_problems(library: str) -> None:
    modules = imported()[library]
    allowed = ADAPTERS[library]
    assert {module for module in modules if not module.startswith(allowed)} == set()
    assert all(any(module.startswith(prefix) for module in modules) for prefix in allowed)


def test_a_failure_of_geometry_names_the_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise shapely.GEOSException("TopologyException: side location conflict")

    monkeypatch.chdir(tmp_path)
    small_game(tmp_path / "mine")
    monkeypatch.setattr(engrave, "_engraved", fails)
    with pytest.raises(BuildError) as caught:
        beeprint.build("mine", LaserOptions(output=tmp_path / "made"), cache=False)
    assert str(caught.value.problems[0]).startswith(
        "mine/tiles.csv:2:1: error: the marks on this face cannot be laid over each other"
    )
    assert not (tmp_path / "made").exists()


def test_a_pdf_that_reportlab_cannot_write_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise UnicodeEncodeError("latin-1", "\u2014", 0, 1, "ordinal not in range(256)")

    monkeypatch.chdir(tmp_path)
    small_game(tmp_path / "mine")
    monkeypatch.setattr(pdfdoc.PDFDocument, "format", fails)
    with pytest.raises(BuildError) as caught:
        beeprint.build("mine", Options(profiles=("home-a4",), output=tmp_path / "made"), cache=False)
    assert str(caught.value.problems[0]) == (
        "cards.pdf: error: the file cannot be written as PDF: UnicodeEncodeError: 'latin-1' codec can't encode "
        "character '\\u2014' in position 0: ordinal not in range(256)\n"
        "    hint: choose another profile meanwhile, and report it: this is a fault of beeprint"
    )
    assert not (tmp_path / "made").exists()


def test_a_bed_that_ezdxf_cannot_write_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ezdxf.DXFStructureError("invalid group code")  # type: ignore[attr-defined]

    monkeypatch.chdir(tmp_path)
    small_game(tmp_path / "mine")
    monkeypatch.setattr("ezdxf.document.Drawing.write", fails)
    with pytest.raises(BuildError) as caught:
        beeprint.build("mine", LaserOptions(output=tmp_path / "made"), cache=False)
    assert str(caught.value.problems[0]) == (
        "tiles-1.dxf: error: the bed cannot be written as DXF: invalid group code\n"
        "    hint: leave dxf out of files: in the laser profile, and report it: this is a fault of beeprint"
    )
    assert not (tmp_path / "made").exists()


def test_layers_of_one_name_get_names_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    small_game(tmp_path / "mine")
    path = tmp_path / "mine" / "layouts" / "laser" / "mine.yaml"
    path.parent.mkdir()
    path.write_text(
        "title: mine\nfiles: [dxf]\nbed: 300 x 200\nlayers:\n"
        '  engrave: {name: x, colour: "#000000"}\n  engrave-lines: {name: X CUT-OUTER, colour: "#0000ff"}\n'
        '  score: {name: y, colour: "#00e000"}\n  cut-inner: {name: z, colour: "#00e0e0"}\n'
        '  cut-outer: {name: x, colour: "#ff00ff"}\n',
        "utf-8",
    )
    beeprint.build("mine", LaserOptions(profiles=("mine",), output=tmp_path / "made"), cache=False)
    made = ezdxf.filemanagement.readfile(next((tmp_path / "made").rglob("*.dxf")))
    assert {layer.dxf.name for layer in made.layers} - {"0", "Defpoints"} == {"x", "X CUT-OUTER", "x_2"}


@pytest.mark.parametrize(
    "text", ["a: [", "a: b: c", "\x07", "%YAML 9.9\n---\na", "a: !!python/object:os.system x", "&" * 999]
)
def test_faulty_yaml_is_a_problem(text: str) -> None:
    try:
        read_yaml(text.encode(), "game.yaml")
    except BuildError as error:
        assert all(problem.place.file == "game.yaml" for problem in error.problems)
