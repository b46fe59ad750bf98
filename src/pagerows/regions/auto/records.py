"""The records of all candidates in flat arrays, and what is summed over those of each candidate."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows.regions.auto.candidates import Candidates
from pagerows.regions.auto.columns import SUMS, Columns, Floats, Ints, changes

__all__ = ["INSIDE", "LOW", "OWNER", "SOME", "TEXTS", "TOPS", "VARIED", "Records"]

#: Elements that say what a part of a page is for; a feature each: whether records stand inside.
INSIDE: Final = ("nav", "header", "footer", "aside", "main", "article", "table")
#: What records are made of; a feature each: the share of records whose first node is one.
TOPS: Final = ("li", "tr", "div", "p", "a", "td", "dt", "article", "section")
VARIED: Final = ("chars", "texts", "rows", "links", "words")
SOME: Final = ("links", "images", "headings", "numbers", "long_texts", "bold", "titled", "prices")
TEXTS: Final = SUMS.index("texts")
#: A value of a record in the low bits, its candidate in the high ones.
OWNER: Final = np.uint64(40)
LOW: Final = np.uint64((1 << 40) - 1)


class Records:
    """The records of all candidates, and what is summed over those of each candidate, all in one go."""

    def __init__(self, columns: Columns, candidates: Candidates, starts: NDArray[np.bool_] | None) -> None:
        self.columns, self.candidates, self.nodes = columns, candidates, columns.nodes
        self.start, self.stop = candidates.start, candidates.stop
        self.first, self.last = candidates.first[:-1], candidates.first[1:] - 1
        self.owner = candidates.owner
        self.sizes = candidates.sizes.astype(np.float64)
        self.whole = columns.whole
        self.held = columns.held(self.start, self.stop)
        self.chars = self.held[:, 0].astype(np.float64)
        #: Where the next record of the same candidate starts; the last one's is its own stop.
        self.after = np.append(self.start[1:], 0)
        self.after[self.last] = self.stop[self.last]
        #: How many children with content each row has.
        self.children = self._count_children()
        self._reduce(starts)

    def __len__(self) -> int:
        return len(self.sizes)

    def _count_children(self) -> Ints:
        nodes, leaves = self.nodes, self.columns.leaves
        content = leaves[1:-1] < leaves[nodes.end[1:]]
        return np.bincount(nodes.parent[1:][content], minlength=len(nodes))

    def _reduce(self, starts: NDArray[np.bool_] | None) -> None:
        """Sum flags, properties, bits and squares over the records of each candidate, as lanes of large integers."""
        flags = self._flags(starts)
        small: type[np.unsignedinteger[Any]] = np.uint16 if len(self.start) < 1 << 16 else np.uint32
        marks = np.zeros((len(self.start), -4 * (-len(flags) // 4)), small)
        for lane, values in enumerate(flags.values()):
            marks[:, lane] = values
        bits = self.columns.bits
        bits = bits.take(self.stop, axis=0) - bits.take(self.start, axis=0)
        self.bits = bits
        numbers = self._numbers()
        wide = [marks.view(np.int64), self.held.view(np.int64), bits.view(np.int64), *numbers.values()]
        sums = np.add.reduceat(np.column_stack(wide), self.first, axis=0)
        edges = np.cumsum([part.shape[1] for part in wide[:3]]).tolist()
        marked, held, self.bit_sums, rest = np.split(sums, edges, axis=1)
        share = np.ascontiguousarray(marked).view(small) / self.sizes[:, None]
        self._share: dict[str, Floats] = dict(zip(flags, share.T, strict=False))
        self.total = dict(zip(SUMS, np.ascontiguousarray(held).view(np.int32).T.astype(np.float64), strict=False))
        self.bit_sums = np.ascontiguousarray(self.bit_sums).view(bits.dtype)
        self._sum: dict[str, Floats] = dict(zip(numbers, rest.T.astype(np.float64), strict=True))

    def _flags(self, starts: NDArray[np.bool_] | None) -> dict[str, NDArray[np.bool_]]:
        """What is true or not of each record."""
        held, nodes, start = self.held, self.nodes, self.start
        texts = held[:, TEXTS]
        found = {f"some_{name}": held[:, SUMS.index(name)] > 0 for name in SOME}
        found |= {
            "two_texts": texts >= 2,
            "four_texts": texts >= 4,
            "one_image": held[:, SUMS.index("images")] == 1,
            "all_link": held[:, SUMS.index("link_chars")] >= held[:, 0],
            "adjacent": self.after == self.stop,
        }
        top = nodes.tag[start]
        code_of = {name: code for code, name in enumerate(nodes.tags)}
        found |= {f"top_{name}": top == code_of[name] for name in TOPS if name in code_of}
        for name in INSIDE:
            if name in code_of:
                found[f"in_{name}"] = _within(start, np.flatnonzero(nodes.tag == code_of[name]), nodes.end)
        if starts is not None:
            found["signal_starts"] = starts[start]
        return found

    def _numbers(self) -> dict[str, Ints]:
        """Numbers of each record; squares for their variation."""
        each = {name: self.held[:, SUMS.index(name)].astype(np.int64) for name in VARIED}
        chars = self.columns.chars
        each["gap"] = np.maximum(0, chars[self.after] - chars[self.stop])
        each["children"] = self.children[self.start]
        found = {f"{name}^2": values * values for name, values in each.items()}
        sketch = 2 * self.bits.astype(np.int64) - each["rows"][:, None]
        found["sketch^2"] = np.einsum("ij,ij->i", sketch, sketch)
        self.shape = sketch[:, 0] + 1_000 * sketch[:, 1] + 1_000_000 * sketch[:, 2]
        return found | each | {"depth": self.nodes.depth[self.start].astype(np.int64)}

    def flag(self, name: str) -> Floats:
        """Share of records of which it is true."""
        return self._share.get(name, np.zeros(len(self)))

    def sum(self, name: str) -> Floats:
        """Sum of a number over the records."""
        return self._sum[name]

    def variation(self, name: str) -> Floats:
        """Standard deviation over mean."""
        mean = self._sum[name] / self.sizes
        variance = np.maximum(0, self._sum[f"{name}^2"] / self.sizes - mean * mean)
        found: Floats = np.minimum(np.sqrt(variance) / np.maximum(mean, 1e-9), 10.0)
        return found

    def distinct(self, *columns: NDArray[Any]) -> tuple[list[Floats], list[Ints]]:
        """Return for each column the share of distinct values among the records, and owner and value of each."""
        values = np.stack([column.astype(np.uint64) & LOW for column in columns])
        values |= self.owner.astype(np.uint64) << OWNER
        values.sort(axis=1)
        kept = [row[changes(row)] for row in values]
        shares = [np.bincount((row >> OWNER).astype(np.intp), minlength=len(self)) / self.sizes for row in kept]
        return shares, kept


def _within(start: Ints, rows: NDArray[np.intp], end: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Mark what starts inside of some rows; they are in order, but may stand inside of each other."""
    if not len(rows):  # a pruned page still knows the tags that are gone
        return np.zeros(len(start), bool)
    # What matters is how far they reach so far.
    place = np.searchsorted(rows, start, "right") - 1
    inside: NDArray[np.bool_] = (place >= 0) & (start < np.maximum.accumulate(end[rows])[place])
    return inside
