"""`pagerows bulk` measured: what it costs, what kills do to it, what a crawl would take."""
