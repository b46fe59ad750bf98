from typing import Any

from pagerows.page._parser import NodeData

def read_items(rows: NodeData, most: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]: ...
