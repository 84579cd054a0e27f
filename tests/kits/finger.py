"""Orders given with a finger on a phone: the map is tapped, a goal twice, and what has no place on it is pressed."""

from __future__ import annotations

import json
import re
from typing import Any

from kits.pressing import ON_MAP, Hand, order_words, titled
from meuse.seat import Seat
from meuse.steps import Choice, Order


class Finger(Hand):
    """Somebody's finger on a page that has a strip below and sheets instead of a dock."""

    def give(self, seat: Seat, order: Order) -> str:
        self._said = ""
        verb, *rest = order_words(seat, order)
        self._standing = [unit.at for unit in seat.view.units]
        if not rest:
            self._leave(verb)
        else:
            self._begin(verb, rest)
        if self.page.locator(".foot .btn.danger, .foot .btn.primary").filter(has_text=re.compile("Roll|Seal")).count():
            self.page.locator(".foot .btn.danger, .foot .btn.primary").first.tap()
        self.settle()
        return self._said

    def click_hex(self, label: str) -> None:
        """Tap a hex; the first tap on a goal only shows the way there."""
        if not self._spot(label)["open"]:
            self._put_away()
        if not self._spot(label)["open"]:
            self._go_to(label)
        self.page.touchscreen.tap(*self.place(label))
        self.settle()
        if self.page.locator(".foot div.words", has_text=": tap again to go").is_visible():
            self.page.touchscreen.tap(*self.place(label))
            self.settle()

    # -- parts of an order

    def _begin(self, verb: Choice, rest: list[Choice]) -> None:
        first = rest[0]
        if first.kind not in ON_MAP or first.completes:
            self._say(verb.label)
        for n, choice in enumerate(rest):
            if self._panel.is_visible():
                self._attack([one.label for one in rest[n:] if one.kind == "unit"])
                return
            self._answer(verb, choice)
        if self._panel.is_visible():
            self._attack([])

    def _answer(self, verb: Choice, choice: Choice) -> None:
        if choice.kind == "done":
            if choice.completes:
                self._press_one(choice.label)
        elif choice.kind in ON_MAP:
            self._tap(verb, choice)
        else:
            self._press_one(choice.label)

    def _tap(self, verb: Choice, choice: Choice) -> None:
        listed = self._pieces.and_(self.page.locator(_called(choice)))
        if listed.count():
            listed.first.tap()
            self.settle()
            return
        if choice.kind == "unit" and choice.label in self._question():
            return
        self.click_hex(choice.at)
        if choice.kind == "unit" and self._standing.count(choice.at) > 1:
            self._alone(choice)
        if choice.kind == "unit":
            self._say(verb.label)

    def _alone(self, unit: Choice) -> None:
        """One unit and no other of the stack that a tap has taken: from the strip of its counters."""
        if unit.label in self._question():
            return
        strip = self.page.locator(".strip, .fan").locator(f"{titled(unit, 'aria-label')}, {titled(unit)}")
        if strip.count():
            strip.first.tap()
            self.settle()

    def _say(self, label: str) -> None:
        """What kind of order is meant, where the page asks for it."""
        words = re.compile(rf"^\s*{re.escape(label)}", re.IGNORECASE)
        button = self._buttons.filter(has_text=words)
        if button.count() and button.first.get_attribute("aria-pressed") != "true":
            button.first.tap()
            self.settle()

    def _press_one(self, label: str) -> None:
        words = re.compile(rf"^\s*{re.escape(label)}", re.IGNORECASE)
        self._buttons.filter(has_text=words).first.tap()
        self.settle()

    # -- helpers

    @property
    def _panel(self) -> Any:
        return self.page.locator("[aria-label='Planned attack']")

    @property
    def _pieces(self) -> Any:
        return self.page.locator(".choices button, .panel .tray button")

    @property
    def _buttons(self) -> Any:
        return self.page.locator(
            ".choices button, .panel .cards button, .panel .order button, .panel .buttons button, .foot button"
        )

    def _question(self) -> str:
        words: str = self.page.locator(".foot div.words b").inner_text()
        return words

    def _put_away(self) -> None:
        if self.page.locator(".panel .close").is_visible():
            self.page.locator(".panel .close").tap()
            self.settle()


def _called(unit: Choice) -> str:
    """A unit among those beside the map; what comes of choosing it may follow its name."""
    name = json.dumps(unit.label, ensure_ascii=False)
    return f"button[aria-label={name}], button[title={name}]"
