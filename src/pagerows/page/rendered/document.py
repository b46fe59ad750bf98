"""A source as markup that a browser can be given, with what is known of where it came from."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from pagerows.page import URL, Fetched, Source, read_markup
from pagerows.page.mhtml import Part
from pagerows.page.rendered.beside import files_named
from pagerows.page.rendered.policy import NOWHERE, Policy

__all__ = ["Document", "policy_of", "read_document"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A page's markup and origin."""

    html: str
    url: str | None = None
    #: The address that the caller gave; `url` may come from the file itself.
    given: str | None = None
    #: Whether the caller wants public addresses only, of the page and of what it loads.
    public_only: bool = False
    encoding: str | None = None
    path: Path | None = None
    #: When it was fetched or saved.
    now: datetime | None = None
    #: The other parts of an MHTML file, by address.
    parts: Mapping[str, Part] = field(default_factory=dict)

    @property
    def markup(self) -> str:
        """What the browser is given: parts that an MHTML file names by number get an address it can ask for."""
        return self.html.replace('"cid:', f'"{NOWHERE}cid/') if self.parts else self.html


def read_document(source: Source, url: str | None, encoding: str | None, content_type: str | None = None) -> Document:
    """Read a source as `parse` does, so that both see the same characters."""
    public_only = isinstance(source, URL) and source.public_only
    source = source.fetched() if isinstance(source, URL) else source
    read = read_markup(source, url=url, encoding=encoding, content_type=content_type)
    parts = {} if read.mhtml is None else _parts(read.mhtml)
    given = url or (source.url if isinstance(source, Fetched) else None)
    return Document(
        html=read.text if isinstance(read.text, str) else read.text.decode(),
        url=read.url,
        given=given,
        public_only=public_only,
        encoding=read.encoding,
        path=read.path,
        now=read.now,
        parts=parts,
    )


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


def policy_of(document: Document, allow: Sequence[str], *, public_only: bool = False) -> Policy:
    """Return what the document may load: a file those that it names, a web page its origin, any other nothing."""
    if document.path is not None and not document.parts:
        path = document.path.resolve()
        files = files_named(document.html, path)
        return Policy(url=path.as_uri(), files=files, allow=allow, public_only=public_only)
    return Policy(
        url=document.url if document.url and _on_the_web(document.url) else NOWHERE,
        given=document.given if document.given and _on_the_web(document.given) else None,
        allow=allow,
        parts=document.parts,
        public_only=public_only or document.public_only,
    )


def _on_the_web(url: str) -> bool:
    return url.lower().startswith(("http://", "https://"))
