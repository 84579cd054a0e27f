"""Tasks carried out by a Ray cluster: on this machine, or on as many as it has. Needs `meuse[ray]`.

Ray hands a task whose process or machine is killed to another one by itself. Every machine must have the same Meuse,
which each task checks. Nothing is reported to anybody: Ray's own statistics of its use are switched off.
"""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

from meuse.lab.workers import AHEAD, LOCAL, Done, Task
from meuse.opponents import Factory, adopt, registered

SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_USAGE_STATS_PROMPT_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_worker_niceness": "0",
}
"""Ray reports its use to nobody, does not look for graphics cards, and its workers stand back for nobody."""

TRIES_AGAIN = 3
"""So often Ray gives a task to another process when its own is killed."""

ROOM = 80 * 2**20
"""What an embedded cluster keeps for results, in bytes: about the least that Ray takes. A game needs a few thousand."""

FOLDERS = ("MEUSE_GAMES",)
"""Variables that say where further games lie; a cluster must have them at the same place."""


class NoCluster(ValueError):
    """There is no Ray here, or no cluster at this address."""


class OtherProgram(RuntimeError):
    """A machine of the cluster has another Meuse than this one."""


class Cluster:
    """A Ray cluster; one that was started for the occasion lasts as long as this process."""

    def __init__(self, address: str) -> None:
        self.ray = _connected(address)

    def each(self, work: Callable[[Task], Done], tasks: Iterable[Task], lost: Callable[[Task], Done]) -> Iterator[Done]:
        ray, left = self.ray, iter(tasks)
        carry_out = ray.remote(max_retries=TRIES_AGAIN)(_carried_out)
        shared = program(), ray.put(registered()), ray.put(work)
        promised = deque[tuple[Task, Any]]()
        try:
            while True:
                for task in islice(left, max(0, self._ahead() - len(promised))):
                    promised.append((task, carry_out.remote(*shared, task)))
                if not promised:
                    return
                task, reference = promised.popleft()
                yield self._result(reference, task, lost)
        finally:
            for _, reference in promised:
                ray.cancel(reference)

    def _ahead(self) -> int:
        """How many tasks are handed out; a cluster may grow or shrink meanwhile."""
        return AHEAD * max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def _result(self, reference: Any, task: Task, lost: Callable[[Task], Done]) -> Done:
        """What came of a task, if not process after process died on it."""
        dead = self.ray.exceptions
        try:
            done: Done = self.ray.get(reference)
        except dead.RayTaskError as error:
            raise error.cause from None
        except (dead.WorkerCrashedError, dead.NodeDiedError, dead.OutOfMemoryError, dead.ObjectLostError):
            return lost(task)
        return done


@cache
def program() -> str:
    """A fingerprint of this Meuse: its code and its data."""
    digest, root = hashlib.sha256(), Path(str(files("meuse")))
    for path in sorted(found for ending in ("py", "toml") for found in root.rglob(f"*.{ending}")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


# -- helpers


def _carried_out(expected: str, bots: Mapping[str, Factory], work: Callable[[Task], Done], task: Task) -> Done:
    """What a machine of the cluster does."""
    if program() != expected:
        raise OtherProgram(f"{os.uname().nodename} has another Meuse than this machine: install the same on both")
    adopt(bots)
    return work(task)


def _connected(address: str) -> Any:
    """Ray, connected; a cluster that this process is connected to already is used, whoever has connected it."""
    os.environ.update(SETTINGS)
    try:
        import ray
    except ImportError as error:
        raise NoCluster("a Ray cluster needs ray: pip install 'meuse[ray]'") from error
    if not ray.is_initialized():
        _connect(ray, address)
        _hush(ray)
    return ray


def _hush(ray: Any) -> None:
    """Ray prints pages of its log wherever a process is killed, into whatever the program itself prints."""
    ray._private.worker._worker_logs_enabled = False


def _connect(ray: Any, address: str) -> None:
    folders = {name: os.environ[name] for name in FOLDERS if name in os.environ}
    quietly = {"log_to_driver": False, "logging_level": "ERROR", "runtime_env": {"env_vars": {**SETTINGS, **folders}}}
    if address == LOCAL:
        ray.init(
            address=LOCAL,
            include_dashboard=False,
            object_store_memory=ROOM,
            _node_ip_address="127.0.0.1",
            **quietly,
        )
        return
    try:
        ray.init(address=address, **quietly)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise NoCluster(
            f"no Ray cluster answers at {address!r}: start one with `ray start --head`, or leave out the address"
        ) from error
