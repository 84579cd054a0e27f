"""5: the Air Phase: assets, interdiction of crossings, paratroops, dive bombing."""

from __future__ import annotations

from typing import Any

from meuse.counters import SIDES, Side, Unit
from meuse.dice import chance_from
from meuse.games.caseyellow.board import MARKERS, CaseYellow, disrupt
from meuse.games.caseyellow.dynamo import air_is_gone
from meuse.games.caseyellow.ground import enter
from meuse.games.caseyellow.hexsets import country, held, land, near, owned
from meuse.games.caseyellow.losses import Lose, eliminate
from meuse.games.caseyellow.stacking import may_stack, with_room
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.mechanics.hexsets import HexSet, across, before, bits_of, members
from meuse.orders import order
from meuse.phases.reminders import who
from meuse.phases.until_done import UntilDone
from meuse.report import count
from meuse.state import ALLIED_UNITS, CONTROL, derived
from meuse.steps import Step, Warning, overrides

# -- 5.1b availability


class Availability(Step, frozen=True):
    """4.1a, 5.1a, 5.1b.return, 5.1b.roll: each side gets its Air Assets, less those still on the turn track."""

    rule = "5.1b.roll"
    title = "Air Asset availability"

    def run(self, g: CaseYellow) -> None:
        g.pop()
        g.air_lost = tuple(lost for lost in g.air_lost if lost[1] > g.turn)
        for side in SIDES:
            g.air[side] = granted(g, side)
            text = f"The {side.title} side has {count(g.air[side], 'Air Asset')}"
            g.emit("air", text, "5.1b.roll", side=side.word)


def granted(g: CaseYellow, side: Side) -> int:
    """5.1b.roll, 5.1b.dynamo, 13.3d, 2.2b.allied, 2.2b.stuka: what the scenario grants, less losses."""
    if side is Side.ALLIED and air_is_gone(g):
        return 0
    table, chart = g.scenario.rules["air"], g.scenario.tables["air"]
    number = table[f"{side.word}_first"] if g.turn == 1 else table[side.word][g.roll() - 1]
    most = chart["stukas"] if side is Side.GERMAN else chart["allied"]
    if side is Side.ALLIED and g.dynamo_declared:
        most = chart["allied_after_dynamo"]
    away = sum(lost is side for lost, _ in g.air_lost)
    return int(max(0, min(number, most) - away))


# -- 5.1c interdiction


class Interdiction(UntilDone, frozen=True):
    """5.1c.roll, 10.7a: the Allies send Air Assets against River Crossings, one by one."""

    rule = "5.1c.roll"
    title = "Crossing interdiction"
    question = "Which crossings do you interdict?"

    @order(
        "interdict {hex}",
        label="Interdict",
        rule="5.1c.roll",
        says="One die for each Air Asset: it may bar the crossing to German supply this turn.",
    )
    def interdict(self, g: CaseYellow, h: Hex) -> None:
        """5.1c.loss, 5.1c.marker, 10.7c: the table may cost the asset, even if it succeeds."""
        chart, die, there = g.scenario.tables["interdiction"], g.roll(), g.map.labels[h]
        g.air[self.side] -= 1
        if die in chart["lost"]:
            g.air_lost = (*g.air_lost, (Side.ALLIED, g.turn + g.scenario.tables["air"]["allied_away"]))
        if die in chart["interdicted"]:
            g.set_marker("interdicted", g.interdicted | crossings_of(g, h))
            g.interdiction_markers |= {h}
        done = "are interdicted" if die in chart["interdicted"] else "stay open"
        lost = "; the Air Asset is lost" if die in chart["lost"] else ""
        text = f"The crossings at {g.map.spot(h)} {done}{lost}"
        g.emit("interdiction", text, "5.1c.roll", at=(there,), dice=(die,), side=self.side.word)

    @interdict.closed_if
    def why_not_fly(self, g: CaseYellow) -> Refusal | None:
        """5.1c.roll: one Air Asset for each attempt."""
        return None if g.air[self.side] else Refusal("5.1c.roll", "no Air Assets are left")

    @interdict.choices("hex")
    def targets(self, g: CaseYellow) -> list[Hex]:
        if len(g.interdiction_markers) >= g.scenario.tables["markers"]["crossing_interdicted"]:
            return []
        open_hexes = members(held_crossings(g) & ~bits_of(g.interdiction_markers))
        return [h for h in open_hexes if not crossings_of(g, h) <= g.interdicted]

    @interdict.refuses("hex")
    def why_not_there(self, g: CaseYellow, h: Hex) -> Refusal | None:
        return why_not_interdict(g, h)

    done = UntilDone.done.told(label="No more interdiction", rule="5.1c.roll")


class RemoveInterdiction(Step, frozen=True):
    """5.1c.remove, 10.7d: the segment begins by taking the old markers off."""

    rule = "5.1c.remove"

    def run(self, g: CaseYellow) -> None:
        g.pop()
        g.set_marker("interdicted", frozenset())
        g.interdiction_markers = frozenset()


@derived(CONTROL)
def held_crossings(g: CaseYellow) -> HexSet:
    """5.1c.target, R.5.1c.target.1: hexes with a crossing of which the Germans control the other bank."""
    found, german = 0, owned(g, Side.GERMAN)
    for step, hexes in crossings(g).items():
        found |= hexes & before(german, step)
    return found & land(g)


@derived()
def crossings(g: CaseYellow) -> dict[int, HexSet]:
    return across(g.map, g.scenario.crossing)


@derived(keep=4096)
def crossings_of(g: CaseYellow, h: Hex) -> frozenset[int]:
    """5.1c.marker: every River Crossing hexside of a hex."""
    return frozenset(side for side in g.map.side_of[h] if side in g.scenario.crossing)


def why_not_interdict(g: CaseYellow, h: Hex) -> Refusal | None:
    """5.1c.target, R.5.1c.target.1, 2.2d.limits: a crossing with Germans in control of the other bank."""
    there, sides = g.map.labels[h], crossings_of(g, h)
    banks = [n for n in g.map.adjacent[h] if g.map.side_between(h, n) in sides]
    if not any(g.controls(Side.GERMAN, n) for n in banks):
        return Refusal("5.1c.target", f"no River Crossing of {there} leads to a German hex")
    if h in g.interdiction_markers or sides <= g.interdicted:
        return Refusal("5.1c.marker", f"the crossings of {there} are already interdicted")
    if len(g.interdiction_markers) >= g.scenario.tables["markers"]["crossing_interdicted"]:
        return Refusal("2.2d.limits", "all Crossing Interdicted markers are in use")
    return None


# -- 5.1d paratroops


class Paratroops(UntilDone, frozen=True):
    """5.1d: FJ units wait in the airborne box and land in this segment; air landing units follow them."""

    rule = "5.1d"
    title = "German paratroops"
    question = "Which airborne units drop?"

    @order(
        "drop {unit} {hex}",
        rule="5.1d",
        says="A parachute regiment rolls a die, and may be lost; others follow where it holds.",
        was=("land",),
    )
    def drop(self, g: CaseYellow, unit: Unit, h: Hex) -> None:
        """10.9b, 10.8c.4: a landing that succeeds destroys works; one that fails costs the unit."""
        units, there = g.ids((unit,)), (g.map.labels[h],)
        dice = () if follows(g, unit) else (g.roll(),)
        if dice and dice[0] < least_die(g, h):
            text = f"The drop of {g.name(unit)} at {g.map.spot(h)} fails"
            g.emit("landing", text, "5.1d", at=there, dice=dice, side="german")
            eliminate(g, unit, "5.1d")
            return
        enter(g, unit, h)
        text = f"{g.name(unit)} lands at {g.map.spot(h)}"
        g.emit("landing", text, "5.1d", units=units, at=there, dice=dice)

    @drop.choices("unit")
    def waiting(self, g: CaseYellow) -> list[Unit]:
        if g.turn not in g.scenario.tables["paratroops"]["turns"]:
            return []
        pool = g.units_in(g.scenario.box("airborne"), self.side)
        return [u for u in pool if landing_fields(g, u)]

    @drop.choices("hex")
    def fields(self, g: CaseYellow, unit: Unit) -> list[Hex]:
        return members(landing_fields(g, unit))

    @drop.describes("hex")
    def chance(self, g: CaseYellow, unit: Unit, h: Hex) -> dict[str, Any]:
        return {} if follows(g, unit) else {"succeeds": chance_from(least_die(g, h))}

    @drop.refuses("hex")
    def why_not_there(self, g: CaseYellow, unit: Unit, h: Hex) -> Refusal | None:
        return why_not_drop(g, unit, h)

    @overrides
    def warnings(self, g: CaseYellow) -> list[Warning]:
        """5.1d: units land only on the turns that the table names."""
        left, turns = self.waiting(g), g.scenario.tables["paratroops"]["turns"]
        if not left or any(turn > g.turn for turn in turns):
            return []
        text = f"{who(g, left)} {'has' if len(left) == 1 else 'have'} not landed, and cannot land on a later turn."
        return [Warning("loses", text, "5.1d", topic="arrivals")]

    done = UntilDone.done.told(label="No more drops", rule="5.1d")


def landing_fields(g: CaseYellow, u: Unit) -> HexSet:
    """5.1d: where a unit may land, by the rules of `why_not_drop`."""
    field = open_fields(g)
    if follows(g, u):
        field &= bits_of(g.hex_of[v] for v in g.on_map(Side.GERMAN) if g.counter(v).kind == "parachute")
    return with_room(g, u, field)


@derived(ALLIED_UNITS, MARKERS)
def open_fields(g: CaseYellow) -> HexSet:
    """5.1d, R.5.1d.1: hexes in range where no ground, no Allied unit and no fort forbids a landing."""
    forts = g.scenario.forts.keys() - g.destroyed
    return fields_in_range(g) & ~held(g, Side.ALLIED) & ~bits_of(forts)


def follows(g: CaseYellow, u: Unit) -> bool:
    """R.5.1d.2: whether a unit lands only after paratroops."""
    return g.counter(u).kind != "parachute" and bool(g.scenario.options["air_landing"])


def least_die(g: CaseYellow, h: Hex) -> int:
    """5.1d: from which die on a parachute regiment lands."""
    chart = g.scenario.tables["paratroops"]
    return int(chart["lands"] - chart["works"] * g.standing_works(h))


def why_not_drop(g: CaseYellow, u: Unit, h: Hex) -> Refusal | None:
    """5.1d, R.5.1d.1, R.5.1d.2: where airborne units may not land."""
    there, chart = g.map.labels[h], g.scenario.tables["paratroops"]
    if g.scenario.closed[h] or g.held(Side.ALLIED)[h] or g.map.terrain[h] in chart["forbidden"]:
        return Refusal("5.1d", f"airborne units cannot land at {there}")
    if g.standing_fort(h) is not None:
        return Refusal("5.1d", f"{there} is a Fortified Line")
    if follows(g, u) and not any(g.counter(v).kind == "parachute" for v in g.at.get(h, ())):
        return Refusal("R.5.1d.2", f"{g.name(u)} lands only where paratroops have landed first")
    if not fields_in_range(g) >> h & 1:
        return Refusal("R.5.1d.1", f"{there} is out of range")
    return None if may_stack(g, u, h) else Refusal("8.4b", f"{there} has no room for {g.name(u)}")


@derived()
def fields_in_range(g: CaseYellow) -> HexSet:
    """R.5.1d.1: Dutch hexes, and Belgian ones within range of a German city; 5.1d: not on forbidden ground."""
    chart, terrain = g.scenario.tables["paratroops"], g.map.terrain
    forbidden = bits_of(h for h in range(len(g.map)) if terrain[h] in chart["forbidden"])
    in_range = near(g, g.scenario.sources["german_city"], chart["range"])
    return (country(g, "netherlands") | country(g, "belgium") & in_range) & ~forbidden


class EbenEmael(Step, frozen=True):
    """5.1d.eben, 2.2d.ebenemael: in Scenario 3 a die decides on turn 1 whether the fort falls at once."""

    rule = "5.1d.eben"

    def run(self, g: CaseYellow) -> None:
        g.pop()
        if g.scenario.rules["eben_emael"] != "rolled" or g.turn != 1:
            return
        die = g.roll()
        there = g.map.place("Eben Emael").hex
        if die >= g.scenario.tables["eben_emael"]["destroyed"]:
            g.set_marker("destroyed", g.destroyed | {there})
        word = "falls" if there in g.destroyed else "holds out"
        g.emit("fortress", f"Eben Emael {word}", "5.1d.eben", at=(g.map.labels[there],), dice=(die,), side="german")


# -- 5.1e dive bombing


EFFECT = {
    "NE*": "no effect",
    "NE": "no effect",
    "DIS": "disrupted",
    "DIS+DL1": "disrupted, and a unit loses a step",
}


class DiveBombing(UntilDone, frozen=True):
    """5.1e: Stukas against units or the Dynamo port, one by one; `only` is the port after a declaration (13.3e)."""

    rule = "5.1e"
    title = "Stuka dive bombing"
    question = "Which hexes do the Stukas dive-bomb?"
    only: Hex = OFF_MAP

    @order(
        "bomb {hex}",
        label="Dive-bomb",
        rule="5.1e.hex",
        says="One die for each Stuka: it may disrupt the units there, or cost them a step.",
        why="Stukas can dive-bomb only Allied units and the Dynamo port",
    )
    def bomb(self, g: CaseYellow, h: Hex) -> None:
        """5.1e.hex, 5.1e.drm: one die with the modifiers of ground and ratings."""
        g.air[self.side] -= 1
        die, there = g.roll(), g.map.labels[h]
        total = max(1, min(6, die + (0 if h == g.port else dive_modifier(g, h))))
        code = g.scenario.tables["stuka"]["rows"][str(total)]
        text = f"Stukas dive on {g.map.spot(h)}: {EFFECT[code]}"
        g.emit("bombing", text, "5.1e.hex", at=(there,), dice=(die,), side="german")
        units = g.fighters(h, Side.ALLIED)
        if h == g.port:
            self.port_hit(g, code)
        elif "DIS" in code:
            for u in units:
                disrupt(g, u, "5.1e.dis")
        if "DL1" in code and units:
            g.push(Lose(Side.ALLIED, units, "5.1e.dl1"))

    def port_hit(self, g: CaseYellow, code: str) -> None:
        """5.1e.port, 5.1e.portloss, 13.4a, 6.3: the port is disrupted, not its units; a star costs the Stuka."""
        if "DIS" in code:
            g.set_marker("port_disruption", g.port_disruption + 1)
        if code.endswith("*"):
            g.air_lost = (*g.air_lost, (Side.GERMAN, g.turn + g.scenario.tables["air"]["stuka_away"]))
            g.emit("air", "A Stuka is lost over the port", "5.1e.portloss", side="german")

    @bomb.closed_if
    def why_not_fly(self, g: CaseYellow) -> Refusal | None:
        """5.1e: one Stuka for each attack."""
        return None if g.air[self.side] else Refusal("5.1e", "no Stukas are left")

    @bomb.choices("hex")
    def targets(self, g: CaseYellow) -> list[Hex]:
        if self.only >= 0:
            return [self.only] if self.only == g.port else []
        port = {g.port} if g.port >= 0 else set()
        return sorted({g.hex_of[u] for u in g.on_map(Side.ALLIED) if not g.is_supply_unit(u)} | port)

    done = UntilDone.done.told(label="No more dive-bombing", rule="5.1e")


def dive_modifier(g: CaseYellow, h: Hex) -> int:
    """5.1e.drm, R.5.1e.drm.1, 12.11a.stuka: one less for cover of any kind, one more for a unit of TR 2 or less."""
    chart = g.scenario.tables["stuka"]
    low = any(g.tactical(u) <= chart["low"] for u in g.fighters(h, Side.ALLIED))
    return int(chart["cover"] * is_covered(g, h) + chart["low_tactical"] * low)


def is_covered(g: CaseYellow, h: Hex) -> bool:
    """5.1e.drm, 12.11a.stuka: woods and the like, a town, works, a fort or a Better Defense marker; only once."""
    strong = g.standing_works(h) or g.standing_fort(h) is not None or h in g.better
    return g.scenario.terrain[g.map.terrain[h]].cover or h in g.scenario.towns or strong
