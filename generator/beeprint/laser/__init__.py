"""Laser: pieces on beds of material, the lines to cut them by, in the order of the work."""
