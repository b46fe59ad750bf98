"""Where the pages of each dataset are published, under which licence, and what of the gold is.

Whoever wants to check our figures gets a copy from there; an importer builds the shape that the bench reads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pagerows.errors import ParameterError

__all__ = ["SOURCES", "Published", "source_of"]

_VELLOSO: Final = "https://github.com/rpvelloso/webMining (webMining/datasets), beside the program of [VD13] and [V20]"
_NONE: Final = "none stated: measure, do not pass on"


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What outsiders can have of a dataset."""

    name: str
    #: Where its pages are; None: nowhere, as far as we know.
    where: str | None
    licence: str
    #: The gold: what is published with the pages, what has to be written beside them, what is ours.
    gold: str
    #: The importer that builds our shape from a copy; None where there is none.
    importer: str | None = None


SOURCES: Final = (
    Published(
        name="estuka2017",
        where="https://github.com/Fadwa-estuka/Testbed-Dataset-for-Data-Record-Extraction-and-Alignment",
        licence="MIT",
        gold="published with the pages (data records.csv)",
        importer="estuka",
    ),
    Published(
        name="wcxb",
        where="https://github.com/Murrough-Foley/web-content-extraction-benchmark",
        licence="CC-BY-4.0",
        gold="published with the pages (ground-truth)",
        importer="wcxb",
    ),
    Published(
        name="lists2026",
        where="listing and collection pages of WCXB (see wcxb)",
        licence="CC-BY-4.0 (pages)",
        gold="record nodes and ideal tables are ours and not published",
    ),
    Published(
        name="tbdw",
        where="http://daisen.cc.kyushu-u.ac.jp/TBDW/ (version 1.02)",
        licence=_NONE,
        gold="published: counts and addresses; XPaths of all records (records.json) are to be written beside it",
        importer="tbdw",
    ),
    Published(
        name="tpsf",
        where=_VELLOSO,
        licence=_NONE,
        gold="counts and titles (counts.csv) are to be written beside it",
        importer="tps",
    ),
    Published(
        name="unstructured",
        where=_VELLOSO,
        licence=_NONE,
        gold="no page has records: counts.csv with 0 for each",
        importer="tps",
    ),
    *(
        Published(
            name=name,
            where="the pages of ViNTs (Zhao and others, 2005); we know of no place that still publishes them",
            licence=_NONE,
            gold="counts and titles (counts.csv) are to be written beside it",
            importer="tps",
        )
        for name in ("zhao1", "zhao2", "zhao3")
    ),
    Published(
        name="clustvx",
        where="the pages of ClustVX (Grigalis and Cenys, 2014); we know of no place that publishes them now",
        licence=_NONE,
        gold="counts and titles (counts.csv) are to be written beside it",
        importer="tps",
    ),
    Published(
        name="scrapers",
        where="test suites of public scrapers, many repositories",
        licence="one per page, some none: measure, do not pass on",
        gold="what those tests expect; our selection is not published",
    ),
    Published(
        name="pagers",
        where="https://github.com/TeamHG-Memex/autopager (its training data)",
        licence="MIT",
        gold="published with the pages; links are judged, not records: no importer",
    ),
)


def source_of(name: str) -> Published:
    """Return what is known of a dataset by its name."""
    for one in SOURCES:
        if one.name == name:
            return one
    raise ParameterError(f"unknown dataset {name!r}; there are: {', '.join(one.name for one in SOURCES)}")
