"""Registers bots that take their time, wherever it is imported: with the service, and in its processes."""

from __future__ import annotations

from kits.ponderers import Cheat, Clumsy, Mute, Ponderer, Sleeper, Suicide, Waverer
from meuse.opponents import register

register(Ponderer.name, Ponderer)
register(Sleeper.name, Sleeper)
register(Clumsy.name, Clumsy)
register(Cheat.name, Cheat)
register(Mute.name, Mute)
register(Suicide.name, Suicide)
register(Waverer.name, Waverer)
