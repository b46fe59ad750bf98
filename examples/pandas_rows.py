"""pandas and Polars: rows with real types, ready to reckon with."""

import sys

import pagerows

table = pagerows.extract(pagerows.fetch(sys.argv[1])).table
print(table.to_pandas()["price_value"].mean())
print(table.to_polars()["price_value"].max())
