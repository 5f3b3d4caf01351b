"""The workshop of the art that is computed: `python -m art`, from the top of the repository, draws all of it again.

A game's scripts are in `data/<game>/art/src/`. One that draws has a `main()`; the others are what it imports. They
share `art.pen`, and what only one game has is in its `style.py`. Neither is part of the installed package.
"""
