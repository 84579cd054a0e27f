"""11.3: a combat from its preparation to the die, and what the result does. See `aftermath` for retreats."""

from __future__ import annotations

from collections.abc import Sequence

from meuse.counters import Side, Unit
from meuse.games.caseyellow import odds
from meuse.games.caseyellow.aftermath import Advance, DepotRetreat, Retreat, clear_of_enemies
from meuse.games.caseyellow.board import ATTACKED, DEFENDED, ROADSIDE, CaseYellow, Engagement, disrupt
from meuse.games.caseyellow.bridgeheads import attempt, can_attempt
from meuse.games.caseyellow.losses import Lose, eliminate
from meuse.games.caseyellow.odds import Attack, Battle
from meuse.games.caseyellow.stacking import stack_fault
from meuse.games.caseyellow.supply import is_cut_off, mark_attack_supply
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.steps import Question, Step


class Prepare(Step, frozen=True):
    """11.1b: a combat begins. R.11.2d.2, R.11.9b.1: it lapses if either side has gone."""

    rule = "11.3d"
    attack: Attack
    engaged: bool = False

    def words(self, g: CaseYellow) -> str:
        return f"Attack on {g.map.labels[self.attack.target]}"

    def run(self, g: CaseYellow) -> None:
        """R.11.9b.2: attackers and defender hex are used for this round, in a continued combat too."""
        g.pop()
        target = self.attack.target
        units = tuple(u for u in self.attack.units if still_near(g, u, target))
        if not units:
            return
        side = g.side(units[0])
        if clear_of_enemies(g, side, target) and not g.units_in(target, side.enemy):
            return
        for u in units:
            g.act(u, ATTACKED)
        for u in g.units_in(target, side.enemy):
            g.act(u, DEFENDED)
        g.fought |= {target}
        self.open(g, Battle(Attack(target, units), engaged=self.engaged))

    def open(self, g: CaseYellow, battle: Battle) -> None:
        """7.9e.alone, 7.9e.stacked: an Attack Supply Unit alone is lost; among others it gets away first."""
        side, target = odds.attacker(g, battle), battle.attack.target
        depots = [u for u in g.units_in(target, side.enemy) if g.is_supply_unit(u)]
        if depots and clear_of_enemies(g, side, target):
            for u in depots:
                eliminate(g, u, "7.9e.alone")
            g.push(Advance(side, battle.attack.units, target))
        else:
            g.push(*(DepotRetreat(side.enemy, u, target) for u in depots), PortDefence(Side.ALLIED, battle))


def still_near(g: CaseYellow, u: Unit, target: Hex) -> bool:
    """R.11.2d.2: whether an attacker is still there to attack; 11.8a: ARKO from two hexes away."""
    reach = 2 if g.counter(u).kind == "artillery" else 1
    return g.hex_of[u] >= 0 and g.map.distance(g.hex_of[u], target) <= reach


# -- before the die


class PortDefence(Question, frozen=True):
    """13.5.3: in an overstacked Dynamo port the Allies pick defenders within the normal limit."""

    rule = "13.5.3"
    ask = "Which units defend the port?"
    battle: Battle

    def words(self, g: CaseYellow) -> str:
        return "Defence of the port"

    def decider(self, g: CaseYellow) -> Side | None:
        units = odds.defenders(g, self.battle)
        crowded = self.battle.attack.target == g.port and port_fault(g, units) is not None
        return self.side if crowded and odds.attacker(g, self.battle) is Side.GERMAN else None

    def run(self, g: CaseYellow) -> None:
        g.replace(TryBridgehead(Side.GERMAN, self.battle))

    @order("defend {units}", rule="13.5.3", why="the defenders must fit the normal stacking limit")
    def defend(self, g: CaseYellow, units: tuple[Unit, ...]) -> None:
        b = self.battle
        g.replace(TryBridgehead(Side.GERMAN, Battle(b.attack, chosen=units, engaged=b.engaged)))

    @defend.choices("units")
    def fitting(self, g: CaseYellow, chosen: Sequence[Unit]) -> list[Unit]:
        units = odds.defenders(g, self.battle)
        return [u for u in units if u not in chosen and port_fault(g, (*chosen, u)) is None]


def port_fault(g: CaseYellow, units: Sequence[Unit]) -> str | None:
    """13.5.3, 13.5.1: the fault of a stack by the normal limits, French and British together."""
    return stack_fault(g, units, g.map.adjacent[g.port][0])


class TryBridgehead(Question, frozen=True):
    """10.8c.3, 10.8f.combat: before a German combat over a river in a Combat Round, one attempt."""

    rule = "10.8c.3"
    ask = "Do you try for a bridgehead?"
    battle: Battle

    def words(self, g: CaseYellow) -> str:
        return "Bridgehead"

    def decider(self, g: CaseYellow) -> Side | None:
        b = self.battle
        if odds.attacker(g, b) is not Side.GERMAN or not g.rounds or g.rounds[-1] != (Side.GERMAN, "combat"):
            return None
        able = (u for u in odds.adjacent(g, b) if g.scenario.yellow[u])
        return self.side if any(can_attempt(g, u, b.attack.target) for u in able) else None

    def run(self, g: CaseYellow) -> None:
        g.replace(WestWall(Side.GERMAN, self.battle))

    @order("bridgehead {hex}", rule="10.8c.3", commits="die", why="only the hex that is attacked")
    def bridgehead(self, g: CaseYellow, h: Hex) -> None:
        attempt(g, h, odds.adjacent(g, self.battle))
        g.replace(WestWall(Side.GERMAN, self.battle))

    @bridgehead.choices("hex")
    def target(self, g: CaseYellow) -> list[Hex]:
        return [self.battle.attack.target]

    @order("pass", label="No bridgehead", rule="10.8c.3")
    def no(self, g: CaseYellow) -> None:
        g.replace(WestWall(Side.GERMAN, self.battle))


class WestWall(Question, frozen=True):
    """7.8c: one attack a round may draw its Attack Supply from the West Wall."""

    rule = "7.8c"
    ask = "Does this attack draw its Attack Supply from the West Wall?"
    battle: Battle

    def words(self, g: CaseYellow) -> str:
        return "Attack supply"

    def decider(self, g: CaseYellow) -> Side | None:
        return self.side if odds.needs_west_wall(g, self.battle) else None

    def run(self, g: CaseYellow) -> None:
        g.replace(CutOffDepot(Side.ALLIED, self.battle))

    @order("draw", label="Draw on the West Wall", rule="7.8c")
    def draw(self, g: CaseYellow) -> None:
        b = self.battle
        g.west_wall_used = True
        g.replace(AirSupport(Side.GERMAN, Battle(b.attack, west_wall=True, chosen=b.chosen, engaged=b.engaged)))

    @order("save", label="Save it for another attack", rule="7.8c")
    def save(self, g: CaseYellow) -> None:
        g.replace(AirSupport(Side.GERMAN, self.battle))

    @save.closed_if
    def guns(self, g: CaseYellow) -> Refusal | None:
        """11.8a: ARKO takes part only with Attack Supply."""
        return Refusal("11.8a", "ARKO needs this supply") if odds.guns_lack(g, self.battle) else None


class CutOffDepot(Question, frozen=True):
    """7.7e.cutoff: an Allied attack may draw on a cut-off Attack Supply Unit, which is then used up."""

    rule = "7.7e.cutoff"
    ask = "Does this attack draw on the cut-off Attack Supply Unit? It is then lost after the round."
    battle: Battle

    def words(self, g: CaseYellow) -> str:
        return "Attack supply"

    def decider(self, g: CaseYellow) -> Side | None:
        return self.side if odds.needs_cut_off(g, self.battle) else None

    def run(self, g: CaseYellow) -> None:
        g.replace(AirSupport(odds.attacker(g, self.battle), self.battle))

    @order("draw", label="Draw on it", rule="7.7e.cutoff")
    def draw(self, g: CaseYellow) -> None:
        g.replace(AirSupport(Side.ALLIED, self.battle))

    @order("save", label="Spare it", rule="7.7e.cutoff")
    def save(self, g: CaseYellow) -> None:
        """11.3c.supply: the attack is then without Attack Supply."""
        b = self.battle
        g.replace(AirSupport(Side.ALLIED, Battle(b.attack, chosen=b.chosen, engaged=b.engaged, spared=True)))


class AirSupport(Question, frozen=True):
    """11.3c.air, 5.2, 11.9b: first the attacker, then the defender commits Air Assets."""

    rule = "11.3c.air"
    ask = "How many Air Assets do you commit?"
    battle: Battle

    def words(self, g: CaseYellow) -> str:
        return "Air support"

    def decider(self, g: CaseYellow) -> Side | None:
        return self.side if usable_air(g, self.side, self.battle) else None

    def run(self, g: CaseYellow) -> None:
        self.put(g, 0)

    @order("air {number}", label="Air Assets", rule="11.3c.air", why="only available, unused Air Assets are committed")
    def commit(self, g: CaseYellow, number: int) -> None:
        self.put(g, number)

    @commit.choices("number")
    def available(self, g: CaseYellow) -> range:
        return range(usable_air(g, self.side, self.battle) + 1)

    def put(self, g: CaseYellow, number: int) -> None:
        b = self.battle
        g.air[self.side] -= number
        german, allied = (number, b.allied_air) if self.side is Side.GERMAN else (b.german_air, number)
        battle = Battle(b.attack, german, allied, b.west_wall, b.chosen, b.engaged, b.spared)
        first = self.side is odds.attacker(g, b)
        g.replace(AirSupport(self.side.enemy, battle) if first else Fight(battle))


def usable_air(g: CaseYellow, side: Side, battle: Battle) -> int:
    """5.2, 11.3c.air-minor, 11.3c.air-dynamo: Air Assets a side may commit to a combat."""
    if side is Side.ALLIED and only_minors(g, battle):
        return 0
    return g.air[side]


def only_minors(g: CaseYellow, battle: Battle) -> bool:
    """11.3c.air-minor: whether all the Allied units in a combat are Dutch or Belgian."""
    allied = battle.attack.units if odds.attacker(g, battle) is Side.ALLIED else odds.defenders(g, battle)
    nations = {g.nation(u) for u in allied}
    fort = g.standing_fort(battle.attack.target)
    if fort is not None and fort.side is Side.ALLIED and not allied:
        nations = {fort.owner}
    return nations <= {"dutch", "belgian"}


# -- the die


class Fight(Step, frozen=True):
    """11.3d, 2.4f: the attacker rolls one die on the final column; 11.3a.min: 1-4 or worse is AE without a roll."""

    rule = "11.3d"
    battle: Battle

    def words(self, g: CaseYellow) -> str:
        return f"Attack on {g.map.labels[self.battle.attack.target]}"

    def run(self, g: CaseYellow) -> None:
        battle, crt = self.battle, g.scenario.crt
        check_supply(g, battle)
        column = odds.final_column(g, battle)
        if column < 0:
            dice: tuple[int, ...] = ()
            code = str(g.scenario.tables["crt"]["below"])
        else:
            dice = (g.roll(),)
            code = odds.final_result(g, battle, crt.result(column, dice[0]))
        names, there = g.names(battle.attack.units), g.map.labels[battle.attack.target]
        odds_word = crt.columns[column] if column >= 0 else "1-4"
        text = f"{', '.join(names)} attack {there} at {odds_word}: {code}"
        g.emit("battle", text, "11.3d", units=names, at=(there,), dice=dice)
        g.replace(*outcome(g, battle, code), EndBattle(battle.attack.target))


def check_supply(g: CaseYellow, battle: Battle) -> None:
    """7.6c, 7.6e, 7.7e.cutoff, R.7.7e.cutoff.1: Attack Supply at the instant of combat; a cut-off AG1 is used up."""
    mark_attack_supply(
        g, battle.attack.units, [u for u in odds.lacking(g, battle) if not odds.has_attack_supply(g, battle, u)]
    )
    if odds.attacker(g, battle) is Side.ALLIED and g.turn > 1 and not battle.spared:
        g.depots_used |= {depot for depot in odds.feeding_depots(g, battle) if is_cut_off(g, depot)}


def outcome(g: CaseYellow, battle: Battle, code: str) -> list[Step]:
    """11.3h, 11.4, 11.5: losses, then retreats, then advances."""
    if code == "ENG":
        return engaged_result(g, battle)
    if code == "AE":
        return attackers_eliminated(g, battle)
    side, result = odds.attacker(g, battle), g.scenario.tables["crt"]["results"][code]
    steps: list[Step] = []
    if result["attacker"]:
        steps.append(Lose(side, *odds.takers(g, battle, side)))
    steps += destroyed(g, battle) if code == "DE" else beaten(g, battle, code, result)
    return [*steps, Advance(side, odds.adjacent(g, battle), battle.attack.target)] if result["retreat"] else steps


def beaten(g: CaseYellow, battle: Battle, code: str, result: dict[str, int]) -> list[Step]:
    """11.3e, 11.4b, 11.4d: a step and a retreat; 11.4e, 11.7c: nobody leaves a Fortified Line that still stands."""
    side, units, target = odds.attacker(g, battle).enemy, odds.defenders(g, battle), battle.attack.target
    if not units:
        return []  # R.10.9a.1: a garrison alone is moved by DE only
    if target == g.port and side is Side.ALLIED:
        return port_beaten(g, battle, code)
    steps: list[Step] = [Lose(side, *odds.takers(g, battle, side))] if result["defender"] else []
    if result["retreat"] and not odds.garrison(g, battle):
        steps.append(Retreat(side, units, target, result["retreat"]))
    return steps


def port_beaten(g: CaseYellow, battle: Battle, code: str) -> list[Step]:
    """13.5.3, R.13.5.3.1, R.13.5.3.2: a retreat costs all units in the port; a step alone only the defenders."""
    if code == "DR":
        return [Fall(battle.attack.target)]
    return [Lose(Side.ALLIED, *odds.takers(g, battle, Side.ALLIED))] if code in ("DL1", "BL1") else []


class Fall(Step, frozen=True):
    """13.5.3: every unit in the Dynamo port is eliminated."""

    rule = "13.5.3"
    port: Hex

    def run(self, g: CaseYellow) -> None:
        g.pop()
        for u in g.units_in(self.port, Side.ALLIED):
            eliminate(g, u, "13.5.3")


# -- DE, AE, ENG


def destroyed(g: CaseYellow, battle: Battle) -> list[Step]:
    """11.3f, R.2.2c.disrupted.1, 11.7d, 11.7e, 10.9a: the fort first, then small units, two steps, retreat."""
    side, target = odds.attacker(g, battle).enemy, battle.attack.target
    if target == g.port and side is Side.ALLIED:
        return [Fall(target)]
    units = odds.defenders(g, battle)
    if odds.garrison(g, battle):
        g.set_marker("destroyed", g.destroyed | {target})
        there = g.map.labels[target]
        g.emit("destroyed", f"the Fortified Line in {there} is destroyed", "11.7d", at=(there,))
    for u in units:
        if g.scenario.size_of[u] == "small":
            eliminate(g, u, "11.3f")
    large = tuple(u for u in units if g.scenario.size_of[u] != "small")
    if not large:
        return []
    before = tuple(g.steps[u] for u in large)
    return [
        Lose(side.enemy, large, "11.3f.steps"),
        SecondStep(side, large, "11.3f.steps", before),
        Shaken(large, "11.3f.survive"),
        Retreat(side, large, target, 2),
    ]


class SecondStep(Lose, frozen=True):
    """11.3f.steps, R.11.3f.steps.1: the defender picks the second step; of the two, one at most falls on corps."""

    rule = "11.3f.steps"
    before: tuple[int, ...] = ()
    """The steps of the units before the first loss."""

    def bearers(self, g: CaseYellow) -> list[Unit]:
        sizes = g.scenario.size_of
        hit = any(g.steps[u] < was and sizes[u] == "corps" for u, was in zip(self.units, self.before, strict=True))
        only_corps = all(sizes[u] == "corps" for u in self.units)
        return [] if only_corps else [u for u in super().bearers(g) if not (hit and sizes[u] == "corps")]


class Shaken(Step, frozen=True):
    """11.3f.survive, 11.3g, R.6.1.1: those who survive are Disrupted, on either side."""

    rule = "6.1"
    units: tuple[Unit, ...]
    why: str

    def run(self, g: CaseYellow) -> None:
        g.pop()
        for u in self.units:
            if g.hex_of[u] >= 0:
                disrupt(g, u, self.why)


def attackers_eliminated(g: CaseYellow, battle: Battle) -> list[Step]:
    """11.3g, R.11.3g.1: two steps of the attacker's choice, one if a single corps attacked; survivors are Disrupted."""
    side, units = odds.attacker(g, battle), odds.adjacent(g, battle)
    lone_corps = len(units) == 1 and g.scenario.size_of[units[0]] == "corps"
    steps = [Lose(side, units, "11.3g")] * (1 if lone_corps else 2)
    return [*steps, Shaken(units, "11.3g")]


def engaged_result(g: CaseYellow, battle: Battle) -> list[Step]:
    """11.9, 11.9a, R.10.9a.1: the lower TR loses a step, both if equal; a garrison alone shrugs it off."""
    side, units = odds.attacker(g, battle), odds.defenders(g, battle)
    if not units:
        return []
    attack, defence = odds.ratings(g, battle)
    level = attack == defence or bool(odds.garrison(g, battle))
    losing = [s for s, lower in ((side, attack < defence), (side.enemy, defence < attack)) if lower or level]
    return [*(Lose(s, *odds.takers(g, battle, s)) for s in losing), MarkEngaged(battle)]


class MarkEngaged(Step, frozen=True):
    """11.9b.mark, 2.2c.engaged: if defenders survive, both sides are pinned until the next round."""

    rule = "11.9b.mark"
    battle: Battle

    def run(self, g: CaseYellow) -> None:
        g.pop()
        target, side = self.battle.attack.target, odds.attacker(g, self.battle) if self.battle.attack.units else None
        if side is None or not g.fighters(target, side.enemy):
            return
        others = {u for engagement in g.engaged.values() for u in engagement.units}
        hexes = sorted({g.hex_of[u] for u in odds.adjacent(g, self.battle) if g.hex_of[u] >= 0})
        pinned = tuple(u for h in hexes for u in g.fighters(h, side) if u not in others)
        if pinned:
            g.engaged[target] = Engagement(side, pinned)
            g.touch(ROADSIDE)
            there = g.map.labels[target]
            g.emit("engaged", f"the combat in {there} goes on", "11.9b.mark", at=(there,))


class EndBattle(Step, frozen=True):
    """10.8d, R.10.8d.1, 10.8g: the bridgehead used in a combat comes off, unless the combat goes on."""

    rule = "10.8d"
    target: Hex

    def run(self, g: CaseYellow) -> None:
        g.pop()
        if self.target in g.bridgeheads and self.target not in g.engaged:
            g.bridgeheads -= {self.target}
