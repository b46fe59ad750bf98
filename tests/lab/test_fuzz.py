"""Hostile pages and kills: a piece of what `make fuzz` runs, in every test run."""

import json
import os
import random
import subprocess
import sys

import pytest

from pagerows.lab.fuzz import fuzz, in_pieces, page_of
from pagerows.lab.kills import KINDS, Try, kill_once

#: Pages read under each of two hash seeds.
PAGES = 2_000


def test_hostile_pages_raise_nothing_of_their_own_and_mean_the_same_under_every_hash_seed():
    command = [sys.executable, "-m", "pagerows.lab.fuzz", str(PAGES), "11"]
    runs = [
        subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONHASHSEED": seed}) for seed in "12"
    ]
    told = [json.loads(run.communicate(timeout=600)[0]) for run in runs]
    assert [one["wrong"] for one in told] == [[], []]
    assert told[0]["digest"] == told[1]["digest"]
    assert told[0]["records"] > PAGES  # they are pages with lists, not only rubbish
    assert all(one["peak_mib"] < 1024 for one in told)


def test_an_exception_of_another_kind_is_found_with_the_page_that_makes_it_again(monkeypatch):
    def broken(*_, **__):
        raise KeyError("nothing like that")

    monkeypatch.setattr("pagerows.lab.fuzz.extract", broken)
    run = fuzz(2, 5, first=40)
    assert [line.split(":")[0] for line in run.wrong] == ["page 40 of seed 5", "page 41 of seed 5"]
    assert page_of(40, 5) == page_of(40, 5) != page_of(41, 5)


def test_a_logged_run_goes_on_after_the_pages_that_its_log_has(tmp_path):
    log = tmp_path / "fuzz.jsonl"
    first = list(in_pieces(4, 3, log, piece=4))
    both = list(in_pieces(9, 3, log, piece=10))
    assert [(one["first"], one["pages"], one["wrong"]) for one in both] == [(0, 4, []), (4, 5, [])]
    assert both[0] == first[0]


@pytest.mark.parametrize("kind", KINDS)
def test_a_killed_run_damages_nothing_and_runs_again(kind, tmp_path):
    assert kill_once(Try(tmp_path), kind, random.Random(kind)) in ("killed", "too late")
