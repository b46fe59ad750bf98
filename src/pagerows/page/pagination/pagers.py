"""Links that stand together as one pager, and whether they are one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from pagerows.page.nodes import TEXT
from pagerows.page.pagination.links import PageLink, Sign
from pagerows.page.pagination.urls import counts_pages, key, names_day, names_month, related, says_page, skeleton
from pagerows.page.pagination.words import number_of, text_role

if TYPE_CHECKING:
    from pagerows.page import Page

__all__ = ["Pager", "in_calendar", "pagers"]

#: Rows between two links of one pager at most.
_GAP: Final = 30
#: Share of numbered links whose addresses must count with their numbers.
_COUNTING: Final = 0.7
#: Numbers that people choose from (ratings, rows per page) at most, and characters that pages add to an address.
_CHOICES: Final = 10
_ADDED: Final = 24
_SAYS_CALENDAR: Final = re.compile(r"calendar|datepicker", re.IGNORECASE)
_SAYS_PAGER: Final = re.compile(r"(?:^|[^a-z])pag", re.IGNORECASE)


@dataclass(frozen=True)
class Pager:
    """A stretch of links to pages with nothing else between them."""

    page: Page
    signs: tuple[Sign, ...]
    #: Numbers that stand between the links without being one: the page that is shown.
    plain: tuple[int, ...]

    @property
    def start(self) -> int:
        """The row of the first link."""
        return self.signs[0].row

    @property
    def stop(self) -> int:
        """One past the last row of the last link."""
        return self.signs[-1].end

    @cached_property
    def numbered(self) -> tuple[Sign, ...]:
        """The links that show numbers."""
        return tuple(sign for sign in self.signs if sign.role == "number")

    @cached_property
    def turning(self) -> tuple[Sign, ...]:
        """The links that say next, previous, older, newer, first, last."""
        return tuple(sign for sign in self.signs if sign.role != "number")

    @cached_property
    def counted(self) -> bool:
        """Whether its numbers are pages: they follow each other, and the addresses count with them."""
        numbers = [sign.link.number for sign in self.numbered if sign.link.number is not None]
        if not numbers or max(numbers) > 10_000_000:
            return False
        known = {*numbers, *self.plain}
        if len(self.plain) > 3 or _are_years(known) or (len(known) > 1 and not _follow(known) and not self.turning):
            return False
        if _is_calendar(self.page, self.numbered, known):
            return False
        pairs = [(n, sign.link.url) for n, sign in zip(numbers, self.numbered, strict=True) if sign.link.form is None]
        if not pairs:
            return bool(self.turning or len(self.plain) == 1)  # buttons of a form
        if counts_pages(pairs) < _COUNTING and not (self.turning and _one_place(pairs)):
            return False
        return self._is_about_pages(numbers, pairs)

    def _is_about_pages(self, numbers: Sequence[int], pairs: Sequence[tuple[int, str]]) -> bool:
        """What tells pages from choices between numbers (ratings, rows per page)."""
        here = key(self.page.url) if self.page.url else None
        if len(self.plain) == 1 and len(numbers) > 1:
            return True
        if len(numbers) > 1 and (
            any(key(url) == here for _, url in pairs) or any(sign.current for sign in self.numbered)
        ):
            return True
        targets = {skeleton(url) for _, url in pairs}
        if any(sign.way and skeleton(sign.link.url) in targets for sign in self.turning):
            return True
        if self.plain and any(says_page(url) or (self.page.url and related(url, self.page.url)) for _, url in pairs):
            return True
        if len(numbers) < 2 or (numbers[0] > 2 and not self.turning and not _says_pager(self.page, self.start)):
            return False  # no page is shown, and the first one is missing: sizes, chapters
        by_name = all(says_page(url) for number, url in pairs if number > 1)
        # No choice between numbers is that long.
        many = len(numbers) > _CHOICES and numbers[0] == 1 and numbers[-1] - numbers[0] < 2 * len(numbers)
        return by_name or many or len(targets) == 2 or _says_pager(self.page, self.start)

    @cached_property
    def current(self) -> int | None:
        """The number of the page that is shown."""
        linked = {sign.link.number for sign in self.numbered}
        beside = [number for number in self.plain if linked & {number - 1, number + 1} and number not in linked]
        if len(beside) == 1:
            return beside[0]
        here = key(self.page.url) if self.page.url else None
        for test in (lambda s: s.current, lambda s: key(s.link.url) == here):
            if found := [sign.link.number for sign in self.numbered if test(sign)]:
                return found[0] if len(set(found)) == 1 else None
        # The list's own address has no number: it is that of the first page.
        first = here and any(n == 2 and _adds_number(url, here) for n, url in self._addresses)
        return 1 if first else None

    @property
    def _addresses(self) -> list[tuple[int, str]]:
        return [(sign.link.number or 0, sign.link.url) for sign in self.numbered]

    def beyond(self) -> PageLink | None:
        """The numbered link after the page that is shown."""
        numbers = {sign.link.number: sign.link for sign in reversed(self.numbered) if sign.link.number is not None}
        if self.current is not None:
            return numbers.get(self.current + 1)
        return numbers.get(2) if 1 not in numbers else None


def pagers(page: Page, signs: Sequence[Sign]) -> list[Pager]:
    """Join links that stand together."""
    found: list[Pager] = []
    group: list[Sign] = []
    plain: list[int] = []
    last = 0
    for sign in signs:
        number = sign.link.number
        if group:
            between = _between(page, group[-1].end, sign.row)
            # Numbers only rise in a pager: a smaller one starts another.
            if between is None or (number is not None and number <= last):
                found.append(_closed(page, group, plain))
                group, plain, last = [], [], 0
            else:
                plain += between
        group.append(sign)
        last = number or last
    if group:
        found.append(_closed(page, group, plain))
    return found


def _closed(page: Page, group: list[Sign], plain: list[int]) -> Pager:
    """A pager with the plain number right before or behind it, where its own links leave room for one."""
    if any(sign.role == "number" for sign in group):
        numbers = [sign.link.number for sign in group if sign.link.number is not None]
        ends = (
            (_text_before(page, group[0].row), numbers[0] - 1),
            (_text_behind(page, group[-1].end), numbers[-1] + 1),
        )
        plain += [wanted for row, wanted in ends if row is not None and 0 < wanted == _alone(page, row)][:1]
    return Pager(page=page, signs=tuple(group), plain=tuple(dict.fromkeys(plain)))


def _between(page: Page, start: int, stop: int) -> list[int] | None:
    """The plain numbers between two links, or None where there is something else."""
    nodes = page.nodes
    if stop < start or stop - start > _GAP:
        return None
    numbers = []
    for row in range(start, stop):
        if nodes.kind[row] == TEXT:
            text = nodes.data[row]
            assert isinstance(text, str)
            text = text.strip()
            number = _alone(page, row)
            if number is not None:
                numbers.append(number)
            elif any(c.isalnum() for c in text) and text_role(text) is None:
                return None
        elif nodes.tag_name(row) in ("img", "h1", "h2", "h3", "h4", "select", "textarea"):
            return None
    return numbers


def _alone(page: Page, row: int) -> int | None:
    text = page.nodes.data[row]
    return number_of(text) if isinstance(text, str) and not any(c.isalpha() for c in text) else None


def _text_before(page: Page, row: int) -> int | None:
    kind = page.nodes.kind
    return next((r for r in range(row - 1, max(0, row - 5), -1) if kind[r] == TEXT), None)


def _text_behind(page: Page, row: int) -> int | None:
    kind = page.nodes.kind
    return next((r for r in range(row, min(len(page.nodes), row + 4)) if kind[r] == TEXT), None)


def _adds_number(url: str, here: str) -> bool:
    """Whether an address is another one with a number more at its end."""
    added = key(url)[len(here) :] if key(url).startswith(here) else ""
    return added[-1:].isdecimal() and sum(c.isdecimal() for c in added) < len(added) < _ADDED


def _follow(numbers: set[int]) -> bool:
    return any(n + 1 in numbers for n in numbers)


def _are_years(numbers: set[int]) -> bool:
    return len(numbers) > 1 and min(numbers) >= 1900 and max(numbers) <= 2100


def _one_place(pairs: Sequence[tuple[int, str]]) -> bool:
    """Whether all addresses are of one path: pages by cursor, whose numbers nobody can read."""
    return len({key(url).partition("?")[0] for _, url in pairs}) == 1


def _is_calendar(page: Page, signs: Sequence[Sign], numbers: set[int]) -> bool:
    """Days of a month or months of a year: in rows of seven cells, or with addresses that are dates."""
    if max(numbers) > 31:
        return False
    for dated in (names_day, names_month):
        if all(dated(sign.link.url, sign.link.number or 0) for sign in signs):
            return True
    nodes = page.nodes
    line = next((above for above in nodes.ancestors(signs[0].row) if nodes.tag_name(above) == "tr"), None)
    return (line is not None and len(nodes.children(line)) == 7) or in_calendar(page, signs[0].row)


def in_calendar(page: Page, row: int) -> bool:
    """Whether an element around a link is named after calendars: its next page is the next month."""
    for above, _ in zip(page.nodes.ancestors(row), range(8), strict=False):
        about = page.nodes.attributes(above)
        if _SAYS_CALENDAR.search(f"{about.get('class', '')} {about.get('id', '')}"):
            return True
    return False


def _says_pager(page: Page, row: int) -> bool:
    """Whether an element around the links is named after pages."""
    for above, _ in zip(page.nodes.ancestors(row), range(4), strict=False):
        about = page.nodes.attributes(above)
        if _SAYS_PAGER.search(" ".join((about.get("class", ""), about.get("id", ""), about.get("aria-label", "")))):
            return True
    return False
