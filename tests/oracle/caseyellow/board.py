"""The moment as a player would see it: pieces with what is printed on them and what lies on them, and the markers."""

from __future__ import annotations

import msgspec

from oracle.caseyellow.chart import COUNTRY, Chart, Pair, counters

ARMOURED = ("panzer", "dlm", "dcr", "tank", "armor")
SIZES = {"XXX": "corps", "XX": "division", "X": "small", "III": "small"}


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A unit: `strength`, `printed` and `walks` are the printed Combat Strength, TR and MA of the side that is up."""

    id: str
    side: str
    nation: str
    size: str
    kind: str
    army: str
    group: str
    strength: int
    printed: int
    walks: int
    motorized: bool
    yellow: bool
    band: str
    steps: int
    whole: int
    at: str
    disrupted: bool = False
    hungry: bool = False
    """7.5: under an Out of Supply marker."""
    moved: bool = False
    spent: int = 0
    attacked: bool = False
    defended: bool = False
    advanced: bool = False
    arrived: bool = False
    turned: bool = False

    @property
    def depot(self) -> bool:
        return self.kind == "attack_supply"

    @property
    def guns(self) -> bool:
        return self.kind == "artillery"

    @property
    def armoured(self) -> bool:
        return self.kind in ARMOURED


def printed(id: str, steps: int) -> dict[str, object]:
    """2.2a: what the upper side of a counter shows with so many steps left."""
    row = counters()[id]
    traits, full = row.get("traits", []), steps >= row.get("steps", 1)
    tactical = row.get("tactical", 0)
    return {
        "id": id,
        "side": row["side"],
        "nation": row["nation"],
        "size": SIZES[row["size"]],
        "kind": row.get("kind", "infantry"),
        "army": row.get("army", ""),
        "group": row.get("group", ""),
        "strength": row.get("strength", 0) if full else row.get("reduced", 0),
        "printed": tactical if full else row.get("tactical_reduced", tactical),
        "walks": row.get("movement", 0),
        "motorized": "motorized" in traits,
        "yellow": "yellow" in traits,
        "band": "white" if "white_band" in traits else "yellow" if "yellow_band" in traits else "",
        "steps": steps,
        "whole": row.get("steps", 1),
    }


class Board(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Everything that can be seen on the table at one moment."""

    chart: Chart
    turn: int
    options: dict[str, bool | int | str]
    pieces: dict[str, Piece]
    """All pieces, `at` "" or in a box where they are not on the map."""
    stacks: dict[str, list[Piece]]
    control: dict[str, str]
    destroyed: frozenset[str]
    interdicted: frozenset[Pair]
    bridgeheads: frozenset[str]
    refugees: frozenset[str]
    terror: str
    open_city: bool
    surrendered: frozenset[str]
    better: frozenset[str]
    engaged: dict[str, tuple[str, tuple[str, ...]]]
    """11.9b: the defender hexes of Engaged combats, with the side and the units that attack."""
    fought: frozenset[str]
    """11.2: hexes that have been attacked in this round."""
    port: str
    railed: int
    west_wall_used: bool
    moving: tuple[str, ...] = ()
    """The units that are on their way."""

    def there(self, label: str, side: str) -> list[Piece]:
        return [piece for piece in self.stacks.get(label, ()) if piece.side == side]

    def standing_fort(self, label: str) -> tuple[str, int] | None:
        """10.9a: builder and garrison of a Fortified Line that is not destroyed."""
        return self.chart.forts.get(label) if label not in self.destroyed else None

    def standing_works(self, label: str) -> bool:
        return label in self.chart.works and label not in self.destroyed

    def enemy_fort(self, label: str, side: str) -> bool:
        """Whether a garrison of the other side bars a hex."""
        fort = self.standing_fort(label)
        return fort is not None and (fort[0] == "german") != (side == "german")

    def in_engagement(self, piece: Piece) -> bool:
        """11.9b.mark: Engaged markers lie on the defender hex and on all attacker hexes."""
        if any(piece.id in units for _, units in self.engaged.values()):
            return True
        return any(
            piece.at == target if piece.side != side else piece.at in self._attacker_hexes(target)
            for target, (side, _) in self.engaged.items()
            if self._attacker_hexes(target)
        )

    def _attacker_hexes(self, target: str) -> set[str]:
        """R.11.9b.1: where attackers are left; without any the markers come off."""
        return {self.pieces[id].at for id in self.engaged[target][1]} & self.chart.land


def other(side: str) -> str:
    return "allied" if side == "german" else "german"


def home(nation: str) -> str:
    return COUNTRY.get(nation, "")


def tactical(piece: Piece, bonus: int = 0) -> int:
    """6.2a, 6.2c, 7.5c: two less Out of Supply, then what a marker adds, then two less Disrupted, never below one."""
    rating = piece.printed
    if piece.depot:
        return 0
    if piece.hungry:
        rating = max(1, rating - 2)
    rating += bonus
    return max(1, rating - 2) if piece.disrupted else rating


def held_tactical(board: Board, piece: Piece) -> int:
    """12.11a.tr: in Scenario 3 a Better Defense marker adds one against German movement and attack."""
    marked = piece.side == "allied" and piece.at in board.better
    return tactical(piece, int(board.chart.rules.get("better_defence_tactical", 0)) if marked else 0)


def allowance(piece: Piece) -> int:
    """7.5c, 6.2a: three at most Out of Supply; two less Disrupted, never below one."""
    points = min(piece.walks, 3) if piece.hungry else piece.walks
    return max(1, points - 2) if piece.disrupted else points
