"""The W3C's SVG 1.1 suite: each case is drawn as resvg draws it or refused by name; none is wrong, none a crash.

The suite is not part of the project: its folder comes as the environment variable SVG11 (`make deep SVG11=folder`).
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
import w3c
from w3c import Verdict

FOLDER = os.environ.get("SVG11", "")
#: Cases that were drawn right when this was last counted; it only goes up.
LEAST = 250


@pytest.fixture(scope="module")
def verdicts() -> list[Verdict]:
    if not FOLDER:
        pytest.skip("the folder of the W3C's SVG 1.1 suite is not given: make deep SVG11=folder")
    start = time.perf_counter()
    result = w3c.run(Path(FOLDER))
    print(f"{len(result)} cases in {time.perf_counter() - start:.0f} s")
    assert len(result) > 500, f"{FOLDER} holds too few cases below svg/ and fail/"
    return result


def test_no_case_is_wrong_or_ends_in_a_crash(verdicts: list[Verdict]) -> None:
    bad = [verdict for verdict in verdicts if verdict.kind not in ("right", "refused")]
    assert [verdict for verdict in bad if verdict.case not in w3c.DEVIATIONS] == []


def test_no_case_is_excused_in_vain(verdicts: list[Verdict]) -> None:
    wrong = {verdict.case for verdict in verdicts if verdict.kind == "wrong"}
    assert sorted(set(w3c.DEVIATIONS) - wrong) == []


def test_enough_cases_are_drawn(verdicts: list[Verdict]) -> None:
    assert sum(verdict.kind == "right" for verdict in verdicts) >= LEAST


def test_the_table_in_the_document_is_what_was_found(verdicts: list[Verdict]) -> None:
    assert w3c.written() == w3c.table(verdicts), "make svg-table SVG11=folder"


# Of what makes a case wrong, seen to be noticed.
SPOILT = {
    "a colour": ("</svg>", "<rect fill='red' width='9' height='9'/></svg>", "% of the pixels"),
    "a page": ("width='80'", "width='90'", "not as (480"),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_wrong_picture_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    from beeprint.drawing import svg
    from beeprint.drawing.fonts import Fonts
    from beeprint.sources.workspace import SHIPPED, Workspace

    old, new, expected = SPOILT[how]
    case = tmp_path / "case.svg"
    case.write_text("<svg xmlns='http://www.w3.org/2000/svg' width='80' height='60'><circle r='40'/></svg>")
    fonts = Fonts(Workspace(SHIPPED).font_file)  # type: ignore[arg-type]
    assert w3c.judge(case, fonts, []) == ["right"]
    reading = svg.read
    monkeypatch.setattr(svg, "read", lambda text, *rest, **more: reading(text.replace(old, new), *rest, **more))
    kind, reason = w3c.judge(case, fonts, [])
    assert kind == "wrong"
    assert expected in reason
