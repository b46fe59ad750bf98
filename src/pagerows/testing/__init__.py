"""What every method, aligner and exporter promises, as tests that other packages can run on theirs.

    pytest -p pagerows.testing.plugin --pyargs pagerows.testing.contract --pagerows-method mine

`--pagerows-method`, `--pagerows-aligner` and `--pagerows-exporter` may be given several times; our own tests run the
same file over every part that we ship.
"""
