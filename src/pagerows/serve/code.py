"""The command and the Python code that make the table that somebody sees."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any

from pagerows.serve.tables import OpenTable

__all__ = ["code_of"]

_SIMPLE = frozenset({"rename", "hide", "show", "move"})


def code_of(table: OpenTable) -> dict[str, Any]:
    """Return the command and the code, with what has to be done before they can run."""
    run = table.run
    notes: list[str] = []
    source: str | None
    if run.kind == "job":
        source = run.url or "https://example.com/list"
        notes.append("the table was read over several pages: --pages follows the list's next pages")
    else:
        source = run.url if run.source == run.url or run.source.startswith("http") else None
        if source is None:
            source = run.source if run.source.endswith((".html", ".htm", ".mhtml", ".gz")) else "page.html"
            notes.append(f"save the page as {source} first")
    if run.wrapper is not None:
        notes.append("the page was read with a saved wrapper: download it as wrapper.json")
    return {
        "command": _command(table, source),
        "python": _python(table, source),
        "notes": notes,
    }


def _command(table: OpenTable, source: str) -> str:
    words = ["pagerows", "extract", source]
    recipe = table.run.recipe
    if table.run.kind == "job":
        words += ["--pages", str(recipe.get("pages", 20))]
    elif table.run.wrapper is not None:
        words += ["--wrapper", "wrapper.json"]
    elif not _is_plain(table):
        words += ["--region", str(_number(table))]
    if recipe.get("method", "auto") != "auto":
        words += ["--method", recipe["method"]]
    words += ["--scripts"] if recipe.get("scripts") else ["--render"] if recipe.get("render") else []
    if recipe.get("want"):
        words += ["--want", ",".join(recipe["want"])]
    words += _shape(table)
    return shlex.join([*words, "-o", "rows.csv"])


def _number(table: OpenTable) -> int:
    """The number that the list has where nobody chooses one."""
    numbers = table.run.head.get("numbers") or []
    return int(numbers[table.number - 1]) if table.number <= len(numbers) else table.number


def _is_plain(table: OpenTable) -> bool:
    """Whether the list is the one that is found anyway."""
    lists = table.run.head["lists"]
    chosen = next((one for one in lists if one["number"] == table.number), None)
    return _number(table) == 1 and chosen is not None and bool(chosen["content"])


def _shape(table: OpenTable) -> list[str]:
    """The edits as options: by name where that says it all."""
    if not table.edits:
        return []
    if not all(edit["op"] in _SIMPLE for edit in table.edits):
        return ["--edits", json.dumps(table.edits, ensure_ascii=False)]
    before = {f"c{number}": column.name for number, column in enumerate(table.kept.sheet.columns)}
    shown = [each for each in table.columns if not each.hidden]
    words: list[str] = []
    names = [before[each.key] for each in shown]
    if names != list(before.values()):
        words += ["--columns", ",".join(names)]
    for each in shown:
        if each.column.name != before[each.key]:
            words += ["--rename", f"{before[each.key]}={each.column.name}"]
    if any("," in word or "=" in word for word in [*names, *(each.column.name for each in shown)]):
        return ["--edits", json.dumps(table.edits, ensure_ascii=False)]
    return words


def _python(table: OpenTable, source: str) -> str:
    recipe = table.run.recipe
    lines = ["import pagerows"]
    if not source.startswith("http"):
        lines += ["from pathlib import Path"]
    if table.edits:
        lines += ["from pagerows.edits import shown", "from pagerows.export.sheets import flat_columns, page_result"]
    lines.append("")
    page = f"pagerows.fetch({source!r})" if source.startswith("http") else f"Path({source!r})"
    lines += _finding(table, recipe, page)
    lines += _taking(table) if table.run.kind != "job" else []
    return "\n".join(lines) + "\n"


def _finding(table: OpenTable, recipe: Mapping[str, Any], page: str) -> list[str]:
    if table.run.kind == "job":
        url = table.run.url or "https://example.com/list"
        return [f"for row in pagerows.follow({url!r}, pages={recipe.get('pages', 20)}):", "    print(row)"]
    if table.run.wrapper is not None:
        return ['wrapper = pagerows.Wrapper.load("wrapper.json")', f"found = wrapper.apply({page})"]
    options = {name: recipe[name] for name in ("method", "want") if recipe.get(name) not in (None, "auto")}
    if recipe.get("render") or recipe.get("scripts"):
        page = f"pagerows.render({page}{', javascript=True' if recipe.get('scripts') else ''})"
    arguments = "".join(f", {name}={value!r}" for name, value in options.items())
    return [f"found = pagerows.extract({page}{arguments})"]


def _taking(table: OpenTable) -> list[str]:
    place = 0 if table.run.wrapper is not None else _number(table) - 1
    if not table.edits:
        return [f"table = found.regions[{place}].table", "print(table.to_pandas())"]
    plain = json.loads(json.dumps(table.edits))
    return [
        f"edits = {plain!r}",
        f'sheet = shown(page_result("page", found, every=True).sheets[{place}], edits)',
        "print(dict(flat_columns(sheet.columns)))",
    ]
