"""The shapes of texts, beside what anyone would write."""

import random

from pagerows.columns.names._shapes import shapes
from pagerows.values import Cell

PIECES = ("Red", "tent", " ", "  ", "\t", "\x1c", "-", "TV", "é", "Ü", "5", "\u00a0", "\u3000", "日本", "")


def by_definition(cells):
    texts = [cell.text for cell in cells]
    lengths, words = [len(text) for text in texts], [len(text.split()) for text in texts]
    return {
        "letters": sum(lengths),
        "most_letters": max(lengths, default=0),
        "fewest_letters": min(lengths, default=0),
        "words": sum(words),
        "one_word": words.count(1),
        "upper": sum(text.isupper() and len(text) > 1 for text in texts),
        "lower": sum(text[:1].islower() for text in texts),
        "capitalised": sum(text.istitle() for text in texts),
        "list": sum(bool(cell.items) for cell in cells),
        "exact": sum(bool(cell.exact) for cell in cells),
        "linked": sum(cell.kind == "link" for cell in cells),
    }


def test_shapes_are_counted_over_all_cells():
    chosen = random.Random(26)
    for _ in range(500):
        cells = [
            Cell("".join(chosen.choices(PIECES, k=chosen.randrange(6))), chosen.choice(["text", "link"]))
            for _ in range(chosen.randrange(5))
        ]
        cells = [cell._replace(exact="x", items=(cell, cell)) if chosen.random() < 0.2 else cell for cell in cells]
        assert shapes(cells) == by_definition(cells)
