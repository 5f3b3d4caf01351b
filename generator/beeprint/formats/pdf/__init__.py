"""Write drawings as the pages of a PDF: vector, text live, every symbol embedded once."""

from beeprint.formats.pdf.pdfx import PressFile, Standard
from beeprint.formats.pdf.write import Info, Page, write

__all__ = ["Info", "Page", "PressFile", "Standard", "write"]
