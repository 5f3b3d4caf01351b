"""Lasers: pieces on beds of material, and the lines that cut, score and engrave them, in working order."""
