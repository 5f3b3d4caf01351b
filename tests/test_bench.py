"""What the benchmark measures is what it says: every card its own, every step there, no second counted twice."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from beeprint import pipeline
from beeprint.base.options import Options
from bench import growth, phases

DATA = Path(__file__).parents[1] / "data" / "eye-of-the-bee-holder"


@pytest.mark.slow
def test_a_grown_game_is_sound_and_no_two_of_its_cards_are_alike(tmp_path: Path) -> None:
    growth.make(DATA, tmp_path / "game", 70)
    checked = pipeline.check(tmp_path / "game", Options())
    assert checked.problems == ()
    fronts = [face for (_, _, side), face in checked.faces.items() if side == "front"]
    assert len({face.symbol.key for face in fronts}) == len(fronts) == 70


@pytest.mark.parametrize("target", [target for targets in phases.STEPS.values() for target in targets])
def test_every_step_that_is_timed_is_there(target: str) -> None:
    importlib.import_module(target.partition(":")[0])
    assert callable(phases.resolve(target)[2])


def test_a_second_is_counted_for_the_innermost_step_only(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr(phases.time, "perf_counter", lambda: float(next(ticks)))
    clock = phases.Clock()
    inner = clock.timed("read art", lambda: None)  # a tick where it begins, a tick where it ends

    def pieces() -> Iterator[None]:
        inner()
        yield

    list(clock.timed("lay out the rest", pieces)())
    clock.switch()
    total = next(ticks) - 1
    assert clock.spent["read art"] == 1
    assert sum(clock.spent.values()) == total
    assert clock.spent["lay out the rest"] == 4  # to make the generator, before and after the art, to end it


def test_a_goal_is_a_ratio_to_what_was_measured_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent / "bench")
    goals, report = (importlib.import_module(name) for name in ("goals", "report"))
    page = report.goal_table([goals.Goal("cold", 0.9, "Typst (a)", 0.3, 2), goals.Goal("again", 0.06, "it", 0.3, 0.3)])
    assert "| cold | 0.90 | Typst (a) | 0.30 | 3.00 | 2 | no |" in page
    assert "| again | 0.06 | it | 0.30 | 0.20 | 0.3 | yes |" in page
