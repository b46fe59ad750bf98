from collections.abc import Mapping
from typing import Any

def arrays(
    name: str, value: Any, fewest: int, fewest_stored: int, most: int
) -> tuple[list[tuple[Any, list[dict[str, Any]]]], int]: ...
def flattened(one: Mapping[str, Any], levels: int, most: int) -> dict[str, Any]: ...
