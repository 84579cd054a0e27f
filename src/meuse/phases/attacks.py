"""Attacks that are declared one by one, and fought once all are declared and no duty is left."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, ClassVar

import msgspec

from meuse.counters import Unit
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.report import count
from meuse.steps import Question


class Attack(msgspec.Struct, frozen=True):
    """Units that attack one hex."""

    target: Hex
    units: tuple[Unit, ...]

    @property
    def hexes(self) -> tuple[Hex, ...]:
        return (self.target,)


class NamedAttacks(Question, frozen=True):
    """All attacks of a phase are declared before the first is fought; until then each can be withdrawn.

    A game says which hexes can be attacked (`attackable`), who may join (`able`), what is owed (`owed`), and how the
    fighting begins (`fight`). A book in which several hexes can be attacked together has an `Attack` of its own.
    """

    question: ClassVar[Any] = "Which hexes do you attack?"

    duty_rule: ClassVar[str] = ""
    """The rule by which other hexes must be attacked too."""

    named: tuple[Any, ...] = ()

    def title(self, g: Any) -> str:
        return f"{self.side.title} combat"

    def remaining(self, g: Any) -> str:
        return f"{count(len(self.named), 'attack')} declared" if self.named else "No attacks declared yet"

    # -- what a game says

    def made(self, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> Any:
        """An attack as this game keeps it."""
        return Attack(hexes[0], units)

    def attackable(self, g: Any, chosen: Sequence[Hex]) -> Iterable[Hex]:
        """The hexes that some unit can attack, together with those already chosen."""
        raise NotImplementedError

    def able(self, g: Any, hexes: Sequence[Hex], chosen: Sequence[Unit]) -> Iterable[Unit]:
        """The units that may join an attack on these hexes and are not in another."""
        raise NotImplementedError

    def owed(self, g: Any) -> Collection[Hex]:
        """The hexes that must be attacked because of the attacks declared, and are not yet."""
        return ()

    def fight(self, g: Any) -> None:
        """Begin the battles."""
        raise NotImplementedError

    # -- for all games

    def busy(self) -> set[Unit]:
        """The units that take part in an attack."""
        return {u for attack in self.named for u in attack.units}

    def taken(self) -> set[Hex]:
        """The hexes that are attacked."""
        return {h for attack in self.named for h in attack.hexes}

    def with_named(self, g: Any, named: Iterable[Any]) -> None:
        g.replace(msgspec.structs.replace(self, named=tuple(named)))

    @order("attack {hexes} {units}")
    def attack(self, g: Any, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> None:
        self.with_named(g, (*self.named, self.made(hexes, units)))

    @attack.choices("hexes")
    def targets(self, g: Any, chosen: Sequence[Hex]) -> Iterable[Hex]:
        return self.attackable(g, chosen)

    @attack.choices("units")
    def joining(self, g: Any, hexes: Sequence[Hex], chosen: Sequence[Unit]) -> Iterable[Unit]:
        return self.able(g, hexes, chosen)

    @order("withdraw {hex}", label="Withdraw the attack", back=True, why="no attack on it has been declared")
    def withdraw(self, g: Any, h: Hex) -> None:
        self.with_named(g, (attack for attack in self.named if attack.hexes[0] != h))

    @withdraw.choices("hex")
    def named_hexes(self, g: Any) -> list[Hex]:
        return [attack.hexes[0] for attack in self.named]

    @order("done", label="Fight the battles")
    def done(self, g: Any) -> None:
        self.fight(g)

    @done.closed_if
    def why_not_done(self, g: Any) -> Refusal | None:
        """The battles cannot begin while an attack is owed."""
        missing = tuple(g.map.labels[h] for h in sorted(self.owed(g)))
        return Refusal(self.duty_rule, f"{', '.join(missing)} must be attacked too", missing) if missing else None
