"""The tables of the club. They are made by migrations of their own."""

from __future__ import annotations

import sqlalchemy as sa

from meuse.server.storage import metadata

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("folded", sa.String(160), nullable=False, unique=True),
    sa.Column("key", sa.String(64), nullable=True, unique=True),
    sa.Column("bot", sa.String(80), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("seen", sa.String(32), nullable=False),
    sa.Column("blocked", sa.Boolean, nullable=False),
)
"""Who plays here: people by a name and the fingerprint of a key, bots by what they are. `folded` keeps names apart."""

sittings = sa.Table(
    "sittings",
    metadata,
    sa.Column("match_id", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("side", sa.String(8), primary_key=True),
    sa.Column("player", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("sealed", sa.Text, nullable=False),
    sa.Column("given", sa.Boolean, nullable=False),
)
"""Who sits where. `sealed` is the secret of the seat, which only the player's key opens; `given`: by the club."""

invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("host", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("guest", sa.String(16), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("terms", sa.Text, nullable=False),
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("bidder", sa.String(16), nullable=False),
    sa.Column("bid", sa.Integer, nullable=False),
    sa.Column("match_id", sa.String(24), nullable=True),
)
"""Open invitations. `bidder` has bid `bid`; `guest` has bid against the host, and the two have it to themselves."""

club_matches = sa.Table(
    "club_matches",
    metadata,
    sa.Column("match_id", sa.String(24), primary_key=True),
    sa.Column("game", sa.String(80), nullable=False),
    sa.Column("scenario", sa.String(80), nullable=False),
    sa.Column("german", sa.String(16), nullable=False, index=True),
    sa.Column("allied", sa.String(16), nullable=False, index=True),
    sa.Column("pace", sa.Text, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("bid_side", sa.String(8), nullable=False),
    sa.Column("bid", sa.Integer, nullable=False),
    sa.Column("tournament", sa.String(16), nullable=False, index=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("started", sa.String(32), nullable=False),
    sa.Column("standing", sa.Text, nullable=False),
    sa.Column("clock", sa.Text, nullable=False),
    sa.Column("due", sa.String(32), nullable=False, index=True),
    sa.Column("finished", sa.String(32), nullable=False, index=True),
    sa.Column("score", sa.Float, nullable=True),
    sa.Column("verdict", sa.Text, nullable=False),
)
"""Matches between players of the club. They outlive the match itself, for the ratings: `finished` is "" until the end,
`score` what the German side got, from 0 to 1."""

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("host", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    sa.Column("title", sa.String(80), nullable=False),
    sa.Column("form", sa.String(8), nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("both_sides", sa.Boolean, nullable=False),
    sa.Column("terms", sa.Text, nullable=False),
    sa.Column("state", sa.String(8), nullable=False, index=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
)

entrants = sa.Table(
    "entrants",
    metadata,
    sa.Column("tournament", sa.String(16), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("player", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("entered", sa.String(32), nullable=False),
)
"""Who plays in a tournament; the games of its rounds are in `club_matches`."""

holidays = sa.Table(
    "holidays",
    metadata,
    sa.Column("player", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("start", sa.String(32), primary_key=True),
    sa.Column("end", sa.String(32), nullable=False),
)
"""When players are away, and their days of a move do not run."""

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("player", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("mail", sa.String(254), nullable=True, unique=True),
    sa.Column("notices", sa.Boolean, nullable=False),
)
"""Players who sign in. `key` is the player's key, sealed: whoever signs in is given it, on whatever device."""

passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.String(1400), primary_key=True),
    sa.Column("player", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("public_key", sa.Text, nullable=False),
    sa.Column("used", sa.BigInteger, nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
)

sign_in_links = sa.Table(
    "sign_in_links",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("mail", sa.String(254), nullable=False),
    sa.Column("player", sa.String(16), nullable=False),
    sa.Column("until", sa.String(32), nullable=False),
)
"""Links that were sent by mail, each good for one time. `player` adds the address to his account; "" signs in."""
