"""Links: what a picture, a card or a "Read more" leads to belongs to the title, where that has no link of its own."""

from __future__ import annotations

from pagerows.tidy._links import lend_links, lend_titles, title_of, without_bare

__all__ = ["lend_links", "lend_titles", "title_of", "without_bare"]
