"""One page, one method: what is run, and what came of it."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pagerows
from pagerows import registry
from pagerows.errors import ParameterError
from pagerows.lab.bench.cells import rows
from pagerows.lab.bench.corpora import Gold
from pagerows.lab.bench.measures import Counts, measure, ratios
from pagerows.lab.bench.results import PageResult
from pagerows.values import Region

if TYPE_CHECKING:
    from pagerows.page import Page

__all__ = ["MethodSpec", "Task", "failed", "run_task"]

#: Regions beyond this many are not tried when the best one is looked for.
MOST_REGIONS: Final = 25

_PARTS: Final = {"align": "align", "content": "content", "filter": "prune"}


@dataclass(frozen=True, slots=True)
class MethodSpec:
    """A method with parameters: what ``--method NAME:key=value,...`` means."""

    name: str
    params: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> MethodSpec:
        """Read a label; unknown methods and parameters are ParameterErrors.

        >>> MethodSpec.read("same_path:min_score=0.5").params
        {'min_score': 0.5}
        """
        name, _, rest = text.partition(":")
        params = {}
        for setting in filter(None, rest.split(",")):
            key, equals, value = setting.partition("=")
            if not equals:
                raise ParameterError(f"{text!r}: {setting!r} is no key=value")
            try:
                params[key] = json.loads(value)
            except ValueError:
                params[key] = {"True": True, "False": False, "None": None}.get(value, value)
        spec = cls(name, params)
        spec.check()
        return spec

    def check(self) -> None:
        """Raise now what would be raised on every page."""
        method = registry.method(self.name)
        chosen = {"align": method.align, "content": method.content} | {
            key: self.params[key] for key in _PARTS if self.params.get(key)
        }
        kinds = [method.params, *(registry.part(_PARTS[key], name).params for key, name in chosen.items())]
        preset = self.params.get("preset")
        registry.check_preset(preset, [method, *self._filters()])
        values = {k: v for k, v in self.params.items() if k not in {*_PARTS, "min_score", "preset"}}
        registry.make_params(kinds, values, preset)

    def _filters(self) -> list[registry.Filter]:
        named = self.params.get("filter")
        return [registry.part("prune", named)] if named else []

    @property
    def label(self) -> str:
        """How the method is called in tables and files."""
        settings = ",".join(f"{key}={value}" for key, value in self.params.items())
        return f"{self.name}:{settings}" if settings else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One page to run one method on."""

    method: MethodSpec
    dataset: str
    gold: Gold
    path: Path
    encoding: str | None = None
    best_region: bool = False
    #: Where to write the answer itself, in the judge's shape; None: nowhere.
    output: Path | None = None
    #: Where rendered pages are kept; None: every page is rendered anew, and timed with it.
    snapshots: Path | None = None


def failed(task: Task, error: str, seconds: float | None = None) -> PageResult:
    """Return the result of a page without an answer: it counts as an empty one."""
    return _result(task, error=error, seconds=seconds, counts=measure(task.gold, []))


def run_task(task: Task) -> PageResult:
    """Run a method on a page and measure its answer; whatever the method raises becomes the result's error."""
    if not task.path.is_file():
        return failed(task, "no page.html")
    start = time.perf_counter()
    try:
        source = _source(task)
        found = pagerows.extract(source, method=task.method.name, encoding=task.encoding, **task.method.params)
        answer = found.table.rows
        seconds = time.perf_counter() - start
        tables = _tables(found.regions, task)
        live = [region for region in found.regions if region.content is not False]
        alarm = any(rows(region.table.rows) for region in live)
        alarm_sure = any(region.content and rows(region.table.rows) for region in live)
    except Exception as error:
        return failed(task, f"{type(error).__name__}: {error}"[:300], time.perf_counter() - start)
    if task.output:
        _write(task, seconds, found.regions, tables)
    return _result(
        task,
        seconds=seconds,
        nodes=len(found.page.nodes),
        regions=len(found.regions),
        alarm=alarm,
        alarm_sure=alarm_sure,
        counts=measure(task.gold, answer),
        best=_best(task.gold, tables) if task.best_region else None,
    )


def _source(task: Task) -> Path | bytes | Page:
    if not registry.method(task.method.name).needs_render:
        return task.path.read_bytes()
    if task.snapshots is None:
        return task.path
    from pagerows.lab.bench.snapshots import rendered  # the browser's code takes long to load

    return rendered(task.path, task.encoding, task.snapshots)


def _tables(regions: Sequence[Region], task: Task) -> list[list[list[str | None]]]:
    """The rows of all regions, where somebody wants them; making a table is work."""
    if task.output or task.best_region:
        return [region.table.rows for region in regions]
    return []


def _best(gold: Gold, tables: Sequence[list[list[str | None]]]) -> Counts | None:
    if gold.kind in {"text", "none"} or not gold.has_records:
        return None
    tried = [measure(gold, table) for table in tables[:MOST_REGIONS]] or [measure(gold, [])]
    for counts in tried:
        counts["correct"] = counts.get("titles", counts["correct"])
    best = max(tried, key=lambda c: (ratios(c["correct"], c["predicted"], c["gold"])[2], -c["predicted"]))
    return {name: best[name] for name in ("gold", "predicted", "correct")}


def _result(task: Task, **values: Any) -> PageResult:
    gold = task.gold
    return PageResult(
        method=task.method.label,
        dataset=task.dataset,
        page=gold.page,
        site=gold.site,
        category=gold.category,
        kind=gold.kind,
        has_records=gold.has_records,
        size=task.path.stat().st_size if task.path.is_file() else 0,
        **values,
    )


def _write(task: Task, seconds: float, regions: Sequence[Region], tables: Sequence[list[list[str | None]]]) -> None:
    shape = [
        {"content": region.content, "score": region.score, "records": [[cell or "" for cell in row] for row in table]}
        for region, table in zip(regions, tables, strict=True)
    ]
    assert task.output is not None
    task.output.parent.mkdir(parents=True, exist_ok=True)
    whole = {"page": task.gold.page, "seconds": seconds, "error": None, "regions": shape}
    task.output.write_text(json.dumps(whole, ensure_ascii=False), encoding="utf-8")
