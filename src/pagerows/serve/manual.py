"""The REST interface for people: one page made from its description, without scripts and without the network."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final

__all__ = ["manual_page"]

_STYLE: Final = """
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 20%,transparent)}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}
code,pre{font:14px/1.45 ui-monospace,monospace}pre{overflow-x:auto;padding:.6rem;border:1px solid var(--line)}
details{border:1px solid var(--line);border-radius:.4rem;margin:.4rem 0;padding:.4rem .7rem}
summary{cursor:pointer;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}
td,th{text-align:left;vertical-align:top;padding:.2rem .6rem .2rem 0;border-top:1px solid var(--line)}
.verb{display:inline-block;min-width:5rem;font-weight:600}h1{line-height:1.2}a{color:inherit}h2{margin-top:2rem}
"""


def manual_page(api: Mapping[str, Any], origin: str) -> str:
    """Return the manual as HTML; `origin` is the address that it is asked at."""
    groups: dict[str, list[str]] = {}
    for path, verb, operation in _operations(api):
        groups.setdefault(operation.get("tags", ["other"])[0], []).append(_operation(path, verb, operation))
    body = "".join(f"<h2>{escape(name)}</h2>{''.join(found)}" for name, found in groups.items())
    shapes = "".join(_shape(name, schema) for name, schema in sorted(api["components"]["schemas"].items()))
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>pagerows: the REST interface</title><style>{_STYLE}</style></head><body><main>
<p><a href="/">Back to the app</a></p>
<h1>pagerows {escape(api["info"]["version"])}: the REST interface</h1>
<p>{escape(api["info"].get("summary", ""))} OpenAPI {escape(api["openapi"])}:
<a href="/openapi.json">openapi.json</a>.</p>
<pre>curl -s {escape(origin)}/v1/extract -H 'Content-Type: application/json' \\
  -d '{{"url": "https://example.com/list"}}'</pre>
{body}<h2>Shapes</h2>{shapes}</main></body></html>
"""


def _operations(api: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for path, verbs in api["paths"].items():
        for verb, operation in verbs.items():
            yield path, verb.upper(), operation


def _operation(path: str, verb: str, operation: Mapping[str, Any]) -> str:
    told = escape(operation.get("description", ""))
    rows = "".join(
        f"<tr><td><code>{escape(one['name'])}</code><td>{escape(one['in'])}<td>{_type(one['schema'])}"
        for one in operation.get("parameters", [])
    )
    parts = [f"<table><tr><th>parameter<th>in<th>type{rows}</table>"] if rows else []
    parts += [f"<p>takes {_type(schema)}</p>" for schema in _schemas(operation.get("requestBody", {}))]
    for status, answer in operation.get("responses", {}).items():
        kinds = [_type(schema) for schema in _schemas(answer)] or list(map(escape, answer.get("content", {})))
        parts.append(f"<p><code>{escape(status)}</code> {escape(answer.get('description', ''))} {', '.join(kinds)}</p>")
    summary = escape(operation.get("summary", ""))
    head = f'<summary><span class="verb">{verb}</span><code>{escape(path)}</code> {summary}</summary>'
    return f"<details>{head}<p>{told}</p>{''.join(parts)}</details>"


def _schemas(holder: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [content["schema"] for content in holder.get("content", {}).values() if content.get("schema")]


def _type(schema: Mapping[str, Any]) -> str:
    """A schema in few words, with links to shapes."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#{escape(name)}">{escape(name)}</a>'
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return " or ".join(_type(one) for one in schema[word])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if "enum" in schema or "const" in schema:
        return ", ".join(f"<code>{escape(json.dumps(v))}</code>" for v in schema.get("enum", [schema.get("const")]))
    return escape(str(schema.get("type", "any")))


def _shape(name: str, schema: Mapping[str, Any]) -> str:
    needed = set(schema.get("required", ()))
    rows = "".join(
        f"<tr><td><code>{escape(field)}</code>{'' if field in needed else ' (optional)'}<td>{_type(one)}"
        for field, one in schema.get("properties", {}).items()
    )
    told = escape(schema.get("description", ""))
    head = f"<summary><code>{escape(name)}</code> {told}</summary>"
    return f'<details id="{escape(name)}">{head}<table>{rows}</table></details>'
