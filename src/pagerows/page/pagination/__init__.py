"""Which pages a list goes on at: the next one, the one before, and those that have numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pagerows.page.pagination.counts import said_total
from pagerows.page.pagination.links import PageLink, Sign, candidates, declared, short_links
from pagerows.page.pagination.pagers import Pager, in_calendar, pagers
from pagerows.page.pagination.urls import key, neighbour, related, says_page
from pagerows.page.pagination.words import Role

if TYPE_CHECKING:
    from pagerows.page import Page

__all__ = ["PageLink", "Pagination", "find_pagination"]


@dataclass(frozen=True)
class Pagination:
    """The links between the pages of a list; addresses are absolute.

    `next` and `previous` are what the page calls so. A list sorted by time may call the page that goes on with it
    "older" or even "previous": `onward` is the link to go on with, whatever its name.
    """

    #: The link to the next page, and to the one before, with their rows.
    next_link: PageLink | None = None
    previous_link: PageLink | None = None
    #: The link that leads on through the list: the next page, the older records of a list sorted by time, or what the
    #: page's head declares where there is no link to be seen.
    onward: PageLink | None = None
    #: All links to numbered pages, in the order of the page; those of other lists on the page (threads of a forum) too.
    page_links: tuple[PageLink, ...] = ()
    #: The number of the page that is shown, where the page says so.
    current: int | None = None
    #: How many records there are on all pages, where the page says so ("1–24 of 310").
    total: int | None = None

    @property
    def next(self) -> str | None:
        """The address of the next page; None on the last page, and where only a form leads there."""
        return _address(self.next_link)

    @property
    def previous(self) -> str | None:
        """The address of the page before."""
        return _address(self.previous_link)

    @cached_property
    def pages(self) -> list[str]:
        """The addresses of the numbered pages, each once."""
        return list(dict.fromkeys(link.url for link in self.page_links if link.form is None))

    def __bool__(self) -> bool:
        return bool(self.onward or self.next_link or self.previous_link or self.page_links)


def _address(link: PageLink | None) -> str | None:
    return link.url if link is not None and link.form is None else None


def find_pagination(page: Page, around: tuple[int, int] | None = None) -> Pagination:
    """Read the pagers of a page.

    `around` is a span of rows (the region's): of several pagers the one that belongs to it is read, and `page_links`
    are that pager's alone.
    """
    signs = candidates(page)
    found = pagers(page, signs)
    counted = [pager for pager in found if pager.counted]
    own = _own(page, counted, around)
    next_sign = _turn(page, found, own, "next", around)
    previous = _turn(page, found, own, "previous", around)
    older = _turn(page, found, own, "older", around)
    next_link = _next(next_sign, own.beyond() if own else None) or _unsaid(page, signs, 1)
    before = previous.link if previous else _unsaid(page, signs, -1)
    previous_link = before if before and not _same(before, next_link) else None
    shown: Iterable[Pager] = counted if around is None else _alike(counted, own)
    return Pagination(
        next_link=next_link,
        previous_link=previous_link,
        onward=older.link if older else next_link or (None if own else _declared(page)),
        page_links=tuple(sign.link for pager in shown for sign in pager.numbered),
        current=own.current if own else None,
        total=said_total(page),
    )


def _next(sign: Sign | None, beyond: PageLink | None) -> PageLink | None:
    """The next page: what is called so. Arrows may lead to the last page or the next ten, so numbers win over them."""
    if sign is None or (beyond is not None and sign.plain < 2 and not _same(sign.link, beyond)):
        return beyond
    return sign.link


def _same(link: PageLink, other: PageLink | None) -> bool:
    return other is not None and (link.url, link.form) == (other.url, other.form)


def _declared(page: Page) -> PageLink | None:
    """What the head calls the next page, where it is one of this list and not the next article."""
    link = declared(page)
    return link if link and page.url and key(link.url) != key(page.url) and related(link.url, page.url) else None


def _unsaid(page: Page, signs: Sequence[Sign], step: int) -> PageLink | None:
    """The page beside this one by its address alone, where nothing says which way it is; None where several are."""
    if page.url is None:
        return None
    said = {key(sign.link.url) for sign in signs if sign.role != "number"}
    found = [
        PageLink(url=url, row=row)
        for row, url in short_links(page)
        if neighbour(url, page.url) == step and key(url) not in said and not in_calendar(page, row)
    ]
    return found[0] if len({key(link.url) for link in found}) == 1 else None


def _alike(counted: Sequence[Pager], own: Pager | None) -> list[Pager]:
    """The pager and its copies: above and below the list."""
    if own is None:
        return []
    addresses = {key(sign.link.url) for sign in own.numbered}
    return [pager for pager in counted if {key(s.link.url) for s in pager.numbered} == addresses]


def _own(page: Page, counted: Sequence[Pager], around: tuple[int, int] | None) -> Pager | None:
    """Of several pagers the list's own."""
    if around is not None:
        counted = [pager for pager in counted if not _inside(pager, around)]
    if not counted:
        return None
    return max(counted, key=lambda pager: (_belongs(page, pager), _nearness(page, pager, around), len(pager.numbered)))


def _belongs(page: Page, pager: Pager) -> tuple[bool, bool]:
    """Whether its links lead to pages of this address, and whether it turns pages and does not only count them."""
    return (
        page.url is None or any(related(sign.link.url, page.url) for sign in pager.numbered),
        bool(pager.turning or pager.plain or pager.current),
    )


def _inside(pager: Pager, around: tuple[int, int]) -> bool:
    """Whether a pager is part of the list: in one of its records, not at an end of it."""
    start, stop = around
    return start < pager.start and pager.stop < stop and pager.start - start > 3 and stop - pager.stop > 3


def _nearness(page: Page, pager: Pager, around: tuple[int, int] | None) -> tuple[int, int]:
    """How deep in the tree pager and region meet, then how few rows lie between them."""
    if around is None:
        return (0, 0)
    nodes = page.nodes
    above = {int(r) for r in nodes.ancestors(around[0])} | {around[0]}
    meet = next((int(nodes.depth[r]) for r in nodes.ancestors(pager.start) if r in above), 0)
    return (meet, -max(0, around[0] - pager.stop, pager.start - around[1]))


def _turn(
    page: Page, found: Sequence[Pager], own: Pager | None, way: Role, around: tuple[int, int] | None
) -> Sign | None:
    """The link that turns pages that way: the own pager's, or else one that says so by itself."""
    if own is not None:
        addresses = {key(sign.link.url) for sign in own.numbered}
        copies = [own, *(p for p in found if p is not own and {key(s.link.url) for s in p.numbered} & addresses)]
        for pager in copies:
            if sign := _chosen(pager, [s for s in pager.turning if _goes(s, way)], way):
                return sign
        near = [p for p in found if not p.numbered and any(_leads_there(s, own) for s in p.turning)]
        return next((s for p in near for s in p.turning if _goes(s, way) and _leads_there(s, own)), None)
    outside = [p for p in found if not p.counted and (around is None or not _inside(p, around))]
    alone = [(sign, p) for p in outside for sign in p.turning if _goes(sign, way) and _trusted(page, sign)]
    if not alone:
        return None
    return max(alone, key=lambda pair: (pair[0].plain, _nearness(page, pair[1], around)))[0]


def _goes(sign: Sign, way: Role) -> bool:
    """Whether a link goes that way; older pages come before newer ones in time, so they are the previous ones."""
    if sign.current:
        return False
    if way == "older":
        return sign.role == "older"
    return (sign.way or {"older": "previous", "newer": "next"}.get(sign.role)) == way


def _chosen(pager: Pager, signs: Sequence[Sign], way: Role) -> Sign | None:
    """Of several such links in a pager (› and ») the one to the page beside the one that is shown."""
    here = key(pager.page.url) if pager.page.url else None
    signs = [sign for sign in signs if key(sign.link.url) != here or sign.link.form is not None]
    if not signs:
        return None
    if pager.current is not None:
        beside = pager.current + (1 if way == "next" else -1)
        addresses = {key(s.link.url) for s in pager.numbered if s.link.number == beside}
        if fitting := [sign for sign in signs if key(sign.link.url) in addresses]:
            return fitting[0]
    ordered = list(signs) if way != "previous" else list(reversed(signs))
    return max(ordered, key=lambda sign: sign.plain)


def _leads_there(sign: Sign, own: Pager) -> bool:
    """Whether a link that stands elsewhere is of the same list as a pager."""
    return any(related(sign.link.url, other.link.url) for other in own.numbered[:3])


def _trusted(page: Page, sign: Sign) -> bool:
    """Whether a link without numbers beside it turns pages: "next" may stand for the next picture or article."""
    url = page.url
    if page.nodes.tag_name(sign.row) != "a":  # buttons of forms: wizards and subscriptions have a "next", too
        return sign.plain >= 2 and (sign.link.form is None or any(says_page(name) for name, _ in sign.link.form))
    if (url is not None and key(sign.link.url) == key(url)) or in_calendar(page, sign.row):
        return False
    if sign.role in ("older", "newer"):
        return True
    if url is None:
        return sign.plain >= 2 or says_page(sign.link.url)
    host, _, path = key(sign.link.url).partition("/")
    return (sign.plain >= 2 and path != "" and host == key(url).split("/")[0]) or related(sign.link.url, url)
