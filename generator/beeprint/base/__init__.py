"""The ground: problems, lengths and shapes of geometry, colours, what is kept between builds; standard library only."""
