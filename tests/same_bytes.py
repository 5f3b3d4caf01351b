"""Show that a change of the code changes nothing that beeprint writes or prints.

`record` runs the beeprint of a checkout on its games, the starters and the faulty games, with an empty cache and then
with a warm one, and notes the SHA-256 of each file and each message. `compare` lists what differs between two records.
`make same BEFORE=FOLDER` does both, for a checkout of the state before and for this one.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click
import yaml

from faulty_games import CASES, spoil

ROOT = Path(__file__).parents[1]
PASSES = ("cold", "warm")
#: What profiles need whose files otherwise name the folder of the output.
HOSTED = {"tabletop-simulator": ("--base-url", "https://example.org/game/")}
#: Profiles that a quick record builds alone, since they refuse games or take no coarse pictures.
UNSUITED = ("delano", "launch-tabletop-punchboard", "makeplayingcards")
#: Profiles that make pictures, which a quick record makes coarse.
COARSE = {"contact-sheet", "faces", "fan", "images", "showcase", "table", "tabletop-simulator"}
#: What a warm build prints besides the messages of the first one.
NOTICE = "nothing has changed since this was built; the files come from the cache\n"
#: How many differing files of a command are listed.
SHOWN = 12

Record = dict[str, Any]


class Case(NamedTuple):
    """Commands of beeprint that run one after the other in a folder of their own; `*` in arguments names files."""

    commands: tuple[tuple[str, ...], ...]
    faulty: str = ""

    @property
    def name(self) -> str:
        """The case in a record: its commands as typed."""
        typed = " && ".join(shlex.join(command) for command in self.commands)
        return f"{self.faulty}: {typed}" if self.faulty else typed


class Checkout:
    """A checkout of beeprint: its games, profiles and Python.

    Python is that of its own `.venv` if it has one, else the Python that runs this script.
    """

    def __init__(self, folder: Path) -> None:
        """Take the folder that holds `generator/` and `data/`."""
        self.folder = folder.resolve()
        if not (self.folder / "generator/beeprint").is_dir():
            raise SystemExit(f"{folder} holds no generator/beeprint; give the folder of a checkout")
        own = self.folder / ".venv/bin/python"
        self.python = str(own) if own.exists() else sys.executable

    def names(self, pattern: str) -> list[str]:
        """Return the stems of files, in order."""
        return sorted(path.stem for path in self.folder.glob(pattern))

    def games(self) -> dict[str, dict[str, Any]]:
        """Return each built-in game's game.yaml by the game's name."""
        paths = sorted((self.folder / "data").glob("*/game.yaml"))
        return {path.parent.name: yaml.safe_load(path.read_text("utf-8")) for path in paths}

    def profiles_by_output(self) -> dict[str, list[str]]:
        """Return the profiles that each kind of output has."""
        kinds: dict[str, list[str]] = {}
        for path in sorted((self.folder / "layouts/profiles").glob("*.yaml")):
            kinds.setdefault(yaml.safe_load(path.read_text("utf-8"))["output"], []).append(path.stem)
        return kinds


def quick_cases(checkout: Checkout) -> Iterator[Case]:
    """Yield the home sheets and leaflets of all games, each kind of output once, and every fortieth faulty game.

    Pictures are coarse. A profile that a game does not suit is a case of its own, so that it stops no other.
    """
    games = sorted(checkout.games())
    profiles = [names[0] for names in checkout.profiles_by_output().values()]
    suited = [profile for profile in profiles if profile not in UNSUITED]
    for number, game in enumerate(games):
        chosen = ["home-a4", *suited[number :: len(games)]]
        yield _build(chosen, game, *(("--dpi", "30") if COARSE.intersection(chosen) else ()))
    yield from (_build([profile], games[0]) for profile in profiles if profile in UNSUITED)
    for game, edition, language in {game: variant for variant in _variants(checkout) for game in variant[:1]}.values():
        if edition or language:
            yield Case((("check", game, *edition, *language),))
    yield Case((("playtest", games[2]), ("stats", games[2]), ("list", "--vendors", games[2])))
    yield Case((("laser", games[-2], "--profile", "lightburn"),))
    yield from list(_starters(("press-x4",)))[1:]
    yield from (Case((("build", "sound", "--all"),), case) for case in CASES[::40])


def all_cases(checkout: Checkout) -> Iterator[Case]:
    """Yield each game with all profiles, languages and editions, the starters, and all faulty games."""
    profiles, lasers = checkout.names("layouts/profiles/*.yaml"), checkout.names("layouts/laser/*.yaml")
    for game, edition, language in _variants(checkout):
        options = (*edition, *language)
        yield from (_build([profile], game, *options) for profile in profiles)
        yield from (Case((("laser", game, "--profile", profile, *options),)) for profile in lasers)
        for paper in ("a4", "letter"):
            yield Case((("playtest", game, "--paper", paper, *options),))
        asked = (("check", game), ("stats", game), ("stats", game, "--by", "deck", "--chart", "deck.svg"))
        yield Case(tuple((*command, *options) for command in asked))
        if not options:
            yield Case((("build", game, "--profile", "tabletop-simulator"),))
            yield Case((("build", game, "--profile", "press-x4", "--proof"),))
            yield Case((("build", game, "--profile", "home-a4", "--flip", "short", "--back-offset", "0.5,-0.25"),))
            yield Case((("export", game, "--bleed", "--format", "webp"), ("export", game, "--zip")))
            yield Case((("list", "--vendors", game), ("list", "--sleeves", game, "--format", "json")))
    yield from _starters(profiles)
    yield Case((("list",), ("schema", "--into", "schemas"), ("calibrate",), ("calibrate", "--laser")))
    yield from (Case((("build", "sound", "--all"),), case) for case in CASES)


def _variants(checkout: Checkout) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Yield each game in each edition and language, with the options that choose them."""
    for name, game in checkout.games().items():
        for edition in (None, *game.get("editions", {})):
            for language in game["languages"]:
                other = language != game["languages"][0]
                yield name, ("--edition", edition) if edition else (), ("--lang", language) if other else ()


def _build(profiles: list[str], game: str, *options: str) -> Case:
    """Return the build of profiles in one command, and the preflight of what is for a press."""
    chosen = [word for profile in dict.fromkeys(profiles) for word in ("--profile", profile)]
    hosted = [word for profile in profiles for word in HOSTED.get(profile, ())]
    checks = [("preflight", f"output/*/{profile}/*.pdf", "--all") for profile in profiles if "press-" in profile]
    return Case((("build", game, *chosen, *hosted, *options), *checks))


def _starters(profiles: tuple[str, ...] | list[str]) -> Iterator[Case]:
    for starter in ("plain", "inkscape"):
        builds = [command for profile in profiles for command in _build([profile], "mine").commands]
        yield Case((("new", "mine", "--from", starter), *builds, ("laser", "mine")))
    yield Case((("new", "mine", "--from", "plain"), ("new", "other", "--from", "mine/cards.csv"), ("build", "other")))


class Runner:
    """Runs the cases of a checkout below a folder, which holds the cache and the settings too."""

    def __init__(self, checkout: Checkout, folder: Path) -> None:
        """Keep caches and settings away from the user's own."""
        self._checkout, self._folder = checkout, folder
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("BEEPRINT_", "XDG_"))},
            "XDG_CACHE_HOME": str(folder / "cache"),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "PYTHONPATH": str(checkout.folder / "generator"),
            "COLUMNS": "100",
        }

    def run(self, case: Case, keep: Path | None = None) -> Record:
        """Return exit codes, messages and files of a case, and the seconds of processor time that it took.

        The files stay in the folder `keep`, if it is given.
        """
        # The same folder in both passes: what a build leaves in the cache is for one working folder.
        folder = self._folder / f"case-{_digest(case.name)}"
        folder.mkdir()
        try:
            return self._run(case, folder)
        finally:
            if keep:
                shutil.copytree(folder, keep / _slug(case.name), dirs_exist_ok=True)
            shutil.rmtree(folder)

    def _run(self, case: Case, folder: Path) -> Record:
        if case.faulty:
            self._command(("new", "sound"), folder)
            spoil(case.faulty, folder / "sound")
        results = [self._command(command, folder) for command in case.commands]
        return {
            "steps": [step for step, _ in results],
            "files": {
                path.relative_to(folder).as_posix(): hashlib.sha256(
                    self._placeless(path.read_bytes(), folder)
                ).hexdigest()
                for path in sorted(folder.rglob("*"))
                if path.is_file()
            },
            "seconds": round(sum(seconds for _, seconds in results), 2),
        }

    def _command(self, command: tuple[str, ...], folder: Path) -> tuple[Record, float]:
        arguments = [path for argument in command for path in _expand(argument, folder)]
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen(
                [self._checkout.python, "-m", "beeprint", *arguments],
                cwd=folder, env=self._environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
            )  # fmt: skip
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            step: Record = {"command": shlex.join(command), "exit": process.returncode}
            for name, stream in (("out", out), ("err", err)):
                stream.seek(0)
                text = self._placeless(stream.read(), folder)
                step[name] = _timeless(text.decode("utf-8", "replace"))
        return step, usage.ru_utime + usage.ru_stime

    def _placeless(self, data: bytes, folder: Path) -> bytes:
        data = data.replace(bytes(folder), b"<folder>")
        return data.replace(bytes(self._folder), b"<work>").replace(bytes(self._checkout.folder), b"<checkout>")


def _expand(argument: str, folder: Path) -> list[str]:
    """Return the files that an argument with `*` names, in order; any other argument as it is."""
    if "*" not in argument:
        return [argument]
    return sorted(path.relative_to(folder).as_posix() for path in folder.glob(argument)) or [argument]


def _timeless(text: str) -> str:
    return re.sub(r"\b\d+(\.\d+)? (ms|s|min)\b", "<time>", text)


def record(checkout: Checkout, quick: bool, keep: Path | None, jobs: int) -> Record:
    """Run all cases with an empty cache, and again with the cache that they have filled.

    `jobs` cases run at a time. What the first pass writes stays in the folder `keep`, if it is given.
    """
    cases = list(dict.fromkeys((quick_cases if quick else all_cases)(checkout)))
    passes: Record = {}
    with tempfile.TemporaryDirectory(prefix="same-") as temporary, ThreadPoolExecutor(jobs) as pool:
        runner = Runner(checkout, Path(temporary))
        for name in PASSES:
            run = partial(runner.run, keep=keep if name == PASSES[0] else None)
            passes[name] = {}
            for number, (case, result) in enumerate(zip(cases, pool.map(run, cases), strict=True), 1):
                print(f"{name} {number}/{len(cases)} {case.name}", file=sys.stderr, flush=True)
                passes[name][case.name] = result
    return {"revision": _revision(checkout.folder), "kept": str(keep.resolve()) if keep else None, **passes}


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", name)[:80] + _digest(name)


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:8]


def _revision(folder: Path) -> str:
    described = subprocess.run(
        ["git", "-C", str(folder), "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return described.stdout.strip()


def differences(before: Record, after: Record, kept: tuple[str, str] | None = None) -> Iterator[str]:
    """Yield lines that say what differs between two passes; `kept` are the folders that hold what each has written."""
    for name in sorted(before.keys() | after.keys()):
        if name not in after or name not in before:
            yield f"{name}\n  only in the {'first' if name in before else 'second'} record"
            continue
        lines = [*_steps(before[name]["steps"], after[name]["steps"])]
        lines += _files(before[name]["files"], after[name]["files"], kept and _folders(kept, name))
        if lines:
            yield "\n".join([name, *(f"  {line}" for line in lines)])


def _without_notices(cases: Record) -> Record:
    def quiet(step: Record) -> Record:
        return {**step, "out": step["out"].replace(NOTICE, ""), "err": step["err"].replace(NOTICE, "")}

    return {name: {**case, "steps": [quiet(step) for step in case["steps"]]} for name, case in cases.items()}


def _folders(kept: tuple[str, str], name: str) -> tuple[Path, Path]:
    return Path(kept[0], _slug(name)), Path(kept[1], _slug(name))


def _steps(before: list[Record], after: list[Record]) -> Iterator[str]:
    for old, new in zip(before, after, strict=True):
        if old["exit"] != new["exit"]:
            yield f"exit code {old['exit']} became {new['exit']}: {old['command']}"
        for stream in ("out", "err"):
            lines = old[stream].splitlines(), new[stream].splitlines()
            yield from list(difflib.unified_diff(*lines, lineterm="", n=0))[2:]


def _files(before: dict[str, str], after: dict[str, str], folders: tuple[Path, Path] | None) -> Iterator[str]:
    words = [f"missing: {name}" for name in before if name not in after]
    words += [f"new: {name}" for name in after if name not in before]
    for name in before:
        if name in after and after[name] != before[name]:
            words.append(f"differs: {name}{_levels(folders[0] / name, folders[1] / name) if folders else ''}")
    yield from words[:SHOWN]
    if len(words) > SHOWN:
        yield f"and {len(words) - SHOWN} more files"


def _levels(before: Path, after: Path) -> str:
    """Say by how many levels of 255 the pixels of two pictures differ at most; nothing for other files."""
    from PIL import Image, ImageChops

    if before.suffix not in (".png", ".webp", ".jpg"):
        return ""
    with Image.open(before) as first, Image.open(after) as second:
        if first.size != second.size:
            return f", {first.size} pixels became {second.size}"
        extrema = ImageChops.difference(first.convert("RGBA"), second.convert("RGBA")).getextrema()
        return f", by at most {max(high for _, high in extrema)} levels"


def compare(before: Record, after: Record) -> list[str]:
    """Return what differs between two records, in either pass; what the passes have in common is listed once."""
    kept = (before["kept"], after["kept"]) if before.get("kept") and after.get("kept") else None
    lines: list[str] = []
    for name in PASSES:
        lines += [line for line in differences(before[name], after[name], kept) if line not in lines]
    return lines


def _refused(cases: Record) -> Iterator[str]:
    """Yield the commands that beeprint does not understand, so that nothing of them is compared."""
    for case in cases.values():
        for step in case["steps"]:
            if step["exit"] == click.UsageError.exit_code:
                yield f"{step['command']}: {step['err'].strip()}"


def main(arguments: list[str] | None = None) -> int:
    """Record or compare; exit with 1 if records or their two passes differ, or a command is refused."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record", help="run all commands of a checkout and note what they write and print")
    recording.add_argument("out", type=Path, help="the record to write, in JSON")
    recording.add_argument("--checkout", type=Path, default=ROOT, help="folder of the checkout (default: this one)")
    recording.add_argument("--quick", action="store_true", help="each kind of output once, some minutes")
    recording.add_argument("--keep", type=Path, help="folder to keep the files in, so that pixels can be compared")
    recording.add_argument("--jobs", type=int, default=2, help="cases to run at a time (default: 2)")
    comparing = commands.add_parser("compare", help="list what differs between two records")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    options = parser.parse_args(arguments)
    if options.command == "record":
        noted = record(Checkout(options.checkout), options.quick, options.keep, options.jobs)
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_text(json.dumps(noted, indent=1, sort_keys=True), "utf-8")
        lines = list(differences(*(_without_notices(noted[name]) for name in PASSES)))
        seconds = {name: sum(case["seconds"] for case in noted[name].values()) for name in PASSES}
        end = f"{noted['revision']}: " + ", ".join(f"{name} {taken:.0f} s" for name, taken in seconds.items())
        lines = [f"the warm cache changes this:\n{line}" for line in lines]
        lines += [f"refused: {line}" for line in _refused(noted[PASSES[0]])] + [end]
        print("\n".join(lines))
        return int(len(lines) > 1)
    before, after = (json.loads(path.read_text("utf-8")) for path in (options.before, options.after))
    lines = compare(before, after)
    print("\n".join(lines) or f"nothing differs between {before['revision']} and {after['revision']}")
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main())
