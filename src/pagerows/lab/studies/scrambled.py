"""Do names depend on CSS? ``python -m pagerows.lab.studies.scrambled``: class names replaced by random ones.

Each class name becomes the same random word wherever it stands, so that the page's structure stays. Columns are paired
by their texts; those that had a name from something else than their place (`text`, `link`, `number`) are counted.
"""

from __future__ import annotations

import argparse
import os
import random
import re
from pathlib import Path
from typing import Final

from pagerows.pipeline import extract
from pagerows.values import Column

__all__ = ["kept_names", "main", "scramble"]

_CLASS: Final = re.compile(rb"""(\sclass\s*=\s*)("[^"]*"|'[^']*')""", re.IGNORECASE)
_NAMELESS: Final = re.compile(r"(?:text|link|number|image)(?:_\d+)?")


def scramble(html: bytes, seed: int = 0) -> bytes:
    """Return a page with other class names.

    >>> scramble(b'<p class="price old">').count(b"price")
    0
    """
    known: dict[bytes, bytes] = {}
    source = random.Random(seed)

    def other(name: bytes) -> bytes:
        if name not in known:
            known[name] = "".join(source.choices("bcdfghjklmnpqrstvwxz", k=7)).encode()
        return known[name]

    def replaced(match: re.Match[bytes]) -> bytes:
        mark, names = match[2][:1], match[2][1:-1].split()
        return match[1] + mark + b" ".join(map(other, names)) + mark

    return _CLASS.sub(replaced, html)


def kept_names(html: bytes, url: str | None = None) -> list[tuple[str, str]]:
    """Return the names that a page's columns have before and after, of the columns that are found both times."""
    before, after = (_columns(page, url) for page in (html, scramble(html)))
    return [
        (column.name, after[key].name)
        for key, column in before.items()
        if key in after and not _NAMELESS.fullmatch(column.name)
    ]


def _columns(html: bytes, url: str | None) -> dict[tuple[str | None, ...], Column]:
    return {tuple(column.texts): column for column in extract(html, url=url).table.columns}


def main() -> None:
    """Print the share of named columns that keep their name."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="?", default=os.environ.get("PAGEROWS_CORPORA"))
    pages = sorted(Path(parser.parse_args().corpora).glob("lists2026/*/page.html"))
    found = [kept_names(page.read_bytes()) for page in pages]
    pairs = [pair for names in found for pair in names]
    kept = [before == after for before, after in pairs]
    other = [not _NAMELESS.fullmatch(after) for _, after in pairs]
    whole = sum(1 for names in found if names and all(before == after for before, after in names))
    print(f"{len(pages)} pages, {len(pairs)} named columns: {sum(kept) / len(kept):.3f} keep their name;")
    print(f"of the {sum(other)} with other evidence than classes {sum(kept) / sum(other):.3f}; {whole} pages keep all")


if __name__ == "__main__":
    main()
