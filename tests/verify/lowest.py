"""Print the oldest versions that pyproject.toml allows, as constraints for pip: python lowest.py [EXTRA ...]."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
_BOUND = re.compile(r"([A-Za-z0-9._-]+)>=([0-9][0-9.]*(?:\.post[0-9]+)?)")


def constraints(extras: Sequence[str], text: str) -> list[str]:
    """Return `name==version` for what is needed to build, to run and for these extras; ValueError without a bound."""
    settings = tomllib.loads(text)
    optional = settings["project"]["optional-dependencies"]
    needs = [*settings["build-system"]["requires"], *settings["project"]["dependencies"]]
    needs += [need for extra in extras for need in optional[extra]]
    constraints = {}
    for need in needs:
        match = _BOUND.fullmatch(need)
        if match is None:
            raise ValueError(f"{need}: write name>=version, the oldest version that will do")
        constraints[match[1]] = match[2]
    return [f"{name}=={version}" for name, version in constraints.items()]


if __name__ == "__main__":
    print("\n".join(constraints(sys.argv[1:], PYPROJECT.read_text("utf-8"))))
