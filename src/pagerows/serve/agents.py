"""Tables for agents, by the Model Context Protocol: few characters, page by page, nothing cut without saying so.

A cursor names a run of the history, its list and the row to go on with, so that nothing is read twice.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import Annotated, Any, Final, Literal, ParamSpec

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from pagerows import __version__
from pagerows.errors import PagerowsError
from pagerows.serve.errors import Problem, problem_of
from pagerows.serve.pool import Crashed, TookTooLong
from pagerows.serve.rows import Query
from pagerows.serve.state import State
from pagerows.serve.store import StoreError
from pagerows.serve.tables import OpenTable
from pagerows.serve.tasks import Given, Learn, Learned, Read, ReadPage, Recipe
from pagerows.wrapper import Wrapper

__all__ = ["MOST_CHARACTERS", "answer_text", "make_agent_server"]

#: Characters of one answer; what goes beyond comes with the cursor.
MOST_CHARACTERS: Final = 40_000
_INSTRUCTIONS: Final = (
    "Reads the repeated records of web pages (search results, products, posts, filings) as tables. "
    "page_to_table gives the main list as CSV; where rows are left, the last line has a cursor: call again with it. "
    "lists_on_page shows which other lists a page has. learn and apply read many pages of one site in the same columns."
)

Url = Annotated[str | None, Field(description="The page's address (http or https)")]
Html = Annotated[str | None, Field(description="The page's markup, instead of an address")]
Want = Annotated[
    list[str] | None, Field(description='Columns to give, such as ["title", "price", "url"]; all where it is left out')
]
Limit = Annotated[int, Field(ge=1, le=1000, description="Rows of one answer")]
Cursor = Annotated[str | None, Field(description="What an earlier answer gave, to go on; the rest is left out then")]
Links = Annotated[bool, Field(description="Add the addresses that cells link to, as columns of their own")]
Format = Annotated[Literal["csv", "json"], Field(description="csv is shortest")]
P = ParamSpec("P")


def make_agent_server(state: State) -> MCPServer:
    """Return a server with the tools of pagerows."""
    server = MCPServer("pagerows", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING")
    tools = _Tools(state)
    for tool in (tools.page_to_table, tools.lists_on_page, tools.learn, tools.apply):
        server.tool(structured_output=False)(_told(tool))
    return server


def _told(tool: Callable[P, Awaitable[str]]) -> Callable[P, Awaitable[str]]:
    """The tool, whose failures are answers in one sentence."""

    @wraps(tool)
    async def told(*arguments: P.args, **options: P.kwargs) -> str:
        try:
            return await tool(*arguments, **options)
        except (PagerowsError, Problem, Crashed, TookTooLong) as error:
            problem = problem_of(error)
            raise ToolError(problem.message if problem else str(error)) from error

    return told


class _Tools:
    def __init__(self, state: State) -> None:
        self._state = state

    async def page_to_table(
        self,
        url: Url = None,
        html: Html = None,
        want: Want = None,
        list_number: Annotated[int | None, Field(ge=1, description="Which list, as lists_on_page numbers them")] = None,
        limit: Limit = 100,
        cursor: Cursor = None,
        links: Links = False,
        format: Format = "csv",  # noqa: A002 - what callers call it
    ) -> str:
        """Give the records of a web page's main list as a table."""
        if cursor is not None:
            return await self._going_on(cursor, limit, format)
        recipe = Recipe(want=tuple(want) if want else None, region=list_number, **self._bounds())
        return await self._read(url, html, recipe, None, limit, links, format)

    async def lists_on_page(self, url: Url = None, html: Html = None) -> str:
        """Name all lists of a web page, best first: rows, columns and an example of each."""
        read = await self._asked(await self._given(url, html), Recipe(**self._bounds()))
        lists = read.head["lists"]
        if not lists:
            return "no list: " + "; ".join(read.head["verdict"]["reasons"])
        lines = [
            f"{one['number']}: {one['records']} rows{'' if one['content'] else ' (menu or other noise)'}: "
            f"{', '.join(one['names'])}; e.g. {' | '.join(filter(None, (one['preview'] or [[]])[0]))[:150]}"
            for one in lists
        ]
        left = read.head["regions_found"] - len(lists)
        return "\n".join([*lines, *([f"{left} further lists are not shown"] if left > 0 else [])])

    async def learn(
        self,
        urls: Annotated[list[str] | None, Field(max_length=10, description="Pages of one site")] = None,
        htmls: Annotated[list[str] | None, Field(max_length=10, description="Markup of such pages")] = None,
        near: Annotated[str | None, Field(description="A text that stands in the list that is meant")] = None,
        examples: Annotated[list[str] | None, Field(max_length=10, description="Values of the list")] = None,
        name: Annotated[str, Field(min_length=1, max_length=200)] = "learned by an agent",
    ) -> str:
        """Learn where a site's list is and what its columns are; the answer names the wrapper for `apply`."""
        pages = [await self._given(url, None) for url in urls or ()]
        pages += [await self._given(None, html) for html in htmls or ()]
        if not pages:
            raise Problem(422, "invalid", "give urls or htmls")
        recipe = Recipe(near=near, examples=tuple(examples or ()), **self._bounds())
        async with self._state.engine.place():
            learned: Learned = await self._state.engine.run(Learn(pages=tuple(pages), recipe=recipe))
        kept = await self._state.ask(self._state.wrappers.add, name, learned.wrapper)
        wrapper = Wrapper.read(learned.wrapper)
        failed = "".join(f"\nnot read: {page}: {reason}" for page, reason in learned.failed)
        return f"wrapper: {kept.id}\ncolumns: {', '.join(wrapper.names)}\nrecords: {wrapper.css}{failed}"

    async def apply(
        self,
        wrapper: Annotated[str, Field(description="What learn gave: w_...")] = "",
        url: Url = None,
        html: Html = None,
        limit: Limit = 100,
        cursor: Cursor = None,
        links: Links = False,
        format: Format = "csv",  # noqa: A002
    ) -> str:
        """Read a page of a learned site: always the same columns, and a warning where the site has changed."""
        if cursor is not None:
            return await self._going_on(cursor, limit, format)
        kept = await self._state.ask(self._state.wrappers.get, wrapper)
        if kept is None:
            raise Problem(404, "not_found", f"there is no wrapper {wrapper!r}: learn gives one")
        recipe = Recipe(wrapper=kept.data, edits=tuple(kept.edits), new_columns=False, **self._bounds())
        return await self._read(url, html, recipe, kept.id, limit, links, format)

    # -- the way there -------------------------------------------------------------------------------------------

    def _bounds(self) -> dict[str, Any]:
        settings = self._state.settings
        return {"public_only": not settings.private, "seconds": settings.seconds}

    async def _given(self, url: str | None, html: str | None) -> Given:
        if (url is None) == (html is None):
            raise Problem(422, "invalid", "give url or html, one of them")
        return await self._state.engine.given(url=url, html=html)

    async def _asked(self, given: Given, recipe: Recipe) -> ReadPage:
        async with self._state.engine.place():
            answer: ReadPage = await self._state.engine.run(Read(given=given, recipe=recipe, records=0))
        return answer

    async def _read(
        self,
        url: str | None,
        html: str | None,
        recipe: Recipe,
        wrapper: str | None,
        limit: int,
        links: bool,
        format_: str,
    ) -> str:
        given = await self._given(url, html)
        read = await self._asked(given, recipe)
        drift = [f"changed: {one['kind']} {one['column'] or ''} {one['detail']}" for one in read.head["drift"]]
        if read.head["list"] is None:
            reasons = drift or read.head["verdict"]["reasons"] or ["nothing on the page repeats like records do"]
            raise Problem(422, "no_list", "no records: " + "; ".join(reasons))
        asked = {"method": recipe.method, "want": recipe.want}
        run = await self._state.ask(
            self._state.runs.add,
            kind="page",
            source=given.name,
            head=read.head,
            tables=read.tables,
            recipe=asked,
            page=given,
            wrapper=wrapper,
        )
        notes = [*drift, *([f"not on the page: {', '.join(read.head['missing'])}"] if read.head["missing"] else [])]
        if following := read.head["next"]:
            notes.append(f"next page: {following}")
        return await self._rows(run, read.head["list"], 0, limit, links, format_, notes)

    async def _going_on(self, cursor: str, limit: int, format_: str) -> str:
        parts = cursor.strip().split(".")
        if len(parts) != 4 or not parts[1].isdecimal() or not parts[2].isdecimal() or len(cursor) > 100:
            raise Problem(422, "invalid", f"{cursor[:100]!r} is not a cursor that an answer gave")
        return await self._rows(parts[0], int(parts[1]), int(parts[2]), limit, parts[3] == "l", format_, [])

    async def _rows(
        self, run: str, number: int, offset: int, limit: int, links: bool, format_: str, notes: Sequence[str]
    ) -> str:
        try:
            table = await self._state.ask(self._state.tables.open, run, number)
        except StoreError as error:
            raise ToolError(str(error)) from error
        return await self._state.ask(answer_text, table, offset, limit, links, format_, notes)


def answer_text(table: OpenTable, offset: int, limit: int, links: bool, format_: str, notes: Sequence[str]) -> str:
    """Some rows as text: as many as are asked for and fit, and how to get the others."""
    names, columns = _columns(table, links)
    total = len(table)
    places = table.selected(Query())[offset : offset + limit]
    write = _csv_line if format_ == "csv" else _json_line
    lines: list[str] = []
    room = MOST_CHARACTERS
    for place in places:
        line = write([column[place] for column in columns])
        if lines and len(line) > room:
            break
        lines.append(line)
        room -= len(line) + 1
    last = offset + len(lines)
    more = f"{table.run.id}.{table.number}.{last}.{'l' if links else '-'}" if last < total else None
    said = f"rows {offset + 1}-{last} of {total}" if lines else f"no rows from {offset + 1} on: there are {total}"
    if format_ == "json":
        head = {"columns": names, "said": said, "notes": list(notes), "cursor": more}
        return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "rows": [{", ".join(lines)}]}}'
    tail = [f"# {said}" + (f"; more: cursor={more}" if more else ""), *(f"# {note}" for note in notes)]
    return "\n".join([write(names), *lines, *tail])


def _columns(table: OpenTable, links: bool) -> tuple[list[str], list[Sequence[str | None]]]:
    """Names and texts of what is shown; pictures are addresses, so they come with the links."""
    names: list[str] = []
    columns: list[Sequence[str | None]] = []
    for each in table.columns:
        column = each.column
        if each.hidden or (column.kind == "image" and not links and table.run.recipe.get("want") is None):
            continue
        names.append(column.name)
        columns.append(column.urls or column.texts if column.kind == "image" else column.texts)
        if links and column.urls and column.kind != "image":
            names.append(f"{column.name}_url")
            columns.append(column.urls)
    return names, columns


def _csv_line(cells: Sequence[str | None]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="").writerow([" ".join((cell or "").split()) for cell in cells])
    return text.getvalue()


def _json_line(cells: Sequence[str | None]) -> str:
    return json.dumps([None if cell is None else " ".join(cell.split()) for cell in cells], ensure_ascii=False)
