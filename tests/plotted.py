"""Read LightBurn projects, HPGL and GP-GL back by parsers of their own, into lines in mm, y down."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from cutfiles import Drawn


@dataclass(frozen=True)
class Setting:
    """A layer of a LightBurn project: its mode, the number of its colour, its name, its place in the list of layers."""

    mode: str
    index: int
    name: str
    priority: int


def from_lbrn(text: str, height: float) -> tuple[list[Setting], list[Drawn]]:
    """Return the settings of a project whose origin is at the front left, and its lines with the names of theirs."""
    root = ET.fromstring(text)
    assert root.tag == "LightBurnProject" and (root.get("MirrorX"), root.get("MirrorY")) == ("False", "False")
    settings = []
    for setting in root.findall("CutSetting"):
        values = {child.tag: child.attrib["Value"] for child in setting}
        settings.append(Setting(setting.attrib["type"], int(values["index"]), values["name"], int(values["priority"])))
    names = {setting.index: setting.name for setting in settings}
    lines = []
    for shape in root.findall("Shape"):
        assert shape.attrib["Type"] == "Path" and shape.findtext("XForm") == "1 0 0 1 0 0"
        vertices = re.findall(r"V(-?[\d.]+) (-?[\d.]+)c0x1c1x1", shape.findtext("VertList", ""))
        points = [(float(x), height - float(y)) for x, y in vertices]
        runs: list[list[int]] = []
        for a, b in re.findall(r"L(\d+) (\d+)", shape.findtext("PrimList", "")):
            if not runs or runs[-1][-1] != int(a):
                runs.append([int(a)])
            runs[-1].append(int(b))
        for run in runs:
            closed = run[0] == run[-1]
            spots = tuple(points[number] for number in (run[:-1] if closed else run))
            lines.append(Drawn(names[int(shape.attrib["CutIndex"])], spots, closed))
    return settings, lines


def from_hpgl(text: str, height: float) -> list[Drawn]:
    """Return what is drawn with the pen down."""
    commands = [command.strip() for command in text.split(";") if command.strip()]
    assert commands[:2] == ["IN", "SP1"] and commands[-1] == "SP0"
    strokes: list[list[tuple[float, float]]] = []
    for command in commands[2:-1]:
        name, numbers = command[:2], [int(number) for number in command[2:].split(",")]
        assert name in ("PU", "PD") and len(command) < 1000
        points = [(x / 40, height - y / 40) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if name == "PU":
            strokes.append(points)
        else:
            strokes[-1] += points
    return [_drawn(stroke) for stroke in strokes if len(stroke) > 1]


def from_gpgl(data: bytes) -> tuple[list[str], list[Drawn]]:
    """Return the other commands, and what is cut, from the origin."""
    assert data.startswith(b"\x1b\x04")
    commands = data[2:].decode("ascii").split("\x03")
    assert commands.pop() == ""
    others, strokes = [], list[list[tuple[float, float]]]()
    for command in commands:
        if command[0] in "MD":
            y, x = (int(number) / 20 for number in command[1:].split(","))
            if command[0] == "M":
                strokes.append([])
            strokes[-1].append((x, y))
        else:
            others.append(command)
    return others, [_drawn(stroke) for stroke in strokes if len(stroke) > 1]


def _drawn(stroke: list[tuple[float, float]]) -> Drawn:
    closed = stroke[0] == stroke[-1]
    return Drawn("", tuple(stroke[:-1] if closed else stroke), closed)


def agree(stem: Path, drawn: Sequence[Drawn], size: tuple[float, float], origin: tuple[float, float] = (0, 0)) -> int:
    """Assert that the other files of a bed hold the lines of its SVG, in order, to their own unit; count the files.

    `origin` is where a GP-GL file with registration marks measures from.
    """
    kinds = {
        "": [line for line in drawn if line.layer.startswith("cut")],
        "-score": [line for line in drawn if line.layer == "score"],
    }
    count = 0
    project = stem.with_name(f"{stem.name}.lbrn2")
    if project.is_file():
        settings, lines = from_lbrn(project.read_text("utf-8"), size[1])
        assert [setting.priority for setting in settings] == list(range(len(settings)))
        _same(lines, drawn, 1e-3)
        count += 1
    for kind, wanted in kinds.items():
        plot, cutter = (stem.with_name(f"{stem.name}{kind}.{ending}") for ending in ("plt", "gpgl"))
        if plot.is_file():
            _same(from_hpgl(plot.read_text("ascii"), size[1]), wanted, 0.0125 + 1e-3)
            count += 1
        if cutter.is_file():
            _, lines = from_gpgl(cutter.read_bytes())
            x, y = origin
            moved = [replace(line, points=tuple((a + x, b + y) for a, b in line.points)) for line in lines]
            _same(moved, wanted, 0.025 + 1e-3)
            count += 1
    return count


def _same(lines: Sequence[Drawn], wanted: Sequence[Drawn], unit: float) -> None:
    assert [len(line.points) for line in lines] == [len(line.points) for line in wanted]
    for line, other in zip(lines, wanted, strict=True):
        assert line.closed == other.closed
        assert all(
            abs(a - c) <= unit and abs(b - d) <= unit for (a, b), (c, d) in zip(line.points, other.points, strict=True)
        )
