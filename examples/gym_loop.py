"""A random agent in the Gymnasium environment (needs meuse[lab]): python examples/gym_loop.py [GAME] [GAMES]"""

import sys

import numpy as np

import meuse.env

env = meuse.env.single((sys.argv[1:] or ["skirmish"])[0], opponent="cadet")
for seed in range(int((sys.argv[2:] or ["5"])[0])):
    (seen, info), over, steps = env.reset(seed=seed), False, 0
    while not over:
        action = np.random.default_rng(steps).choice(np.flatnonzero(info["action_mask"]))
        seen, reward, over, cut, info = env.step(int(action))
        over, steps = over or cut, steps + 1
    print(f"game {seed}: {steps} tokens, reward {reward:+.0f}, observation {seen['hexes'].shape}")
