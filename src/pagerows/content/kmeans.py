"""Unsupervised content detection [V20 s. 5.2.1]: one score per region, two clusters per page, keep the upper one.

Precise only where the page is known to hold records: on a page of menus the best menu is called content.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import prod
from typing import Final

from pagerows.page import Page
from pagerows.plain import dataclass
from pagerows.registry import Detector
from pagerows.values import Region

__all__ = ["DETECTOR", "KMeansParams", "split_in_two"]


#: The six features of [V20 s. 4.3].
PAPER_FEATURES: Final = ("size", "center", "horizontal", "vertical", "range", "record")


@dataclass(frozen=True, slots=True, kw_only=True)
class KMeansParams:
    """Which features make the score."""

    #: The features whose product is the score; a region that lacks one keeps its method's score [V20 s. 5.1.2].
    #: Ours has the share of the text instead of that of the nodes, for menus are many nodes and little text, and
    #: `prose` and `regularity` (dev corpora, mean of eight macro F1: 0.863 with the paper's six, 0.879 with text and
    #: regularity too, 0.897 with prose and without size).
    score_features: tuple[str, ...] = (*PAPER_FEATURES[1:], "text", "prose", "regularity")

    @classmethod
    def paper(cls) -> KMeansParams:
        """Return the setting of [V20 s. 5.1.2]: the product of its six features."""
        return cls(score_features=PAPER_FEATURES)


def split_in_two(scores: Sequence[float]) -> float:
    """Return the smallest score of the upper one of two clusters with the least sum of squared deviations.

    In one dimension clusters are stretches of the sorted scores, so trying every cut is exact. Where all scores are
    equal there is one cluster: the upper one.

    >>> split_in_two([0.1, 0.9, 0.12, 0.8])
    0.8
    """
    ordered = sorted(map(float, scores))
    size = len(ordered)
    if size < 2 or ordered[0] == ordered[-1]:
        return ordered[0]
    *sums, whole = accumulate(ordered)
    # Least squared deviation within = most squared deviation between the means.
    between = [below**2 / at + (whole - below) ** 2 / (size - at) for at, below in enumerate(sums, 1)]
    return ordered[between.index(max(between)) + 1]


def detect(page: Page, regions: Sequence[Region], params: KMeansParams) -> list[Region]:  # noqa: ARG001
    """Mark the regions of the upper cluster as content, the others as noise."""
    if not regions:
        return []
    names = params.score_features
    scores = [_score(region, names) for region in regions]
    least = split_in_two(scores)
    # `replace` would look at the fields of each one by one.
    return [
        Region(each.records, score, score >= least, each.features, each.evidence, each.aligner)
        for each, score in zip(regions, scores, strict=True)
    ]


def _score(region: Region, names: Sequence[str]) -> float:
    try:
        return prod(map(region.features.__getitem__, names)) if names else region.score
    except KeyError:
        return region.score


DETECTOR = Detector(
    name="kmeans",
    summary="product of the features, two clusters per page, the upper one is content [V20]",
    params=KMeansParams,
    detect=detect,
)
