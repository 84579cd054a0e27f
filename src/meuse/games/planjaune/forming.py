"""11.2b, 11.2f, 12.3b: armoured corps form and disband, in the supply phase and in a free deployment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from meuse.counters import Unit
from meuse.games.planjaune import corps
from meuse.games.planjaune.board import PlanJaune
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.steps import Question


class MakesCorps(Question, frozen=True):
    """A question at which divisions of one hex may form a corps, and a corps may disband."""

    forming_rule: ClassVar[str] = "11.2b"

    @order(
        "form {corps:unit} {units}",
        label="Form a corps",
        rule="11.2b",
        says="The divisions go onto the display of the corps, and its counter stands for them.",
    )
    def form(self, g: PlanJaune, unit: Unit, units: tuple[Unit, ...]) -> None:
        corps.form(g, unit, units, self.forming_rule)

    @form.choices("corps")
    def corps_to_form(self, g: PlanJaune) -> Iterator[Unit]:
        free = corps.free_corps(g, self.side)
        return (u for u in free if next(self.joining(g, u, ()), None) is not None)

    @form.choices("units")
    def joining(self, g: PlanJaune, unit: Unit, chosen: Sequence[Unit]) -> Iterator[Unit]:
        return corps.joining(g, unit, chosen)

    @form.enough("units")
    def why_not_enough(self, g: PlanJaune, unit: Unit, chosen: Sequence[Unit]) -> Refusal | None:
        return corps.why_not_whole(g, unit, chosen)

    @form.refuses("units")
    def why_not_join(self, g: PlanJaune, unit: Unit, chosen: Sequence[Unit], division: Unit) -> Refusal | None:
        return corps.why_not_form(g, unit, chosen, division)

    @order(
        "disband {corps:unit}",
        label="Disband the corps",
        rule="11.2f",
        says="The divisions come back in the hex of the corps.",
        why="only a corps on the map can be disbanded",
    )
    def disband(self, g: PlanJaune, unit: Unit) -> None:
        corps.disband(g, unit)

    @disband.choices("corps")
    def formed(self, g: PlanJaune) -> list[Unit]:
        return [u for u in g.on_map(self.side) if g.is_corps(u)]
