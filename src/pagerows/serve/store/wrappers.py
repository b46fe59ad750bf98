"""Wrappers that people have saved, with what they changed of the table they were learned from."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pagerows.serve.store.database import Database
from pagerows.serve.store.ids import new_id

__all__ = ["StoredWrapper", "Wrappers"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredWrapper:
    """A wrapper with its name."""

    id: str
    created: float
    name: str
    #: The wrapper as its file has it.
    data: dict[str, Any]
    #: Edits of its tables that a wrapper has no word for: columns joined, split, of another type.
    edits: list[dict[str, Any]]


class Wrappers:
    """The wrappers of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, name: str, data: Mapping[str, Any], edits: Sequence[Mapping[str, Any]] = ()) -> StoredWrapper:
        """Keep a wrapper."""
        made = StoredWrapper(
            id=new_id("w"), created=time.time(), name=name, data=dict(data), edits=[dict(edit) for edit in edits]
        )
        self._database.rows(
            "INSERT INTO pagerows_wrappers (id, created, name, data, edits) VALUES (?, ?, ?, ?, ?)",
            made.id,
            made.created,
            made.name,
            json.dumps(made.data),
            json.dumps(made.edits),
        )
        return made

    def get(self, wrapper: str) -> StoredWrapper | None:
        """Return a wrapper; None where there is none of that name."""
        found = self._database.row("SELECT id, created, name, data, edits FROM pagerows_wrappers WHERE id = ?", wrapper)
        return None if found is None else _wrapper(found)

    def all(self) -> list[StoredWrapper]:
        """Return all wrappers, the newest first."""
        statement = "SELECT id, created, name, data, edits FROM pagerows_wrappers ORDER BY created DESC, id LIMIT 1000"
        return [_wrapper(found) for found in self._database.rows(statement)]

    def rename(self, wrapper: str, name: str) -> None:
        """Give a wrapper another name."""
        self._database.rows("UPDATE pagerows_wrappers SET name = ? WHERE id = ?", name, wrapper)

    def delete(self, wrapper: str) -> None:
        """Forget a wrapper."""
        self._database.rows("DELETE FROM pagerows_wrappers WHERE id = ?", wrapper)


def _wrapper(found: Sequence[Any]) -> StoredWrapper:
    id_, created, name, data, edits = found
    return StoredWrapper(id=id_, created=created, name=name, data=json.loads(data), edits=json.loads(edits))
