"""A row and a layout become a face: slots read from YAML, art opened, each slot drawn."""
