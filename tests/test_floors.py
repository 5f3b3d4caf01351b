"""Imports go down only: the floors of ARCHITECTURE.md hold for every module."""

from __future__ import annotations

import ast
import graphlib
import re
import sys
from pathlib import Path

from modules import PACKAGE, imports, paths, text

ROOT = Path(__file__).parents[1]


def floors() -> dict[str, int]:
    """Return the floor of each module or package, as ARCHITECTURE.md's table says it."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \|", text, re.MULTILINE)
    return {name: int(floor) for floor, names in rows for name in re.findall(r"`([\w*]+)`", names)}


def unit(module: str) -> str:
    """Return the part of a dotted name that stands on a floor: beeprint.sheet.draw is sheet."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imported(path: Path) -> set[str]:
    units = set()
    for node in imports(path):
        if isinstance(node, ast.Import):
            units |= {unit(alias.name) for alias in node.names if alias.name.startswith("beeprint.")}
        elif isinstance(node, ast.ImportFrom) and node.module == "beeprint":
            units |= {alias.name for alias in node.names if alias.name != "__version__"}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("beeprint."):
            units.add(unit(str(node.module)))
    return units


def modules() -> list[Path]:
    return [path for path in paths() if path != PACKAGE / "__init__.py"]


def test_every_module_stands_on_a_floor_and_imports_only_lower_ones() -> None:
    floor = floors()
    faults = []
    for path in modules():
        own = unit(".".join(("beeprint", *path.relative_to(PACKAGE).with_suffix("").parts)))
        if own not in floor:
            faults.append(f"{own} is not in ARCHITECTURE.md's table")
            continue
        faults += [
            f"{path.relative_to(PACKAGE)} (floor {floor[own]}) imports {other} (floor {floor.get(other)})"
            for other in imported(path)
            if other != own and floor.get(other, 99) >= floor[own]
        ]
    assert faults == []


def test_base_uses_the_standard_library_and_msgspec_only() -> None:
    """The table says so, and every room may import it; imports inside functions count too."""
    assert "| 1 | `base` |" in (table := (ROOT / "ARCHITECTURE.md").read_text("utf-8"))
    assert "the standard library and msgspec only |" in table
    faults = []
    for path in (PACKAGE / "base").rglob("*.py"):
        for node in imports(path):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            others = {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"beeprint", "msgspec"}
            faults += [f"{path.relative_to(PACKAGE)} imports {name}" for name in others]
    assert faults == []


def test_the_table_names_no_module_that_is_gone() -> None:
    there = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in modules()}
    assert set(floors()) == there


def arrows() -> dict[str, set[str]]:
    """Return for each module the modules that it imports, those for type checkers too."""
    there = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path for path in modules()}
    there = {name.removesuffix(".__init__"): path for name, path in there.items()}
    arrows: dict[str, set[str]] = {}
    for name, path in there.items():
        arrows[name] = set()
        for node in imports(path):
            if isinstance(node, ast.Import):
                arrows[name] |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                inner = {f"{node.module}.{alias.name}" for alias in node.names} & there.keys()
                arrows[name] |= inner or {node.module}
        arrows[name] = (arrows[name] & there.keys()) - {name}
    return arrows


def test_no_modules_import_each_other_in_a_circle() -> None:
    try:
        graphlib.TopologicalSorter(arrows()).prepare()
    except graphlib.CycleError as error:
        raise AssertionError(" > ".join(error.args[1])) from error


def test_formats_do_not_import_each_other() -> None:
    folder = PACKAGE / "formats"
    names = {path.stem for path in folder.iterdir() if path.name != "__init__.py" and not path.name.startswith("_")}
    for path in folder.rglob("*.py"):
        own = path.relative_to(folder).parts[0].removesuffix(".py")
        for node in imports(path):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("beeprint.formats."):
                assert str(node.module).split(".")[2] == own, f"{path.name} imports {node.module}"
    assert {"faces", "pdf"} <= names


def test_heavy_libraries_are_imported_in_one_place_each() -> None:
    heavy = {
        "reportlab": "formats/pdf",
        "yaml": ("sources/nodes.py", "edit/yaml_text.py"),
        "click": "cli",
        "expat": ("drawing/svg", "edit/frames.py", "sources/workbook.py"),
        "python_calamine": "sources/workbook_xlsx.py",
        "uharfbuzz": ("drawing/fonts.py", "drawing/colour_glyphs.py"),
        "tinycss2": "drawing/svg/reader/stylesheets.py",
        "cssselect2": "drawing/svg/reader/stylesheets.py",
        "markdown_it": ("leaflet/reading.py", "studio/help_pages.py"),
        "resvg_py": "drawing/raster.py",
        "pyphen": "drawing/text/breaks.py",
        "icu4py": "drawing/text/breaks.py",
        "bidi": "drawing/text/levels.py",
        "ezdxf": "formats/dxf.py",
        "shapely": ("laser", "game/folding", "drawing/region.py", "drawing/svg/reader/cut_shape.py"),
        "rectpack": "laser/nest.py",
        "socket": ("edit/pull/fetch.py", "studio"),
        "ssl": "edit/pull/fetch.py",
        "http": ("edit/pull/fetch.py", "studio"),
        "watchfiles": "studio/watch.py",
        "pikepdf": "press/pdfcheck",
        "distributed": "shelf/cluster.py",
        "fsspec": "shelf/destinations.py",
    }
    for library, home in heavy.items():
        users = [
            path.relative_to(PACKAGE).as_posix()
            for path in modules()
            if re.search(rf"^\s*(import|from) ([\w.]+ import )?{library}\b", text(path), re.MULTILINE)
        ]
        assert users and all(user.startswith(home) for user in users), f"{library}: {users}"
