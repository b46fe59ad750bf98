"""Pages saved whole by a browser (MHTML): find the main document among the parts."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from pagerows.errors import PageError
from pagerows.page._when import read_moment

if TYPE_CHECKING:
    from email.message import Message

__all__ = ["Part", "is_mhtml", "main_document"]

_START: Final = 4096


class Part(NamedTuple):
    """One document of an MHTML file."""

    body: bytes
    url: str | None
    content_type: str
    #: When the file was saved.
    saved: datetime | None = None


def is_mhtml(data: bytes) -> bool:
    """Tell whether bytes are an MHTML file: mail headers that announce related parts, before any markup."""
    start = data[:_START]
    if start.lstrip().startswith(b"<"):
        return False
    start = start.lower()
    return b"multipart/related" in start and b"mime-version:" in start


def main_document(data: bytes) -> Part:
    """Return the first HTML part: browsers write the page itself before its frames."""
    import email.policy  # slow to import, and few pages are MHTML

    try:
        message = email.message_from_bytes(data, policy=email.policy.compat32)
        for part in message.walk():
            if part.get_content_type() in ("text/html", "application/xhtml+xml"):
                return _part(part, message)
    except RecursionError as error:
        raise PageError("the parts of the MHTML file are nested too deeply") from error
    raise PageError("the MHTML file has no HTML part")


def _part(part: Message, message: Message) -> Part:
    body = part.get_payload(decode=True)
    url = part.get("Content-Location") or message.get("Snapshot-Content-Location")
    return Part(
        body=body if isinstance(body, bytes) else b"",
        url=str(url) if url else None,
        content_type=str(part.get("Content-Type", "")),
        saved=read_moment(str(message.get("Date", ""))),
    )
