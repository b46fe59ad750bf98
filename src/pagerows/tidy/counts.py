"""Counts: where nothing is counted pages ask to be the first ("Add comment" beside "2 comments"), which is no value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pagerows.forms import has_digit
from pagerows.tidy._ruled import may_invite
from pagerows.tidy.strips import Cells, Strip, strips

__all__ = ["drop_invitations"]

#: Share of the cells that must count, and fewest of them.
_SHARE: Final = 0.3
_FEWEST: Final = 3
#: Words of an invitation beside numbers that stand alone.
_WORDS: Final = 3
_COUNT: Final = re.compile(r"\(?\s?(\d[\d.,]*[kKmM]?\+?)\s?(\w*)\s?\)?")


def drop_invitations(columns: Sequence[Cells]) -> list[Strip]:
    """Return the columns; those of counts without the one text that stands where nothing is counted."""
    given = strips(columns)
    for number in may_invite(given):
        given[number] = _counts(given[number])
    return given


def _counts(column: Strip) -> Strip:
    invitation = next(text for text in column.texts if not has_digit(text))
    counted = [_COUNT.fullmatch(text) for text in column.texts if text != invitation]
    if len(counted) < max(_FEWEST, _SHARE * len(column.texts)):
        return column
    nouns = {_noun(match[2]) if match else None for match in counted}
    if len(nouns) > 1 or not _invites(invitation, nouns.pop()):
        return column
    return Strip(None if cell is not None and cell.text == invitation else cell for cell in column)


def _invites(text: str, noun: str | None) -> bool:
    """Whether a text speaks of what is counted, or of numbers that nothing names at some length."""
    words = text.split()
    if noun is None or (len(words) < 2):
        return False
    return noun in map(_noun, words) if noun else len(words) >= _WORDS


def _noun(word: str) -> str:
    """A word in the singular."""
    return word.casefold().removesuffix("s")
