"""Detectors from the models of [V20 s. 5.2.2]: six features of a region in, probability of content out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from pagerows import models
from pagerows.measures.sequence import signal_features
from pagerows.page import Page
from pagerows.registry import Detector
from pagerows.values import Region

__all__ = ["ClassicParams", "detector", "region_features"]

SIX: Final = ("size", "center", "range", "record", "vertical", "horizontal")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassicParams:
    """Where content begins."""

    #: Least probability that makes a region content, 0 to 1; one half is the models' own decision.
    min_probability: float = 0.5


def detector(name: str, summary: str) -> Detector:
    """Make the detector whose model ships as ``v20_<name>.json``."""
    return Detector(name=name, summary=f"{summary} [V20]", params=ClassicParams, detect=partial(_detect, f"v20_{name}"))


def region_features(page: Page, region: Region) -> Mapping[str, float]:
    """Return the six features: the method's own, or those of the region's stretch of the tag path sequence."""
    if all(name in region.features for name in SIX):
        return region.features
    codes, (start, stop) = page.nodes.path, region.span
    return signal_features(codes, start, stop, len(region), max(1, int(codes.max())))


def _detect(model_name: str, page: Page, regions: Sequence[Region], params: ClassicParams) -> list[Region]:
    if not regions:
        return []
    model = models.load(model_name)
    found = [region_features(page, region) for region in regions]
    scores = model.predict([[features[name] for name in model.features] for features in found]).tolist()
    return [
        replace(region, score=score, content=score >= params.min_probability)
        for region, score in zip(regions, scores, strict=True)
    ]
