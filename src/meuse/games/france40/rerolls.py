"""20.2: Rommel and Montgomery: a throw of the dice that a general may reroll."""

from __future__ import annotations

from meuse.counters import SIDES, Side
from meuse.games.france40.board import France40
from meuse.games.france40.odds import Battle
from meuse.orders import order
from meuse.steps import Step


class Throw(Step, frozen=True):
    """Dice on the table. 20.2d: first the Germans, then the Allies may reroll them; `asked` counts them."""

    after_die = True
    rule = "20.2a"
    battle: Battle
    dice: tuple[int, ...]
    asked: int

    def title(self, g: France40) -> str:
        return f"Dice: {self.shown()}"

    def question(self, g: France40) -> str:
        verb = "show" if len(self.dice) > 1 else "shows"
        return f"The {'dice' if len(self.dice) > 1 else 'die'} {verb} {self.shown()}. Do you reroll?"

    def shown(self) -> str:
        return " and ".join(map(str, self.dice))

    def situation(self, g: France40, side: Side) -> str:
        """The word under which a general's reroll is noted; "" if he has no part in this."""
        raise NotImplementedError

    def outcome(self, g: France40) -> None:
        """What follows when the dice stand."""
        raise NotImplementedError

    def decider(self, g: France40) -> Side | None:
        """20.2a, R.20.2a.1, R.20.2c.1: each situation once per Game Turn."""
        words = ((side, self.situation(g, side)) for side in SIDES[self.asked :])
        return next((side for side, word in words if word and word not in g.rerolls), None)

    def run(self, g: France40) -> None:
        self.outcome(g)

    @order("pass", label="No reroll", rule="20.2a", says="The dice stay as they are.", was=("keep",))
    def pass_on(self, g: France40) -> None:
        side = self.decider(g)
        assert side is not None
        g.replace(self.passed(self.dice, side + 1))

    @order("reroll", label="Reroll", rule="20.2a", says="The dice are rolled once more, and the second roll stands.")
    def reroll(self, g: France40) -> None:
        """20.2a, 20.2c: the second result stands."""
        side = self.decider(g)
        assert side is not None
        g.rerolls |= {self.situation(g, side)}
        dice = tuple(g.roll() for _ in self.dice)
        general, rule = (("Rommel", "20.2a"), ("Montgomery", "20.2c"))[side]
        g.emit("reroll", f"{general} rerolls the {self.shown()}", rule, dice=dice, side=side.word)
        g.replace(self.passed(dice, side + 1))

    def passed(self, dice: tuple[int, ...], asked: int) -> Step:
        """The same throw with other dice, after one more side has been asked."""
        raise NotImplementedError
