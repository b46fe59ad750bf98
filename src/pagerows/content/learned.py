"""The learned detector: a logistic regression on the features of a region, trained on pages with and without records.

The score is a calibrated probability that the region holds the page's records. On a page without records every region
scores low, and the answer is "none here".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pagerows import models
from pagerows.content._region_features import judged
from pagerows.page import Page
from pagerows.registry import Detector
from pagerows.values import Region

__all__ = ["DETECTOR", "LearnedParams", "detect"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedParams:
    """Where content begins."""

    #: Least probability that makes a region content, 0 to 1; None: the model's own (few false alarms).
    min_probability: float | None = None


def detect(page: Page, regions: Sequence[Region], params: LearnedParams) -> list[Region]:
    """Give each region its probability of being content, and decide."""
    if not regions:
        return []
    model = models.load("content")
    least = model.card["threshold"] if params.min_probability is None else params.min_probability
    columns = judged(page, regions).columns
    scores = model.predict(np.stack([columns[name] for name in model.features], axis=1)).tolist()
    return [replace(region, score=score, content=score >= least) for region, score in zip(regions, scores, strict=True)]


DETECTOR = Detector(
    name="learned",
    summary="logistic regression on many features, trained on pages with and without records",
    params=LearnedParams,
    detect=detect,
)
