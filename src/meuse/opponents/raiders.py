"""Scripted opponents: who walks into every gift, who cuts every supply line, who runs for objectives, who sits tight.

Two staffs hide each other's blunders, as neither walks into what the other leaves open; these do. They know no game:
what they look for comes from its `Appreciation`, what they can do from the decision, and the rest is the staff's.
`marauder` and `racer` are kept out of tuning and search: they only ever test.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from meuse.appreciation import AnyAppreciation
from meuse.counters import Side, Unit
from meuse.decision import Decision
from meuse.game import UNDO, Game
from meuse.hexmap import Hex
from meuse.opponents.guards import open_posts
from meuse.opponents.staff import StaffBot
from meuse.opponents.tasks import Task, give_out
from meuse.rulebook import RuleBook
from meuse.seat import Seat
from meuse.state import State
from meuse.steps import Order

MOST_REFUSALS = 40
"""So many orders of the staff are refused in a row; the next one is given, so that every game goes on."""

MOST_CUTS = 24
"""How many hexes to test for a unit that would cut off enemies."""

SURE = 0.75
"""A turtle's chance at which an attack is sure."""

NEAR = 6
"""An enemy within this many hexes keeps a garrison in place."""

UNIT_PRICE = 0.001
"""What a point of strength costs beside a prize: of two units, the weaker goes."""


class Scene(NamedTuple):
    """What a script looks at: the board as its side imagines it, and where its units can go."""

    app: AnyAppreciation
    rules: RuleBook
    g: State
    side: Side
    options: Mapping[Unit, Sequence[Hex]]

    def send(self, u: Unit, h: Hex) -> bool:
        """Put a unit where it is meant to be, if there is room; whoever comes next sees it there."""
        forecast = self.rules.forecast
        if forecast is not None and not forecast.has_room(self.g, u, h):
            return False
        self.g.place(u, h)
        return True

    def price(self, u: Unit, h: Hex) -> float | None:
        """Who takes what: nobody frail, the weaker and the nearer rather than others."""
        g, able = self.g, h in self.options[u] and not self.app.is_frail(self.g, u) and self.app.takes(self.g, u, h)
        return UNIT_PRICE * (self.app.strength(g, u) + g.map.distance(g.hex_of[u], h)) if able else None

    def assigned(self, worth: Mapping[Hex, float]) -> dict[Unit, Hex]:
        """Who goes where, one unit to a hex."""
        tasks = [Task(h, worth[h]) for h in sorted(worth)]
        return {u: task.at for u, task in give_out(tasks, self.options, self.price).items()} if tasks else {}

    def without(self, busy: Collection[Unit]) -> Scene:
        return self._replace(options={u: goals for u, goals in self.options.items() if u not in busy})


Aim = Callable[[Scene], dict[Unit, Hex]]
"""What a script is after: who of its units is sent where."""


# -- aims


def gifts(scene: Scene) -> dict[Unit, Hex]:
    """Everything that counts, is the enemy's, and is not guarded."""
    app, g, enemy = scene.app, scene.g, scene.side.enemy
    prizes = app.prizes(g, enemy)
    return scene.assigned({h: worth for h, worth in prizes.items() if app.holds(g, enemy, h) and not g.at.get(h)})


def cuts(scene: Scene) -> dict[Unit, Hex]:
    """Hexes in which a unit would put enemies out of supply: the deepest among them are tried."""
    by: dict[Hex, list[Unit]] = {}
    for u, goals in scene.options.items():
        for h in goals:
            by.setdefault(h, []).append(u)
    tried = sorted(by, key=lambda h: (-_behind(scene, h), h))[:MOST_CUTS]
    return scene.assigned(scene.app.cuts(scene.g, scene.side.enemy, tried, by))


def objectives(scene: Scene) -> dict[Unit, Hex]:
    """Each as near as it gets to something that counts and is not ours."""
    lost = [h for h in scene.app.prizes(scene.g, scene.side) if not scene.app.holds(scene.g, scene.side, h)]
    found: dict[Unit, Hex] = {}
    for u in sorted(scene.options) if lost else ():
        if scene.app.strength(scene.g, u) and not scene.app.is_frail(scene.g, u):
            here = _far(scene.g, scene.g.hex_of[u], lost)
            nearer = sorted((far, h) for h in scene.options[u] if (far := _far(scene.g, h, lost)) < here)
            if nearer:
                found[u] = nearer[0][1]
    return found


def spearheads(scene: Scene) -> dict[Unit, Hex]:
    """The objectives again, for the quarter that gets farthest."""
    fast = sorted(scene.options, key=lambda u: (-_span(scene, u), u))[: max(1, len(scene.options) // 4)]
    return objectives(scene._replace(options={u: scene.options[u] for u in fast}))


def garrisons(scene: Scene) -> dict[Unit, Hex]:
    """Somebody stays in, or goes to, everything that counts and that the enemy could walk into."""
    staying = {u: scene.g.hex_of[u] for u in scene.options if _guards_alone(scene, u)}
    posts = open_posts(scene.app, scene.g, scene.side, scene.without(staying).options.keys())
    return staying | scene.without(staying).assigned(posts)


def _guards_alone(scene: Scene, u: Unit) -> bool:
    """Whether a unit is the only one in a hex that counts, with an enemy not far away."""
    app, g, h = scene.app, scene.g, scene.g.hex_of[u]
    near = any(g.map.distance(h, g.hex_of[v]) <= NEAR for v in g.on_map(scene.side.enemy))
    return near and len(g.units_in(h, scene.side)) == 1 and h in app.prizes(g, scene.side) and app.takes(g, u, h)


def _behind(scene: Scene, h: Hex) -> float:
    """How deep in the enemy's rear a hex is: nearer to his units than to ours, with many of his around it."""
    g = scene.g
    theirs = sorted(g.map.distance(h, g.hex_of[u]) for u in g.on_map(scene.side.enemy))
    ours = min((g.map.distance(h, g.hex_of[u]) for u in g.on_map(scene.side)), default=0)
    return sum(1 / (1 + far) for far in theirs[:12]) + 0.2 * ours


def _far(g: State, h: Hex, goals: Sequence[Hex]) -> int:
    return min(g.map.distance(h, goal) for goal in goals)


def _span(scene: Scene, u: Unit) -> int:
    here = scene.g.hex_of[u]
    return max((scene.g.map.distance(here, h) for h in scene.options[u]), default=0)


# -- the bots


class ScriptedBot:
    """Sends units where its aims want them, in this order; all else is as the staff does it."""

    name: str
    aims: ClassVar[tuple[Aim, ...]]

    def __init__(self, seed: int | str = 0) -> None:
        self._seed = seed
        self._staff = StaffBot(seed)
        self._at: tuple[Any, ...] = ()
        self._orders: deque[Order] = deque()
        self._known: set[str] = set()
        self._sent: set[str] = set()
        self._taking_back = False

    def choose(self, seat: Seat) -> Order:
        decision = seat.decision
        if decision is None:
            raise ValueError("the bot is asked, but its side has nothing to decide")
        if self._taking_back:
            if decision.shut is not None and seat.can_undo:
                return UNDO
            self._taking_back = False
            return self._out_of(decision) or self._staff.choose(seat)
        self._look(seat.imagine(self._seed), decision)
        while self._orders:
            order = self._orders.popleft()
            if decision.allows(order):
                return order
        return self._from_staff(seat, decision)

    def refuses(self, seat: Seat, decision: Decision, order: Order) -> bool:
        """Whether an order of the staff's is not given: somebody who was sent stays where he is, and has his room."""
        if order[0] != "move" or not self._sent:
            return False
        return order[1] in self._sent or _is_crowded(seat.imagine(self._seed), order)

    def _look(self, board: Game, decision: Decision) -> None:
        """Look for what it is after whenever units can move that could not before."""
        moment = (type(decision.step).__name__, board.rules.moment(board.state))
        if moment != self._at:
            self._at, self._orders = moment, deque()
            self._known, self._sent = set(), set()
        movable = decision.choices(("move",)) if "move" in decision.choices() else []
        fresh = [token for token in movable if token not in self._known]
        if fresh and board.rules.appreciation is not None:
            self._known.update(fresh)
            options = where_to(board, decision, fresh)
            self._plan(Scene(board.rules.appreciation, board.rules, board.state, decision.side, options))

    def _plan(self, scene: Scene) -> None:
        g = scene.g
        for aim in self.aims:
            for u, h in aim(scene).items():
                stays = h == g.hex_of[u]
                if stays or scene.send(u, h):
                    self._sent.add(g.id(u))
                    self._orders += [] if stays else [("move", g.id(u), g.map.labels[h])]
            scene = scene.without({u for u in scene.options if g.id(u) in self._sent})

    def _out_of(self, decision: Decision) -> Order | None:
        """The way out of a step, so that nobody plans there what he has just taken back."""
        backs = decision.backs()
        ways = [word for word in decision.choices() if word not in backs and decision.completes((), word)]
        return (ways[-1],) if ways else None

    def _from_staff(self, seat: Seat, decision: Decision) -> Order:
        """What the staff would do; where it has to take something back, so much that the way out is open again."""
        for _ in range(MOST_REFUSALS):
            order = self._staff.choose(seat)
            if not self.refuses(seat, decision, order):
                break
        self._taking_back = order == UNDO
        return order


class Raider(ScriptedBot):
    """Takes every gift, cuts every supply line, and sends its fastest to the objectives."""

    name = "raider"
    aims = (gifts, cuts, spearheads)


class Turtle(ScriptedBot):
    """Holds what counts, and attacks only where it is sure."""

    name = "turtle"
    aims = (garrisons,)

    def refuses(self, seat: Seat, decision: Decision, order: Order) -> bool:
        return super().refuses(seat, decision, order) or (decision.shut is None and _is_unsure(seat, order))


class Marauder(ScriptedBot):
    """Lives on the enemy's supply lines."""

    name = "marauder"
    aims = (cuts,)


class Racer(ScriptedBot):
    """Everybody runs for the objectives."""

    name = "racer"
    aims = (objectives,)


SCRIPTED = (Raider, Turtle, Marauder, Racer)
TEST_ONLY = (Marauder.name, Racer.name)
"""Those that neither tuning nor search may use."""


def where_to(board: Game, decision: Decision, units: Sequence[str]) -> dict[Unit, tuple[Hex, ...]]:
    """Where these units can go now."""
    named, index = board.state.scenario.unit_named, board.state.map.index
    return {
        named[token]: tuple(index[goal] for goal in decision.choices(("move", token)) if goal in index)
        for token in units
        if token in named
    }


def _is_crowded(board: Game, order: Order) -> bool:
    """Whether a move leads to where there is no room left."""
    g, forecast = board.state, board.rules.forecast
    u, h = g.scenario.unit_named.get(order[1]), g.map.index.get(order[-1].rpartition(".")[2])
    return forecast is not None and u is not None and h is not None and not forecast.has_room(g, u, h)


def _is_unsure(seat: Seat, order: Order) -> bool:
    """Whether an order is an attack that may well fail."""
    odds = seat.odds(order)
    return odds is not None and odds.outcomes[0].chance < SURE
