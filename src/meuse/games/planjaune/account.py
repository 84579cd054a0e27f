"""11.13: why a game of Plan Jaune ended as it did, and which objectives decided it, in plain words."""

from __future__ import annotations

from meuse.accounts import Credit, begun, called, with_article
from meuse.counters import Side
from meuse.games.planjaune.board import PlanJaune
from meuse.games.planjaune.victory import LEVELS, OBJECTIVES, SEA, level, level_shifts, reached


def credits(g: PlanJaune) -> tuple[Credit, ...]:
    """11.13a: the objectives reached, and those denied."""
    return tuple(
        Credit(Side.GERMAN, 1, f"{words}: reached", f"11.13.o{n}")
        if reached(g, n)
        else Credit(Side.ALLIED, 1, f"{words}: denied", f"11.13.o{n}")
        for n, words in OBJECTIVES.items()
    )


def why(g: PlanJaune, reader: Side | None) -> str:
    """11.13b: the plan and the other objectives give a level; then what moves it, one by one."""
    plan = g.plans.get("objective", SEA)
    done = [n for n in OBJECTIVES if reached(g, n)]
    whose = "your" if reader is Side.GERMAN else "the German"
    fate = "was reached" if plan in done else "was not reached"
    others = [OBJECTIVES[n] for n in done if n != plan]
    besides = f", besides it {' and '.join(others)}" if others else ""
    start = LEVELS[level(plan in done, len(others))]
    told = f"{whose} objective, {OBJECTIVES[plan]}, {fate}{besides}, which makes it {with_article(start)}."
    shifts = [
        f"One level for {called(Side.GERMAN if shift > 0 else Side.ALLIED, reader)}: {text}."
        for shift, text, _ in level_shifts(g)
    ]
    return " ".join([begun(told), *shifts])
