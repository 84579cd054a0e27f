"""A hundred games as a table: python examples/hundred_games.py [GAMES] [FILE.csv or FILE.parquet]"""

import sys

import meuse

games, path = int((sys.argv[1:] or ["100"])[0]), (sys.argv[2:] or ["games.csv"])[0]
results = meuse.simulate("skirmish", german="staff", allied="cadet", games=games)
for side, share in results.wins().items():
    print(f"{side:7} {share.count:4} games, {share.share:.0%} ({share.low:.0%} to {share.high:.0%})")
results.save(path)
print(f"{path}: {len(results.rows())} rows of {', '.join(results.rows()[0])}")
