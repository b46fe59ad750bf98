"""The models that are learned from tables and regions come out of their commands as they are committed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pagerows import models
from pagerows.cli import main as pagerows
from pagerows.lab.train import facts, names

COMMITTED = Path(models.__file__).parent
LEARNED: dict[str, Callable[[Path, Path], object]] = {
    "facts": lambda corpora, out: facts.main([str(corpora), "-o", str(out)]),
    "names": lambda corpora, out: names.main([str(corpora), "-o", str(out)]),
    "content": lambda corpora, out: pagerows(["content", "train", str(corpora), "--out", str(out)]),
}


@pytest.mark.slow
@pytest.mark.corpora
@pytest.mark.parametrize("name", LEARNED)
def test_a_model_is_what_its_command_gives(name, corpora, tmp_path):
    LEARNED[name](corpora, tmp_path / f"{name}.json")
    made = {path.name: path.read_bytes() for path in tmp_path.glob("*.json")}
    assert made == {file: (COMMITTED / file).read_bytes() for file in made}
    assert f"{name}.json" in made
