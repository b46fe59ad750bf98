"""Generated pages in WARC files."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path

from pagerows.lab.bench.generate import LAYOUTS, PageSpec, generate

__all__ = ["HOSTS", "listing", "member", "small_page", "write_warc"]

#: Hosts that the pages are said to be of.
HOSTS = 97


def listing(seed: int) -> str:
    """A page with 10 to 49 records in one of several layouts, some 9 kB."""
    layout = LAYOUTS[seed % len(LAYOUTS)]
    spec = PageSpec(seed=seed, records=10 + seed % 40, fields=3 + seed % 4, noise=seed % 6, layout=layout)
    return generate(spec).html


def small_page(number: int) -> str:
    """A page of some hundred bytes: one of eight is a list of four to seven things, the others a paragraph."""
    head = f"<!doctype html><html><head><title>Page {number}</title></head><body><h1>Page {number}</h1>"
    if number % 8:
        return f"{head}<p>Only paragraph {number} stands here, and nothing is listed.</p></body></html>"
    things = "".join(
        f"<li><a href=/thing/{number}-{at}>Thing {number * 7 + at}</a> <b>{(number * 13 + at) % 500}.{at}5 €</b></li>"
        for at in range(4 + number // 8 % 4)
    )
    return f"{head}<ul>{things}</ul></body></html>"


def member(number: int, html: str | bytes) -> bytes:
    """A response of a WARC file, packed; bytes come without a word on their encoding, as many servers send them."""
    charset, page = ("; charset=utf-8", html.encode()) if isinstance(html, str) else ("", html)
    body = f"HTTP/1.1 200 OK\r\nContent-Type: text/html{charset}\r\n\r\n".encode() + page
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://h{number % HOSTS}.example/{number}\r\n"
        f"WARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:{number:032x}>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + body + b"\r\n\r\n", mtime=0)


def write_warc(path: Path, members: Iterable[bytes], damaged: frozenset[int] = frozenset()) -> None:
    """Write members as a WARC file; of those whose position is in `damaged`, one byte is wrong."""
    with path.open("wb") as file:
        for at, packed in enumerate(members):
            whole = bytearray(packed)
            if at in damaged:
                whole[len(whole) // 2] ^= 255
            file.write(whole)
