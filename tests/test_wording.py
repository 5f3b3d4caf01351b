"""Unwanted words are found in names, messages and documents, and exceptions that nothing needs are faults."""

from __future__ import annotations

from pathlib import Path

import wording

CODE = '''\
"""Report whatever failed."""
for found in ():  # the decks are told apart
    message = f"the parted {found} card"
'''


def test_each_unwanted_word_is_reported_at_its_line_with_what_to_write_instead(tmp_path: Path) -> None:
    (tmp_path / "generator").mkdir()
    (tmp_path / "generator" / "a.py").write_text(CODE, "utf-8")
    (tmp_path / "README.md").write_text("A fault\nis mended.\n", "utf-8")
    (tmp_path / "CHANGELOG.md").write_text("Mended.\n", "utf-8")
    lines = wording.faults(tmp_path, {})
    assert [line.rsplit(":", 1)[0].removesuffix(": write what it holds") for line in lines] == [
        "generator/a.py:2: found (name)",
        "generator/a.py:1: whatever",
        "generator/a.py:3: parted",
        "README.md:2: mended",
    ]


def test_an_exception_allows_a_word_in_one_file_and_may_not_outlive_it(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mended\n", "utf-8")
    assert wording.faults(tmp_path, {"README.md": ["mended"]}) == []
    assert wording.faults(tmp_path, {"README.md": ["mended", "parted"]}) == [
        "README.md: no more parted: run wording.py --tidy"
    ]
