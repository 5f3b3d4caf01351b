"""Changes between two states of a game: found by what faces look like, told in full, read from builds and from git."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sheets
from beeprint import pipeline, starter
from beeprint.base.options import Options
from beeprint.base.problems import BuildError
from beeprint.base.store import Store
from beeprint.cli import since
from beeprint.game import changes
from cases import examples
from command import call, without_leaflet

Rows = list[dict[str, str]]
Piece = dict[str, Any]
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    without_leaflet(tmp_path / "mine")
    return tmp_path


def git(folder: Path, *arguments: str) -> str:
    who = dict.fromkeys(("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"), "tester")
    who |= dict.fromkeys(("GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"), "tester@example.org")
    environment = {**os.environ, **who, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    done = subprocess.run(["git", *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def edit(old: str, new: str, file: str = "mine/cards.csv") -> None:
    path = Path(file)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def read_rows(path: Path) -> Rows:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def write_rows(path: Path, rows: Rows, header: list[str]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, header)
        writer.writeheader()
        writer.writerows(rows)


WORDS = st.sampled_from(["Sun", "Rain", "a `tick`", "**bold**", "", "Draw a card.", "Gather :rain:", "Zwölf Blüten"])
EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("drop"), st.integers(0, 11)),
        st.tuples(st.just("add"), st.integers(0, 99), WORDS),
        st.tuples(st.just("copies"), st.integers(0, 11), st.integers(1, 4)),
        st.tuples(st.just("text"), st.integers(0, 11), WORDS),
        st.tuples(st.just("swap"), st.integers(0, 11), st.integers(0, 11)),
        st.tuples(st.just("rename"), st.integers(0, 11), st.integers(0, 99)),
    ),
    max_size=8,
)


def edited(rows: Rows, edits: list[tuple[object, ...]]) -> Rows:
    rows = [dict(row) for row in rows]
    for kind, *values in edits:
        if kind == "add":
            key = f"N{values[0]}"
            if all(row["id"] != key for row in rows):
                new = {"id": key, "title": "New", "suit": "sun", "value": "3", "text": str(values[1]), "copies": "1"}
                rows.insert(int(str(values[0])) % (len(rows) + 1), new)
            continue
        index = int(str(values[0])) % len(rows)
        if kind == "drop" and len(rows) > 1:
            del rows[index]
        elif kind == "copies":
            rows[index]["copies"] = str(values[1])
        elif kind == "text":
            rows[index]["text"] = str(values[1])
        elif kind == "swap":
            other = int(str(values[1])) % len(rows)
            rows[index], rows[other] = rows[other], rows[index]
        elif kind == "rename" and all(row["id"] != f"N{values[1]}" for row in rows):
            rows[index]["id"] = f"N{values[1]}"
    return rows


def applied(deck: dict[str, Piece], told: dict[str, Any]) -> dict[str, Piece]:
    """Return a deck, as a manifest lists it by id, after a script has worked through a list of changes."""
    deck = dict(deck)
    for change in told["changes"]:
        if change["kind"] == "renamed":
            del deck[change["was"]]
        if change["after"] is None:
            del deck[change["id"]]
        else:
            deck[change["id"]] = {name: change["after"][name] for name in ("copies", "front", "back", "fields")}
    return deck


def listed(pieces: list[Piece]) -> dict[str, Piece]:
    return {piece["id"]: {name: piece[name] for name in ("copies", "front", "back", "fields")} for piece in pieces}


STARTING = read_rows(Path(str(starter.__file__)).parent / "game" / "cards.csv")


def state_of(path: Path, store: Store) -> changes.State:
    options = Options(draft=True)
    checked = pipeline.check(path, options, store)
    assert not [problem for problem in checked.problems if problem.severity == "error"]
    return since.now(checked, options, "here")


@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=EDITS)
def test_a_change_list_applied_to_the_old_deck_yields_the_new(folder: Path, edits: list[tuple[object, ...]]) -> None:
    table, store = folder / "mine" / "cards.csv", Store.open()
    starting = STARTING
    header = list(starting[0])
    write_rows(table, starting, header)
    old = state_of(folder / "mine", store)
    rows = edited(starting, edits)
    write_rows(table, rows, header)
    new = state_of(folder / "mine", store)
    told = json.loads(json.dumps(changes.as_json(old, new, changes.compare(old, new))))
    # The list as a script would apply it, to pieces with all that a manifest says of them.
    first, last = (listed(changes.as_manifest(deck)["pieces"]) for deck in (old, new))
    assert applied(first, told) == last
    table_top = {key: piece.copies for key, piece in old.pieces.items()}
    for change in told["changes"]:
        if change["kind"] == "renamed":
            table_top[change["id"]] = table_top.pop(change["was"])
        table_top[change["id"]] = table_top.get(change["id"], 0) - change["take_out"] + change["put_in"]
        assert change["take_out"] <= (change["before"] or {"copies": 0})["copies"]
    # And as a person does at the table, who only takes out and puts in.
    assert {key: number for key, number in table_top.items() if number} == {
        key: piece.copies for key, piece in new.pieces.items()
    }
    # What is not on the list is the very same row as before.
    told_of = {change.get(key) for change in told["changes"] for key in ("id", "was")}
    same = {row["id"]: row for row in starting if f"cards/{row['id']}" not in told_of}
    assert all(row == same[row["id"]] for row in rows if row["id"] in same)


@needs_git
def test_a_list_from_the_command_line_applies_to_the_manifest_of_a_build_and_of_a_revision(folder: Path) -> None:
    git(folder, "init", "-q")
    git(folder, "add", "mine")
    git(folder, "commit", "-qm", "one")
    assert call("build", "mine", "--profile", "faces", "--output", "old").exit_code == 0
    edits = [
        ("drop", 3),
        ("add", 7, "Rain"),
        ("copies", 0, 4),
        ("text", 5, "**bold**"),
        ("rename", 6, 42),
        ("swap", 1, 2),
    ]
    write_rows(folder / "mine/cards.csv", edited(STARTING, edits), list(STARTING[0]))
    icon = folder / "mine/art/icons/sun.svg"
    icon.write_text(icon.read_text("utf-8").replace("</svg>", '<path d="M1 1h2v2z"/></svg>'), "utf-8")
    assert call("build", "mine", "--profile", "faces", "--output", "new", "--draft").exit_code == 0
    old, new = (
        json.loads((folder / name / "mine/manifest.json").read_text("utf-8"))["pieces"] for name in ("old", "new")
    )
    for since_what in ("old", "HEAD"):
        told = json.loads(call("diff", since_what, "mine", "--format", "json").stdout)
        assert applied(listed(old), told) == listed(new)
        assert {change["kind"] for change in told["changes"]} >= {"added", "removed", "changed"}


def test_a_diff_says_what_to_take_out_and_what_to_put_in(folder: Path) -> None:
    assert call("build", "mine", "--profile", "faces").exit_code == 0
    edit("Thunder", "Light`ning*")
    edit("S1,First light,sun,1,Draw a card.,2", "S1,First light,sun,1,Draw a card.,1\nS7,Eclipse,sun,6,Wait.,1")
    edit('R6,Rainbow,rain,6,"Gather 3 :sun: and 3 :rain: at once.",2\n', "R7,Mist,rain,6,Wait.,2\n")
    edit('version: "0.1"', 'version: "0.2"', "mine/game.yaml")
    result = call("diff", "output", "mine")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "# Mine: what has changed",
        "",
        "From version 0.1 (output/mine/manifest.json) to version 0.2 (mine).",
        "",
        "4 pieces to take out, 4 pieces to put in.",
        "",
        "## Removed: take these out",
        "",
        "- [ ] **R6 (Rainbow)**, cards: take out 2",
        "",
        "## Changed: take the old ones out, put the new ones in",
        "",
        "- [ ] **R5 (Light\\`ning\\*)**, cards: take out 1, put in 1",
        "  - title: `Thunder` -> ``Light`ning*``",
        "",
        "## Added: put these in",
        "",
        "- [ ] **S7 (Eclipse)**, cards: put in 1",
        "- [ ] **R7 (Mist)**, cards: put in 2",
        "",
        "## More or fewer copies",
        "",
        "- [ ] **S1 (First light)**, cards: take out 1",
        "  - copies: 2 -> 1",
    ]


def test_a_deck_of_another_size_has_changed_though_its_faces_are_drawn_alike(folder: Path) -> None:
    # Nothing on the tile depends on its size: what is drawn stays the same, but the old tiles do not fit the new ones.
    edit("{shape: outline, grow: 3, fill: leaf}", "{box: [-3, -3, 80, 90], fill: leaf}", "mine/layouts/tile.yaml")
    call("build", "mine", "--profile", "faces")
    edit("{kind: hexagon, flats: 60}", "{kind: hexagon, flats: 66}", "mine/game.yaml")
    told = call("diff", "output", "mine").stdout
    assert "- [ ] **meadow (Meadow)**, tiles: take out 3, put in 3" in told
    assert "  - it was a hexagon 60 x 69.282 mm, it is a hexagon 66 x 76.2102 mm now" in told


def test_new_corners_are_seen_and_need_no_new_sheets_for_scissors(folder: Path) -> None:
    call("build", "mine", "--profile", "faces")
    edit("size: standard-card, corner: 3}", "size: standard-card, corner: 5}", "mine/game.yaml")
    told = call("diff", "output", "mine").stdout
    assert told.count("  - its corners had a radius of 3 mm, they have 5 mm now") == 12
    assert "nothing to take out, nothing to put in" in told
    # A manifest of old does not give the radius.
    manifest = folder / "output" / "mine" / "manifest.json"
    text = manifest.read_text("utf-8")
    manifest.write_text(text.replace('"corner": 3', '"x": 3'), "utf-8")
    assert '"corner": 3' in text and "radius" not in call("diff", "output", "mine").stdout


_PLAQUE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="60mm" viewBox="0 0 60 60">\n'
    '<path id="cut" d="M0 0H60V60H0Z"/>\n<circle id="hole" cx="30" cy="8" r="3"/>\n'
    '<path id="fold" d="M0 30H60"/>\n</svg>\n'
)


def plaques(folder: Path) -> Path:
    """Give the tiles an outline of their own, beside a single card, build them, and return its file."""
    cards, game = folder / "mine" / "cards.csv", folder / "mine" / "game.yaml"
    cards.write_text("".join(cards.read_text("utf-8").splitlines(keepends=True)[:2]), "utf-8")
    game.write_text(re.sub(r"(?m)^rules:\n(  - .*\n)+", "", game.read_text("utf-8")), "utf-8")
    path = folder / "mine" / "art" / "plaque.svg"
    path.parent.mkdir(exist_ok=True)
    path.write_text(_PLAQUE, "utf-8")
    edit("{kind: hexagon, flats: 60}", "{kind: outline, file: art/plaque.svg}", "mine/game.yaml")
    call("build", "mine", "--profile", "faces")
    return path


@pytest.mark.parametrize(("old", "new"), [('cy="8"', 'cy="9"'), ("M0 30H60", "M0 32H60"), ('id="fold"', 'id="draft"')])
def test_another_hole_or_fold_changes_all_pieces_of_the_deck(folder: Path, old: str, new: str) -> None:
    path = plaques(folder)
    path.write_text(_PLAQUE.replace(old, new), "utf-8")
    told = call("diff", "output", "mine").stdout
    rows = read_rows(folder / "mine" / "tiles.csv")
    for row in rows:
        assert f"tiles: take out {row['copies']}, put in {row['copies']}" in told
    assert told.count("  - its outline, a hole or a fold is drawn in another way") == len(rows)
    assert "cards" not in told
    said = call("playtest", "mine", "--since", "output")
    assert said.exit_code == 0, said.output
    printed = [piece.id.partition("#")[0] for piece in sheets.pieces(folder / "output/mine/playtest-a4/one-side.pdf")]
    assert Counter(printed) == {f"tiles/{row['id']}": int(row["copies"]) for row in rows}
    # A manifest of old does not say how pieces are cut.
    manifest = folder / "output" / "mine" / "manifest.json"
    manifest.write_text(manifest.read_text("utf-8").replace('"cuts"', '"x"'), "utf-8")
    assert "nothing to take out, nothing to put in" in call("diff", "output", "mine").stdout


def test_an_outline_saved_anew_changes_nothing(folder: Path) -> None:
    path = plaques(folder)
    path.write_text(
        _PLAQUE.replace('id="hole"', 'fill="none" id="hole-7"').replace("H60V60H0Z", "L60 0L60 60 0 60z"), "utf-8"
    )
    assert "nothing to take out, nothing to put in" in call("diff", "output", "mine").stdout


def test_another_id_with_the_same_faces_is_a_rename(folder: Path) -> None:
    call("build", "mine", "--profile", "faces")
    edit("S1,First light", "S9,First light")
    edit("meadow,Meadow,3\n", "steppe,Meadow,2\n", "mine/tiles.csv")
    result = call("diff", "output", "mine")
    lines = result.stdout.splitlines()
    assert "1 piece to take out, 0 pieces to put in." in lines
    assert lines[lines.index("## Renamed: the same pieces under another id") :] == [
        "## Renamed: the same pieces under another id",
        "",
        "- **S9 (First light)**, cards: was S1",
        "- [ ] **steppe (Meadow)**, tiles: was meadow, take out 1",
        "  - copies: 3 -> 2",
    ]
    told = json.loads(call("diff", "output", "mine", "--format", "json").stdout)["changes"]
    assert [(change["kind"], change["was"], change["id"]) for change in told] == [
        ("renamed", "cards/S1", "cards/S9"),
        ("renamed", "tiles/meadow", "tiles/steppe"),
    ]
    # With other words on it, it is another piece.
    edit("S9,First light", "S9,Last light")
    told = json.loads(call("diff", "output", "mine", "--format", "json").stdout)["changes"]
    assert sorted(change["kind"] for change in told) == ["added", "removed", "renamed"]


def test_pieces_of_one_version_are_said_to_be_hard_to_tell_apart(folder: Path) -> None:
    call("build", "mine", "--profile", "faces")
    edit("Thunder", "Lightning")
    assert "Old and new pieces bear the same version: raise it in game.yaml" in call("diff", "output", "mine").stdout
    edit('version: "0.1"', 'version: "0.2"', "mine/game.yaml")
    assert "the same version" not in call("diff", "output", "mine").stdout


def test_what_a_deck_holds_back_is_on_no_table(folder: Path) -> None:
    edit("    stock: tiles\n", "    stock: tiles\n    print: 0\n", "mine/game.yaml")
    edit("S1,First light,sun,1,Draw a card.,2", "S1,First light,sun,1,Draw a card.,9")
    edit("meadow,Meadow,3\n", "meadow,Meadow,3\npond,Pond,1\n", "mine/tiles.csv")
    edit("    stock: cards ", "    print: 3\n    stock: cards ", "mine/game.yaml")
    call("build", "mine", "--draft", "--profile", "faces")
    edit("First light", "Dawn")
    edit("meadow,Meadow,3\npond,", "steppe,Steppe,3\npond,Small ", "mine/tiles.csv")
    said = json.loads(call("diff", "output", "mine", "--format", "json").stdout)
    assert {change["id"]: (change["kind"], change["take_out"], change["put_in"]) for change in said["changes"]} == {
        "cards/S1": ("changed", 3, 3),
        "tiles/steppe": ("added", 0, 0),
        "tiles/meadow": ("removed", 0, 0),
        "tiles/pond": ("changed", 0, 0),
    }
    told = call("diff", "output", "mine").stdout
    assert "3 pieces to take out, 3 pieces to put in." in told
    nothing = told.partition("## Nothing to do")[2]
    assert "- **meadow (Meadow)**, tiles: removed, but not printed" in nothing
    assert "- **pond (Small Pond)**, tiles: changed, but not printed" in nothing and "steppe" in nothing


def test_a_new_drawing_changes_the_pieces_that_show_it_and_a_version_none(folder: Path) -> None:
    call("build", "mine", "--profile", "faces")
    edit('version: "0.1"', 'version: "0.2"', "mine/game.yaml")
    assert "Every piece looks as it did" in call("diff", "output", "mine").stdout
    icon = folder / "mine/art/icons/rain.svg"
    icon.write_text(icon.read_text("utf-8").replace("</svg>", '<path d="M1 1h2v2z"/></svg>'), "utf-8")
    told = json.loads(call("diff", "output/mine", "mine", "--format", "json").stdout)
    # The back that all cards share shows it too.
    assert {change["id"] for change in told["changes"]} == {*(f"cards/{s}{n}" for s in "RS" for n in range(1, 7))} | {
        "tiles/meadow"
    }
    assert all(change["fields"] == {} for change in told["changes"])
    # A sleeve hides the shared back: pieces that show the icon nowhere else need not be replaced.
    kinds = {change["id"].partition("/")[2][0]: change["kind"] for change in told["changes"]}
    assert kinds == {"R": "changed", "S": "data", "m": "changed"}
    said = call("diff", "output", "mine").stdout
    assert "the front and the shared back are drawn in another way" in said
    assert said.partition("Nothing to do")[2].count("  - the shared back is drawn in another way") == 6


@pytest.fixture
def repository(folder: Path) -> Path:
    """Return a repository that holds the game in a folder with a name that needs care, a build of it, and an edit."""
    home = folder / "re po;$(touch x)"
    (home / "games").mkdir(parents=True)
    (folder / "mine").rename(home / "games" / "mïne (1)")
    git(home, "init", "-q")
    git(home, "add", "-A")
    git(home, "commit", "-qm", "one")
    git(home, "tag", "v1;touch-y")
    return home / "games" / "mïne (1)"


@needs_git
def test_a_git_revision_is_read_without_checking_anything_out(folder: Path, repository: Path) -> None:
    table = repository / "cards.csv"
    edit("Thunder", "Lightning", str(table))
    (repository / "cards.csv.orig").write_text("untracked", "utf-8")
    hooks = repository.parents[1] / ".git" / "hooks"
    for name in ("post-checkout", "post-index-change", "fsmonitor-watchman"):
        (hooks / name).write_text("#!/bin/sh\ntouch hooked\n", "utf-8")
        (hooks / name).chmod(0o755)
    git(repository, "config", "core.fsmonitor", str(hooks / "fsmonitor-watchman"))
    git(repository, "config", "filter.evil.smudge", "touch smudged")
    (repository / ".gitattributes").write_text("*.csv filter=evil export-ignore\n", "utf-8")
    git(repository, "add", ".gitattributes")
    git(repository, "commit", "-qm", "two")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for revision in ("HEAD", "v1;touch-y", "HEAD~1", git(repository, "rev-parse", "HEAD").strip()[:12]):
        result = call("diff", revision, str(repository))
        assert result.exit_code == 0, result.stderr
        assert "**R5 (Lightning)**, cards: take out 1, put in 1" in result.stdout
        assert "1 piece to take out, 1 piece to put in." in result.stdout
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    told = call("diff", "HEAD~1", "HEAD", "--game", str(repository))
    assert "Every piece looks as it did" in told.stdout


@needs_git
def test_links_in_a_revision_lead_nowhere_else(folder: Path, repository: Path) -> None:
    (folder / "secret.csv").write_bytes((repository / "cards.csv").read_bytes())
    (repository / "cards.csv").unlink()
    (repository / "cards.csv").symlink_to(folder / "secret.csv")
    (repository / "other.csv").symlink_to("tiles.csv")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "links")
    with pytest.raises(BuildError, match=r"there is no file cards\.csv"):
        since.at_revision(repository, Options(), "HEAD", Store())
    into = folder / "into"
    changes.export(repository, "HEAD", into)
    assert (into / "other.csv").read_bytes() == (repository / "tiles.csv").read_bytes()
    assert not (into / "other.csv").is_symlink() and not (into / "cards.csv").exists()


@needs_git
def test_a_small_repository_that_names_millions_of_files_is_refused(folder: Path, repository: Path) -> None:
    """Each of eight levels names the one below ten times: a hundred million files in a few kilobytes."""
    home = repository.parents[1]
    (folder / "file").write_text("x", "utf-8")
    entry = f"100644 blob {git(home, 'hash-object', '-w', str(folder / 'file')).strip()}\tgame.yaml"
    for _ in range(8):
        level = "".join(f"040000 tree {put(home, entry)}\t{name}\n" for name in "abcdefghij")
        entry = level.rstrip("\n")
    many = put(home, f"040000 tree {put(home, entry)}\tmïne (1)")
    commit = git(home, "commit-tree", "-m", "many", put(home, f"040000 tree {many}\tgames")).strip()
    with pytest.raises(BuildError, match="holds more than 5,000 files and folders at this revision"):
        changes.export(repository, commit, folder / "into")


def put(home: Path, entries: str) -> str:
    """Write a tree into a repository and return its digest."""
    done = subprocess.run(
        ["git", "-C", str(home), "mktree"], input=entries + "\n", capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@needs_git
@pytest.mark.parametrize("how", ["file", "link", "commondir", "refs"])
def test_no_file_of_a_game_leads_to_another_repository(folder: Path, repository: Path, how: str) -> None:
    elsewhere = repository.parents[1] / ".git"
    mine = folder / "theirs"
    shutil.copytree(repository, mine)
    if how in ("commondir", "refs"):
        own(mine)
    match how:
        case "file":
            (mine / ".git").write_text(f"gitdir: {elsewhere}\n", "utf-8")
        case "link":
            (mine / ".git").symlink_to(elsewhere)
        case "commondir":
            (mine / ".git" / "commondir").write_text(f"{elsewhere}\n", "utf-8")
        case "refs":
            shutil.rmtree(mine / ".git" / "refs")
            (mine / ".git" / "refs").symlink_to(elsewhere / "refs")
    with pytest.raises(BuildError, match="this leads to another repository, which does not name this folder"):
        changes.export(mine, "HEAD", folder / "into")
    assert not changes.is_revision(mine, "HEAD") and not (folder / "into").exists()


def own(folder: Path) -> None:
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "own")


@needs_git
def test_a_working_tree_that_a_repository_names_elsewhere_is_not_read(folder: Path, repository: Path) -> None:
    """core.worktree in a stranger's settings moves what git takes for the repository's folder."""
    theirs = folder / "theirs"
    shutil.copytree(repository, theirs)
    git(theirs, "init", "-q")
    git(theirs, "add", "-A")
    git(theirs, "commit", "-qm", "theirs")
    git(theirs, "config", "core.worktree", str(repository.parents[1]))
    changes.export(theirs, "HEAD", folder / "into")
    assert (folder / "into" / "cards.csv").read_bytes() == (theirs / "cards.csv").read_bytes()


@needs_git
def test_further_working_trees_and_submodules_are_read(folder: Path, repository: Path) -> None:
    home = repository.parents[1]
    git(home, "worktree", "add", "-q", str(folder / "further"))
    named = changes.export(folder / "further" / "games" / "mïne (1)", "HEAD", folder / "into")
    assert named.startswith("HEAD, commit ") and (folder / "into" / "game.yaml").exists()
    (folder / "outer").mkdir()
    git(folder / "outer", "init", "-q")
    git(folder / "outer", "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(home), "sub")
    changes.export(folder / "outer" / "sub" / "games" / "mïne (1)", "HEAD", folder / "again")
    assert (folder / "again" / "game.yaml").exists()


@needs_git
def test_a_game_that_was_broken_says_where(folder: Path, repository: Path) -> None:
    edit("S4,High noon,sun,4", "S4,High noon,snow,4", str(repository / "cards.csv"))
    git(repository, "commit", "-qam", "broken")
    edit("S4,High noon,snow,4", "S4,High noon,sun,4", str(repository / "cards.csv"))
    result = call("playtest", str(repository), "--since", "HEAD")
    assert result.exit_code == 1 and "HEAD/cards.csv:5:14: error: suit is 'snow', not one of sun, rain" in result.stderr


@needs_git
def test_wrong_sides_are_refused_in_words(folder: Path) -> None:
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "empty")
    (folder / "manifest.json").write_text('{"game": 1}', "utf-8")
    (folder / "empty").mkdir()
    call("build", "mine", "--profile", "faces", "--output", "a")
    starter.write(folder / "other")
    call("build", "other", "--profile", "faces", "--only", "tiles", "--output", "a")
    for since_what, said in (
        ("nope", "git knows no such revision of mine"),
        ("--upload-pack=touch z", "this is not a valid name of a git revision"),
        ("HEAD", "mine holds no game.yaml at this revision"),
        ("manifest.json", "manifest.json: error: this is not a beeprint manifest"),
        ("mine/game.yaml", "mine/game.yaml: error: this is not a beeprint manifest"),
        ("empty", "empty: error: this folder holds no build of Mine"),
        ("a/other", "a/other/manifest.json: error: this is a build of other, not of mine"),
    ):
        result = call("playtest", "mine", "--since", since_what)
        assert result.exit_code == 1 and said in result.stderr, (since_what, result.stderr)
    result = call("diff", "a", "mine")
    assert result.exit_code == 1 and "this folder holds several builds: mine, other" in result.stderr
    assert "only two states of one game can be compared" in call("diff", "a/other", "mine").stderr
    assert not (folder / "output").exists()
