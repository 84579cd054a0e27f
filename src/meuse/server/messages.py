"""What goes over the wire, as plain data. The engine's own reports (views, choices, odds, events) go as they are."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from meuse.charts import Chart
from meuse.counters import SideWord
from meuse.decision import ShutWay, StepWords
from meuse.events import Event
from meuse.guide import GuideCard
from meuse.ledger import Rule, Ruling
from meuse.positionsheet import Lying
from meuse.report import Mobility, OddsReport, UnitView, View
from meuse.rulebook import Option
from meuse.scenario import Options
from meuse.seat import Stage
from meuse.server.phases import Phase
from meuse.steps import Choice, Warning

SeatKind = Literal["here", "link", "bot"]
Pace = Literal["quick", "normal", "long"]
"""How long a bot that searches may think about a turn."""

Short = Annotated[str, msgspec.Meta(max_length=80)]
Tokens = Annotated[tuple[Short, ...], msgspec.Meta(max_length=400)]
Way = Annotated[str, msgspec.Meta(max_length=1000)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Chat = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
PlayerName = Annotated[str, msgspec.Meta(max_length=40)]
Notes = Annotated[str, msgspec.Meta(max_length=20_000)]
PositionText = Annotated[str, msgspec.Meta(max_length=60_000)]
JournalText = Annotated[str, msgspec.Meta(max_length=2_000_000)]


# -- requests


class SeatOrder(msgspec.Struct, forbid_unknown_fields=True):
    """Who sits at a side of a new match; `manners`: a bot may resign a lost game, and take or offer a draw."""

    kind: SeatKind
    bot: Short = ""
    pace: Pace = "normal"
    manners: bool = True


class Seats(msgspec.Struct, forbid_unknown_fields=True):
    """Who sits at a new match; `coach`: whether whoever plays may ask for advice. Nobody may who plays by link."""

    german: SeatOrder
    allied: SeatOrder
    coach: bool = False


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    game: Short
    seats: Seats
    scenario: Short | None = None
    options: dict[Short, bool | int | Short] = {}
    seed: int | Short | None = None


class Upload(msgspec.Struct, forbid_unknown_fields=True):
    """A saved game to go on with."""

    journal: JournalText
    seats: Seats
    upto: Count | None = None
    """Play the file only so far: a damaged one may be opened up to the damage."""
    ticket: Short = ""
    """A word of the page's own, by which it may ask how far the replay is."""


class NewPosition(msgspec.Struct, forbid_unknown_fields=True):
    """A position to be opened: its text, or that of the beginning of a scenario."""

    text: PositionText = ""
    game: Short = ""
    scenario: Short = ""


class PositionEdit(msgspec.Struct, forbid_unknown_fields=True):
    """A position, and what is different in it: counters that lie elsewhere, another of its moments."""

    text: PositionText
    lying: dict[Short, Lying] = {}
    moment: Count | None = None


class PositionMatch(msgspec.Struct, forbid_unknown_fields=True):
    """A match that begins at a position, at one table or against a bot."""

    text: PositionText
    seats: Seats


class SharedPosition(msgspec.Struct):
    """The id by which a position is found again."""

    id: str


class UploadProgress(msgspec.Struct):
    """How far the replay of a saved game is; `ahead` are the files that come first."""

    ahead: int
    done: int
    every: int


class SecretList(msgspec.Struct, forbid_unknown_fields=True):
    secrets: Annotated[list[Short], msgspec.Meta(max_length=200)]


class Prefix(msgspec.Struct, forbid_unknown_fields=True):
    """The beginning of an order; `way` is a path written by hand, hex by hex, from which the move is to go on."""

    prefix: Tokens = ()
    way: Way = ""


class WhyNot(msgspec.Struct, forbid_unknown_fields=True):
    token: Short
    prefix: Tokens = ()


class OrderText(msgspec.Struct, forbid_unknown_fields=True):
    """A planned attack, with support that might be added to it, by the ids that the report of odds lists."""

    order: Tokens
    support: dict[Short, Count] = {}


class Target(msgspec.Struct, forbid_unknown_fields=True):
    """A hex that may be attacked: as things are or after some orders, without some units, with so much support."""

    hex: Short
    after: Annotated[tuple[Tokens, ...], msgspec.Meta(max_length=20)] = ()
    without: Tokens = ()
    support: dict[Short, Count] = {}


class Muster(msgspec.Struct, forbid_unknown_fields=True):
    """An enemy hex that a side may gather its units against, without some of them, with so much support."""

    hex: Short
    without: Tokens = ()
    support: dict[Short, Count] = {}


class GiveOrder(msgspec.Struct, forbid_unknown_fields=True):
    number: Count
    order: Tokens


class TakeBack(msgspec.Struct, forbid_unknown_fields=True):
    """Undo one's last order."""

    number: Count


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """An offer (no answer), or the answer to the other side's."""

    answer: bool | None = None


class Again(msgspec.Struct, forbid_unknown_fields=True):
    """Against which bot to play again, where it was one; the same if none is named."""

    bot: Short = ""
    pace: Pace = "normal"
    manners: bool = True


class Say(msgspec.Struct, forbid_unknown_fields=True):
    text: Chat


class Called(msgspec.Struct, forbid_unknown_fields=True):
    """What a player wants to be called; "" for nothing."""

    name: PlayerName


class Note(msgspec.Struct, forbid_unknown_fields=True):
    text: Notes


class PushKeys(msgspec.Struct):
    p256dh: Annotated[str, msgspec.Meta(max_length=120)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]


class Subscribe(msgspec.Struct):
    """A browser's subscription, as the browser itself writes it."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    keys: PushKeys


class Endpoint(msgspec.Struct, forbid_unknown_fields=True):
    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]


# -- reference data


class PaceInfo(msgspec.Struct):
    """How long a bot may think about a turn."""

    id: Pace
    title: str
    seconds: int


class BotInfo(msgspec.Struct):
    """A bot to be chosen; `usual` is the one to choose unless somebody wants another. `paces` if it searches."""

    id: str
    text: str
    usual: bool
    paces: list[PaceInfo]


class SideInfo(msgspec.Struct):
    """A side of a game: its nations, those with most counters first, and one of its counters."""

    id: SideWord
    title: str
    nations: list[str]
    piece: UnitView


class ScenarioCard(msgspec.Struct):
    """A scenario to be chosen, with its length in words: turns, and the hours that two people usually take.

    A variant, which somebody has laid over a game's scenario, may say how options are set in it.
    """

    id: str
    title: str
    summary: str
    length: str
    hours: str
    preset: Options = {}
    variant: bool = False


class GameInfo(msgspec.Struct, kw_only=True):
    """A game to be chosen. `maker` is "" for one of our own; `reconstructed` names what the book does not hold.

    `guide`: how a guided first game of it is offered, if it has one. `pace` says what the hours are reckoned from.
    """

    id: str
    title: str
    summary: str
    maker: str
    scale: str
    length: str
    hours: str
    pace: str
    complexity: int
    rules: int
    reconstructed: list[str]
    sides: list[SideInfo]
    scenarios: list[ScenarioCard]
    options: tuple[Option, ...]
    bots: list[BotInfo]
    guide: GuideCard | None = None


class Book(msgspec.Struct):
    """What a book tells of itself: its sequence of play."""

    sequence: tuple[str, ...]


class ShownExample(msgspec.Struct):
    """An example of a rule: the number of its picture, and what it shows."""

    number: int
    rule: str
    says: str


class RuleProblem(msgspec.Struct):
    """A problem whose reason names rules."""

    id: str
    title: str
    rules: tuple[str, ...]


class RulesPage(msgspec.Struct):
    """The rules of a game in plain words, with the rulings made on them and its charts.

    `examples` and `problems` stand beside the rules that they show; `gaps` is what our source of the book lacks.
    """

    game: Book
    rules: tuple[Rule, ...]
    rulings: tuple[Ruling, ...]
    charts: list[Chart]
    options: tuple[Option, ...]
    examples: list[ShownExample]
    problems: list[RuleProblem]
    gaps: tuple[str, ...]


class HexFacts(msgspec.Struct):
    """A hex of the drawing; `neighbours` by direction, null where the map ends."""

    label: str
    x: float
    y: float
    terrain: str
    country: str
    neighbours: list[str | None]


class PlaceFacts(msgspec.Struct):
    name: str
    hex: str
    size: str
    kinds: list[str]


class RegionFacts(msgspec.Struct):
    id: str
    title: str
    kind: str
    side: str
    hexes: list[str]


class MapFacts(msgspec.Struct):
    """Where the hexes lie on the drawing, and what is in them; `terrain` names the kinds of it."""

    title: str
    size: tuple[float, float]
    scale: float
    scale_km: float
    orientation: Literal["flat", "pointy"]
    terrain: dict[str, str]
    hexes: list[HexFacts]
    places: list[PlaceFacts]
    regions: list[RegionFacts]


# -- matches and seats


class SeatInfo(msgspec.Struct):
    """Who sits at a side. `pace` is "" for whoever does not search; `manners` are a bot's, `name` is a person's."""

    kind: SeatKind
    bot: str = ""
    pace: Literal["quick", "normal", "long", ""] = ""
    manners: bool = False
    name: str = ""


class MatchInfo(msgspec.Struct, kw_only=True):
    """What anyone may know of a match. `seed` is told where somebody has chosen it, and knows it.

    `task` is "lesson", or "problem" and its id, where it begins at a position set up for that.
    """

    id: str
    game: str
    scenario: str
    title: str
    created: str
    turn: int
    asked: tuple[SideWord, ...]
    over: bool
    verdict: str
    orders: int
    seats: dict[SideWord, SeatInfo]
    fingerprint: str
    chosen_seed: bool = False
    seed: str = ""
    changed: str = ""
    options: Options = {}
    task: str = ""
    coach: bool = False
    """Whether whoever plays may ask for advice."""


class ListedMatch(MatchInfo, kw_only=True):
    """A match as one of its seats lists it; `secret` says which of the secrets asked for it is."""

    side: SideWord
    yours: bool
    secret: str


class Created(msgspec.Struct):
    id: str
    seats: dict[SideWord, str | None]


class OpenChoice(Choice, kw_only=True, frozen=True, omit_defaults=True):
    """A choice with those that follow it; None where they are many and have to be asked for."""

    next: list[Choice] | None = None


class DecisionView(msgspec.Struct, kw_only=True):
    """What a side is asked; `questions` are those of the single words, where one order asks for several.

    `mobility` says of each unit that could ever move in this phase what it has left. `foregone` is the only order there
    is, where nobody needs to be asked for it.
    """

    side: SideWord
    question: str
    questions: tuple[str, ...]
    help: str
    remaining: str
    stack: list[StepWords]
    about: tuple[str, ...]
    warnings: list[Warning]
    shut: ShutWay | None
    choices: list[OpenChoice]
    mobility: list[Mobility]
    foregone: tuple[str, ...]


class Waiting(msgspec.Struct):
    """Which sides decide while one waits, and what it is about: "Combat"."""

    sides: tuple[SideWord, ...]
    about: str


class ChatLine(msgspec.Struct, omit_defaults=True):
    """Something said; by no side if it is a notice of the service. `only` is the side that may read it."""

    side: str
    text: str
    at: str
    only: str = ""


Outcome = Literal["accepted", "declined", "withdrawn"]


class Settled(msgspec.Struct, frozen=True):
    """What became of an offer, and which side saw to it: who withdraws has made it himself."""

    kind: Literal["draw", "takeback", "rematch"]
    by: SideWord
    how: Outcome


class Offers(msgspec.Struct):
    """Which side has offered what, which has declined a draw, and which has left the game (`delete`).

    A take-back goes to order number `takeback_to`. `settled` is the last offer that was answered or withdrawn.
    """

    draw: SideWord | None = None
    takeback: SideWord | None = None
    delete: SideWord | None = None
    takeback_to: int | None = None
    declined: SideWord | None = None
    rematch: SideWord | None = None
    settled: Settled | None = None


class Thinking(msgspec.Struct):
    """How far a bot is that weighs its plans: the share of its time that is used, and whether it has been hurried."""

    done: float
    text: str
    hurried: bool


class IntentLine(msgspec.Struct):
    """What a bot meant to do from a turn on."""

    side: SideWord
    turn: int
    number: int
    title: str


class SeatState(msgspec.Struct, kw_only=True):
    """Everything a seat's screen shows; `side` is "" for a spectator.

    `rewrites` counts how often lines of the log have become others for this seat, by taking back or by new rules:
    while it stays the same, the log has only grown. `stage` says whether what is asked belongs to a battle,
    `battle` what it comes to before its die; `rolled` is the battle whose die the last order rolled, as it was
    then. `thinking` is the side whose bot thinks, `thought` how far it is, if it tells; if one has given up,
    `stalled`. `intents` are told after the end. `chat` are the last messages of all that were `said`.
    """

    match: MatchInfo
    side: Literal["german", "allied", ""]
    number: int
    at: int
    view: View
    phases: list[Phase]
    stage: Stage
    battle: OddsReport | None
    rolled: OddsReport | None
    decision: DecisionView | None
    waiting: Waiting | None
    can_undo: bool
    rewrites: int
    thinking: Literal["german", "allied", ""]
    thought: Thinking | None
    stalled: bool
    intents: list[IntentLine]
    chat: list[ChatLine]
    said: int
    notes: str
    offers: Offers
    rematch: str
    present: list[str]


class Played(msgspec.Struct):
    number: int
    events: list[Event]
    state: SeatState


class LogLine(msgspec.Struct, kw_only=True):
    """An order as a seat may know it; `number` counts from one, `turn` and `phase` are those after it.

    `whose` is the side in whose player turn it was given; what the other side answers in it belongs to it.
    """

    number: int
    side: SideWord
    order: tuple[str, ...]
    dice: tuple[int, ...]
    note: str
    events: list[Event]
    committed: bool
    turn: int
    phase: str
    whose: Literal["german", "allied", ""]


class Choices(msgspec.Struct):
    choices: list[Choice]


class NewSecret(msgspec.Struct):
    secret: str


class Rematch(msgspec.Struct):
    """The match with sides changed, and this player's seats in it."""

    id: str
    side: SideWord
    secret: str


class Deleted(msgspec.Struct):
    """Whether the match is gone; if not, this side has left it, and it is the other's alone."""

    deleted: bool


class PushKey(msgspec.Struct):
    key: str


class FeedPath(msgspec.Struct):
    path: str


class Subscribed(msgspec.Struct):
    subscribed: bool


class Problem(msgspec.Struct):
    """Every refusal has this form, and some more beside it."""

    error: str
    text: str
    rule: str = ""


Update = dict[str, Any]
"""A message pushed to a browser."""
