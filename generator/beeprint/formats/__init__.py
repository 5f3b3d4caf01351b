"""File formats: each output writes Drawings in one way and takes no decisions."""
