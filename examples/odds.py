"""Every attack that could still be brought about, with its chances: python examples/odds.py [GAME] [FILE.meuse]"""

import sys

import meuse

game = meuse.load(sys.argv[2]) if sys.argv[2:] else meuse.new((sys.argv[1:] or ["skirmish"])[0], seed=7)
while not game.over and "move" not in game.decision.choices():
    game.play(meuse.bot("staff", 1).choose(game.seat(game.decision.side)), game.decision.side)
seat = game.seat(game.decision.side)
for at in sorted({unit.at for unit in seat.view.units if unit.at and unit.side != seat.side.word}):
    if (report := seat.muster(at)) is not None:
        print(at, report.ratio, *(f"{outcome.chance:.0%} {outcome.text}" for outcome in report.outcomes[:2]), sep=" | ")
