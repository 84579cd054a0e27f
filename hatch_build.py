"""Puts the built browser client into a wheel; `make client` builds it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientHook(BuildHookInterface[Any]):
    """A wheel without its client would open an empty page, so it is not built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or self.target_name != "wheel":
            return
        static = Path(self.root) / "src" / "meuse" / "server" / "static"
        if not (static / "index.html").exists():
            raise FileNotFoundError("the browser client is not built: run `make client` first")
        build_data["artifacts"].append("src/meuse/server/static/**")
