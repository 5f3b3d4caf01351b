"""Text elements: their letters are gathered, a font is found for each, and they become runs of glyphs."""
