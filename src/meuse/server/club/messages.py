"""What the club sends and takes, as plain data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from meuse.counters import SideWord
from meuse.server.messages import MatchInfo, PlayerName, Short
from meuse.server.messages import Pace as BotPace

MailAddress = Annotated[str, msgspec.Meta(max_length=254, pattern=r"^[^@\s,;<>\"]+@[^@\s,;<>\"]+$")]
Phrase = Annotated[str, msgspec.Meta(max_length=200)]


# -- names


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """The name that somebody wants here; `invitation` is the phrase of a private server."""

    name: PlayerName
    invitation: Phrase = ""


class Rename(msgspec.Struct, forbid_unknown_fields=True):
    name: PlayerName


class TakeSeat(msgspec.Struct, forbid_unknown_fields=True):
    """A seat that its holder wants to have by his name."""

    secret: Short


class SignInWays(msgspec.Struct):
    """How players sign in here: with a passkey always, by a link sent by mail where the server can send any."""

    mail: bool


class ClubInfo(msgspec.Struct):
    """What anyone may know: whether a name needs an invitation, and how many players have one."""

    private: bool
    players: int
    sign_in: SignInWays | None = None
    """How players sign in; null where a name needs no account."""


class Holiday(msgspec.Struct, forbid_unknown_fields=True):
    """From a day to a day, both included."""

    first: Annotated[str, msgspec.Meta(max_length=10)]
    last: Annotated[str, msgspec.Meta(max_length=10)]


class Myself(msgspec.Struct):
    """A player, as he sees himself."""

    id: str
    name: str
    created: str
    holidays: list[Holiday]


class Account(msgspec.Struct):
    """What a player signs in with."""

    passkeys: int
    mail: str
    """The address; "" if there is none."""
    notices: bool
    """Whether a mail says when it is his turn, in games with days for a move."""


class MailTo(msgspec.Struct, forbid_unknown_fields=True):
    """Where a link is to be sent."""

    mail: MailAddress


class FollowLink(msgspec.Struct, forbid_unknown_fields=True):
    """What was in a link sent by mail; a name, and the phrase of a private server, for whoever is new here."""

    token: Short
    name: PlayerName | None = None
    invitation: Phrase = ""


class SignedIn(msgspec.Struct):
    """Whoever has signed in, with his key; null if he is new here, and a name is needed first."""

    key: NewKey | None


class Ceremony(msgspec.Struct):
    """What a browser needs to ask for a passkey, as its own interface wants it."""

    ticket: str
    options: dict[str, Any]


class Credential(msgspec.Struct, forbid_unknown_fields=True):
    """What a browser answers; a name, and the phrase of a private server, for whoever is new here."""

    ticket: Short
    credential: dict[str, Any]
    invitation: Phrase = ""


class Notify(msgspec.Struct, forbid_unknown_fields=True):
    notices: bool


class NewKey(msgspec.Struct):
    """A key, told once: the browser keeps it, and the player writes it down for his other devices."""

    id: str
    name: str
    key: str


# -- the lobby

Points = Annotated[int, msgspec.Meta(ge=0, le=100)]
Text = Annotated[str, msgspec.Meta(max_length=120)]
SidesBy = Literal["german", "allied", "drawn", "bid"]
"""Which side the host plays, or how that is settled."""


class Balance(msgspec.Struct, kw_only=True):
    """How often each side has won when the same bot played both; `draw`: the difference of points that is a draw."""

    game: str
    scenario: str
    german: int
    allied: int
    drawn: int
    draw: tuple[int, int] | None = None


class GamePace(msgspec.Struct, forbid_unknown_fields=True):
    """How fast a game is played: without a limit, live with minutes for each side, or with days for each move.

    `lapse`: what happens when the time is up. The opponent may claim the game, or a bot plays on.
    """

    kind: Literal["leisure", "live", "days"] = "leisure"
    minutes: Annotated[int, msgspec.Meta(ge=1, le=6000)] = 120
    days: Annotated[int, msgspec.Meta(ge=1, le=30)] = 3
    lapse: Literal["claim", "bot"] = "claim"


class Terms(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be played, and how. `bid_for` is the side that points are bid for."""

    game: Short
    scenario: Short = ""
    options: dict[Short, bool | int | Short] = {}
    sides: SidesBy = "drawn"
    bid_for: SideWord = "german"
    pace: GamePace = msgspec.field(default_factory=GamePace)
    rated: bool = True
    note: Text = ""


class NewInvitation(Terms, forbid_unknown_fields=True):
    """An invitation to everybody, with the first bid; or to a bot, which accepts at once."""

    bid: Points = 0
    bot: Short = ""
    thinks: BotPace = "normal"


class Raise(msgspec.Struct, forbid_unknown_fields=True):
    """More points for the side that is bid for."""

    bid: Points


class Person(msgspec.Struct):
    """A player as everybody sees him; `bot` is "" for a person."""

    id: str
    name: str
    bot: str = ""


class Invited(msgspec.Struct, kw_only=True):
    """An open invitation. `bidder` has bid `bid` points for a side; `guest`: only he and the host go on bidding."""

    id: str
    host: Person
    created: str
    title: str
    terms: Terms
    bidder: Person | None
    bid: int
    guest: Person | None


class Joined(msgspec.Struct):
    """A game that has begun, and one's own seat in it."""

    match_id: str
    side: SideWord
    secret: str


class Invitation(msgspec.Struct):
    """An invitation that was made; `joined` if somebody has accepted it at once."""

    id: str
    joined: Joined | None


class ClubMatch(msgspec.Struct, kw_only=True):
    """A match between players of the club: how it stands, when whose time is up, and the seconds left on clocks."""

    match: MatchInfo
    players: dict[SideWord, Person]
    pace: GamePace
    rated: bool
    bid_side: Literal["german", "allied", ""]
    bid: int
    standing: str
    due: dict[SideWord, str]
    left: dict[SideWord, float]
    finished: str
    score: float | None
    verdict: str


class MyMatch(msgspec.Struct, kw_only=True):
    """A game of one's own: the side, and the secret that opens it. `club` has more, if it is one of the club's."""

    match: MatchInfo
    side: SideWord
    secret: str
    yours: bool
    club: ClubMatch | None


class Here(msgspec.Struct):
    """Somebody who is here now; `playing` is the match whose page he has open, "" for the lobby."""

    person: Person
    playing: str


class Lobby(msgspec.Struct):
    invitations: list[Invited]
    watch: list[ClubMatch]
    here: list[Here]


# -- ratings


class RatingLine(msgspec.Struct, kw_only=True):
    """How well somebody plays a side of a game; `deviation` says how uncertain that is."""

    person: Person
    game: str
    side: SideWord
    rating: int
    deviation: int
    won: int
    drawn: int
    lost: int


class PlayerPage(msgspec.Struct, kw_only=True):
    """A player as everybody sees him."""

    person: Person
    since: str
    ratings: list[RatingLine]
    playing: list[ClubMatch]
    finished: list[ClubMatch]


# -- tournaments

Form = Literal["robin", "swiss"]


class NewTournament(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament: everybody against everybody, or rounds of players who stand alike.

    `both_sides`: each pair plays twice, with sides changed. `rounds` count in a Swiss tournament only.
    """

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    terms: Terms
    form: Form = "robin"
    rounds: Annotated[int, msgspec.Meta(ge=1, le=15)] = 5
    both_sides: bool = True


class EnterBot(msgspec.Struct, forbid_unknown_fields=True):
    bot: Short
    thinks: BotPace = "normal"


class TournamentInfo(msgspec.Struct, kw_only=True):
    """A tournament; `round` is the one that is played, 0 before the first."""

    id: str
    title: str
    host: Person
    game: str
    form: Form
    both_sides: bool
    round: int
    rounds: int
    state: Literal["open", "running", "over"]
    entrants: int
    terms: Terms


class PlaceLine(msgspec.Struct, kw_only=True):
    """A line of the standings; `opponents` and `beaten` are points that break ties."""

    person: Person
    points: float
    opponents: float
    beaten: float
    played: int


class TournamentRound(msgspec.Struct):
    """A round: its games, and who sits out."""

    number: int
    games: list[ClubMatch]
    rests: list[Person]


class TournamentPage(msgspec.Struct):
    info: TournamentInfo
    standings: list[PlaceLine]
    rounds: list[TournamentRound]


class Ranking(msgspec.Struct):
    """Everybody by name, and everybody's ratings."""

    people: list[Person]
    ratings: list[RatingLine]
