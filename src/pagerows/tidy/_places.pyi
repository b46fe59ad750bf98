from typing import Final

from pagerows.page.nodes import NodeTable

CONTROLS: Final[frozenset[str]]
ROLES: Final[frozenset[str]]
ATTRIBUTES: Final[tuple[str, ...]]

class Places:
    def __init__(self, nodes: NodeTable) -> None: ...

def marked_above(nodes: NodeTable, wanted: int, row: int, most: int) -> list[int]: ...
