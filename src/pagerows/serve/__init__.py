"""`pagerows serve`: the app, the REST interface and its history; `pagerows mcp`: the same for agents.

request -> gate (host, origin, token, rate, size) -> engine (fetch, workers) -> store -> answer
"""
