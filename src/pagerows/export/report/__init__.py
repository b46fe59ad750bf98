"""Extraction -> one HTML file: the table first, the page with its records beside it, and below them the reasons.

It is the view of `pagerows serve`, frozen. The file loads nothing: data, styles and the script (built from frontend/)
are inside, the page is rebuilt without scripts and sits in a sandbox.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import numpy as np

from pagerows.export._writer import WriteOptions
from pagerows.export.json import page_text
from pagerows.export.report.cards import card, overview, why
from pagerows.export.report.carried import data_section
from pagerows.export.report.drawing import pictures
from pagerows.export.report.figures import Band, sequence_figure
from pagerows.export.report.page import shown_page
from pagerows.export.sheets import page_result
from pagerows.values import Region

if TYPE_CHECKING:
    from pagerows.pipeline import Extraction

__all__ = ["colour_of", "report_page"]

#: How many regions have a colour of their own; the rest are grey and told by number.
COLOURED: Final = 8


def colour_of(number: int) -> str:
    """Return the CSS variable of a region's colour."""
    return f"c{number}" if number <= COLOURED else "grey"


def report_page(extraction: Extraction, source: str, *, sheets: Sequence[str] = ()) -> str:
    """Return the report as HTML; `sheets` are the texts of the style sheets that the page links to."""
    page = extraction.page
    script = _built("report.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; img-src data:"
    shown = shown_page(page, extraction.regions, sheets=sheets)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(page.title or source)} - pagerows</title>
<style>{_built("report.css")}</style>
</head>
<body>
<main>
<header class="report-head"><span class="brand">pagerows</span><h1>{escape(page.title or source)}</h1>
<p class="source">{escape(page.url or source)}</p></header>
<div id="workbench" class="workbench-place"><p>{_without_script(extraction)}</p></div>
{_why(extraction)}
</main>
<pre id="frozen" hidden>{escape(_frozen(extraction, source), quote=False)}</pre>
<pre id="shown" hidden>{escape(shown, quote=False)}</pre>
<script>{script}</script>
</body>
</html>
"""


@cache
def _built(name: str) -> str:
    """A file that is built from frontend/ (see its README)."""
    return (files(__package__) / name).read_text("utf-8")


def _frozen(extraction: Extraction, source: str) -> str:
    """All lists as the command line's JSON has them, and which one is the best."""
    best = extraction.best
    number = next((n for n, region in enumerate(extraction.regions, 1) if region is best), None)
    refused = None if best else list(extraction.verdict.reasons)
    page = page_text(page_result(source, extraction, every=True), WriteOptions())
    return f'{{"best": {json.dumps(number)}, "refused": {json.dumps(refused)}, "page": {page}}}'


def _without_script(extraction: Extraction) -> str:
    if not extraction.regions:
        return "No records were found on this page."
    return "The table is shown by a script inside this file; allow scripts to see it."


def _why(extraction: Extraction) -> str:
    """The reasons, folded: signal, spectrum, candidates, features."""
    page, regions = extraction.page, extraction.regions
    numbered = enumerate(regions, 1)
    cards = "".join(card(n, region, page, colour_of(n), is_open=n == 1) for n, region in numbered)
    return f"""<details class="why"><summary>Why this table <span>what the method saw</span></summary>
<div class="why-inside">
{_facts(extraction)}
{_sequence(extraction)}
{overview(regions, colour_of)}
{data_section(extraction)}
{why(extraction)}
{pictures(extraction)}
{cards}
</div></details>"""


def _facts(extraction: Extraction) -> str:
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
    return f'<section><dl class="facts">{listed}</dl></section>'


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
