"""Hostile pages through everything that is static: ``python -m pagerows.lab.fuzz COUNT [SEED]``.

Each page is generated or made of hostile pieces, damaged some times, read by one of the methods with one of the
aligners, typed and named, and written in one of the formats, so that over many pages every combination comes up.
Wanted: no exception but PagerowsError, no page over 10 s of CPU, no process over 1 GB, and one digest of all answers,
which must be the same under every hash seed:

    PYTHONHASHSEED=1 python -m pagerows.lab.fuzz 20000 7; PYTHONHASHSEED=2 python -m pagerows.lab.fuzz 20000 7
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import random
import resource
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from pagerows import registry
from pagerows.errors import PagerowsError
from pagerows.export import FORMATS, writer
from pagerows.export._writer import WriteOptions
from pagerows.export.sheets import page_result
from pagerows.lab.bench.generate import LAYOUTS, PageSpec, generate, mutate
from pagerows.pipeline import extract

__all__ = ["Run", "fuzz", "hostile_page", "page_of"]

#: CPU seconds that a page may take, and MiB that the process may.
MOST_SECONDS: Final = 10.0
MOST_MIB: Final = 1024

#: Values that readers and writers trip over; a list of them is a page.
HOSTILE: Final = (
    *("=1+1", "@SUM(A1)", "＝cmd", "x;=HYPERLINK(1)", "\x00\x01\x1b[2J", "\ud800", "\ufffe", "\u202e123", "9" * 400),
    *("1" + ",234" * 90 + ".5", "999999999999/5", "9" * 30 + "%", "-$155.00", "15K", "3 days ago", "31.02.2026", "١٢٣"),
    *(
        "１２３",
        "NaN",
        "Infinity",
        "1e999",
        " ",
        "(((((" * 40,
        "a" * 3000,
        "'; DROP TABLE x",
        "<script>alert(1)</script>",
    ),
    *("&#0;", "&notanentity;", "data:image/png;base64,xx"),
)
ATTRIBUTES: Final = (
    *('itemprop=" "', "colspan=99999999999999999999", "rowspan=-1", 'class=""', 'datetime="0000-13-45"', "hidden"),
    *('href="http://[::1"', 'href="//"', 'src="data:,"', 'srcset=", ,x 2x"', 'style="width:1e99%"', 'dir="rtl"'),
    *('aria-label="4.5 out of 0 stars"', 'content="\x00"'),
)
TAGS: Final = (
    *("div", "li", "tr", "td", "article", "span", "a", "p", "h3", "dt", "dd", "time", "img", "select", "button", "x-y"),
    *("svg", "template"),
)


def hostile_page(rng: random.Random) -> bytes:
    """Write records of random shape with hostile texts and attributes."""

    def piece(depth: int) -> str:
        tag, inner = rng.choice(TAGS), rng.choice(HOSTILE)
        if depth and rng.random() < 0.6:
            inner = "".join(piece(depth - 1) for _ in range(rng.randint(1, 4)))
        return f"<{tag} {rng.choice(ATTRIBUTES)}>{inner}</{tag}>"

    shape = [piece(2) for _ in range(rng.randint(1, 3))]
    records = "".join(
        f"<li>{rng.choice(shape)}<b>{rng.choice(HOSTILE)}</b></li>" for _ in range(rng.choice((0, 1, 3, 9, 40)))
    )
    state = json.dumps({"items": [{"a": rng.choice(HOSTILE), "b": n} for n in range(5)]})
    script = f"<script type=application/ld+json>{state}</script>" if rng.random() < 0.3 else ""
    return f"<title>{rng.choice(HOSTILE)}</title>{script}<ul>{records}</ul>".encode("utf-8", "surrogatepass")


def page_of(number: int, seed: int) -> bytes:
    """Return the page of a number: a third generated, a third hostile, all but some damaged once or several times."""
    rng = random.Random(f"{seed}/{number}")
    if number % 3:
        spec = PageSpec(
            seed=rng.randrange(10**6),
            layout=rng.choice(LAYOUTS),
            records=rng.choice((0, 2, 5, 12)),
            fields=rng.randint(1, 6),
            noise=2,
        )
        data = generate(spec).html.encode()
    else:
        data = hostile_page(rng)
    for _ in range(rng.choice((0, 1, 1, 2, 5))):
        data = mutate(data, rng.randrange(10**9))
    return data[:60_000]


@cache
def static_methods() -> tuple[str, ...]:
    """The methods that need no browser."""
    return tuple(name for name in registry.names("regions") if not registry.method(name).needs_render)


@dataclass(slots=True)
class Run:
    """What came of the pages so far."""

    pages: int = 0
    records: int = 0
    slowest: float = 0.0
    errors: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    digest: hashlib._Hash = field(default_factory=hashlib.sha256)

    def plain(self) -> dict[str, object]:
        """The run as JSON takes it."""
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        return {
            "pages": self.pages,
            "records": self.records,
            "slowest_cpu_seconds": round(self.slowest, 2),
            "peak_mib": peak,
            "refused": dict(sorted(self.errors.items())),
            "wrong": self.wrong,
            "digest": self.digest.hexdigest()[:16],
        }


def _answer(data: bytes, number: int, run: Run) -> bytes:
    """Read and write one page; the combination follows from its number."""
    aligners = registry.names("align")
    formats = [name for name in FORMATS if name not in ("sqlite", "table")]
    methods = static_methods()
    method = methods[number % len(methods)]
    found = extract(data, method=method, align=aligners[number // 7 % len(aligners)], url="https://a.example/x")
    run.records += sum(len(region.records) for region in found.regions)
    stream = io.BytesIO()
    target = writer(formats[number // 3 % len(formats)])(stream, WriteOptions(sources=True, regions=True, values=True))
    try:
        target.add(page_result("page", found, every=number % 4 == 0))
        target.finish()
    finally:
        target.close()
    return stream.getvalue()


def fuzz(count: int, seed: int, first: int = 0) -> Run:
    """Try pages by number; what is wrong is kept with the number that makes it again."""
    run = Run()
    for number in range(first, first + count):
        data, begun = page_of(number, seed), time.process_time()
        try:
            run.digest.update(_answer(data, number, run))
        except PagerowsError as error:
            run.errors[type(error).__name__] += 1
            run.digest.update(str(error).encode("utf-8", "replace"))
        except Exception as error:
            run.wrong.append(f"page {number} of seed {seed}: {type(error).__name__}: {error}"[:300])
        took = time.process_time() - begun
        run.slowest = max(run.slowest, took)
        if took > MOST_SECONDS:
            run.wrong.append(f"page {number} of seed {seed}: {took:.1f} s")
        run.pages += 1
    return run


def main() -> int:
    """Run from the command line; exit code 1 where something was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first page")
    parser.add_argument("--keep", type=Path, help="folder for the pages that went wrong")
    arguments = parser.parse_args()
    run = fuzz(arguments.count, arguments.seed, arguments.first)
    plain = run.plain()
    print(json.dumps(plain))
    for line in run.wrong if arguments.keep else ():
        number = int(line.split()[1])
        arguments.keep.mkdir(parents=True, exist_ok=True)
        (arguments.keep / f"{number}.html").write_bytes(page_of(number, arguments.seed))
    return int(bool(run.wrong) or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024 > MOST_MIB)


if __name__ == "__main__":
    sys.exit(main())
