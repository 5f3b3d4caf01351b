"""The art that is computed, drawn again: the files that are here, no others, the same bytes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def art(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m art` from the top of the repository."""
    return subprocess.run([sys.executable, "-m", "art", *arguments], cwd=ROOT, capture_output=True, text=True)


def pictures(folder: Path, games: set[str]) -> dict[str, bytes]:
    """Return the art of games below a folder: its bytes by `<game>/art/<name>.svg`."""
    paths = (path for game in games for path in (folder / game / "art").rglob("*.svg"))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def test_every_picture_is_what_its_script_draws(tmp_path: Path) -> None:
    drawn_by_scripts = {path.parts[-3] for path in (ROOT / "data").glob("*/art/src")}
    done = art("--into", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) == drawn_by_scripts == {path.name for path in tmp_path.iterdir()}
    kept, drawn = pictures(ROOT / "data", drawn_by_scripts), pictures(tmp_path, drawn_by_scripts)
    assert sorted(drawn) == sorted(kept)
    assert [name for name in sorted(kept) if kept[name] != drawn[name]] == []


def test_one_script_draws_its_own_pictures_only(tmp_path: Path) -> None:
    done = art("butine/icons", "--into", str(tmp_path))
    assert done.returncode == 0, done.stderr
    drawn = pictures(tmp_path, {"butine"})
    icons = {name for name in pictures(ROOT / "data", {"butine"}) if name.startswith("butine/art/icons/")}
    assert set(drawn) == icons


def test_a_name_that_is_no_script_is_refused_with_those_that_are() -> None:
    done = art("butine/icon")
    assert done.returncode == 2
    scripts = "blossoms, cards, creatures, figures, icons, landscape, style"
    assert f"butine has no script icon; it has {scripts}" in done.stderr
    assert "no script draws chess; games with scripts: a-nest-for-the-queen, " in art("chess").stderr


def test_the_drawings_of_looks_are_what_the_pen_draws(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "art.looks", str(tmp_path)], cwd=ROOT, check=True)
    kept, drawn = (
        {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.svg")}
        for folder in (ROOT / "generator" / "beeprint" / "starter" / "looks", tmp_path)
    )
    assert len(kept) == 36 and kept == drawn


def test_the_icons_are_what_the_pen_draws(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "art.icons", str(tmp_path)], cwd=ROOT, check=True)
    home = ROOT / "generator" / "beeprint" / "starter" / "icons"
    kept, drawn = ({path.name: path.read_bytes() for path in folder.glob("*.svg")} for folder in (home, tmp_path))
    assert len(kept) == 144 and kept == drawn
