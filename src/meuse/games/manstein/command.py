"""5: plans, command markers in their bins, the draw, and what a marker activates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from meuse.counters import SIDES, Side, Unit
from meuse.games.manstein.activation import leader_rule, put_to_use
from meuse.games.manstein.board import MARKS, RESERVE_USED, Impulse, Manstein, controls
from meuse.games.manstein.evacuation import germans_at_the_coast
from meuse.games.manstein.segments import segments
from meuse.games.manstein.victory import MARKERS_OF, NATION_OF
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.until_done import UntilDone
from meuse.report import count, listed
from meuse.steps import Question, Step, Together, Warning, overrides

# -- 21 the secret plan


class ChoosePlan(Question, frozen=True):
    """21.1h, 21.2f: one plan is kept, the others are discarded face down; R.21.1h.1: when one's own set-up is done."""

    rule = "21.1h"
    question = "Which plan do you choose?"

    def title(self, g: Manstein) -> str:
        return f"{self.side.title} plan"

    @order("plan {word}", rule="21.1h", secret=True, why="only one of your own plans")
    def choose(self, g: Manstein, word: str) -> None:
        """28.3: the turns of arrival are rolled now, in secret too."""
        g.plans[self.side] = word
        if g.option("28.3"):
            roll_arrivals(g, self.side)
        g.pop()

    @choose.choices("word")
    def plans(self, g: Manstein) -> list[str]:
        return plans_of(g, self.side)

    @choose.describes("word")
    def plan_words(self, g: Manstein, word: str) -> dict[str, Any]:
        return marker_words(g, word)


def marker_words(g: Manstein, word: str) -> dict[str, Any]:
    """A marker by its title, and below it what it activates (23.0); lit are the units that it would be."""
    if word == "none":
        return {"label": "No special marker", "says": "Only the regular markers are in your bin this turn."}
    marker = g.scenario.markers.get(word)
    if marker is None:
        return {}
    choice = f"{marker.number} of {'/'.join(marker.choose)}" if marker.choose else ""
    whose = "French mechanized corps" if word == "de-gaulle" else "mechanized corps"
    corps = f"{marker.corps} {whose}" if marker.corps else ""
    flying = count(marker.air, "air unit") if marker.air else ""
    air = "all air units" if marker.air > len(g.scenario.counters) else flying
    shift = f"a shift of {count(marker.shift, 'column')} in battle" if marker.shift else ""
    does = [", ".join(marker.commands), choice, corps, air, shift]
    says = f"Activates {listed([part for part in does if part])}."
    units = [unit for name in (*marker.commands, *marker.choose) for unit in units_of(g, name)]
    return {"label": marker.title, "says": says, "places": g.places(units)}


def units_of(g: Manstein, command: str) -> list[Unit]:
    """The ground units of a command that are on the map."""
    return [u for side in SIDES for u in g.on_map(side) if g.counter(u).is_ground and g.counter(u).command == command]


def plans_of(g: Manstein, side: Side) -> list[str]:
    return [name for name, marker in g.scenario.markers.items() if marker.kind == "plan" and marker.side == side.word]


def roll_arrivals(g: Manstein, side: Side) -> None:
    """28.3: one die for each scheduled reinforcement is its turn of arrival."""
    for u in g.units_in(g.box("track"), side):
        g.arrival[u] = g.roll()


# -- 4.1b filling the bins


class CommandPhase(Step, frozen=True):
    """4.1b, 5.7b, 21.1h3, 21.2f3: regular markers go in by themselves; both sides add a special one in secret."""

    rule = "4.1b"

    def run(self, g: Manstein) -> None:
        g.regular[:] = [tuple(regular_markers(g, side)) for side in SIDES]
        g.special[:] = ["", ""]
        g.offered = (frozenset(offer(g, Side.GERMAN)), frozenset(offer(g, Side.ALLIED)))
        g.evac_lapsed |= "evac" in g.offered[Side.ALLIED]  # 20.2d: placed now or never
        g.replace(Together(FillBin(Side.GERMAN), FillBin(Side.ALLIED)))


def regular_markers(g: Manstein, side: Side) -> Iterator[str]:
    """3.7a, 5.7c: all that have not been removed by a capitulation."""
    gone = {name for country, names in MARKERS_OF.items() if NATION_OF[country] in g.surrendered for name in names}
    for name, marker in g.scenario.markers.items():
        if marker.side == side.word and marker.kind == "regular" and name not in gone:
            yield name


def offer(g: Manstein, side: Side) -> Iterator[str]:
    """5.2a, 5.2b, 5.2c, 5.7a: what a side could put into its bin; "plan" is the plan that it alone knows.

    R.5.2c.1, 21.1h4, 21.2f4, 21.2f5: De Gaulle, the Luftwaffe and the leaders from turn 2 on.
    """
    if not any(name in g.played for name in plans_of(g, side)):
        yield "plan"
    for name, marker in g.scenario.markers.items():
        fresh = marker.kind == "special" and marker.side == side.word and name not in g.played
        if fresh and g.turn >= marker.from_ and condition_holds(g, name):
            yield name


def condition_holds(g: Manstein, name: str) -> bool:
    """20.2a, 21.1h5, 24.1, 24.2: whether the board lets a marker be used this turn.

    R.20.2d.1: Evac in the first turn in which it can; R.24.1.1: Fall Rot by the words of 24.1, not of 21.2f6.
    """
    if name == "evac":
        return not g.evac_lapsed and germans_at_the_coast(g)
    if name == "fall-rot":
        places = [h for h in g.scenario.stations if g.map.country[h] == "belgium"]
        return all(controls(g, Side.GERMAN, h) for h in places)
    if name == "plan-w":
        places = [h for h in g.scenario.stations if g.map.country[h] == "france"]
        return sum(controls(g, Side.GERMAN, h) for h in places) >= 2
    return True


class FillBin(Question, frozen=True):
    """5.2d, R.5.2d.1: at most one special marker a turn goes into the bin."""

    rule = "5.2d"
    title = "Command markers"
    question = "Which special marker do you put into your bin?"

    def warnings(self, g: Manstein) -> Sequence[Warning]:
        if "evac" not in g.offered[self.side]:
            return ()
        return (Warning("loses", "Evac goes into the bin this turn or is lost.", "20.2d", topic="support"),)

    @order("special {word}", label="Special marker", rule="5.2d", secret=True)
    def special(self, g: Manstein, word: str) -> None:
        g.special[self.side] = "" if word == "none" else word
        g.pop()

    @special.choices("word")
    def markers(self, g: Manstein) -> list[str]:
        """21.2f2: the German plan must go in on turn 1; 21.1h2: the Allied one when its owner likes."""
        mine = [g.plans[self.side] if name == "plan" else name for name in sorted(g.offered[self.side])]
        return mine if must_use_plan(g, self.side) else ["none", *mine]

    @special.describes("word")
    def words_of(self, g: Manstein, word: str) -> dict[str, Any]:
        return marker_words(g, word)

    @special.refuses("word")
    def why_not(self, g: Manstein, word: str) -> Refusal | None:
        return why_not_marker(g, self.side, word)


def must_use_plan(g: Manstein, side: Side) -> bool:
    """21.2f2: whether the German plan is due."""
    return side is Side.GERMAN and "plan" in g.offered[side] and g.turn == 1


def why_not_marker(g: Manstein, side: Side, word: str) -> Refusal | None:
    """5.1b, 5.2a, 5.7a, 20.2a, 21.1h, 21.2f2, 24.1, 24.2: why a marker cannot go into the bin."""
    marker = g.scenario.markers.get(word)
    if word == "none":
        return Refusal("21.2f2", "the German plan must go into the bin on turn 1")
    owner, title = OPTIONAL.get(word, (None, ""))
    if marker is None and owner is side:
        return Refusal("5.1b", f"{title} belongs to an optional rule that is not in use")
    if marker is None or marker.side != side.word:
        return None
    if not marker.is_special:
        return Refusal("5.1a", f"{marker.title} is not a special marker")
    if word in g.played:
        return Refusal("5.7a", f"{marker.title} has been played and is out of the game")
    if marker.kind == "plan":
        return Refusal("21.1h" if side is Side.ALLIED else "21.2f", f"{marker.title} was discarded before the game")
    if g.turn < marker.from_:
        return Refusal("5.2a", f"{marker.title} can be used from turn {marker.from_} on")
    if word == "evac" and g.evac_lapsed:
        return Refusal("20.2d", f"{marker.title} did not go in on the first turn it could, and is discarded")
    return CONDITIONS.get(word)


CONDITIONS = {
    "evac": Refusal("20.2a", "no German unit is in or next to a port or coastal hex of France"),
    "fall-rot": Refusal("24.1", "the Germans do not control every city and town in Belgium"),
    "plan-w": Refusal("24.2", "the Germans control fewer than two cities and towns in France"),
}
"""What keeps a marker out that has a condition."""

OPTIONAL = {"fall-rot": (Side.GERMAN, "Fall Rot"), "plan-w": (Side.ALLIED, "Plan W")}
"""5.1b: special markers that an optional rule brings into the game."""


# -- 5.4 the draw


class Impulses(Step, frozen=True):
    """5.4a, 5.4b, 5.4c: both sides draw in turn until both bins are empty. `next` is who draws now."""

    rule = "5.4a"
    title = "Operations"
    next: Side

    def run(self, g: Manstein) -> None:
        side = self.next if has_markers(g, self.next) else self.next.enemy
        if not has_markers(g, side):
            g.pop()
        elif g.turn == 1 and not g.now.marker and side is Side.GERMAN:
            g.replace(SelectMarker(side), Impulses(side.enemy))
        else:
            g.replace(Impulses(side.enemy))
            play_marker(g, side, draw(g, side))


def has_markers(g: Manstein, side: Side) -> bool:
    """5.4b: a side cannot pass while its bin holds a marker."""
    return bool(g.regular[side] or g.special[side])


def draw(g: Manstein, side: Side) -> str:
    """2.7, 5.4a: a marker drawn blind; 5.0a: neither the die nor its absence tells whether a special one lies there.

    So the special one lies last, and for a single marker a die is rolled too.
    """
    markers = [*g.regular[side], *([g.special[side]] if g.special[side] else [])]
    return markers[g.roll(len(markers)) - 1]


class OperationsPhase(Step, frozen=True):
    """4.1d: the side with the initiative draws first (5.3a)."""

    rule = "4.1d"

    def run(self, g: Manstein) -> None:
        g.now = Impulse()
        g.replace(Impulses(g.first))


class SelectMarker(Question, frozen=True):
    """21.2b: the first German marker of the game is selected, not drawn."""

    rule = "21.2b"
    title = "First marker"
    question = "Which marker do you play first?"

    @order("select {word}", label="Play", rule="21.2b", why="only a marker in your bin can be played")
    def select(self, g: Manstein, word: str) -> None:
        g.pop()
        play_marker(g, self.side, word)

    @select.choices("word")
    def markers(self, g: Manstein) -> list[str]:
        return [*g.regular[self.side], *([g.special[self.side]] if g.special[self.side] else [])]

    @select.describes("word")
    def words_of(self, g: Manstein, word: str) -> dict[str, Any]:
        return marker_words(g, word)


def play_marker(g: Manstein, side: Side, name: str) -> None:
    """5.4a, 5.7a, 6.3b: the marker is played, and the segments of its impulse follow."""
    marker = g.scenario.markers[name]
    if marker.is_special:
        g.special[side] = ""
        g.played |= {name}
    else:
        g.regular[side] = tuple(other for other in g.regular[side] if other != name)
    if name == "manstein":
        g.manstein_rough, g.manstein_turn = True, g.turn
        g.touch(MARKS)
    g.now = Impulse(side, name, frozenset(marker.commands))
    g.emit("marker", f"The {side.title} side plays {marker.title}", rule_of(g, name), side=side.word)
    g.push(*choices_of(side, name, marker.number, marker.corps), *segments(side))


RULE_WORD = {
    "HGA": "hga", "HGB": "hgb", "HGC": "hgc", "PGK": "pgk", "okh": "okh", "okh-mod": "okhmod", "manstein": "manstein",
    "guderian": "guderian", "hoth": "hoth", "rommel": "rommel", "luftwaffe": "luftwaffe", "1AG": "1ag", "2AG": "2ag",
    "3AG": "3ag", "belgium": "bl", "netherlands": "nl", "plan-d": "pland", "plan-e": "plane", "plan-r": "planr",
    "de-gaulle": "degaulle", "evac": "evac",
}  # fmt: skip
"""The rules 5.1.hga, 5.1.hgb, 5.1.hgc, 5.1.pgk, 5.1.okh, 5.1.okhmod, 5.1.manstein, 5.1.guderian, 5.1.hoth, 5.1.rommel,
5.1.luftwaffe, 5.1.1ag, 5.1.2ag, 5.1.3ag, 5.1.bl, 5.1.nl, 5.1.pland, 5.1.plane, 5.1.planr, 5.1.degaulle and 5.1.evac by
their markers; what each activates is in the table of 23.0."""


def rule_of(g: Manstein, name: str) -> str:
    """The rule of a marker; 24.0, 24.1, 24.2, 24.3: of an optional one that which brings it into the game."""
    return f"5.1.{RULE_WORD[name]}" if name in RULE_WORD else g.scenario.markers[name].option


def choices_of(side: Side, name: str, number: int, corps: int) -> Iterator[Step]:
    if number:
        yield ActivateCommands(side, number)
    if corps:
        yield LEADERS[name](side, corps)


# -- 5.1 what a marker activates


class ActivateCommands(Question, frozen=True):
    """5.1.okh, 5.1.pland and others: the owner chooses the commands."""

    rule = "5.5"
    question = "Which command do you activate?"
    left: int

    def title(self, g: Manstein) -> str:
        return f"{g.scenario.markers[g.now.marker].title}: commands"

    def decider(self, g: Manstein) -> Side | None:
        return self.side if self.left and len(self.commands(g)) > self.left else None

    def run(self, g: Manstein) -> None:
        """If all that are left can be activated there is nothing to choose."""
        for word in self.commands(g) if self.left else ():
            activate(g, word)
        g.pop()

    @order(
        "activate {word}", rule="5.5", says="Its units may arrive, move and attack in this impulse.", was=("command",)
    )
    def choose(self, g: Manstein, word: str) -> None:
        activate(g, word)
        g.replace(ActivateCommands(self.side, self.left - 1))

    @choose.choices("word")
    def commands(self, g: Manstein) -> list[str]:
        """R.24.2.1, R.24.3.2.1: never Belgium or the Netherlands; 5.7c: none that has left play."""
        gone = MARKERS_OF["france"] if "french" in g.surrendered else ()
        able = g.scenario.markers[g.now.marker].choose
        return [name for name in able if name not in g.now.commands and name not in gone]

    @choose.describes("word")
    def command_words(self, g: Manstein, word: str) -> dict[str, Any]:
        units = units_of(g, word)
        says = f"{count(len(units), 'unit')} on the map may move and attack in this impulse; reinforcements arrive."
        return {"label": word, "says": says, "places": g.places(units)}

    @choose.refuses("word")
    def why_not(self, g: Manstein, word: str) -> Refusal | None:
        if word not in ("HGA", "HGB", "HGC", "PGK", "1AG", "2AG", "3AG", "BL", "NL"):
            return None
        marker = g.scenario.markers[g.now.marker]
        return Refusal(rule_of(g, g.now.marker), f"{marker.title} does not activate {word}, or already has")


def activate(g: Manstein, command: str) -> None:
    """5.5: from now on the units of a command may act in this impulse; both sides see it."""
    g.now = msgspec.structs.replace(g.now, commands=g.now.commands | {command})
    g.emit("activation", f"{command} is activated", rule_of(g, g.now.marker), side=g.now.side.word)


class ActivateCorps(UntilDone, frozen=True):
    """5.1.guderian, R.5.1.guderian.1: Mech corps on the map, of any command; no command is activated by it."""

    rule = "5.1.guderian"
    question = "Which mechanized corps do you activate?"
    left: int

    def title(self, g: Manstein) -> str:
        return f"{g.scenario.markers[g.now.marker].title}: corps"

    @overrides
    def decider(self, g: Manstein) -> Side | None:
        return super().decider(g) if self.left else None

    @order("activate {unit}", rule="5.5", says="The corps may move and attack in this impulse, whatever its command.")
    def activate(self, g: Manstein, unit: Unit) -> None:
        """R.5.8c.1: for a reserve it is its one activation of the turn."""
        put_to_use(g, unit)
        g.now = msgspec.structs.replace(g.now, corps=g.now.corps | {unit})
        g.emit("activation", f"{g.name(unit)} is activated", rule_of(g, g.now.marker), units=(g.id(unit),))
        g.replace(ActivateCorps(self.side, self.left - 1))

    @activate.choices("unit")
    def able(self, g: Manstein) -> list[Unit]:
        return [u for u in g.on_map(self.side) if why_not_corps(g, u) is None]

    @activate.refuses("unit")
    def why_not(self, g: Manstein, unit: Unit) -> Refusal | None:
        return why_not_corps(g, unit) if g.side(unit) is self.side and g.hex_of[unit] >= 0 else None

    done = UntilDone.done.told(label="No more corps", rule="5.5")


class HothCorps(ActivateCorps, frozen=True):
    rule = "5.1.hoth"


class RommelCorps(ActivateCorps, frozen=True):
    rule = "5.1.rommel"
    question = "Which mechanized corps does Rommel lead?"


class DeGaulleCorps(ActivateCorps, frozen=True):
    """5.1.degaulle: a French one."""

    rule = "5.1.degaulle"
    question = "Which French mechanized corps does De Gaulle lead?"


LEADERS = {"guderian": ActivateCorps, "hoth": HothCorps, "rommel": RommelCorps, "de-gaulle": DeGaulleCorps}
"""The leaders' markers, each with its question."""


def why_not_corps(g: Manstein, u: Unit) -> Refusal | None:
    """5.1.guderian, 5.1.degaulle, 5.8d: only Mech corps, De Gaulle only French ones."""
    name, counter = g.name(u), g.counter(u)
    if u in g.now.corps:
        return Refusal(leader_rule(g.now.marker), f"{name} has already been activated this impulse")
    if g.now.marker == "de-gaulle" and counter.nation != "french":
        return Refusal("5.1.degaulle", f"{name} is not French")
    if not counter.mech or counter.size != "XXX":
        return Refusal(leader_rule(g.now.marker), f"{name} is not a mechanized corps")
    if g.status[u] & RESERVE_USED:
        return Refusal("5.8d", f"{name} has already been activated this turn")
    return None
