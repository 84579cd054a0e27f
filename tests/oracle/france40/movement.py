"""7: what a step costs and where it may lead; reach by normal, Tactical and Extended Movement.

A node of the search is a hex and whether the unit must stop there: by an enemy zone, a Restricted Hex, a ferry, or
because it has left the map through an Entry Hex.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from oracle.france40.board import Board, Piece, other
from oracle.france40.ground import RESTRICTED, charts
from oracle.france40.zones import bonds, zone

Node = tuple[str, bool]


def only_tactical(board: Board, p: Piece) -> bool:
    """13.2a, 18.4a, 21.2.1b, 21.3.3b, 17.1.3."""
    return p.disrupted or p.oos or marked(board, p) or (p.hq and "used" not in p.states)


def marked(board: Board, p: Piece) -> bool:
    """21.2.1, 21.3.3b: under a GQG or Halt! marker that has an effect on it."""
    return p.under > 0


def cannot_move(board: Board, p: Piece) -> bool:
    """16.1a, 22.7d, 7.7c, 7.6: who stays where he is."""
    if board.dynamo and p.division == "1 Pz" and before_calais(board):
        return True
    if p.at in board.closed:
        return True  # 19.4.2: it stays in the Entry Hex that it has closed
    return p.fort or p.train or bool(p.states & {"moved", "pinned", "auto ds", "railed", "frozen"})


def before_calais(board: Board) -> bool:
    """22.7d: 1st Panzer Division stays until Calais has been cleared, and is free from then on."""
    return not board.facts["calais cleared"] and bool(board.here("1514", "allied"))


def bonus(p: Piece) -> int:
    """7.3a."""
    chart = charts()["extended"]
    if p.heavy:
        return int(chart["other"])
    return int(chart["mechanized"] if p.mech else chart["cavalry"] if p.cavalry else chart["other"])


def barred(board: Board, p: Piece, a: str, b: str) -> bool:
    """7.5.5a, 22.8c, 22.4.2, 19.4.1a: ground that this unit may never enter, or cross from a to b."""
    ground = board.ground
    if ground.terrain[b] in ("sea", "half_hex"):
        return True
    if ground.terrain[b] == "entry" and ground.entry_owner(b) == p.side:
        return True
    between = ground.between(a, b)
    if ground.sea(a, b) and not between & {"tidal_bridge", "ferry"}:
        return True
    if p.mech and ground.terrain[b] in RESTRICTED and not ground.road(a, b):
        return True
    return board.dynamo and p.nation == "belgian" and _french(board, b)


def _french(board: Board, h: str) -> bool:
    """22.4.2: a hex of France that holds no Belgian land."""
    return board.ground.country[h] == "france" and h not in board.ground.regions["border"]


def price(board: Board, p: Piece, a: str, b: str) -> int:
    """7.5, 22.8: the points for one step, without what it costs to leave a zone."""
    ground, chart = board.ground, charts()
    kind = "mech" if p.mech else "foot"
    if ground.road(a, b):
        cost = int(chart["hexside"]["road"])
    else:
        cost = int(chart["terrain"][ground.terrain[b]][kind])
        if ground.river(a, b):
            cost += int(chart["hexside"]["river"][kind])
            if ground.rail(a, b):
                cost += int(chart["hexside"]["rail_bridge"])
    if "tidal_bridge" in ground.between(a, b):
        cost += int(chart["hexside"]["tidal_bridge"])
    return cost


def unbridged_major(board: Board, a: str, b: str) -> bool:
    ground = board.ground
    return ground.major(a, b) and not ground.road(a, b) and not ground.rail(a, b)


def gives_way(p: Piece) -> bool:
    """17.1.4b, 22.9c: alone with its like it does not hinder the enemy in any way."""
    return p.hq or p.zero


class March:
    """A unit or stack on its way: the board without it, and what it may still spend."""

    def __init__(self, board: Board, party: Sequence[Piece]) -> None:
        self.board, self.party = board, list(party)
        self.side = party[0].side
        self.start = party[0].at
        self.ids = {p.id for p in party}
        self._may: dict[tuple[str, str], bool] = {}
        self.zone = zone(board, other(self.side))
        self.bonds = bonds(board, other(self.side), self.ids)  # 6.3c: the party negates them where it stands
        self.others = {p.at for p in board.pieces.values() if p.at and p.side == self.side and p.id not in self.ids}
        self.foes = {h for h, there in board.at.items() if any(p.side != self.side and not gives_way(p) for p in there)}
        """17.1.4b, 22.9c: HQs and Zero-Strength Remnants by themselves have given way when the party gets there."""
        self.sound = {
            p.at for p in board.pieces.values() if p.at and p.side == self.side and p.id not in self.ids and not p.flees
        }
        self.origins = {p.origin or p.at for p in party}
        self.seen_foes = {
            h
            for h, there in board.at.items()
            if board.ground.played(h) and any(p.side != self.side and not (p.hq or p.zero) for p in there)
        }

    # -- one step

    def may_step(self, a: str, b: str) -> bool:
        board, ground = self.board, self.board.ground
        if b in self.foes or any(barred(board, p, a, b) for p in self.party):
            return False
        if self.bonds.bar(a, b):
            return False
        if any(p.flees for p in self.party):
            if b in self.zone and b not in self.sound:  # a sound unit must be there already
                return False
            if ground.terrain[b] == "city" and board.city_of(b) != self.side:
                return False
        if unbridged_major(board, a, b) and b not in self.others:
            return all(o in (a, b) for o in self.origins)
        return True

    def stops(self, a: str, b: str) -> bool:
        """5.2a, 7.5.5b, 22.8d, 19.4.2a."""
        ground = self.board.ground
        if b in self.zone or not ground.played(b) or "ferry" in ground.between(a, b):
            return True
        return ground.terrain[b] in RESTRICTED and not ground.road(a, b)

    def cost(self, a: str, b: str) -> int:
        """R.7.1b.1: the dearest price of the stack; 5.2b, 13.3.1: two more to leave an enemy zone."""
        leaves = a in self.zone and not all(p.flees for p in self.party)
        return max(price(self.board, p, a, b) for p in self.party) + (charts()["limits"]["leave_zone"] if leaves else 0)

    def steps(self, a: str) -> Iterator[str]:
        if self.board.ground.played(a) or a == self.start:
            yield from (b for b in self.board.ground.near[a] if self._known_step(a, b))

    def _known_step(self, a: str, b: str) -> bool:
        if (a, b) not in self._may:
            self._may[a, b] = self.may_step(a, b)
        return self._may[a, b]

    def quiet(self, h: str) -> bool:
        """7.3b, R.7.3b.1: no enemy next to it, save HQs and Zero-Strength Remnants by themselves."""
        return not any(n in self.seen_foes for n in self.board.ground.near[h])

    # -- the three kinds of movement

    def points(self) -> int:
        return min(p.movement - p.spent for p in self.party)

    def normal(self) -> dict[str, int]:
        if any(only_tactical(self.board, p) for p in self.party):
            return {}
        return self._spend(self.points(), quietly=False)

    def extended(self) -> dict[str, int]:
        if any(only_tactical(self.board, p) or "touched" in p.states for p in self.party):
            return {}
        return self._spend(min(p.movement + bonus(p) - p.spent for p in self.party), quietly=True)

    def tactical(self) -> dict[str, int]:
        """7.4: two hexes, whatever they cost."""
        left = min(charts()["limits"]["tactical"] - p.hexes for p in self.party)
        found: dict[str, int] = {}
        edge: set[Node] = {(self.start, False)}
        for n in range(1, left + 1):
            edge = {
                (b, self.stops(a, b))
                for a, stopped in edge
                if not stopped
                for b in self.steps(a)
                if "ferry" not in self.board.ground.between(a, b)
            }
            for b, _ in edge:
                found.setdefault(b, n)
        found.pop(self.start, None)
        return found

    def _spend(self, budget: int, *, quietly: bool) -> dict[str, int]:
        """The cheapest way to every hex."""
        best: dict[Node, int] = {(self.start, False): 0}
        open_nodes: list[tuple[int, Node]] = [(0, (self.start, False))]
        while open_nodes:
            _, node = heappop(open_nodes)
            a, stopped = node
            if stopped:
                continue
            for b in self.steps(a):
                total = best[node] + self.cost(a, b)
                if "ferry" in self.board.ground.between(a, b):
                    if best[node] or any(p.spent for p in self.party):
                        continue
                    total = budget
                if total > budget or (quietly and not self.quiet(b)):
                    continue
                there = (b, self.stops(a, b))
                if there not in best or total < best[there]:
                    best[there] = total
                    heappush(open_nodes, (total, there))
        found: dict[str, int] = {}
        for (h, _), total in best.items():
            if h != self.start:
                found[h] = min(total, found.get(h, total))
        return found


def reach(board: Board, party: Sequence[Piece]) -> dict[str, str]:
    """R.7.4a.1: every goal with what the way there costs, as it is said: points, or hexes of Tactical Movement."""
    party = together(board, party)
    if any(cannot_move(board, p) for p in party):
        return {}
    march = March(board, party)
    words = {h: str(cost) for h, cost in march.extended().items()}
    words |= {h: "1 hex" if n == 1 else f"{n} hexes" for h, n in march.tactical().items()}
    words |= {h: str(cost) for h, cost in march.normal().items()}
    return {h: cost for h, cost in words.items() if not other_marker(board, party, h)}


def together(board: Board, party: Sequence[Piece]) -> list[Piece]:
    """21.2.1d, 21.3.3b: a marked stack stays together; 22.2d: so does a Panzer division on turns 1 to 3 of Dynamo."""
    found = list(party)
    for p in found:
        for q in board.here(p.at, p.side):
            if q not in found and bound(board, p, q):
                found.append(q)
    return found


def bound(board: Board, p: Piece, q: Piece) -> bool:
    if marked(board, p) and p.under == q.under:
        return True
    return board.dynamo and board.turn <= 3 and p.division.endswith(" Pz") and p.division == q.division


def other_marker(board: Board, party: Sequence[Piece], h: str) -> bool:
    """21.2.1b: a marked unit does not stop of its own will in a hex with another marker."""
    numbers = {p.under for p in party if marked(board, p)}
    return bool(numbers) and any(q.under and q.under not in numbers for q in board.here(h, party[0].side))
