"""How the service listens: limits of connections, and whose word about addresses is believed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import uvicorn

from meuse.server.connections import Porter, capacity, protocols


def config(app: Any, proxies: Sequence[str] = (), **more: Any) -> uvicorn.Config:
    """For uvicorn. Only `proxies` may say who asks; raises ValueError for what is not an address or a network."""
    http, socket = protocols(Porter(capacity(), proxies))
    return uvicorn.Config(
        app,
        http=http,
        ws=socket,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        access_log=False,  # addresses hold the secrets of seats
        log_level="warning",
        log_config=None,  # what it says goes into the log of the service
        server_header=False,
        ws_max_size=4096,
        ws_per_message_deflate=False,  # messages are short, and packing each would take memory for every open page
        timeout_graceful_shutdown=5,
        **more,
    )
