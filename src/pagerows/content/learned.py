"""The learned detector: logistic regressions, trained on pages with and without records.

Most pages are clear by a few features that cost next to nothing. On the others all features of regions are asked,
and once for the page whether its best region is its records at all, by what stands around it: an article with
menus and related links has none, and then the answer is "none here".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

import numpy as np

from pagerows import models
from pagerows.content._quick import quick_features
from pagerows.content._region_features import judged
from pagerows.measures.context import page_features
from pagerows.page import Page
from pagerows.registry import Detector
from pagerows.values import Region

__all__ = ["DETECTOR", "LearnedParams", "detect", "page_chance"]

#: Probability from which a region beside the best one is content.
_FURTHER: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedParams:
    """Where content begins."""

    #: Least probability that makes a region content, 0 to 1; None: the page's best region is content where the page
    #: has records by the model's own verdict (few false alarms), and further ones from one half on.
    min_probability: float | None = None
    #: Probability of the page's best region by the quick features from which it is content and nothing else is asked,
    #: 0 to 1; above 1: always ask. By site, 62 % of the dev pages with records and none without reach it.
    clear: float = 0.95
    #: The same, below which the page has no records and nothing else is asked; 0: always ask.
    hopeless: float = 0.01


def detect(page: Page, regions: Sequence[Region], params: LearnedParams) -> list[Region]:
    """Give each region its probability of being content, and decide."""
    if not regions:
        return []
    scores = models.load("content_quick").predict(quick_features(page, regions))
    best = float(scores.max())
    accepted = best >= params.clear
    if params.hopeless <= best < params.clear:
        model, about = models.load("content"), judged(page, regions)
        scores = model.predict(np.array([about.columns[name] for name in model.features]).T)
        verdict, asked = models.load("content_page"), page_features(about.context, about.candidates, scores)
        said = float(verdict.predict([[asked[name] for name in verdict.features]])[0])
        accepted = page_chance(said, float(scores.max())) >= verdict.card["threshold"]
    if params.min_probability is None:
        content = (scores >= _FURTHER) & accepted
        content[scores.argmax()] = accepted
    else:
        content = scores >= params.min_probability
    return [
        replace(region, score=score, content=is_content)
        for region, score, is_content in zip(regions, scores.tolist(), content.tolist(), strict=True)
    ]


def page_chance(verdict: float, best: float) -> float:
    """Join the verdict on a page with its best region's probability: their geometric mean.

    The verdict alone loses as few records, but calls something content on lists that came out empty.

    >>> page_chance(0.5, 0.02)
    0.1
    """
    return sqrt(verdict * best)


DETECTOR = Detector(
    name="learned",
    summary="logistic regressions on few or many features, trained on pages with and without records",
    params=LearnedParams,
    detect=detect,
)
