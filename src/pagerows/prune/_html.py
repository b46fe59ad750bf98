"""A page's rows to keep -> HTML: the document without what was pruned [VD13 Alg. 5]."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import turbohtml
from numpy.typing import NDArray

from pagerows.errors import PageError
from pagerows.page import Page
from pagerows.page._markup import prepared
from pagerows.page.html import UNREAD
from pagerows.page.nodes import TEXT, Paths

__all__ = ["pruned_html"]


def pruned_html(page: Page, keep: NDArray[np.bool_]) -> str:
    """Write the page with only the rows in `keep` and their ancestors; its ``<head>`` stays, declared as UTF-8.

    What is in no row (scripts, comments) is pruned, but for styles and the white space between rows that stay.

    >>> from pagerows.page import parse
    >>> pruned_html(parse("<title>T</title><nav>N</nav><p>a &lt; b"), np.array([False, False, False, True, True]))
    '<!DOCTYPE html><html><head><meta charset="utf-8"><title>T</title></head><body><p>a &lt; b</p></body></html>'
    """
    nodes = page.nodes
    count = np.r_[0, np.cumsum(keep)]
    stays = (count[nodes.end] > count[:-1]).tolist()
    stays[:1] = [True]
    document = turbohtml.parse(prepared(page.html))
    body = document.find("body")
    if not isinstance(body, turbohtml.Element):
        raise PageError("the page has no <body> to prune")
    doomed, rows = [], 1
    for node, in_table in _walk(body):
        if in_table:
            _check(page, node, rows)
            if not stays[rows]:
                doomed.append(node)
            rows += 1
        elif not _harmless(node):
            doomed.append(node)
    if rows != len(nodes):
        raise PageError("the page's nodes are not those of its markup (rendered pages cannot be written)")
    for node in doomed:
        _take_out(node)
    _declare_utf8(document)
    for doctype in [node for node in document.children if isinstance(node, turbohtml.Doctype)]:
        doctype.extract()
    return ("" if _tables_in_paragraphs(page.nodes.paths) else "<!DOCTYPE html>") + document.serialize()


def _take_out(node: turbohtml.Node) -> None:
    """Remove a node; an empty comment keeps apart the texts that it stood between, since they are two nodes."""
    if isinstance(node.previous_sibling, turbohtml.Text) and isinstance(node.next_sibling, turbohtml.Text):
        node.insert_before(turbohtml.Comment(""))
    node.extract()


def _tables_in_paragraphs(paths: Paths) -> bool:
    """Whether a table is in a paragraph: only a page without a doctype (or with an old one) is read like that."""
    inside = [False] * (len(paths) + 1)
    for code, (parent, tag) in enumerate(zip(paths.parent.tolist(), paths.tag, strict=True)):
        inside[code] = inside[parent] or tag == "p"  # parents come first; that of <body> is -1, the spare one
        if tag == "table" and inside[code]:
            return True
    return False


def _declare_utf8(document: turbohtml.Document) -> None:
    """Put the one declaration of an encoding first in ``<head>``; what the page declared was for other bytes."""
    head = document.find("head")
    if not isinstance(head, turbohtml.Element):
        return
    for meta in list(head.find_all("meta")):
        if "charset" in meta.attrs or str(meta.attrs.get("http-equiv") or "").lower() == "content-type":
            meta.extract()
    head.insert(0, turbohtml.Element("meta", {"charset": "utf-8"}))


def _walk(body: turbohtml.Element) -> Iterator[tuple[turbohtml.Node, bool]]:
    """Every node below ``<body>`` in document order, and whether it is a row of the node table."""
    skipped = UNREAD | {"noscript"}
    stack = list(reversed(list(body.children)))
    while stack:
        node = stack.pop()
        if isinstance(node, turbohtml.Element):
            inside = node.tag not in skipped
            yield node, inside
            if inside:
                stack.extend(reversed(list(node.children)))
        else:
            yield node, isinstance(node, turbohtml.Text) and not node.data.isspace()


def _check(page: Page, node: turbohtml.Node, row: int) -> None:
    nodes = page.nodes
    same = row < len(nodes) and (
        nodes.kind[row] == TEXT if isinstance(node, turbohtml.Text) else nodes.tag_name(row) == getattr(node, "tag", "")
    )
    if not same:
        raise PageError("the page's nodes are not those of its markup (rendered pages cannot be written)")


def _harmless(node: turbohtml.Node) -> bool:
    return isinstance(node, turbohtml.Text) or getattr(node, "tag", None) == "style"
