"""Labels: words that say the same in every record and stand right beside a value only name that value."""

from __future__ import annotations

from pagerows.tidy._labels import alone, beside_values, labels_of

__all__ = ["alone", "beside_values", "labels_of"]
