"""Is the best candidate the page's records, or has the page none? Asked once per page, of its best candidate."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pagerows.regions.auto.columns import Floats

__all__ = ["page_features"]


def page_features(features: Mapping[str, Floats], scores: Floats) -> dict[str, float]:
    """Return how the best candidate's score stands among the others, and all of its features."""
    best = int(scores.argmax())
    ordered = -np.sort(-scores)
    among = {
        "score": float(ordered[0]),
        "margin": float(ordered[0] - ordered[1] if len(ordered) > 1 else ordered[0]),
        "top_five": float(ordered[:5].mean()),
        "high": float((scores > 0.4).sum()),
        "mean_score": float(scores.mean()),
    }
    return among | {name: float(values[best]) for name, values in features.items()}
