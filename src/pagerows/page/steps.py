"""Steps of positional XPaths, written and read: `NodeTable.xpath` and `NodeTable.find` put them together."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pagerows.patterns import lazy

__all__ = ["literal", "plain_name", "read_step", "step_of"]

#: Tag names that can stand in an XPath as they are.
_PLAIN: Final = lazy(r"[a-z][a-z0-9_.-]*")
_NAME_TEST: Final = lazy(r"\*\[local-name\(\)=(?:'([^']*)'|\"([^\"]*)\"|concat\((.*?)\))(?: or .*?)?\]\[(\d+)\]")
_STEP: Final = lazy(r"([^\[\]]+?)(?:\[(\d+)\])?")


def step_of(name: str, rank: int, *, foreign: bool) -> str:
    """Write the step to an element: its rank among the siblings of that name.

    Foreign elements (svg, math) need no namespace this way, odd names (o:p) no prefix; others stay readable.

    >>> step_of("li", 3, foreign=False), step_of("path", 1, foreign=True)
    ('li[3]', "*[local-name()='path'][1]")
    """
    plain = None if foreign else plain_name(name)
    return f"{plain or f'*[{_name_test(name)}]'}[{rank}]"


@lru_cache(maxsize=512)
def plain_name(name: str) -> str | None:
    """The name where it can stand in an XPath as it is."""
    return name if _PLAIN.fullmatch(name) else None


def _name_test(name: str) -> str:
    test = f"local-name()={literal(name)}"
    # lxml knows no camel case: libxml2 reads linearGradient in small letters.
    return test if name == name.lower() else f"{test} or local-name()={literal(name.lower())}"


def literal(text: str) -> str:
    """Quote a string for XPath 1.0, which has no escapes."""
    if "'" not in text:
        return f"'{text}'"
    if '"' not in text:
        return f'"{text}"'
    return "concat(" + ', "\'", '.join(f"'{part}'" for part in text.split("'")) + ")"


def read_step(step: str) -> tuple[str, int] | None:
    """Read one step of a positional XPath: (tag, rank); no position means the first; None where it is something else.

    >>> read_step("li[3]"), read_step("div"), read_step("*[local-name()='svg'][2]"), read_step("text()[1]")
    (('li', 3), ('div', 1), ('svg', 2), ('#text', 1))
    """
    if step.startswith("!"):
        return step, 1
    if named := _NAME_TEST.fullmatch(step):
        parts = re.findall(r"'([^']*)'|\"([^\"]*)\"", named[3] or "")
        name = named[1] or named[2] or "".join(single or double for single, double in parts)
        return name, int(named[4])
    plain = _STEP.fullmatch(step)
    if plain is None:
        return None
    return "#text" if plain[1] == "text()" else plain[1], int(plain[2] or 1)
