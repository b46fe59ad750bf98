"""Variants: one fact that stands in different markup from record to record is one column.

Two columns are one where no record has both and they look alike: the same form of value, classes and tags in common.
"""

from __future__ import annotations

from pagerows.tidy._variants import join_variants

__all__ = ["join_variants"]
