"""Odds: from two strengths to a column, from a column and a die to a result, with the shifts itemised.

>>> table = ResultsTable(("1:1", "2:1", "3:1"), (Fraction(1), Fraction(2), Fraction(3)), {1: ("A", "B", "C")})
>>> table.columns[table.column(Fraction(8), Fraction(3))]
'2:1'
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec

from meuse.report import Shift


class ResultsTable(msgspec.Struct, frozen=True):
    """A combat results table: columns from worst to best for the attacker, each with its lowest ratio."""

    columns: tuple[str, ...]
    lowest: tuple[Fraction, ...]
    rows: Mapping[int, tuple[str, ...]]

    def column(self, attack: Fraction, defence: Fraction) -> int:
        """The column of a ratio, rounded down in the defender's favour; -1 below the first one."""
        if defence <= 0:
            return len(self.columns) - 1
        return bisect_right(self.lowest, attack / defence) - 1

    def shifted(self, column: int, shifts: Iterable[Shift]) -> int:
        """The column after all shifts; they stop at both ends of the table."""
        return max(0, min(len(self.columns) - 1, column + sum(shift.value for shift in shifts)))

    def result(self, column: int, die: int) -> str:
        return self.rows[die][column]

    def faces(self, column: int) -> list[tuple[int, str]]:
        """Each face of the die with its result."""
        return [(die, row[column]) for die, row in sorted(self.rows.items())]


def read_results(
    columns: Sequence[str], lowest: Sequence[int | str], rows: Mapping[str, Sequence[str]], unit: int = 1
) -> ResultsTable:
    """A table as a file gives it: columns, their lowest ratios in parts of `unit`, a row for each face of the die."""
    for name, row in (("lowest", lowest), *rows.items()):
        if len(row) != len(columns):
            raise ValueError(f"the row {name} of a results table is {len(row)} long, not {len(columns)}")
    bounds = tuple(Fraction(bound) / unit for bound in lowest)
    return ResultsTable(tuple(columns), bounds, {int(die): tuple(row) for die, row in rows.items()})


def figure(value: Fraction) -> str:
    """A strength as players write it: 3, 2½, 1¼, 7/8.

    >>> [figure(Fraction(n, 4)) for n in (12, 10, 5, 2)]
    ['3', '2½', '1¼', '½']
    """
    whole, rest = divmod(value, 1)
    sign = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}.get(rest)
    if rest == 0:
        return str(whole)
    return f"{whole or ''}{sign}" if sign else str(value)
