"""Arrays without NumPy: what they are by themselves, and that else they are what NumPy's are, on generated input."""

import copy
import operator
import pickle
import subprocess
import sys

import numpy as np
import pytest

from pagerows._arrays import Array, as_array, restored

KINDS = ["bool", "int8", "uint8", "int32", "uint32", "int64", "uint64", "float64"]
SIGNED = ["int8", "int32", "int64"]


def some(kind: str, size: int | tuple[int, ...], seed: int = 0) -> np.ndarray:
    """Values of a kind, the least and the greatest among them."""
    rng = np.random.default_rng(seed)
    if kind == "float64":
        return rng.normal(size=size)
    if kind == "bool":
        return rng.random(size) < 0.5
    known = np.iinfo(kind)
    found = rng.integers(known.min, known.max, size, dtype=kind, endpoint=True)
    if found.size > 1:
        found.flat[0], found.flat[-1] = known.min, known.max
    return found


def array(values: np.ndarray) -> Array:
    """The same as an array of ours."""
    return restored(values.dtype.name, values.shape, values.tobytes())


def same(found: object, wanted: object) -> None:
    """Two answers are of the same kind and shape and have the same items."""
    assert type(found) is type(wanted)
    np.testing.assert_array_equal(found, wanted)
    assert np.asarray(found).dtype == np.asarray(wanted).dtype


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [0, 1, 7, (0, 3), (3, 0), (1, 1), (4, 3)], ids=str)
class TestLikeNumPys:
    def test_items_shape_and_bytes(self, kind, shape):
        values = some(kind, shape)
        own = array(values)
        assert own.kind_name == kind == own.dtype.name
        assert own.tolist() == values.tolist()
        assert [type(item) for item in own.ravel().tolist()] == [type(item) for item in values.ravel().tolist()]
        assert own.tobytes() == values.tobytes()
        assert (len(own), own.shape, own.ndim, own.size) == (len(values), values.shape, values.ndim, values.size)
        assert (own.itemsize, own.nbytes) == (values.itemsize, values.nbytes)
        assert [list(row) if values.ndim == 2 else row for row in own] == values.tolist()

    def test_numpy_takes_them_without_a_copy(self, kind, shape):
        own = array(some(kind, shape))
        taken = np.asarray(own)
        same(taken, some(kind, shape))
        assert taken.flags.c_contiguous
        assert taken.flags.writeable
        if taken.size:
            before = own.tobytes()
            taken[...] = 0
            assert own.tobytes() == bytes(own.nbytes) != before or not any(before)

    def test_memoryviews_see_what_numpys_show(self, kind, shape):
        values = some(kind, shape)
        own, wanted = array(values).data, values.data
        assert (own.format, own.itemsize, own.shape, own.strides) == (
            wanted.format,
            wanted.itemsize,
            wanted.shape,
            (values.itemsize * max(0, values.shape[1]), values.itemsize) if values.ndim == 2 else wanted.strides,
        )
        assert own.tolist() == wanted.tolist()

    @pytest.mark.parametrize(
        "key", [slice(None), slice(1, None), slice(None, -1), slice(2, 1), slice(-2, 99), slice(0, 0), slice(-99, 2, 1)]
    )
    def test_slices_are_parts_of_the_same_memory(self, kind, shape, key):
        values = some(kind, shape)
        own = array(values)
        part = own[key]
        assert type(part) is Array
        assert part.tolist() == values[key].tolist()
        assert part.shape == values[key].shape
        assert part.tobytes() == values[key].tobytes()
        if part.size:
            np.asarray(part)[...] = 0
            values[key] = 0
            assert own.tobytes() == values.tobytes()

    @pytest.mark.parametrize("key", [slice(None, None, 2), slice(None, None, -1), ..., None, []], ids=str)
    def test_other_keys_are_numpys(self, kind, shape, key):
        values = some(kind, shape)
        same(array(values)[key], values[key])

    def test_copies_and_pickles_are_equal_and_apart(self, kind, shape):
        own = array(some(kind, shape))
        for other in (pickle.loads(pickle.dumps(own)), copy.copy(own), copy.deepcopy(own)):
            assert type(other) is Array
            assert (other.kind_name, other.shape, other.tobytes()) == (own.kind_name, own.shape, own.tobytes())
            assert not own.size or not np.shares_memory(np.asarray(own), np.asarray(other))

    def test_comparisons_are_numpys(self, kind, shape):
        values = some(kind, shape)
        for compare in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge):
            same(compare(array(values), 0), compare(values, 0))
            same(compare(array(values), array(values)), compare(values, values))
            same(compare(values, array(values)), compare(values, values))


@pytest.mark.parametrize("kind", SIGNED)
@pytest.mark.filterwarnings("ignore:divide by zero", "ignore:invalid value", "ignore:overflow")
def test_reckoning_is_numpys(kind):
    values, other = some(kind, (3, 3)), some(kind, (3, 3), 1)
    own = array(values)
    for reckon in (operator.add, operator.sub, operator.mul, operator.matmul, operator.truediv, operator.floordiv):
        same(reckon(own, other), reckon(values, other))
        same(reckon(other, own), reckon(other, values))
        same(reckon(own, array(other)), reckon(values, other))
    for reckon in (operator.mod, operator.and_, operator.or_, operator.xor):
        same(reckon(own, 3), reckon(values, 3))
        same(reckon(3, own), reckon(3, values))
    for reckon in (operator.lshift, operator.rshift):
        same(reckon(own, 3), reckon(values, 3))
        same(reckon(3, own % 5), reckon(3, values % 5))
    same(own**2, values**2)
    same(2.0**own, 2.0**values)
    for sign in (operator.neg, operator.pos, operator.invert, abs):
        same(sign(own), sign(values))


@pytest.mark.parametrize(
    "name", ["iadd", "isub", "imul", "ifloordiv", "imod", "iand", "ior", "ixor", "ilshift", "irshift"]
)
def test_reckoning_in_place_stays_in_place(name):
    values = some("int64", 9)
    own = array(values)
    part = own[2:5]
    found, wanted = getattr(operator, name)(part, 3), values.copy()
    getattr(operator, name)(wanted[2:5], 3)
    assert found is part
    assert own.tolist() == wanted.tolist()


def test_division_in_place_too():
    own = Array("float64", [1, 2, 4])
    part = own[1:]
    part /= 2
    assert own.tolist() == [1.0, 1.0, 2.0]


def test_what_else_numpys_have_is_asked_of_numpy():
    values = some("int32", (5, 4))
    own = array(values)
    same(own.T, values.T)
    same(own.sum(axis=0), values.sum(axis=0))
    same(own.astype(np.float64), values.astype(np.float64))
    same(own[[0, 2], 1], values[[0, 2], 1])
    same(own[:, 1], values[:, 1])
    same(own[own[:, 0] > 0], values[values[:, 0] > 0])
    same(np.cumsum(own), np.cumsum(values))
    same(np.flatnonzero(own), np.flatnonzero(values))
    same(np.concatenate([own, values]), np.concatenate([values, values]))
    same(np.asarray(own, np.float64), values.astype(np.float64))
    same(np.array(own), values)
    same(values[array(np.array([2, 0], np.int64))], values[[2, 0]])
    assert values[2, 1] in own
    assert 3.5 not in own
    with pytest.raises(AttributeError):
        own.nothing_like_it  # noqa: B018
    with pytest.raises(AttributeError):
        own.__nothing_like_it__  # noqa: B018
    with pytest.raises(TypeError):
        hash(own)


@pytest.mark.parametrize("kind", KINDS)
def test_single_items_are_pythons_numbers(kind):
    values = some(kind, 5)
    own = Array(kind, values.tolist())
    for place in range(-5, 5):
        assert own[place] == values[place]
        assert type(own[place]) is type(values[place].item())
        own[place] = values[place].item()
    assert own.tobytes() == values.tobytes()
    same(own[np.int64(2)], values[2])
    for place in (-6, 5, 10**30, -(10**30)):
        with pytest.raises(IndexError):
            own[place]
        with pytest.raises(IndexError):
            own[place] = 1


def test_rows_of_a_table_are_arrays():
    values = some("float64", (3, 2))
    own = array(values)
    assert type(own[1]) is Array
    assert own[-1].tolist() == values[-1].tolist()
    own[0][1] = 7.0
    own[1] = 3
    own[2, 0] = 4
    assert own.tolist() == [[values[0, 0], 7], [3, 3], [4, values[2, 1]]]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("int8", 128),
        ("int8", -129),
        ("uint8", -1),
        ("uint8", 256),
        ("int32", 2**31),
        ("int64", 2**63),
        ("uint64", 2**64),
    ],
)
def test_values_that_do_not_fit_are_refused(kind, value):
    with pytest.raises(OverflowError):
        Array(kind, [value])
    own = Array(kind, [1])
    with pytest.raises(OverflowError):
        own[0] = value


@pytest.mark.parametrize(
    ("values", "truth"), [([0], False), ([2], True), ([], None), ([1, 1], None)], ids=["no", "yes", "none", "two"]
)
def test_the_truth_of_one_item_only_is_clear(values, truth):
    own = Array("int32", values)
    if truth is None:
        with pytest.raises(ValueError, match="any"):
            bool(own)
    else:
        assert bool(own) is truth


def test_parts_keep_the_memory_alive():
    part = Array("int64", range(1000))[10:990][5:10]
    assert part.tolist() == [15, 16, 17, 18, 19]
    view = np.asarray(part)
    seen = memoryview(part)
    del part
    assert view.tolist() == seen.tolist() == [15, 16, 17, 18, 19]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [0, 5, (2, 3), (0, 2)], ids=str)
def test_buffers_of_the_kind_become_arrays_in_the_same_memory(kind, shape):
    values = some(kind, shape)
    own = as_array(kind, values)
    assert (own.kind_name, own.shape, own.tobytes()) == (kind, values.shape, values.tobytes())
    assert not values.size or np.shares_memory(np.asarray(own), values)
    assert as_array(kind, own) is own


@pytest.mark.parametrize(
    "values",
    [
        some("int32", 9)[::2],
        np.asfortranarray(some("int32", (3, 2))),
        np.frombuffer(some("int32", 4).tobytes(), np.int32),
        some("int16", 6),
        some("int32", 3).astype(">i4"),
        np.array([3, 4], "q"),
    ],
    ids=["gaps", "column by column", "not to be written", "another kind", "another order", "long long"],
)
def test_other_buffers_are_copied(values):
    own = as_array("int32" if values.dtype.itemsize < 8 else "int64", values)
    assert own.tolist() == values.tolist()
    assert values.dtype == np.int64 or not np.shares_memory(np.asarray(own), values)


def test_any_values_become_arrays():
    assert as_array("int32", (3 * i for i in range(4))).tolist() == [0, 3, 6, 9]
    assert as_array("uint8", b"ab").tolist() == [97, 98]
    assert as_array("bool", [0, 2, ""]).tolist() == [False, True, False]
    with pytest.raises(ValueError, match="dimension"):
        as_array("int32", np.zeros((2, 2, 2), np.int32))
    with pytest.raises(TypeError):
        as_array("int32", np.zeros((2, 2)))


@pytest.mark.parametrize(
    ("kind", "shape", "items", "error"),
    [
        ("int16", (1,), b"ab", ValueError),
        ("int32", (2,), b"1234", ValueError),
        ("int32", (-1,), b"", ValueError),
        ("int32", (2**40, 2**40), b"", MemoryError),
        ("float64", (2**62,), b"", MemoryError),
    ],
)
def test_what_cannot_be_an_array_is_refused(kind, shape, items, error):
    with pytest.raises(error):
        restored(kind, shape, items)


def test_an_array_is_made_once():
    own = Array("int32", [1, 2])
    with pytest.raises(TypeError, match="once"):
        own.__init__("int32", [3])


def test_they_show_what_they_are():
    assert repr(Array("float64", [1, 2.5])) == "Array('float64', [1.0, 2.5])"
    assert repr(array(np.zeros((2000, 2), np.int32))) == "<Array of int32, 2000 x 2>"


def test_numpy_is_not_imported_for_what_they_do_by_themselves():
    code = (
        "import sys\nfrom pagerows._arrays import Array\nfrom pagerows.later import np\n"
        "own = Array('int32', range(9)); part = own[2:5]; part[0] = 5\n"
        "list(own), own.tolist(), own.tobytes(), own.shape, own.size, own.nbytes, own.ndim, len(own), memoryview(own)\n"
        "assert 'numpy' not in sys.modules\n"
        "assert (own == own).all() and 'numpy' in sys.modules and np.int32 is sys.modules['numpy'].int32\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
