"""When two records, and two addresses, are the same although they were read at different times."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from pagerows.page.pagination.urls import key
from pagerows.values import Record

__all__ = ["address", "fingerprints"]

#: Parts of addresses that name a visit, not a page.
_SESSION: Final = re.compile(
    r"(?:php|j|asp)?sess(?:ion)?_?id|sid|s_id|cfid|cftoken|utm_\w+|_ga|fbclid|gclid", re.IGNORECASE
)
_IN_PATH: Final = re.compile(r";(?:jsessionid|sid)=[^/?#]*", re.IGNORECASE)


def address(url: str, form: Sequence[tuple[str, str]] | None = None) -> str:
    """Return what stays of an address from visit to visit.

    >>> address("http://a.example/x;jsessionid=1F?page=2&PHPSESSID=99")
    'a.example/x?page=2'
    """
    try:
        parts = urlsplit(_IN_PATH.sub("", url.strip()))
        query = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if not _SESSION.fullmatch(pair[0])]
        plain = key(parts._replace(query=urlencode(query)).geturl())
    except ValueError:
        plain = key(url)
    return plain if form is None else f"{plain} {urlencode([p for p in form if not _SESSION.fullmatch(p[0])])}"


def fingerprints(records: Sequence[Record]) -> list[str]:
    """Return a short hash per record of what makes it the one it is: its links and its words.

    Of a record that no other on the page shares its links with, numbers do not count: votes, comments and "3 minutes
    ago" change while a list is read.
    """
    links = [_links(record) for record in records]
    shared = Counter(links)
    found = []
    for record, own in zip(records, links, strict=True):
        words = re.sub(r"\d+", "#", record.text) if own and shared[own] == 1 else record.text
        said = "\n".join([*own, words])
        found.append(hashlib.blake2b(said.encode("utf-8", "replace"), digest_size=8).hexdigest())
    return found


def _links(record: Record) -> tuple[str, ...]:
    nodes = record.page.nodes
    rows = [row for part in record.parts for row in range(*part) if nodes.tag_name(row) == "a"]
    hrefs = [href for row in rows if (href := nodes.attribute(row, "href")) and not href.startswith("#")]
    return tuple(dict.fromkeys(address(record.page.absolute(href)) for href in hrefs))
