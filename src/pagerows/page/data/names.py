"""What literals may be besides values: names of variables, and broken."""

from __future__ import annotations

from pagerows.plain import dataclass

__all__ = ["Broken", "Name"]


class Broken(ValueError):
    """The text is not a literal, or larger or deeper than what is read."""


@dataclass(frozen=True, slots=True)
class Name:
    """A variable: what it stands for is somewhere else."""

    name: str
