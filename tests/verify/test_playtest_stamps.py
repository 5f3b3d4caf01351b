"""Every face of every playtest deck says its version and its piece, shared backs their deck: read back with pdfium."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint import pipeline
from beeprint.base.options import Options
from beeprint.base.store import Store
from beeprint.sources.workspace import built_in_games
from stamps import unstamped


@pytest.mark.parametrize("name", sorted(built_in_games()))
def test_every_face_of_a_game_is_stamped_whole_and_inside_its_trim(name: str, tmp_path: Path) -> None:
    options = Options(profiles=("playtest-a4",), output=tmp_path, backs="all")
    checked = pipeline.check(built_in_games()[name], options, Store.open())
    assert unstamped(checked, pipeline.build(checked, options).target / "playtest-a4") == []
