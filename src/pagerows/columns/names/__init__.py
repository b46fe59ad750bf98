"""What a column is called and what it is for a person, from positive evidence alone.

markup, texts -> evidence -> scorer (how likely each role is) -> decide (one role and one name each, over the table).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pagerows.columns.names.decide import Named, decide, own_words
from pagerows.columns.names.evidence import Evidence, gather
from pagerows.columns.names.scorer import load_scorer
from pagerows.columns.names.slugs import slug
from pagerows.columns.names.vocabulary import plain
from pagerows.page import Page
from pagerows.values import Column

__all__ = ["Named", "name_columns", "slug", "words_in_use"]

_WORD: Final = re.compile(r"[^\W\d_]{4,}")


def name_columns(page: Page, columns: Sequence[Column], labels: Sequence[str | None] = ()) -> list[Named]:
    """Name the typed columns of a table; `labels` are those that were split from the values."""
    evidence = gather(page, columns, labels)
    texts = [own for own in evidence if own.kind != "image"]
    return decide(evidence, load_scorer().probabilities(texts), words_in_use(page, evidence))


def words_in_use(page: Page, evidence: Sequence[Evidence]) -> frozenset[str]:
    """The class words of the columns that the page's texts use, too: those are words of a language."""
    wanted = {word for own in evidence for word in own_words(own)}
    if not wanted:
        return frozenset()
    return frozenset(wanted.intersection(_WORD.findall(plain(" ".join(page.nodes.texts(0, len(page.nodes)))))))
