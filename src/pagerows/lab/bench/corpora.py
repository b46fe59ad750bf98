"""Corpora on disk: a folder per dataset with ``gold.jsonl`` and ``<page>/page.html``.

A dataset needs no code: a folder of that shape is one. Gold is one JSON object a line: page, site, category, kind
(table, nodes, anchors, count, text, none), has_records, count, records, record_xpaths, anchors, text, with, without,
encoding, bad.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pagerows.errors import CorpusError

__all__ = ["DAMAGED", "KINDS", "Dataset", "Gold", "corpora_folder", "load", "load_all"]

#: How a page can be scored, by what its gold holds (see `measures`).
KINDS: Final = ("table", "nodes", "anchors", "count", "text", "none")

#: Datasets whose bytes no longer fit what their pages declare: read with the gold's encoding. Everywhere else
#: finding the encoding is part of the task.
DAMAGED: Final = frozenset({"clustvx"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """What is known to be right about one page."""

    page: str
    kind: str
    site: str = ""
    category: str = ""
    has_records: bool = True
    #: How many records there are.
    count: int = 0
    records: Sequence[Sequence[str | None]] = ()
    record_xpaths: Sequence[str] = ()
    #: One title per record.
    anchors: Sequence[str] = ()
    text: str = ""
    #: Snippets that the answer should hold, and that it should not.
    snippets: Sequence[str] = ()
    noise: Sequence[str] = ()
    encoding: str | None = None
    #: Left out of all figures.
    bad: bool = False

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Gold:
        """Read one line of ``gold.jsonl``; a ValueError says what is wrong with it."""
        page, kind = row.get("page"), row.get("kind")
        if not isinstance(page, str) or not page or "/" in page or page.startswith("."):
            raise ValueError(f"page is {page!r}, not the name of a folder")
        if kind not in KINDS:
            raise ValueError(f"{page}: kind is {kind!r}, not one of {', '.join(KINDS)}")
        has_records = bool(row.get("has_records", kind != "none"))
        needed = {"table": "records", "nodes": "records", "anchors": "anchors", "count": "count", "text": "text"}
        if has_records and not row.get("bad") and kind in needed and row.get(needed[kind]) is None:
            raise ValueError(f"{page}: kind is {kind!r} but there is no {needed[kind]!r}")
        return cls(
            page=page,
            kind=kind,
            site=str(row.get("site") or ""),
            category=str(row.get("category") or ""),
            has_records=has_records,
            count=int(row.get("count") or 0),
            records=row.get("records") or (),
            record_xpaths=row.get("record_xpaths") or (),
            anchors=row.get("anchors") or (),
            text=str(row.get("text") or ""),
            snippets=row.get("with") or (),
            noise=row.get("without") or (),
            encoding=row.get("encoding"),
            bad=bool(row.get("bad")),
        )


@dataclass(frozen=True, slots=True)
class Dataset:
    """One dataset: its gold by page, and what is wrong with its folder."""

    name: str
    folder: Path
    gold: tuple[Gold, ...]
    #: Lines of gold that cannot be read, pages without gold: counted and listed, never fatal.
    problems: tuple[str, ...] = ()
    _digest: list[str] = field(default_factory=list, repr=False, compare=False)

    @property
    def pages(self) -> tuple[Gold, ...]:
        """The gold of the pages that count."""
        return tuple(gold for gold in self.gold if not gold.bad)

    def path(self, gold: Gold) -> Path:
        """Where a page's HTML is."""
        return self.folder / gold.page / "page.html"

    def encoding(self, gold: Gold) -> str | None:
        """The encoding to tell the parser: only where the bytes are known to be damaged."""
        return gold.encoding if self.name in DAMAGED else None

    def digest(self) -> str:
        """Return a short hash of the gold and of all pages: figures are comparable only where it is equal."""
        if not self._digest:
            whole = hashlib.sha256((self.folder / "gold.jsonl").read_bytes())
            for gold in sorted(self.gold, key=lambda gold: gold.page):
                path = self.path(gold)
                whole.update(gold.page.encode() + b"\0")
                whole.update(hashlib.sha256(path.read_bytes()).digest() if path.is_file() else b"missing")
            self._digest.append(whole.hexdigest()[:16])
        return self._digest[0]


def corpora_folder(folder: str | Path | None = None) -> Path:
    """Return the folder that holds the datasets: the one given, $PAGEROWS_CORPORA, or ``../.corpora``."""
    chosen = Path(folder or os.environ.get("PAGEROWS_CORPORA") or "../.corpora")
    if not chosen.is_dir():
        raise CorpusError(
            f"no corpora at {chosen}: unpack them there, or name the folder with --corpus or $PAGEROWS_CORPORA"
        )
    if not any(chosen.glob("*/gold.jsonl")):
        raise CorpusError(f"{chosen} is no folder of datasets: none of its folders has a gold.jsonl")
    return chosen


def load(folder: Path, name: str) -> Dataset:
    """Read one dataset's gold; its problems are listed, not raised."""
    here = folder / name
    try:
        lines = (here / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        there = ", ".join(sorted(path.parent.name for path in folder.glob("*/gold.jsonl")))
        raise CorpusError(f"no dataset {name!r} in {folder} ({error}); there are: {there or 'none'}") from error
    gold: dict[str, Gold] = {}
    problems: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = Gold.from_json(json.loads(line))
        except (ValueError, TypeError, AttributeError) as error:
            problems.append(f"{name}/gold.jsonl line {number}: {error}")
            continue
        if row.page in gold:
            problems.append(f"{name}/gold.jsonl line {number}: {row.page} occurs twice; the first one counts")
        gold.setdefault(row.page, row)
    with_page = {path.parent.name for path in here.glob("*/page.html")}
    problems += [f"{name}/{page}: page without gold, left out" for page in sorted(with_page - set(gold))]
    problems += [f"{name}/{page}: gold without page.html, counts as failed" for page in sorted(set(gold) - with_page)]
    return Dataset(name, here, tuple(gold.values()), tuple(problems))


def load_all(folder: str | Path | None = None, names: Iterable[str] | None = None) -> list[Dataset]:
    """Read the named datasets, or all there are."""
    root = corpora_folder(folder)
    return [load(root, name) for name in names or sorted(path.parent.name for path in root.glob("*/gold.jsonl"))]
