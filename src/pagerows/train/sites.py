"""Sites and folds: a model is measured only on sites that it never saw."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

__all__ = ["folds_by_site", "site_key"]


def site_key(site: str) -> str:
    """Return the site's own name, without subdomain and country: its pages in other datasets belong to it.

    >>> site_key("www.shop.co.uk"), site_key("shop.com"), site_key("Shop")
    ('shop', 'shop', 'shop')
    """
    parts = site.lower().split(".")
    while len(parts) > 1 and (len(parts[-1]) <= 3 or parts[-1] in ("info", "name", "store")):
        parts.pop()
    return parts[-1]


def folds_by_site(sites: Iterable[str], folds: int) -> dict[str, int]:
    """Deal sites into folds, the same way on every run; returns site key -> fold."""
    keys = sorted({site_key(site) for site in sites})
    np.random.default_rng(0).shuffle(keys)
    return {key: number % folds for number, key in enumerate(keys)}
