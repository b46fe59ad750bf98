"""An ASGI application on a port, until somebody stops it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import uvicorn

from pagerows.errors import ParameterError
from pagerows.serve.settings import Settings

__all__ = ["listen"]


def listen(app: Any, settings: Settings, ready: Callable[[str], None]) -> int:
    """Answer requests; `ready` is told the address when the first can come."""
    logging.basicConfig(format="pagerows: %(message)s", level=logging.WARNING)
    # No access log: addresses and searches are part of what somebody reads.
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        access_log=False,
        log_config=None,
        lifespan="on",
        timeout_keep_alive=15,
        timeout_graceful_shutdown=5,
        server_header=False,
        limit_concurrency=1000,
        h11_max_incomplete_event_size=64 * 1024,
        proxy_headers=False,
    )
    try:
        socket = config.bind_socket()
    except SystemExit:  # uvicorn has said why
        raise ParameterError(f"cannot listen on {settings.host}:{settings.port}: give another --port") from None
    host, port = socket.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    server = uvicorn.Server(config)

    async def main() -> None:
        task = asyncio.create_task(server.serve(sockets=[socket]))
        while not server.started and not task.done():
            await asyncio.sleep(0.02)
        if server.started:
            ready(f"http://{shown}:{port}")
        await task

    asyncio.run(main())
    return 0
