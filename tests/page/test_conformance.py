"""The parser against html5lib-tests (tokenizer and tree construction), as they come with html5lib 1.1.

html5lib-tests.zip has the data (MIT licence, in the archive). Left out are fragments (`#document-fragment`: pagerows
parses whole pages) and the folder of cases that need a script to be run. Cases that the standard has changed since are
named in CHANGED, with what they are about.
"""

import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pagerows.page import _parser

DATA = Path(__file__).with_name("html5lib-tests.zip")
STATES = {
    "Data state": 0,
    "RCDATA state": 1,
    "RAWTEXT state": 2,
    "Script data state": 3,
    "PLAINTEXT state": 4,
    "CDATA section state": 5,
}


def files(folder: str) -> dict[str, str]:
    with zipfile.ZipFile(DATA) as archive:
        names = [name for name in archive.namelist() if name.startswith(f"{folder}/")]
        return {name.partition("/")[2]: archive.read(name).decode("utf-8") for name in names}


# -- tokenizer -------------------------------------------------------------------------------------------------------


def unescaped(value: Any) -> Any:
    """Undo the second layer of escapes that doubleEscaped cases have."""
    if isinstance(value, str):
        return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda found: chr(int(found[1], 16)), value)
    if isinstance(value, list):
        return [unescaped(item) for item in value]
    if isinstance(value, dict):
        return {unescaped(name): unescaped(item) for name, item in value.items()}
    return value


def encodable(text: str) -> bool:
    return not re.search("[\ud800-\udfff]", text)


def expected_tokens(output: list[Any]) -> list[Any]:
    """Errors are not ours to report, and texts in several parts are one."""
    found: list[Any] = []
    for token in output:
        if token == "ParseError":
            continue
        if token[0] == "Character" and found and found[-1][0] == "Character":
            found[-1] = ["Character", found[-1][1] + token[1]]
        else:
            found.append(list(token))
    return found


def own_tokens(html: str, state: str, last_tag: str) -> list[Any]:
    found: list[Any] = []
    for kind, *parts in _parser.tokens(html, STATES[state], last_tag):
        if kind == "text":
            if found and found[-1][0] == "Character":
                found[-1][1] += parts[0]
            else:
                found.append(["Character", parts[0]])
        elif kind == "start":
            name, attributes, self_closing = parts
            found.append(["StartTag", name, attributes, *([True] if self_closing else [])])
        else:
            found.append([{"end": "EndTag", "comment": "Comment", "doctype": "DOCTYPE"}[kind], *parts])
    return found


def tokenizer_cases(text: str) -> Iterator[tuple[str, str, str, str, list[Any]]]:
    for case in json.loads(text).get("tests", []):
        source, output = case["input"], case["output"]
        if case.get("doubleEscaped"):
            source, output = unescaped(source), unescaped(output)
        for state in case.get("initialStates", ["Data state"]):
            yield case["description"], source, state, case.get("lastStartTag", ""), expected_tokens(output)


@pytest.mark.parametrize("name", files("tokenizer"))
def test_the_tokenizer_reads_what_the_standard_reads(name):
    wrong, count = [], 0
    for description, source, state, last_tag, expected in tokenizer_cases(files("tokenizer")[name]):
        if not encodable(source):
            continue  # halves of characters cannot come out of any encoding
        count += 1
        found = own_tokens(source, state, last_tag)
        if found != expected:
            wrong.append(f"{description} [{state}]: {source!r}\n    {found}\n    {expected}")
    assert not wrong, f"{len(wrong)} of {count}\n" + "\n".join(wrong)
    assert count or name == "xmlViolation.test"  # whose cases are about making XML of HTML


# -- tree construction -----------------------------------------------------------------------------------------------

#: Cases whose outcome the standard has changed since: a select may now have any content. test_browser.py asks
#: Chromium about them.
CHANGED = json.loads(Path(__file__).with_name("select.json").read_text())

XLINKS = ("actuate", "arcrole", "href", "role", "show", "title", "type")
FOREIGN_NAMES = {*(f"xlink:{name}" for name in XLINKS), "xml:lang", "xml:space", "xmlns:xlink"}


def tree_cases(text: str) -> Iterator[dict[str, str]]:
    case: dict[str, list[str]] = {}
    section = ""
    for line in [*text.split("\n"), "#data"]:
        if line == "#data" and section != "data":
            if case:
                yield {name: "\n".join(lines) for name, lines in case.items()}
            case, section = {"data": []}, "data"
        elif re.fullmatch(r"#(errors|new-errors|document|document-fragment|script-on|script-off)", line):
            section = line[1:]
            case[section] = []
        else:
            case[section].append(line)


def attribute_name(name: str, space: str) -> str:
    return name.replace(":", " ", 1) if space and name in FOREIGN_NAMES else name


def written(html: str, scripting: bool) -> str:
    """Write a tree as the cases do; what is in a template is one level deeper, in its content."""
    lines: list[str] = []
    inside: list[int] = []  # depths of open templates
    for depth, kind, space, text, attributes in _parser.tree(html, scripting=scripting):
        while inside and depth <= inside[-1]:
            inside.pop()
        indent = "| " + "  " * (depth + len(inside))
        if kind == "text":
            lines.append(f'{indent}"{text}"')
        elif kind == "comment":
            lines.append(f"{indent}<!-- {text} -->")
        elif kind == "doctype":
            ids = f' "{attributes["public"]}" "{attributes["system"]}"' if any(attributes.values()) else ""
            lines.append(f"{indent}<!DOCTYPE {text}{ids}>")
        else:
            lines.append(f"{indent}<{f'{space} ' if space else ''}{text}>")
            named = {attribute_name(name, space): value for name, value in attributes.items()}
            lines += [
                f'{indent}  {name}="{named[name]}"' for name in sorted(named, key=lambda n: n.encode("utf-16-be"))
            ]
            if text == "template" and not space:
                lines.append(f"{indent}  content")
                inside.append(depth)
    return "\n".join(lines)


@pytest.mark.parametrize("name", files("tree-construction"))
def test_the_tree_is_the_one_of_the_standard(name):
    wrong, count = [], 0
    for case in tree_cases(files("tree-construction")[name]):
        if "document-fragment" in case or case["data"] in CHANGED:
            continue
        count += 1
        for scripting in [True] * ("script-off" not in case) + [False] * ("script-on" not in case):
            found = written(case["data"], scripting)
            if found != case["document"].rstrip("\n"):
                wrong.append(f"{case['data']!r} scripting {scripting}\nfound\n{found}\nexpected\n{case['document']}")
    assert not wrong, f"{len(wrong)} of {count}\n" + "\n\n".join(wrong)
