"""The long form of the promise: many kills, damaged members, and not one page unaccounted for."""

import json
import random
import subprocess
import sys
import time

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("fastwarc")

from . import archives
from .running import content

SHARDS, PAGES, KILLS = 12, 50, 20


@pytest.mark.slow
def test_twenty_kills_change_no_byte_and_lose_no_page(tmp_path):
    rng = random.Random(11)
    for shard in range(SHARDS):
        file = tmp_path / f"{shard:02}.warc.gz"
        offsets = archives.write_warc(file, archives.shops(PAGES, shard * PAGES))
        if shard % 2:  # one member of every hundred
            data = bytearray(file.read_bytes())
            data[offsets[rng.randrange(PAGES)] + 300] ^= 255
            file.write_bytes(data)

    def command(out: str) -> list[str]:
        return [sys.executable, "-m", "pagerows", "bulk", str(tmp_path / "*.warc.gz"), "-o", str(tmp_path / out)]

    subprocess.run(command("whole"), check=True, timeout=600, capture_output=True)
    killed = 0
    for _ in range(KILLS):
        process = subprocess.Popen(command("killed"), stderr=subprocess.DEVNULL)
        time.sleep(rng.uniform(1.0, 4.0))
        killed += process.poll() is None
        process.kill()
        process.wait()
    subprocess.run(command("killed"), check=True, timeout=600, capture_output=True)
    shards = json.loads((tmp_path / "killed" / "manifest.json").read_text(encoding="utf-8"))["shards"].values()
    print(f"{killed} of {KILLS} runs were killed before they ended")
    assert killed >= KILLS / 2
    assert content(tmp_path / "killed") == content(tmp_path / "whole")
    assert sum(shard["damaged"] for shard in shards) == SHARDS // 2
    assert sum(shard["pages"] + shard["damaged"] for shard in shards) == SHARDS * PAGES
