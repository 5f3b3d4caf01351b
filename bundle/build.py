"""Make the program: a folder that runs where no Python is, and an archive of it in output/bundle.

Run it with a Python that has beeprint and PyInstaller: `make bundle` makes one.
"""

from __future__ import annotations

import io
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import resvg_py
from PIL import Image

import beeprint

HERE = Path(__file__).parent
OUT = HERE.parent / "output" / "bundle"
ICON = Path(beeprint.__file__).parent / "studio" / "page" / "icon.svg"
SYSTEMS = {"linux": "linux", "darwin": "macos", "win32": "windows"}


def build() -> Path:
    """Make folder and archive; return the folder, on macOS that of the app."""
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    write_icons(OUT / "work")
    options = ["--noconfirm", "--log-level", "WARN", "--distpath", str(OUT), "--workpath", str(OUT / "work")]
    subprocess.run([sys.executable, "-m", "PyInstaller", *options, str(HERE / "beeprint.spec")], check=True)
    folder = OUT / ("beeprint.app" if sys.platform == "darwin" else "beeprint")
    shutil.copy(HERE.parent / "LICENSE", folder / ("Contents/Resources" if sys.platform == "darwin" else ""))
    name = f"beeprint-{beeprint.__version__}-{SYSTEMS[sys.platform]}-{platform.machine().lower()}"
    # A ZIP of Python's has no links and no bits that make a file a program.
    kind = "zip" if sys.platform == "win32" else "gztar"
    shutil.make_archive(str(OUT / name), kind, OUT, folder.name)
    return folder


def write_icons(folder: Path) -> None:
    """Draw the icon in the sizes and formats of Windows and macOS."""
    folder.mkdir()
    data = resvg_py.svg_to_bytes(svg_string=ICON.read_text("utf-8"), width=1024, height=1024)
    image = Image.open(io.BytesIO(bytes(data)))
    image.save(folder / "beeprint.icns")
    image.save(folder / "beeprint.ico", sizes=[(size, size) for size in (16, 24, 32, 48, 64, 128, 256)])


if __name__ == "__main__":
    print(build())
