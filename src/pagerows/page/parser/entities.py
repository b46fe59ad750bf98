"""Write entities.h, the named character references of the HTML standard, from the copy that Python has."""

from __future__ import annotations

from html.entities import html5
from pathlib import Path

__all__ = ["write_entities"]


def write_entities(target: Path) -> None:
    """Write the table, sorted by the bytes of the names; leave the file alone where it would not change."""
    rows = []
    named = sorted(html5.items(), key=lambda item: item[0].encode())
    starts = [sum(ord(name[0]) < letter for name, _ in named) for letter in range(129)]
    for name, text in named:
        data = text.encode()
        assert len(data) <= 2 * (len(name) + 1), f"references.c reserves less room than {name} needs"
        escaped = "".join(f"\\x{byte:02x}" for byte in data)
        rows.append(f'    {{"{name}", "{escaped}", {len(name)}, {len(data)}}},')
    lines = [
        "/* Made by entities.py. */",
        "#include <stdint.h>",
        "typedef struct {",
        "    const char *name, *text;",
        "    uint8_t name_length, text_length;",
        "} Entity;",
        f"enum {{ ENTITY_COUNT = {len(rows)} }};",
        "static const Entity ENTITIES[ENTITY_COUNT] = {",
        *rows,
        "};",
        "/* Where the names with each first letter start. */",
        f"static const uint16_t ENTITY_STARTS[129] = {{{', '.join(map(str, starts))}}};",
        "",
    ]
    made = "\n".join(lines)
    if not target.exists() or target.read_text() != made:
        target.write_text(made)


if __name__ == "__main__":
    write_entities(Path(__file__).with_name("entities.h"))
