"""Pages of one site -> a wrapper: the list that they share, its columns joined over pages, names chosen once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from pagerows.columns import SiteHabits
from pagerows.columns.want import check_want, is_address, meant
from pagerows.errors import WrapperError
from pagerows.page import Page, Source
from pagerows.pipeline import DEFAULT_METHOD, Extraction, extract, table_maker
from pagerows.unique import UniqueNames
from pagerows.values import Column, Constant, Record, Region, Table
from pagerows.wrapper.applying import apply, columns_with_evidence, fitted, kept_share, with_evidence
from pagerows.wrapper.choosing import candidates, is_shown, nothing
from pagerows.wrapper.evidence import Evidence, holder, merged
from pagerows.wrapper.matching import matched
from pagerows.wrapper.model import Wrapper, WrapperColumn
from pagerows.wrapper.records import first_rows, is_flat, records_at
from pagerows.wrapper.select import Samples, Selector, anchored, inner_selector, selector_for

__all__ = ["learn", "learn_from_regions"]

#: Lists of a page that are tried as the one that the pages share.
MOST_LISTS: Final = 4
_NUMBERED: Final = re.compile(r"_\d+$")


def learn(
    pages: Extraction | Page | Source | Iterable[Extraction | Page | Source],
    *,
    method: str = DEFAULT_METHOD,
    near: str | None = None,
    region: int | None = None,
    examples: Sequence[str] = (),
    want: Sequence[str] | None = None,
    **params: Any,
) -> Wrapper:
    """Learn how to read a site's list from one or several of its pages.

    A person who knows better than the method says which list is meant: `near` is a text that stands in it, `region`
    its number among the first page's regions (from 1), `examples` are one to three values of it. `want` are the
    columns to keep, in that order. Further keywords are those of `extract`.

    >>> page = "<ul>" + "".join(f"<li><h3>Item {n}</h3><p>{n} €</p></li>" for n in range(9)) + "</ul>"
    >>> learn(page).apply(page.replace("Item", "Thing")).table.rows[0]
    ['Thing 0', '0 €']
    """
    wishes = check_want(want)
    sources: list[Any] = list(pages) if _is_several(pages) else [pages]  # type: ignore[arg-type]
    found = [one if isinstance(one, Extraction) else extract(one, method=method, **params) for one in sources]
    if not found:
        raise WrapperError("give at least one page to learn from")
    wanted = [text for text in (near, *examples) if text]
    lists = [
        candidates(one, wanted if number == 0 else (), region if number == 0 else None, MOST_LISTS)
        for number, one in enumerate(found)
    ]
    lists = [[one for one in own if is_shown(one)] for own in lists]
    if (not lists[0] and wanted) or not any(lists):
        raise WrapperError(nothing(wanted, len(found)))
    made = learn_from_regions([one.page for one in found], lists, certain=region is not None or bool(wanted))
    return _only(made, [one.page for one in found], wishes) if wishes else made


def _only(wrapper: Wrapper, pages: Sequence[Page], wishes: Sequence[str]) -> Wrapper:
    """The wrapper with the columns that are wished for, in that order and under these names.

    Who wishes for the address of a column gets that column: its links come with it.
    """
    kept: dict[int, WrapperColumn] = {}
    tables = [apply(wrapper, page, new_columns=False).table.all_columns for page in pages]
    for wish in wishes:
        places = [columns.index(found) for columns in tables if (found := meant(columns, wish)) is not None]
        if not places:
            raise WrapperError(f"no column fits {wish!r}; there are: {', '.join(wrapper.names)}")
        own = wrapper.columns[places[0]]
        kept.setdefault(places[0], own if is_address(wish) else replace(own, name=wish))
    return replace(wrapper, columns=tuple(kept.values()))


def _is_several(pages: object) -> bool:
    """Whether these are pages, not one."""
    one = (bytes, bytearray, memoryview, str, Path, Page, Extraction)
    return isinstance(pages, Iterable) and not isinstance(pages, one) and not hasattr(pages, "read")


@dataclass(frozen=True, slots=True)
class _Choice:
    selectors: list[Selector]
    flat: bool
    score: float


def learn_from_regions(pages: Sequence[Page], lists: Sequence[Sequence[Region]], *, certain: bool = False) -> Wrapper:
    """Learn from pages whose possible lists are known, best first; `certain` takes the first of them as it is."""
    choice = _shared_list(pages, lists, certain)
    if not certain:
        choice = _with_other_kinds(pages, lists, choice)
    records = [records_at(page, choice.selectors, flat=choice.flat) for page in pages]
    used = [(page, own) for page, own in zip(pages, records, strict=True) if own]
    if not used:
        raise WrapperError("no selector finds the records again")
    counts = [len(own) for _, own in used]
    strict = anchored(choice.selectors, [(page.nodes, first_rows(own)) for page, own in used])
    site = SiteHabits()
    tables = [table_maker(page, site=site)(own) for page, own in used]
    site.tables = [(page, Constant(table)) for (page, _), table in zip(used, tables, strict=True)]
    made = Wrapper(
        records=tuple(strict),
        spare=tuple(choice.selectors) if strict != choice.selectors else (),
        columns=tuple(_columns(used, tables)),
        habits=site(),
        flat=choice.flat,
        count=(min(counts), max(counts)),
        learned_from=tuple(page.url or (str(page.path) if page.path else "") for page in pages),
    )
    if len(used) < 2:
        return made
    return replace(made, kept=min(kept_share(made, fitted(made, page, own).columns) for page, own in used))


def _shared_list(pages: Sequence[Page], lists: Sequence[Sequence[Region]], certain: bool) -> _Choice:
    """The list whose selector finds lists again on most pages; on one page the best."""
    best: _Choice | None = None
    for page, own in zip(pages, lists, strict=True):
        for rank, region in enumerate(own[:1] if certain else own):
            selectors = selector_for([(page.nodes, first_rows(region.records))])
            if not selectors:
                continue
            flat = is_flat(region.records)
            matched = [_agreement(other, selectors, flat, theirs) for other, theirs in zip(pages, lists, strict=True)]
            score = sum(value for value, _ in matched) - 0.05 * rank
            if best is None or score > best.score + 1e-9:
                best = _Choice(_over_pages(pages, selectors, matched), flat, score)
    if best is None:
        raise WrapperError("no selector finds the records again")
    return best


def _with_other_kinds(pages: Sequence[Page], lists: Sequence[Sequence[Region]], choice: _Choice) -> _Choice:
    """Add selectors for pages that build the same list otherwise: it is elsewhere there, and looks alike."""
    known = [(page, records_at(page, choice.selectors, flat=choice.flat)) for page in pages]
    seen = [
        (column, each)
        for page, own in known
        if own
        for column, each, shown in columns_with_evidence(page, own)
        if shown
    ]
    selectors = list(choice.selectors)
    for (page, own), theirs in zip(known, lists, strict=True):
        if own or not theirs or is_flat(theirs[0].records) != choice.flat:
            continue
        found = [(c, e) for c, e, shown in columns_with_evidence(page, theirs[0].records) if shown]
        pairs = matched(*_apart(found), *_apart(seen))
        alike = sum(found[i][1].fill for i in pairs) / max(1e-9, sum(e.fill for _, e in found))
        new = selector_for([(page.nodes, first_rows(theirs[0].records))])
        # A list that looks otherwise is the same one all the same where it is nowhere on the other pages: each of the
        # pages was given as one that has it.
        elsewhere = any(records_at(other, new, flat=choice.flat) for other, known_there in known if known_there)
        if alike >= 0.5 or not elsewhere:
            selectors += new
    return _Choice(selectors, choice.flat, choice.score)


def _agreement(
    page: Page, selectors: Sequence[Selector], flat: bool, lists: Sequence[Region]
) -> tuple[float, Region | None]:
    """How well a selector finds one of a page's lists, and which one; lists that the method ranks lower count less."""
    rows = first_rows(records_at(page, selectors, flat=flat))
    best: tuple[float, Region | None] = (0.0, None)
    for rank, region in enumerate(lists):
        own = first_rows(region.records)
        both = len(np.intersect1d(rows, own))
        score = _f2(both, len(rows), len(own)) * (0.9**rank)
        if score > best[0]:
            best = score, region
    return best


def _over_pages(
    pages: Sequence[Page], selectors: list[Selector], matched: Sequence[tuple[float, Region | None]]
) -> list[Selector]:
    """Selectors that hold on every page where the list was found, or the given ones where these are as good."""
    samples = [
        (page.nodes, first_rows(region.records))
        for page, (score, region) in zip(pages, matched, strict=True)
        if region is not None and score > 0.6
    ]
    refined = selector_for(samples) if len(samples) > 1 else []
    if not refined or _fit(samples, refined) < _fit(samples, selectors):
        return selectors  # one page on which another list was taken, too, does not widen it for all
    return refined


def _fit(samples: Samples, selectors: Sequence[Selector]) -> float:
    """How well selectors select the rows of each page, summed over pages."""
    found = [(np.unique(np.concatenate([one.rows(nodes) for one in selectors])), rows) for nodes, rows in samples]
    return sum(_f2(len(np.intersect1d(got, rows)), len(got), len(rows)) for got, rows in found)


def _f2(both: int, found: int, meant: int) -> float:
    """F2: what is left out weighs more than what is found besides.

    Methods leave single records out on one page and not on the next; rows that are no records are left out later.
    """
    return 5 * both / (found + 4 * meant) if found + meant else 0.0


# -- columns ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Joined:
    """A column over pages: its parts, each with its evidence and the number of that page's records."""

    parts: list[tuple[Column, Evidence, int]]
    rows: list[tuple[Page, Sequence[Record], Column]]

    @property
    def evidence(self) -> Evidence:
        return merged([e for _, e, _ in self.parts], [n for _, _, n in self.parts])


def _columns(used: Sequence[tuple[Page, Sequence[Record]]], tables: Sequence[Table]) -> list[WrapperColumn]:
    """Join the columns of all pages: the same fact has the same column, what only one page has is kept."""
    joined: list[_Joined] = []
    seen = 0
    for (page, records), table in zip(used, tables, strict=True):
        found = [(column, evidence) for column, evidence, shown in with_evidence(page, records, table) if shown]
        pairs = matched(*_apart([(one.parts[0][0], one.evidence) for one in joined]), *_apart(found))
        by_found = {j: i for i, j in pairs.items()}
        place = 0
        for number, (column, evidence) in enumerate(found):
            part = (column, evidence, len(records))
            if number in by_found:
                own = joined[by_found[number]]
                own.parts.append(part)
                own.rows.append((page, records, column))
                place = max(place, joined.index(own) + 1)  # behind all that stand before it on this page
            else:
                joined.insert(place if seen else len(joined), _Joined([part], [(page, records, column)]))
                by_found = {j: i + (i >= place and bool(seen)) for j, i in by_found.items()}
                place = place + 1 if seen else len(joined)
        seen += len(records)
    total = max(1, seen)
    unique = UniqueNames()
    return [_learned(own, total, unique) for own in joined]


def _apart(pairs: Sequence[tuple[Column, Evidence]]) -> tuple[list[Column], list[Evidence]]:
    """Columns, and what each can be known by."""
    return [column for column, _ in pairs], [evidence for _, evidence in pairs]


def _learned(own: _Joined, total: int, unique: UniqueNames) -> WrapperColumn:
    def vote(name: str) -> Any:
        votes: dict[Any, float] = {}
        for column, evidence, count in own.parts:
            if (value := getattr(column, name)) is not None:
                votes[value] = votes.get(value, 0.0) + count * max(0.01, evidence.fill)
        return max(votes, key=votes.__getitem__) if votes else None

    names: Counter[str] = Counter()
    for column, _, count in own.parts:
        names[column.name] += count * (1 if _NUMBERED.search(column.name) else 3)
    evidence = own.evidence
    present = sum(count for _, _, count in own.parts)
    fill = evidence.fill * present / total
    return WrapperColumn(
        name=unique(_NUMBERED.sub("", names.most_common(1)[0][0])),
        kind=vote("kind") or "text",
        type=vote("type") or "text",
        role=vote("role"),
        unit=vote("unit"),
        selector=_selector(own),
        evidence=replace(evidence, fill=fill, least=evidence.least if present == total else 0.0),
    )


def _selector(own: _Joined) -> Selector | None:
    """A selector that finds the column's cells in their records, for other tools."""
    samples = []
    for page, records, column in own.rows:
        rows = [
            (record.span.start, record.span.stop, holder(page.nodes, cell))
            for record, cell in zip(records, column.cells, strict=True)
            if cell is not None and record.span.start < holder(page.nodes, cell) < record.span.stop
        ]
        samples.append((page.nodes, rows))
    return inner_selector(samples)
