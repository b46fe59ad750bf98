"""Public distributions of the data sets -> datasets that the bench reads.

A module here is one importer, with ``ABOUT`` (where the data come from) and ``pages(source)``, which yields one
`Imported` per page. Adding one needs one file.
"""

from __future__ import annotations

import json
import pkgutil
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import Any
from zipfile import BadZipFile, ZipFile

from pagerows.errors import CorpusError, ParameterError

__all__ = ["Imported", "importer", "names", "slug", "write", "zipped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """One page with its gold, as an importer found it."""

    page: str
    html: bytes
    #: The rest of the gold's line: kind, records, count...
    gold: dict[str, Any]
    #: Folders and files that lie beside the page, under the names by which it calls them.
    assets: tuple[tuple[str, Path], ...] = field(default=())


def names() -> list[str]:
    """Return the importers there are."""
    return sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_"))


def importer(name: str) -> Any:
    """Return an importer's module by name."""
    if name not in names():
        raise ParameterError(f"unknown importer {name!r}; there are: {', '.join(names())}")
    return import_module(f"{__name__}.{name}")


def write(found: Iterator[Imported], folder: Path) -> tuple[int, list[str]]:
    """Write pages and gold as a dataset; return how many there are, and what was left out."""
    if (folder / "gold.jsonl").exists():
        raise CorpusError(f"{folder} is a dataset already: remove it, or name another folder")
    skipped: list[str] = []
    lines = []
    seen: set[str] = set()
    for one in found:
        if one.page in seen:
            skipped.append(f"{one.page}: occurs twice")
            continue
        seen.add(one.page)
        here = folder / one.page
        here.mkdir(parents=True, exist_ok=True)
        (here / "page.html").write_bytes(one.html)
        for name, asset in one.assets:
            _copy(asset, here / name, skipped)
        row = {"page": one.page, "site": "", "category": None, "has_records": True, "bad": False, **one.gold}
        lines.append(json.dumps(row, ensure_ascii=False))
    if not lines:
        raise CorpusError(f"no pages found: the source has another shape ({'; '.join(skipped[:3]) or 'nothing fits'})")
    (folder / "gold.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(lines), skipped


def _copy(asset: Path, target: Path, skipped: list[str]) -> None:
    try:
        copy: Callable[..., object] = shutil.copytree if asset.is_dir() else shutil.copy2
        copy(asset, target)
    except (OSError, shutil.Error) as error:
        skipped.append(f"{asset.name}: {error}")


def zipped(source: Path) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Yield the files of a zip file, or of a folder, in the order of their names; odd names are left out."""
    if source.is_dir():
        for file in sorted(path for path in source.rglob("*") if path.is_file()):
            yield PurePosixPath(file.relative_to(source).as_posix()), file.read_bytes()
        return
    try:
        with ZipFile(source) as archive:
            for name in sorted(archive.namelist()):
                path = PurePosixPath(name)
                if not name.endswith("/") and ".." not in path.parts and "__MACOSX" not in path.parts:
                    yield path, archive.read(name)
    except (OSError, BadZipFile) as error:
        raise CorpusError(f"cannot read {source}: {error}") from error


def slug(*parts: str) -> str:
    """Make a page's name from parts of a path.

    >>> slug("1- Arts", "3- Bbc.co.uk", "2- jazz-keyword")
    'arts-bbc.co.uk-jazz-keyword'
    """
    plain = (re.sub(r"^\d+\s*-\s*", "", part) for part in parts)
    return re.sub(r"[^\w.]+", "-", "-".join(plain).lower()).strip("-.")
