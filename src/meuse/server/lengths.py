"""How long a game lasts: its turns, and the hours that two people usually take over them."""

from __future__ import annotations

from typing import Any

from meuse.report import count

HALF_HOUR = 30
Facts = dict[str, Any]


def length(facts: Facts) -> str:
    """The turns of the shortest and of the longest scenario."""
    least, most = _extremes(_all_turns(facts))
    return count(most, "turn") if least == most else f"{least} to {count(most, 'turn')}"


def scenario_length(facts: Facts, scenario: str) -> str:
    return count(turns, "turn") if (turns := _scenario(facts, scenario).get("turns", 0)) else ""


def hours(facts: Facts) -> str:
    """The time for the shortest and for the longest scenario; "" where nobody has said how long a turn takes."""
    least, most = _extremes([minutes for one in _scenarios(facts) if (minutes := _minutes(facts, one))] or [0])
    if least == most or most < 2 * HALF_HOUR:
        return about(most)
    short = _half_hours(least) if least >= 2 * HALF_HOUR else f"{round(least, -1)} minutes"
    return f"about {short} to {_hours(most)}"


def scenario_hours(facts: Facts, scenario: str) -> str:
    return about(_minutes(facts, _scenario(facts, scenario)))


def pace(facts: Facts) -> str:
    """What the hours are reckoned from, in words."""
    paces = sorted({_pace(facts, one) for one in _scenarios(facts)} - {0})
    if not paces:
        return ""
    return f"Turns times a usual pace: about {' to '.join(map(str, paces))} minutes a turn, for both sides together."


def about(minutes: int) -> str:
    if not minutes:
        return ""
    return f"about {round(minutes, -1)} minutes" if minutes < 2 * HALF_HOUR else f"about {_hours(minutes)}"


# -- helpers


def _scenarios(facts: Facts) -> list[Facts]:
    return list(facts.get("scenarios") or [{"turns": facts.get("turns", 0)}])


def _scenario(facts: Facts, scenario: str) -> Facts:
    own = [one for one in _scenarios(facts) if one.get("id", scenario) == scenario]
    return own[0] if own else {}


def _all_turns(facts: Facts) -> list[int]:
    known = [int(one["turns"]) for one in _scenarios(facts) if "turns" in one] or [0]
    return [*known, max(*known, int(facts.get("max_turns", 0)))]


def _minutes(facts: Facts, scenario: Facts) -> int:
    return int(scenario.get("turns", 0)) * _pace(facts, scenario)


def _pace(facts: Facts, scenario: Facts) -> int:
    """The minutes that a turn takes; a scenario may have its own."""
    return int(scenario.get("turn_minutes") or facts.get("turn_minutes") or 0)


def _extremes(values: list[int]) -> tuple[int, int]:
    return min(values), max(values)


def _hours(minutes: int) -> str:
    halves = round(minutes / HALF_HOUR)
    return f"{_half_hours(minutes)} hour{'' if halves == 2 else 's'}"


def _half_hours(minutes: int) -> str:
    """Hours with halves: "4½"."""
    whole, half = divmod(round(minutes / HALF_HOUR), 2)
    return f"{whole}{'½' if half else ''}"
