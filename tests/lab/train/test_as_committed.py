"""The models of content detection come out of their command as they are committed."""

from pathlib import Path

import pytest

from pagerows import models
from pagerows.cli import main as pagerows

COMMITTED = Path(models.__file__).parent


@pytest.mark.slow
@pytest.mark.corpora
def test_content_is_what_its_command_gives(corpora, tmp_path):
    pagerows(["content", "train", str(corpora), "--out", str(tmp_path / "content.json")])
    made = {path.name: path.read_bytes() for path in tmp_path.glob("*.json")}
    assert set(made) == {"content.json", "content_quick.json", "content_page.json"}
    assert made == {file: (COMMITTED / file).read_bytes() for file in made}
