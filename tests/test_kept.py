"""What is kept from one reading of a game to the next: the faces always equal those of a fresh reading."""

from __future__ import annotations

import gc
import os
import random
import re
import shutil
import weakref
from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from beeprint import pipeline, starter
from beeprint.base.options import CheckOptions
from beeprint.base.problems import BuildError
from beeprint.base.store import Store
from beeprint.drawing.fonts import Fonts
from beeprint.face.layout import FaceId
from beeprint.game.model import Game
from beeprint.outputs.shared import Checked
from beeprint.pipeline import Faces, Follower, Kept
from small_game import ruleless

ROOT = Path(__file__).parents[1]
DRAFT = CheckOptions(draft=True)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Copy a game with every kind of face: cards with pictures, boards with grids, tokens with tables."""
    folder = tmp_path / "bees"
    shutil.copytree(ROOT / "data" / "a-nest-for-the-queen", folder)
    shutil.copytree(ROOT / "layouts" / "a-nest-for-the-queen", folder / "layouts" / "a-nest-for-the-queen")
    # Its leaflet would take longest; of the action cards two will do.
    edit(folder / "game.yaml", lambda text: ruleless(re.sub(r"(?m)^leaflet:.*\n(  .*\n)*", "", text)))
    edit(folder / "action.csv", lambda text: "".join(text.splitlines(keepends=True)[:3]))
    return folder


def edit(path: Path, change: Callable[[str], str]) -> None:
    """Change a text file, and see to it that it is not taken for the old one."""
    path.write_text(change(path.read_text("utf-8")), "utf-8", newline="")


def digit(text: str, chance: random.Random) -> str:
    """Change one digit somewhere."""
    at = chance.choice([match.start() for match in re.finditer(r"\d", text)])
    return text[:at] + str((int(text[at]) + chance.randint(1, 9)) % 10) + text[at + 1 :]


def swapped(text: str, chance: random.Random) -> str:
    """Shuffle all lines but the first."""
    head, *lines = text.splitlines(keepends=True)
    chance.shuffle(lines)
    return "".join([head, *lines])


def somewhere(folder: Path, pattern: str, chance: random.Random) -> Path:
    """Choose a file."""
    return chance.choice([path for path in sorted(folder.glob(pattern)) if re.search(r"\d", path.read_text("utf-8"))])


def random_edit(folder: Path, chance: random.Random) -> str:
    """Do to a game what a person or a program does to it; return what."""
    kind = chance.choice(["cell", "rows", "layout", "remark", "palette", "picture", "gone", "game"])
    if kind == "gone":
        somewhere(folder, "art/**/*.svg", chance).unlink()
        return kind
    pattern = {
        "cell": "*.csv",
        "rows": "*.csv",
        "layout": "layouts/**/*.yaml",
        "remark": "layouts/**/*.yaml",
        "picture": "art/**/*.svg",
    }.get(kind)
    file = somewhere(folder, pattern, chance) if pattern else folder / f"{kind}.yaml"
    if kind == "remark":  # all that follows moves down in its file, as its problems have to
        edit(file, lambda text: f"# a remark\n{text}")
    else:
        edit(file, lambda text: swapped(text, chance) if kind == "rows" else digit(text, chance))
    return f"{kind} {file.name}"


def looks(checked: Checked) -> dict[FaceId, str]:
    """Return what each face looks like."""
    return {key: face.symbol.key for key, face in checked.faces.items()}


class Looking(Follower):
    """Somebody who looks at some faces."""

    def __init__(self, *wanted: FaceId) -> None:
        self.wanted = wanted
        self.first: Faces = {}
        self.all: Faces = {}

    def wants(self, game: Game) -> Collection[FaceId]:
        return self.wanted

    def seen_first(self, game: Game, fonts: Fonts, faces: Faces) -> None:
        assert not self.all
        self.first = faces

    def seen(self, game: Game, fonts: Fonts, faces: Faces) -> None:
        self.all = faces


def read(folder: Path, kept: Kept, follower: Follower | None = None) -> tuple[dict[FaceId, str], list[str]] | list[str]:
    """Return the looks of a game's faces and all problems; only the latter where it cannot be read."""
    try:
        checked = pipeline.check(folder, DRAFT, Store.open(), kept, follower)
    except BuildError as error:
        return sorted(map(str, error.problems))
    return looks(checked), sorted(map(str, checked.problems))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.slow
def test_after_random_edits_faces_and_problems_are_those_of_a_fresh_reading(game: Path, seed: int) -> None:
    chance, kept, done = random.Random(seed), Kept(), []
    faces = sorted(pipeline.check(game, DRAFT, Store.open(), kept).faces)
    looking = Looking(*chance.sample(faces, 12))
    for _ in range(6):
        before = {path: path.read_bytes() for path in game.rglob("*") if path.is_file()}
        done.append(random_edit(game, chance))
        looking.all = {}
        assert read(game, kept, looking) == read(game, Kept()), done
        if chance.random() < 0.4:
            for path, data in before.items():
                if not path.exists() or path.read_bytes() != data:
                    path.write_bytes(data)
            done.append("undone")
            assert read(game, kept) == read(game, Kept()), done


def test_faces_that_a_change_does_not_reach_are_not_laid_out_again(game: Path) -> None:
    kept = Kept()
    before = pipeline.check(game, DRAFT, Store.open(), kept).faces
    edit(game / "ability.csv", lambda text: text.replace("Mimic", "Mime", 1))
    after = pipeline.check(game, DRAFT, Store.open(), kept).faces
    changed = {key for key, face in after.items() if before.get(key) is not face}
    assert changed
    assert {deck for deck, _, _ in changed} == {"ability"}
    assert {id for _, id, _ in changed} == {"mimic"}


def test_a_picture_that_changes_reaches_only_the_faces_that_show_it(game: Path) -> None:
    kept = Kept()
    before = pipeline.check(game, DRAFT, Store.open(), kept).faces
    egg = game / "art" / "tokens" / "egg-hatching.svg"
    edit(egg, lambda text: text.replace("</svg>", '<path d="M0 0H1V1Z" fill="#123456"/></svg>'))
    after = pipeline.check(game, DRAFT, Store.open(), kept).faces
    changed = {key[0] for key, face in after.items() if before.get(key) is not face}
    assert len(changed) == 1


def test_a_picture_that_changes_while_a_layout_is_broken_is_seen_once_that_is_mended(game: Path) -> None:
    kept = Kept()
    layout = next(path for path in sorted(game.glob("layouts/**/*.yaml")) if "tokens/" in path.read_text("utf-8"))
    read(game, kept)
    whole = layout.read_text("utf-8")
    layout.write_text(whole + "\nslots: [\n", "utf-8")
    for token in sorted((game / "art" / "tokens").glob("*.svg")):
        edit(token, lambda text: text.replace("</svg>", '<path d="M0 0H1V1Z" fill="#123456"/></svg>'))
    read(game, kept)
    layout.write_text(whole, "utf-8")
    assert read(game, kept) == read(game, Kept())


def test_two_saves_that_leave_the_same_times_and_size_are_two(game: Path) -> None:
    kept, egg = Kept(), game / "art" / "tokens" / "egg-hatching.svg"
    edit(egg, lambda text: text.replace("</svg>", '<path d="M0 0H1V1Z" fill="#123456"/></svg>'))
    before, times = read(game, kept), egg.stat()
    with egg.open("r+b") as file:  # the same file, in place
        data = file.read().replace(b"#123456", b"#654321")
        file.seek(0)
        file.write(data)
    os.utime(egg, ns=(times.st_atime_ns, times.st_mtime_ns))
    after = read(game, kept)
    assert after != before
    assert after == read(game, Kept())


def test_faces_that_are_wanted_come_first_and_are_those_of_a_fresh_reading(game: Path) -> None:
    kept = Kept()
    pipeline.check(game, DRAFT, Store.open(), kept)
    edit(game / "palette.yaml", lambda text: re.sub("#[0-9A-Fa-f]{6}", "#123456", text, count=1))
    looking = Looking(("ability", "mimic", "front"), ("ability", "", "back"))
    pipeline.check(game, DRAFT, Store.open(), kept, looking)
    fresh = pipeline.check(game, DRAFT, Store.open()).faces
    assert looking.first
    assert looking.first.keys() <= set(looking.wanted)
    assert {key: face.symbol.key for key, face in looking.first.items()} == {
        key: fresh[key].symbol.key for key in looking.first
    }
    assert all(looking.all[key] is face for key, face in looking.first.items())


def test_a_broken_picture_keeps_nothing_alive_of_the_readings_that_met_it(game: Path) -> None:
    kept, egg = Kept(), game / "art" / "tokens" / "egg-hatching.svg"
    edit(egg, lambda text: text[: len(text) // 2])
    first = pipeline.check(game, DRAFT, Store.open(), kept)
    assert any("egg-hatching" in problem.place.file for problem in first.problems)
    gone = weakref.ref(first.game)
    del first
    for number in range(2):
        edit(game / "ability.csv", lambda text, number=number: text.replace("Mimic", f"Mimic {number}", 1))
        pipeline.check(game, DRAFT, Store.open(), kept)
    gc.collect()
    assert gone() is None


def test_a_face_laid_out_ahead_has_the_size_of_its_texts_corrected_by_the_others(tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    kept, cards = Kept(), tmp_path / "mine" / "cards.csv"

    def size(faces: Faces) -> float:
        return next(ink.size for ink in faces["cards", "S1", "front"].inks if ink.slot == "text")

    before = pipeline.check(tmp_path / "mine", DRAFT, Store.open(), kept).faces
    # Longer than the other texts: all of them are to be as small as it has to be.
    long = "Every other player moves one step back on the path, and then two steps on, or draws a card and keeps it. "
    longer = f'"{long}So do you, unless the sun has set and the moon is full and"'
    edit(cards, lambda text: text.replace("Every other player moves one step back.", longer))
    edit(tmp_path / "mine" / "palette.yaml", lambda text: re.sub("#[0-9A-Fa-f]{6}", "#123456", text))
    looking = Looking(("cards", "S1", "front"))
    after = pipeline.check(tmp_path / "mine", DRAFT, Store.open(), kept, looking)
    assert (size(before), size(looking.first), size(looking.all)) == (10, 10, 9)
    assert looks(after) == looks(pipeline.check(tmp_path / "mine", DRAFT, Store.open()))
