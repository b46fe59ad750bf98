"""Is the best candidate the page's records, or has the page none? Asked once per page, of its best candidate.

An article's text stands in long blocks next to each other, outside of any list; a list's page has its text in the
list. So the question is put with the page's blocks of prose, what the page declares, what it has as a whole, how
sure the scores are, and a few things about the candidate's records; most of its features, which made its score, are not
asked again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import log2
from typing import TYPE_CHECKING, Final

from pagerows.measures._blocks import LEAD, RECORDS, verdict_numbers
from pagerows.measures.context import ASKED_OF_PAGE
from pagerows.measures.features import NAMES, positions
from pagerows.patterns import lazy

if TYPE_CHECKING:
    from pagerows._arrays import Array
    from pagerows.measures.candidates import Candidates
    from pagerows.measures.columns import Columns, Floats
    from pagerows.measures.context import Context
    from pagerows.measures.features import Features

__all__ = ["ASKED", "QUESTIONS", "TOLD", "alphabetical", "because", "told", "verdict_features", "verdict_row"]

#: What features say to people, by how their names begin: where they speak for records, and where against.
_WORDS: Final = (
    (("score", "margin", "top_five", "high", "mean_score", "sure"), "a list stands out", "no list stands out"),
    (("prose", "long", "rest", "block", "paragraphs", "length"), "little prose beside the list", "prose beside lists"),
    (("lead_",), "its list begins below the title", "prose stands between title and list"),
    (("alike_",), "its records are alike", "what repeats is not alike"),
    (("records_",), "its records are like those of lists", "what repeats is little of the page"),
    (("says_", "is_"), "the page calls itself a list", "the page calls itself an article, or no list"),
    (("page_",), "the page as a whole looks like a list", "the page as a whole does not look like a list"),
)
_SAID: Final = 3


def because(added: Mapping[str, float], accepted: bool) -> list[str]:
    """Return the strongest reasons for a verdict, in words; `added` is what each feature adds to the chance."""
    found: dict[str, None] = {}
    for name in sorted(added, key=lambda name: -abs(added[name])):
        if added[name] and (added[name] > 0) == accepted:
            found[next(words[not accepted] for names, *words in _WORDS if name.startswith(names))] = None
    return list(found)[:_SAID]


#: How far the best candidate's records are alike: a list's are, an article's sections, paragraphs and notes are not.
_ALIKE: Final = (
    "cv_rows", "cv_links", "irregularity", "tiny_records", "signal_starts", "gap_variation", "span_rows",
)  # fmt: skip
#: Features of the best candidate that are asked, together with others.
ASKED: Final = ("count", "share_chars", "some_links", "top_tr", "fields", *_ALIKE)
#: Where these features stand.
_ASKED: Final = positions(NAMES, ASKED)
#: All that is asked.
QUESTIONS: Final = (*ASKED_OF_PAGE, *RECORDS, *LEAD, *(f"alike_{name}" for name in _ALIKE))


#: Features of the best candidate that settle the question, and from how many records and how much of the text on a list
#: of definitions does.
TOLD: Final = ("count", "share_chars", "count_said", "top_dt")
_DEFINITIONS: Final = 8
_DEFINED: Final = 0.3
#: The same for records in alphabetical order, and the share of neighbours that are: a glossary has its exceptions.
_SORTED: Final = 20
_SORTED_SHARE: Final = 0.2
_IN_ORDER: Final = 0.9
#: How many records are looked at for their order, and how much of their first texts.
_LOOKED: Final = 200
_BEGINNING: Final = 24
_QUOTES: Final = "\"'([\u2018\u201c\u201e\u00ab\u00bb\u00bf\u00a1 "
_DIGIT: Final = lazy(r"\d")


def alphabetical(columns: Columns, candidates: Candidates, chosen: int) -> float:
    """Share of neighbouring records of a candidate whose first texts, up to a digit, are in alphabetical order."""
    own, chars = slice(candidates.first[chosen], candidates.first[chosen + 1]), columns.chars.tolist()
    spans = zip(candidates.start[own][:_LOOKED], candidates.stop[own][:_LOOKED], strict=True)
    first = [(bisect_right(chars, chars[start]) - 1, stop) for start, stop in spans]  # the first row with characters
    texts = [str(columns.nodes.data[row]).strip()[:_BEGINNING] for row, stop in first if row < stop]
    words = [_DIGIT.split(text.casefold().lstrip(_QUOTES), maxsplit=1)[0] for text in texts]
    ordered: int = sum(one[:1].isalpha() and one < other for one, other in pairwise(words))
    return ordered / max(1, len(words) - 1)


def told(
    features: Mapping[str, Sequence[float] | Floats], best: int, in_order: Callable[[], float], *, above: bool
) -> str:
    """Say how the page itself tells that the best candidate is its records; nothing where it does not.

    "51-60 of 323" beside ten records (where their score is `above` the floor: paragraphs may be as many by chance); a
    list of definitions, or twenty records that are `in_order`, where they are much of the page: by the folds 142 of
    793 pages with records say so, and none of 141 without.
    """
    count, share, said, terms = (float(features[name][best]) for name in TOLD)
    if said > 0 and above:
        return "the page says that it shows as many"
    if terms >= 0.9 and count >= log2(_DEFINITIONS) and share >= _DEFINED:
        return "the page is a list of definitions"
    ordered = count >= log2(_SORTED) and share >= _SORTED_SHARE and in_order() >= _IN_ORDER
    return "its records are in alphabetical order" if ordered else ""


def verdict_row(context: Context, candidates: Candidates, scores: Array | Floats, features: Features) -> Array:
    """Return what is asked about a page whose candidates have these scores, and what the best one's records are like.

    All features of the candidate were tried before and cost more than they gained; these came with the pages of
    hand-written scrapers, and refuse 15 pages of all instead of 21 at the same false alarms. What leads to the list and
    how far its records are alike came after that: refusals cost 8.6 pages instead of 12.6.
    """
    asked = _ASKED if features.names is NAMES else positions(features.names, ASKED)
    return verdict_numbers(context, candidates, scores, features.table, asked)


def verdict_features(context: Context, candidates: Candidates, scores: Floats, features: Features) -> dict[str, float]:
    """The same by names."""
    return dict(zip(QUESTIONS, verdict_row(context, candidates, scores, features).tolist(), strict=True))
