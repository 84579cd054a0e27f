"""A position edited as text, and played on: python examples/what_if.py [SEEDS]"""

import sys

import meuse

game = meuse.new("skirmish", seed=7)
for order, side in (("bid 1", "german"), ("bid 0", "allied")):
    game.play(order, side)
moved = meuse.Position(game.position.text.replace("unit 10Pz at 5118", "unit 10Pz at 4719"))
for seed in range(int((sys.argv[1:] or ["5"])[0])):
    trial = moved.play(seed)
    meuse.play_out(trial, {side.word: meuse.bot("staff", seed) for side in meuse.SIDES})
    print(seed, trial.result.text)
