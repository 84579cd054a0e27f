"""What the games share: pure functions over maps and states. None of them names a game.

A game differs from another by *composition*: it passes its own costs, tables and predicates to these.
"""
