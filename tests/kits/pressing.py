"""Orders given through the page: what a person clicks and presses for an order of the engine, and what by chance.

A unit or a hex is clicked on the map; in a stack the unit is picked from those that the page spreads out. Words and
numbers are cards in the dock, pieces off the map and units in a battle lie in a tray, a set is ticked, and what commits
is pressed again.
"""

from __future__ import annotations

import json
import re
from typing import Any

from msgspec import structs

from meuse.seat import Seat
from meuse.steps import Choice, Order

COUNT_ANSWERS = """
window.unanswered = 0;
for (const [owner, name] of [[window, "fetch"], [Response.prototype, "json"], [Response.prototype, "text"]]) {
  const act = owner[name];
  owner[name] = function (...given) {
    window.unanswered++;
    return act.apply(this, given).finally(() => window.unanswered--);
  };
}
"""
"""Counts what the page has asked the service and not yet read: only then it shows what can be pressed."""

ANSWERED = "async () => { while (window.unanswered) await new Promise((done) => setTimeout(done, 5)); }"

BY_CHANCE = """async (goal) => {
  let seed = 7;
  let presses = 0;
  const chance = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const find = (selector, text) =>
    [...document.querySelectorAll(selector)].find((one) => one.textContent.trim().startsWith(text) && !one.disabled);
  for (let idle = 0; idle < 3000; ) {
    if (find(".prompt h2", "The game is over.")) return;
    if (goal.presses && presses >= goal.presses) return;
    if (goal.text && document.querySelector("header").innerText.includes(goal.text)) return;
    const commit = document.querySelector(".prompt .seal .btn") || find("button", "Attack at")
      || find("button", "Skip to");
    const listed = [...document.querySelectorAll("[data-token][aria-pressed=false]")];
    const pressed = commit || listed[chance(listed.length || 1)];
    if (pressed) pressed.click();
    if (pressed) presses += 1;
    idle = pressed ? 0 : idle + 1;
    await pause(pressed ? 15 : 20);
  }
  throw new Error("nothing to press: " + document.querySelector(".dock").innerText);
}"""
"""Presses buttons as a player would who only ever reads the list of choices: until the game is over, until so many
presses, or until a text stands in the head of the page."""

WHERE = """([x, y]) => {
  const [dx, dy, scale] = document.querySelector(".world").style.transform.match(/-?[\\d.]+(e-?\\d+)?/g).map(Number);
  const box = document.querySelector("#map").getBoundingClientRect();
  const [px, py] = [box.x + dx + x * scale, box.y + dy + y * scale];
  return { x: px, y: py, open: !!document.elementFromPoint(px, py)?.closest("#map") };
}"""
"""Where a place of the map lies on the screen, and whether nothing lies over it."""

ON_MAP = {"unit", "hex", "waypoint"}


class Hand:
    """Somebody's hand on mouse and keyboard, before a page on which a game is played."""

    def __init__(self, page: Any) -> None:
        self.page = page
        page.add_init_script(COUNT_ANSWERS)
        self._said = ""
        self._hexes: dict[str, tuple[float, float]] = {}
        self._standing: list[str] = []

    # -- orders

    def give(self, seat: Seat, order: Order) -> str:
        """Give an order of a seat by what the page offers for it; returns what the page said of an attack before."""
        self._said = ""
        verb, *rest = order_words(seat, order)
        self._standing = [unit.at for unit in seat.view.units]
        if not rest:
            self._leave(verb)
        elif rest[0].kind in ON_MAP and not rest[0].completes:
            self._take(rest[0])
            self._under(verb)
            self._go_on(rest[1:])
        else:
            self._announce(verb)
            self._go_on(rest)
        if self.page.locator(".seal .btn").is_visible():
            self.page.locator(".seal .btn").click(force=True)
        self.settle()
        return self._said

    def by_chance(self, **goal: Any) -> None:
        """Give orders by pressing what the list of choices offers."""
        self.page.keyboard.press(".")
        self.page.evaluate(BY_CHANCE, goal)

    # -- the map

    def click_hex(self, label: str) -> None:
        """Click a hex; one that is covered or outside is gone to first. The mouse rests beside the map."""
        if not self._spot(label)["open"]:
            self._go_to(label)
        if not self._spot(label)["open"]:
            self._shut_strip()
        self.page.mouse.click(*self.place(label))
        self.page.mouse.move(2, 2)
        self.settle()

    def place(self, label: str) -> tuple[float, float]:
        """Where a hex lies on the screen."""
        spot = self._spot(label)
        return spot["x"], spot["y"]

    def settle(self) -> None:
        """Wait until the page has all answers."""
        self.page.evaluate(ANSWERED)

    # -- parts of an order

    def _leave(self, way: Choice) -> None:
        """A way out of the moment; where something would be lost the page asks again."""
        self.page.locator(f"[data-out='{way.token}']").click(force=True)
        self.settle()
        if self.page.locator("[data-leave]").is_visible():
            self.page.locator("[data-leave]").click(force=True)
            self.settle()

    def _under(self, verb: Choice) -> None:
        """See to it that what was taken is ordered to do this and nothing else."""
        if verb.label not in self._order()[:1] and not self._panel.is_visible():
            self._press("Kind of order", verb.label)

    def _announce(self, verb: Choice) -> None:
        """Say first what is to be done, where a click could mean other things; a lone verb need not be said."""
        if verb.label not in self._order() and self._dock("Kinds of order").is_visible():
            self._press("Kinds of order", verb.label)

    def _go_on(self, rest: list[Choice]) -> None:
        for n, choice in enumerate(rest):
            if self._panel.is_visible():
                self._attack([choice.label for choice in rest[n:] if choice.kind == "unit"])
                return
            if choice.kind == "done":
                self._end_set(choice)
            elif choice.kind in ON_MAP:
                self._take(choice)
            elif choice.label not in self._order():
                self._press("Choices", choice.label)
        if self._panel.is_visible():
            self._attack([])

    def _take(self, choice: Choice) -> None:
        """A unit or a hex, unless the page has taken it along already."""
        if any(chip == choice.label or chip.startswith(f"{choice.token} ") for chip in self._order()):
            return
        if (listed := self._dock("Units").locator(titled(choice))).is_visible():
            listed.first.click(force=True)
            self.settle()
        elif choice.at not in self._board:
            self._dock("Off the map").locator(titled(choice)).first.click(force=True)
            self.settle()
        elif choice.kind == "unit" and self._standing.count(choice.at) > 1:
            self._from_stack(choice)
        else:
            self.click_hex(choice.at)

    def _from_stack(self, unit: Choice) -> None:
        """One unit of several: a click takes the whole stack, whose units are spread out beside the map."""
        if unit.completes:
            self._from_strip(unit)
            return
        begun = self._order()[1:]
        self.click_hex(unit.at)
        order = self._order()
        if unit.label not in order or (not begun and order[1] != unit.label):
            self._dock(f"Hex {unit.at}").locator(titled(unit)).click(force=True)
            self.settle()

    def _from_strip(self, unit: Choice) -> None:
        """One unit and no other, where a click on its stack would already be an order."""
        if not self._spot(unit.at)["open"]:
            self._go_to(unit.at)
        self.page.mouse.move(*self.place(unit.at))
        self.page.locator(".fan").locator(titled(unit)).click(force=True)
        self.page.mouse.move(2, 2)
        self.settle()

    def _end_set(self, end: Choice) -> None:
        """The end of a set completes the order, or is passed by choosing what comes after it."""
        button = self.page.locator(".prompt .buttons .btn.primary")
        if end.completes:
            button.filter(has_text=end.label).click(force=True)
            self.settle()

    def _attack(self, names: list[str]) -> None:
        """Tick who takes part and nobody else, and attack."""
        for box in self._panel.locator("[role=checkbox]").all():
            name = box.get_attribute("aria-label").removeprefix("Include ")
            if (box.get_attribute("aria-checked") == "true") != (name in names):
                box.click(force=True)
                self.settle()
        self._said = self._panel.inner_text()
        self._panel.locator("footer .btn.danger").click(force=True)
        self.settle()

    # -- helpers

    @property
    def _panel(self) -> Any:
        return self._dock("Planned attack")

    def _dock(self, label: str) -> Any:
        """A part of the dock; by its label alone it would be looked for among the thousands of pieces of the map."""
        return self.page.locator(f".dock [aria-label='{label}']")

    def _order(self) -> list[str]:
        """The order so far, as its chips say it."""
        chips = self._dock("The order so far").locator(".tok:not(.next)")
        return [text.strip("×\n") for text in chips.all_inner_texts()]

    def _press(self, group: str, label: str) -> None:
        buttons = self._dock(group).locator("button")
        words = re.compile(rf"^\s*{re.escape(label)}", re.IGNORECASE)  # a card begins with a capital
        buttons.filter(has_text=words).first.click(force=True)
        self.settle()

    def _spot(self, label: str) -> Any:
        self.page.locator(".world").wait_for()
        return self.page.evaluate(WHERE, self._board[label])

    def _shut_strip(self) -> None:
        """The strip of a stack lies over hexes beside it."""
        strip = self.page.locator(".fan")
        if strip.is_visible():
            self.page.keyboard.press("Escape")
            strip.wait_for(state="hidden")

    def _go_to(self, label: str) -> None:
        self.page.keyboard.press("g")
        field = self.page.locator("[aria-label='Hex or place']")
        field.fill(label)
        field.press("Enter")
        field.wait_for(state="hidden")

    @property
    def _board(self) -> dict[str, tuple[float, float]]:
        """Where the hexes lie on the map."""
        if not self._hexes:
            address, secret = self.page.url.partition("?")[0].split("/s/")
            match = self.page.request.get(f"{address}/api/seats/{secret}/state").json()["match"]
            where = f"{address}/api/games/{match['game']}/{match['scenario']}/map.json"
            self._hexes = {one["label"]: (one["x"], one["y"]) for one in self.page.request.get(where).json()["hexes"]}
        return self._hexes


def order_words(seat: Seat, order: Order) -> list[Choice]:
    """What the tokens of an order stand for; units by the names the page gives them, a way by its goal."""
    names = {unit.id: unit.name for unit in seat.view.units}
    prefix: Order = ()
    found = []
    for token in order:
        goal = token.rpartition(".")[2]
        listed = {choice.token: choice for choice in seat.describe(prefix)}
        choice = listed[token] if token in listed else listed[goal]
        found.append(structs.replace(choice, label=names.get(choice.token, choice.label)))
        prefix = (*prefix, choice.token)
    return found


def titled(unit: Choice, name: str = "title") -> str:
    """The button of a unit, by its title or label."""
    return f"button[{name}={json.dumps(unit.label, ensure_ascii=False)}]"  # a name may have an apostrophe
