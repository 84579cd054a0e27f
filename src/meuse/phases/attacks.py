"""Attacks that are named one by one, with what is owed by then, and fought when all are named."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, ClassVar

import msgspec

from meuse.counters import Unit
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.steps import Question


class NamedAttacks(Question, frozen=True):
    """All attacks of a phase are named before the first is fought; until then each can be taken back.

    A game says which hexes can be attacked (`attackable`), who may join (`able`), what is owed (`owed`), and how the
    fighting begins (`fight`); `made` and `aim` make its own kind of attack and say at what that is aimed.
    """

    duty_rule: ClassVar[str] = ""
    """The rule by which other hexes must be attacked too."""

    named: tuple[Any, ...] = ()

    # -- what a game says

    def made(self, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> Any:
        """An attack as this game keeps it."""
        raise NotImplementedError

    def aim(self, attack: Any) -> tuple[Hex, ...]:
        """The hexes that an attack is aimed at; it is called by the first."""
        raise NotImplementedError

    def attackable(self, g: Any, chosen: Sequence[Hex]) -> Iterable[Hex]:
        """The hexes that can be attacked by somebody, and together with those chosen."""
        raise NotImplementedError

    def able(self, g: Any, hexes: Sequence[Hex], chosen: Sequence[Unit]) -> Iterable[Unit]:
        """Who may join an attack on these hexes and is not in another."""
        raise NotImplementedError

    def owed(self, g: Any) -> Collection[Hex]:
        """The hexes that must be attacked because of those named, and are not."""
        return ()

    def fight(self, g: Any) -> None:
        """Go on to the battles."""
        raise NotImplementedError

    # -- for all games

    def busy(self) -> set[Unit]:
        """The units that take part in an attack."""
        return {u for attack in self.named for u in attack.units}

    def taken(self) -> set[Hex]:
        """The hexes that are attacked."""
        return {h for attack in self.named for h in self.aim(attack)}

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

    @order("withdraw {hex}", label="Withdraw an attack", back=True, why="no attack on it has been named")
    def withdraw(self, g: Any, h: Hex) -> None:
        self.with_named(g, (attack for attack in self.named if self.aim(attack)[0] != h))

    @withdraw.choices("hex")
    def named_hexes(self, g: Any) -> list[Hex]:
        return [self.aim(attack)[0] for attack in self.named]

    @order("done", label="Fight the battles", commits="die")
    def done(self, g: Any) -> None:
        self.fight(g)

    @done.commits_if
    def rolls(self, g: Any) -> bool:
        """Whether dice fall as soon as all attacks are named; a game that asks something first says no."""
        return bool(self.named)

    @done.closed_if
    def duty(self, g: Any) -> Refusal | None:
        """The phase cannot be ended while an attack is owed."""
        missing = tuple(g.map.labels[h] for h in sorted(self.owed(g)))
        return Refusal(self.duty_rule, f"{', '.join(missing)} must be attacked too", missing) if missing else None
