"""Computed styles: the few distinct sets of values on a page, and which of them each row has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.rendered.styles import PROPERTIES, REQUESTED, SHORTHANDS

__all__ = ["Computed", "read_computed", "style_sets"]

Ints = NDArray[np.int32]
Mask = NDArray[np.bool_]

#: The set of a box that has no styles.
NONE: Final = (-1,) * len(REQUESTED)


@dataclass(frozen=True, slots=True, eq=False)
class Computed:
    """The sets of computed styles and the rows that have them; pages have a hundred of them, not thousands."""

    #: Index into `columns`' sets. (n,)
    row: NDArray[np.intp]
    #: By property: the distinct values, and which of them each set has.
    columns: dict[str, tuple[list[str], NDArray[np.intp]]]

    def test(self, name: str, passes: Callable[[str], bool]) -> Mask:
        """Which rows have a value of a property that passes. (n,)"""
        values, code = self.columns[name]
        passed: Mask = np.array([passes(value) for value in values] or [False], bool)
        return passed[code][self.row]

    def among(self, name: str, *wanted: str) -> Mask:
        """Which rows have one of these values of a property. (n,)"""
        return self.test(name, wanted.__contains__)

    def value(self, row: int, name: str) -> str:
        """The value of one property of one row."""
        values, code = self.columns[name]
        return values[int(code[self.row[row]])]

    def codes(self) -> tuple[Ints, tuple[tuple[str, ...], ...]]:
        """The columns of `Layout.styles` and the values behind their codes."""
        sets = np.column_stack([self.columns[name][1] for name in PROPERTIES]).astype(np.int32)
        return sets[self.row], tuple(tuple(self.columns[name][0]) for name in PROPERTIES)


def style_sets(styles: list[list[int]]) -> tuple[Ints, NDArray[np.intp]]:
    """The distinct lists of string indices (s, properties), the first of them all -1, and which one each box has."""
    ids: dict[tuple[int, ...], int] = {NONE: 0}
    found = [ids.setdefault(tuple(style), len(ids)) for style in styles]
    sets = [values if len(values) == len(NONE) else NONE for values in ids]
    return np.array(sets, np.int32), np.array(found, np.intp)


def read_computed(sets: Ints, row: NDArray[np.intp], strings: list[str]) -> Computed:
    """Give the sets that rows have their values, and take shorthands apart."""
    used = np.zeros(len(sets), bool)
    used[row] = True
    table = sets[used].T
    order = np.argsort(table, axis=1)  # all properties at once: one by one takes as long as all the rest
    ordered = np.take_along_axis(table, order, 1)
    new = np.diff(ordered, axis=1, prepend=-2) != 0
    codes = np.empty(table.shape, np.intp)
    np.put_along_axis(codes, order, np.cumsum(new, axis=1) - 1, 1)

    columns: dict[str, tuple[list[str], NDArray[np.intp]]] = {}
    for name, values, first, code in zip(REQUESTED, ordered, new, codes, strict=True):
        words = [strings[k] for k in values[first].tolist()]
        if name not in SHORTHANDS:
            columns[name] = words, code
            continue
        longhands, expand = SHORTHANDS[name]
        for longhand, part in zip(longhands, zip(*map(expand, words), strict=True), strict=False):
            ids: dict[str, int] = {}
            short = np.array([ids.setdefault(value, len(ids)) for value in part], np.intp)
            columns[longhand] = list(ids), short[code]
    return Computed((np.cumsum(used) - 1)[row], columns)
