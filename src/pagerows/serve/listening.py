"""An ASGI application on a port, until somebody stops it."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from pagerows.errors import ParameterError
from pagerows.serve.settings import Settings

__all__ = ["listen"]


def listen(make: Callable[[], Any], settings: Settings, ready: Callable[[str], None]) -> int:
    """Answer requests: the application is made when the port is ours, `ready` is told the address when all is set."""
    logging.basicConfig(format="pagerows: %(message)s", level=logging.WARNING)
    own = _bound(settings)
    try:
        app = make()
    except BaseException:
        own.close()
        raise
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
    host, port = own.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    server = uvicorn.Server(config)

    async def main() -> None:
        task = asyncio.create_task(server.serve(sockets=[own]))
        while not server.started and not task.done():
            await asyncio.sleep(0.02)
        if server.started:
            ready(f"http://{shown}:{port}")
        await task

    asyncio.run(main())
    return 0


def _bound(settings: Settings) -> socket.socket:
    """A socket on the port."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        told = f"cannot listen on {settings.host}:{settings.port}: {error.strerror or error}; give another --port"
        raise ParameterError(told) from error
