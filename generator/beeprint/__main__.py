"""Run beeprint: as `python -m beeprint`, and as the command `beeprint`."""

from __future__ import annotations

import codecs
import gc
import io
import os
import sys


def main() -> None:
    """Run the command line; Ctrl-C exits with 130 from the first moment on, while modules are still being loaded."""
    # A build is short, makes hardly any cycles and many tuples, which collecting would look through again and again;
    # and what it holds at the end need not be taken apart piece by piece.
    gc.disable()
    code: object = 0
    try:
        _write_any_character()
        from beeprint.base import interrupts
        from beeprint.cli import main as run

        interrupts.own_process()
        run()
    except KeyboardInterrupt:
        code = 130
    except SystemExit as end:
        code = end.code
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        code = 1  # whoever read what is said has gone
    os._exit(code if isinstance(code, int) else code is not None)


def _write_any_character() -> None:
    r"""Have stdout write as \uXXXX, which JSON reads, what its encoding lacks.

    Where it leads to a file or a pipe, Windows gives it an encoding of few characters, for the sake of old programs.
    """
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        codecs.register_error("beeprint", _escaped)
        sys.stdout.reconfigure(errors="beeprint")


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """Return the escapes of what could not be encoded, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2)), error.end


if __name__ == "__main__":
    main()
