"""What users name -> shards: files, folders, globs and lists of them."""

from __future__ import annotations

import glob
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pagerows.errors import ParameterError

__all__ = ["PAGE_ENDS", "Columns", "Shard", "page_files", "shards"]

PAGE_ENDS: Final = (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz")
#: How file names end, and what they are then.
ENDS: Final = {
    ".warc": "warc",
    ".warc.gz": "warc",
    ".parquet": "parquet",
    ".jsonl": "jsonl",
    ".jsonl.gz": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tar": "tar",
    ".tar.gz": "tar",
    ".tgz": "tar",
    ".wacz": "wacz",
    ".zip": "zip",
}


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the columns that hold pages, for files that are tables."""

    html: str = "html"
    url: str = "url"


@dataclass(frozen=True, slots=True)
class Shard:
    """One input that gives one part."""

    path: Path
    kind: str

    @property
    def name(self) -> str:
        """The shard's name in a manifest: what it is called, and which of that name."""
        where = hashlib.sha256(str(self.path.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:8]
        stem = "".join(c if c.isalnum() or c in "-_." else "_" for c in self.path.resolve().name)[:80]
        return f"{stem or 'root'}-{where}"

    def files(self) -> list[Path]:
        """The files that the shard is read from."""
        return page_files(self.path) if self.kind == "folder" else [self.path]

    def size(self) -> int:
        """The bytes that the shard is read from."""
        return sum(file.stat().st_size for file in self.files())

    def digest(self) -> str:
        """The SHA-256 of what the shard is read from: names and bytes."""
        whole = hashlib.sha256()
        for file in self.files():
            if self.kind == "folder":
                whole.update(f"{file.relative_to(self.path).as_posix()}\0".encode("utf-8", "surrogateescape"))
            with file.open("rb") as stream:
                whole.update(hashlib.file_digest(stream, "sha256").digest())
        return whole.hexdigest()


def shards(names: Iterable[str], *, besides: Path | None = None) -> list[Shard]:
    """Return the shards behind names: files, folders, globs, ``@LIST``; each once.

    A list is a file with a name a line; lines with # in front are left out, and so is what lies below the folder
    `besides` (the output).
    """
    found: dict[Path, Shard] = {}
    for name in names:
        for shard in _named(name):
            place = shard.path.resolve()
            if besides is None or besides.resolve() not in (place, *place.parents):
                found.setdefault(place, shard)
    return list(found.values())


def _named(name: str) -> Iterator[Shard]:
    path = Path(name)
    if name.startswith("@") and not path.exists():
        try:
            lines = Path(name[1:]).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise ParameterError(f"{name[1:]}: the list cannot be read: {error}") from error
        for line in lines:
            if line.strip() and not line.startswith("#"):
                yield from _named(line.strip())
    elif path.is_dir():
        yield from _in_folder(path)
    elif path.is_file():
        if (kind := _kind(path)) is None:
            raise ParameterError(f"{name}: not a kind of file that is read; there are: {', '.join(ENDS)}, folders")
        yield Shard(path, kind)
    else:
        matches = sorted(glob.iglob(name, recursive=True)) if glob.has_magic(name) else []  # noqa: PTH207
        if not matches:
            raise ParameterError(f"{name}: no such file or folder")
        for match in matches:
            yield from _named(match)


def _in_folder(folder: Path) -> Iterator[Shard]:
    """Every archive below a folder is a shard; its pages that are files are one together."""
    archives = [Shard(file, kind) for file in sorted(folder.rglob("*")) if file.is_file() and (kind := _kind(file))]
    pages = page_files(folder)
    if not archives and not pages:
        raise ParameterError(f"{folder}: nothing to read in this folder")
    if pages:
        yield Shard(folder, "folder")
    yield from archives


def page_files(folder: Path) -> list[Path]:
    """Return the pages below a folder, in a stable order."""
    return sorted(file for file in folder.rglob("*") if file.name.lower().endswith(PAGE_ENDS) and file.is_file())


def _kind(path: Path) -> str | None:
    return next((kind for end, kind in ENDS.items() if path.name.lower().endswith(end)), None)
