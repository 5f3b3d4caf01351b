"""A rectangle that frames a round piece or a hexagon is cut at its corners: a warning says so, and a fix mends it."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint import edit, pipeline
from beeprint.base.options import CheckOptions
from beeprint.base.problems import Problem
from beeprint.edit import fixes
from edits import BACK, GAME, put, tiny

FRAME = "slots:\n  frame: {{kind: shape, shape: {shape}, box: {box}, corner: {corner}, stroke: ink, width: 0.5}}\n"
CARD = "{kind: card, size: standard-card}"


def frames(folder: Path, outline: str, box: str, shape: str = "rectangle", corner: float = 2) -> list[Problem]:
    """Return what is said of frames on pieces of an outline."""
    tiny(folder, card=FRAME.format(shape=shape, box=box, corner=corner), back=BACK)
    put(folder, {"game.yaml": GAME.replace(CARD, outline)})
    return cut_frames_in(folder)


def cut_frames_in(folder: Path) -> list[Problem]:
    problems = pipeline.check(folder, CheckOptions()).problems
    return [each for each in problems if "beyond the trim" in each.message]


@pytest.mark.parametrize("outline", ["{kind: round, diameter: 40}", "{kind: hexagon, flats: 40}"])
def test_a_frame_that_is_cut_follows_the_outline_by_a_fix(tmp_path: Path, outline: str) -> None:
    (problem,) = frames(tmp_path, outline, "[2, 2, 36, 36]")
    assert problem.severity == "warning" and problem.message.startswith("slot frame is a rectangle, and its corners")
    assert [fix.title for fix in problem.fixes] == ["Follow the outline"]
    edit.write(fixes.make_edit(tmp_path, problem.fixes))
    (line,) = (tmp_path / "layouts/card.yaml").read_text("utf-8").splitlines()[1:]
    assert "shape: outline" in line and "grow: -2" in line and "box" not in line and "corner" not in line
    assert not cut_frames_in(tmp_path)


@pytest.mark.parametrize(
    ("outline", "box", "shape", "corner"),
    [
        (CARD, "[2, 2, 59, 84]", "rectangle", 2),
        ("{kind: round, diameter: 40}", "bleed", "rectangle", 2),
        ("{kind: round, diameter: 40}", "[2, 2, 36, 36]", "ellipse", 0),
        ("{kind: round, diameter: 40}", "[2, 2, 36, 36]", "rectangle", 18),
        ("{kind: round, diameter: 40}", "[8, 8, 24, 24]", "rectangle", 2),
    ],
)
def test_other_shapes_are_as_a_person_wants_them(
    tmp_path: Path, outline: str, box: str, shape: str, corner: float
) -> None:
    assert not frames(tmp_path, outline, box, shape, corner)
