"""Disjoint sets of numbers (union-find)."""

from __future__ import annotations

__all__ = ["Groups"]


class Groups:
    """Numbers that are joined two at a time.

    >>> groups = Groups()
    >>> groups.join(1, 2), groups.join(5, 6), groups.join(2, 3)
    (None, None, None)
    >>> groups.sets()
    [[1, 2, 3], [5, 6]]
    """

    def __init__(self) -> None:
        self.up: dict[int, int] = {}

    def find(self, number: int) -> int:
        """The number that stands for the set of this one."""
        up = self.up
        root = number
        while (above := up.setdefault(root, root)) != root:
            root = above
        while up[number] != root:
            up[number], number = root, up[number]
        return root

    def join(self, first: int, second: int) -> None:
        """Make one set of those of two numbers."""
        self.up[self.find(second)] = self.find(first)

    def sets(self) -> list[list[int]]:
        """The sets of at least two numbers, each in ascending order."""
        found: dict[int, list[int]] = {}
        for number in sorted(self.up):
            found.setdefault(self.find(number), []).append(number)
        return [numbers for numbers in found.values() if len(numbers) > 1]
