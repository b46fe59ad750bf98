"""Dataclasses that are not written until somebody looks are what the standard library makes."""

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from pagerows import plain

T = TypeVar("T")
BOTH = pytest.mark.parametrize("kit", [dataclasses, plain], ids=["standard", "plain"])


def kinds(kit: Any) -> dict[str, type]:
    """The same classes by the standard library and by ours."""

    @kit.dataclass(frozen=True)
    class Point:
        """A point."""

        x: "int"
        y: "int" = 0
        seen: "list[int]" = kit.field(default_factory=list, repr=False, compare=False)
        most: "ClassVar[int]" = 9

        @property
        def sum(self):
            return self.x + self.y

        @cached_property
        def double(self):
            return 2 * self.sum

    @kit.dataclass(frozen=True)
    class Deep(Point):
        z: "int" = 5

    @kit.dataclass(frozen=True, kw_only=True)
    class Params:
        share: "float" = 0.5
        least: "int" = 2

    @kit.dataclass
    class Count:
        number: "int"
        name: "str" = kit.field(default="n", compare=False)

    @kit.dataclass(frozen=True, eq=False)
    class Apart:
        one: "int"

    @kit.dataclass(frozen=True)
    class Own:
        one: "int"
        two: "int"

        def __init__(self, one):
            self.__dict__.update(one=one, two=2)

        def __repr__(self):
            return "own"

        def __hash__(self):
            return 7

    @kit.dataclass(frozen=True, init=False)
    class Written:
        one: "int"

        def __init__(self, text):
            object.__setattr__(self, "one", int(text))

    @kit.dataclass(frozen=True)
    class Held(Generic[T]):
        value: "T"

    @kit.dataclass
    class After:
        one: "int"

        def __post_init__(self):
            self.two = self.one + 1

    found = [Point, Deep, Params, Count, Apart, Own, Written, Held, After]
    return {kind.__name__: kind for kind in found}


def said(function: Any) -> Any:
    """What a call gives, or which error with which words."""
    try:
        return function()
    except Exception as error:
        return type(error).__name__, str(error)


CALLS = [
    ("Point", (1,), {}),
    ("Point", (1, 2), {}),
    ("Point", (1,), {"y": 3}),
    ("Point", (), {"y": 3, "x": 4, "seen": [1]}),
    ("Point", (), {}),
    ("Point", (1, 2, [], 4), {}),
    ("Point", (1,), {"x": 2}),
    ("Point", (1,), {"z": 2}),
    ("Point", (), {"z": 2}),
    ("Deep", (1, 2, [3], 4), {}),
    ("Deep", (), {"x": 1, "z": 0}),
    ("Params", (), {}),
    ("Params", (), {"least": 3}),
    ("Params", (0.3,), {}),
    ("Count", (1,), {}),
    ("Count", (1, "b"), {}),
    ("Apart", (1,), {}),
    ("Own", (1,), {}),
    ("Own", (1, 2), {}),
    ("Written", ("3",), {}),
    ("Held", ("a",), {}),
    ("After", (1,), {}),
]


@pytest.mark.parametrize(("name", "values", "named"), CALLS)
def test_what_is_made_is_the_same(name, values, named):
    one, other = (kinds(kit)[name] for kit in (dataclasses, plain))
    made, own = said(lambda: one(*values, **named)), said(lambda: other(*values, **named))
    if isinstance(made, tuple):
        assert own == made
        return
    assert list(vars(own).items()) == list(vars(made).items())
    again = other(*values, **named)
    alike = made == one(*values, **named)
    assert (own == again, own != again, own == 3) == (alike, not alike, False)
    if name != "Apart":
        assert said(lambda: hash(own)) == said(lambda: hash(made))
    assert said(lambda: hash(own) == hash(again)) == said(lambda: hash(made) == hash(one(*values, **named)))
    assert repr(own) == repr(made)  # after which the class is the standard library's
    assert (own == again, own == other(*values, **named)) == (alike, alike)
    assert str(inspect.signature(other)) == str(inspect.signature(one))
    assert [(f.name, f.type, f.repr, f.compare) for f in dataclasses.fields(own)] == [
        (f.name, f.type, f.repr, f.compare) for f in dataclasses.fields(made)
    ]
    assert other.__match_args__ == one.__match_args__


@pytest.mark.parametrize("looked", [False, True], ids=["not written", "written"])
@BOTH
def test_what_is_frozen_stays_so(kit, looked):
    found = kinds(kit)
    point, deep = found["Point"](1), found["Deep"](1)
    if looked:
        repr(point)
    for one in (point, deep):
        for change in (
            lambda one=one: setattr(one, "x", 2),
            lambda one=one: delattr(one, "x"),
            lambda one=one: setattr(one, "new", 2),
        ):
            kind, words = said(change)
            assert kind == "FrozenInstanceError"
            assert words.endswith(("field 'x'", "field 'new'"))
    count = found["Count"](1)
    count.number = 5
    assert count.number == 5
    assert (point.sum, point.double, found["Point"].most) == (1, 2, 9)


@BOTH
def test_replacing_gives_another(kit):
    found = kinds(kit)
    point = found["Deep"](1, z=3)
    assert vars(kit.replace(point, x=2)) == {"x": 2, "y": 0, "seen": [], "z": 3}
    assert vars(dataclasses.replace(point, y=2)) == {"x": 1, "y": 2, "seen": [], "z": 3}
    assert kit.replace(found["Params"](), least=7).least == 7
    with pytest.raises(TypeError):
        kit.replace(point, w=1)


def test_lists_of_one_are_not_those_of_another():
    found = kinds(plain)["Point"]
    found(1).seen.append(3)
    assert found(1).seen == []


@BOTH
def test_a_class_that_inherits_may_be_the_standard_librarys(kit):
    @dataclasses.dataclass(frozen=True)
    class More(kinds(kit)["Point"]):
        w: "int" = 3

    assert repr(More(1)).endswith("More(x=1, y=0, w=3)")


@BOTH
def test_matching_by_place(kit):
    point = kinds(kit)["Point"]
    match point(1, 2):
        case point(x, y):
            assert (x, y) == (1, 2)


def test_instances_are_pickled_and_copied():
    from pagerows.values import Verdict

    one = Verdict(True, reasons=("a",))
    assert pickle.loads(pickle.dumps(one)) == copy.copy(one) == copy.deepcopy(one) == one


def test_what_is_odd_is_the_standard_librarys_at_once():
    @plain.dataclass(order=True)
    class Ordered:
        one: "int"

    assert Ordered(1) < Ordered(2)


def test_reading_a_page_needs_no_class_written():
    code = (
        "import sys\nsys.modules['inspect'] = None\n"
        "from pagerows.plain import dataclass, field, replace\n"
        "@dataclass(frozen=True)\nclass A:\n    x: 'int'\n    y: 'list' = field(default_factory=list)\n"
        "assert replace(A(1), x=2) == A(2) and 'dataclasses' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
