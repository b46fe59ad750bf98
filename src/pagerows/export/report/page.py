"""The page itself for the report: rebuilt from its nodes with harmless tags and attributes only, records marked."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from html import escape
from itertools import islice
from typing import Final

from pagerows.page import Page
from pagerows.page.nodes import TEXT, NodeTable
from pagerows.values import Region

__all__ = ["MOST_ROWS", "shown_page", "view_policy"]

#: Rows of a page that are shown; the rest of a larger one is left out.
MOST_ROWS: Final = 60_000

_KEPT: Final = """
a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn dir
div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i ins kbd label legend li main
mark menu nav ol p pre q s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr
tt u ul var wbr
"""
KEPT: Final = frozenset(_KEPT.split())
_EMPTY: Final = frozenset({"br", "hr", "wbr", "col"})
#: Elements whose content is nothing to read.
_UNREAD: Final = "svg math object embed iframe frame video audio canvas select datalist textarea map noscript"
_SKIPPED: Final = frozenset(_UNREAD.split())
_SAFE: Final = """
class id dir lang colspan rowspan align valign bgcolor color width height border cellpadding cellspacing start open
"""
_ATTRIBUTES: Final = frozenset(_SAFE.split())
_FETCHING: Final = re.compile(r"url\s*\(|@import|image-set|expression|behavior|-moz-binding|\\|<", re.IGNORECASE)
#: What is never closed goes to the end, as in browsers; so each character is read once, whatever a page leaves open.
_STYLES: Final = re.compile(r"<style\b[^>]*+(?:>(.*?)(?:</style|\Z)|\Z)", re.IGNORECASE | re.DOTALL)
_RULE_URL: Final = re.compile(r"url\s*+\([^)]*+\)?", re.IGNORECASE)
_IMPORT: Final = re.compile(r"@import[^;]*+;?|@font-face\s*+\{[^}]*+\}?", re.IGNORECASE)
#: Pictures inside of the page; no SVG, which is markup.
_CARRIED: Final = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=\s]+\Z")
_LONGEST_PICTURE: Final = 500_000
#: One clear pixel in the place of a picture that would be loaded: the page's own styles give it its size.
_EMPTY_PICTURE: Final = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
#: Style sheets that are shown, and characters of one.
_MOST_STYLES, _LONGEST_STYLE = 30, 400_000


def shown_page(page: Page, regions: Sequence[Region], *, sheets: Sequence[str] = (), script: str = "") -> str:
    """Return an HTML document without scripts, links, forms or anything that loads; records carry ``data-record``.

    `sheets` are the texts of the style sheets that the page links to; `script` is our own, the only one that may run.
    """
    body = _body(page.nodes, _marks(regions))
    base = page.nodes.attributes(0) if len(page.nodes) else {}
    own = f"<script>{script}</script>" if script else ""
    return (
        '<!doctype html><html><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{view_policy(script)}">'
        f"<style>{_OWN_DEFAULTS}</style>{_page_styles(page.html, sheets)}<style>{_OWN_RULES}</style></head>"
        f"<body{_attributes_text(base)}>{body}{own}</body></html>"
    )


def view_policy(script: str = "") -> str:
    """What a shown page may do: its own styles, pictures that it carries, and no script but this one."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    runs = f"; script-src 'sha256-{digest}'" if script else ""
    return f"default-src 'none'; style-src 'unsafe-inline'; img-src data:{runs}"


_OWN_DEFAULTS: Final = "html{background:#fff;color:#111;font:14px/1.4 system-ui,sans-serif}img{max-width:100%}"
#: The chosen list is outlined in the accent colour, the others faintly; all of it set by the script (frontend/).
_OWN_RULES: Final = (
    "[data-record]{outline:1px dashed #8888;outline-offset:-1px;cursor:pointer}[data-noise]{outline-color:#8885}"
    "[data-on]{outline:2px solid #0b8068;cursor:default}"
    "[data-hint]{outline:2px solid #555!important;box-shadow:inset 0 0 0 200vmax #5552!important}"
    "[data-lit]{outline:3px solid #0b8068!important;"
    "box-shadow:0 0 0 4px #0b806855,inset 0 0 0 200vmax #0b806824!important}"
    "img[data-empty]{background:#8883;min-width:12px;min-height:12px}"
    "a{text-decoration:underline;cursor:inherit}body{visibility:visible!important;opacity:1!important;"
    "display:block!important;overflow:auto!important;position:static!important}"
)


def _marks(regions: Sequence[Region]) -> dict[int, list[tuple[int, int, bool]]]:
    """Row -> the records that begin there as a top node: (region, record, is noise), best region first."""
    marks: dict[int, list[tuple[int, int, bool]]] = {}
    for number, region in enumerate(regions, 1):
        for index, record in enumerate(region.records):
            for row in record.tops:
                marks.setdefault(row, []).append((number, index, region.content is False))
    return marks


def _mark_text(marks: Mapping[int, list[tuple[int, int, bool]]], row: int) -> str:
    own = marks.get(row)
    if not own:
        return ""
    names = " ".join(f"{region}-{record}" for region, record, _ in own)
    return f' data-region="{own[0][0]}" data-record="{names}"' + (" data-noise" if own[0][2] else "")


def _body(nodes: NodeTable, marks: Mapping[int, list[tuple[int, int, bool]]]) -> str:
    """Write the rows below <body> one after the other; what is still open is on a stack, so depth costs nothing."""
    out: list[str] = []
    closing: list[tuple[int, str]] = []  # (row behind the subtree, end tag)
    kinds, ends = nodes.kind, nodes.end
    row, total = 1, min(len(nodes), MOST_ROWS)
    while row < total:
        while closing and closing[-1][0] <= row:
            out.append(closing.pop()[1])
        mark = _mark_text(marks, row)
        if kinds[row] == TEXT:
            text = escape(str(nodes.data[row]), quote=False)
            space = " " if nodes.spaced[row] else ""
            out.append(f"{space}<span{mark}>{text}</span>" if mark else f"{space}{text}")
            row += 1
            continue
        tag = nodes.tag_name(row)
        if tag == "img":
            out.append(_image(nodes, row, mark))
        if tag == "img" or (tag in _SKIPPED and not mark):
            row = int(ends[row])
            continue
        own = tag if tag in KEPT else "div" if tag in ("form", "button") or "-" in tag else "span"
        # Page scripts that would reveal hidden parts do not run: what the markup hides stays hidden.
        hidden = " hidden" if nodes.hidden[row] and not mark else ""
        out.append(f"<{own}{_attributes_text(nodes.attributes(row))}{mark}{hidden}>")
        if own not in _EMPTY:
            closing.append((int(ends[row]), f"</{own}>"))
        row += 1
    out.extend(end for _, end in reversed(closing))
    if total < len(nodes):
        out.append(f"<p>… {len(nodes) - total:,} more nodes are not shown.</p>")
    return "".join(out)


def _image(nodes: NodeTable, row: int, mark: str) -> str:
    """A picture that the page carries itself, else an empty one of the same size: nothing is loaded."""
    found = nodes.attributes(row)
    source = found.get("src", "")
    carried = len(source) <= _LONGEST_PICTURE and _CARRIED.match(source) is not None
    shown = escape(source) if carried else _EMPTY_PICTURE
    said = escape(found.get("alt", ""))
    return f'<img src="{shown}" alt="{said}"{_attributes_text(found)}{mark}{"" if carried else " data-empty"}>'


def _attributes_text(found: Mapping[str, str]) -> str:
    parts = [f' {name}="{escape(value)}"' for name, value in found.items() if name in _ATTRIBUTES]
    style = found.get("style", "")
    if style and not _FETCHING.search(style):
        parts.append(f' style="{escape(style)}"')
    return "".join(parts)


def _page_styles(html: str, sheets: Sequence[str] = ()) -> str:
    """The page's own style sheets, without what would load anything; outlines and layout stay recognisable."""
    inside = [found[1] or "" for found in islice(_STYLES.finditer(html), _MOST_STYLES)]
    texts = [*sheets[:_MOST_STYLES], *inside]
    plain = [_IMPORT.sub("", _RULE_URL.sub("none", text)) for text in texts if len(text) < _LONGEST_STYLE]
    return "".join(f"<style>{text.replace('<', '')}</style>" for text in plain)
