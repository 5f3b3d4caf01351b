"""What lies beyond the safe zone can be moved inside by a fix: by the shortest way, on its own line of the layout."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint import edit, pipeline
from beeprint.base.geometry import Rect
from beeprint.base.options import CheckOptions
from beeprint.base.problems import Problem
from beeprint.drawing.shape import Shape, circle, hexagon, rectangle
from beeprint.edit import fixes
from beeprint.rules.inside import way_inside
from edits import tiny

TEXT = 'slots:\n  title: {{kind: text, font: fredoka, size: 12, text: "{{title}}", box: [{box}]{more}}}\n'


def outside(folder: Path) -> list[Problem]:
    return [each for each in pipeline.check(folder, CheckOptions()).problems if "safe zone" in each.message]


@pytest.mark.parametrize(
    ("box", "moved"),
    [("1, 6, 53, 9", "3, 6, 53, 9"), ("1, -2, 53, 6", "3, 2.9, 53, 6"), ("1.5, 82, 50, 8", "3, 81.6, 50, 8")],
)
def test_a_text_moves_as_far_as_it_must(tmp_path: Path, box: str, moved: str) -> None:
    tiny(tmp_path, card=TEXT.format(box=box, more=""))
    problems = outside(tmp_path)
    assert problems and {fix.title for each in problems for fix in each.fixes} == {"Move it inside"}
    change = fixes.make_edit(tmp_path, [fix for each in problems for fix in each.fixes])
    (written,) = change.changes
    before, after = ((data or b"").decode() for data in (written.before, written.after))
    edit.write(change)
    assert not outside(tmp_path)
    assert [line for line in after.splitlines() if line not in before.splitlines()] == TEXT.format(
        box=moved, more=""
    ).splitlines()[1:]


def test_what_is_larger_than_the_safe_zone_has_no_fix(tmp_path: Path) -> None:
    tiny(tmp_path, card="slots:\n  dot: {kind: icon, icon: dot, box: [-5, 5, 73, 73]}\n")
    (tmp_path / "art/icons").mkdir(parents=True, exist_ok=True)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9H0Z"/></svg>'
    (tmp_path / "art/icons/dot.svg").write_text(drawing, "utf-8")
    problems = outside(tmp_path)
    assert problems and not any(each.fixes for each in problems)


@pytest.mark.parametrize("shape", [rectangle(63, 88, 3), circle(40), hexagon(40)], ids=["card", "round", "hexagon"])
@pytest.mark.parametrize("corner", [(-4, -4), (30, -2), (25, 30), (-9, 14), (14, 14)])
def test_the_way_inside_ends_in_the_safe_zone_of_any_outline(shape: Shape, corner: tuple[float, float]) -> None:
    box = Rect(*corner, 8, 6)
    way = way_inside(shape, 3, box)
    assert way is not None and shape.encloses(box.move(*way), 3)
    assert (way == (0, 0)) is shape.encloses(box, 3)
    assert way_inside(shape, 3, Rect(*corner, shape.width, 6)) is None


def test_a_drawing_on_a_round_piece_counts_by_its_edges(tmp_path: Path) -> None:
    card = "slots:\n  dot: {{kind: icon, icon: dot, box: [{box}]}}\n"
    tiny(tmp_path, card=card.format(box="3, 3, 16, 16"))
    game = tmp_path / "game.yaml"
    game.write_text(
        game.read_text("utf-8").replace("{kind: card, size: standard-card}", "{kind: round, diameter: 22}"), "utf-8"
    )
    (tmp_path / "art/icons").mkdir(parents=True, exist_ok=True)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4.5"/></svg>'
    (tmp_path / "art/icons/dot.svg").write_text(drawing, "utf-8")
    assert not outside(tmp_path), "the corners of its box are empty"
    (tmp_path / "layouts/card.yaml").write_text(card.format(box="1, 3, 16, 16"), "utf-8")
    (*_, problem) = outside(tmp_path)
    assert "slot dot extends 2.0 mm beyond the safe zone" in problem.message
