"""Turn a row and a layout into a face: read slots from YAML, open art, draw each slot."""
