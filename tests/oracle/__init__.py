"""A second account of every game, to find by play what reading has missed.

For each of the five games a package here works out its quantities (costs and reach, zones, supply and command lines,
duties in attacks, odds with every shift, retreat hexes, victory count) once more: slowly, plainly, from the words of
the book and the rulings of its ledger. Its pages import the map, the counters and the tables, never the game's code
or the shared mechanics, so that a fault of the one is not a fault of the other. Only `looking` of each package knows
the engine: it reads the board and asks the engine the same questions.

    python -m tests.oracle gdw1940 --games 20

plays games between two staffs and between two curious bots, compares as they go, and says where the accounts differ.
"""
