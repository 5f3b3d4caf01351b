"""How much more than a promised time or size a test allows.

A busy machine may take several times as long, and another version of a library may hold more memory. So tests leave
room, and fail only for what is out of all proportion; `make hardened`, on a quiet machine, holds the promises.
"""

from __future__ import annotations

import os

#: Whether the promises themselves are measured.
MEASURED = "MEASURED" in os.environ
#: Times the promised processor time, and the promised memory.
TIME, MEMORY = (1, 1) if MEASURED else (10, 2)
