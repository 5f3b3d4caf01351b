"""Every face of every game in every language: its PDF by pdfium and poppler, its SVG by resvg and CairoSVG, all alike.

Where engines disagree, `--pictures folder` saves what each of them drew.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

import pytest
from painters import by_cairo, by_poppler
from PIL import Image

from beeprint import pipeline
from beeprint.base.options import Options
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing
from beeprint.drawing.fonts import Fonts
from beeprint.game import model
from beeprint.outputs.shared import Checked
from beeprint.sources.workspace import Workspace, built_in_games
from engines import BY, FACE_SHARE, by_pdfium, by_resvg, distinct, named, size, whole, write_pdf
from pixels import disagreements, side_by_side

GAMES = built_in_games()
EDITIONS = [
    (name, language)
    for name, folder in sorted(GAMES.items())
    for language in ("", *model.languages(Workspace(folder))[1:])
]
#: How many pixels across are averaged of engines that smooth thin lines and edges well: half as many as of others.
SMOOTH = BY // 2
#: Faces that go into a PDF and to a process together.
FACES = 16
Pictures = dict[str, Image.Image]


def drawn(drawings: Sequence[Drawing], fonts: Fonts) -> Iterator[Pictures]:
    """Yield what each engine draws of each drawing."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "faces.pdf"
        write_pdf(path, drawings, fonts)
        for drawing, pdfium, poppler in zip(drawings, by_pdfium(path), by_poppler(path), strict=True):
            text = svg.write(drawing, fonts)
            drawn = {
                "pdfium": pdfium,
                "poppler": poppler,
                "resvg": by_resvg(text, SMOOTH),
                "cairo": by_cairo(text, *size(drawing), SMOOTH),
            }
            assert {picture.size for picture in drawn.values()} == {size(drawing)}
            yield drawn


@lru_cache(maxsize=1)
def checked(name: str, language: str) -> Checked:
    return pipeline.check(GAMES[name], Options(language=language))


def compared(name: str, language: str, start: int, pictures: Path | None) -> dict[str, dict[tuple[str, str], float]]:
    """Return how far each pair of engines is off on some faces of a game, from the `start`th on."""
    game = checked(name, language)
    faces = distinct(game)[start : start + FACES]
    result = {}
    for face, views in zip(faces, drawn([whole(face) for face in faces], game.fonts), strict=True):
        shares = result[named(face)] = disagreements(views)
        bands = [picture.getextrema() for picture in views.values()]
        assert all(any(least < most for least, most in picture) for picture in bands), "an empty picture"
        if pictures is not None and max(shares.values()) > FACE_SHARE:
            side_by_side(views, pictures, "-".join(filter(None, (name, language, named(face)))))
    return result


@pytest.fixture(scope="module")
def shares(request: pytest.FixtureRequest) -> dict[tuple[str, str], dict[str, dict[tuple[str, str], float]]]:
    """Return how far each pair of engines is off, by face, by game and language."""
    folder = request.config.getoption("--pictures")
    began = time.perf_counter()
    counts = {edition: len(distinct(checked(*edition))) for edition in EDITIONS}
    jobs = [(edition, start) for edition, count in counts.items() for start in range(0, count, FACES)]
    # Processes that start afresh: pypdfium2 and resvg_py hold what a fork must not share.
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        waiting = [
            (edition, pool.submit(compared, *edition, start, Path(folder) if folder else None))
            for edition, start in jobs
        ]
        result: dict[tuple[str, str], dict[str, dict[tuple[str, str], float]]] = {edition: {} for edition in EDITIONS}
        for edition, future in waiting:
            result[edition] |= future.result()
    assert {edition: len(faces) for edition, faces in result.items()} == counts
    print(f"{sum(counts.values())} faces by 4 engines in {time.perf_counter() - began:.0f} s")
    return result


@pytest.mark.parametrize(("name", "language"), EDITIONS)
def test_four_engines_show_the_same_of_every_face(
    shares: dict[tuple[str, str], dict[str, dict[tuple[str, str], float]]], name: str, language: str
) -> None:
    share = shares[name, language]
    worst = max(share for pairs in share.values() for share in pairs.values())
    print(f"{name} {language}: {len(share)} faces, at most {worst:.4%} off")
    too_far = {
        f"{face}: {pair} and {other}": f"{share:.3%}"
        for face, pairs in share.items()
        for (pair, other), share in pairs.items()
        if share > FACE_SHARE
    }
    assert too_far == {}
