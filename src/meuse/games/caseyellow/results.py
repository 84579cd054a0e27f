"""11.3d to 11.3h: what the results of the combat table mean: in words, in steps, and whether the hex falls."""

from __future__ import annotations

from meuse.games.caseyellow import odds
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.odds import Battle

NO_DIE = "-"
"""7.9e.alone: the result where an Attack Supply Unit alone in its hex is lost, whatever the odds."""
MEANING = {
    NO_DIE: "the Attack Supply Unit is eliminated without a die",
    "AE": "the attackers lose 2 steps and are disrupted",
    "AL1": "the attackers lose a step",
    "BL1": "both sides lose a step, and the defenders retreat 1 hex",
    "DL1": "the defenders lose a step and retreat 1 hex",
    "DR": "the defenders retreat 2 hexes",
    "DE": "the defenders lose 2 steps, are disrupted and retreat 2 hexes",
}
IN_FORT = {
    "BL1": "both sides lose a step, but the Fortified Line holds",
    "DL1": "the defenders lose a step, but the Fortified Line holds",
    "DR": "no effect: the Fortified Line holds",
    "DE": "the Fortified Line is destroyed; the defenders lose 2 steps and retreat 2 hexes",
}
ON_GARRISON = {
    "BL1": "the attackers lose a step",
    "DL1": "no effect on the garrison",
    "DR": "no effect on the garrison",
    "DE": "the Fortified Line is destroyed",
    "ENG": "no effect on the garrison",
}


def meaning(g: CaseYellow, battle: Battle, code: str) -> str:
    """10.9a, 11.7c, 13.5.3: a result in words, for the hex that is attacked."""
    if odds.garrison(g, battle):
        table = IN_FORT if odds.defenders(g, battle) else ON_GARRISON
        return table.get(code) or plain(g, battle, code)
    if odds.at_port(g, battle) and takes(g, battle, code):
        price = "the attackers lose a step, and " if code == "BL1" else ""
        return f"{price}all units in the port are eliminated"
    return plain(g, battle, code)


def plain(g: CaseYellow, battle: Battle, code: str) -> str:
    """A result that the table alone decides."""
    return engaged(g, battle) if code == "ENG" else MEANING[code]


def engaged(g: CaseYellow, battle: Battle) -> str:
    """11.9a: the lower tactical rating loses a step, both if they are equal."""
    attackers, defenders = engaged_toll(g, battle)
    one = "the attackers lose" if attackers else "the defenders lose"
    losers = "both sides lose" if attackers and defenders else one
    return f"{losers} a step; if defenders are left, the combat continues next round"


def takes(g: CaseYellow, battle: Battle, code: str) -> bool:
    """11.4b, 11.4d, 11.4e, 13.5.3: whether a result drives the defenders out."""
    if odds.garrison(g, battle):
        return code == "DE"
    return code == NO_DIE or bool(row(g, code)["retreat"])


def printed(g: CaseYellow, battle: Battle, code: str) -> tuple[int, int]:
    """11.3h, 11.9a: the steps that a result costs both sides, whichever units lose them, retreat or not."""
    if code == "ENG":
        return engaged_toll(g, battle)
    return (0, 1) if code == NO_DIE else (row(g, code)["attacker"], row(g, code)["defender"])


def engaged_toll(g: CaseYellow, battle: Battle) -> tuple[int, int]:
    """11.9a, R.10.9a.1: the lower TR loses a step, both if equal or in a Fortified Line; a garrison alone nothing."""
    if not odds.defenders(g, battle):
        return 0, 0
    attack, defence = odds.ratings(g, battle)
    level = bool(odds.garrison(g, battle))
    return int(attack <= defence or level), int(defence <= attack or level)


def row(g: CaseYellow, code: str) -> dict[str, int]:
    found: dict[str, int] = g.scenario.tables["crt"]["results"][code]
    return found
