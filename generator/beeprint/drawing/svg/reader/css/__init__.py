"""Stylesheets inside SVG files; imported only where a file has any."""
