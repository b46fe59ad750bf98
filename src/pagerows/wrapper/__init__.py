"""Learn once, replay everywhere: the list of a site and its columns, as selectors with spare evidence.

pages -> [extract each] -> the list that they share -> columns joined over pages -> Wrapper (a small JSON file)
Wrapper + page -> records by selector -> aligned table -> the wrapper's columns, and what has changed since
"""

from __future__ import annotations

from pagerows.wrapper.drift import Drift
from pagerows.wrapper.learning import learn
from pagerows.wrapper.model import Wrapper, WrapperColumn

__all__ = ["Drift", "Wrapper", "WrapperColumn", "learn"]
