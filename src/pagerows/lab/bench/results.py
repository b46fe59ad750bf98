"""What a run leaves behind: one result per method and page, with enough beside it to compare two runs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pagerows
from pagerows.errors import CorpusError
from pagerows.lab.bench.corpora import Dataset
from pagerows.lab.bench.measures import Counts

__all__ = ["PageResult", "Partial", "Run", "code_digest", "merged"]

_SHAPE: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PageResult:
    """What one method did on one page."""

    #: The method's label: its name, with the parameters that were set.
    method: str
    dataset: str
    page: str
    site: str = ""
    category: str = ""
    kind: str = "none"
    has_records: bool = True
    #: Wall time of `extract` and of the best region's table; None where it never ended.
    seconds: float | None = None
    #: Size of the page: bytes of HTML, rows of the node table.
    size: int = 0
    nodes: int = 0
    regions: int = 0
    #: Why there is no answer, where the method failed.
    error: str | None = None
    #: Whether some region with rows was not marked as noise, and whether one was marked as content.
    alarm: bool = False
    alarm_sure: bool = False
    counts: Counts = field(default_factory=dict)
    #: The same counts had the best of its regions been chosen; only with ``--best-region``.
    best: Counts | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """Method, dataset and page."""
        return self.method, self.dataset, self.page

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> PageResult:
        """Read one result; names that this version does not know are dropped."""
        known = {f.name for f in fields(cls)}
        return cls(**{name: value for name, value in row.items() if name in known})


@dataclass(frozen=True, kw_only=True)
class Run:
    """All results of one run."""

    results: list[PageResult]
    #: Label -> name and parameters.
    methods: dict[str, dict[str, Any]]
    #: Name -> digest, pages, problems.
    datasets: dict[str, dict[str, Any]]
    code: str = ""
    version: str = pagerows.__version__
    created: str = ""
    timeout: float = 0.0

    def of(self, method: str, dataset: str) -> list[PageResult]:
        """The results of one method on one dataset."""
        return [result for result in self.results if result.method == method and result.dataset == dataset]

    def pairs(self) -> Iterator[tuple[str, str, list[PageResult]]]:
        """Every dataset with every method that ran on it."""
        for dataset in self.datasets:
            for method in self.methods:
                if found := self.of(method, dataset):
                    yield dataset, method, found

    def save(self, path: Path) -> None:
        """Write the run as JSON: the head, then one result a line, so that files can be compared as text too."""
        from pagerows.lab.bench.summary import summarise

        head = {name: value for name, value in asdict(self).items() if name != "results"}
        head["summary"] = {f"{method} {dataset}": summarise(found) for dataset, method, found in self.pairs()}
        lines = ",\n".join(json.dumps(asdict(result), ensure_ascii=False) for result in self.results)
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = json.dumps({"shape": _SHAPE, **head}, ensure_ascii=False, indent=1)[:-2]
        path.write_text(f'{whole},\n "results": [\n{lines}\n]}}\n', encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Run:
        """Read a run; a CorpusError says what is wrong with the file."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            results = [PageResult.from_json(row) for row in data["results"]]
            known = {f.name for f in fields(cls)} - {"results"}
            return cls(results=results, **{name: value for name, value in data.items() if name in known})
        except OSError as error:
            raise CorpusError(f"cannot read {path}: {error.strerror or error}") from error
        except (ValueError, KeyError, TypeError) as error:
            raise CorpusError(f"{path} is no result of `pagerows bench run`: {error}") from error


def merged(runs: Sequence[Run]) -> Run:
    """Join runs: of the same method and page the last one counts."""
    results = {result.key: result for run in runs for result in run.results}
    return Run(
        results=list(results.values()),
        methods={label: about for run in runs for label, about in run.methods.items()},
        datasets={name: about for run in runs for name, about in run.datasets.items()},
        code=runs[-1].code,
        version=runs[-1].version,
        created=runs[-1].created,
        timeout=runs[-1].timeout,
    )


class Partial:
    """Results of a run under way, a line each, so that an interrupted run goes on where it stopped.

    Results are taken up again only if code, corpora and timeout are the same.
    """

    def __init__(self, path: Path, datasets: Iterable[Dataset], timeout: float) -> None:
        self.path = path.with_name(path.name + ".partial")
        digests = {dataset.name: dataset.digest() for dataset in datasets}
        self.head = {"code": code_digest(), "datasets": digests, "timeout": timeout}

    def resume(self) -> list[PageResult]:
        """Return the results there are, and begin anew where they do not fit."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            head, *rows = self.path.read_text(encoding="utf-8").splitlines()
            if json.loads(head) == self.head:
                return [PageResult.from_json(row) for row in _whole(rows)]
        except (OSError, ValueError):
            pass
        self.path.write_text(json.dumps(self.head) + "\n", encoding="utf-8")
        return []

    def add(self, result: PageResult) -> None:
        """Keep one result."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result), ensure_ascii=False) + "\n")

    def done(self) -> None:
        """Forget: the whole run is saved."""
        self.path.unlink(missing_ok=True)


def _whole(rows: list[str]) -> Iterator[dict[str, Any]]:
    for row in rows:
        try:
            yield json.loads(row)
        except ValueError:  # the line that was being written when the run was stopped
            return


def code_digest(without: str = "") -> str:
    """Return a short hash of the package's own code and data: results of other code are not taken up.

    `without` names a file or folder that says nothing about them.
    """
    root = Path(pagerows.__file__).parent
    whole = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if (
            path.suffix in {".py", ".json", ".toml", ".npz"}
            and path.is_file()
            and not (without and name.startswith(without))
        ):
            whole.update(name.encode() + b"\0" + path.read_bytes())
    return whole.hexdigest()[:16]


def now() -> str:
    """The time of day, for people."""
    return datetime.now(UTC).isoformat(timespec="seconds")
