from pagerows.page.nodes import NodeTable

def figures(
    nodes: NodeTable, scores: tuple[str, ...], spoken: tuple[str, ...], low: int, high: int
) -> list[tuple[int, str, str]]: ...
