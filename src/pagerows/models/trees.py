"""A sum of decision trees: boosted trees and forests, one flat array per property of their nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pagerows.models._descent import check, sum_of_leaves
from pagerows.models._links import LINKS

__all__ = ["Trees"]


@dataclass(frozen=True, eq=False)
class _Laid:
    """The nodes as the kernel reads them: a tree's stand together, both children of a node beside each other."""

    roots: NDArray[np.int32]
    #: Steps from each root to its deepest leaf.
    depths: NDArray[np.int32]
    feature: NDArray[np.int32]
    #: A row goes to ``child + 1`` where its feature is larger; never at leaves. (nodes,)
    threshold: NDArray[np.float64]
    #: A leaf is its own child.
    child: NDArray[np.int32]
    value: NDArray[np.float64]


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
        laid = self._laid_out
        x = np.ascontiguousarray(self._checked(rows))
        found = sum_of_leaves(x, laid.roots, laid.depths, laid.feature, laid.threshold, laid.child, laid.value)
        return LINKS[self.link](self.base + found)

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
    def _laid_out(self) -> _Laid:
        """The nodes level by level in each tree."""
        order, tree, depths = self._by_level()
        leaf = self.left[order] == order
        # Children stand in the order of their parents: a tree's k-th inner node has the k-th pair after the root.
        roots = np.searchsorted(tree, np.arange(len(self.roots)))
        inner = np.cumsum(~leaf)
        pair = roots[tree] + 1 + 2 * (inner - 1 - (inner[roots] - ~leaf[roots])[tree])
        laid = _Laid(
            roots=roots.astype(np.int32),
            depths=depths,
            feature=np.where(leaf, 0, self.feature[order]).astype(np.int32),
            threshold=np.where(leaf, np.inf, self.threshold[order]),
            child=np.where(leaf, np.arange(len(order)), pair).astype(np.int32),
            value=self.value[order],
        )
        check(len(self.features), laid.roots, laid.feature, laid.child)
        return laid

    def _by_level(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.int32]]:
        """All nodes, tree by tree and level by level, both children of a node beside each other; tree; depths."""
        at, tree = self.roots.astype(np.intp), np.arange(len(self.roots))
        levels, trees, depths = [at], [tree], np.zeros(len(self.roots), np.int32)
        while len(inner := np.flatnonzero(self.left[at] != at)):
            tree = tree[inner].repeat(2)
            at = np.stack([self.left[at[inner]], self.right[at[inner]]], axis=1).ravel().astype(np.intp)
            depths[tree] = len(levels)
            levels.append(at)
            trees.append(tree)
        nodes, owner = np.concatenate(levels), np.concatenate(trees)
        order = np.argsort(owner, kind="stable")
        return nodes[order], owner[order], depths

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Trees:
        """Build the model from its JSON form: per tree and node ``[feature, threshold, left, right, value]``.

        A leaf is ``[value]``; children are counted from the tree's own root.
        """
        sizes = np.array([len(tree) for tree in data["trees"]], np.intp)
        roots = np.cumsum(sizes) - sizes
        nodes = list(chain.from_iterable(data["trees"]))
        width = np.array(list(map(len, nodes)), np.intp)
        flat = np.array(list(chain.from_iterable(nodes)), np.float64)
        at = np.cumsum(width) - width  # where each node's numbers stand among all
        split, root = width > 1, np.repeat(roots, sizes)
        own = np.arange(len(nodes))
        feature, threshold, left, right = (np.where(split, flat[at + split * place], 0) for place in range(4))
        left, right = np.where(split, root + left, own), np.where(split, root + right, own)
        value = flat[at + width - 1]
        return cls(
            features=tuple(data["features"]),
            roots=roots.astype(np.int32),
            feature=feature.astype(np.int32),
            threshold=threshold,
            left=left.astype(np.int32),
            right=right.astype(np.int32),
            value=value,
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
