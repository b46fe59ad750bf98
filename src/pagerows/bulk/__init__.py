"""Millions of archived pages: shards in, one part of records per shard out, and a manifest of what was done.

inputs -> shards -> an engine (`engines`) -> [pages -> workers (`pagerows.workers`) -> rows -> a part] -> manifest

A part is written whole and renamed, and only then named in the manifest: a run that is killed at any moment leaves
whole parts, and the next run goes on with the shards that the manifest does not have.
"""

from pagerows.bulk.inputs import Shard, shards
from pagerows.bulk.plan import Plan
from pagerows.bulk.running import run
from pagerows.bulk.summary import Summary

__all__ = ["Plan", "Shard", "Summary", "run", "shards"]
