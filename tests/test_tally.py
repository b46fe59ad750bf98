"""How often values come, as a Counter has it."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from pagerows._tally import most_frequent, tally


@given(st.lists(st.sampled_from("abcde")))
def test_values_are_counted_in_the_order_in_which_they_come(values):
    assert list(tally(iter(values)).items()) == list(Counter(values).items())
    assert most_frequent(iter(values)) == (Counter(values).most_common(1) or [(None, 0)])[0]
