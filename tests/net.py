"""A net under a change that must change nothing: games are recorded before it, and compared after it.

    python -m tests.net record --games 20          before: staff, curious and random games of every scenario
    python -m tests.net compare                    after: plays the recorded orders, and looks at every decision

Kept of every decision are the state's fingerprint, the choices along the order that was given and along others drawn by
chance, the rules of some refusals, and some of the words. The first decision that differs is told, with what differs.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path

import msgspec

import meuse
from meuse.decision import Decision
from meuse.game import UNDO, Game
from meuse.games import OWN, rule_book
from meuse.steps import Order, Token

PLAYERS = ("staff", "curious", "random")
KEPT = Path("build/net")
WORDS = KEPT / "words"
REFUSALS = 4
"""Tokens that may not come next, of which the rule is kept at every decision."""

TOLD_EVERY = 7
"""Decisions between two of which the choices are kept as they are told to a person."""

RENAMED: dict[tuple[str, str, Token], Token] = {
    ("caseyellow", "BetterDefence", "place"): "fortify",
    ("caseyellow", "CutOffDepot", "pass"): "save",
    ("caseyellow", "DeclareRefit", "declare"): "refit",
    ("caseyellow", "DeclareRefit", "pass"): "wait",
    ("caseyellow", "OpenCity", "declare"): "open-city",
    ("caseyellow", "Paratroops", "drop"): "land",
    ("caseyellow", "Refugees", "place"): "refugees",
    ("caseyellow", "Reinforcements", "enter"): "deploy",
    ("caseyellow", "ReturnPanzers", "enter"): "deploy",
    ("caseyellow", "SpendRefit", "refit"): "restore",
    ("caseyellow", "WestWall", "pass"): "save",
    ("france40", "AutomaticDS", "pass"): "decline",
    ("france40", "Breakthrough", "leave"): "drop",
    ("france40", "Combat", "end"): "done",
    ("france40", "CombatThrow", "pass"): "keep",
    ("france40", "DefenceThrow", "pass"): "keep",
    ("france40", "DesperateDefence", "pass"): "give-way",
    ("france40", "DeterminedDefence", "pass"): "give-way",
    ("france40", "Disengage", "pass"): "stay",
    ("france40", "LeaveOut", "leave"): "leave-out",
    ("france40", "PlaceGQG", "place"): "gqg",
    ("france40", "PlaceHalts", "place"): "halt",
    ("france40", "Recovery", "leave"): "keep",
    ("france40", "Support", "support"): "hq",
    ("france40", "WaitForShips", "place"): "wait",
    ("gdw1940", "Assignment", "done"): "seal",
    ("gdw1940", "Attacks", "done"): "fight",
    ("gdw1940", "Attacks", "withdraw"): "cancel",
    ("gdw1940", "Battles", "end"): "done",
    ("gdw1940", "Deployment", "place"): "deploy",
    ("gdw1940", "GermanAssignment", "done"): "seal",
    ("gdw1940", "GermanDeployment", "place"): "deploy",
    ("gdw1940", "March", "move"): "march",
    ("gdw1940", "Withdrawal", "recall"): "withdraw",
    ("manstein", "ActivateCommands", "activate"): "command",
    ("manstein", "Bridgehead", "pass"): "none",
    ("manstein", "Deployment", "place"): "deploy",
    ("manstein", "Excess", "eliminate"): "excess",
    ("manstein", "Extension", "pass"): "end",
    ("manstein", "GiveUp", "lift"): "remove",
    ("manstein", "MoraleVictory", "pass"): "keep",
    ("manstein", "Movement", "drop"): "land",
    ("manstein", "Movement", "exit"): "leave",
    ("manstein", "NavalSupport", "pass"): "none",
    ("manstein", "OpenCities", "declare"): "open",
    ("manstein", "Reinforcements", "done"): "end",
    ("manstein", "SpecialForces", "pass"): "none",
    ("planjaune", "AlliedMissions", "end"): "done",
    ("planjaune", "Evacuation", "pass"): "done",
    ("planjaune", "SpecialOperations", "end"): "done",
    ("planjaune", "StaticDivisions", "pass"): "done",
    ("skirmish", "Operation", "disband"): "break",
}
"""By game, step and new word: the word by which an order was recorded."""

REGROUPED = {("gdw1940", "Arrivals")}
"""Steps at which what were several orders is one now; of their decisions only the state is compared."""


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """One decision: the state, what may be ordered, what may not; and the order that was given."""

    state: str
    choices: str
    refusals: str
    told: str
    side: str
    order: str


class Recorded(msgspec.Struct, frozen=True):
    game: str
    scenario: str
    players: str
    seed: int
    options: dict[str, bool | int | str]
    marks: tuple[Mark, ...]


def record(game_id: str, scenario: str, players: str, seed: int) -> Recorded:
    """Play a game between two bots, and keep every decision."""
    from kits.curious import drawn_options
    from oracle.walk import player

    options = drawn_options(game_id, seed) if players == "curious" else {}
    game = meuse.new(game_id, scenario, seed, options)
    game.quiet = True
    bots = {side: player(players, f"net {seed} {side.word}") for side in meuse.SIDES}
    marks = []
    while not game.over and len(marks) < 6000:
        side = game.decision.side
        before = game.state.digest()
        order = bots[side].choose(game.seat(side))
        marks.append(Mark(before, *seen(game, order, len(marks)), side.word, " ".join(order)))
        game.play(order, side)
    return Recorded(game_id, scenario, players, seed, options, tuple(marks))


def compare(path: Path, texts: bool = False) -> str:
    """What differs first in a recorded game, in its words too if they are asked for; nothing, if nothing does."""
    kept = msgspec.json.decode(path.read_bytes(), type=Recorded)
    game = meuse.new(kept.game, kept.scenario, kept.seed, kept.options)
    game.quiet = True
    for number, mark in enumerate(kept.marks):
        order = tuple(mark.order.split())
        try:
            regrouped = (kept.game, type(game.decision.step).__name__) in REGROUPED
            now = (game.state.digest(), *(() if regrouped else seen(game, order, number)))
            looked = zip(Mark.__struct_fields__, now, msgspec.to_builtins(mark), strict=False)
            wrong = [name for name, a, b in looked if a != b and (texts or name != "told")]
            if wrong:
                return f"{path.stem}: {' and '.join(wrong)} differ before order {number + 1}: {mark.side} {mark.order}"
            game.play(order, mark.side)
        except Exception as problem:
            return f"{path.stem}: order {number + 1}, {mark.side} {mark.order}: {type(problem).__name__}: {problem}"
    return ""


def seen(game: Game, order: Order, number: int) -> tuple[str, str, str]:
    """What may be ordered at a decision, why other things may not, and what is told of it: short fingerprints."""
    decision, rng = game.decision, random.Random(number)
    once = _words_once(game, decision)
    order = _renamed(order, {old: new for new, old in once.items()})
    prefixes = [order[:n] for n in range(len(order))] if order != UNDO else [()]
    for word in _listed(decision)[:8]:
        prefix: Order = (word,)
        while following := decision.choices(prefix):
            prefixes.append(prefix)
            prefix = (*prefix, rng.choice(following))
    choices = []
    for prefix in prefixes:
        listed = [_renamed((*prefix, token), once)[-1] for token in _listed(decision, prefix)]
        choices.append(f"{' '.join(_renamed(prefix, once))}: {' '.join(listed)}")
    scenario = game.state.scenario
    tokens = [*scenario.unit_ids, *scenario.map.labels, *_words(game.rules.id)]
    refusals = []
    for token in rng.choices(tokens, k=REFUSALS):
        prefix = rng.choice(prefixes)
        refusal = decision.why_not(prefix, token if prefix else _as_it_was(token, once))
        refusals.append(f"{' '.join((*_renamed(prefix, once), token))}: {refusal and refusal.rule}")
    told = prefixes[:4] if number % TOLD_EVERY == 0 else []
    described = [str([one for one in decision.describe(prefix) if one.token not in UNDO]) for prefix in told]
    return _short(choices), _short(refusals), _short([decision.question, decision.help, *described])


def _words_once(game: Game, decision: Decision) -> dict[Token, Token]:
    """The words of a step's orders that have changed since they were recorded: the new one, and the old."""
    step = type(decision.step).__name__
    return {new: old for (game_id, name, new), old in RENAMED.items() if (game_id, name) == (game.rules.id, step)}


def _renamed(order: Order, words: Mapping[Token, Token]) -> Order:
    return (words.get(order[0], order[0]), *order[1:]) if order else order


def _as_it_was(token: Token, once: Mapping[Token, Token]) -> Token:
    """The present word for what a token was when it was recorded: a word that is new was none."""
    now = {old: new for new, old in once.items()}
    return now.get(token, "-" if token in once else token)


@cache
def _words(game_id: str) -> tuple[Token, ...]:
    """The words of a game's orders when the net was made: by these, chance draws what is refused."""
    if not WORDS.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        WORDS.write_bytes(msgspec.json.encode({one: rule_book(one).words for one in OWN}))
    return tuple(msgspec.json.decode(WORDS.read_bytes())[game_id])


def _listed(decision: Decision, prefix: Order = ()) -> list[Token]:
    """The choices without `undo`, which changes nothing that a game could record."""
    return [token for token in decision.choices(prefix) if token not in UNDO]


def _short(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def _wanted(games: int, only: str | None) -> Iterator[tuple[str, str, str, int]]:
    for seed in range(games):
        for game_id in OWN:
            for info in rule_book(game_id).scenarios:
                if only in (None, game_id):
                    yield game_id, info.id, PLAYERS[seed % len(PLAYERS)], seed + 1


def _record_all(games: int, only: str | None, jobs: int) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    waiting = [one for one in _wanted(games, only) if not _path(*one).exists()]
    with ProcessPoolExecutor(jobs) as pool:
        for recorded in pool.map(record, *zip(*waiting, strict=True)) if waiting else ():
            path = _path(recorded.game, recorded.scenario, recorded.players, recorded.seed)
            path.write_bytes(msgspec.json.encode(recorded))
            print(path.stem, len(recorded.marks), flush=True)


def _compare_all(only: str | None, jobs: int, texts: bool) -> int:
    paths = sorted(path for path in KEPT.glob("*.json") if only is None or path.stem.startswith(only))
    with ProcessPoolExecutor(jobs) as pool:
        wrong = [told for told in pool.map(partial(compare, texts=texts), paths) if told]
    print(*wrong, f"{len(paths)} games, {len(wrong)} differ", sep="\n")
    return len(wrong)


def _path(game_id: str, scenario: str, players: str, seed: int) -> Path:
    return KEPT / f"{game_id}-{scenario}-{players}-{seed}.json"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.net", description=__doc__)
    parser.add_argument("what", choices=("record", "compare"))
    parser.add_argument("--game", choices=OWN)
    parser.add_argument("--games", type=int, default=20, help="of every scenario")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--texts", action="store_true", help="compare what is told to a person too")
    asked = parser.parse_args()
    if asked.what == "compare":
        return min(_compare_all(asked.game, asked.jobs, asked.texts), 1)
    _record_all(asked.games, asked.game, asked.jobs)
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    sys.exit(main())
