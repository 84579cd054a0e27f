"""Registers bots that take their time, wherever it is imported: with the service, and in its processes."""

from __future__ import annotations

from kits.ponderers import Clumsy, Ponderer, Sleeper
from meuse.opponents import register

register(Ponderer.name, Ponderer)
register(Sleeper.name, Sleeper)
register(Clumsy.name, Clumsy)
