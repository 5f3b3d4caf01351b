"""Each library that reads what a game holds is called in few modules, which turn its failures into problems."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest
import shapely

import beeprint
from beeprint import starter
from beeprint.base.options import LaserOptions
from beeprint.base.problems import BuildError
from beeprint.files.nodes import read_yaml
from beeprint.laser import engrave

PACKAGE = Path(beeprint.__file__).parent
#: The modules and folders that may import a library.
ADAPTERS: dict[str, tuple[str, ...]] = {
    "bidi": ("draw/text/levels.py",),
    "ezdxf": ("formats/dxf.py",),
    "icu4py": ("draw/text/breaks.py",),
    "markdown_it": ("leaflet/reading.py",),
    "pikepdf": ("pdfcheck/",),  # all of it in a process of its own
    "PIL": (
        *("draw/bitmap.py", "draw/layers.py", "draw/shadow.py", "draw/svg/reader/colours.py"),
        # Pictures that draw/bitmap.py has made normal, and those that beeprint draws.
        *("formats/png.py", "formats/webp.py", "formats/pdf/", "laser/halftone.py", "playtest/ink.py", "press/"),
        *("products/opaque.py", "products/proof.py", "rules/bleeds.py", "pdfcheck/"),
    ),
    "pypdfium2": ("formats/pdf/render.py",),
    "pyphen": ("draw/text/breaks.py",),
    "python_calamine": ("files/workbook_xlsx.py",),
    "rectpack": ("laser/nest.py",),
    "reportlab": ("formats/pdf/objects.py",),
    "resvg_py": ("draw/raster.py",),
    "shapely": ("laser/", "draw/region.py", "draw/svg/reader/cut_shape.py", "folding/net.py", "folding/view.py"),
    "tinycss2": ("draw/svg/reader/css/",),
    "uharfbuzz": ("draw/fonts.py", "draw/colour_glyphs.py"),
    "uniseg": ("draw/text/breaks.py",),
    "watchfiles": ("studio/watch.py",),
    "yaml": ("files/nodes.py",),
}


@cache
def imported() -> dict[str, set[str]]:
    """Return the modules that import each library, functions' own imports too."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in names:
                found.setdefault(name.partition(".")[0], set()).add(path.relative_to(PACKAGE).as_posix())
    return found


@pytest.mark.parametrize("library", ADAPTERS)
def test_a_library_is_imported_only_where_its_failures_become_problems(library: str) -> None:
    modules = imported()[library]
    allowed = ADAPTERS[library]
    assert {module for module in modules if not module.startswith(allowed)} == set()
    assert all(any(module.startswith(one) for module in modules) for one in allowed)


def test_a_failure_of_geometry_names_the_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise shapely.GEOSException("TopologyException: side location conflict")

    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    monkeypatch.setattr(engrave, "_engraved", fails)
    with pytest.raises(BuildError) as caught:
        beeprint.build("mine", LaserOptions(output=tmp_path / "made"), cache=False)
    assert str(caught.value.problems[0]).startswith(
        "mine/tiles.csv:2:1: error: the marks on this face cannot be laid over each other"
    )
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    "text", ["a: [", "a: b: c", "\x07", "%YAML 9.9\n---\na", "a: !!python/object:os.system x", "&" * 999]
)
def test_faulty_yaml_is_a_problem(text: str) -> None:
    try:
        read_yaml(text.encode(), "game.yaml")
    except BuildError as error:
        assert all(problem.place.file == "game.yaml" for problem in error.problems)
