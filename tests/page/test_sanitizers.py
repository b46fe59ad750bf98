"""The compiled parser under AddressSanitizer and UndefinedBehaviorSanitizer, on damaged pages: `scripts/fuzz`."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "fuzz"


def fuzz(count: int, seed: int) -> str:
    compiler = os.environ.get("CC", "cc")
    if not shutil.which(compiler):
        pytest.skip("no C compiler")
    probe = [compiler, "-x", "c", "-fsanitize=address,undefined", "-o", os.devnull, "-"]
    if subprocess.run(probe, input=b"int main(void) { return 0; }", capture_output=True, timeout=60).returncode:
        pytest.skip("the compiler has no sanitizers")
    done = subprocess.run([SCRIPT, str(count), str(seed)], capture_output=True, text=True, timeout=540)
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout


def test_2_000_damaged_pages_under_the_sanitizers_give_no_finding():
    assert "2000 damaged pages" in fuzz(2000, seed=1)


@pytest.mark.slow
def test_100_000_damaged_pages_under_the_sanitizers_give_no_finding():
    assert "100000 damaged pages" in fuzz(100_000, seed=2)
