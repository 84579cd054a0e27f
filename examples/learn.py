"""Learn to play: first copy the staff, then play against cadet and keep what wins (PPO with masks). Needs torch.

    python examples/learn.py [GAME] [--side german] [--copy 300] [--rounds 40] [--out build/learn]

It writes the network, a table of how well it plays, and a curve. With skirmish a laptop needs a quarter of an hour.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

import meuse
import meuse.env
from meuse.env import Alone

STEP, CLIP, ENTROPY, BACK = 3e-4, 0.2, 0.003, 0.97
"""Of PPO: step length, clipping, weight of entropy, how far an advantage reaches back."""
RECENT = 8
"""So many tokens of the order begun are read."""


class Seen(NamedTuple):
    """Observations as arrays, one row each."""

    hexes: Any
    globals: Any
    prefix: Any
    mask: Any


class Net(nn.Module):
    """Convolutions over the hexes: a hex is chosen by what is seen there, other tokens by what is seen everywhere."""

    def __init__(self, env: Alone, width: int = 32, hidden: int = 128) -> None:
        super().__init__()
        space, tokens = env.observer.space, len(env.vocabulary)
        channels = space["hexes"].shape[0]
        self.register_buffer("cells", torch.tensor(cells_of(env)))
        self.begin = nn.Conv2d(channels, width, 3, padding=1)
        self.more = nn.ModuleList(nn.Conv2d(width, width, 3, padding=1) for _ in range(2))
        self.words = nn.Embedding(tokens + 1, 16, padding_idx=0)
        self.mind = nn.Sequential(nn.Linear(2 * width + space["globals"].shape[0] + 16 * RECENT, hidden), nn.ReLU())
        self.deeper = nn.Sequential(nn.Linear(hidden, hidden), nn.ReLU())
        self.tokens, self.look, self.value = nn.Linear(hidden, tokens), nn.Linear(hidden, width), nn.Linear(hidden, 1)

    def forward(self, seen: Seen) -> tuple[Tensor, Tensor]:
        """What each token is worth, and how likely the game is won, from -1 to 1."""
        hexes = functional.relu(self.begin(tensor(seen.hexes)))
        for layer in self.more:
            hexes = functional.relu(hexes + layer(hexes))
        words = self.words(tensor(seen.prefix, torch.long)).flatten(1)
        everywhere = torch.cat([hexes.mean((2, 3)), hexes.amax((2, 3)), tensor(seen.globals), words], 1)
        mind = self.deeper(self.mind(everywhere))
        there = torch.einsum("bchw,bc->bhw", hexes, self.look(mind)).flatten(1) / math.sqrt(hexes.shape[1])
        logits = self.tokens(mind) + functional.pad(there, (1, 0))[:, self.cells]
        return logits.masked_fill(~tensor(seen.mask, torch.bool), -1e9), torch.tanh(self.value(mind)).squeeze(1)


def tensor(array: Any, kind: torch.dtype = torch.float32) -> Tensor:
    return torch.as_tensor(np.asarray(array)).to(kind)


def cells_of(env: Alone) -> list[int]:
    """For each token the cell of the grid that it names, from 1 on; 0 for words, numbers and units."""
    env.reset(seed=0)
    game, chosen = env.walk.game, env.observer.channels.index("chosen")
    labels = set(game.state.map.labels)

    def cell(label: str) -> int:
        return 1 + int(env.observer.look(game, env.side, (label,))["hexes"][chosen].argmax())

    return [cell(token) if token in labels else 0 for token in env.vocabulary.tokens]


def looked(env: Alone, mask: Any) -> Seen:
    found = env.observer.look(env.walk.game, env.walk.side, env.walk.prefix)
    begun = [token for token in found["prefix"] if token][-RECENT:]
    prefix = np.array(begun + [0] * (RECENT - len(begun)), np.int32)
    return Seen(found["hexes"].astype(np.float16), found["globals"], prefix, mask)


def stacked(rows: list[Seen]) -> Seen:
    return Seen(*(np.stack(column) for column in zip(*rows, strict=True)))


# -- first: copy


def lessons(env: Alone, seeds: range, teacher: str) -> Iterator[tuple[Seen, int]]:
    """What the teacher chooses, token by token, in games against cadet and against random bots."""
    for seed in seeds:
        env.opponent = ("cadet", "staff", "random")[seed % 3]
        env.reset(seed=seed)
        bot = meuse.bot(teacher, f"teacher {seed}")
        while not env.walk.over and not env.walk.too_long:
            order = env.walk.decision.canonical(bot.choose(env.walk.game.seat(env.side)))
            for token in (token.rpartition(".")[2] for token in order):
                allowed = env.walk.tokens()
                if token not in allowed:
                    env.walk.give(order)  # it takes a way that only a whole order can say
                    break
                if len(allowed) > 1:
                    yield looked(env, env.vocabulary.mask(allowed)), env.vocabulary.index[token]
                env.walk.take(token)
            env.reply()


def copy(net: Net, rows: list[Seen], tokens: list[int], epochs: int) -> Iterator[float]:
    """Learn to choose as the teacher did; yields in which share of cases it does."""
    optimiser, choices = torch.optim.Adam(net.parameters(), 1e-3), np.array(tokens)
    every, rng = stacked(rows), np.random.default_rng(1)
    for _ in range(epochs):
        right = 0
        for part in np.array_split(rng.permutation(len(rows)), max(1, len(rows) // 256)):
            logits, _ = net(Seen(*(column[part] for column in every)))
            wanted = tensor(choices[part], torch.long)
            optimise(net, optimiser, functional.cross_entropy(logits, wanted))
            right += int((logits.argmax(1) == wanted).sum())
        yield right / len(rows)


def optimise(net: Net, optimiser: torch.optim.Optimizer, loss: Tensor) -> None:
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 0.5)
    optimiser.step()


# -- then: play


class Played(NamedTuple):
    """A game: what was seen and chosen, how likely that was, what it was thought to be worth, and how it ended."""

    seen: list[Seen]
    tokens: list[int]
    likely: list[float]
    worth: list[float]
    result: float


Pick = Callable[[torch.distributions.Categorical], Tensor]


def drawn(spread: torch.distributions.Categorical) -> Tensor:
    """To learn, all that is likely is tried."""
    return spread.sample()


def likeliest(spread: torch.distributions.Categorical) -> Tensor:
    return spread.logits.argmax(1)


def play(net: Net, envs: list[Alone], seeds: list[int], pick: Pick) -> list[Played]:
    """A game in each environment, side by side, so that the network is asked for all of them at once."""
    games = [Played([], [], [], [], 0.0) for _ in envs]
    for env, seed in zip(envs, seeds, strict=True):
        env.reset(seed=seed)
    going = list(range(len(envs)))
    while going:
        masks = [env_mask(envs[n]) for n in going]
        seen = [looked(envs[n], mask) for n, mask in zip(going, masks, strict=True)]
        with torch.no_grad():
            logits, worth = net(stacked(seen))
        spread = torch.distributions.Categorical(logits=logits)
        tokens = pick(spread)
        likely = spread.log_prob(tokens)
        for k, n in enumerate(going):
            if masks[k].sum() > 1:  # where there is nothing to choose there is nothing to learn
                choice = (seen[k], int(tokens[k]), float(likely[k]), float(worth[k]))
                for column, value in zip(games[n][:4], choice, strict=True):
                    column.append(value)
            _, reward, over, cut, _ = envs[n].step(int(tokens[k]))
            if over or cut:
                games[n] = games[n]._replace(result=reward)
        going = [n for n in going if not envs[n].walk.over and not envs[n].walk.too_long]
    return games


def env_mask(env: Alone) -> Any:
    return env.vocabulary.mask(env.walk.tokens())


def advantages(game: Played) -> tuple[list[float], list[float]]:
    """How much better each choice turned out than was thought (lambda returns), and what the moment was worth."""
    after, gained, better = [*game.worth[1:], game.result], 0.0, []
    for worth, then in zip(reversed(game.worth), reversed(after), strict=True):
        gained = then - worth + BACK * gained
        better.append(gained)
    better.reverse()
    return better, [a + b for a, b in zip(better, game.worth, strict=True)]


def improve(net: Net, optimiser: torch.optim.Optimizer, games: list[Played]) -> None:
    """PPO: make what turned out better likelier, but not by much at once."""
    every = stacked([seen for game in games for seen in game.seen])
    tokens = tensor([token for game in games for token in game.tokens], torch.long)
    likely = tensor([value for game in games for value in game.likely])
    found = [advantages(game) for game in games]
    better, worth = (tensor([value for game in found for value in game[k]]) for k in (0, 1))
    better = (better - better.mean()) / (better.std() + 1e-6)
    for _ in range(3):
        for part in torch.randperm(len(tokens)).split(1024):
            logits, value = net(Seen(*(column[part.numpy()] for column in every)))
            spread = torch.distributions.Categorical(logits=logits)
            ratio = (spread.log_prob(tokens[part]) - likely[part]).exp()
            gain = torch.min(ratio * better[part], ratio.clamp(1 - CLIP, 1 + CLIP) * better[part]).mean()
            loss = -gain + 0.5 * functional.mse_loss(value, worth[part]) - ENTROPY * spread.entropy().mean()
            optimise(net, optimiser, loss)


def wins(net: Net, envs: list[Alone], opponent: str, games: int, seed: int) -> float:
    """The share of games won against a bot."""
    for env in envs:
        env.opponent = opponent
    found: list[float] = []
    while len(found) < games:
        found += [game.result for game in play(net, envs, [seed + len(found) + n for n in range(len(envs))], likeliest)]
    return sum(result > 0 for result in found) / len(found)


def curve(points: list[tuple[int, float, float]]) -> str:
    """The shares of games won, by games played, as a drawing."""
    rows = "".join(GRID.format(y=230 - 2 * share, at=234 - 2 * share, share=share) for share in (0, 50, 90, 100))
    lines = "".join(LINE.format(line=_line(points, k), ink=INKS[k - 1]) for k in (1, 2))
    names = zip(INKS, RIVALS, strict=True)
    key = "".join(KEY.format(x=70 + 90 * n, ink=ink, name=name) for n, (ink, name) in enumerate(names))
    return f"{HEAD}{rows}{lines}{key}</svg>\n"


RIVALS, INKS = ("random", "cadet"), ("#4a78b5", "#b5543a")
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 270" font-family="sans-serif" font-size="12" fill="#888">'
    '<text x="315" y="260" text-anchor="middle">games played since it copied the staff</text>'
)
GRID = '<path d="M50 {y}H600" stroke="#8886"/><text x="44" y="{at}" text-anchor="end">{share} %</text>'
LINE = '<polyline points="{line}" fill="none" stroke="{ink}" stroke-width="2.5"/>'
KEY = '<text x="{x}" y="18" font-weight="700" fill="{ink}">{name}</text>'


def _line(points: list[tuple[int, float, float]], k: int) -> str:
    most = max(1, points[-1][0])
    return " ".join(f"{50 + 550 * point[0] / most:.1f},{230 - 200 * point[k]:.1f}" for point in points)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="skirmish")
    parser.add_argument("--scenario")
    parser.add_argument("--side", choices=["german", "allied"], default="german")
    parser.add_argument("--copy", type=int, default=300, help="games of the staff to learn from first")
    parser.add_argument("--rounds", type=int, default=40, help="rounds of play, each followed by learning")
    parser.add_argument("--games", type=int, default=32, help="games a round")
    parser.add_argument("--test", type=int, default=200, help="games of each last test")
    parser.add_argument("--out", type=Path, default=Path("build/learn"))
    asked = parser.parse_args()
    torch.manual_seed(1)
    envs = [meuse.env.single(asked.game, asked.scenario, side=asked.side, opponent="cadet") for _ in range(asked.games)]
    asked.out.mkdir(parents=True, exist_ok=True)
    learn(envs, asked)


def learn(envs: list[Alone], asked: argparse.Namespace) -> None:
    started, net = time.perf_counter(), Net(envs[0])
    if asked.copy:
        rows, tokens = map(list, zip(*lessons(envs[0], range(asked.copy), "staff"), strict=True))
        for right in copy(net, rows, tokens, 8):
            print(f"copies the staff in {right:.0%} of {len(rows)} choices", flush=True)
        del rows, tokens
    optimiser, points = torch.optim.Adam(net.parameters(), STEP), []
    for number in range(asked.rounds + 1):
        if number % 5 == 0 or number == asked.rounds:
            shares = [wins(net, envs, bot, 2 * asked.games, 500_000) for bot in RIVALS]
            points.append((number * asked.games, *shares))
            told = ", ".join(f"{share:.0%} against {bot}" for bot, share in zip(RIVALS, shares, strict=True))
            print(f"{points[-1][0]} games: wins {told}, {time.perf_counter() - started:.0f} s", flush=True)
        if number < asked.rounds:
            for n, env in enumerate(envs):
                env.opponent = "staff" if n % 4 == 0 else "cadet"
            first = 1_000_000 + number * asked.games
            improve(net, optimiser, play(net, envs, list(range(first, first + asked.games)), drawn))
    last = {bot: wins(net, envs, bot, asked.test, 900_000) for bot in (*RIVALS, "staff")}
    facts = {"wins": last, "games": asked.test, "seconds": round(time.perf_counter() - started), "curve": points}
    torch.save(net.state_dict(), asked.out / f"{asked.game}-{asked.side}.pt")
    (asked.out / f"{asked.game}-{asked.side}.json").write_text(json.dumps(facts, indent=1) + "\n")
    (asked.out / f"{asked.game}-{asked.side}.svg").write_text(curve(points))
    print(json.dumps(last))


if __name__ == "__main__":
    main()
