"""Run beeprint as a program of its own: without a command it opens the start page, and ends when that is closed."""

from __future__ import annotations

import multiprocessing
import runpy
import sys

#: What beeprint starts in processes of their own, as `python -P -m`.
CHILDREN = ("beeprint.drawing.raster", "beeprint.press.pdfcheck.child")


def launch(words: list[str]) -> None:
    """Do what the words of the command line say."""
    if words[:2] == ["-P", "-m"] and words[2] in CHILDREN:
        sys.argv = words[2:]
        runpy.run_module(words[2], run_name="__main__", alter_sys=True)
        return
    from beeprint.__main__ import main

    sys.argv[1:] = words or ["studio", "--until-closed"]
    main()


if __name__ == "__main__":
    multiprocessing.freeze_support()
    launch(sys.argv[1:])
