"""What never changes while the service runs: the games, their rules and their maps."""

from __future__ import annotations

import logging
import re
from collections import Counter
from functools import cache
from typing import Any

from msgspec import structs

import meuse
from meuse import drawing
from meuse.charts import charts
from meuse.counters import SIDES, Side
from meuse.counters import Counter as Piece
from meuse.examples import examples_of
from meuse.guide import Guide, guide_of
from meuse.hexmap import OFF_MAP, HexMap
from meuse.ledger import Ruling
from meuse.opponents import LEVELS, USUAL
from meuse.opponents.thinking import Ponders
from meuse.problems import problems_of
from meuse.report import UnitView
from meuse.rulebook import Option, RuleBook, UnknownOption
from meuse.scenario import Scenario
from meuse.server import lengths
from meuse.server.errors import ServiceError, where
from meuse.server.messages import (
    Book,
    BotInfo,
    GameInfo,
    HexFacts,
    MapFacts,
    PaceInfo,
    PlaceFacts,
    RegionFacts,
    RuleProblem,
    RulesPage,
    ScenarioCard,
    SeatInfo,
    ShownExample,
    SideInfo,
)  # fmt: skip

log = logging.getLogger("meuse.server")

PACES = [PaceInfo("quick", "Quick", 3), PaceInfo("normal", "Normal", 10), PaceInfo("long", "Long", 30)]
"""Seconds a turn for bots that search."""


@cache
def games() -> list[GameInfo]:
    """All games that can be played, the small one of our own last."""
    found = [info for game in meuse.GAMES if (info := _game_if_whole(game)) is not None]
    return sorted(found, key=lambda game: not game.maker)


def rules(game: str) -> RulesPage:
    """The rules of a game in plain words, with the rulings made on them and its charts."""
    found = book(game)
    ledger = found.ledger
    sequence = tuple(ledger.game.get("sequence", ()))
    examples = [ShownExample(n, one.rule, one.says) for n, one in enumerate(examples_of(found.id))]
    gaps = tuple(gap.what for gap in ledger.gap)
    return RulesPage(
        Book(sequence), ledger.rule, ledger.ruling, charts(found), found.options, examples, _problems(found), gaps
    )


def _problems(found: RuleBook) -> list[RuleProblem]:
    """The problems whose reason names rules, with those rules."""
    known = set(found.ledger.ids())
    named = [(one, re.findall(r"[\w.\-]*\w", one.why)) for one in problems_of(found.id)]
    cited = [RuleProblem(one.id, one.title, tuple(word for word in words if word in known)) for one, words in named]
    return [one for one in cited if one.rules]


def guide(game: str) -> Guide:
    """The guided first game of a game; raises ServiceError."""
    found = guide_of(book(game).id)
    if found is None:
        raise ServiceError(404, "no_guide", f"There is no guide to {book(game).title}.")
    return found


def book(game: str, scenario: str | None = None) -> RuleBook:
    """The rule book of a game, or of a variant of it that the server offers; raises ServiceError."""
    try:
        return meuse.rule_book(game, scenario)
    except meuse.UnknownGame as error:
        raise ServiceError(404, "unknown_game", f"{error}.".capitalize()) from error


def levels_of(game: str) -> list[BotInfo]:
    """The bots that are offered, the weakest first; all of them need the advice that a game offers."""
    if book(game).advice is None:
        return []
    return [BotInfo(name, text, name == USUAL, PACES if is_searching(name) else []) for name, text in LEVELS.items()]


def bots_of(game: str) -> list[str]:
    """All bots that can play a game; `random` needs no advice."""
    return list(meuse.bots()) if book(game).advice is not None else ["random"]


@cache
def is_searching(name: str) -> bool:
    """Whether a bot thinks about a turn for as long as it is given."""
    return isinstance(meuse.bot(name), Ponders)


def seconds_of(seat: SeatInfo) -> float | None:
    """How long the bot of a seat may think about a turn; None for one that does not search."""
    return next((float(pace.seconds) for pace in PACES if pace.id == seat.pace), None)


def scenario_of(game: str, scenario: str) -> str:
    try:
        return book(game, scenario).checked_scenario(scenario)
    except UnknownOption as error:
        raise ServiceError(404, "unknown_scenario", f"{error}.") from error


def hex_map(game: str, scenario: str) -> HexMap:
    return book(game, scenario).opened(scenario_of(game, scenario), {}).map


def map_facts(hexmap: HexMap) -> MapFacts:
    """Where the hexes lie on the drawing, and what is in them."""
    shape = drawing.geometry(hexmap)
    return MapFacts(
        title=hexmap.title,
        size=(shape.width, shape.height),
        scale=shape.hex,
        scale_km=hexmap.scale_km,
        orientation=shape.orientation,
        terrain={kind.id: kind.title for kind in hexmap.terrain_kinds.values()},
        hexes=[_hex(hexmap, shape, h) for h in range(len(hexmap))],
        places=[PlaceFacts(p.name, hexmap.label(p.hex), p.size, sorted(p.kinds)) for p in hexmap.places],
        regions=[
            RegionFacts(r.id, r.title, r.kind, r.side, [hexmap.label(h) for h in sorted(r.hexes)])
            for r in hexmap.regions.values()
        ],
    )


def _hex(hexmap: HexMap, shape: drawing.Geometry, h: int) -> HexFacts:
    label = hexmap.label(h)
    x, y = shape.centres[label]
    near = [None if n == OFF_MAP else hexmap.label(n) for n in hexmap.neighbours[h]]
    return HexFacts(label, x, y, hexmap.terrain[h], hexmap.country[h], near)


def _game_if_whole(game: str) -> GameInfo | None:
    """A game that cannot be opened, such as one that somebody is writing, must not take the others with it."""
    try:
        return _game(meuse.rule_book(game))
    except Exception as error:
        log.error("game %s cannot be opened: %s", game, where(error))
        return None


def _game(rule_book: RuleBook) -> GameInfo:
    facts, scenario = rule_book.ledger.game, rule_book.opened(None, {})
    return GameInfo(
        id=rule_book.id,
        title=rule_book.title,
        summary=rule_book.summary,
        maker=" · ".join(
            str(facts[key]).partition(" (")[0] for key in ("designer", "edition") if facts.get("designer")
        ),
        scale=_scale(facts, scenario.map),
        length=lengths.length(facts),
        hours=lengths.hours(facts),
        pace=lengths.pace(facts),
        complexity=_weight(rule_book),
        rules=len(rule_book.ledger.rule),
        reconstructed=[gap.what for gap in rule_book.ledger.gap],
        sides=[_side(scenario, side) for side in SIDES],
        scenarios=[
            *(ScenarioCard(s.id, s.title, s.summary, *_lengths(facts, s.id)) for s in rule_book.scenarios),
            *_variants(rule_book.id),
        ],
        options=tuple(_told(rule_book, option) for option in rule_book.options),
        bots=levels_of(rule_book.id),
        guide=guided.card if (guided := guide_of(rule_book.id)) else None,
    )


def _variants(game: str) -> list[ScenarioCard]:
    """The variants of a game that this server offers."""
    found = (variant for variant in meuse.variants().values() if variant.game == game)
    return [
        ScenarioCard(one.id, one.title, one.summary, length="", hours="", preset=one.options, variant=True)
        for one in found
    ]


def _lengths(facts: dict[str, Any], scenario: str) -> tuple[str, str]:
    return lengths.scenario_length(facts, scenario), lengths.scenario_hours(facts, scenario)


def _told(rule_book: RuleBook, option: Option) -> Option:
    """An option with its sentence, as the ledger has it; how sure that is, the page of the rule says."""
    entry = rule_book.ledger.find(option.rule)
    text = entry.question if isinstance(entry, Ruling) else entry.text
    return structs.replace(option, says=text.partition(" (Reconstructed")[0])


def _side(scenario: Scenario, side: Side) -> SideInfo:
    counters = [counter for counter in scenario.counters if counter.side is side]
    nations = [nation for nation, _ in Counter(counter.nation for counter in counters).most_common()]
    troops = [counter for counter in counters if counter.nation == nations[0] and counter.symbol != "supply"]
    best = max(troops, key=lambda c: (_strength(c), c.id))
    piece = UnitView(
        id=best.id,
        name=best.name,
        side=side.word,
        nation=best.nation,
        symbol=best.symbol,
        size=best.size,
        designation=best.designation,
        parent=best.parent,
        steps=best.steps,
        max_steps=best.steps,
        values=best.values(best.steps),
    )
    return SideInfo(side.word, side.title, nations, piece)


def _strength(counter: Piece) -> int:
    figures = counter.values(counter.steps)
    return int(figures[0].text) if figures and figures[0].text.isdigit() else 0


def _scale(facts: dict[str, Any], hexmap: HexMap) -> str:
    ground = f"{hexmap.scale_km:g} km a hex"
    days = facts.get("turn_days")
    return f"{ground}, {days} {'day' if days == 1 else 'days'} a turn" if days else ground


def _weight(rule_book: RuleBook) -> int:
    """The weight of the rules in dots, one to five, by their number."""
    return 1 + sum(len(rule_book.ledger.rule) >= step for step in (50, 150, 250, 400))
