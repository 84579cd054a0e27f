"""Members of a club: each shows a key, and asks the service what a page of his would ask."""

from __future__ import annotations

import time
from typing import Any

from kits.visitors import HostedMatch, Player


class Member:
    """Someone with a name. `client` is whatever speaks HTTP as httpx does."""

    def __init__(self, client: Any, name: str, invitation: str = "") -> None:
        self.client, self.name = client, name
        answer = client.post("/api/club/players", json={"name": name, "invitation": invitation})
        assert answer.status_code == 201, answer.text
        self.id, self.key = answer.json()["id"], answer.json()["key"]

    @property
    def shown(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.key}"}

    def get(self, what: str) -> Any:
        return self.client.get(f"/api/club/{what}", headers=self.shown)

    def post(self, what: str, **body: Any) -> Any:
        return self.client.post(f"/api/club/{what}", json=body, headers=self.shown)

    def take(self, player: Player) -> Any:
        """Have a seat by name."""
        return self.post("seats", secret=player.secret)

    def invite(self, game: str = "skirmish", **terms: Any) -> Any:
        """Invite everybody; the answer has the id."""
        answer = self.post("invitations", game=game, **terms)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def join(self, invitation: str) -> Any:
        return self.post(f"invitations/{invitation}/join")

    def plays(self, rival: Member, **terms: Any) -> HostedMatch:
        """A game against another member, who has joined it; both have their seats by name."""
        terms = {"sides": "german"} | terms
        joined = rival.join(self.invite(**terms)["id"])
        assert joined.status_code == 201, joined.text
        seats = {self.seat(joined.json()["match_id"])["side"]: self, joined.json()["side"]: rival}
        secrets = {side: member.seat(joined.json()["match_id"])["secret"] for side, member in seats.items()}
        return HostedMatch(self.client, {"id": joined.json()["match_id"], "seats": secrets})

    def games(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get("games").json()
        return found

    def seat(self, match_id: str) -> dict[str, Any]:
        """One's own game, as one's list has it."""
        return next(one for one in self.games() if one["match"]["id"] == match_id)

    def until(self, match_id: str, key: str) -> dict[str, Any]:
        """The game once the club has noted this of it: it does so a moment later, in a thread of its own."""
        while not (found := self.seat(match_id)["club"])[key]:
            time.sleep(0.02)
        return dict(found)
