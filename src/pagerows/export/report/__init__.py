"""Extraction -> one HTML file that shows what the program saw: the sequence, every region, and the page beside it.

The file loads nothing: styles and the script are inside, the page is rebuilt without scripts and sits in a sandbox.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape
from importlib.resources import files
from typing import Final

import numpy as np

from pagerows.export.report.cards import card, overview, why
from pagerows.export.report.drawing import pictures
from pagerows.export.report.figures import Band, sequence_figure
from pagerows.export.report.page import shown_page
from pagerows.pipeline import Extraction
from pagerows.values import Region

__all__ = ["COLOURS", "colour_of", "report_page"]

#: Colours of the first regions on the page itself, which is always light; the rest are grey and told by number.
COLOURS: Final = ("#2563c9", "#c2570c", "#0f7d5c", "#8741c4", "#c02f5f", "#7d6608", "#0b7a94", "#a03a8a")
GREY: Final = "#6b7280"


def colour_of(number: int) -> str:
    """Return the CSS variable of a region's colour."""
    return f"c{number}" if number <= len(COLOURS) else "grey"


def report_page(extraction: Extraction, source: str) -> str:
    """Return the report as HTML."""
    regions = extraction.regions
    page = extraction.page
    script = (files(__package__) / "report.js").read_text("utf-8")
    styles = (files(__package__) / "report.css").read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; img-src data:"
    shown = shown_page(page, regions, [*COLOURS, *([GREY] * len(regions))][: len(regions)])
    title = page.title or source
    numbered = enumerate(regions, 1)
    cards = "".join(card(n, region, page, colour_of(n), is_open=n == 1) for n, region in numbered)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>pagerows: {escape(title)}</title>
<style>{styles}</style>
</head>
<body>
<main>
{_header(extraction, source)}
{_sequence(extraction)}
{overview(regions, colour_of)}
{why(extraction)}
{pictures(extraction)}
{cards}
</main>
<aside aria-label="The page">
<div class="bar"><b>The page</b><span>every record outlined; hover a record or a row</span></div>
<iframe sandbox="allow-same-origin" title="The page, without scripts and pictures" srcdoc="{escape(shown)}"></iframe>
</aside>
<script>{script}</script>
</body>
</html>
"""


def _header(extraction: Extraction, source: str) -> str:
    page, regions = extraction.page, extraction.regions
    content = [region for region in regions if region.content is not False]
    facts = [
        ("method", extraction.method),
        ("regions", f"{len(regions)}, {len(content)} content" if len(content) != len(regions) else str(len(regions))),
        ("records", f"{len(content[0]):,} in the best region" if content else "none"),
        ("nodes", f"{len(page.nodes):,}"),
        ("tag paths", f"{len(page.nodes.paths):,}"),
        ("language", page.lang or "not said"),
    ]
    listed = "".join(f"<div><dt>{name}</dt><dd>{escape(value)}</dd></div>" for name, value in facts)
    return f"""<header>
<p class="brand">pagerows inspect</p>
<h1>{escape(page.title or source)}</h1>
<p class="source">{escape(page.url or source)}</p>
<dl class="facts">{listed}</dl>
</header>"""


def _sequence(extraction: Extraction) -> str:
    page, regions = extraction.page, extraction.regions
    if not len(page.nodes):
        return '<section><p class="note">The page has no body.</p></section>'
    evidence = regions[0].evidence if regions else {}
    codes = np.asarray(evidence.get("sequence", page.nodes.path))
    if len(codes) != len(page.nodes):  # the method saw a pruned page; the regions are in the whole one
        codes = page.nodes.path
    contour = np.maximum.accumulate(codes)  # [V20 Def. 3.9]
    bands = [_band(number, region) for number, region in enumerate(regions, 1)]
    return f"""<section>
<h2>The page as a sequence</h2>
<p class="note">Each node in document order, drawn at the number of its tag path (numbered by first appearance).
The contour rises where a path is new; records only repeat paths, so they lie where it is flat. Bars: the regions.</p>
<figure>{sequence_figure(codes, contour, bands)}
<figcaption><span class="key data"></span>sequence <span class="key contour"></span>contour</figcaption></figure>
</section>"""


def _band(number: int, region: Region) -> Band:
    span = region.span
    what = "noise" if region.content is False else "content"
    title = f"region {number}: {len(region)} records, {what}, score {region.score:.3g}"
    return Band(number, span.start, span.stop, colour_of(number), title)
