"""Read data files and YAML into located values, find files in folders, and put finished files in place."""
