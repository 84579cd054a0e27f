"""A scenario of your own against the game's: python examples/variant.py [GAMES]"""

import sys
from pathlib import Path

import meuse

games, folder = int((sys.argv[1:] or ["40"])[0]), Path(__file__).parent / "variants" / "forward"
for variant in (None, folder):
    results = meuse.simulate("skirmish", games=games, variant=variant)
    title = meuse.new("skirmish", variant=variant).state.scenario.title
    print(title, {side: share.count for side, share in results.wins().items()})
