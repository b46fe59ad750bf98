"""Tables for agents, asked for with the official client library."""

import asyncio
import json
import os
import re
import subprocess
import sys

import pytest

mcp = pytest.importorskip("mcp")
from mcp import Client, StdioServerParameters  # noqa: E402

COMMAND = [sys.executable, "-m", "pagerows", "mcp", "--workers", "1"]


def rich_page(count: int = 100) -> str:
    """A list as shops write it: a hundred attributes around every word."""
    card = (
        '<li class="product-card product-card--grid col-xs-12 col-sm-6 col-md-4" data-id="{0}" data-track="impression">'
        '<div class="product-card__media"><a class="product-card__link" href="/p/{0}" aria-hidden="true" tabindex="-1">'
        '<img class="product-card__image lazyload" alt="" loading="lazy" width="320" height="240" '
        'src="https://img.shop.example/w320/{0}.webp" srcset="https://img.shop.example/w640/{0}.webp 2x"></a></div>'
        '<div class="product-card__body"><h3 class="product-card__title"><a class="link link--quiet" href="/p/{0}">'
        'Heron tent {0}</a></h3><p class="product-card__price"><span class="price price--current">{0}.50 €</span></p>'
        '<p class="product-card__place"><svg class="icon icon--pin" viewBox="0 0 16 16" width="16" height="16">'
        '<path d="M8 0a5 5 0 0 0-5 5c0 3.5 5 11 5 11s5-7.500 5-11a5 5 0 0 0-5-5z"></path></svg>City {0}</p></div></li>'
    )
    return f"<title>Shop</title><ul class=grid>{''.join(card.format(n) for n in range(1, count + 1))}</ul>"


def talked(do, tmp_path, *options: str):
    """Run a conversation with a server over its standard input and output."""
    server = StdioServerParameters(
        command=COMMAND[0],
        args=[*COMMAND[1:], "--db", str(tmp_path / "history.sqlite"), *options],
        env=dict(os.environ),
    )

    async def conversation():
        async with Client(server, read_timeout_seconds=120) as client:
            return await do(client)

    return asyncio.run(conversation())


def text_of(result) -> str:
    assert not result.is_error, result.content[0].text
    assert result.structured_content is None  # the same rows twice would cost twice
    (content,) = result.content
    return content.text


def test_an_agent_reads_a_list_page_by_page_until_nothing_is_left(tmp_path):
    html = rich_page()

    async def do(client):
        tools = {tool.name for tool in (await client.list_tools()).tools}
        answers = [text_of(await client.call_tool("page_to_table", {"html": html, "limit": 40}))]
        while found := re.search(r"cursor=(\S+)", answers[-1]):
            answers.append(text_of(await client.call_tool("page_to_table", {"cursor": found[1], "limit": 40})))
        lists = text_of(await client.call_tool("lists_on_page", {"html": html}))
        wanted = text_of(await client.call_tool("page_to_table", {"html": html, "want": ["url", "price"], "limit": 1}))
        as_json = text_of(await client.call_tool("page_to_table", {"html": html, "format": "json", "limit": 2}))
        whole = text_of(await client.call_tool("page_to_table", {"html": html}))
        return tools, answers, lists, wanted, as_json, whole

    tools, answers, lists, wanted, as_json, whole = talked(do, tmp_path)
    assert tools == {"page_to_table", "lists_on_page", "learn", "apply"}
    assert len(answers) == 3
    rows = [line for answer in answers for line in answer.splitlines()[1:] if not line.startswith("#")]
    assert len(rows) == 100
    assert rows[99] == "Heron tent 100,100.50 €,City 100"
    assert answers[2].splitlines()[-1] == "# rows 81-100 of 100"
    assert lists.startswith("1: 100 rows: image, title, price")
    assert wanted.splitlines()[:2] == ["url,price", "/p/1,1.50 €"]
    assert json.loads(as_json)["rows"] == [["Heron tent 1", "1.50 €", "City 1"], ["Heron tent 2", "2.50 €", "City 2"]]
    # A page of 100 records costs at least 20 times fewer characters than its HTML.
    assert len(whole) * 20 <= len(html)


def test_an_agent_learns_a_site_and_is_told_when_it_has_changed(tmp_path):
    html = rich_page(12)

    async def do(client):
        learned = text_of(await client.call_tool("learn", {"htmls": [html]}))
        wrapper = re.search(r"w_\w+", learned)[0]
        other = html.replace("Heron", "Osprey")
        read = text_of(await client.call_tool("apply", {"wrapper": wrapper, "html": other, "links": True}))
        gone = await client.call_tool("apply", {"wrapper": wrapper, "html": "<p>Under construction"})
        return learned, read, gone

    learned, read, gone = talked(do, tmp_path)
    assert "columns: image, title, price" in learned
    assert "Osprey tent 1,/p/1,1.50 €" in read.splitlines()[1]
    assert gone.is_error
    assert "records gone" in gone.content[0].text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "give url or html"),
        ({"url": "http://127.0.0.1:1/"}, "127.0.0.1"),
        ({"html": "<p>Nothing repeats here."}, "no records"),
        ({"cursor": "nonsense"}, "is not a cursor"),
        ({"cursor": "r_aaaaaaaaaaaaaaaa.1.0.-"}, "there is no run"),
    ],
    ids=["nothing", "a private address", "no list", "no cursor", "a cursor of nothing"],
)
def test_what_cannot_be_done_is_said_in_one_sentence(agent, arguments, message):
    result = agent(arguments)
    assert result.is_error
    assert message in result.content[0].text


@pytest.fixture(scope="module")
def agent(tmp_path_factory):
    """A server over HTTP, and a way to call its first tool."""
    database = tmp_path_factory.mktemp("mcp") / "history.sqlite"
    command = [*COMMAND, "--http", "--port", "0", "--db", str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            address = server.stdout.readline().removeprefix("pagerows: ").strip()
            assert address.endswith("/mcp")

            async def called(arguments):
                async with Client(address, read_timeout_seconds=120) as client:
                    return await client.call_tool("page_to_table", arguments)

            yield lambda arguments: asyncio.run(called(arguments))
        finally:
            server.terminate()
            server.wait(20)


def test_the_same_tools_answer_over_http(agent):
    assert text_of(agent({"html": rich_page(20), "limit": 1})).startswith("title,price")
