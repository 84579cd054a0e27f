"""Golden playthroughs: a whole game as text, with what could be chosen and the fingerprint of the state at every order.

    .venv/bin/python tests/replay/playthrough.py skirmish 21
    .venv/bin/python tests/replay/playthrough.py gdw1940 7 staff
    .venv/bin/python tests/replay/playthrough.py france40/dynamo 3

    .venv/bin/python tests/replay/playthrough.py --respell skirmish

plays a game anew, by chance or between bots of this name, and writes it to tests/replay; a scenario comes after the id.
Raise the `revision` of the game with it: a playthrough changes only if the rules, the tables or the engine do. The last
line writes the same game in the present words of orders, and keeps it as it was in `older`, for a test that reads it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import meuse
from meuse import journal
from meuse.lab.play import play_out
from meuse.opponents import bot
from meuse.steps import Order

FOLDER = Path(__file__).parent


def playthrough(game: meuse.Game) -> str:
    """The text of a saved game with two comments before every order: the choices of that moment, and its state."""
    head, _, body = journal.write(game).partition("---\n")
    again = meuse.new(game.rules.id, game.state.scenario.id, seed=game.state.dice.seed.decode())
    rows = [head + "---"]
    for entry, row in zip(game.journal, body.splitlines(), strict=False):
        rows += [_choices(again, entry.side), f"# state {len(again.journal)} {again.state.digest()}", row]
        again.play(entry.order, entry.side)
    return "\n".join([*rows, body.splitlines()[-1]]) + "\n"


def _choices(game: meuse.Game, side: meuse.Side) -> str:
    decision = game.seat(side).decision
    assert decision is not None
    counts = {word: len(decision.choices((word,))) for word in decision.choices()}
    words = [f"{word} ({count})" if count else word for word, count in counts.items()]
    return f"# {decision.question} {', '.join(words)}"


def eager_game(game_id: str, scenario: str | None, seed: str) -> meuse.Game:
    """A game between players who choose by chance, but would rather do something than nothing."""
    game, rng = meuse.new(game_id, scenario, seed=seed), Random(f"eager {seed}")
    while not game.over:
        decision = game.decision
        doing = [word for word in decision.choices() if decision.choices((word,)) and word not in decision.backs()]
        order: Order = ()
        if doing and rng.random() < 0.8:
            order = (rng.choice(doing),)
        while following := decision.choices(order):
            order = (*order, rng.choice(following))
        game.play(order, decision.side)
    return game


def bot_game(game_id: str, scenario: str | None, seed: str, player: str) -> meuse.Game:
    """A game between two bots of the same name."""
    game = meuse.new(game_id, scenario, seed=seed)
    play_out(game, {side.word: bot(player, f"{seed} {side.word}") for side in meuse.SIDES})
    return game


def respell(name: str) -> None:
    """A playthrough in the present words of orders; the orders and states stay what they are."""
    path = FOLDER / f"{name}.meuse"
    (FOLDER / "older" / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    path.write_text(playthrough(meuse.load(path)), encoding="utf-8")


def play_anew(name: str, chosen: str, *player: str) -> None:
    book, _, part = name.partition("/")
    played = bot_game(book, part or None, chosen, *player) if player else eager_game(book, part or None, chosen)
    (FOLDER / f"{name.replace('/', '-')}.meuse").write_text(playthrough(played), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "--respell":
        respell(sys.argv[2])
    else:
        play_anew(*sys.argv[1:])
