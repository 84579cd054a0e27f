"""What the service counts while it runs: requests by route and status, in the words of Prometheus.

A route is told by its template, never by its path, which may hold a secret; labels name no match and no player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
"""Others are counted as one: a visitor may write what he likes."""

STATM = Path("/proc/self/statm")


class Asked(NamedTuple):
    """What may be told of a request."""

    method: str
    route: str
    status: int


class Figure(NamedTuple):
    """A number, or several with labels, and what it means."""

    name: str
    kind: str
    help: str
    values: Iterable[tuple[dict[str, str], float]]


class Figures:
    """Used from the thread that answers requests."""

    def __init__(self) -> None:
        self._requests: Counter[Asked] = Counter()

    def count(self, asked: Asked) -> None:
        self._requests[asked] += 1

    def requests(self) -> Figure:
        values = [
            ({"method": asked.method, "route": asked.route, "status": str(asked.status)}, float(times))
            for asked, times in sorted(self._requests.items())
        ]
        return Figure("meuse_requests_total", "counter", "Requests by route and status.", values)


def gauge(name: str, text: str, value: float) -> Figure:
    return Figure(name, "gauge", text, [({}, value)])


def counter(name: str, text: str, value: float) -> Figure:
    return Figure(name, "counter", text, [({}, value)])


def memory() -> Iterator[Figure]:
    """The memory of this process, where the system tells it."""
    with suppress(OSError, ValueError, IndexError):
        pages = int(STATM.read_text(encoding="ascii").split()[1])
        yield gauge("process_resident_memory_bytes", "Memory of the service's process.", pages * _page_size())


def text(figures: Iterable[Figure]) -> str:
    """The page that Prometheus reads."""
    return "".join(f"{line}\n" for figure in figures for line in _lines(figure))


def asked(scope: Any, status: int) -> Asked:
    """What may be told of a request that has been answered."""
    method = "SOCKET" if scope["type"] == "websocket" else scope["method"]
    known = method if method in METHODS | {"SOCKET"} else "OTHER"
    return Asked(known, scope.get("path_template") or "unknown", status)


def _lines(figure: Figure) -> Iterator[str]:
    yield f"# HELP {figure.name} {figure.help}"
    yield f"# TYPE {figure.name} {figure.kind}"
    for labels, value in figure.values:
        yield f"{figure.name}{_labelled(labels)} {value:.15g}"


def _labelled(labels: dict[str, str]) -> str:
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items()) + "}" if labels else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _page_size() -> int:
    import resource  # Windows has none, and no such file either

    return resource.getpagesize()
