"""When two records, and two addresses, are the same although they were read at different times."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from pagerows.page.pagination.urls import key
from pagerows.values import Record

__all__ = ["address", "fingerprint"]

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


def fingerprint(record: Record) -> str:
    """Return a short hash of what makes a record the one it is.

    That is its links and its words; of a record with links, numbers do not count: votes, comments and "3 minutes ago"
    change while a list is read.
    """
    nodes = record.page.nodes
    rows = [row for part in record.parts for row in range(*part) if nodes.tag_name(row) == "a"]
    hrefs = [href for row in rows if (href := nodes.attribute(row, "href")) and not href.startswith("#")]
    links = [address(record.page.absolute(href)) for href in hrefs]
    words = re.sub(r"\d+", "#", record.text) if links else record.text
    said = "\n".join([*dict.fromkeys(links), words])
    return hashlib.blake2b(said.encode("utf-8", "replace"), digest_size=8).hexdigest()
