"""Tables of thousands of columns: work grows with the columns, and not with their square."""

import pytest

from pagerows.export import FORMATS
from pagerows.export._output import writing
from pagerows.export._writer import WriteOptions
from pagerows.export.sheets import PageResult, Sheet, SheetColumn
from pagerows.export.table import drawn_lines


class Name(str):
    """A name that is counted whenever it is looked up or put into a set: sets in C call nothing else."""

    __slots__ = ()

    def __hash__(self) -> int:
        return str.__hash__(self)


def columns(count: int) -> tuple[SheetColumn, ...]:
    return tuple(SheetColumn(Name(f"c{n}"), "text", "text", ("a", None)) for n in range(count))


@pytest.mark.parametrize("format_", FORMATS)
def test_four_times_the_columns_are_four_times_the_work(format_, tmp_path, calls):
    def write(count):
        sheet = Sheet(1, 1.0, None, {}, columns(count), ("/html/body/p[1]", "/html/body/p[2]"))
        with writing(format_, tmp_path / f"{count}", WriteOptions()) as out:
            out.add(PageResult("p.html", "m", (sheet,), found=1))

    write(2)
    assert calls(write, 1200) < 6 * calls(write, 300)  # quadratic would be 16


def test_a_preview_of_many_columns_names_those_that_have_no_room_in_one_go(calls):
    assert drawn_lines(columns(40), 30)[-1].startswith(" more columns: ")
    assert calls(drawn_lines, columns(1200), 30) < 6 * calls(drawn_lines, columns(300), 30)
