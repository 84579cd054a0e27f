"""1.0, 5.1d.eben: the pieces at the start of a scenario."""

from __future__ import annotations

from meuse.games.caseyellow.board import CaseYellow


def set_up(g: CaseYellow) -> None:
    """Units where they stood on 10 May; reinforcements and airborne units in their boxes; attrition chits."""
    for u, counter in enumerate(g.scenario.counters):
        if counter.start:
            g.place(u, g.map.hex(counter.start))
        else:
            g.place(u, g.scenario.box("airborne" if "airborne" in counter.entry else "reserve"))
    if g.scenario.rules["eben_emael"] == "destroyed":  # 2.2d.ebenemael
        g.set_marker("destroyed", g.destroyed | {g.map.place("Eben Emael").hex})
    if g.scenario.rules.get("attrition"):  # 12.9a
        chart = g.scenario.tables["attrition"]
        g.cups = (tuple(chart["german"]), tuple(chart["allied"]))
