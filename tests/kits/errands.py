"""Things for other processes to do: what they are given must be found by its name there too."""

from __future__ import annotations

import os
import signal
from pathlib import Path


def name(_: object) -> int:
    """Who does it."""
    return os.getpid()


def die_once(path: str) -> str:
    """Take the process along, the first time."""
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"
