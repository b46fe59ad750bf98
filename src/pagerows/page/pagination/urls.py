"""How the addresses of pages of one list differ: in a number, or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final
from urllib.parse import parse_qsl, unquote, urldefrag, urlsplit

__all__ = [
    "counts_pages",
    "key",
    "months_of",
    "names_day",
    "names_month",
    "neighbour",
    "related",
    "says_page",
    "skeleton",
]

_DIGITS: Final = re.compile(r"\d+")
#: Links of a pager that are looked at to judge it, and characters at the end of a path that may name a page.
_JUDGED: Final = 100
_ENDING: Final = 64
#: What pages are called in addresses, in some languages.
_PAGE: Final = (
    r"p|pg|pn|pag|page[a-z_]{0,8}|seite|p[aá]gin[ae]|strona|strana|str[aá]nka|stranica|stran|sivu|sida|side|sayfa|trang"
    r"|halaman|oldal|blz|lk|puslapis|lapa|страница|сторінка"
)
#: Names of what holds a page in an address.
_PAGING: Final = re.compile(
    rf"(?:^|[^a-z])(?:{_PAGE}|start[a-z]*|offset|from|skip|cursor|after|before|limitstart|o|s|st"
    r"|index|list|updated-max|b_start)(?:$|[^a-z])"
)
#: A month in an address: ``2026-11``, ``2026/11/05``, ``20261105``; and fields that hold one, or the year of one.
_MONTH: Final = re.compile(r"(?<!\d)((?:1[5-9]|2\d)\d\d)(?:[-/_.](1[0-2]|0?[1-9])(?!\d)|(1[0-2]|0[1-9])[0-3]\d(?!\d))")
_DATED: Final = re.compile(
    r"y|yr|m|mo|d|date|day|week|.*(?:year|month|jahr|monat|ann[eé]e|mois|a[nñ]o|mes|anno|jaar|maand)"
)
#: What an address adds to that of the list's first page; and endings of files that it stands before.
_ADDED: Final = re.compile(rf"(?:/index)?[/?&_;-](?:{_PAGE})[=/_-]?(\d{{1,6}})")
_NUMBERED: Final = re.compile(rf"(?:^|[/_-])(?:{_PAGE}|index|list|start)?[/_-]?\d*(?:[_-]\d+)*$")
_ENDINGS: Final = frozenset({"html", "htm", "php", "asp", "aspx", "jsp"})


def key(url: str) -> str:
    """An address for comparing: unquoted, without fragment, scheme, www and closing slash."""
    plain = unquote(urldefrag(url.strip())[0]).rstrip("/?&")
    return re.sub(r"^https?://(?:www\.)?", "", plain)


def skeleton(url: str) -> str:
    """An address with its numbers left out."""
    return _DIGITS.sub("0", key(url))


def related(url: str, other: str) -> bool:
    """Tell whether two addresses look like pages of one list: same host, and same path but for numbers or an ending.

    >>> related("http://a.com/news?page=2", "http://a.com/news"), related("http://a.com/x", "http://a.com/y")
    (True, False)
    """
    try:
        one, two = urlsplit("//" + key(url)), urlsplit("//" + key(other))
    except ValueError:
        return False
    if one.netloc != two.netloc:
        return False
    a, b = _bare_path(one.path), _bare_path(two.path)
    if a == b:
        names, others = _names(one.query), _names(two.query)
        return one.path != two.path or not names or not others or bool(names & others)
    return skeleton(url) == skeleton(other)


def _bare_path(path: str) -> str:
    """A path without what pages add to it: ``/page/2``, ``/p2``, ``-2.html``, ``index2.html``."""
    path, end = path[:-_ENDING], path[-_ENDING:].casefold()
    end = re.sub(r"\.(?:html?|php|aspx?|jsp)$", "", end)
    return (path.casefold() + _NUMBERED.sub("", end)).rstrip("/")


def _names(query: str) -> set[str]:
    return {name for name, _ in parse_qsl(query, keep_blank_values=True)}


def counts_pages(numbered: Sequence[tuple[int, str]]) -> float:
    """Return the share of (number, address) pairs whose address counts with the number.

    Of addresses alike but for numbers, one number must grow by the same step from page to page; the first page may
    have an address of its own.

    >>> counts_pages([(1, "/list"), (2, "/list?start=20"), (3, "/list?start=40")])
    1.0
    >>> counts_pages([(1, "/a-51"), (2, "/b-7"), (3, "/c-32"), (4, "/d-90")])
    0.25
    """
    numbered = numbered[:_JUDGED]
    best = 0
    for kind in dict.fromkeys(skeleton(url) for _, url in numbered):
        alike = [(number, _numbers(url)) for number, url in numbered if skeleton(url) == kind]
        odd = [number for number, url in numbered if skeleton(url) != kind]
        best = max(best, _in_step(alike) + (1 if odd == [1] and _in_step(alike) else 0))
    return best / max(1, len(numbered))


def _numbers(url: str) -> list[int]:
    return [int(n) for n in _DIGITS.findall(key(url)) if len(n) < 16]


def _in_step(pages: Iterable[tuple[int, list[int]]]) -> int:
    """The number of pages whose address counts with them in one place, and stays the same or does so too elsewhere."""
    known = sorted({(number, tuple(values)) for number, values in pages})
    if len({len(values) for _, values in known}) != 1:
        return 0
    if len(known) == 1:
        number, values = known[0]
        # One address alone: it has the page's number, or a step times the pages before.
        return int(any(v == number or v == number - 1 or (number > 1 and v and v % (number - 1) == 0) for v in values))
    moving = [place for place in range(len(known[0][1])) if len({values[place] for _, values in known}) > 1]
    steps = set()
    for place in moving:
        for (n, a), (m, b) in pairwise(known):
            if m == n or (b[place] - a[place]) % (m - n) or b[place] <= a[place]:
                return 0
            steps.add((place, (b[place] - a[place]) // (m - n)))
    return len(known) if moving and len(steps) == len(moving) else 0


def neighbour(url: str, here: str) -> int:
    """Return 1 where an address is that of the page after another one, -1 for the one before, 0 for neither.

    The two differ in one number, by one, in a place named after pages; the first page may do without it.

    >>> [neighbour(f"/list{end}", "/list?page=2") for end in ("?page=3", "?page=1", "", "?page=4", "?year=3")]
    [1, -1, -1, 0, 0]
    >>> neighbour("/list/page/2/", "/list"), neighbour("/list?sort=2", "/list")
    (1, 0)
    """
    if (number := _turned(url, here)) is not None:
        return 1 if number == 2 else 0
    if (number := _turned(here, url)) is not None:
        return -1 if number == 2 else 0
    if skeleton(url) != skeleton(here) or not says_page(url):
        return 0
    pairs = list(zip(_DIGITS.finditer(key(url)), _DIGITS.finditer(key(here)), strict=True))
    moved = [(one, other) for one, other in pairs if one[0] != other[0]]
    if len(moved) != 1 or len(moved[0][0][0]) > 6 or not says_page(key(url)[: moved[0][0].end()].rpartition("&")[2]):
        return 0
    step = int(moved[0][0][0]) - int(moved[0][1][0])
    return step if step in (1, -1) else 0


def _turned(url: str, first: str) -> int | None:
    """The number that an address adds to that of a list, behind a name for pages; None where it adds something else."""
    one, two = key(url), key(first)
    stem, _, ending = two.rpartition(".")
    if stem and ending in _ENDINGS and one.startswith(stem) and one.endswith(ending):
        one, two = one[: -len(ending) - 1], stem
    found = _ADDED.fullmatch(one[len(two) :]) if one.startswith(two) else None
    return int(found[1]) if found else None


def says_page(url: str) -> bool:
    """Tell whether an address, or the name of a field, has a part that is named after pages."""
    plain = key(url).casefold()
    return _PAGING.search(plain.partition("/")[2] if "/" in plain else plain) is not None


def names_day(url: str, day: int) -> bool:
    """Tell whether an address has a date with this day of the month.

    >>> names_day("/events/2026/11/05", 5), names_day("/20261105", 5), names_day("/events/2026/page/5", 5)
    (True, True, False)
    """
    return re.search(rf"(?:19|20)\d\d[-/_.]?(?:0?[1-9]|1[0-2])[-/_.]?0?{day}(?!\d)", key(url)) is not None


def names_month(url: str, month: int) -> bool:
    """Tell whether an address has a date of this month of a year.

    >>> names_month("/archive/2026/05", 5), names_month("/archive/2026/05", 6), names_month("/archive?page=5", 5)
    (True, False, False)
    """
    return any(of_year == month for _, of_year in months_of(url))


def months_of(url: str) -> set[tuple[int, int]]:
    """Return the months, as (year, month), that an address names; a year that stands alone is its January.

    >>> months_of("/events/2026/11/05?from=20261201") == {(2026, 11), (2026, 12)}
    True
    >>> months_of("/events?year=2031"), months_of("/list?offset=2040"), months_of("/item-2026-99")
    ({(2031, 1)}, set(), set())
    """
    found = {(int(m[1]), int(m[2] or m[3])) for m in _MONTH.finditer(key(url))}
    try:
        fields = [(name.casefold(), value) for name, value in parse_qsl(urlsplit(url).query)]
    except ValueError:
        return found
    dated = [value for name, value in fields if _DATED.fullmatch(name) and value.isascii() and value.isdecimal()]
    years = [int(value) for value in dated if len(value) == 4]
    months = [int(value) for value in dated if len(value) <= 2 and 1 <= int(value) <= 12]
    compact = [(int(value[:4]), int(value[4:])) for value in dated if len(value) == 6 and 1 <= int(value[4:]) <= 12]
    return found | {(year, months[0] if len(months) == 1 else 1) for year in years} | set(compact)
