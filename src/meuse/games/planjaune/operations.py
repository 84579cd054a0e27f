"""2.A, R.2.A.1: the special operations phase: 10.2 air missions, 11.5 landings, 11.7 refugees."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.planjaune.air import GermanMissions, Missions
from meuse.games.planjaune.airborne import Landings
from meuse.games.planjaune.board import PlanJaune
from meuse.games.planjaune.refugees import Refugees
from meuse.ledger import Refusal
from meuse.phases.until_done import UntilEnd
from meuse.steps import overrides


class AlliedMissions(Missions, frozen=True):
    rule = "10.2.interdict-place"
    question = "Which hexes do you interdict?"

    end = UntilEnd.end.told(label="End special operations", rule="2.A", was=("done",))


class SpecialOperations(GermanMissions, Landings, Refugees, frozen=True):
    """10.2, 11.5, 11.7: what the Germans do in the special operations phase."""

    rule = "2.A"
    question = "Which special operation next?"

    @overrides
    def decider(self, g: PlanJaune) -> Side:
        """Asked even where nothing can be ordered."""
        return self.side

    end = UntilEnd.end.told(label="End special operations", rule="2.A", was=("done",))

    @end.closed_if
    def why_not_end(self, g: PlanJaune) -> Refusal | None:
        """11.7c.opt, R.11.7c.opt.1: under the option refugees must move while they can get nearer to the edge."""
        if not g.scenario.options.get("11.7c.opt"):
            return None
        places = tuple(g.map.labels[h] for h in self.old(g))
        return Refusal("11.7c.opt", f"refugees in {', '.join(places)} must flee", places) if places else None
