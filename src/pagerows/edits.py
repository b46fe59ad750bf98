"""What people change of a table: names, order, types, columns joined and divided; the same for app, file and code.

An edit is a mapping with ``op`` and what it needs; edits are done one after the other. Columns are named by key (``c0``
for the first column of the table as it was found, ``e2`` for what the third edit made, ``e2.1`` for its second part) or
by the name that they have at that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pagerows.columns.asked import TYPES, typed_as
from pagerows.columns.reading import Context
from pagerows.errors import ParameterError
from pagerows.export.sheets import Sheet, SheetColumn

__all__ = ["MOST_EDITS", "Edit", "EditedColumn", "by_name", "edited", "shown"]

Edit = Mapping[str, Any]
MOST_EDITS: Final = 1000
#: Parts that a column can be split into.
MOST_PARTS: Final = 50


@dataclass(frozen=True, slots=True)
class EditedColumn:
    """A column of a table with what was changed of it."""

    key: str
    column: SheetColumn
    hidden: bool = False
    #: What was changed: name, type, role.
    changed: tuple[str, ...] = ()

    def with_(self, what: str, **changes: Any) -> EditedColumn:
        """The column with other properties."""
        changed = self.changed if what in self.changed else (*self.changed, what)
        return replace(self, column=replace(self.column, **changes), changed=changed)


Columns = list[EditedColumn]


def edited(
    sheet: Sheet, edits: Sequence[Edit], context: Context | None = None, *, strict: bool = True
) -> list[EditedColumn]:
    """Return the columns of a table after the edits, hidden ones included.

    Without `strict`, edits about columns that the table does not have are left out: another page may lack some.
    """
    columns = [EditedColumn(f"c{number}", column) for number, column in enumerate(sheet.columns)]
    if len(edits) > MOST_EDITS:
        raise ParameterError(f"{len(edits)} edits are more than the {MOST_EDITS} that are kept")
    for number, edit in enumerate(edits):
        do = _OPS.get(str(edit.get("op")))
        if do is None:
            raise ParameterError(f"edit {number}: op {edit.get('op')!r} is none of {', '.join(_OPS)}")
        try:
            columns = do(columns, _Asked(edit, f"e{number}", context or Context()))
        except _Absent as error:
            if strict:
                raise ParameterError(f"edit {number} ({edit['op']}): {error}") from error
        except (KeyError, TypeError, ValueError) as error:
            told = f"it needs {error}" if isinstance(error, KeyError) else str(error)
            raise ParameterError(f"edit {number} ({edit['op']}): {told}") from error
    return columns


def shown(sheet: Sheet, edits: Sequence[Edit], context: Context | None = None, *, strict: bool = True) -> Sheet:
    """Return a table after the edits, without the columns that are hidden.

    >>> from pagerows import extract
    >>> from pagerows.export.sheets import page_result
    >>> page = "<ul>" + "".join(f"<li><h3>Item {n}</h3><p>{n} €</p></li>" for n in range(9)) + "</ul>"
    >>> sheet = page_result("page", extract(page)).sheets[0]
    >>> edits = [{"op": "rename", "column": "c0", "name": "thing"}, {"op": "move", "column": "price", "to": 0}]
    >>> [column.name for column in shown(sheet, edits).columns]
    ['price', 'thing']
    """
    columns = edited(sheet, edits, context, strict=strict)
    return replace(sheet, columns=tuple(each.column for each in columns if not each.hidden))


def by_name(sheet: Sheet, edits: Sequence[Edit]) -> list[dict[str, Any]]:
    """Return edits that name the table's own columns by what they are called: another page may have them elsewhere."""
    made: list[dict[str, Any]] = []
    for number, edit in enumerate(edits):
        names = {each.key: each.column.name for each in edited(sheet, edits[:number], strict=False)}
        own = {key: name for key, name in names.items() if key.startswith("c")}
        plain = dict(edit)
        if "column" in plain:
            plain["column"] = own.get(plain["column"], plain["column"])
        if "columns" in plain:
            plain["columns"] = [own.get(key, key) for key in plain["columns"]]
        made.append(plain)
    return made


class _Absent(LookupError):
    """There is no such column."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """One edit."""

    edit: Edit
    #: The key of what it makes.
    key: str
    context: Context

    def text(self, name: str) -> str:
        value = self.edit[name]
        if not isinstance(value, str):
            raise TypeError(f"{name} must be a text")
        return value

    def place(self, columns: Columns, reference: Any = None) -> int:
        """Where the column is that the edit speaks of."""
        wanted = self.text("column") if reference is None else reference
        keys, names = [each.key for each in columns], [each.column.name for each in columns]
        for known in (keys, names):
            if wanted in known:
                return known.index(wanted)
        raise _Absent(f"no column {wanted!r}; there are {', '.join(names)}")

    def new_name(self, columns: Columns, name: str) -> str:
        """A name that no other column has."""
        if not name.strip() or len(name) > 200:
            raise ValueError("give a name of 1 to 200 characters")
        if any(each.column.name == name for each in columns):
            raise ValueError(f"there is a column {name!r} already")
        return name.strip()


def _replaced(columns: Columns, place: int, *new: EditedColumn) -> Columns:
    return [*columns[:place], *new, *columns[place + 1 :]]


def _rename(columns: Columns, asked: _Asked) -> Columns:
    place = asked.place(columns)
    others = [each for number, each in enumerate(columns) if number != place]
    return _replaced(columns, place, columns[place].with_("name", name=asked.new_name(others, asked.text("name"))))


def _hide(columns: Columns, asked: _Asked) -> Columns:
    place = asked.place(columns)
    return _replaced(columns, place, replace(columns[place], hidden=True))


def _show(columns: Columns, asked: _Asked) -> Columns:
    place = asked.place(columns)
    return _replaced(columns, place, replace(columns[place], hidden=False))


def _move(columns: Columns, asked: _Asked) -> Columns:
    place, to = asked.place(columns), asked.edit["to"]
    if not isinstance(to, int) or isinstance(to, bool) or to < 0:
        raise TypeError("to must be a place from 0 on")
    rest = _replaced(columns, place)
    return [*rest[:to], columns[place], *rest[to:]]


def _role(columns: Columns, asked: _Asked) -> Columns:
    place = asked.place(columns)
    role = None if asked.edit["role"] is None else asked.text("role")
    return _replaced(columns, place, columns[place].with_("role", role=role))


def _type(columns: Columns, asked: _Asked) -> Columns:
    place, type_ = asked.place(columns), asked.text("type")
    if type_ not in TYPES:
        raise ValueError(f"type {type_!r} is none of {', '.join(TYPES)}")
    own = columns[place]
    return _replaced(columns, place, own.with_("type", **_typed(own.column.texts, type_, asked.context)))


def _typed(texts: Sequence[str | None], type_: str, context: Context) -> dict[str, Any]:
    made = typed_as(texts, type_, context)
    return {name: getattr(made, name) for name in ("type", "values", "unit", "confidence", "doubt")}


def _merge(columns: Columns, asked: _Asked) -> Columns:
    """Join the texts of columns; where one of them is empty, those of the others stand alone."""
    references = asked.edit["columns"]
    if not isinstance(references, Sequence) or isinstance(references, str) or len(references) < 2:
        raise ValueError("columns must be a list of two or more")
    places = [asked.place(columns, reference) for reference in references]
    if len(set(places)) < len(places):
        raise ValueError("a column is named twice")
    parts = [columns[place].column for place in places]
    others = [each for number, each in enumerate(columns) if number not in places]
    name, separator = asked.new_name(others, asked.text("name")), asked.edit.get("separator", " ")
    texts = tuple(separator.join(filter(None, row)) or None for row in zip(*(c.texts for c in parts), strict=True))
    urls = next((part.urls for part in parts if part.urls), None)
    made = SheetColumn(name=name, kind="link" if urls else "text", type="text", texts=texts, urls=urls)
    hidden = [replace(each, hidden=True) if number in places else each for number, each in enumerate(columns)]
    return _made(hidden, min(places), [EditedColumn(asked.key, made, changed=("merged",))])


def _split(columns: Columns, asked: _Asked) -> Columns:
    """Divide texts at a separator; the last part has the rest."""
    place, names, separator = asked.place(columns), asked.edit["names"], asked.text("separator")
    if not separator:
        raise ValueError("give a separator")
    if not isinstance(names, Sequence) or isinstance(names, str) or not 2 <= len(names) <= MOST_PARTS:
        raise ValueError(f"names must be a list of 2 to {MOST_PARTS}")
    own = columns[place].column
    pieces = [_pieces(text, separator, len(names)) for text in own.texts]
    taken = [each for number, each in enumerate(columns) if number != place]
    made: Columns = []
    for part, name in enumerate(names):
        texts = tuple(piece[part] for piece in pieces)
        column = SheetColumn(name=asked.new_name([*taken, *made], name), kind="text", type="text", texts=texts)
        made.append(EditedColumn(f"{asked.key}.{part}", column, changed=("split",)))
    return _made(_replaced(columns, place, replace(columns[place], hidden=True)), place, made)


def _pieces(text: str | None, separator: str, most: int) -> list[str | None]:
    parts = [] if text is None else [part.strip() or None for part in text.split(separator, most - 1)]
    return [*parts, *[None] * (most - len(parts))]


def _made(columns: Columns, place: int, made: Columns) -> Columns:
    """Put new columns before a place; the hidden ones that they were made from leave them their names."""
    names = {each.column.name for each in made}
    freed = [
        replace(each, column=replace(each.column, name=f"{each.column.name} (before)"))
        if each.hidden and each.column.name in names
        else each
        for each in columns
    ]
    return [*freed[:place], *made, *freed[place:]]


_OPS: Final[dict[str, Callable[[Columns, _Asked], Columns]]] = {
    "rename": _rename,
    "hide": _hide,
    "show": _show,
    "move": _move,
    "role": _role,
    "type": _type,
    "merge": _merge,
    "split": _split,
}
