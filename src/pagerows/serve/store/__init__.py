"""What the server keeps: runs with their pages and tables, edits, wrappers, jobs; in SQLite or PostgreSQL."""

from __future__ import annotations

from pagerows.serve.store.database import Database, StoreError, open_database
from pagerows.serve.store.jobs import Job, Jobs
from pagerows.serve.store.runs import Run, Runs
from pagerows.serve.store.wrappers import StoredWrapper, Wrappers

__all__ = ["Database", "Job", "Jobs", "Run", "Runs", "StoreError", "StoredWrapper", "Wrappers", "open_database"]
