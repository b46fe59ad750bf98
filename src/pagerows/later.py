"""NumPy for those who ask for it: to import it takes longer than to read a page, and most pages are read without.

>>> from pagerows.later import np
>>> int(np.arange(3).sum())  # imported here
3
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["Bools", "Bytes", "Floats", "Indices", "Int8s", "Ints", "Longs", "Unsigned", "np"]

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Int8s = NDArray[np.int8]
    Bytes = NDArray[np.uint8]
    Ints = NDArray[np.int32]
    Longs = NDArray[np.int64]
    Indices = NDArray[np.intp]
    Unsigned = NDArray[np.uint64]
    Floats = NDArray[np.float64]
else:

    class Later:
        """A module that is imported when it is first asked for something; what was asked for once is at hand."""

        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, name: str) -> Any:
            from importlib import import_module

            found = getattr(import_module(self._name), name)
            setattr(self, name, found)
            return found

        def __repr__(self) -> str:
            return f"<{self._name}, imported when it is needed>"

    np = Later("numpy")
    # What only type checkers read.
    Bools = Int8s = Bytes = Ints = Longs = Indices = Unsigned = Floats = Any
