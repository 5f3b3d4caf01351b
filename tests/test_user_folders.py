"""Where beeprint keeps its cache and the user's settings, as the XDG Base Directory Specification says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from beeprint.base.user_folders import cache_folder, settings_folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for variable in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.parametrize(
    ("system", "cache", "settings"),
    [
        ("linux", ".cache/beeprint", ".config/beeprint"),
        ("darwin", "Library/Caches/beeprint", "Library/Application Support/beeprint"),
        ("win32", "AppData/Local/beeprint/Cache", "AppData/Local/beeprint"),
    ],
)
def test_each_system_has_its_own_folders(
    system: str, cache: str, settings: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert (cache_folder(), settings_folder()) == (home / cache, home / settings)


@pytest.mark.parametrize(
    ("variable", "folder"), [("XDG_CACHE_HOME", cache_folder), ("XDG_CONFIG_HOME", settings_folder)]
)
def test_an_absolute_path_counts_and_a_relative_one_does_not(
    variable: str, folder: object, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = folder()  # type: ignore[operator]
    monkeypatch.setenv(variable, str(tmp_path / "mine"))
    assert folder() == tmp_path / "mine" / "beeprint"  # type: ignore[operator]
    for path in ("", "relative", "./cache", "~/cache"):
        monkeypatch.setenv(variable, path)
        assert folder() == usual  # type: ignore[operator]


def test_a_relative_path_leaves_nothing_in_the_current_folder(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    (tmp_path / "here").mkdir()
    run = [sys.executable, "-m", "beeprint"]
    subprocess.run([*run, "new", "mine"], cwd=tmp_path / "here", check=True, capture_output=True)
    subprocess.run([*run, "check", "mine"], cwd=tmp_path / "here", check=True, capture_output=True)
    assert [path.name for path in (tmp_path / "here").iterdir()] == ["mine"]
