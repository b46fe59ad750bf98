"""Texts as names."""

from __future__ import annotations

import re
import unicodedata

from pagerows.columns.labels import LONGEST

__all__ = ["slug"]


def slug(text: str) -> str:
    """Return a text as a name: lower case, words joined by underscores, no more than a few.

    >>> slug("Unit price (€)"), slug("Größe:"), slug("--")
    ('unit_price', 'größe', '')
    """
    plain = unicodedata.normalize("NFKC", text).lower()
    words = re.findall(r"[^\W_]+", plain)
    name = ""
    for word in words:
        if len(name) + len(word) >= LONGEST:
            break
        name = f"{name}_{word}" if name else word
    return name or "".join(words)[:LONGEST]
