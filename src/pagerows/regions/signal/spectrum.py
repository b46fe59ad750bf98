"""The power spectrum of a region, whole or coefficient by coefficient: two strategies, one interface [V20 Fig. 8].

Both describe the same thing: a signal repeated `repeats` times and padded with zeros to `padding` times that length,
so that peaks are sharp. They give the same coefficients and differ in how they standardise them.
"""

from __future__ import annotations

from functools import cached_property
from math import isqrt, pi
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["PADDING", "REPEATS", "FullSpectrum", "LazySpectrum", "Spectrum", "prepared"]

#: The signal is repeated so often and then padded with zeros to so many times its length; not in [V20].
REPEATS: Final = 8
PADDING: Final = 2

Floats = NDArray[np.float64]


class Spectrum(Protocol):
    """The power spectrum of a signal; `scale` indices of it are one cycle per signal."""

    #: How many coefficients somebody asked for.
    looked_up: int

    @property
    def scale(self) -> int:
        """Return the index that stands for one cycle in the signal."""

    def power(self, indices: NDArray[np.intp]) -> Floats:
        """Return coefficients of the power spectrum [V20 Eq. 2, 3]."""

    def standard(self, indices: NDArray[np.intp]) -> Floats:
        """Return standardised coefficients."""


def prepared(codes: NDArray[np.int32]) -> Floats:
    """Return a stretch of the sequence as a signal: mean removed [V20 Alg. 3, line 2], Hann window (ours)."""
    size = len(codes)
    window = 0.5 - 0.5 * np.cos(np.arange(size) * (2 * pi / max(1, size)))
    signal: Floats = (codes - int(codes.sum()) / size) * window if size else np.zeros(0)
    return signal


class FullSpectrum:
    """All coefficients by FFT, standardised to z-scores [V20 Def. 3.8]: built in O(n log n), looked up in O(1)."""

    def __init__(self, signal: Floats, repeats: int = REPEATS, padding: int = PADDING) -> None:
        self.looked_up = 0
        self.scale = repeats * padding
        self._signal, self._repeats, self._padding = signal, repeats, padding

    @cached_property
    def values(self) -> Floats:
        """The whole power spectrum."""
        if not len(self._signal):
            return np.zeros(1)
        whole = np.fft.fft(np.tile(self._signal, self._repeats), len(self._signal) * self.scale)
        found: Floats = whole.real**2 + whole.imag**2
        return found

    def power(self, indices: NDArray[np.intp]) -> Floats:
        """Return coefficients of the power spectrum [V20 Eq. 2, 3]."""
        self.looked_up += len(indices)
        return self.values[indices % len(self.values)]

    def standard(self, indices: NDArray[np.intp]) -> Floats:
        """Return coefficients as z-scores; a signal without power has none but zeros."""
        mean, deviation = self._moments
        if deviation <= 0:
            return np.zeros(len(indices))
        return (self.power(indices) - mean) / deviation

    @cached_property
    def _moments(self) -> tuple[float, float]:
        return float(self.values.mean()), float(self.values.std())


class LazySpectrum:
    """Single coefficients, standardised by Parseval's mean [V20 s. 4.2]: built in O(n), each looked up in O(n)."""

    def __init__(self, signal: Floats, repeats: int = REPEATS, padding: int = PADDING) -> None:
        self.looked_up = 0
        self.scale = repeats * padding
        self._signal, self._repeats = signal, repeats
        # With the DFT of Eq. 2 the mean of |X|^2 is sum |x|^2: Eq. 6 and 7 hold for a unitary one.
        self.mean = repeats * float(np.dot(signal, signal))

    def power(self, indices: NDArray[np.intp]) -> Floats:
        """Return coefficients of the power spectrum [V20 Eq. 2, 3].

        The sum over n = row * width + column is done column by column first, so that only 2 sqrt(n) sines and
        cosines per coefficient are needed instead of n; the repetitions are a geometric sum.
        """
        self.looked_up += len(indices)
        size = len(self._signal)
        if not size:
            return np.zeros(len(indices))
        width = isqrt(size - 1) + 1
        rows = -(-size // width)
        table = np.zeros((rows, width))
        table.reshape(-1)[:size] = self._signal
        # Indices are reduced before they meet n, so that the angle keeps its precision for long signals.
        steps = (indices % (size * self.scale)) * (-2j * pi / (size * self.scale))
        turns = np.arange(width)[:, None] * steps
        inner = table @ np.exp(turns)
        found = (inner * np.exp(turns[:rows] * width)).sum(axis=0)
        power: Floats = found.real**2 + found.imag**2
        if (indices % self.scale).any():
            again = np.exp(np.arange(0, self._repeats * size, size)[:, None] * steps).sum(axis=0)
            power *= again.real**2 + again.imag**2
        else:  # whole cycles: every repetition adds the same
            power *= self._repeats**2
        return power

    def standard(self, indices: NDArray[np.intp]) -> Floats:
        """Return coefficients as multiples of the spectrum's mean [V20 Eq. 7]."""
        if self.mean <= 0:
            return np.zeros(len(indices))
        return self.power(indices) / self.mean
