"""Stepping through legal orders, token by token: python examples/legal_actions.py [GAME] [ORDERS]"""

import sys

import meuse

game = meuse.new((sys.argv[1:] or ["skirmish"])[0], seed=7)
for _ in range(int((sys.argv[2:] or ["12"])[0])):
    decision, order = game.decision, ()
    while choices := decision.choices(order):
        print("  " * len(order), *order, "->", len(choices), "choices:", ", ".join(choices[:8]))
        order = (*order, choices[len(choices) // 2])
    print(decision.side.title, *order, "|", *(event.text for event in game.play(order, decision.side)))
