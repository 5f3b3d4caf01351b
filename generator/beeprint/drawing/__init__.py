"""The waist: drawings and symbols, reading and writing SVG, text, fonts and bitmaps."""
