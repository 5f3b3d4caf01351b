"""File formats: each module writes drawings or beds to one format and decides nothing else."""
