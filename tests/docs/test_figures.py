"""The figures of the docs are made by the program."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_figures_can_be_drawn_again(tmp_path):
    subprocess.run([sys.executable, ROOT / "scripts" / "figures", tmp_path, "--no-browser"], check=True)
    for name in ("sequence", "signal", "spectrum"):
        assert (tmp_path / f"{name}.svg").read_text("utf-8").startswith("<svg xmlns=")
        assert (ROOT / "docs" / "figures" / f"{name}.svg").exists()
