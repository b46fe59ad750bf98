"""Files that are written whole or not at all."""

from __future__ import annotations

import glob
import os
import platform
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from pagerows.errors import ExportError, PagerowsError

__all__ = ["Discarded", "replacing", "write_page"]


class Discarded(Exception):
    """Raised inside `replacing` to leave the file as it was, quietly."""


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Yield a file beside `path` that takes its place when the block ends well, and vanishes when it does not.

    A device or pipe (``/dev/stdout``) cannot be replaced: it is written as it is.
    """
    try:
        target = _target(path)
        if path.exists() and not path.is_file():
            if path.is_dir():
                raise ExportError(f"cannot write {path}: it is a folder")
            with path.open("wb") as stream:
                yield stream
            return
        _sweep(target)
        prefix = f"{_prefix(target)}{os.getpid()}-"
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=prefix, delete=False) as stream:
            temporary = Path(stream.name)
            try:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
                temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
                temporary.replace(target)
            except BaseException:
                with suppress(OSError):
                    temporary.unlink()
                raise
    except Discarded:
        return
    except PagerowsError:
        raise
    except OSError as error:
        raise ExportError(f"cannot write {path}: {error.strerror or error}") from error


def _prefix(target: Path) -> str:
    """How the temporary files of a target begin; the machine, and then the process, that makes them follow."""
    return f".{target.name[:100]}.{re.sub(r'[^A-Za-z0-9]', '', platform.node())[:40]}-"


def _sweep(target: Path) -> None:
    """Remove what processes of this machine left that were killed while they wrote this file."""
    prefix = _prefix(target)
    for left in target.parent.glob(f"{glob.escape(prefix)}*"):
        number = left.name.removeprefix(prefix).partition("-")[0]
        if number.isdecimal() and not _alive(int(number)):
            with suppress(OSError):
                left.unlink()


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        pass
    return True


def _target(path: Path) -> Path:
    try:
        return path.resolve()  # a link stays a link
    except (RuntimeError, ValueError) as error:  # links in a loop; a NUL in the name
        raise ExportError(f"cannot write {path}: {error}") from error


def write_page(html: str, output: str) -> None:
    """Write a page to a file, whole or not at all, or to standard output (``-``)."""
    data = html.encode("utf-8", "replace")
    if output == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    with replacing(Path(output)) as stream:
        stream.write(data)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
