"""Runs: what was extracted, when and how, with the page itself, its tables and what people changed of them."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from pagerows.page import MAX_BYTES
from pagerows.serve.store.database import Database
from pagerows.serve.store.ids import new_id
from pagerows.serve.tasks import Given

__all__ = ["Run", "Runs", "stamp"]

_FIELDS: Final = "id, created, kind, source, url, title, method, wrapper, job, chosen, row_count, names, head, recipe"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One extraction, or the table of a job."""

    id: str
    created: float
    kind: str
    source: str
    url: str | None
    title: str
    method: str
    wrapper: str | None
    job: str | None
    #: The list that is meant, and its rows and columns.
    chosen: int | None
    rows: int
    names: list[str]
    #: What was said of the page: its lists, the verdict, the next page.
    head: dict[str, Any]
    #: How it was read.
    recipe: dict[str, Any]


def stamp(moment: float) -> str:
    """A moment as people and programs write it."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Runs:
    """The runs of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        *,
        kind: str,
        source: str,
        head: Mapping[str, Any],
        tables: Sequence[bytes],
        recipe: Mapping[str, Any],
        page: Given | None = None,
        wrapper: str | None = None,
        job: str | None = None,
        edits: Sequence[Mapping[str, Any]] = (),
    ) -> str:
        """Keep a run: all of it, or nothing."""
        run = new_id("r")
        chosen = head["list"]
        listed = next((one for one in head["lists"] if one["number"] == chosen), None)
        body = None if page is None else zlib.compress(page.body, 3)
        with self._database.transaction() as do:
            do(
                f"INSERT INTO pagerows_runs ({_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                run,
                time.time(),
                kind,
                _text(source),
                head.get("url") and _text(head["url"]),
                _text(head.get("title") or ""),
                head["method"],
                wrapper,
                job,
                chosen,
                listed["records"] if listed else 0,
                _dump(listed["names"] if listed else []),
                _dump(head),
                _dump(recipe),
            )
            for one, data in zip(head["lists"], tables, strict=True):
                do(
                    "INSERT INTO pagerows_tables (run, list, data, edits) VALUES (?, ?, ?, ?)",
                    run,
                    one["number"],
                    data,
                    _dump(list(edits)),
                )
            if page is not None:
                do(
                    "INSERT INTO pagerows_pages (run, body, url, content_type, encoding, fetched) "
                    "VALUES (?, ?, ?, ?, ?, ?)",
                    run,
                    body,
                    page.url and _text(page.url),
                    _text(page.content_type),
                    page.encoding,
                    page.at and page.at.isoformat(),
                )
        return run

    def get(self, run: str) -> Run | None:
        """Return a run; None where there is none of that name."""
        found = self._database.row(f"SELECT {_FIELDS} FROM pagerows_runs WHERE id = ?", run)
        return None if found is None else _run(found)

    def newest(self, limit: int, before: tuple[float, str] | None = None, search: str = "") -> list[Run]:
        """Return runs, the newest first."""
        where, values = ["1 = 1"], list[Any]()
        if before is not None:
            where.append("(created < ? OR (created = ? AND id < ?))")
            values += [before[0], before[0], before[1]]
        if search:
            where.append("(lower(title) LIKE ? ESCAPE '!' OR lower(source) LIKE ? ESCAPE '!')")
            pattern = "".join(f"!{c}" if c in "!%_" else c for c in _text(search).lower())
            values += [f"%{pattern}%"] * 2
        condition = " AND ".join(where)
        statement = f"SELECT {_FIELDS} FROM pagerows_runs WHERE {condition} ORDER BY created DESC, id DESC LIMIT ?"
        return [_run(found) for found in self._database.rows(statement, *values, limit)]

    def same(self, run: Run, limit: int = 100) -> Sequence[Run]:
        """Return other runs of the same page, the newest first."""
        statement = (
            f"SELECT {_FIELDS} FROM pagerows_runs WHERE source = ? AND kind = ? AND id <> ? "
            "ORDER BY created DESC, id DESC LIMIT ?"
        )
        return [_run(found) for found in self._database.rows(statement, run.source, run.kind, run.id, limit)]

    def choose(self, run: Run, number: int, rows: int, names: Sequence[str]) -> None:
        """Say which list is meant."""
        statement = "UPDATE pagerows_runs SET chosen = ?, row_count = ?, names = ? WHERE id = ?"
        self._database.rows(statement, number, rows, _dump(list(names)), run.id)

    def table(self, run: str, number: int) -> tuple[bytes, list[dict[str, Any]]] | None:
        """Return a list's table, packed, and its edits."""
        found = self._database.row("SELECT data, edits FROM pagerows_tables WHERE run = ? AND list = ?", run, number)
        return None if found is None else (bytes(found[0]), json.loads(found[1]))

    def tables(self, run: str) -> Sequence[tuple[int, bytes]]:
        """Return all tables of a run, packed."""
        statement = "SELECT list, data FROM pagerows_tables WHERE run = ? ORDER BY list"
        return [(number, bytes(data)) for number, data in self._database.rows(statement, run)]

    def edit(self, run: str, number: int, edits: Sequence[Mapping[str, Any]]) -> None:
        """Keep what was changed of a table, in place of what was changed before."""
        statement = "UPDATE pagerows_tables SET edits = ? WHERE run = ? AND list = ?"
        self._database.rows(statement, _dump(list(edits)), run, number)

    def put_table(self, run: str, number: int, data: bytes, head: Mapping[str, Any]) -> None:
        """Put a grown table in a job's run."""
        listed = head["lists"][0]
        with self._database.transaction() as do:
            do("UPDATE pagerows_tables SET data = ? WHERE run = ? AND list = ?", data, run, number)
            do(
                "UPDATE pagerows_runs SET head = ?, row_count = ?, names = ? WHERE id = ?",
                _dump(head),
                listed["records"],
                _dump(listed["names"]),
                run,
            )

    def page(self, run: str, name: str) -> Given | None:
        """Return the page itself."""
        found = self._database.row(
            "SELECT body, url, content_type, encoding, fetched FROM pagerows_pages WHERE run = ?", run
        )
        if found is None:
            return None
        body, url, content_type, encoding, fetched = found
        return Given(
            body=zlib.decompressobj().decompress(bytes(body), MAX_BYTES + 1),
            name=name,
            url=url,
            content_type=content_type,
            encoding=encoding,
            at=None if fetched is None else datetime.fromisoformat(fetched),
        )

    def view(self, run: str, kind: str) -> tuple[bytes, dict[str, Any]] | None:
        """Return what a page looks like, where that was made before."""
        found = self._database.row("SELECT data, said FROM pagerows_views WHERE run = ? AND kind = ?", run, kind)
        return None if found is None else (bytes(found[0]), json.loads(found[1]))

    def put_view(self, run: str, kind: str, data: bytes, said: Mapping[str, Any]) -> None:
        """Keep what a page looks like."""
        with self._database.transaction() as do:
            do("DELETE FROM pagerows_views WHERE run = ? AND kind = ?", run, kind)
            do("INSERT INTO pagerows_views (run, kind, data, said) VALUES (?, ?, ?, ?)", run, kind, data, _dump(said))

    def delete(self, run: str) -> bool:
        """Forget a run; False where there was none."""
        with self._database.transaction() as do:
            there = bool(do("SELECT 1 FROM pagerows_runs WHERE id = ?", run))
            for table, column in (("pages", "run"), ("views", "run"), ("tables", "run"), ("runs", "id")):
                do(f"DELETE FROM pagerows_{table} WHERE {column} = ?", run)
        return there


def _run(found: Sequence[Any]) -> Run:
    id_, created, kind, source, url, title, method, wrapper, job, chosen, rows, names, head, recipe = found
    return Run(
        id=id_,
        created=created,
        kind=kind,
        source=source,
        url=url,
        title=title,
        method=method,
        wrapper=wrapper,
        job=job,
        chosen=chosen,
        rows=rows,
        names=json.loads(names),
        head=json.loads(head),
        recipe=json.loads(recipe),
    )


def _text(text: str) -> str:
    """A text that every database takes: no NUL, no half characters."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def _dump(value: Any) -> str:
    return json.dumps(value)
