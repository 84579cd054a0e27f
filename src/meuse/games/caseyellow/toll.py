"""What each result of a combat would cost both sides, as the board stands, and which side it favours."""

from __future__ import annotations

from collections.abc import Iterable

from meuse.counters import Unit
from meuse.games.caseyellow import odds
from meuse.games.caseyellow.aftermath import retreat_paths
from meuse.games.caseyellow.battle import SecondStep, is_lone_corps
from meuse.games.caseyellow.board import DISRUPTED, CaseYellow
from meuse.games.caseyellow.odds import Battle
from meuse.games.caseyellow.results import NO_DIE, printed, row, takes
from meuse.hexmap import OFF_MAP


def good_for(g: CaseYellow, battle: Battle, code: str) -> str:
    """The side that a result favours; none if it costs both sides or does nothing."""
    own, other = steps_lost(g, battle, code)
    gain = takes(g, battle, code) or other > 0
    return "" if gain == (own > 0) else "attacker" if gain else "defender"


# -- steps


def steps_lost(g: CaseYellow, battle: Battle, code: str) -> tuple[int, int]:
    """11.3e to 11.3g, 11.9a: the steps that a result costs attacker and defender."""
    if code in (NO_DIE, "ENG"):
        return printed(g, battle, code)
    attackers = odds.adjacent(g, battle)
    own = 1 if code == "AE" and is_lone_corps(g, attackers) else row(g, code)["attacker"]
    return min(own, steps(g, attackers)), defenders_toll(g, battle, code) if odds.defenders(g, battle) else 0


def defenders_toll(g: CaseYellow, battle: Battle, code: str) -> int:
    """11.3h: what the worst step of the attackers leaves the defenders; 13.5.3: in the port nothing."""
    side = odds.attacker(g, battle)
    if odds.at_port(g, battle) and takes(g, battle, code):
        return steps(g, g.fighters(battle.attack.target, side.enemy))
    boards = [worn(g, u) for u in odds.takers(g, battle, side)[0]] if row(g, code)["attacker"] else [g]
    if code == "DE":
        return max(destroyed_toll(board, battle) for board in boards)
    bearers, _ = odds.takers(g, battle, side.enemy)
    length = row(g, code)["retreat"] if takes(g, battle, code) else 0
    before, units = steps(g, odds.defenders(g, battle)), odds.defenders(g, battle)

    def best(board: CaseYellow) -> int:
        options = [worn(board, u) for u in bearers] if row(g, code)["defender"] else [board]
        return max(saved(option, units, length) for option in options)

    return before - min(best(board) for board in boards)


def destroyed_toll(g: CaseYellow, battle: Battle) -> int:
    """11.3f, 11.3f.steps: small units, and two steps: the attacker picks the first, the defender the second."""
    units, sizes = odds.defenders(g, battle), g.scenario.size_of
    large = tuple(u for u in units if sizes[u] != "small")
    second = SecondStep(odds.attacker(g, battle).enemy, large, "", tuple(g.steps[u] for u in large))

    def best(board: CaseYellow) -> int:
        options = [worn(board, u) for u in second.bearers(board)] or [board]
        return max(saved(shaken(option, large), large, row(g, "DE")["retreat"]) for option in options)

    return steps(g, units) - min((best(worn(g, u)) for u in large), default=0)


def saved(g: CaseYellow, units: Iterable[Unit], length: int) -> int:
    """11.4b, 11.4d: the steps of those units that are left and can retreat, each as the board stands."""
    left = [u for u in units if g.hex_of[u] >= 0]
    return steps(g, (u for u in left if not length or retreat_paths(g, u, length)))


def worn(g: CaseYellow, u: Unit) -> CaseYellow:
    """The board after a unit has lost a step."""
    board = g.copy()
    board.set_steps(u, g.steps[u] - 1)
    if not board.steps[u]:
        board.place(u, OFF_MAP)
    return board


def shaken(g: CaseYellow, units: Iterable[Unit]) -> CaseYellow:
    """11.3f.survive: the board with these units Disrupted, before they retreat."""
    board = g.copy()
    for u in units:
        board.set_status(u, g.status[u] | DISRUPTED)
    return board


def steps(g: CaseYellow, units: Iterable[Unit]) -> int:
    return sum(g.steps[u] for u in units)
