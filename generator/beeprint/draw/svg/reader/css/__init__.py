"""The stylesheets inside an SVG file, read only where there are any."""
