"""Text elements: collect their letters, find a font for each, and shape them into runs of glyphs."""
