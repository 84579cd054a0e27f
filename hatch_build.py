"""Puts the built browser client and the drawings made ahead into a wheel; `make client` makes both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientHook(BuildHookInterface[Any]):
    """A wheel without its client would open an empty page, so it is not built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or self.target_name != "wheel":
            return
        server = Path(self.root) / "src" / "meuse" / "server"
        if not (server / "static" / "index.html").exists() or not any((server / "sheets").glob("*.svg")):
            raise FileNotFoundError("the browser client is not built: run `make client` first")
        build_data["artifacts"] += ["src/meuse/server/static/**", "src/meuse/server/sheets/**"]
