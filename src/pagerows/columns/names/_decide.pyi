from collections.abc import Container

from pagerows._arrays import Array
from pagerows.columns.names._evidence import Evidence
from pagerows.later import Floats

def choose(
    columns: list[Evidence], chances: Array | Floats, page_words: Container[str]
) -> list[tuple[str, str | None, float]]: ...
