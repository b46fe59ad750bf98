"""Compressed HTTP bodies -> bytes, never more of them than asked for (a kilobyte can unpack to gigabytes)."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Final

from pagerows.errors import FetchError, MissingExtra

__all__ = ["accepted", "gunzip", "unpack"]

#: A body packed more often than this is an attack.
_MOST_LAYERS: Final = 3
#: gzip files that a body may be joined from.
_MOST_MEMBERS: Final = 100_000
_GZIP_MAGIC: Final = b"\x1f\x8b"
_BITE: Final = 256
_ZSTD_MAGIC: Final = b"\x28\xb5\x2f\xfd"


def accepted() -> str:
    """Return the Accept-Encoding header: gzip and deflate, brotli and zstandard where they are installed."""
    return ", ".join(["gzip", "deflate", *(name for name, module in _EXTRA.items() if _installed(module))])


def unpack(data: bytes, content_encoding: str, most: int) -> bytes:
    """Undo a Content-Encoding header; give at most ``most + 1`` bytes, so that the caller sees what is too large."""
    layers = [name.strip().lower() for name in content_encoding.split(",")]
    layers = [name for name in layers if name not in ("", "identity")]
    if len(layers) > _MOST_LAYERS:
        raise FetchError(f"the body is packed {len(layers)} times over")
    for name in reversed(layers):
        if name not in _UNPACK:
            raise FetchError(f"the body is packed with {name!r}; pagerows reads {', '.join(_UNPACK)}")
        try:
            data = _UNPACK[name](data, most + 1)
        except MissingExtra:
            raise
        except Exception as error:  # each library has an error type of its own
            raise FetchError(f"the {name} body is damaged: {error}") from error
    return data


def gunzip(data: bytes, most: int) -> bytes:
    """Unpack gzip members one after another, up to `most` bytes: servers that join files send several.

    A zlib.error says what is wrong with them.
    """
    parts: list[bytes] = []
    start, room = 0, most
    for _ in range(_MOST_MEMBERS):
        part, start = _member(data, start, room)
        parts.append(part)
        room -= len(part)
        if room <= 0 or data[start : start + 2] != _GZIP_MAGIC:  # padding may follow the last member
            return b"".join(parts)
    raise zlib.error(f"more than {_MOST_MEMBERS:,} members")


def _member(data: bytes, start: int, most: int) -> tuple[bytes, int]:
    """Unpack the member at `start`; return what is in it, and where it ends.

    In bites that double: what zlib hands back behind the end of a member is then no more than the member itself, so
    that a body of empty members is not copied once for each.
    """
    stream = zlib.decompressobj(zlib.MAX_WBITS | 16)
    parts: list[bytes] = []
    bite, room = _BITE, most
    while start < len(data) and room > 0 and not stream.eof:
        piece = stream.unconsumed_tail or data[start : start + bite]
        part = stream.decompress(piece, room)
        parts.append(part)
        room -= len(part)
        start += len(piece) - len(stream.unconsumed_tail) - len(stream.unused_data)
        bite *= 2
    if not stream.eof and room > 0:
        raise zlib.error("it ends too early")
    return b"".join(parts), start


def _deflate(data: bytes, most: int) -> bytes:
    try:
        return _inflate(data, most, zlib.MAX_WBITS)
    except zlib.error:
        return _inflate(data, most, -zlib.MAX_WBITS)  # some servers leave the zlib header out


def _inflate(data: bytes, most: int, wbits: int) -> bytes:
    stream = zlib.decompressobj(wbits)
    body = stream.decompress(data, most)
    if not stream.eof and len(body) < most:
        raise zlib.error("it ends too early")
    return body


def _brotli(data: bytes, most: int) -> bytes:
    try:
        import brotli
    except ImportError as error:
        raise MissingExtra("a page packed with brotli", "fetch") from error
    stream = brotli.Decompressor()
    parts = [stream.process(data, output_buffer_limit=most)]
    while not stream.is_finished() and sum(map(len, parts)) < most:
        parts.append(stream.process(b"", output_buffer_limit=most))
        if not parts[-1]:
            raise zlib.error("it ends too early")
    return b"".join(parts)[:most]


def _zstd(data: bytes, most: int) -> bytes:
    try:
        import zstandard
    except ImportError as error:
        raise MissingExtra("a page packed with zstandard", "fetch") from error
    # RFC 9659: servers may not ask for windows above 8 MB.
    engine = zstandard.ZstdDecompressor(max_window_size=8 << 20)
    parts: list[bytes] = []
    size = start = 0
    stream = engine.decompressobj()
    # In small bites: one of them unpacks to 8 MB at most (four bytes can stand for a block of 128 kB).
    while start < len(data) and size < most:
        parts.append(stream.decompress(data[start : start + _BITE]))
        size += len(parts[-1])
        start += _BITE
        if stream.eof:
            start -= len(stream.unused_data)
            stream = engine.decompressobj()
            if data[start : start + 4] != _ZSTD_MAGIC:
                break
    else:
        if size < most:
            raise zlib.error("it ends too early")
    return b"".join(parts)[:most]


_EXTRA: Final = {"br": "brotli", "zstd": "zstandard"}
_UNPACK: Final[dict[str, Callable[[bytes, int], bytes]]] = {
    "gzip": gunzip,
    "x-gzip": gunzip,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}


def _installed(module: str) -> bool:
    from importlib.util import find_spec

    return find_spec(module) is not None
