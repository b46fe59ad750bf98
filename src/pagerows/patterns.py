"""Regular expressions that are compiled when they are first asked.

Compiling one takes as long as reading a hundred texts with it. Columns have a hundred of them, of which a page needs a
few.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, Final, cast

__all__ = ["lazy", "small"]


def lazy(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return what behaves like ``re.compile(pattern, flags)``, and compiles it on first use.

    >>> lazy("[0-9]+").findall("3 of 12"), lazy("a|b").pattern
    (['3', '12'], 'a|b')
    """
    return cast("re.Pattern[AnyStr]", _Lazy(pattern, flags))


def small(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """Return the same pattern for texts of ASCII in small letters, which it reads in half the time: no case is folded.

    >>> small(lazy(r"[A-Z]+\\W(?:Dec|May)", re.IGNORECASE)).pattern
    '[a-z]+\\\\W(?:dec|may)'
    """
    return lazy(_CAPITALS.sub(lambda match: match[0] if match[0][0] == "\\" else match[0].lower(), pattern.pattern))


#: Capital letters of a pattern that stand for themselves, and what stands for something else.
_CAPITALS: Final = re.compile(r"\\.|[A-Z]")


class _Lazy:
    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern, self.flags = pattern, flags

    def __getattr__(self, name: str) -> Any:
        """Called once, since what it sets is found from then on."""
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self.flags)
        for method in ("search", "match", "fullmatch", "finditer", "findall", "sub", "split"):
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)
