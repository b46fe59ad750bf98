"""Doubles: columns that say again what another says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pagerows.values import Cell

__all__ = ["doubles"]

Cells = tuple[Cell | None, ...]
_SAME: Final = 0.9
_MOST: Final = 200


def doubles(columns: Sequence[Cells]) -> list[str | None]:
    """Return for each column whether another one says the same in nearly every record that has it."""
    reasons: list[str | None] = [None] * len(columns)
    texts = [
        {} if _is_image(column) else {row: _plain(cell.text) for row, cell in enumerate(column) if cell is not None}
        for column in columns
    ]
    for one in range(min(_MOST, len(columns))):
        for other in range(min(_MOST, len(columns))):
            if one == other or reasons[one] or reasons[other] or not texts[one] or not texts[other]:
                continue
            same = sum(1 for row, text in texts[one].items() if texts[other].get(row) == text)
            if same >= _SAME * len(texts[one]) and _prefer(columns, texts, other, one):
                reasons[one] = "double"
    return reasons


def _prefer(columns: Sequence[Cells], texts: Sequence[dict[int, str]], kept: int, dropped: int) -> bool:
    """Of two columns that say the same the fuller stays, then the one with links, then the first."""
    if len(set(texts[dropped].values())) < 2 and len(texts[dropped]) < len(texts[kept]):
        return False
    ranks = [
        (len(texts[number]), sum(1 for cell in columns[number] if cell and cell.url), -number)
        for number in (kept, dropped)
    ]
    return ranks[0] > ranks[1]


def _is_image(column: Cells) -> bool:
    kinds = [cell.kind for cell in column if cell is not None]
    return kinds.count("image") * 2 > len(kinds)


def _plain(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum()) or text
