"""Try the program as a person gets it: in a folder of its own, without Python, and on Linux without a system around it.

Its one argument is the folder of the program: `python bundle/check.py output/bundle/beeprint`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

#: Libraries that every Linux has, the C library and zlib: the program takes them from there.
LIBRARIES = re.compile(r"(ld-linux.*|lib(c|m|z|dl|rt|util|pthread|resolv))\.so\.\d")
SOFT = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
    '<path filter="url(#f)" d="M2 2h5v5H2Z"/></svg>'
)


class Root:
    """A place to run the program in: a root with little but the C library where that can be had, else a folder."""

    def __init__(self, folder: Path, program: Path) -> None:
        self.bare = sys.platform == "linux" and os.geteuid() == 0
        self.home = folder / "home"
        self.home.mkdir()
        home, at = ("/home", Path("/beeprint")) if self.bare else (str(self.home), folder / program.name)
        shutil.copytree(program, folder / program.name, symlinks=True)
        if self.bare:
            self._add_libraries(folder)
        inner = "Contents/MacOS/beeprint" if program.suffix == ".app" else "beeprint"
        enter = ["chroot", str(folder)] if self.bare else []
        self._start = [*enter, str(at / inner)]
        self._environment = {"HOME": home, "USERPROFILE": home, "PATH": os.environ["PATH"] if self.bare else ""}
        if "SYSTEMROOT" in os.environ:
            self._environment["SYSTEMROOT"] = os.environ["SYSTEMROOT"]  # Windows opens no socket without it

    def _add_libraries(self, folder: Path) -> None:
        listed = subprocess.run(["ldconfig", "-p"], check=True, capture_output=True, text=True).stdout
        for line in listed.splitlines():
            name, _, path = line.strip().partition(" ")[0], *line.partition("=> ")[1:]
            if LIBRARIES.fullmatch(name) and path:
                target = folder / path.removeprefix("/")
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, target)
        loader = Path("/lib64/ld-linux-x86-64.so.2")
        if loader.exists() and not (folder / "lib64").exists():
            (folder / "lib64").mkdir()
            shutil.copy(loader, folder / "lib64")

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start the program."""
        pipe = subprocess.PIPE
        folder = None if self.bare else self.home
        return subprocess.Popen(
            [*self._start, *words], stdout=pipe, stderr=pipe, text=True, env=self._environment, cwd=folder
        )

    def run(self, *words: str) -> str:
        """Run a command, which has to succeed; return what it says."""
        process = self.start(*words)
        out, error = process.communicate()
        if process.returncode:
            raise SystemExit(f"beeprint {' '.join(words)} ended with {process.returncode}:\n{out}{error}")
        return out + error


def check(program: Path) -> None:
    """Run commands that use all that could be missing; SystemExit says what failed."""
    with tempfile.TemporaryDirectory() as name:
        root = Root(Path(name), program)
        print(f"in {'a root with the C library and zlib alone' if root.bare else 'a folder, with an empty PATH'}:")
        print(" ", root.run("--version").strip())
        home = "/home" if root.bare else str(root.home)
        game = f"{home}/garden"
        root.run("new", game)
        garden = root.home / "garden"
        (garden / "art" / "soft.svg").write_text(SOFT)
        back, settings = garden / "layouts" / "back.yaml", garden / "game.yaml"
        back.write_text(back.read_text("utf-8").replace("art: icons/sun", "art: soft"), "utf-8")
        settings.write_text(f"{settings.read_text('utf-8')}raster: 300dpi\n", "utf-8")
        root.run("build", game, "--output", f"{home}/out")  # a picture drawn in a process of its own
        made = [path.relative_to(root.home / "out").as_posix() for path in (root.home / "out").rglob("*.pdf")]
        print("  built", ", ".join(sorted(made)))
        root.run("preflight", f"{home}/out/{next(path for path in made if 'cards' in path)}")  # another one
        root.run("docs", "text")
        begun = time.monotonic()
        studio = root.start("studio", "--no-browser", "--until-closed")
        assert studio.stdout is not None
        address = studio.stdout.readline().strip()
        with urllib.request.urlopen(f"{address}games") as answer:
            games = json.load(answer)
        print(f"  the start page with {len(games['templates'])} templates after {time.monotonic() - begun:.1f} s")
        threading.Timer(60, studio.kill).start()
        request = urllib.request.Request(f"{address}quit", b"{}", {"X-Beeprint": "1"})
        urllib.request.urlopen(request).close()
        if studio.wait():
            raise SystemExit(f"the studio ended with {studio.returncode}")
    size = sum(path.lstat().st_size for path in program.rglob("*")) / 1e6
    archives = [path for path in program.parent.glob("beeprint-*") if path.is_file()]
    print(
        f"  {size:.0f} MB in the folder",
        *(f"{path.stat().st_size / 1e6:.0f} MB as {path.name}" for path in archives),
        sep="; ",
    )
    os._exit(0)


if __name__ == "__main__":
    check(Path(sys.argv[1]))
