from collections.abc import Callable, Iterable

from pagerows.values import Cell

def distinct(
    texts: Iterable[str | None], clean: Callable[[str], str | None], longest: int
) -> tuple[dict[str, str], dict[str, int], set[str]]: ...
def parts(column: tuple[Cell | None, ...]) -> tuple[list[str | None], list[str | None] | None, bool]: ...
