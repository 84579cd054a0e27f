"""Where a guided first game begins: at the start of its scenario, or at a position of its own on the real map."""

from __future__ import annotations

from meuse.counters import SideWord
from meuse.game import Position
from meuse.guide import BadGuide, Guide, GuideStart, guide_of
from meuse.problems_setting import set_up


class Lesson:
    """The setting of a guide's position."""

    def __init__(self, game: str, guide: Guide, start: GuideStart) -> None:
        self.game, self.scenario, self.side = game, guide.card.scenario, guide.card.side
        self.options, self.clear, self.put = start.options, start.clear, start.put
        self.turn, self.phase, self.nth = start.turn, start.phase, start.nth
        self.control: dict[SideWord, str] = start.control
        self.values = start.values


def opening(game: str) -> Position | None:
    """The position that a game's guide begins at; None where it has none of its own. Raises BadGuide."""
    guide = guide_of(game)
    if guide is None or guide.start is None:
        return None
    try:
        found = set_up(Lesson(game, guide, guide.start))
        found.play()
    except (ValueError, KeyError) as error:
        reason = error.args[0] if error.args else error
        raise BadGuide(f"the lesson of {game} cannot be set up: {reason}") from error
    return found
