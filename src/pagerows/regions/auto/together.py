"""Pages of one site, read together, vote: what stands in the same place with other texts is the list.

A candidate of one page is a candidate of another where its records have the same tags and classes from the root down
and are cut alike. What has the same texts on both pages is their frame, and gets no votes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pagerows.later import Unsigned, np
from pagerows.measures.candidates import Candidates
from pagerows.measures.columns import Columns, Floats
from pagerows.page.nodes import NodeTable

__all__ = ["Place", "places_of", "voted"]

#: What the other pages' mean score is worth beside a page's own.
_WEIGHT: Final = 0.5
#: How far votes must put another candidate ahead of the page's own choice, which duels made, to overrule it. By site,
#: three sets of scores: estuka2017 .976, .977, .977 (alone .976, .964, .972; without a margin .969, .973, .970).
_AHEAD: Final = 0.05
#: How many of a page's candidates take part.
_VOTERS: Final = 24

#: Where records stand and how they are cut: tags and classes from the root down, and whether each is one element.
Place = tuple[str, bool]
_Seen = dict[Place, tuple[float, Unsigned]]


def voted(pages: Sequence[tuple[Columns, Candidates, Floats]]) -> list[Floats]:
    """Return the candidates' scores of each page with the votes of the others."""
    places = [places_of(columns.nodes, candidates) for columns, candidates, _ in pages]
    seen = [_seen(*page, place) for page, place in zip(pages, places, strict=True)]
    if len(pages) < 2:
        return [scores for *_, scores in pages]
    found = []
    for number, (columns, candidates, scores) in enumerate(pages):
        raised = scores.copy()
        for chosen in np.argsort(-scores, kind="stable")[:_VOTERS].tolist():
            own = _texts(columns, candidates, chosen)
            others = [_vote(place, places[number][chosen], own) for at, place in enumerate(seen) if at != number]
            raised[chosen] += _WEIGHT * sum(others) / len(others)
        found.append(_unless_ahead(raised / (1 + _WEIGHT), int(scores.argmax())))
    return found


def _unless_ahead(scores: Floats, own: int) -> Floats:
    """The scores with the page's own choice first, unless another one is clearly ahead of it."""
    best = float(scores.max())
    if scores[own] < best <= scores[own] + _AHEAD:
        scores[own] = best + 1e-6
    return scores


def _vote(seen: _Seen, place: Place, own: Unsigned) -> float:
    """The score of what another page has in the same place, less what of it is the same."""
    if place not in seen:
        return 0.0
    score, texts = seen[place]
    return score * (1 - float(np.isin(own, texts).mean()))


def _seen(columns: Columns, candidates: Candidates, scores: Floats, places: Sequence[Place]) -> _Seen:
    found: _Seen = {}
    for chosen in np.argsort(-scores, kind="stable")[:_VOTERS].tolist():
        if places[chosen] not in found:
            found[places[chosen]] = float(scores[chosen]), _texts(columns, candidates, chosen)
    return found


def _texts(columns: Columns, candidates: Candidates, chosen: int) -> Unsigned:
    """A number for the text of each record; texts are numbered anew on every page, so it is of the text itself."""
    own = slice(int(candidates.first[chosen]), int(candidates.first[chosen + 1]))
    nodes = columns.nodes
    spans = zip(candidates.start[own].tolist(), candidates.stop[own].tolist(), strict=True)
    return np.array([hash_of(" ".join(nodes.texts(*span))) for span in spans], np.uint64)


def hash_of(text: str) -> int:
    """A number for a text, the same on every run."""
    from zlib import crc32

    return crc32(text.encode("utf-8", "replace"))


def places_of(nodes: NodeTable, candidates: Candidates) -> list[Place]:
    """Return where the records of each candidate stand; the one in the middle speaks for all."""
    middle = (candidates.first[:-1] + candidates.first[1:]) // 2
    known: dict[int, str] = {-1: ""}
    found = []
    for start, stop in zip(candidates.start[middle].tolist(), candidates.stop[middle].tolist(), strict=True):
        found.append((_spelt(nodes, int(nodes.path[start]), known), int(nodes.end[start]) == stop))
    return found


def _spelt(nodes: NodeTable, code: int, known: dict[int, str]) -> str:
    above = []
    while code not in known:
        above.append(code)
        code = int(nodes.paths.parent[code])
    for code in reversed(above):
        known[code] = f"{known[int(nodes.paths.parent[code])]}/{nodes.paths.tag[code]}{_plain(nodes, code)}"
    return known[above[0]] if above else known[code]


def _plain(nodes: NodeTable, code: int) -> str:
    classes = next((value for name, value in nodes.paths.style[code] if name == "class" and value), "")
    return "".join(f".{word}" for word in sorted({word.strip("0123456789") for word in classes.split()}))
