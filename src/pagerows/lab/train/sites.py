"""Sites and folds: a model is measured only on sites that it never saw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

__all__ = ["folds_by_site", "site_key"]


#: Second-level names that countries register sites under: what stands before them is the site's own name.
_REGISTRIES: Final = frozenset({"ac", "co", "com", "edu", "gc", "go", "gob", "gouv", "gov", "ne", "net", "or", "org"})


def site_key(site: str) -> str:
    """Return the site's own name, without subdomain and country: its pages in other datasets belong to it.

    >>> site_key("www.shop.co.uk"), site_key("shop.com"), site_key("Shop"), site_key("news.bbc.co.uk")
    ('shop', 'shop', 'shop', 'bbc')
    """
    parts = site.lower().split(".")
    if len(parts) > 1:
        parts.pop()
    if len(parts) > 1 and parts[-1] in _REGISTRIES:
        parts.pop()
    return parts[-1]


def folds_by_site(sites: Iterable[str], folds: int) -> dict[str, int]:
    """Deal sites into folds, the same way on every run; returns site key -> fold."""
    keys = sorted({site_key(site) for site in sites})
    np.random.default_rng(0).shuffle(keys)
    return {key: number % folds for number, key in enumerate(keys)}
