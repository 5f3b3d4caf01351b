"""Hostile files of every kind, each opened as a person would: they end in words, within limits, and touch nothing else.

FILES says how many of some 600 are opened, chosen by SEED; `make hardened` opens all.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs forks", allow_module_level=True)

from hostile import opening
from hostile.files import KINDS

SEED = int(os.environ.get("SEED", "0"))
WHOLE = sum(KINDS.values())
COUNT = int(os.environ.get("FILES", WHOLE // 10))


def test_hostile_files_end_in_words(tmp_path: Path) -> None:
    every = [(kind.__name__, number) for kind, count in KINDS.items() for number in range(count)]
    chosen = every if len(every) <= COUNT else random.Random(SEED).sample(every, COUNT)
    names, numbers = zip(*chosen, strict=True)
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), opening.prepare, (str(tmp_path),)) as pool:
        findings = list(pool.map(opening.opened, names, numbers, [SEED] * len(chosen)))
    codes = dict(sorted(Counter(finding.code for finding in findings).items()))
    kinds = Counter(finding.case.partition(" ")[0] for finding in findings)
    slow, most = (
        max(findings, key=lambda finding: finding.seconds),
        max(findings, key=lambda finding: finding.megabytes),
    )
    print(
        f"\n{len(findings)} hostile files; exit codes {codes}; slowest {slow.seconds:.1f} s ({slow.case}); "
        f"most {most.megabytes:.0f} MB ({most.case})"
    )
    print(", ".join(f"{count} {kind.removeprefix('a_')}" for kind, count in sorted(kinds.items())))
    wrong = [
        f"{finding.case}: {', '.join(faults)}: {' '.join(finding.command)}: {finding.told[-1500:]}"
        for finding in findings
        if (faults := finding.wrong())
    ]
    assert not wrong, "\n\n".join(wrong)
