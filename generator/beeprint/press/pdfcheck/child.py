"""The process in which a PDF is checked: a request on standard input, the report on standard output."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import Any

from beeprint.press.pdfcheck import checking, marked
from beeprint.press.pdfcheck.apart import MAX_MEMORY, SECONDS, TOO_MUCH, UNREADABLE
from beeprint.press.pdfcheck.report import Report
from beeprint.press.standard import Expected, claimed


def _limit() -> None:
    """Limit the time and the memory of this process, where the system knows such limits."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


def _main() -> None:
    _limit()
    request: dict[str, Any] = json.loads(sys.stdin.buffer.read())
    try:
        report = answer(request)
    except ValueError as error:
        print(error, file=sys.stderr)
        sys.exit(UNREADABLE)
    except (MemoryError, SystemError):  # libraries in C raise the second where memory ends
        sys.exit(TOO_MUCH)
    sys.stdout.buffer.write(json.dumps(report.json()).encode())


def answer(request: dict[str, Any]) -> Report:
    """Check the file of a request, and write it with its faults marked where the request says so.

    Errors: ValueError where it cannot be read.
    """
    report = _checked(request)
    if request["marked"] is not None:
        marked.write(Path(request["path"]), Path(request["marked"]), report)
    return report


def _checked(request: dict[str, Any]) -> Report:
    path = Path(request["path"])
    if request["expected"] is None:
        expected = Expected(claimed(checking.claims(path)))
    else:
        lists = {key: tuple(value) for key, value in request["expected"].items() if isinstance(value, list)}
        expected = Expected(**{**request["expected"], **lists})
    return checking.check(path, request["shown"], expected.profile or expected.standard, expected)


if __name__ == "__main__":
    _main()
