"""Bots against bots: one game, or many on several processes, with results that do not depend on how many."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, Literal

import msgspec

import meuse
from meuse.appreciation import Historical
from meuse.audit import Looked, dates_of, look_back
from meuse.counters import SIDES
from meuse.game import Game
from meuse.lab.auditing import Tally, history, tallies
from meuse.lab.auditing import summary as audited
from meuse.lab.campaign import Held, campaign
from meuse.lab.keeping import keeping
from meuse.lab.turns import TurnRow, turn_rows
from meuse.lab.workers import workers
from meuse.opponents import Bot, bot
from meuse.report import count


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One game between bots. `error` is the first thing that went wrong, if anything did."""

    seed: int
    options: dict[str, bool | int | str]
    orders: int
    winner: str
    level: str
    digest: str
    seconds: float
    verified: bool
    error: str = ""
    score: dict[str, float] = {}
    """Of both sides, at the end."""
    dates: dict[str, int] = {}
    """In which game turn what of 1940 happened."""
    tallies: dict[str, Tally] = {}
    """The blunders of either side, if they were to be counted."""
    turns: tuple[TurnRow, ...] = ()
    """The game turn by turn, if that was wanted."""
    campaign: tuple[Held, ...] = ()
    """Who held which ground at the end of each turn, if that was wanted."""


class Match(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is to be played. `others`: whether options that are not named stay as they are or are drawn by the seed."""

    game: str
    scenario: str | None
    german: str
    allied: str
    options: dict[str, bool | int | str] = {}
    tables: dict[str, str] = {}
    """A player's own tables by file name, as they travel to other machines."""
    others: Literal["fixed", "drawn"] = "fixed"
    verify: bool = True
    audit: bool = False
    turns: bool = False
    campaign: bool = False
    variant: meuse.Variant | None = None
    """The variant that is played, carried along so that no other machine need have its folder."""

    def begun(self, seed: int | str, options: Mapping[str, bool | int | str]) -> Game:
        """A game of it."""
        return meuse.new(self.game, self.scenario, seed, options, self.tables or None, self.variant)


def play_out(game: Game, bots: Mapping[str, Bot], most_orders: int = 100_000) -> None:
    """Let bots play a game to its end: `{"german": meuse.bot("staff"), "allied": meuse.bot("random")}`."""
    seats = {side: game.seat(side) for side in SIDES}
    for _ in range(most_orders):
        if game.over:
            return
        side = game.decision.side
        game.play(bots[side.word].choose(seats[side]), side)
    raise RuntimeError(f"the game is not over after {count(most_orders, 'order')}")


def options_of(match: Match, seed: int) -> dict[str, bool | int | str]:
    """The options of game number `seed`.

    >>> one = Match(game="manstein", scenario=None, german="random", allied="random", others="drawn")
    >>> options_of(one, 1) == options_of(one, 1) != options_of(one, 2)
    True
    """
    if match.others == "fixed":
        return match.options
    rng = Random(f"{match.game} options {seed}")
    drawn = {option.id: rng.choice(option.values) for option in meuse.rule_book(match.game).options}
    return {**drawn, **match.options}


def play_one(match: Match, seed: int) -> Played:
    """Game number `seed` of a match."""
    started = time.perf_counter()
    options = options_of(match, seed)
    game = match.begun(seed, options)
    game.quiet = True
    bots = {"german": bot(match.german, f"{seed} german"), "allied": bot(match.allied, f"{seed} allied")}
    error, seconds, looked = "", 0.0, Looked()
    turns: tuple[TurnRow, ...] = ()
    held: tuple[Held, ...] = ()
    try:
        play_out(game, bots)
        seconds = time.perf_counter() - started
        looked = _looked(match, game)
        turns = turn_rows(game) if match.turns else ()
        held = campaign(game) if match.campaign else ()
    except Exception as problem:  # a match goes on, and tells what went wrong
        error = f"{type(problem).__name__}: {problem}"
    result = game.result
    return Played(
        seed=seed,
        options=options,
        orders=len(game.journal),
        winner=result.winner.word if result and result.winner is not None else "draw" if result else "",
        level=result.level if result else "",
        digest=game.state.digest(),
        seconds=round(seconds, 3),
        verified=looked.digest == game.state.digest(),
        error=error,
        score=dict(result.score) if result else {},
        dates=dict(looked.dates),
        tallies=tallies(looked.blunders) if match.audit else {},
        turns=turns,
        campaign=held,
    )


def _looked(match: Match, game: Game) -> Looked:
    """The game gone through once more, as far as that is wanted."""
    if match.audit:
        return look_back(game)
    return dates_of(game) if match.verify else Looked()


def play_many(
    match: Match, games: int, first_seed: int, jobs: int = 1, *, ray: str | None = None, keep: Path | None = None
) -> Iterator[Played]:
    """The games of a match, in the order of their seeds.

    They are played on so many processes or on a Ray cluster, and kept in a file if one is named: those that it has
    already are not played again.
    """
    match = packed_up(match)
    players = keeping(workers(jobs, ray), keep, Played, partial(name_of, fingerprint(match)))
    seeds = range(first_seed, first_seed + games)
    return players.each(partial(play_one, match), seeds, partial(given_up, match))


def packed_up(match: Match) -> Match:
    """The match with the tables that this machine plays with: others need not have them."""
    if match.tables or match.variant is not None:
        return match
    return msgspec.structs.replace(match, tables=dict(meuse.rule_book(match.game, match.scenario).own_tables))


def fingerprint(match: Match) -> str:
    """What tells a match from all others, those by other rules or on other tables included."""
    rules = meuse.rule_book(match.game)
    facts = json.dumps([msgspec.to_builtins(match), rules.revision, rules.data_hash], sort_keys=True)
    return hashlib.sha256(facts.encode()).hexdigest()[:16]


def name_of(match: str, seed: int) -> str:
    """A game as it is kept: by the fingerprint of its match, and its seed."""
    return f"{match} {seed}"


def given_up(match: Match, seed: int) -> Played:
    """What is told of a game on which process after process died."""
    return Played(
        seed=seed,
        options=options_of(match, seed),
        orders=0,
        winner="",
        level="",
        digest="",
        seconds=0.0,
        verified=False,
        error="process after process that played it was killed",
    )


def interval(count: float, games: int) -> tuple[float, float]:
    """Between which shares of all games the true one lies, with 95 % confidence (after Wilson).

    >>> interval(20, 40)
    (0.352, 0.648)
    """
    if not games:
        return 0.0, 1.0
    z = 1.96
    share, spread = count / games, z * z / games
    centre = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return round(max(0.0, centre - half), 3), round(min(1.0, centre + half), 3)


def summary(match: Match, played: list[Played]) -> dict[str, Any]:
    """A match in figures."""
    winners = {word: sum(p.winner == word for p in played) for word in ("german", "allied", "draw")}
    levels = sorted({p.level for p in played if p.level})
    audits = {"audit": audited([p.tallies for p in played if p.tallies])} if match.audit else {}
    return {
        "game": match.game,
        "scenario": match.scenario,
        "german": match.german,
        "allied": match.allied,
        "games": len(played),
        "finished": sum(bool(p.winner) for p in played),
        "errors": [f"seed {p.seed}: {p.error}" for p in played if p.error],
        "verified": sum(p.verified for p in played),
        "wins": winners,
        "shares": {word: interval(count, len(played)) for word, count in winners.items()},
        "levels": {level: sum(p.level == level for p in played) for level in levels},
        "orders": sum(p.orders for p in played),
        "seconds": round(sum(p.seconds for p in played), 2),
        "longest_seconds": max((p.seconds for p in played), default=0.0),
        "options": [p.options for p in played],
        "digests": [p.digest for p in played],
        "history": history(events_of(match), [p.dates for p in played if not p.error]),
        **audits,
    }


def events_of(match: Match) -> Sequence[Historical]:
    """What of 1940 a scenario can show."""
    game = match.begun(0, match.options)
    return () if game.rules.appreciation is None else tuple(game.rules.appreciation.historical(game.state))
