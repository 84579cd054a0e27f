"""A stored turn that two people play again, each at a page of his own: every order of it is clicked and pressed there.

The turns are made by `tests/replay/turn.py`, and lie beside the tests of the browser.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import meuse
from meuse.game import Entry

FOLDER = Path(__file__).parent.parent / "browser" / "turns"
HERE = {"kind": "here"}

TOLD = """(number) => {
  const lines = [...document.querySelectorAll(".log .ev")]
    .filter((line) => line.querySelector(".when").textContent === String(number))
    .map((line) => line.querySelector(".text").textContent.trim());
  const fight = [...document.querySelectorAll(".result p, .told li")].map((line) => line.textContent.trim());
  return (document.querySelector(".log") ? lines : fight).join("; ");
}"""
"""What the log says of an order; in a battle, which stands in the place of the log, what has come of it."""


class Moment(NamedTuple):
    """An order, and what its page showed: the phase, the question, the panel of an attack, and then the log."""

    order: str
    phase: str
    asked: str
    panel: str
    told: str


class Turn:
    """The turn, and how far it has been played; `german` and `allied` are the players at the pages."""

    def __init__(self, name: str, german: Any, allied: Any) -> None:
        path = FOLDER / f"{name}.meuse"
        self.entries = meuse.load(path).journal
        self.game = meuse.load(path).at(0)
        self.moments: list[Moment] = []
        self.players = {"german": german, "allied": allied}
        wanted = {"journal": path.read_text(encoding="utf-8"), "upto": 0, "seats": {"german": HERE, "allied": HERE}}
        created = german.page.request.post(f"{german.address}/api/matches/upload", data=wanted)
        assert created.ok, created.text()
        for side, secret in created.json()["seats"].items():
            self.players[side].sit(secret)

    def play_out(self) -> None:
        """Press all that is left of the turn."""
        for entry in self.entries[len(self.game.journal) :]:
            self.moments.append(self._press(entry))

    def at(self, verb: str) -> list[Moment]:
        """The moments at which an order of this kind was given."""
        return [moment for moment in self.moments if moment.order.split()[0] == verb]

    def shows(self, expression: str) -> bool:
        """Whether this is found in what was pressed and what the pages told: `attack 3825 de.lah go: what came`."""
        text = "\n".join(f"{moment.order}: {moment.told}" for moment in self.moments)
        return re.search(expression, text, re.IGNORECASE) is not None

    def phases(self) -> list[str]:
        """The phases in which something was asked, as the pages called them."""
        return list(dict.fromkeys(moment.phase for moment in self.moments))

    # -- helpers

    def _press(self, entry: Entry) -> Moment:
        """One order at its page. The service must have taken just this one, and the panel must say what will count."""
        number, player, seat = len(self.game.journal), self.players[entry.side.word], self.game.seat(entry.side)
        player.knows(number)
        phase, asked = player.phase(), player.question.inner_text()
        panel = player.hand.give(seat, entry.order)
        report = seat.odds(entry.order) if panel else None
        assert report is None or (report.ratio in panel and report.final in panel)
        player.knows(number + 1)
        assert player.last_order() == list(entry.order)
        self.game.play(entry.order, entry.side)
        return Moment(" ".join(entry.order), phase, asked, panel, player.page.evaluate(TOLD, number + 1))
