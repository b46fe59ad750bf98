"""Is the best candidate the page's records, or has the page none? Asked once per page, of its best candidate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from pagerows.regions.auto.columns import Floats

__all__ = ["NAMES", "page_features"]

#: Features of the best candidate that tell lists from articles with lists around them.
_ASKED: Final = (
    "page_prose", "page_chars", "page_rows", "page_links", "page_images", "page_headings", "page_articles",
    "page_link_density", "page_long_texts", "prose_elsewhere", "share_chars", "share_prose", "share_texts",
    "share_images", "share_long_texts", "count", "mean_chars", "mean_texts", "text_length", "link_density", "all_link",
    "two_texts", "fields", "some_numbers", "some_images", "more_titled", "chars_before", "rows_after", "span_rows",
    "after_title", "chars_from_title", "covers_ancestor", "irregularity", "in_main", "in_article", "in_aside",
    "in_footer",
)  # fmt: skip
_SCORES: Final = ("score", "margin", "top_five", "high", "mean_score")
#: What the second model is asked with, in order.
NAMES: Final = (*_SCORES, *_ASKED)


def page_features(features: Mapping[str, Floats], scores: Floats) -> Floats:
    """Return the features of a page's best candidate and how its score stands among the others."""
    best = int(scores.argmax())
    ordered = -np.sort(-scores)
    margin = ordered[0] - ordered[1] if len(ordered) > 1 else ordered[0]
    about = [ordered[0], margin, ordered[:5].mean(), float((scores > 0.4).sum()), scores.mean()]
    return np.array([*about, *(features[name][best] for name in _ASKED)])
