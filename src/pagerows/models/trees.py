"""A sum of decision trees: boosted trees and forests, one flat array per property of their nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pagerows.models._links import LINKS

__all__ = ["Trees"]


@dataclass(frozen=True, eq=False)
class _Levels:
    """The nodes in the order in which they are asked. A leaf is its own child and never left."""

    feature: NDArray[np.intp]
    #: A row goes to ``child + 1`` where its feature is larger; never at leaves. (nodes,)
    threshold: NDArray[np.float64]
    child: NDArray[np.intp]
    value: NDArray[np.float64]

    def leaves(self, x: NDArray[np.float64], trees: int, depth: int) -> NDArray[np.float64]:
        """Return what each tree says of each row. (rows, trees)"""
        flat, starts = x.ravel(), np.repeat(np.arange(len(x)) * x.shape[1], trees)
        at = self._down(flat, starts, np.tile(np.arange(trees), len(x)), depth // 2)
        # Half of all leaves are found half-way down: from there on only the others are asked.
        on = np.flatnonzero(self.child.take(at) != at)
        at[on] = self._down(flat, starts.take(on), at.take(on), depth - depth // 2)
        return self.value.take(at).reshape(len(x), trees)

    def _down(
        self, flat: NDArray[np.float64], starts: NDArray[np.intp], at: NDArray[np.intp], steps: int
    ) -> NDArray[np.intp]:
        """Go so many steps down, each from its own node, with the features that begin at its start."""
        for _ in range(steps):
            larger = flat.take(self.feature.take(at) + starts) > self.threshold.take(at)
            at = self.child.take(at) + larger
        return at


@dataclass(frozen=True, eq=False)
class Trees:
    """``link(base + sum of the leaves that a row falls into)``.

    The nodes of all trees stand one after another; a row goes left where ``x[feature] <= threshold``. A leaf is its
    own child, so that all rows can go down all trees together, as many steps as the deepest tree has.
    """

    features: tuple[str, ...]
    #: The first node of each tree. (trees,)
    roots: NDArray[np.int32]
    #: Which feature a node asks for; 0 at leaves. (nodes,)
    feature: NDArray[np.int32]
    threshold: NDArray[np.float64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    #: What the tree says at the node: leaves are summed, inner nodes (mean of what is below) explain. (nodes,)
    value: NDArray[np.float64]
    base: float = 0.0
    link: str = "identity"
    #: Whether features are rounded to 32 bits before they are compared, as scikit-learn's own trees do.
    single: bool = False
    card: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @cached_property
    def depth(self) -> int:
        """Steps from a root to the deepest leaf."""
        steps, at = 0, self.roots
        while len(at := at[self.left[at] != at]):
            at = np.concatenate([self.left[at], self.right[at]])
            steps += 1
        return steps

    def predict(self, rows: ArrayLike) -> NDArray[np.float64]:
        """Return the score of each row; rows have one number per feature, in the order of `features`."""
        leaves = self._laid_out.leaves(self._checked(rows), len(self.roots), self.depth)
        return LINKS[self.link](self.base + leaves.sum(axis=1))

    def contributions(self, rows: ArrayLike) -> NDArray[np.float64]:
        """Return what each feature adds to each raw score, by the change of value at every step. (rows, features)

        The rest of the raw score, equal for all rows, is `bias`.
        """
        x = self._checked(rows)
        found = np.zeros((len(x), len(self.features)))
        each = np.broadcast_to(np.arange(len(x))[:, None], (len(x), len(self.roots)))
        before: NDArray[np.intp] | None = None
        for at in self._walk(x):
            if before is not None:
                np.add.at(found, (each, self.feature[before]), self.value[at] - self.value[before])
            before = at
        return found

    @property
    def bias(self) -> float:
        """The raw score before any feature is asked for."""
        return float(self.base + self.value[self.roots].sum())

    def _checked(self, rows: ArrayLike) -> NDArray[np.float64]:
        x = np.asarray(rows, np.float64).reshape(-1, len(self.features))
        return x.astype(np.float32).astype(np.float64) if self.single else x

    def _walk(self, x: NDArray[np.float64]) -> Iterator[NDArray[np.intp]]:
        """Yield the node of every row (axis 0) in every tree (axis 1), step by step from the roots to the leaves."""
        at = np.broadcast_to(self.roots.astype(np.intp), (len(x), len(self.roots)))
        yield at
        flat, starts = x.ravel(), (np.arange(len(x)) * x.shape[1])[:, None]
        for _ in range(self.depth):
            goes_left = flat[starts + self.feature[at]] <= self.threshold[at]
            at = np.where(goes_left, self.left[at], self.right[at]).astype(np.intp)
            yield at

    @cached_property
    def _laid_out(self) -> _Levels:
        """The nodes level by level, the roots of all trees first, both children of a node beside each other."""
        levels, at = [], self.roots.astype(np.intp)
        while len(at):
            levels.append(at)
            inner = at[self.left[at] != at]
            at = np.stack([self.left[inner], self.right[inner]], axis=1).ravel().astype(np.intp)
        order = np.concatenate([*levels, at])
        leaf = self.left[order] == order
        # Children stand in the order of their parents: the k-th inner node's pair is the k-th after the roots.
        pair = len(self.roots) + 2 * (np.cumsum(~leaf) - 1)
        return _Levels(
            feature=self.feature[order].astype(np.intp),
            threshold=np.where(leaf, np.inf, self.threshold[order]),
            child=np.where(leaf, np.arange(len(order)), pair),
            value=self.value[order],
        )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Trees:
        """Build the model from its JSON form: per tree and node ``[feature, threshold, left, right, value]``.

        A leaf is ``[value]``; children are counted from the tree's own root.
        """
        sizes = [len(tree) for tree in data["trees"]]
        roots = np.cumsum([0, *sizes[:-1]]) if sizes else np.zeros(0, np.intp)
        columns: list[list[float]] = []
        for root, tree in zip(roots.tolist(), data["trees"], strict=True):
            for row, node in enumerate(tree, root):
                split = [node[0], node[1], root + node[2], root + node[3]] if len(node) > 1 else [0, 0.0, row, row]
                columns.append([*split, node[-1]])
        feature, threshold, left, right, value = np.array(columns, np.float64).reshape(-1, 5).T
        return cls(
            features=tuple(data["features"]),
            roots=roots.astype(np.int32),
            feature=feature.astype(np.int32),
            threshold=threshold.copy(),
            left=left.astype(np.int32),
            right=right.astype(np.int32),
            value=value.copy(),
            base=float(data["base"]),
            link=data["link"],
            single=bool(data.get("single", False)),
            card=data.get("card", {}),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the model's JSON form."""
        return {
            "kind": "trees",
            "card": dict(self.card),
            "link": self.link,
            "base": self.base,
            "single": self.single,
            "features": list(self.features),
            "trees": [self._tree(int(root), int(stop)) for root, stop in self._slices()],
        }

    def _slices(self) -> Iterator[tuple[int, int]]:
        stops = [*self.roots[1:].tolist(), len(self.value)]
        return zip(self.roots.tolist(), stops, strict=True)

    def _tree(self, root: int, stop: int) -> list[list[float]]:
        return [
            [float(self.value[n])]
            if self.left[n] == n
            else [
                int(self.feature[n]),
                float(self.threshold[n]),
                int(self.left[n]) - root,
                int(self.right[n]) - root,
                float(self.value[n]),
            ]
            for n in range(root, stop)
        ]
