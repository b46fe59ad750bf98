"""Forms that frameworks pack their data in: flat arrays of references, lines with numbers, functions of constants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pagerows.page.data.literals import Broken, Name, read_literal
from pagerows.patterns import lazy

__all__ = ["named", "nuxt_data", "server_payload"]

#: Places that references may lead to; what is referred to often would unpack to more than the page ever was.
MOST_PLACES: Final = 500_000
DEEPEST: Final = 100
_ROW: Final = lazy(r"[0-9a-f]{0,8}:(?:T([0-9a-f]{1,8}),)?")
#: How wrappers of references are called: the value is what they refer to.
_WRAPPERS: Final = frozenset({"Reactive", "ShallowReactive", "Ref", "ShallowRef", "Island"})


def server_payload(text: str) -> Iterator[Any]:
    """Yield the values of a React server payload: rows of a number in hexadecimal, a colon and JSON.

    A row ends with its line; one of plain text (``T``) says how many bytes it has, and the next follows at once.
    """
    at = 0
    while at < len(text):
        row = _ROW.match(text, at)
        if row is not None and row[1] is not None:
            at = row.end() + _characters(text, row.end(), int(row[1], 16))
            continue
        if row is not None and text[row.end() : row.end() + 1] in ("[", "{"):
            try:
                value, at = read_literal(text, row.end())
                yield value
            except Broken:
                at = row.end()
        line = text.find("\n", at)
        at = line + 1 if line >= 0 else len(text)


def _characters(text: str, start: int, size: int) -> int:
    """How many characters the next bytes are."""
    part = text[start : start + size]
    return len(part) if part.isascii() else len(part.encode("utf-8", "replace")[:size].decode("utf-8", "ignore"))


def named(value: Any, meanings: Mapping[str, Any]) -> Any:
    """Put values in the place of names, in containers of any depth; names without one are None."""
    if isinstance(value, Name):
        return meanings.get(value.name)
    stack = [value]
    while stack:
        container = stack.pop()
        places = (
            list(container.items())
            if isinstance(container, dict)
            else list(enumerate(container))
            if isinstance(container, list)
            else []
        )
        for key, member in places:
            if isinstance(member, Name):
                container[key] = meanings.get(member.name)
            elif isinstance(member, (dict, list)):
                stack.append(member)
    return value


def nuxt_data(flat: Any) -> Any:
    """Undo the flat form in which every member of a container is the number of another entry of one list.

    >>> nuxt_data([{"items": 1}, [2, 3], {"n": 4}, {"n": 5}, "a", "b"])
    {'items': [{'n': 'a'}, {'n': 'b'}]}
    """
    if not isinstance(flat, list) or not flat:
        return flat
    return _Unpacked(flat).value(0, 0)


class _Unpacked:
    def __init__(self, flat: list[Any]) -> None:
        self.flat, self.left = flat, MOST_PLACES

    def value(self, place: Any, depth: int) -> Any:
        """The value of an entry; no deeper than what is read, and no more places than may be."""
        self.left -= 1
        if not isinstance(place, int) or not 0 <= place < len(self.flat) or depth > DEEPEST or self.left < 0:
            return None
        entry = self.flat[place]
        if isinstance(entry, dict):
            return {key: self.value(member, depth + 1) for key, member in entry.items()}
        if isinstance(entry, list):
            if entry and isinstance(entry[0], str):
                return self._tagged(entry, depth)
            return [self.value(member, depth + 1) for member in entry]
        return entry

    def _tagged(self, entry: list[Any], depth: int) -> Any:
        if entry[0] in _WRAPPERS and len(entry) > 1:
            return self.value(entry[1], depth + 1)
        if entry[0] == "Date" and len(entry) > 1:
            return entry[1]
        if entry[0] == "Set":
            return [self.value(member, depth + 1) for member in entry[1:]]
        if entry[0] == "Map":
            pairs = list(zip(entry[1::2], entry[2::2], strict=False))
            return {str(self.value(key, depth + 1)): self.value(member, depth + 1) for key, member in pairs}
        return None
