from collections.abc import Callable, Iterable

def distinct(
    texts: Iterable[str | None], clean: Callable[[str], str | None], longest: int
) -> tuple[dict[str, str], dict[str, int], set[str]]: ...
