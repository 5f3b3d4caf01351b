"""Run beeprint: as `python -m beeprint`, and as the command `beeprint`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; Ctrl-C exits with 130 from the first moment on, while modules are still being loaded."""
    try:
        from beeprint.cli import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
