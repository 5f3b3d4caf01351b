"""Ask what is known of all that pyproject.toml allows: advisories, and wheels for each system.

Run as `make supply`. The answers change from day to day without a change here, so no test asks.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from lowest import PYPROJECT, constraints

#: A public list of advisories: https://google.github.io/osv.dev/api/
_OSV = "https://api.osv.dev/v1/querybatch"
#: The systems that wheels must be there for, as pip names them.
PLATFORMS = {
    "Linux": ("manylinux_2_28_x86_64", "manylinux_2_26_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"),
    "macOS": ("macosx_14_0_arm64", "macosx_11_0_arm64"),
    "Windows": ("win_amd64",),
}
#: What its authors publish as source only; it is Python alone, so that pip makes a wheel of it on any system.
SOURCE_ONLY = ("rectpack",)


class OfflineError(Exception):
    """Raised where nobody answers; the message says who was asked."""


def needs() -> list[str]:
    """Return the requirements of beeprint itself."""
    dependencies: list[str] = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["dependencies"]
    return dependencies


def oldest() -> dict[str, str]:
    """Return the oldest version that is allowed of each library that is needed to run."""
    names = {need.partition(">=")[0] for need in needs()}
    pairs = (line.split("==") for line in constraints([], PYPROJECT.read_text("utf-8")))
    return {name: version for name, version in pairs if name in names}


def advisories(versions: dict[str, str]) -> dict[str, list[str]]:
    """Return the numbers of advisories of each library in this version; OfflineError where the list is not reached."""
    queries = [
        {"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in versions.items()
    ]
    request = urllib.request.Request(
        _OSV, json.dumps({"queries": queries}).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            results: list[dict[str, Any]] = json.load(answer)["results"]
    except (urllib.error.URLError, OSError) as error:
        raise OfflineError(f"the list of advisories at {_OSV} was not reached: {error}") from error
    told = zip(versions, results, strict=True)
    return {
        name: [vulnerability["id"] for vulnerability in result.get("vulns", ())]
        for name, result in told
        if result.get("vulns")
    }


def without_wheels(platform: str) -> str:
    """Return what pip says if not all that is needed has wheels for a system, or nothing; OfflineError without pip."""
    wanted = [need for need in needs() if need.partition(">=")[0] not in SOURCE_ONLY]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--target", folder]
        command += ["--only-binary", ":all:", "--python-version", "3.11", "--implementation", "cp"]
        command += [part for name in PLATFORMS[platform] for part in ("--platform", name)]
        done = subprocess.run([*command, *wanted], capture_output=True, text=True, check=False, cwd=Path(folder))
    told = done.stderr[-2000:]
    if done.returncode and any(word in told for word in ("NewConnectionError", "No module named pip", "timed out")):
        raise OfflineError(f"no package index was reached: {told[-300:]}")
    return told if done.returncode else ""


def _main() -> int:
    versions, faults = oldest(), 0
    for library, advisory in advisories(versions).items():
        print(f"{library} {versions[library]}, the oldest that is allowed: {', '.join(advisory)}")
        faults += 1
    print(f"{len(versions)} libraries in their oldest versions: {faults or 'no'} with advisories")
    for system in PLATFORMS:
        lacking = without_wheels(system)
        print(f"{system}: {lacking or 'all that is needed comes as wheels'}")
        faults += bool(lacking)
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(_main())
    except OfflineError as error:
        sys.exit(str(error))
