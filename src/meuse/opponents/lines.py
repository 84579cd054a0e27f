"""Where a line runs: the hexes of least cost that keep the enemy from what must be held, by a minimum cut.

The enemy is the source, what must be kept the sink. A hex is an arc that costs as much as it takes to man it (less on
good ground, more where nobody gets to in time); a place that may be given up costs its worth. Numbers are whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, maximum_flow

from meuse.hexmap import Hex

NEVER = 1_000_000
"""What it costs to man a hex that cannot be manned."""


def cheapest_line(
    field: Sequence[Hex],
    links: Sequence[Sequence[Hex]],
    costs: Mapping[Hex, int],
    enemy: Iterable[Hex],
    keep: Mapping[Hex, int],
) -> list[Hex]:
    """The hexes to be manned, in the order of the field, so that the enemy comes through to nothing worth the price.

    `costs` of each hex of the field; `keep` what a hex is worth that must be kept from the enemy. A line through a
    hex nearer to the enemy is taken where two cost the same.
    """
    if not field:
        return []
    place = {h: number for number, h in enumerate(field)}
    source, sink = 2 * len(field), 2 * len(field) + 1
    arcs = [(2 * place[h], 2 * place[h] + 1, costs[h]) for h in field]
    arcs += [(2 * place[h] + 1, 2 * place[n], NEVER) for h in field for n in links[h] if n in place]
    arcs += [(source, 2 * place[h], NEVER) for h in sorted(set(enemy)) if h in place]
    arcs += [(2 * place[h] + 1, sink, worth) for h, worth in sorted(keep.items()) if h in place and worth > 0]
    reached = _reached(arcs, source, sink)
    return [h for h in field if 2 * place[h] in reached and 2 * place[h] + 1 not in reached]


def _reached(arcs: Sequence[tuple[int, int, int]], source: int, sink: int) -> set[int]:
    """The ends of arcs that more could still flow to when as much flows as can: the source's side of the cut."""
    starts, ends, rooms = (np.array(column, dtype=np.int32) for column in zip(*arcs, strict=True))
    net: Any = csr_array((rooms, (starts, ends)), shape=(sink + 1, sink + 1), dtype=np.int32)
    left = net - maximum_flow(net, source, sink).flow
    left.data = np.where(left.data > 0, left.data, 0)
    left.eliminate_zeros()
    return set(breadth_first_order(left, source, return_predecessors=False).tolist())
