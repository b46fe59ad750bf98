"""A source as markup that a browser can be given, with what is known of where it came from."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pagerows.errors import PageError
from pagerows.page import MAX_BYTES, Source, _read
from pagerows.page.decode import decode
from pagerows.page.fetch import Fetched
from pagerows.page.mhtml import Part, is_mhtml, main_document
from pagerows.page.rendered.policy import NOWHERE, Policy
from pagerows.page.sniff import foreign_kind

__all__ = ["Document", "policy_of", "read_document"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A page's markup and origin."""

    html: str
    url: str | None = None
    encoding: str | None = None
    path: Path | None = None
    #: The other parts of an MHTML file, by address.
    parts: Mapping[str, Part] = field(default_factory=dict)

    @property
    def markup(self) -> str:
        """What the browser is given: parts that an MHTML file names by number get an address it can ask for."""
        return self.html.replace('"cid:', f'"{NOWHERE}cid/') if self.parts else self.html


def read_document(source: Source, url: str | None, encoding: str | None, content_type: str | None = None) -> Document:
    """Read a source as `parse` does, so that both see the same characters."""
    if isinstance(source, Fetched):
        url, content_type, source = url or source.url, content_type or source.content_type, source.body
    data, path = _read(source)
    if len(data) > MAX_BYTES:
        unit = "characters" if isinstance(data, str) else "bytes"
        raise PageError(f"the page has {len(data):,} {unit}, more than the {MAX_BYTES:,} that pagerows reads")
    if isinstance(data, str):
        return Document(html=data, url=url, path=path)
    if kind := foreign_kind(data):
        raise PageError(f"this is {kind}, not a web page")
    parts: dict[str, Part] = {}
    if is_mhtml(data):
        main, parts = main_document(data), _parts(data)
        data, url, content_type = main.body, url or main.url, main.content_type
    html, used = decode(data, encoding=encoding, content_type=content_type)
    return Document(html=html, url=url, encoding=used, path=path, parts=parts)


def _parts(data: bytes) -> dict[str, Part]:
    found: dict[str, Part] = {}
    for part in email.message_from_bytes(data, policy=email.policy.compat32).walk():
        body = part.get_payload(decode=True)
        if not isinstance(body, bytes):
            continue
        kind = str(part.get("Content-Type", "application/octet-stream"))
        if location := part.get("Content-Location"):
            found[str(location)] = Part(body, str(location), kind)
        if number := part.get("Content-ID"):
            address = f"{NOWHERE}cid/{str(number).strip('<>')}"
            found[address] = Part(body, address, kind)
    return found


def policy_of(document: Document, allow: Sequence[str]) -> Policy:
    """Return what the document may load: a file its folder, a web page its origin, any other nothing."""
    if document.path is not None and not document.parts:
        path = document.path.resolve()
        return Policy(url=path.as_uri(), folder=path.parent, allow=allow)
    web = document.url is not None and document.url.startswith(("http://", "https://"))
    return Policy(url=document.url if web and document.url else NOWHERE, allow=allow, parts=document.parts)
