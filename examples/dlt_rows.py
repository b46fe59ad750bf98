"""dlt: load a list over all of its pages into a database; loading it again adds nothing twice."""

import sys

import dlt

from pagerows import Fetcher
from pagerows.dlt import rows

pipeline = dlt.pipeline("shop", destination=dlt.destinations.duckdb(sys.argv[2]), pipelines_dir=sys.argv[2] + ".state")
for _ in range(2):
    pipeline.run(rows(sys.argv[1], table="chairs", fetcher=Fetcher(delay=0)))
with pipeline.sql_client() as client:
    print(client.execute_sql("SELECT count(*), min(title) FROM chairs"))
