"""A bot of your own against the staff: python examples/own_bot.py [GAMES]"""

import sys

import meuse


class Eager:
    def __init__(self, seed=0):
        self.staff = meuse.bot("staff", seed)

    def choose(self, seat):
        attacks = [order for order in seat.decision.orders(limit=50) if order[0] == "attack"]
        return attacks[0] if attacks else self.staff.choose(seat)


meuse.register("eager", Eager)
results = meuse.simulate("skirmish", german="eager", allied="staff", games=int((sys.argv[1:] or ["20"])[0]))
print({side: f"{share.count} games, {share.low:.0%} to {share.high:.0%}" for side, share in results.wins().items()})
