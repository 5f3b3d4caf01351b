"""What a game is: its decks, typed rows, editions, and what its names mean."""
