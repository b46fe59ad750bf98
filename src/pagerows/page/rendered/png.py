"""The pixels of the PNGs that Chromium makes: 8 bits, grey or coloured, not interlaced (RFC 2083)."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.errors import RenderError

__all__ = ["read_png"]

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
#: Bytes per pixel by colour type: grey, red-green-blue, grey and opacity, red-green-blue and opacity.
_CHANNELS: Final = {0: 1, 2: 3, 4: 2, 6: 4}


def read_png(data: bytes) -> NDArray[np.uint8]:
    """Return the pixels of a PNG. (height, width, channels)"""
    if not data.startswith(_SIGNATURE):
        raise RenderError("the browser's picture is no PNG")
    place, packed, header = len(_SIGNATURE), bytearray(), b""
    while place + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, place)
        body = data[place + 8 : place + 8 + length]
        header = body if kind == b"IHDR" else header
        packed += body if kind == b"IDAT" else b""
        place += length + 12
    try:
        width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", header)
        channels = _CHANNELS[colour]
        if depth != 8 or interlaced:
            raise RenderError("the browser's picture is not of 8 bits, or interlaced")
        lines = np.frombuffer(zlib.decompress(bytes(packed)), np.uint8).reshape(height, 1 + width * channels)
    except (struct.error, KeyError, ValueError, zlib.error) as error:
        raise RenderError(f"the browser's picture cannot be read: {error}") from error
    return _unfiltered(lines, channels).reshape(height, width, channels)


def _unfiltered(lines: NDArray[np.uint8], channels: int) -> NDArray[np.uint8]:
    """Undo the filter of each line, which its first byte names."""
    out = np.zeros((len(lines), lines.shape[1] - 1), np.uint8)
    above = np.zeros(lines.shape[1] - 1, np.uint8)
    for number, line in enumerate(lines):
        kind, row = int(line[0]), line[1:]
        if kind == 0:
            above = row
        elif kind == 1:  # what is left of it: sums along each channel, modulo 256
            above = np.add.accumulate(row.reshape(-1, channels), axis=0, dtype=np.uint8).reshape(-1)
        elif kind == 2:
            above = row + above
        else:
            above = _along(row.tolist(), above.tolist(), channels, _average if kind == 3 else _paeth)
        out[number] = above
    return out


def _along(row: list[int], above: list[int], channels: int, guess: Callable[[int, int, int], int]) -> NDArray[np.uint8]:
    """Undo a filter that needs the byte to the left first."""
    done = [0] * channels
    corner = [0] * channels + above
    for place, (byte, up) in enumerate(zip(row, above, strict=True)):
        done.append((byte + guess(done[place], up, corner[place])) & 255)
    return np.array(done[channels:], np.uint8)


def _average(left: int, up: int, _: int) -> int:
    return (left + up) // 2


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
