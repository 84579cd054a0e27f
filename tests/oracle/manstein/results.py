"""22 what a battle comes to: the result by the die, and the losses and retreats that must follow from it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from oracle.frame import Difference, compare_values
from oracle.manstein import combat
from oracle.manstein.board import Asked, Board, Fight
from oracle.manstein.chart import TABLES, other


class Rolled(msgspec.Struct, frozen=True):
    """A battle as it was fought: who, on which ground, and what the die said."""

    fight: Fight
    code: str


def rolled(
    board: Board, step: str, fight: Fight | None, order: tuple[str, ...], dice: tuple[int, ...]
) -> Rolled | None:
    """The battle that an order has brought about, if it was one with one die."""
    found = fought(board, step, fight, order)
    if found is None or len(dice) != 1 or order[0] == "commit":
        return None
    ships = (1 if found.side == "allied" else -1) if order[0] == "naval" else 0
    column = combat.shifted(combat.first_column(*sums(board, found)), [*points(board, found), ships])
    code = combat.faces(column, found.table)[dice[0] - 1]
    return Rolled(found, "" if found.kind == "counterattack" and code == "CA" else combat.turned(board, found, code))


def fought(board: Board, step: str, fight: Fight | None, order: tuple[str, ...]) -> Fight | None:
    """Which battle that is: just declared, or the one that was asked about."""
    if step == "Attacks" and order[0] == "attack":
        return combat.declared(board, board.side, order[1], order[3:-1])
    if fight is None:
        return None
    if step == "Counterattack":
        units = tuple(p.id for p in combat.defenders(board, fight))
        return Fight(other(fight.side), order[1], units, "counterattack", "assault", ())
    return msgspec.structs.replace(fight, table=order[1]) if step == "ChooseTable" else fight


def sums(board: Board, fight: Fight) -> tuple[int, int]:
    """10.3d; 22.2e: in a counterattack units without attack factor use the other one."""
    attack, defence = combat.strengths(board, fight)
    if fight.kind == "counterattack":
        units = [board.pieces[u] for u in fight.units]
        attack = sum(p.attack or p.defence for p in units)
    return attack, defence


def points(board: Board, fight: Fight) -> Collection[int]:
    """10.5; 22.2b: in a counterattack one column and nothing else."""
    if fight.kind == "counterattack":
        return [int(TABLES["shifts"]["counterattack"])]
    return combat.shifts(board, fight).values()


def followed(before: Board, after: Board, asked: Asked, battle: Rolled) -> Iterator[Difference]:
    """22.1: the question that comes after a battle is about the steps and hexes of its result."""
    row: dict[str, Any] = TABLES["results"].get(battle.code, {})
    fight, mine = battle.fight, asked.side == battle.fight.side
    word = "attacker" if mine else "defender"
    question = f"{battle.code or 'nothing'} at {fight.target}, {asked.side} {asked.step}"
    gone = {side: lost(before, after, units) for side, units in involved(before, fight).items()}
    owed = {"attacker": int(row.get("attacker_steps", 0)), "defender": int(row.get("defender_steps", 0))}
    if asked.step == "Lose":
        total = gone[word] + asked.length
        yield from compare_values("steps", question, "22.1", total, min(owed[word], strong(before, fight, word)))
    elif asked.step == "Retreat":
        yield from compare_values("length", question, "22.1", asked.length, int(row.get(f"{word}_retreat", 0)))
    elif asked.step == "Counterattack":
        yield from compare_values("result", question, "22.1", "CA", battle.code)
    if asked.step in ("Retreat", "Advance"):
        for side, steps in gone.items():
            due = min(owed[side], strong(before, fight, side))
            if not row.get(f"{side}_retreat"):  # who has nowhere to go is lost as well
                yield from compare_values("lost", f"{question}: {side}", "22.1", steps, due)


def involved(board: Board, fight: Fight) -> dict[str, list[str]]:
    """10.1c, 10.6b: those who share a result: the attackers, and everybody in the attacked hex."""
    there = [p.id for p in board.ground(fight.target, other(fight.side))]
    return {"attacker": list(fight.units), "defender": there}


def lost(before: Board, after: Board, units: Collection[str]) -> int:
    return sum(before.pieces[u].steps - (after.pieces[u].steps if after.pieces[u].on_map else 0) for u in units)


def strong(board: Board, fight: Fight, word: str) -> int:
    """R.10.6b.1: the steps that there are to lose."""
    return sum(board.pieces[u].steps for u in involved(board, fight)[word])
