"""The part of the report about data that the page carries: its sets, its lists, and the join with the best table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final

from pagerows.page.data import DataList, DataSet
from pagerows.values import Column, Joined

if TYPE_CHECKING:
    from pagerows.pipeline import Extraction

__all__ = ["data_section"]

#: Sets, lists and keys that are listed.
MOST: Final = 30
#: Characters of a value that are shown.
LONGEST: Final = 80


def data_section(extraction: Extraction) -> str:
    """What the page carries for machines, and what of it the table was joined with; empty where there is nothing."""
    data = extraction.page.data
    if not len(data) and not data.skipped:
        return ""
    skipped = f", {data.skipped} could not be read" if data.skipped else ""
    sets = _table(("kind", "name", "holds"), [(one.kind, one.name, _holds(one)) for one in data.sets[:MOST]])
    lists = _table(("list", "objects", "fields"), [_listed(one) for one in data.lists[:MOST]])
    return f"""<section>
<details><summary><h2>Data in the page</h2><span>{len(data)} sets, {len(data.lists)} lists{skipped}</span></summary>
<p class="note">What the page carries for machines: JSON-LD, microdata, states of frameworks, JSON of its scripts.</p>
{_join(extraction)}
{lists}
{sets}
</details>
</section>"""


def _join(extraction: Extraction) -> str:
    joined = extraction.table.joined if extraction.best else None
    if joined is None:
        return '<p class="note">None of its lists says the same as the records of the table.</p>'
    columns = extraction.table.all_columns
    rows = [(column.name, column.key, _told(column), _example(column)) for column in columns if column.key]
    return f"<p>{escape(_summary(joined))}</p>" + _table(("column", "key", "", "first"), rows)


def _summary(joined: Joined) -> str:
    paired = sum(number is not None for number in joined.objects)
    differing = f", {joined.differing} differ" if joined.differing else ""
    return (
        f"{paired} of {len(joined.objects)} records are objects of {joined.where} ({joined.kind}); "
        f"{joined.agreeing} cells agree with it{differing}."
    )


def _told(column: Column) -> str:
    if column.source == "embedded":
        return "only in the data"
    return column.doubt or "agrees"


def _example(column: Column) -> str:
    return next((cell.text for cell in column.cells if cell is not None), "")


def _listed(one: DataList) -> tuple[Any, ...]:
    names = list(dict.fromkeys(key for fields in one.objects[:5] for key in fields))
    more = f", … {len(names) - 12} more" if len(names) > 12 else ""
    return one.where, len(one.objects), ", ".join(names[:12]) + more


def _holds(one: DataSet) -> str:
    if isinstance(one.value, list):
        return f"a list of {len(one.value)}"
    names = [str(key) for key in one.value]
    return ", ".join(names[:8]) + (f", … {len(names) - 8} more" if len(names) > 8 else "")


def _table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    body = "".join("<tr>" + "".join(f"<td>{_text(value)}</td>" for value in row) + "</tr>" for row in rows)
    names = "".join(f"<th>{escape(name)}</th>" for name in head)
    return f'<div class="scroll list"><table><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table></div>'


def _text(value: Any) -> str:
    text = str(value)
    return escape(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")
