"""The parts of the report about regions: the list of all, why the best won, and one card each."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pagerows.export.report.figures import blocks_figure, signal_figure, spectrum_figure
from pagerows.page import Page
from pagerows.values import Region

if TYPE_CHECKING:
    from pagerows.pipeline import Extraction

__all__ = ["card", "overview", "why"]

#: Candidates and contributions that are listed.
MOST_CANDIDATES: Final = 20
MOST_CONTRIBUTIONS: Final = 12


def overview(regions: Sequence[Region], colour_of: Callable[[int], str]) -> str:
    """A line per region, linked to its card."""
    if not regions:
        return '<section><p class="note">No records were found on this page.</p></section>'
    lines = "".join(
        f'<tr style="--own: var(--{colour_of(number)})">'
        f'<td><a href="#region-{number}"><i class="swatch"></i>{number}</a></td>'
        f"<td>{_badge(region)}</td><td class=number>{_short(region.score)}</td><td class=number>{len(region):,}</td>"
        f"<td class=number>{len(region.table.cells)}</td><td class=sample>{escape(_sample(region))}</td></tr>"
        for number, region in enumerate(regions, 1)
    )
    return f"""<section>
<h2>Regions</h2>
<div class="scroll"><table class="overview"><thead><tr><th>region</th><th></th><th class=number>score</th>
<th class=number>records</th><th class=number>columns</th><th>first record</th></tr></thead>
<tbody>{lines}</tbody></table></div>
</section>"""


def why(extraction: Extraction) -> str:
    """The candidates that a choosing method looked at, best first."""
    evidence = extraction.regions[0].evidence if extraction.regions else {}
    candidates = evidence.get("candidates")
    if not candidates:
        return ""
    rows = [candidate for candidate in candidates if isinstance(candidate, Mapping)][:MOST_CANDIDATES]
    names = list(dict.fromkeys(name for row in rows for name in row))
    head = "".join(f"<th{_number_class(rows, name)}>{escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td{_number_class(rows, n)}>{_value(row.get(n))}</td>" for n in names) + "</tr>"
        for row in rows
    )
    return f"""{_verdict(evidence)}<section>
<details><summary><h2>Candidates</h2><span>{len(candidates)} were scored</span></summary>
<p class="note">What the method could choose from, best first. Of those that overlap, the best is kept.</p>
<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>
</details>
</section>"""


def _verdict(evidence: Mapping[str, Any]) -> str:
    """Whether the page has records at all, and what spoke for and against it."""
    verdict = evidence.get("page")
    if not isinstance(verdict, Mapping) or "chance" not in verdict:
        return ""
    asked = _contributions(evidence.get("reasons"), "What spoke for and against it")
    return f"""<section>
<details><summary><h2>Has the page records?</h2><span>{"yes" if verdict["accepted"] else "no"}</span></summary>
<p class="note">The chance that the best candidate is the page's records, and not something beside an article, is
{_short(verdict["chance"])}; {_short(verdict["threshold"])} is asked for. Its score is {_short(verdict["score"])}; at
least {_short(verdict["floor"])} is.</p>
{asked}
</details>
</section>"""


def card(number: int, region: Region, page: Page, colour: str, *, is_open: bool) -> str:
    """Why one region is what it is: signal, spectrum, features."""
    facts = f"{len(region):,} records, {len(region.table.cells)} columns"
    return f"""<section class="card" id="region-{number}" style="--own: var(--{colour})">
<details{" open" if is_open else ""}><summary><h2><i class="swatch"></i>Region {number}</h2>{_badge(region)}
<span>{facts}</span><span>score {_short(region.score)}</span></summary>
{_figures(region, page, colour)}
{_contributions(region.evidence.get("contributions"), "What made the score")}
{_features(region)}
{_facts(region.evidence)}
</details>
</section>"""


def _badge(region: Region) -> str:
    if region.content is None:
        return '<span class="badge">not judged</span>'
    return '<span class="badge yes">content</span>' if region.content else '<span class="badge no">noise</span>'


def _sample(region: Region) -> str:
    text = region.records[0].text if region.records else ""
    return text if len(text) <= 90 else f"{text[:90]}…"


def _figures(region: Region, page: Page, colour: str) -> str:
    evidence = region.evidence
    codes = np.asarray(evidence.get("sequence", page.nodes.path))
    bounds = evidence.get("bounds", region.span)
    starts = [record.span.start for record in region.records]
    if "boundaries" in evidence:
        starts = np.asarray(evidence["boundaries"]).tolist()
    parts = [
        "<h3>Signal</h3><figure>"
        + signal_figure(codes[bounds[0] : bounds[1]], int(bounds[0]), starts, colour)
        + '<figcaption><span class="key data"></span>the region\'s stretch of the sequence '
        '<span class="key start"></span>start of a record</figcaption></figure>'
    ]
    spectrum = evidence.get("spectrum")
    values = getattr(spectrum, "values", None)
    if values is not None and len(values) > 2:
        parts.append(
            "<h3>Spectrum</h3><figure>"
            + spectrum_figure(np.asarray(values, float), len(region), colour)
            + "<figcaption>Power over cycles per region, in standard deviations: records that repeat make a peak at "
            "their number.</figcaption></figure>"
        )
    if "blocks" in evidence and page.nodes.layout is not None:
        boxes = page.nodes.layout.boxes
        records = [boxes[row] for record in region.records for row in record.tops]
        parts.append(
            f"<h3>Blocks</h3><figure>{blocks_figure(evidence['blocks'], records, colour)}"
            "<figcaption>The page as blocks; the records are filled.</figcaption></figure>"
        )
    return "".join(parts)


def _contributions(found: Sequence[Mapping[str, Any]] | None, title: str) -> str:
    if not found:
        return ""
    top = found[:MOST_CONTRIBUTIONS]
    most = max(abs(float(row["adds"])) for row in top) or 1.0
    rows = "".join(
        f"<tr><th scope=row>{escape(_words(row['feature']))}</th><td class=number>{_short(row['value'])}</td>"
        f"<td class=both>{_two_sided(float(row['adds']) / most)}</td>"
        f"<td class=number>{float(row['adds']):+.3f}</td></tr>"
        for row in top
    )
    rest = sum(float(row["adds"]) for row in found[MOST_CONTRIBUTIONS:])
    last = f"<tr><th scope=row>all others</th><td></td><td></td><td class=number>{rest:+.3f}</td></tr>" if rest else ""
    return (
        f"<h3>{title}</h3><table class=bars><thead><tr><th>feature</th><th class=number>value</th><th></th>"
        f"<th class=number>adds</th></tr></thead><tbody>{rows}{last}</tbody></table>"
    )


def _two_sided(share: float) -> str:
    width = round(50 * min(1.0, abs(share)), 1)
    return f'<i class="{"minus" if share < 0 else "plus"}" style="width:{width}%"></i>'


def _features(region: Region) -> str:
    if not region.features:
        return ""
    rows = "".join(
        f"<tr><th scope=row>{escape(_words(name))}</th><td class=number>{_short(value)}</td><td>{_bar(value)}</td></tr>"
        for name, value in region.features.items()
    )
    table = f"<table class=bars><tbody>{rows}</tbody></table>"
    if len(region.features) <= 10:
        return f"<h3>Features</h3>{table}"
    return f"<details class=inner><summary><h3>All {len(region.features)} features</h3></summary>{table}</details>"


def _bar(value: float) -> str:
    if not 0 <= value <= 1:
        return ""
    return f'<i class="meter"><i style="width:{round(100 * float(value), 1)}%"></i></i>'


def _facts(evidence: Mapping[str, Any]) -> str:
    """Whatever else the method says in single words and numbers."""
    plain = {name: evidence[name] for name in evidence if name not in _SHOWN}
    plain = {name: value for name, value in plain.items() if isinstance(value, (str, int, float))}
    if not plain:
        return ""
    listed = "".join(f"<div><dt>{escape(_words(n))}</dt><dd>{_value(v)}</dd></div>" for n, v in plain.items())
    return f'<h3>Found on the way</h3><dl class="facts">{listed}</dl>'


#: Evidence that has a place of its own above, or is large.
_SHOWN: Final = frozenset(
    {
        "sequence",
        "contour",
        "bounds",
        "boundaries",
        "spectrum",
        "candidates",
        "contributions",
        "reasons",
        "blocks",
        "sets",
    }
)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _number_class(rows: Sequence[Mapping[str, Any]], name: str) -> str:
    return " class=number" if all(isinstance(row.get(name), (int, float)) for row in rows) else ""


def _value(value: Any) -> str:
    return _short(value) if isinstance(value, float) else escape(str("" if value is None else value))


def _short(value: float) -> str:
    """A number in a few characters.

    >>> _short(0.45331), _short(1234567.0), _short(0.0000123), _short(3.0)
    ('0.453', '1,234,567', '1.2e-05', '3')
    """
    number = float(value)
    if not math.isfinite(number):
        return str(number)
    if number == int(number):
        return f"{int(number):,}"
    if abs(number) < 1e-3:
        return f"{number:.1e}"
    return f"{number:.3f}".rstrip("0") if abs(number) < 100 else f"{number:,.1f}"
