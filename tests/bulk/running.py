"""Runs of the command, and what they leave."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq


def command(*arguments) -> list[str]:
    return [sys.executable, "-m", "pagerows", "bulk", *map(str, arguments)]


def bulk(*arguments, **more):
    return subprocess.run(command(*arguments), capture_output=True, encoding="utf-8", timeout=240, **more)


def manifest(folder: Path) -> dict:
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8"))


def only_shard(folder: Path) -> dict:
    (shard,) = manifest(folder)["shards"].values()
    return shard


def rows(folder: Path) -> list[dict]:
    return [row for part in sorted(folder.glob("*.parquet")) for row in pq.read_table(part).to_pylist()]


def urls(folder: Path) -> set[str]:
    return {row["url"] for row in rows(folder)}


def content(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name != ".lock"}


def descendants(process: int) -> list[int]:
    """All processes that a process started, and those that these started."""
    found, waiting = [], [process]
    while waiting:
        try:
            tasks = list(Path(f"/proc/{waiting.pop()}/task").iterdir())
            own = [int(n) for task in tasks for n in (task / "children").read_text().split()]
        except OSError:
            continue
        found += own
        waiting += own
    return found


def program_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def parent_of(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return os.getpid()
