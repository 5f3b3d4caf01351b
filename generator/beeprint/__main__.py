"""Run beeprint, as `python -m beeprint` or as the command `beeprint`."""

from __future__ import annotations

import codecs
import contextlib
import gc
import io
import os
import sys

from beeprint.base import interrupts

_WRITABLE = "look whether the disk is full, and whether the output can be written to"
_SMALLER = "make the game smaller; for one of your own, set BEEPRINT_LIMITS=10 to allow ten times as much"


def main() -> None:
    """Run the command line; Ctrl-C exits with 130 from the start, even while modules are still loading."""
    # A build is short and makes few cycles but many tuples, which the collector would scan again and again; and its
    # memory need not be freed object by object at the end.
    gc.disable()
    # No output has a date. Libraries that look for one here would fail on anything but a number.
    os.environ.pop("SOURCE_DATE_EPOCH", None)
    # Numpy starts a thread for each core.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    code: object = 0
    try:
        _open_streams()
        _write_any_character()
        interrupts.own_process()
        from beeprint.cli import main as run

        run()
    except KeyboardInterrupt:
        code = interrupts.exit_code()
    except SystemExit as end:
        code = end.code
    except MemoryError:
        code = _failed("this takes more memory than there is, or than a game may take", _SMALLER)
    except interrupts.StoppedError as error:
        code = _failed(str(error), _SMALLER)
    except BrokenPipeError:
        code = 1  # the reader of the output has gone
    except OSError as error:
        code = _failed(str(error), _WRITABLE)
    except Exception:
        if not interrupts.came():
            raise
        code = interrupts.exit_code()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        code = 1
    except OSError as error:
        code = _failed(str(error), _WRITABLE)
    os._exit(code if isinstance(code, int) else code is not None)


def _failed(why: str, hint: str) -> int:
    """Say why the process has to end, as far as that can be written, and return its exit code."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"beeprint: error: {why}\n    hint: {hint}\n")
    return 1


def _open_streams() -> None:
    """Open nothing in place of standard streams that are closed, so that no file is taken for one of them."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # it gets the lowest number that is free
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)


def _write_any_character() -> None:
    r"""Make stdout write characters that its encoding lacks as \uXXXX, which JSON can read.

    For a file or a pipe, Windows chooses an encoding of few characters, for the sake of old programs.
    """
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        codecs.register_error("beeprint", _escaped)
        sys.stdout.reconfigure(errors="beeprint")


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """Return escapes for what could not be encoded, and the position at which to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2)), error.end


if __name__ == "__main__":
    main()
