"""Give agents the tables of web pages, by the Model Context Protocol: over standard input and output, or over HTTP.

tools: page_to_table, lists_on_page, learn, apply. Pages are kept in the same history that `pagerows serve` shows.

examples:
  pagerows mcp                                     an agent starts it and talks to it
  pagerows mcp --http --port 8766                  at http://127.0.0.1:8766/mcp
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from pagerows.cli.serve import add_bounds, add_listening, needing, settings_of

HELP = "give agents the tables of web pages (Model Context Protocol)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--http", action="store_true", help="listen on a port instead of standard input")
    parser.add_argument("--db", default="", metavar="WHERE", help="history: a file, or postgresql://... (your own)")
    add_listening(parser, 8766)
    add_bounds(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the agent goes or somebody stops it."""
    settings = settings_of(arguments)
    with needing("pagerows mcp", "mcp"):
        from mcp.server.transport_security import TransportSecuritySettings

        from pagerows.serve.agents import make_agent_server
        from pagerows.serve.gate import Gate
        from pagerows.serve.listening import listen
        from pagerows.serve.state import State
    state = State(settings)
    server = make_agent_server(state)
    state.start()
    try:
        if not arguments.http:
            server.run("stdio")
            return 0
        app = server.streamable_http_app(
            stateless_http=True,
            json_response=True,
            max_request_body_size=settings.body_bytes,
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # the gate's work
        )
        return listen(
            lambda: Gate(app, settings, state.metrics),
            settings,
            lambda address: print(f"pagerows: {address}/mcp", flush=True),
        )
    finally:
        asyncio.run(state.close())
        sys.stdout.flush()
