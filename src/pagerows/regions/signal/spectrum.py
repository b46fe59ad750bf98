"""The power spectrum of a region, whole or coefficient by coefficient: two strategies, one interface [V20 Fig. 8].

Index k of a spectrum is k cycles in the signal. Both strategies give the same coefficients and differ in how they
standardise them: z-scores need the whole spectrum, the mean is known beforehand.
"""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

from pagerows.later import Floats, Indices, Ints, np
from pagerows.regions.signal._peaks import powers, signal_of

__all__ = ["FullSpectrum", "LazySpectrum", "Spectrum", "prepared"]


class Spectrum(Protocol):
    """The power spectrum of a signal."""

    #: How many coefficients somebody asked for.
    looked_up: int

    def power(self, indices: Indices) -> Floats:
        """Return coefficients of the power spectrum [V20 Eq. 2, 3]."""

    def standard(self, indices: Indices) -> Floats:
        """Return standardised coefficients."""


def prepared(codes: Ints, *, window: bool = False) -> Floats:
    """Return a stretch of the sequence as a signal: mean removed [V20 Alg. 3, line 2], on request a Hann window (ours).

    >>> prepared(np.array([1, 2, 3], np.int32)).tolist()
    [-1.0, 0.0, 1.0]
    """
    return signal_of(codes, window)


class FullSpectrum:
    """All coefficients by FFT, standardised to z-scores [V20 Def. 3.8]: built in O(n log n), looked up in O(1)."""

    def __init__(self, signal: Floats) -> None:
        self.looked_up = 0
        self._signal = signal

    @cached_property
    def values(self) -> Floats:
        """The whole power spectrum [V20 Alg. 3, line 3]."""
        if not len(self._signal):
            return np.zeros(1)
        whole = np.fft.fft(self._signal)
        found: Floats = whole.real**2 + whole.imag**2
        return found

    def power(self, indices: Indices) -> Floats:
        """Return coefficients of the power spectrum [V20 Eq. 2, 3]."""
        self.looked_up += len(indices)
        return self.values[indices % len(self.values)]

    def standard(self, indices: Indices) -> Floats:
        """Return coefficients as z-scores; a signal without power has none but zeros."""
        mean, deviation = self._moments
        if deviation <= 0:
            return np.zeros(len(indices))
        return (self.power(indices) - mean) / deviation

    @cached_property
    def _moments(self) -> tuple[float, float]:
        return float(self.values.mean()), float(self.values.std())


class LazySpectrum:
    """Single coefficients, standardised by Parseval's mean [V20 s. 4.2]: built in O(n), each looked up in O(n).

    Coefficients are had by Equation 2 itself, as the text does; it mentions Goertzel's recurrence as a relative only.
    """

    def __init__(self, signal: Floats) -> None:
        self.looked_up = 0
        self._signal = signal
        self._known: dict[int, float] = {}
        # With the DFT of Eq. 2 the mean of |X|^2 is sum |x|^2: Eq. 6 and 7 hold for a unitary one.
        self.mean = float(np.square(signal).sum())

    def power(self, indices: Indices) -> Floats:
        """Return coefficients of the power spectrum [V20 Eq. 2, 3], each computed once."""
        self.looked_up += len(indices)
        if not len(self._signal):
            return np.zeros(len(indices))
        wanted: list[int] = (indices % len(self._signal)).tolist()
        new = [index for index in dict.fromkeys(wanted) if index not in self._known]
        if new:
            self._known.update(zip(new, powers(self._signal, np.array(new)).tolist(), strict=True))
        return np.array([self._known[index] for index in wanted])

    def standard(self, indices: Indices) -> Floats:
        """Return coefficients as multiples of the spectrum's mean [V20 Eq. 7]."""
        if self.mean <= 0:
            return np.zeros(len(indices))
        return self.power(indices) / self.mean
