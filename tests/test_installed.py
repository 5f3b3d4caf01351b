"""The cache knows every library and plug-in that results follow from: a change to one makes it forget."""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
import os
import shutil
import sys
import time
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from packaging.requirements import Requirement

from beeprint.base import installed
from beeprint.cli import cli
from cases import spread
from conftest import ROOT
from small_game import small_game

FROM_CACHE = "the files come from the cache"
STANDARD = [
    folder for folder in sys.path if "site-packages" not in folder and Path(folder).is_relative_to(sys.base_prefix)
]
LIBRARIES = ("shapely", "ezdxf", "rectpack")


def install(
    site: Path,
    name: str,
    version: str = "1.0",
    needs: tuple[str, ...] = (),
    code: Mapping[str, str] | None = None,
    **metadata: str,
) -> None:
    """Put a distribution into a folder as an installer does: first its files, last RECORD with their hashes."""
    for old in site.glob(f"{name}-*.dist-info"):
        shutil.rmtree(old)
    info = f"{name}-{version}.dist-info"
    head = [f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {need}" for need in needs)]
    files = {
        **(code if code is not None else {f"{name}/__init__.py": f"__version__ = {version!r}\n"}),
        **{f"{info}/{file.replace('__', '.')}": text for file, text in metadata.items()},
        f"{info}/METADATA": "\n".join(["Metadata-Version: 2.1", *head, "", "Requires-Dist: nothing-that-is-prose"]),
    }
    lines = []
    for file, text in files.items():
        path = site / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        lines.append(f"{file},sha256={digest},{len(text)}")
    (site / info / "RECORD").write_text("\n".join([*lines, f"{info}/RECORD,,"]) + "\n", "utf-8")


@pytest.fixture(autouse=True)
def looked_at_each_time(installed_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at what is installed as a command does, which other tests do once."""
    monkeypatch.setattr(installed, "stamp", installed.stamp.__wrapped__)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of installed packages, the only one that Python looks into but for its own modules."""
    folder = tmp_path / "site-packages"
    install(
        folder, "beeprint", needs=("Shapely>=2", "ezdxf[draw]", "rectpack (>=0.2)", 'cairosvg>=2; extra == "verify"')
    )
    install(folder, "shapely", needs=("numpy>=1",))
    install(folder, "ezdxf", needs=("typing_extensions", "Font.Tools; extra == 'draw'", "pytest; extra == 'test'"))
    install(folder, "rectpack", code={"rectpack/__init__.py": "", "rectpack/maxrects.py": ""})
    for name in ("numpy", "typing_extensions", "font_tools", "cairosvg", "pytest", "unrelated"):
        install(folder, name)
    monkeypatch.setattr(sys, "path", [str(folder), *STANDARD])
    # Of beeprint's own code, a little: all of it counts by its content, which takes longest to read.
    monkeypatch.setattr(installed, "_PACKAGE", tmp_path / "beeprint")
    (tmp_path / "beeprint").mkdir()
    (tmp_path / "beeprint" / "one.py").write_text("one = 1\n")
    return folder


Look = Callable[[], tuple[str, bool]]


@pytest.fixture
def look() -> Look:
    """Return what tells the state, and whether that took a full look; one memory for all looks of a test."""
    memory: dict[str, bytes] = {}

    def state() -> tuple[str, bool]:
        kept: list[str] = []

        def keep(data: bytes, key: str) -> None:
            memory[key] = data
            kept.append(key)

        return installed.stamp(memory.get, keep).hex(), bool(kept)

    return state


def names(site: Path) -> set[str]:
    return {
        distribution.name for distribution in installed.needed(installed.distributions(installed.folders([str(site)])))
    }


# which libraries count ----------------------------------------------------------------------------------------------


def test_every_dependency_counts_with_what_it_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    todo = [Requirement(text) for text in project["dependencies"]]
    expected: set[str] = set()
    while todo:
        need = todo.pop()
        name = installed.normalized(need.name)
        if name in expected:
            continue
        expected.add(name)
        inner = map(Requirement, importlib.metadata.requires(name) or ())
        todo += (
            requirement
            for requirement in inner
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        )
    distributions = installed.distributions(installed.folders(sys.path))
    assert {"shapely", "ezdxf", "rectpack", "numpy", "font-amatic-sc"} <= expected
    assert expected <= {distribution.name for distribution in installed.needed(distributions)}


def test_a_need_counts_by_whatever_name_and_an_extra_only_where_it_is_asked_for(site: Path) -> None:
    assert names(site) == {"shapely", "ezdxf", "rectpack", "numpy", "typing-extensions", "font-tools"}


def test_everything_counts_where_beeprint_runs_without_being_installed(site: Path, look: Look) -> None:
    shutil.rmtree(site / "beeprint-1.0.dist-info")
    assert "unrelated" in names(site)
    before, _ = look()
    install(site, "unrelated", "1.1")
    assert look()[0] != before


# what is noticed ----------------------------------------------------------------------------------------------------


def test_a_second_look_is_a_short_one_and_sees_the_same(site: Path, look: Look) -> None:
    state, full = look()
    assert full
    assert look() == (state, False)


@pytest.mark.parametrize("name", [*LIBRARIES, "numpy", "font_tools"])
def test_another_version_is_noticed(site: Path, look: Look, name: str) -> None:
    before, _ = look()
    install(site, name, "1.1")
    assert look()[0] != before


@pytest.mark.parametrize("name", LIBRARIES)
def test_the_same_version_with_other_files_is_noticed(site: Path, look: Look, name: str) -> None:
    before, _ = look()
    install(site, name, code={f"{name}/__init__.py": "", f"{name}/deep/inside/it.py": "other = True\n"})
    assert look()[0] != before


@pytest.mark.parametrize("file", [*(f"{name}/__init__.py" for name in LIBRARIES), "rectpack/maxrects.py"])
def test_a_file_touched_after_installation_is_noticed(site: Path, look: Look, file: str) -> None:
    before, _ = look()
    os.utime(site / file, (time.time() + 10,) * 2)
    assert look()[0] != before


def test_what_beeprint_does_not_need_is_of_no_matter(site: Path, look: Look) -> None:
    before, _ = look()
    install(site, "unrelated", "1.1")
    install(site, "cairosvg", "1.1")
    assert look()[0] == before


def test_a_new_need_is_noticed(site: Path, look: Look) -> None:
    before, _ = look()
    install(site, "rectpack", needs=("unrelated",))
    between, _ = look()
    install(site, "unrelated", "1.1")
    assert len({before, between, look()[0]}) == 3


def test_a_package_put_in_front_is_noticed(
    site: Path, look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    front = tmp_path / "front"
    front.mkdir()
    monkeypatch.setattr(sys, "path", [str(front), str(site), *STANDARD])
    before, _ = look()
    (front / "shapely").mkdir()
    (front / "shapely" / "__init__.py").write_text("")
    between, _ = look()
    (front / "shapely" / "inner.py").write_text("")
    assert len({before, between, look()[0]}) == 3


def test_a_package_without_record_is_told_by_its_files(site: Path, look: Look) -> None:
    (site / "rectpack-1.0.dist-info" / "RECORD").unlink()
    before, _ = look()
    (site / "rectpack" / "maxrects.py").write_text("changed = True\n")
    assert look()[0] != before


def test_the_code_of_an_editable_package_is_looked_at(site: Path, look: Look, tmp_path: Path) -> None:
    source = tmp_path / "a source" / "rectpack"
    source.mkdir(parents=True)
    (source / "pack.py").write_text("")
    where = f'{{"url": "{source.parent.as_uri()}", "dir_info": {{"editable": true}}}}'
    install(site, "rectpack", code={"__editable__rectpack.py": ""}, direct_url__json=where)
    before, _ = look()
    (source / "pack.py").write_text("changed = True\n")
    assert look()[0] != before


def test_the_same_installation_elsewhere_is_told_to_be_the_same(
    site: Path, look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, _ = look()
    shutil.copytree(site, tmp_path / "elsewhere")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "elsewhere"), *STANDARD])
    assert look()[0] == before


def test_code_of_beeprint_counts_by_its_content(site: Path, look: Look, tmp_path: Path) -> None:
    package = tmp_path / "beeprint"
    before, _ = look()
    os.utime(package / "one.py", (time.time() + 10,) * 2)
    assert look()[0] == before
    (package / "one.py").write_text("one = 2\n")
    between, _ = look()
    (package / "two.py").write_text("")
    assert len({before, between, look()[0]}) == 3


# plug-ins -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("group", installed.GROUPS)
def test_a_plug_in_counts_with_what_it_needs(site: Path, look: Look, group: str) -> None:
    before, _ = look()
    points = f"[console_scripts]\nx = x:main\n\n[{group}]\nmine = my_plugin.things:Thing\n"
    install(site, "my_plugin", needs=("unrelated",), entry_points__txt=points)
    new, _ = look()
    install(site, "my_plugin", "1.1", needs=("unrelated",), entry_points__txt=points)
    newer, _ = look()
    install(site, "unrelated", "1.1")
    assert len({before, new, newer, look()[0]}) == 4


def test_a_distribution_with_other_entry_points_is_no_plug_in(site: Path, look: Look) -> None:
    before, _ = look()
    install(site, "other", entry_points__txt="[beeprint.rules.not]\nx = other:x\n[console_scripts]\ny = other:y\n")
    assert look()[0] == before


@pytest.mark.parametrize("file", ["rules.py", "layouts/card.yaml"])
@pytest.mark.parametrize("editable", [False, True], ids=["installed", "editable"])
def test_code_and_data_of_a_plug_in_are_looked_at(
    site: Path, look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, editable: bool
) -> None:
    points = "[beeprint.data]\nmine = my_plugin\n"
    code = {"my_plugin/__init__.py": "", "my_plugin/rules.py": "", "my_plugin/layouts/card.yaml": ""}
    source = tmp_path / "source" if editable else site
    if editable:
        (source / "output").mkdir(parents=True)
        for name, text in code.items():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_text(text)
        where = f'{{"url": "{source.as_uri()}", "dir_info": {{"editable": true}}}}'
        path = {"my_plugin.pth": str(source)}
        install(site, "my_plugin", code=path, direct_url__json=where, entry_points__txt=points)
        monkeypatch.setattr(sys, "path", [str(site), str(source), *STANDARD])
    else:
        install(site, "my_plugin", code=code, entry_points__txt=points)
    before, _ = look()
    if editable:
        (source / "output" / "made.yaml").write_text("made by a build")
        assert look()[0] == before
    (source / "my_plugin" / file).write_text("changed = True\n")
    assert look()[0] != before


# whole builds -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", spread(LIBRARIES, lambda name: name == "shapely"))
def test_a_laser_build_is_made_again_with_another_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    # Metadata alone: the library that is imported stays the one that is really installed.
    install(tmp_path / "front", name, "1.0", code={})
    monkeypatch.syspath_prepend(str(tmp_path / "front"))
    small_game(tmp_path / "mine")

    def laser() -> str:
        result = CliRunner().invoke(cli, ["laser", "mine"])
        assert result.exit_code == 0, result.output
        return result.stderr

    assert FROM_CACHE not in laser()
    assert FROM_CACHE in laser()
    install(tmp_path / "front", name, "1.1", code={})
    assert FROM_CACHE not in laser()
    assert FROM_CACHE in laser()
