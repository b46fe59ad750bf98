"""WCXB, the web content extraction benchmark: ``<part>/html/<id>.html.gz`` and ``<part>/ground-truth/<id>.json``."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from pagerows.errors import CorpusError
from pagerows.lab.bench.importers import Imported

ABOUT: Final = "the WCXB repository (CC-BY-4.0): a checkout of it"
#: Types of page that hold lists of records.
LISTS: Final = frozenset({"listing", "collection"})


def pages(source: Path) -> Iterator[Imported]:
    """Yield every page with ground truth; articles count as pages without records."""
    if not source.is_dir():
        raise CorpusError(f"{source} is no folder: give a checkout of the WCXB repository")
    for truth in sorted(source.rglob("ground-truth/*.json")):
        part = truth.parent.parent
        html = part / "html" / f"{truth.stem}.html.gz"
        if not html.is_file():
            continue
        data = json.loads(truth.read_text(encoding="utf-8"))
        yield Imported(page=f"{part.name}-{truth.stem}", html=gzip.decompress(html.read_bytes()), gold=_gold(data))


def _gold(data: dict[str, Any]) -> dict[str, Any]:
    truth = data.get("ground_truth", {})
    kind = data.get("_internal", {}).get("page_type", {}).get("primary") or "unknown"
    return {
        "site": urlsplit(data.get("url") or "").netloc,
        "category": kind,
        "url": data.get("url"),
        "kind": "text",
        "has_records": kind in LISTS,
        "text": truth.get("main_content") or "",
        "with": truth.get("with") or [],
        "without": truth.get("without") or [],
        "encoding": "utf-8",
    }
