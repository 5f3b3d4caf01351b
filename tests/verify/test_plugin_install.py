"""A plug-in of some twenty lines, installed by pip into an environment of its own beside beeprint's wheel, and used."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from test_wheel import installed as installed  # the fixture that unpacks the wheel

PLUGIN = Path(__file__).parents[1] / "plugin"


@pytest.fixture(scope="module")
def python(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of a fresh environment with beeprint's wheel and the plug-in; libraries are lent to it."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    path = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))
    (site / "lent.pth").write_text(f"{installed}\n{sysconfig.get_path('purelib')}\n", "utf-8")
    source = shutil.copytree(PLUGIN, tmp_path_factory.mktemp("source") / "plugin")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(site), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    command = [str(path), "-P", "-c", "import beeprint; print(beeprint.__file__)"]
    where = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert where.startswith(str(installed)), "not what this repository's environment holds"
    return path


def run(python: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [str(python), "-P", "-m", "beeprint", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.tool("pip")
def test_a_rule_and_an_output_of_an_installed_package_are_used(python: Path, tmp_path: Path) -> None:
    assert run(python, tmp_path, "new", "mine", "--from", "bed").returncode == 0
    game = tmp_path / "mine" / "game.yaml"
    text = game.read_text("utf-8").replace("columns: {title: text}", "columns: {title: text, value: int}")
    game.write_text(f"{text}rules:\n  - {{rule: ascending, deck: cards, column: value}}\n", "utf-8")
    (tmp_path / "mine" / "cards.csv").write_text("id,title,value\nA,Ant,2\nB,Bee,2\n", "utf-8")
    refused = run(python, tmp_path, "build", "mine", "--profile", "piece-list")
    assert refused.returncode == 1
    assert "mine/cards.csv:3:7: error: value does not rise (B, column value, cell C3)" in refused.stderr
    (tmp_path / "mine" / "cards.csv").write_text("id,title,value\nA,Ant,1\nB,Bee,2\n", "utf-8")
    made = run(python, tmp_path, "build", "mine", "--profile", "piece-list")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "output/mine/piece-list/pieces.txt").read_text("utf-8") == "1 x A\n1 x B\n"
    said = run(python, tmp_path, "list").stdout
    assert "beeprint-garden 1.2      rule ascending, output piece-list, layouts, starter bed" in said
