"""What is known of fields before any page was seen: the weights that learning starts from and is drawn to.

A few hundred columns are too few to learn from alone; that struck-through money is an old price need not be learned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.columns.names.evidence import SOURCES

__all__ = ["known_traits", "priors"]

#: role: trait weight ...
_TRAITS: Final = """
title: heading 3 main_link 1.5 slug 2 alt 2.5 first_heading 2 first_linked 1 distinct 2 constant -6
title: few_values -3 filled 1.5
title: type_money -4 type_number -3 type_date -4 type_rating -4 sentences -1 type_list -2 type_percentage -4
title: struck -3 by -2
description: sentences 3 long 2 dot_end 1.5 to_20_words 1 longest 1 heading -2 constant -3 to_3_words -1
description: type_money -4 distinct 1
price: type_money 4 currency 2 only_money 2 lower_amount 1 struck -5 was -3 save -2 per -1 minus -4 free 2 percent -2
price: heading -1
old_price: struck 5 was 3 higher 2 type_money 3 only_money -3 currency 1.5 lower_amount -2 percent -2 save -2
discount: save 3 percent 2 minus 4 type_money 0.5 type_percentage 3 far_lower 1
rating: type_rating 5 stars 2 slash_5 1.5 to_5 1 fraction 1 large -3 to_100 -2 currency -4
reviews: with_rating 1.5 parens 3 type_number 1 fraction -2 currency -4 percent -2
date: age 3 type_date 5 ago 4 month 2.5 year 1 time_tag 4 years 2.5 exact 0.5 currency -4 sentences -2
time: type_time 4 clock 2
author: names 1.5 with_date 0.5 with_money -0.5
author: by 3 handle 3 person 0.5 constant -0.5 heading -1.5 any_digit -1 type_money -4 type_date -4
category: type_list -2 with_date 0.5
category: few_values 1 to_3_words 0.5 linked 0.3 upper 0.5 any_digit -1 heading -1.5 distinct -1.5
category: type_money -4 type_date -4
tags: type_list 3 list 3 hash 3 commas 0.5 heading -1
location: city 5 place 2.5 postal 3 remote 2 address 3 heading -1 type_money -4
brand: with_money 1 few_values 0.5 to_3_words 0.5 any_digit -1 heading -1.5 distinct -1.5 type_money -4 type_date -4
id: code 2.5 distinct 0.5 currency -3
status: badge 2 stock 3 sparse 1 constant 1 to_3_words 1 distinct -1.5 currency -1 heading -1 sentences -2
count: with_rating -1 number_word 1 type_number 2 scale 1 currency -4 fraction -1 percent -2
duration: hours 1 minutes 2.5 read 1.5 type_duration 4 ago -4 currency -3 sentences -2
phone: phone 4 type_phone 5
rank: ordinal 1 rising 3 first 1 years -2
size: size 2.5 currency -4 sentences -2
salary: pay 2.5 per 0.5 scale 0.5 type_money 1
company: company 1.5 heading -1 type_money -4
none: action 3 constant 1 button 1.5 ship 2 heading -1.5
"""
#: source weight: how much it says where a source names a role.
_SPOKEN: Final = (
    "label 5 prefix 4 property 4 weak_property 2.5 near_class 3 far_class 1 near_name 2.5 far_name 1 box 0.8 aria 1.5 "
    "link 1.5 noun 4"
)


#: Where a role named is surer than in general: "old price" stands beside "price" in most class names.
_SURER: Final = {
    ("old_price", "near_class"): 4.0,
    ("title", "near_class"): 4.0,
    ("discount", "near_class"): 4.0,
    ("description", "near_class"): 3.0,
    ("old_price", "far_class"): 2.5,
    ("old_price", "far_name"): 2.5,
}


def priors(roles: Sequence[str], traits: Sequence[str]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the weights (roles, traits) and (roles, sources) that are known beforehand."""
    own = np.zeros((len(roles), len(traits)))
    for line in _TRAITS.strip().splitlines():
        role, _, pairs = line.partition(": ")
        for trait, weight in _pairs(pairs):
            if trait in traits:
                own[roles.index(role), traits.index(trait)] = weight
    known = dict(_pairs(_SPOKEN))
    spoken = np.tile([known[source] for source in SOURCES], (len(roles), 1))
    for (role, source), weight in _SURER.items():
        spoken[roles.index(role), SOURCES.index(source)] = weight
    return own, spoken


def known_traits() -> set[str]:
    """Return the traits that something is known of."""
    lines = (line.partition(": ")[2] for line in _TRAITS.strip().splitlines())
    return {trait for line in lines for trait, _ in _pairs(line)}


def _pairs(text: str) -> list[tuple[str, float]]:
    words = text.split()
    return [(name, float(weight)) for name, weight in zip(words[::2], words[1::2], strict=True)]
