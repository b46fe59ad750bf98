"""The real command, as users run it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

SHOP = """<!doctype html><html lang=en><title>Shop</title><body>
<ul class=nav><li><a href=/a>Home</a><li><a href=/b>About</a></ul>
<div class=list>
<div class=item><img src=/i/1.png alt=A><h3><a href=/p/1>Kettle</a></h3><p class=price>£19.50</p><p>4 stars</div>
<div class=item><img src=/i/2.png alt=Pot><h3><a href=/p/2>Tea pot</a></h3><p class=price>£32.00</p></div>
<div class=item><img src=/i/3.png alt=Cup><h3><a href=/p/3>=Cup()</a></h3><p class=price>£1,003.25</p><p>5 stars</div>
<div class=item><img src=/i/4.png alt=Jug><h3><a href=/p/4>Jug ☕</a></h3><p class=price>£7.00</p><p>3 stars</p></div>
</div></body></html>"""


@pytest.fixture
def pagerows(tmp_path: Path) -> Run:
    """Run ``pagerows`` in an empty folder."""

    def run(*arguments: str | Path, stdin: str = "", **more: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "pagerows", *map(str, arguments)],
            cwd=tmp_path,
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            **more,
        )

    return run


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    file = tmp_path / "shop.html"
    file.write_text(SHOP, encoding="utf-8")
    return file
