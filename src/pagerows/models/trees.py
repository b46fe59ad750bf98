"""A sum of decision trees: boosted trees and forests, one flat array per property of their nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from pagerows._arrays import as_array
from pagerows.later import Floats, np
from pagerows.models._descent import Forest
from pagerows.models._links import LINKS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from pagerows.later import Indices

__all__ = ["Trees"]


class Trees:
    """``link(base + sum of the leaves that a row falls into)``.

    The nodes of all trees stand one after another; a row goes left where ``x[feature] <= threshold``. A leaf is its
    own child, so that all rows can go down all trees together, as many steps as the deepest tree has.

    `roots` are the first node of each tree. Of each node there is which `feature` it asks for (0 at leaves), its
    threshold, the nodes to the left and to the right, and what the tree says there: leaves are summed, inner nodes
    (mean of what is below) explain. `single`: features are rounded to 32 bits before they are compared, as
    scikit-learn's own trees do.
    """

    def __init__(
        self,
        features: tuple[str, ...],
        roots: Any,
        feature: Any,
        threshold: Any,
        left: Any,
        right: Any,
        value: Any,
        base: float = 0.0,
        link: str = "identity",
        single: bool = False,
        card: Mapping[str, Any] | None = None,
    ) -> None:
        self.features, self.base, self.link, self.single = features, base, link, single
        self.card = {} if card is None else card
        self.roots, self.feature, self.left, self.right = (
            as_array("int32", column) for column in (roots, feature, left, right)
        )
        self.threshold, self.value = as_array("float64", threshold), as_array("float64", value)

    @cached_property
    def depth(self) -> int:
        """Steps from a root to the deepest leaf."""
        steps, at = 0, np.asarray(self.roots)
        while len(at := at[self.left[at] != at]):
            at = np.concatenate([self.left[at], self.right[at]])
            steps += 1
        return steps

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "forest"}

    def predict(self, rows: ArrayLike) -> Floats:
        """Return the score of each row; rows have one number per feature, in the order of `features`."""
        found = np.asarray(self.forest.sums_of_leaves(np.ascontiguousarray(self._checked(rows))))
        return LINKS[self.link](self.base + found)

    def score(self, row: Any) -> float:
        """Return the score of one row."""
        return float(self.predict(row)[0])

    def contributions(self, rows: ArrayLike) -> Floats:
        """Return what each feature adds to each raw score, by the change of value at every step. (rows, features)

        The rest of the raw score, equal for all rows, is `bias`.
        """
        x = self._checked(rows)
        found = np.zeros((len(x), len(self.features)))
        each = np.broadcast_to(np.arange(len(x))[:, None], (len(x), len(self.roots)))
        before: Indices | None = None
        for at in self._walk(x):
            if before is not None:
                np.add.at(found, (each, self.feature[before]), self.value[at] - self.value[before])
            before = at
        return found

    @property
    def bias(self) -> float:
        """The raw score before any feature is asked for."""
        return float(self.base + self.value[self.roots].sum())

    def _checked(self, rows: ArrayLike) -> Floats:
        x = np.asarray(rows, np.float64).reshape(-1, len(self.features))
        return x.astype(np.float32).astype(np.float64) if self.single else x

    def _walk(self, x: Floats) -> Iterator[Indices]:
        """Yield the node of every row (axis 0) in every tree (axis 1), step by step from the roots to the leaves."""
        at = np.broadcast_to(self.roots.astype(np.intp), (len(x), len(self.roots)))
        yield at
        flat, starts = x.ravel(), (np.arange(len(x)) * x.shape[1])[:, None]
        for _ in range(self.depth):
            goes_left = flat[starts + self.feature[at]] <= self.threshold[at]
            at = np.where(goes_left, self.left[at], self.right[at]).astype(np.intp)
            yield at

    @cached_property
    def forest(self) -> Forest:
        """The trees as the kernel reads them."""
        return Forest(len(self.features), self.roots, self.feature, self.threshold, self.left, self.right, self.value)

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
