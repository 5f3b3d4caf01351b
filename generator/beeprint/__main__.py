"""Run beeprint: as `python -m beeprint`, and as the command `beeprint`."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Run the command line; Ctrl-C exits with 130 from the first moment on, while modules are still being loaded."""
    # A build is short, makes hardly any cycles and many tuples, which collecting would look through again and again;
    # and what it holds at the end need not be taken apart piece by piece.
    gc.disable()
    code: object = 0
    try:
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


if __name__ == "__main__":
    main()
