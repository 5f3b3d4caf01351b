"""Draw with engines and programs that need the system, as engines.py does with engines that are wheels."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import cairosvg
from PIL import Image

from engines import BY, DPI
from pixels import averaged


def by_cairo(text: str, width: int, height: int, by: int = BY) -> Image.Image:
    """Return the averaged picture of an SVG document as CairoSVG draws it, `by` x `by` pixels for one."""
    return averaged(cairosvg.svg2png(text.encode(), output_width=width * by, output_height=height * by), by)


def by_poppler(path: Path) -> Iterator[Image.Image]:
    """Yield the averaged pictures of a PDF's pages as poppler draws them, one at a time as they come."""
    with subprocess.Popen(["pdftoppm", "-r", str(DPI), str(path)], stdout=subprocess.PIPE) as process:
        assert process.stdout
        while process.stdout.readline() == b"P6\n":
            width, height = map(int, process.stdout.readline().split())
            assert process.stdout.readline() == b"255\n"
            yield Image.frombytes("RGB", (width, height), process.stdout.read(width * height * 3)).reduce(BY)
    assert process.returncode == 0


def by_inkscape(paths: Sequence[Path], dpi: float) -> list[Path]:
    """Draw SVG files with Inkscape; return the PNG files, which lie beside them."""
    made = [path.with_name(f"{path.stem}.inkscape.png") for path in paths]
    orders = [
        f"file-open:{path}; export-filename:{png}; export-dpi:{dpi}; export-do; file-close"
        for path, png in zip(paths, made, strict=True)
    ]
    subprocess.run(
        ["inkscape", "--shell"], input="\n".join([*orders, "quit"]), text=True, check=True, capture_output=True
    )
    return made


def by_librsvg(paths: Sequence[Path], dpi: float) -> list[Path]:
    """Draw SVG files with librsvg; return the PNG files, which lie beside them."""
    made = []
    for path in paths:
        made.append(path.with_name(f"{path.stem}.librsvg.png"))
        size = ["--dpi-x", str(dpi), "--dpi-y", str(dpi)]
        subprocess.run(["rsvg-convert", *size, "--output", str(made[-1]), str(path)], check=True)
    return made


def by_chromium(paths: Sequence[Path], sizes: Sequence[tuple[int, int]]) -> list[Image.Image]:
    """Return pictures of SVG files, each of its size in pixels, as Chromium shows them on one page."""
    folder = paths[0].parent
    shown, corners, x, y, row, width = [], [], 0, 0, 0, 3000
    for path, (w, h) in zip(paths, sizes, strict=True):
        if x and x + w > width:
            x, y, row = 0, y + row, 0
        shown.append(f'<img src="{path.name}" style="left:{x}px;top:{y}px;width:{w}px;height:{h}px">')
        corners.append((x, y))
        x, row = x + w, max(row, h)
    page, png = folder / "page.html", folder / "page.png"
    style = "body { margin: 0; background: white } img { position: absolute }"
    page.write_text(f"<!doctype html><style>{style}</style>{''.join(shown)}", "utf-8")
    # The window is higher than the page: what headless Chromium paints is lower than its window.
    size = f"--window-size={max(width, *(w for w, _ in sizes))},{y + row + 200}"
    quiet = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1"]
    run = ["chromium", *quiet, f"--user-data-dir={folder / 'profile'}", size, f"--screenshot={png}", page.as_uri()]
    subprocess.run(run, check=True, capture_output=True)
    with Image.open(png) as screen:
        return [screen.convert("RGB").crop((x, y, x + w, y + h)) for (x, y), (w, h) in zip(corners, sizes, strict=True)]
