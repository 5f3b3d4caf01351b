"""Write drawings as the pages of a PDF: vector, text live, every symbol embedded once."""

from beeprint.formats.pdf.pdfx import PressFile, Standard
from beeprint.formats.pdf.write import Info, InkPicture, Page, write

__all__ = ["Info", "InkPicture", "Page", "PressFile", "Standard", "write"]
