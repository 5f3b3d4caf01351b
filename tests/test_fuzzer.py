"""The fuzzer drops no finding, also where a mutation fails only because of one before it in the same process."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

pytest.importorskip("resource")  # limits of processes, which Windows has not

import fuzz


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(fuzz, "KEPT", tmp_path)
    return tmp_path


def test_mutations_that_fail_only_together_are_one_finding(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[random.Random] = []

    def fails_after_others(chance: random.Random) -> None:
        seen.append(chance)
        assert len(seen) < 3

    monkeypatch.setitem(fuzz.KINDS, "art", fails_after_others)
    ((name, wrong),) = fuzz.tried("art", 1, 4, 6, 8)
    assert name == "art:4+6+8" and wrong.startswith("exit code 99")
    assert (kept / "art-1-4+6+8" / "wrong.txt").read_text("utf-8") == wrong


def test_of_some_mutations_those_are_findings_that_fail_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = random.Random("art 1 6").random()

    def fails_for_one(chance: random.Random) -> None:
        assert chance.random() != wrong

    monkeypatch.setitem(fuzz.KINDS, "art", fails_for_one)
    assert [name for name, _ in fuzz.tried("art", 1, 4, 6, 8)] == ["art:6"]
    assert fuzz.tried("art", 1, 4, 8) == []
