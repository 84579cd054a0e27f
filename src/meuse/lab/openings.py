"""Looking for openings: the plans of a side, its styles and other weights, played against the staff and a raider.

The games go to the plans of the game, and the first of them in every style; the worse half is dropped after each
round, all on common seeds. With many games half of them go to the best plans with other weights. Those left at the end
of each half meet the staff's own plan on new seeds, and the best is the opening if it does better there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import ceil, log2
from pathlib import Path

import msgspec

import meuse
from meuse.advice import Plan
from meuse.counters import Side, SideWord
from meuse.lab.outcomes import Judge, margin, mean, points
from meuse.lab.play import play_out
from meuse.opponents import Bot, bot
from meuse.opponents.leeway import perturbed, tunable
from meuse.opponents.openings import Opening, Openings, read_openings, with_opening
from meuse.opponents.staff import advice_of
from meuse.opponents.styles import TRIED, StyledStaff

__all__ = ["Opening", "Quest", "Round", "found", "write"]

AGAINST = ("staff", "staff", "staff", "raider")
"""Who plays the other side, game after game."""

BASES = 2
"""How many are left at the end of a half."""

VARIANTS = 12
"""How many variations of each of the best plans to try at most."""

FOR_A_VARIANT = 100
"""How many games each further variation needs: with fewer, the best of many is merely the luckiest."""

MOVED = 0.5
"""How many of the weights to change, as far as their bounds allow."""


class Quest(msgspec.Struct, frozen=True, kw_only=True):
    """For which side an opening is looked for, and how long."""

    game: str
    scenario: str
    side: SideWord
    games: int = 400
    test: int = 40
    seed: int = 1
    jobs: int = 1


class Round(msgspec.Struct, frozen=True):
    """Those that are left after a round, the best first, and what they came to."""

    left: tuple[tuple[Opening, float], ...]


def found(quest: Quest) -> Iterator[Round | Opening]:
    """The rounds, and at last the opening; the staff's own plan where nothing did better."""
    plans, variants = _plans(quest), _variants(quest)
    usual = Opening(plan=plans[0].name)
    arms = [*(Opening(plan=plan.name) for plan in plans), *(Opening(plan=plans[0].name, style=s) for s in TRIED)]
    share = quest.games // 2 if variants else quest.games
    finalists: list[Opening] = []
    for stage in ("plans", "weights") if variants else ("plans",):
        last = Round(())
        for last in _halved(quest, arms, stage, share):
            yield last
        finalists += [opening for opening, _ in last.left]
        arms = [*finalists, *_varied(quest, finalists, variants)]
    yield _tested(quest, _without_twins(finalists), usual)


def _tested(quest: Quest, finalists: Sequence[Opening], usual: Opening) -> Opening:
    """Whoever does best on seeds that nobody was chosen by, with what it came to."""
    seeds = [f"test {number}" for number in range(quest.test)]
    came = [(mean(_results(quest, opening, seeds, "points")), opening) for opening in (usual, *finalists)]
    share, best = max(came, key=lambda result: result[0])
    return msgspec.structs.replace(best, games=quest.test, points=round(share, 3), usual=round(came[0][0], 3))


def write(path: Path, openings: Openings) -> None:
    """Write the openings of a game's scenarios; those of other sides stay as they are."""
    kept = {scenario: dict(sides) for scenario, sides in (read_openings(path) if path.exists() else {}).items()}
    for scenario, sides in openings.items():
        kept.setdefault(scenario, {}).update(sides)
    lines = ["# How a general begins: what came best in games against the staff and a raider. meuse openings GAME", ""]
    for scenario, sides in sorted(kept.items()):
        for side, opening in sorted(sides.items()):
            lines += _as_toml(f"{scenario}.{side}", opening)
    path.write_text("\n".join(lines), encoding="utf-8")


def _as_toml(table: str, opening: Opening) -> Iterator[str]:
    yield f"[{table}]"
    yield f'plan = "{opening.plan}"'
    yield f'style = "{opening.style}"'
    for name in ("games", "points", "usual"):
        yield f"{name} = {getattr(opening, name)}"
    if opening.weights:
        yield f"[{table}.weights]"
        yield from (f"{name} = {value:g}" for name, value in sorted(opening.weights.items()))
    yield ""


# -- helpers


def _halved(quest: Quest, arms: Sequence[Opening], stage: str, share: int) -> Iterator[Round]:
    """Rounds with so many games in all, the better half going on each time."""
    rounds = max(1, ceil(log2(len(arms) / BASES)))
    results: dict[int, list[float]] = {number: [] for number in range(len(arms))}
    alive = list(results)
    for _ in range(rounds):
        games = max(2, share // (rounds * len(alive)))
        begun = len(results[alive[0]])
        seeds = [f"{stage} {game}" for game in range(begun, begun + games)]
        for arm in alive:
            results[arm] += _results(quest, arms[arm], seeds, "margin")
        alive = sorted(alive, key=lambda arm: (-mean(results[arm]), arm))[: max(BASES, ceil(len(alive) / 2))]
        yield Round(tuple((arms[arm], round(mean(results[arm]), 3)) for arm in alive))


def _without_twins(openings: Sequence[Opening]) -> list[Opening]:
    return [opening for place, opening in enumerate(openings) if opening not in openings[:place]]


def _varied(quest: Quest, bases: Sequence[Opening], variants: int) -> Iterator[Opening]:
    known, rng = tunable(meuse.rule_book(quest.game)), random.Random(f"openings {quest.seed} {quest.side}")
    for base in bases:
        for _ in range(variants):
            moved = {name: round(value, 4) for name, value in perturbed(known, rng, MOVED).items()}
            yield msgspec.structs.replace(base, weights=moved)


def _variants(quest: Quest) -> int:
    """In how many ways the best plans are varied."""
    return min(VARIANTS, quest.games // FOR_A_VARIANT) if tunable(meuse.rule_book(quest.game)) else 0


def _plans(quest: Quest) -> Sequence[Plan]:
    board = meuse.new(quest.game, quest.scenario)
    return advice_of(board).plans(board.state, Side.of(quest.side))


def _results(quest: Quest, opening: Opening, seeds: Sequence[str], judge: str) -> list[float]:
    """What an opening comes to on these seeds; it does not depend on the number of jobs."""
    play = partial(_result, quest, opening, judge)
    if quest.jobs == 1:
        return [play(seed) for seed in seeds]
    with ProcessPoolExecutor(quest.jobs) as pool:
        return list(pool.map(play, seeds))


def _result(quest: Quest, opening: Opening, judge: str, seed: str) -> float:
    side = Side.of(quest.side)
    game = meuse.new(quest.game, quest.scenario, f"openings {quest.seed} {seed}")
    game.quiet = True
    plan = next(plan for plan in advice_of(game).plans(game.state, side) if plan.name == opening.plan)
    enemy = AGAINST[int(seed.rpartition(" ")[2]) % len(AGAINST)]
    players: dict[str, Bot] = {
        side.word: StyledStaff(f"{seed} own", plan=with_opening(plan, opening)),
        side.enemy.word: bot(enemy, f"{seed} enemy"),
    }
    play_out(game, players)
    return JUDGES[judge](game, side)


JUDGES: Mapping[str, Judge] = {"points": points, "margin": margin}
