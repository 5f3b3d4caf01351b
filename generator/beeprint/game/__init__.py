"""The model of a game: decks, typed rows, editions, conditions, and the names in its texts."""
