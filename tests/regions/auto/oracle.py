"""Candidates and features of `auto` as anyone would write them: slow, plain, from the page's nodes alone."""

import math
import re
import unicodedata
from collections import Counter, defaultdict
from itertools import pairwise
from statistics import fmean

from pagerows.measures.columns import _COUNTED
from pagerows.page.nodes import TEXT

TOPS = ("li", "tr", "div", "p", "a", "td", "dt", "article", "section")
INSIDE = ("nav", "header", "footer", "aside", "main", "article", "table")

MEANS = (*("chars", "words", "texts", "rows", "link_chars", "link_texts", "numbers", "upper", "long_texts", "images"),)
SHARES = (
    *("chars", "words", "texts", "signs", "digits", "upper", "long_texts", "link_chars", "images", "prose", "prices"),
)


class Facts:
    """What is asked of single rows, and sums of it over spans."""

    def __init__(self, page):
        self.page, self.nodes = page, page.nodes
        nodes = self.nodes
        self.n = len(nodes)
        self.tag = [nodes.tag_name(row) for row in range(self.n)]
        self.parent, self.end, self.depth = nodes.parent.tolist(), nodes.end.tolist(), nodes.depth.tolist()
        self.shown = (~nodes.hidden).tolist()
        self.is_text = (nodes.kind == TEXT).tolist()
        self.text = [
            nodes.data[row].strip() if self.is_text[row] and self.shown[row] else None for row in range(self.n)
        ]
        self.image = [self.tag[row] in _COUNTED["images"] and self.shown[row] for row in range(self.n)]
        self.leaf = [self.text[row] is not None or self.image[row] for row in range(self.n)]
        self.href = ["" if self.tag[row] != "a" else (nodes.attribute(row, "href") or "") for row in range(self.n)]
        self.steps = [self.step(row) for row in range(self.n)]
        self.tags_path = [self.path(row, lambda row: self.tag[row]) for row in range(self.n)]
        self.plain_path = [self.path(row, lambda row: self.steps[row]) for row in range(self.n)]
        often = Counter(text for text in self.text if text is not None)
        title = {
            word for word in re.findall(r"[^\W\d_]+", page.title.casefold()) if len(word) > 2 or not word.isascii()
        }
        self.words = sorted(title)[:12]
        self.each = [self.lanes(row, often) for row in range(self.n)]

    def step(self, row):
        names = "" if self.is_text[row] else self.nodes.attribute(row, "class") or ""
        return self.tag[row], frozenset(re.sub("[0-9]", "", names).split())

    def path(self, row, key):
        found = []
        while row >= 0:
            found.append(key(row))
            row = self.parent[row]
        return tuple(found)

    def in_link(self, row):
        row = self.parent[row]
        while row >= 0 and not self.href[row]:
            row = self.parent[row]
        return row >= 0

    def lanes(self, row, often):
        """What is counted of one row, by name."""
        found = Counter(rows=1)
        if self.href[row]:
            href = self.href[row]
            found += Counter(links=1, href_digits=bool(re.search("[0-9]", href)), href_chars=min(500, len(href)))
            found["href_steps"] = href.count("/")
        for name, tags in _COUNTED.items():
            found[name] += self.tag[row] in tags and self.shown[row]
        text = self.text[row]
        if text is None:
            return found
        kinds = Counter(map(kind, text))
        covered = self.in_link(row)
        found += Counter(chars=len(text), texts=1, link_chars=len(text) * covered, digits=kinds["digit"])
        found += Counter(numbers=kinds["digit"] > 0, signs=kinds["sign"] + kinds["currency"], upper=kinds["upper"])
        found += Counter(words=kinds["space"] + (len(text) > 0), long_texts=len(text) >= 60, link_texts=covered)
        found += Counter(repeated=often[text] > 1, prose=len(text) * (len(text) >= 120 and not covered))
        found += Counter(prices=kinds["currency"] > 0)
        found += Counter(titled=any(word in text.casefold() for word in self.words))
        return found

    def held(self, start, stop):
        return sum((self.each[row] for row in range(start, stop)), Counter())

    def leaves(self, start, stop):
        return [row for row in range(start, stop) if self.leaf[row]]


def kind(character):
    """The kind of a character; beyond U+02FE only currencies are told."""
    if ord(character) >= 0x2FF:
        return "currency" if 0x20A0 <= ord(character) <= 0x20CF else ""
    if unicodedata.category(character) == "Sc":
        return "currency"
    if character.isdigit():
        return "digit"
    if character.isspace():
        return "space"
    if character.isupper():
        return "upper"
    return "" if character.isalpha() else "sign"


def outermost(rows, end):
    """Of nodes inside of each other the outermost."""
    found = []
    for row in rows:
        if not found or end[found[-1]] <= row:
            found.append(row)
    return found


def sources(facts, least):
    """The records of all candidates of the first sources, as a set of tuples of spans."""
    return groups(facts, least) | runs(facts, least) | separated(facts, least)


def groups(facts, least):
    parent, end = facts.parent, facts.end
    rows = [row for row in range(1, facts.n) if not facts.is_text[row] and any(facts.text[row : end[row]])]

    def above(row, times):
        for _ in range(times):
            row = parent[row] if row >= 0 else -1
        return row

    def first(row):
        return facts.steps[row + 1] if end[row] > row + 1 else None

    notions = [
        lambda row: int(facts.nodes.path[row]),
        lambda row: facts.plain_path[row],
        lambda row: facts.tags_path[row],
        lambda row: (facts.tags_path[row], facts.steps[row]),
        lambda row: (facts.steps[row], first(row)),
        lambda row: (parent[row], facts.tags_path[row]),
        lambda row: (parent[row], facts.tags_path[row], facts.steps[row]),
        lambda row: (above(row, 2), facts.tags_path[row]),
        lambda row: (above(row, 3), facts.tags_path[row]),
        lambda row: parent[row],
    ]
    found = set()
    for notion in notions:
        alike = defaultdict(list)
        for row in rows:
            alike[notion(row)].append(row)
        for own in alike.values():
            kept = outermost(own, end)
            if len(kept) >= least:
                found.add(tuple((row, end[row]) for row in kept))
    return found


def children_of(facts):
    found = defaultdict(list)
    for row in range(1, facts.n):
        found[facts.parent[row]].append(row)
    return found


def runs(facts, least):
    found = set()
    end = facts.end
    for children in children_of(facts).values():
        full = [place for place, row in enumerate(children) if facts.leaves(row, end[row])]
        if len(full) < least:
            continue
        for key in (
            lambda row: (facts.tags_path[row], facts.steps[row]),
            lambda row: (facts.steps[row], facts.steps[row + 1] if end[row] > row + 1 else None),
        ):
            alike = defaultdict(list)
            for place in full:
                alike[key(children[place])].append(place)
            taken = set()
            for own in sorted(alike.values(), key=lambda own: (len(own), own[0])):
                apart = (own[-1] - own[0]) / max(1, len(own) - 1)
                if len(own) < least or apart <= 1.2 or len(own) in taken:
                    continue
                taken.add(len(own))
                records = [(children[a], children[b]) for a, b in pairwise(own)]
                last = min(own[-1] + max(1, round(apart)) - 1, len(children) - 1)
                found.add((*records, (children[own[-1]], end[children[last]])))
    return found


def separated(facts, least):
    found = set()
    end = facts.end
    for parent, children in children_of(facts).items():
        empty = defaultdict(list)
        bare = [row for row in children if not facts.leaves(row, end[row])]
        for row in bare:
            empty[facts.tags_path[row], facts.steps[row]].append(row)
        for own in empty.values():
            if len(own) < least - 1 or len(bare) < least - 1:
                continue
            edges = [parent + 1, *(edge for row in own for edge in (row, end[row])), end[parent]]
            records = [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if facts.leaves(a, b)]
            if len(records) >= least:
                found.add(tuple(records))
    return found


def variation(values):
    mean = fmean(values)
    deviation = math.sqrt(max(0.0, fmean([value * value for value in values]) - mean * mean))
    return min(deviation / max(mean, 1e-9), 10.0)


def features(facts, spans):
    """The features of one candidate that do not depend on others, but for the sketch."""
    n, count = facts.n, len(spans)
    whole = facts.held(0, n)
    each = [facts.held(*span) for span in spans]
    total = sum(each, Counter())
    found = {"count": math.log2(count)}
    for name in [
        "chars",
        "words",
        "texts",
        "rows",
        "link_chars",
        "link_texts",
        "numbers",
        "upper",
        "long_texts",
        "images",
    ]:
        found[f"mean_{name}"] = math.log2(1 + total[name] / count)
    for name in [
        "chars",
        "words",
        "texts",
        "signs",
        "digits",
        "upper",
        "long_texts",
        "link_chars",
        "images",
        "prose",
        "prices",
    ]:
        found[f"share_{name}"] = total[name] / max(1, whole[name])
    for name in ["chars", "texts", "rows", "links", "words"]:
        found[f"cv_{name}"] = variation([held[name] for held in each])
    for name in ["links", "images", "headings", "numbers", "long_texts", "bold", "titled", "prices"]:
        found[f"some_{name}"] = fmean([held[name] > 0 for held in each])
    chars, texts, links = (max(1, total[name]) for name in ("chars", "texts", "links"))
    found["link_density"] = total["link_chars"] / chars
    found["digit_density"] = total["digits"] / chars
    found["sign_density"] = total["signs"] / chars
    found["upper_density"] = total["upper"] / chars
    found["text_length"] = math.log2(1 + total["chars"] / texts)
    found["repeated_texts"] = total["repeated"] / texts
    found["href_digits"] = total["href_digits"] / links
    found["href_chars"] = math.log2(1 + total["href_chars"] / links)
    found["href_steps"] = total["href_steps"] / links
    all_links = max(1, whole["links"])
    found["more_href_chars"] = found["href_chars"] - math.log2(1 + whole["href_chars"] / all_links)
    found["more_href_steps"] = found["href_steps"] - whole["href_steps"] / all_links
    found["two_texts"] = fmean([held["texts"] >= 2 for held in each])
    found["four_texts"] = fmean([held["texts"] >= 4 for held in each])
    found["one_image"] = fmean([held["images"] == 1 for held in each])
    found["all_link"] = fmean([held["link_chars"] >= held["chars"] for held in each])
    rest = whole["prose"] - total["prose"]
    found["prose_elsewhere"] = math.log2(1 + rest) - math.log2(1 + total["chars"])
    found["more_links"] = found["link_density"] - whole["link_chars"] / max(1, whole["chars"])
    found["more_titled"] = found["some_titled"] - whole["titled"] / max(1, whole["texts"])
    said = [tuple(sorted(facts.text[row] for row in range(*span) if facts.text[row] is not None)) for span in spans]
    found["distinct_records"] = len(set(said)) / count
    found["tiny_records"] = fmean([held["chars"] < 0.25 * total["chars"] / count for held in each])
    return found | placed(facts, spans, total) | fields(facts, spans)


def placed(facts, spans, total):
    """Where the records stand."""
    n, end, count = facts.n, facts.end, len(spans)
    low, high = spans[0][0], spans[-1][1]

    def chars(start, stop):
        return sum(len(text) for text in facts.text[start:stop] if text is not None)

    whole = max(1, chars(0, n))
    gaps = [chars(a, b) for (_, a), (b, _) in pairwise(spans)]
    around = facts.parent[low]
    while around > 0 and end[around] < high:
        around = facts.parent[around]
    inside = chars(around, end[around])
    parents = {facts.parent[start] for start, _ in spans}
    full = [row for row in range(1, n) if facts.leaves(row, end[row])]
    children = Counter(facts.parent[row] for row in full)
    title = next((row for row in range(n) if facts.tag[row] == "h1"), 0)
    found = {
        "chars_before": chars(0, low) / whole,
        "chars_after": chars(high, n) / whole,
        "rows_before": low / n,
        "rows_after": 1 - high / n,
        "span_rows": (high - low) / n,
        "covers_span": total["chars"] / max(1, chars(low, high)),
        "adjacent": sum(a == b for (_, a), (b, _) in pairwise(spans)) / max(1, count - 1),
        "gap_chars": math.log2(1 + sum(gaps) / max(1, count - 1)),
        "gap_variation": variation([*gaps, 0]),
        "after_title": float(low > title) if title else -1,
        "chars_from_title": (chars(0, low) - chars(0, title)) / whole if title else -2,
        "covers_ancestor": total["chars"] / max(1, inside),
        "share_ancestor": inside / whole,
        "levels": fmean([facts.depth[start] for start, _ in spans]) - facts.depth[around],
        "parents": len(parents) / count,
        "siblings_used": count / max(1, sum(children[parent] for parent in parents)),
        "same_children": variation([children[start] for start, _ in spans]),
    }
    for name in TOPS:
        found[f"top_{name}"] = fmean([facts.tag[start] == name for start, _ in spans])
    for name in INSIDE:
        found[f"in_{name}"] = fmean([name in facts.tags_path[start] for start, _ in spans])
    return found


def fields(facts, spans):
    """What the first four records hold."""
    sample = [spans[min(place, len(spans) - 1)] for place in range(4)]
    leaves = [facts.leaves(*span)[:60] for span in sample]
    each = [{facts.tags_path[row] for row in own} for own in leaves]
    together = set().union(*each)
    links = [[facts.href[row] for row in range(*span) if facts.href[row]][:60] for span in sample]
    every = facts.leaves(0, facts.n)
    before = [row for row in every if row < spans[0][0]][-1:]
    after = [row for row in every if row >= spans[-1][1]][:1]
    return {
        "fields": math.log2(1 + fmean(map(len, each))),
        "fields_repeated": sum(map(len, leaves)) / max(1, sum(map(len, each))),
        "fields_shared": fmean(map(len, each)) / max(1, len(together)),
        "field_before": float(any(facts.tags_path[row] in together for row in before)),
        "field_after": float(any(facts.tags_path[row] in together for row in after)),
        "targets": math.log2(1 + fmean([len(set(own)) for own in links])),
        "links_per_target": sum(map(len, links)) / max(1, sum(len(set(own)) for own in links)),
    }
