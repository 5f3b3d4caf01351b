"""From bytes to located values: data files and YAML read, folders looked into, finished files put in place."""
