"""DuckDB: records of pages in SQL."""

import json
import sys

import duckdb

import pagerows
from pagerows.duckdb import register

connection = duckdb.connect()
register(connection)
connection.execute("CREATE TABLE pages (url VARCHAR, html VARCHAR)")
connection.execute("INSERT INTO pages VALUES (?, ?)", [sys.argv[1], pagerows.fetch(sys.argv[1]).body.decode()])
for (record,) in connection.sql("SELECT unnest(page_rows(html, url)) FROM pages").fetchall():
    print(json.dumps(record))
