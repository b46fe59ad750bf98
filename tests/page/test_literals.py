"""Loose literals: the kernel, beside the reader that it was made from."""

import random

import pytest
from tests.page import oracle_literals

from pagerows.page.data.literals import Broken, read_loose

PIECES = (
    *(
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "a",
        "b1",
        "'x'",
        '"y"',
        "`z\n`",
        "1",
        "-2.5",
        "+3",
        "0x1F",
        "0X",
        "1e5",
        "1e",
        "-.5",
    ),
    *(
        ".",
        "5.",
        "/* c */",
        "// d\n",
        "/*",
        "true",
        "null",
        "undefined",
        "!0",
        "!1",
        "!2",
        "new Date(5)",
        "new Date('x')",
    ),
    *("new Date()", "new  Foo( 1 )", "new", "void 0", "$x", "_", "é", "aé1", "\\", "'it\\'s'", "'\\u00e9\\x41\\n\\q'"),
    *("'\\u{1F600}'", "'\\u{110000}'", "'\\uD83D'", "'\\u12'", "'\\u{41'", "'a\nb'", "'open", "\ufeff", "\u00a0", "٣"),
    *(
        "x(",
        "x.y",
        "NaN",
        "Infinity",
        "1_0",
        "9" * 410,
        "0x" + "f" * 50,
        "-0",
        "-0.0",
        "1e999",
        "\x00",
        "'\\",
        "'\\\n'",
    ),
)


def literal(chosen: random.Random, depth: int = 0) -> str:
    """A literal, or nearly one."""
    kind, space = chosen.random(), chosen.choice(("", " ", "\n"))
    if depth > 4 or kind < 0.4:
        return chosen.choice(PIECES[6:])
    inner = [literal(chosen, depth + 1) for _ in range(chosen.randrange(4))]
    if kind < 0.7:
        return f"[{space}{f',{space}'.join(inner)}{chosen.choice(('', ','))}{space}]"
    names = ("a", "'b'", '"c"', "$d", "5", "1.5", "é")
    members = [f"{chosen.choice(names)}{space}:{space}{one}" for one in inner]
    return f"{{{space}{f',{space}'.join(members)}{chosen.choice(('', ','))}{space}}}"


def read(reader, text: str, start: int) -> str:
    """What was read, as a text: -0.0 is not 0."""
    try:
        return repr(reader(text, start))
    except Broken:
        return "broken"


def test_literals_are_read_as_by_patterns():
    chosen, found = random.Random(41), 0
    for _ in range(8000):
        text = "".join(chosen.choices(PIECES, k=chosen.randrange(8))) if chosen.random() < 0.4 else literal(chosen)
        start = chosen.randrange(3) if chosen.random() < 0.1 else 0
        expected = read(lambda text, start: oracle_literals.Reader(text).read(start), text, start)
        assert read(read_loose, text, start) == expected, (text, start)
        found += expected != "broken"
    assert found > 2000


@pytest.mark.parametrize(
    "text", ["new a(" * 100_000, "[new a(" * 1000, "{a:[" * 10_000, "'" + "\\u{" * 10_000, "[" * 400]
)
def test_literals_that_never_end_do(text):
    with pytest.raises(Broken):
        read_loose(text)
