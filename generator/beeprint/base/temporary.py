"""Temporary folders, which no interrupt leaves behind."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from beeprint.base import interrupts


@contextlib.contextmanager
@interrupts.runs_to_its_end
def temporary_folder(within: Path | None = None, prefix: str = "beeprint-") -> Iterator[Path]:
    """Provide an empty folder, in another one or where the system keeps such, and remove it with all that it holds."""
    with tempfile.TemporaryDirectory(prefix=prefix, dir=within, ignore_cleanup_errors=True) as made:
        yield Path(made)
