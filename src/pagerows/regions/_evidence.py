"""What the method saw of a region, for inspection: cheap to make, computed when somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

__all__ = ["Evidence"]


class Evidence(Mapping[str, Any]):
    """A read-only mapping whose values are computed on first access; `makers` gives the functions that do.

    >>> Evidence(lambda: {"answer": lambda: 6 * 7})["answer"]
    42
    """

    def __init__(self, makers: Callable[[], Mapping[str, Callable[[], Any]]]) -> None:
        self._given = makers
        self._made: dict[str, Any] = {}

    @cached_property
    def _makers(self) -> Mapping[str, Callable[[], Any]]:
        return self._given()

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        """Pickled, it is what it says."""
        return dict, (dict(self),)
