"""The script that shows that a refactoring changes nothing printed: what it runs, and what it reports."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import same_bytes

CHECKOUT = same_bytes.Checkout(same_bytes.ROOT)


def commands(quick: bool) -> list[tuple[str, ...]]:
    cases = (same_bytes.quick_cases if quick else same_bytes.all_cases)(CHECKOUT)
    return [command for case in cases for command in case.commands]


def test_a_quick_record_builds_all_games_and_each_kind_of_output_once() -> None:
    builds = [command for command in commands(quick=True) if command[0] == "build"]
    assert {command[1] for command in builds} >= CHECKOUT.games().keys()
    for profiles in CHECKOUT.profiles_by_output().values():
        assert any(profile in command for profile in profiles for command in builds), profiles


def test_a_whole_record_builds_each_profile_of_each_game_in_each_edition_and_language() -> None:
    builds = {command for command in commands(quick=False) if command[:2] == ("build", "butine")}
    for profile in CHECKOUT.names("layouts/profiles/*.yaml"):
        options = [shlex.join(command) for command in builds if ("--profile", profile) == command[2:4]]
        assert any("--edition family" in line and "--lang fr" in line for line in options), profile


def test_an_address_is_given_to_profiles_that_use_it_and_to_no_others() -> None:
    for command in commands(quick=True) + commands(quick=False):
        if "--base-url" in command:
            assert "tabletop-simulator" in command


def step(command: str, status: int = 0, out: str = "", err: str = "") -> dict[str, Any]:
    return {"command": command, "exit": status, "out": out, "err": err}


def case(files: dict[str, str], *steps: dict[str, Any]) -> dict[str, Any]:
    return {"steps": list(steps), "files": files, "seconds": 1.0}


def test_each_file_message_and_exit_code_that_differs_is_listed() -> None:
    before = {"build": case({"a.pdf": "1", "b.svg": "2", "c.png": "3"}, step("build", 0, "3 files\nfine\n"))}
    after = {"build": case({"a.pdf": "1", "b.svg": "9", "d.png": "3"}, step("build", 1, "3 files\nodd\n"))}
    assert list(same_bytes.differences(before, before)) == []
    assert next(same_bytes.differences(before, after)).splitlines() == [
        "build",
        "  exit code 0 became 1: build",
        "  @@ -2 +2 @@",
        "  -fine",
        "  +odd",
        "  missing: c.png",
        "  new: d.png",
        "  differs: b.svg",
    ]
    assert list(same_bytes.differences(before, {})) == ["build\n  only in the first record"]


def test_a_case_gives_the_same_record_in_another_folder(tmp_path: Path) -> None:
    new = same_bytes.Case((("new", "mine"), ("check", "mine")))
    records = []
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        records.append(same_bytes.Runner(CHECKOUT, tmp_path / name).run(new))
    assert [step["exit"] for step in records[0]["steps"]] == [0, 0]
    assert "mine/game.yaml" in records[0]["files"]
    assert list(same_bytes.differences({new.name: records[0]}, {new.name: records[1]})) == []


def test_a_command_that_beeprint_refuses_is_reported() -> None:
    cases = {"build": case({}, step("build", 0)), "list": case({}, step("list --odd", 2, err="no such option\n"))}
    assert list(same_bytes._refused(cases)) == ["list --odd: no such option"]
