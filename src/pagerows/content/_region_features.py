"""Regions -> the features of the learned detector: the six of [V20 s. 4.3], then what `auto` asks of a candidate.

All are counts, shares, regularities and places: cheap, and the same in every language.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pagerows.content._classic import SIX, region_features
from pagerows.page import Page
from pagerows.regions.auto.candidates import Candidates
from pagerows.regions.auto.columns import columns_of
from pagerows.regions.auto.features import features_of
from pagerows.values import Region

__all__ = ["as_candidates", "feature_columns"]


def as_candidates(regions: Sequence[Region]) -> Candidates:
    """Write regions the way `auto` does: one candidate each, its records as spans of rows."""
    spans = [record.span for region in regions for record in region.records]
    starts, stops = zip(*spans, strict=True)
    return Candidates(
        start=np.array(starts, np.int64),
        stop=np.array(stops, np.int64),
        first=np.cumsum([0, *(len(region) for region in regions)]),
        source=np.zeros(len(regions), np.int64),
    )


def feature_columns(page: Page, regions: Sequence[Region]) -> dict[str, NDArray[np.float64]]:
    """Return one array per feature, with one number per region; the six of [V20] are called ``v20_*``."""
    classic = [region_features(page, region) for region in regions]
    found = {f"v20_{name}": np.array([features[name] for features in classic]) for name in SIX}
    return found | features_of(columns_of(page.nodes), as_candidates(regions))
