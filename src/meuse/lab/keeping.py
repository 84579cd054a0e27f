"""Results kept in a file as they come, a line each, so that an interrupted run goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import tee
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from meuse.lab.workers import Task, Workers


class Outcome(Protocol):
    """What comes of a task; one with an error is not kept, so that it is tried again."""

    @property
    def error(self) -> str: ...


Kept = TypeVar("Kept", bound=Outcome)


class Line(msgspec.Struct, frozen=True):
    """What a line of the file holds: the name of a task, and what came of it."""

    task: str
    done: msgspec.Raw


class Keeper(Generic[Task, Kept]):
    """Workers, and the file in which what they have done is kept; what stands in it is not done again.

    `name` tells one task from all others that may ever be kept in the same file.
    """

    def __init__(self, workers: Workers, path: Path, kind: type[Kept], name: Callable[[Task], str]) -> None:
        self.workers, self.path, self.name = workers, path, name
        self._decoder = msgspec.json.Decoder(kind)
        self._kept = self._read()

    def has(self, task: Task) -> bool:
        return self.name(task) in self._kept

    def each(self, work: Callable[[Task], Kept], tasks: Iterable[Task], lost: Callable[[Task], Kept]) -> Iterator[Kept]:
        wanted, looked_at = tee(tasks)
        missing = (task for task in looked_at if not self.has(task))
        fresh = self.workers.each(work, missing, lost)
        for task in wanted:
            if self.has(task):
                yield self._decoder.decode(self._kept[self.name(task)])
            else:
                yield self._keep(task, next(fresh))

    def _keep(self, task: Task, done: Kept) -> Kept:
        if not done.error:
            line = Line(self.name(task), msgspec.Raw(msgspec.json.encode(done)))
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(line) + b"\n")
        return done

    def _read(self) -> dict[str, bytes]:
        """What the file has, by the names of tasks; a last line that was cut off is taken out of it."""
        if not self.path.exists():
            return {}
        whole, _, stump = self.path.read_bytes().rpartition(b"\n")
        kept = dict(self._lines(whole))
        if stump:
            self.path.write_bytes(whole + b"\n" if whole else b"")
        return kept

    def _lines(self, text: bytes) -> Iterator[tuple[str, bytes]]:
        for number, row in enumerate(text.splitlines(), 1):
            try:
                line = msgspec.json.decode(row, type=Line)
                self._decoder.decode(line.done)
            except (msgspec.DecodeError, msgspec.ValidationError) as error:
                raise ValueError(
                    f"{self.path}, line {number}, is not a result that was kept: {error}. "
                    "Delete the line, or name another file"
                ) from error
            yield line.task, bytes(line.done)


def keeping(
    workers: Workers, path: Path | None, kind: type[Kept], name: Callable[[Any], str]
) -> Workers | Keeper[Any, Kept]:
    """These workers, and if a file is named, what they do is kept there."""
    return workers if path is None else Keeper(workers, path, kind, name)
