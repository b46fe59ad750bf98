"""What a column is called and what it is for a person, from positive evidence alone.

markup, texts -> evidence -> scorer (how likely each role is) -> decide (one role and one name each, over the table).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from pagerows.columns.names._markup import told
from pagerows.columns.names.decide import Named, decide
from pagerows.columns.names.evidence import gather
from pagerows.columns.names.scorer import load_scorer
from pagerows.columns.names.slugs import slug
from pagerows.page import Page
from pagerows.patterns import lazy
from pagerows.values import Column
from pagerows.vocabulary import plain

__all__ = ["Named", "PageWords", "name_columns", "slug", "told"]

_WORD: Final = lazy(r"[^\W\d_]{4,}")
_LETTER: Final = lazy(r"[^\W\d_]")


def name_columns(
    page: Page, columns: Sequence[Column], labels: Sequence[str | None] = (), keys: Sequence[str | None] = ()
) -> list[Named]:
    """Name the typed columns of a table; `labels` were split from the values, `keys` are what data call the same."""
    evidence = gather(page, columns, labels, keys)
    texts = [own for own in evidence if own.kind != "image"]
    return decide(evidence, load_scorer().probabilities(texts), PageWords(page))


class PageWords:
    """The words that a page's texts use: a class word among them is a word of a language."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def __contains__(self, word: object) -> bool:
        """Whether a word of four letters or more stands in the page's texts, no letter before or behind it."""
        return isinstance(word, str) and _WORD.fullmatch(word) is not None and self._stands(word)

    def _stands(self, word: str) -> bool:
        text, place = self._text, -1
        while (place := text.find(word, place + 1)) >= 0:
            edges = text[max(0, place - 1) : place] + text[place + len(word) : place + len(word) + 1]
            if not _LETTER.search(edges):
                return True
        return False

    @cached_property
    def _text(self) -> str:
        nodes = self._page.nodes
        return plain(" ".join(nodes.texts(0, len(nodes))))
