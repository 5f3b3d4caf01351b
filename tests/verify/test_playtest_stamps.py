"""Every face of every playtest deck says its version and its piece, shared backs their deck: read back with pdfium."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint import build
from beeprint.base.store import Store
from beeprint.files.workspace import built_in_games
from stamps import unstamped


@pytest.mark.parametrize("name", sorted(built_in_games()))
def test_every_face_of_a_game_is_stamped_whole_and_inside_its_safe_zone(name: str, tmp_path: Path) -> None:
    options = build.Options(("playtest-a4",), tmp_path, shared_backs=True)
    checked = build.check(built_in_games()[name], options, Store.open())
    assert unstamped(checked, build.build(checked, options).target / "playtest-a4") == []
