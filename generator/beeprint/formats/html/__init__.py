"""Write a document as one web page that needs no other file: for light and dark screens, and for print."""

from beeprint.formats.html.style import Type
from beeprint.formats.html.write import INTRO, Info, write

__all__ = ["INTRO", "Info", "Type", "write"]
