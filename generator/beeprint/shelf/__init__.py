"""A shelf of games: every game in every language and edition, by all profiles, of which only what has changed is built.

The room has three parts. What there is to do: `spec.py` reads SHELF.yaml, `plan.py` makes a task of each game, language
and edition, with a key of all that its files follow from (`contents.py`). How it is done: `task.py` makes the files of
one task, in a process of this machine (`pool.py`) or on a cluster (`cluster.py`). Where it goes: `destinations.py` puts
files into a folder or a store, with a record of each task by which the next night knows what is there; `report.py`
tells.
"""
