"""Names that must differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable

__all__ = ["UniqueNames"]


class UniqueNames:
    """Gives each name once: whoever wants it again gets it with a number. `fold` tells which names are the same.

    >>> unique = UniqueNames(["source"])
    >>> [unique(name) for name in ("price", "Price", "source", "price")]
    ['price', 'Price_2', 'source_2', 'price_3']
    """

    def __init__(self, taken: Iterable[str] = (), fold: Callable[[str], str] = str.lower) -> None:
        self._fold, self._taken = fold, {fold(name) for name in taken}
        #: Where the numbers of a name go on: tables of thousands of columns want the same one.
        self._next: dict[str, int] = {}

    def is_free(self, wanted: str) -> bool:
        """Tell whether nobody has the name yet."""
        return self._fold(wanted) not in self._taken

    def __call__(self, wanted: str) -> str:
        """Return the name, or the first free one made from it."""
        key = self._fold(wanted)
        name, number = wanted, self._next.get(key, 2)
        while self._fold(name) in self._taken:
            name, number = f"{wanted}_{number}", number + 1
        self._next[key] = number
        self._taken.add(self._fold(name))
        return name
