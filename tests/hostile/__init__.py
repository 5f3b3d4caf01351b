"""SVG files that are made to cost a reader all its time or memory, by the names of their makers."""

from hostile import matter, references, words
from hostile.base import FILES

__all__ = ["FILES", "matter", "references", "words"]
