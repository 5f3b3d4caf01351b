"""The foundation: problems, geometry, colours, options and the cache."""
