"""A place in a file is opened in the editor that a person has named, by a command or by an address."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint.studio import actions

FILE = Path("/games/my game/cards.csv")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only folder in which programs are found; no editor is named."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    return tmp_path


def install(folder: Path, name: str) -> str:
    path = folder / name
    path.write_text("#!/bin/sh\n", "utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("editor", "expected"),
    [
        ("code --wait", ["--goto", "/games/my game/cards.csv:7:3"]),
        ("subl -w -n", ["-n", "/games/my game/cards.csv:7:3"]),
        ("kate", ["--line", "7", "--column", "3", "/games/my game/cards.csv"]),
        ("gedit", ["+7:3", "/games/my game/cards.csv"]),
    ],
)
@pytest.mark.parametrize("variable", ["VISUAL", "EDITOR"])
def test_an_editor_is_started_at_the_place(
    programs: Path, monkeypatch: pytest.MonkeyPatch, variable: str, editor: str, expected: list[str]
) -> None:
    program = install(programs, editor.split()[0])
    monkeypatch.setenv(variable, editor)
    assert actions.editor_command(FILE, 7, 3) == [program, *expected]


def test_an_editor_that_needs_a_terminal_or_is_not_there_gives_way_to_vs_code(
    programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(programs, "vim")
    for editor in ("vim", "zed", ""):
        monkeypatch.setenv("EDITOR", editor)
        assert actions.editor_command(FILE, 7, 3) == []
    assert actions.editor_command(FILE, 7, 3) == []
    code = install(programs, "code")
    assert actions.editor_command(FILE, 0, 0) == [code, "--goto", "/games/my game/cards.csv:1:1"]


@pytest.mark.parametrize(
    ("editor", "address"),
    [
        ("", "vscode://file/games/my%20game/cards.csv:7:3"),
        ("vim", "vscode://file/games/my%20game/cards.csv:7:3"),
        ("cursor -w", "cursor://file/games/my%20game/cards.csv:7:3"),
        ("/usr/bin/codium", "vscodium://file/games/my%20game/cards.csv:7:3"),
        ("zed", "zed://file/games/my%20game/cards.csv:7:3"),
        ("mate", "txmt://open?url=file:///games/my%20game/cards.csv&line=7&column=3"),
        ("idea", "idea://open?file=/games/my%20game/cards.csv&line=7&column=3"),
    ],
)
def test_an_address_opens_the_place_in_the_browsers_way(
    programs: Path, monkeypatch: pytest.MonkeyPatch, editor: str, address: str
) -> None:
    monkeypatch.setenv("VISUAL", editor)
    assert actions.editor_link(FILE, 7, 3) == address
