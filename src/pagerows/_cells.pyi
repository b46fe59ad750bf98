from collections.abc import Sequence

from pagerows.page.nodes import Attributes
from pagerows.values import Cell

def text_cell(
    data: Sequence[str | Attributes],
    spaced: memoryview,
    rows: list[int],
    first: int,
    last: int,
    url: str | None,
    symbol: int,
    all_texts: bool,
) -> Cell | None: ...
