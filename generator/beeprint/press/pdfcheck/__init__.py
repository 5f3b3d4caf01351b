"""Any PDF, whoever wrote it, checked for the press: the command `beeprint preflight`.

`rules/preflight.py` is another thing: it looks at the faces of a game before anything is written.
"""

from beeprint.press.pdfcheck.apart import UnreadableError, check
from beeprint.press.pdfcheck.report import Fault, Report, Spot
from beeprint.press.standard import STANDARDS, Expected, Standard

__all__ = ["STANDARDS", "Expected", "Fault", "Report", "Spot", "Standard", "UnreadableError", "check"]
