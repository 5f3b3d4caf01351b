"""Run beeprint as `python -m beeprint`."""

from beeprint.cli import main

main()
