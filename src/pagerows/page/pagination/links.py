"""The links of a page that may lead to other pages of a list, each with what it says it does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode, urlsplit, urlunsplit

from pagerows.page.pagination.words import (
    Role,
    arrow_of,
    icon_role,
    is_choice,
    is_weak,
    name_role,
    number_of,
    rel_role,
    text_role,
)

if TYPE_CHECKING:
    from pagerows.page import Page

__all__ = ["PageLink", "Sign", "candidates", "declared", "short_links"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLink:
    """A link (or the button of a form) to another page of a list."""

    url: str
    #: The row of the link in the page's node table; None for what the page's head declares.
    row: int | None
    #: The page number that it shows, where it shows one.
    number: int | None = None
    #: What a form would send by POST; None for everything that is fetched by its address alone.
    form: tuple[tuple[str, str], ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """A link with what its text, attributes and icon say."""

    link: PageLink
    row: int
    #: One past the last row of the link.
    end: int
    role: Role
    #: next or previous, where words or markup say so and not only the order in time.
    way: Role | None
    #: How plainly it says so: 3 rel, 2 words, 1 symbols, names of classes, icons.
    plain: int
    #: Whether the page marks it as the page that is shown, or as out of use.
    current: bool = False


#: Class names of what is shown now or cannot be used.
_CURRENT: Final = frozenset({"active", "current", "selected", "highlight", "disabled", "inactive", "on", "cur"})
#: Fields that a form does not send unless they are pressed, or that are not ours to send.
_UNSENT: Final = frozenset({"submit", "image", "button", "reset", "file", "password"})
#: Attributes that say what a link without a text does.
_LABELS: Final = ("aria-label", "title", "data-title")
_SCHEMES: Final = frozenset({"http", "https", "file", ""})
#: Characters of an address, and of a page's head, that are read.
_LONGEST_URL: Final = 2_000
_HEAD: Final = 200_000
_BODY: Final = re.compile(r"<body[\s>]", re.IGNORECASE)
_LINK: Final = re.compile(r"<link\s([^<>]{1,2000})>", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(r"([a-z]+)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+)", re.IGNORECASE)
#: Longest text, label or title that is read.
_LONGEST: Final = 120
#: Longest text of a link that may be named after pages without saying it.
_SHORT: Final = 24


def candidates(page: Page) -> list[Sign]:
    """Return the links and buttons that say something about pages, in document order."""
    nodes = page.nodes
    forms: dict[int, tuple[tuple[str, str], ...]] = {}
    found = []
    for row in nodes.rows_with_tag("a", "button", "input").tolist():
        sign = _anchor(page, row) if nodes.tag_name(row) == "a" else _button(page, row, forms)
        if sign is not None:
            found.append(sign)
    return found


def declared(page: Page) -> PageLink | None:
    """The next page by ``<link rel=next>`` in the page's head: pages that fill themselves often have no other."""
    head = page.html[:_HEAD]
    for tag in _LINK.findall(head[: found.start()] if (found := _BODY.search(head)) else head):
        about = {name.casefold(): value.strip("\"'") for name, value in _ATTRIBUTE.findall(tag)}
        if rel_role(about.get("rel", "")) == "next" and about.get("href"):
            return PageLink(url=page.absolute(unescape(about["href"])), row=None)
    return None


def short_links(page: Page) -> Iterator[tuple[int, str]]:
    """Yield row and address of links that say little, or nothing in words: what else turns pages."""
    nodes = page.nodes
    for row in nodes.rows_with_tag("a").tolist():
        href = (nodes.attribute(row, "href") or "").strip()
        if href and not href.startswith("#") and len(href) <= _LONGEST_URL and nodes.end[row] - row < 12:
            text = nodes.text(row)
            if len(text) <= _SHORT and number_of(text) is None:
                yield row, page.absolute(href)


def _anchor(page: Page, row: int) -> Sign | None:
    attributes = page.nodes.attributes(row)
    href = attributes.get("href", "").strip()
    if not href or href.startswith("#") or len(href) > _LONGEST_URL:
        return None
    said = _said(page, row, attributes)
    if said is None or (said[0] == "number" and is_choice(page.nodes.text(row), href)):
        return None
    url = page.absolute(href)
    try:
        if urlsplit(url).scheme.lower() not in _SCHEMES:
            return None
    except ValueError:
        return None
    return _sign(page, row, attributes, url, said, None)


def _button(page: Page, row: int, forms: dict[int, tuple[tuple[str, str], ...]]) -> Sign | None:
    """A button that sends a form: search forms that turn pages."""
    attributes = page.nodes.attributes(row)
    if attributes.get("type", "submit").casefold() not in ("submit", "image") or "disabled" in attributes:
        return None
    if page.nodes.tag_name(row) == "input":
        attributes = {**attributes, "aria-label": attributes.get("value") or attributes.get("alt") or ""}
    said = _said(page, row, attributes)
    form = next((above for above in page.nodes.ancestors(row) if page.nodes.tag_name(above) == "form"), None)
    if said is None or form is None:
        return None
    about = page.nodes.attributes(form)
    url = page.absolute(about.get("action") or (page.url or ""))
    pressed = [(attributes["name"], attributes.get("value", ""))] if attributes.get("name") else []
    if form not in forms:
        forms[form] = tuple(_fields(page, form))
    fields = (*forms[form], *pressed)
    if about.get("method", "get").casefold() != "post":
        return _sign(page, row, attributes, _with_query(url, fields), said, None)
    return _sign(page, row, attributes, url, said, fields)


def _fields(page: Page, form: int) -> Iterator[tuple[str, str]]:
    """What the form would send as it stands: hidden and filled fields, no buttons, no boxes that are not ticked."""
    nodes = page.nodes
    for row in range(form, int(nodes.end[form])):
        tag = nodes.tag_name(row)
        if tag not in ("input", "select", "textarea"):
            continue
        about = nodes.attributes(row)
        kind = about.get("type", "text").casefold()
        if not about.get("name") or "disabled" in about or kind in _UNSENT:
            continue
        if tag == "select":
            options = [r for r in range(row, int(nodes.end[row])) if nodes.tag_name(r) == "option"]
            chosen = [r for r in options if nodes.attribute(r, "selected") is not None] or options[:1]
            for option in chosen:
                given = nodes.attribute(option, "value")
                yield about["name"], nodes.text(option) if given is None else given
        elif tag == "textarea":
            yield about["name"], nodes.text(row)
        elif kind not in ("checkbox", "radio") or "checked" in about:
            yield about["name"], about.get("value", "on" if kind in ("checkbox", "radio") else "")


def _with_query(url: str, fields: tuple[tuple[str, str], ...]) -> str:
    try:
        return urlunsplit(urlsplit(url)._replace(query=urlencode(fields), fragment=""))
    except ValueError:
        return url


_Said = tuple[Role, Role | None, int, int | None]


def _said(page: Page, row: int, attributes: dict[str, str]) -> _Said | None:
    """Role, way, plainness and number of a link, or None where it says nothing of pages."""
    nodes = page.nodes
    text = nodes.text(row) if nodes.end[row] - row < 12 else ""
    if len(text) > _LONGEST:
        text = ""
    number, role = number_of(text), text_role(text)
    names = (attributes.get("class", ""), attributes.get("id", ""))
    if number is not None and role not in ("next", "previous"):  # "next 20" is no page
        return "number", None, 2, number
    rel = rel_role(attributes.get("rel", ""))
    label = next((said for name in _LABELS if (said := text_role(attributes.get(name, "")))), None)
    spoken, drawn = _icon(page, row) if not text else (None, None)
    named = name_role(*names) or (_holder(page, row) if len(text) <= _SHORT else None)
    if role is None and text and not rel and not (named and len(text) <= _SHORT):
        return None
    words = role if role not in (None, "next", "previous") or any(c.isalpha() for c in text) else None
    if words in ("older", "newer"):
        way = rel or named or arrow_of(text)
        return words, way if way in ("next", "previous") else None, 2, None
    evidence = (
        (words, 1 if is_weak(text) else 2),
        (rel, 1),
        (label or spoken, 2),
        (role or named or drawn, 1),
    )
    for found, plain in evidence:
        if found is not None:
            if rel == found and (role or len(text) <= _SHORT):  # a long text is the title of the next article
                plain = 3
            return found, found if found in ("next", "previous") else None, plain, None
    return None


def _icon(page: Page, row: int) -> tuple[Role | None, Role | None]:
    """What the pictures in a link say: by their alternative text, by the class names of icons."""
    nodes, classes = page.nodes, []
    for inner in range(row + 1, int(nodes.end[row])):
        about = nodes.attributes(inner)
        for name in ("alt", "aria-label", "title"):
            if found := text_role(about.get(name, "")):
                return found, None
        classes.append(about.get("class", ""))
    return None, icon_role([*classes, nodes.attribute(row, "class") or ""])


def _holder(page: Page, row: int) -> Role | None:
    """What the element around a link says where it holds nothing else: ``<li class=next>``."""
    nodes = page.nodes
    parent = int(nodes.parent[row])
    if parent <= 0 or nodes.end[parent] != nodes.end[row] or parent != row - 1:
        return None
    about = nodes.attributes(parent)
    return name_role(about.get("class", ""), about.get("id", ""))


def _sign(
    page: Page, row: int, attributes: dict[str, str], url: str, said: _Said, form: tuple[tuple[str, str], ...] | None
) -> Sign:
    role, way, plain, number = said
    return Sign(
        link=PageLink(url=url, row=row, number=number, form=form),
        row=row,
        end=int(page.nodes.end[row]),
        role=role,
        way=way,
        plain=plain,
        current=_is_current(page, row, attributes),
    )


def _is_current(page: Page, row: int, attributes: dict[str, str]) -> bool:
    if attributes.get("aria-current", "false") != "false" or attributes.get("aria-disabled") == "true":
        return True
    parent = int(page.nodes.parent[row])
    names = attributes.get("class", "")
    if parent > 0 and page.nodes.tag_name(parent) in ("li", "span", "td"):
        names += " " + (page.nodes.attribute(parent, "class") or "")
    return any(part in _CURRENT for name in names.casefold().split() for part in re.split(r"[-_]+", name))
