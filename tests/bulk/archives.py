"""Archives that the tests write themselves."""

import gzip
import zlib
from pathlib import Path

from pagerows.lab.bench.generate import PageSpec, generate

PROSE = "<html><body><p>Only one paragraph stands here.</p></body></html>"


def shop(seed: int = 0) -> str:
    return generate(PageSpec(seed=seed, records=5 + seed % 4)).html


def response(url: str, html: str, *, status: str = "200 OK", header: str = "Content-Type: text/html") -> bytes:
    body = f"HTTP/1.1 {status}\r\n{header}\r\n\r\n{html}".encode()
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
        f"WARC-Record-ID: <urn:uuid:{zlib.crc32(url.encode()):032x}>\r\n"
        "Content-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body + b"\r\n\r\n"


def write_warc(path: Path, records: list[bytes], *, packed: bool = True) -> list[int]:
    """Write a WARC file; return where each record begins."""
    members = [gzip.compress(record, mtime=0) if packed else record for record in records]
    path.write_bytes(b"".join(members))
    return [sum(map(len, members[:number])) for number in range(len(members))]


def shops(count: int, first: int = 0) -> list[bytes]:
    return [response(f"https://site.example/{n}", shop(n)) for n in range(first, first + count)]
