"""Small files that are made to cost much are refused for what they would cost, in bounded memory.

`make deep` reads the whole collection under limits of time and memory.
"""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import hostile
from beeprint.base.problems import BuildError
from beeprint.drawing import svg
from beeprint.game.damage import damage
from beeprint.sources.nodes import read_yaml
from beeprint.sources.tables_csv import read_csv
from beeprint.sources.tables_records import read_json
from cases import spread
from hostile.games import png

#: What some files of each kind are refused for.
REFUSED = {
    "markers_of_long_paths_on_many_paths": "draws more than 2,000,000 path segments",
    "markers_nested_twice_each": "draws more than 200,000 marks",
    "clips_branching": "more than 16 clip paths are nested",
    "clips_branching_in_units_of_the_box": "more than 16 clip paths are nested",
    "clips_of_long_paths_on_many_shapes": r"steps, \d+ % of them for clip paths",
    "gradients_of_many_stops_on_many_shapes": r"steps, \d+ % of them for gradients",
    "rules_for_nothing": "steps, 100 % of them for stylesheets",
    "attributes_that_nobody_knows": r"steps, \d+ % of them for elements",
    "rules_with_long_values": r"steps, \d+ % of them for stylesheets",
    "combs_to_clip": "cross or touch too often",
    "patterns_in_patterns": "draws more than 200,000 marks",
    "patterns_of_small_tiles_on_many_shapes": r"steps, \d+ % of them for patterns",
    "patterns_in_a_chain": "more than 16 patterns refer to each other in a row",
    "masks_of_many_shapes": r"steps, \d+ % of them for edges that cross",
    "uses_of_uses": "nested deeper than 100 levels",
    "uses_of_one_picture": r"steps, \d+ % of them for embedded pictures",
    "groups_that_need_groups_at_every_level": "groups and clip paths are nested deeper than 150 levels",
    "a_long_word": "more than 20,000 characters",
    "many_dashes": "stroke-dasharray has 959,999 characters",
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.slow
def test_a_picture_made_to_cost_much_is_refused(name: str) -> None:
    with pytest.raises(BuildError, match=REFUSED[name]) as caught:
        svg.read(hostile.FILES[name](), "a.svg")
    assert all(problem.place.line and len(str(problem)) < 1500 for problem in caught.value.problems)


@pytest.mark.parametrize(
    "name",
    spread(
        ["clips_in_a_chain_used_at_every_length", "clips_of_clipped_shapes", "gradients_on_letters"],
        lambda name: name == "gradients_on_letters",
    ),
)
def test_pictures_that_ask_for_gigabytes_get_little_memory(tmp_path: Path, name: str) -> None:
    pytest.importorskip("resource")
    (tmp_path / name).write_text(hostile.FILES[name](), "utf-8")
    script = textwrap.dedent("""
        import pathlib, resource, sys
        from beeprint.drawing import svg
        from beeprint.base.problems import BuildError
        resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
        try:
            svg.read(pathlib.Path(sys.argv[1]).read_bytes(), "a.svg")
        except BuildError:
            print("refused")
    """)
    command = [sys.executable, "-c", script, str(tmp_path / name)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "refused\n"


#: What is done to a picture of 40 million pixels, and the room for it: less than three copies beside all modules.
LARGE = {
    "shown by its profile": (
        """
        import struct, zlib
        from PIL import ImageCms
        from beeprint.drawing import bitmap
        profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
        profile = profile.replace(b"rXYZ", b"xxxx").replace(b"gXYZ", b"rXYZ").replace(b"xxxx", b"gXYZ")
        body = b"iCCPa" + bytes(2) + zlib.compress(profile)
        chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
        bitmap.normal(mark.data[:33] + chunk + mark.data[33:])
        """,
        470,
    ),
    "printed": (
        """
        from beeprint.base.problems import Place
        from beeprint.sources.workspace import SHIPPED, Workspace
        from beeprint.press import condition
        from beeprint.press.inks import Inks
        Inks(condition.load(Workspace(SHIPPED), "coated-300", Place("a")).profile, 300, ()).picture(mark.data)
        """,
        640,
    ),
    "in little ink": (
        """
        from beeprint.drawing.drawing import Symbol
        from beeprint.sheet.playtest.ink import LowInk
        LowInk().symbol(Symbol.of([mark]))
        """,
        640,
    ),
    "engraved": (
        """
        import shapely
        from beeprint.base.geometry import IDENTITY
        from beeprint.laser import engrave
        engrave.lines(mark, IDENTITY, shapely.box(0, 0, 9, 9), lambda lightness: 0)
        """,
        470,
    ),
}


@pytest.mark.parametrize("name", spread(list(LARGE), lambda name: name == "engraved"))
def test_a_large_picture_has_room_for_two_copies(tmp_path: Path, name: str) -> None:
    pytest.importorskip("resource")
    path = tmp_path / "large.png"
    path.write_bytes(png(6_500, 6_500))
    work, most = LARGE[name]
    script = textwrap.dedent(f"""
        import pathlib, resource, sys
        from beeprint.base.geometry import Rect
        from beeprint.drawing.drawing import ImageMark
        mark = ImageMark.of(pathlib.Path(sys.argv[1]).read_bytes(), "image/png", Rect(0, 0, 9, 9))
        resource.setrlimit(resource.RLIMIT_AS, ({most} << 20, {most} << 20))
        """)
    done = subprocess.run(
        [sys.executable, "-c", script + textwrap.dedent(work), str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


YAML = {
    "question marks": ("? " * 9_000 + "a", "nested deeper than 40 levels"),
    "comments that close": ("\n".join(["#" + "]" * 190] * 300) + "\na: " + "[" * 150, "nested deeper than 40 levels"),
    "dashes": ("- " * 190 + "a", "nested deeper than 40 levels"),
    "values": ("[" + "1," * 110_000 + "]", "more than 100,000 values"),
    "two documents": ("a: 1\n---\nb: 1\n", "a second document begins here"),
}


@pytest.mark.parametrize("name", YAML)
def test_yaml_made_to_cost_much_is_refused(name: str) -> None:
    text, message = YAML[name]
    with pytest.raises(BuildError, match=message) as caught:
        read_yaml(text.encode(), "g.yaml")
    assert caught.value.problems[0].place.line


CSV = {
    "a cell": (b"id,a\n1,2\n3," + b"x" * 140_000, r"t\.csv:3: error: a cell has more than 131,072 characters"),
    "columns": (",".join(f"c{n}" for n in range(600)).encode(), r"t\.csv:1:1: error: the table has 600 columns"),
    "commas": (b"id,a\n" + b"," * 2_100_000, "the file has more than 2,000,000 cells"),
    "rows": (b"id\n" + b"a\n" * 200_001, r"t\.csv:200001: error: the file has more than 200,000 rows"),
    "cells": (
        ",".join(f"c{n}" for n in range(400)).encode() + b"\n1" * 6_000,
        "the table has 2,400,400 cells, more than 2,000,000",
    ),
}


@pytest.mark.parametrize("name", CSV)
def test_a_table_made_to_cost_much_is_refused(name: str) -> None:
    data, message = CSV[name]
    with pytest.raises(BuildError, match=message):
        read_csv(data, "t.csv")


JSON = {
    "records": ("[" + "{},\n" * 1_000_000 + "{}]", r"t\.json: error: the file has more than 200,000 records"),
    "names": ("[{" + "".join(f'"{n}":1,' for n in range(150_000)) + '"149999":1}]', "a record has two values 149999"),
}


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", JSON)
def test_records_made_to_cost_much_are_refused(name: str) -> None:
    text, message = JSON[name]
    with pytest.raises(BuildError, match=message):
        read_json(text.encode(), "t.json")


@pytest.mark.timeout(60)
def test_a_long_text_of_marks_is_looked_over_at_once() -> None:
    assert damage("É”" * 900_000) is None
