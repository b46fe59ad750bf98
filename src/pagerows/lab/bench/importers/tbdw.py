"""TBDW 1.02 (Yamada 2004): a zip file or folder of saved result pages, ``<site number>/<page>.html``.

The distribution has no XPaths; a file ``records.json`` beside it may give them: ``{"01": ["/html/body/...", ...]}``,
one XPath per record, by page name. Records' texts are then read from the pages themselves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pagerows.errors import CorpusError
from pagerows.lab.bench.importers import Imported, slug, zipped
from pagerows.page import parse
from pagerows.page.nodes import ELEMENT

ABOUT: Final = "TBDW 1.02: its zip file or unpacked folder, records.json (XPaths) beside it"


def pages(source: Path) -> Iterator[Imported]:
    """Yield the pages whose records are known."""
    known = _known(source)
    for path, html in zipped(source):
        name = slug(*path.parent.parts[-1:], path.stem)
        if path.suffix.lower() not in {".htm", ".html"} or name not in known:
            continue
        xpaths = known[name]
        records = texts(html, xpaths)
        yield Imported(
            page=name,
            html=html,
            gold={
                "site": f"tbdw-{path.parent.name or name}",
                "kind": "nodes",
                "records": records,
                "record_xpaths": xpaths,
                "count": len(xpaths),
                # A page on which the XPaths no longer fit would punish every method alike.
                "bad": any(not record for record in records),
            },
        )


def _known(source: Path) -> dict[str, list[str]]:
    beside = (source if source.is_dir() else source.parent) / "records.json"
    try:
        known = json.loads(beside.read_text(encoding="utf-8"))
        return {str(page): [str(xpath) for xpath in xpaths] for page, xpaths in known.items()}
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise CorpusError(f"TBDW needs {beside}, the XPaths of each page's records: {error}") from error


def texts(html: bytes, xpaths: list[str]) -> list[list[str]]:
    """Return the texts of each record's node; an empty list where the XPath finds none."""
    nodes = parse(html).nodes
    rows = {_plain(nodes.xpath(row)): row for row in range(len(nodes)) if nodes.kind[row] == ELEMENT}
    found = []
    for xpath in xpaths:
        row = rows.get(_plain(xpath))
        folded = [] if row is None else [" ".join(text.split()) for text in nodes.texts(row, int(nodes.end[row]))]
        found.append([text for text in folded if text])
    return found


def _plain(xpath: str) -> str:
    """The first of its kind may be written without its position."""
    return xpath.replace("[1]", "")
