"""Many games: simulation and statistics; games analysed. Uses only the public API.

>>> import meuse.lab
>>> meuse.lab.analyse.__module__
'meuse.lab.analysis'
"""

from importlib import import_module
from typing import Any

__all__ = ["analyse"]


def __getattr__(name: str) -> Any:
    """An analysis is read when it is first asked for: whoever only uses the engine needs no scipy."""
    if name == "analyse":
        return import_module("meuse.lab.analysis").analyse
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
