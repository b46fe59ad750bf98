"""What a page carries for machines: JSON-LD, microdata and RDFa, states of frameworks, islands of JSON.

Read when asked for, never evaluated; bounded in size, depth and number. What is broken is skipped and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from pagerows.page._parser import NodeData
from pagerows.page.data._programs import JSON_LD, Carried
from pagerows.page.data.lists import DataList, find_lists
from pagerows.page.data.literals import Broken, Name, read_literal, read_loose, read_strict, word_end
from pagerows.page.data.payloads import named, nuxt_data, server_payload
from pagerows.page.html import parsed_rows
from pagerows.patterns import lazy

__all__ = ["Answer", "DataList", "DataSet", "PageData", "read_data"]

#: Characters of scripts in which data are looked for, data sets and items of a page, variables of a script.
LONGEST: Final = 32 * 1024 * 1024
MOST_SETS: Final = 200
MOST_ITEMS: Final = 10_000
MOST_VARIABLES: Final = 50
#: Fewest characters of an attribute that are data.
SHORTEST: Final = 20
#: The name of data in which every member is the number of another entry.
FLAT: Final = "__NUXT_DATA__"

_VARIABLE: Final = lazy(
    r"(?:(?:window|self|globalThis)(?a:\s*+)(?:\.(?a:\s*+)([\w$]++)|\[(?a:\s*+)[\"']([^\"']++)[\"'](?a:\s*+)\])|"
    r"\b(?:var|let|const)(?a:\s++)([\w$]++))(?a:\s*+)=(?a:\s*+)(?=[\[{(\"']|JSON\.parse\()"
)
_CALL: Final = lazy(r"\(\s*+function\s*+\(([\w$,\s]*+)\)\s*+\{\s*+return\s*+")
_GIVEN: Final = lazy(r"[;\s]*+\}\s*+\)?\s*+\(")
_SEPARATOR: Final = lazy(r"\s*+(,|\))")
_PUSH: Final = "self.__next_f.push("
_HOST: Final = lazy(r"[a-z]+://[^/]*+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DataSet:
    """One piece of data: what kind of markup held it, under which name, and its value."""

    #: json-ld, microdata, rdfa, json, state, payload, attribute, answer or document.
    kind: str
    name: str
    value: Any


class Answer(NamedTuple):
    """JSON that a page's own scripts fetched while it was rendered."""

    url: str
    text: str


class PageData:
    """All data of a page, read when they are asked for."""

    def __init__(self, markup: NodeData | str, answers: Sequence[Answer] = ()) -> None:
        self._rows = markup if isinstance(markup, NodeData) else parsed_rows(markup)
        self._answers = answers

    @property
    def sets(self) -> tuple[DataSet, ...]:
        """Every piece of data."""
        return tuple(self._all.sets[:MOST_SETS])

    @property
    def skipped(self) -> int:
        """How many pieces could not be read."""
        return self._all.skipped

    @cached_property
    def is_document(self) -> bool:
        """Whether the document itself is data, and no page."""
        return Carried(self._rows, MOST_SETS, listed=False).begins_like_data and bool(_document(self._rows.markup()))

    @cached_property
    def lists(self) -> list[DataList]:
        """The lists of objects that look like records, those that say most first; found on first use.

        Most pieces of data hold no list of objects, and are not read for it.
        """
        sets = _read(self._rows, self._answers, listed=True).sets
        return find_lists(sets[:MOST_SETS]) if sets else []

    @cached_property
    def _all(self) -> _Reader:
        return _read(self._rows, self._answers, listed=False)

    def __iter__(self) -> Iterator[DataSet]:
        return iter(self.sets)

    def __len__(self) -> int:
        return len(self.sets)


def read_data(markup: NodeData | str, answers: Sequence[Answer] = ()) -> PageData:
    """Read all data that a page's markup carries, and what its scripts fetched.

    >>> read_data("<script>window.state = {items: [{n: 1}]}</script>").sets[0]
    DataSet(kind='state', name='state', value={'items': [{'n': 1}]})
    """
    return PageData(markup, answers)


def _read(rows: NodeData, answers: Sequence[Answer], *, listed: bool) -> _Reader:
    """Read all data, or (`listed`) those that may hold a list of objects."""
    reader = _Reader()
    carried = Carried(rows, MOST_SETS, listed)
    if carried.begins_like_data and (document := _document(rows.markup())):
        reader.sets.append(document)
        return reader
    for answer in answers:
        reader.answer(answer)
    for kind, name, text, pushes, places in carried.scripts(LONGEST):
        if pushes is not None and places is not None:
            reader.program(text, pushes, places)
        else:
            reader.json("json-ld" if kind == JSON_LD else "json", name, text)
    reader.payload()
    for name, text in carried.attributes():
        reader.attribute(name, text)
    if carried.has_items:
        reader.items(rows)
    return reader


def _document(markup: bytes) -> DataSet | None:
    """The whole document as data, where it is no page but JSON to the letter: what an interface answers."""
    if len(markup) > LONGEST:
        return None
    text = markup.decode("utf-8", "replace")
    try:
        read = read_strict(text)
    except Broken:
        return None
    if read is None or text[read[1] :].strip() or not read[0]:
        return None
    return DataSet("document", "", read[0])


class _Reader:
    def __init__(self) -> None:
        self.sets: list[DataSet] = []
        self.skipped = 0
        self._pushed: list[str] = []

    def add(self, kind: str, name: str, value: Any) -> None:
        """Keep a piece of data that holds more than a word."""
        if isinstance(value, (dict, list)) and value and len(self.sets) < MOST_SETS:
            self.sets.append(DataSet(kind, name, value))

    def answer(self, answer: Answer) -> None:
        """Read what a script fetched; its name is the address's path."""
        path = _HOST.sub("", answer.url.partition("?")[0], count=1)
        self.json("answer", path.strip("/").replace("/", "."), answer.text.lstrip(")]}',\n "))

    def json(self, kind: str, name: str, text: str) -> None:
        """Read a script of JSON."""
        plain = text.strip().removeprefix("<!--").removesuffix("-->").strip().rstrip(";")
        if not plain:
            return
        try:
            value = read_literal(plain)[0]
            self.add(kind, name, nuxt_data(value) if name == FLAT else value)
        except Broken:
            self.skipped += 1

    def program(self, text: str, pushes: Sequence[int], places: Sequence[int]) -> None:
        """Read what a program pushes, and the literals that it sets variables to, at places where it may."""
        for at in pushes:
            try:
                value = read_literal(text, at + len(_PUSH))[0]
                self._pushed += [part for part in value[1:] if isinstance(part, str)] if isinstance(value, list) else []
            except Broken:
                self.skipped += 1
        at = variables = 0
        for start in places:
            found = _VARIABLE.match(text, start) if start >= at else None
            if found is None:
                continue
            at = found.end()
            try:
                value, end = _assigned(text, found.end())
                at = max(at, end)
                self.add("state", found[1] or found[2] or found[3], value)
            except Broken:
                self.skipped += 1
            variables += 1
            if variables == MOST_VARIABLES:
                return

    def payload(self) -> None:
        """Read what a server sent to a framework in pieces."""
        for value in server_payload("".join(self._pushed)):
            self.add("payload", "", value)

    def attribute(self, name: str, text: str) -> None:
        """Read JSON in a data attribute."""
        if len(text) < SHORTEST:
            return
        try:
            self.add("attribute", name.removeprefix("data-"), read_literal(text)[0])
        except Broken:
            self.skipped += 1

    def items(self, rows: NodeData) -> None:
        """Read microdata and RDFa."""
        from pagerows.page.data._items import read_items  # few pages need it

        microdata, rdfa = read_items(rows, MOST_ITEMS)
        self.add("microdata", "", microdata)
        self.add("rdfa", "", rdfa)


def _assigned(text: str, at: int) -> tuple[Any, int]:
    """Read what a variable is set to: a literal, JSON in a text, or a function that only returns a literal."""
    sign = text[at]
    if sign in "\"'" and (end := word_end(text, at)):
        return None, end
    if sign == "J":
        value, end = read_literal(text, at + len("JSON.parse("))
        return (read_literal(value)[0] if isinstance(value, str) else value), end
    if sign == "(" and (call := _CALL.match(text, at)):
        value, end = read_literal(text, call.end())
        given = _GIVEN.match(text, end)
        arguments = _arguments(text, given.end()) if given else []
        names = [name.strip() for name in call[1].split(",")]
        return named(value, dict(zip(names, arguments, strict=False))), end
    if (plain := read_strict(text, at)) and not isinstance(plain[0], str):
        return plain
    value, end = plain or read_loose(text, at)
    if isinstance(value, str) and value[:1] in ("{", "["):
        return read_literal(value)[0], end
    return (None if isinstance(value, Name) else named(value, {})), end


def _arguments(text: str, at: int) -> list[Any]:
    values: list[Any] = []
    if text[at : at + 1] == ")":
        return values
    while True:
        value, at = read_literal(text, at)
        values.append(None if isinstance(value, Name) else value)
        following = _SEPARATOR.match(text, at)
        if following is None or following[1] == ")":
            return values
        at = following.end()
