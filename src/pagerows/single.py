"""One thread for the libraries of mathematics: small matrices are as quick with one, and a process with more cannot be
forked. Their threads also cost a program that reads one page more than the page."""

from __future__ import annotations

import os
from typing import Final

__all__ = ["MATHS", "stay_single"]

#: The variables that say how many threads NumPy's libraries start.
MATHS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def stay_single() -> None:
    """Keep libraries that are not loaded yet from starting threads; what the environment says of it holds."""
    for name in MATHS:
        os.environ.setdefault(name, "1")
