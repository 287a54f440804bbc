"""The wrappers inside which a selection costs no more than noise on a number, which is as often above 0 as the winner
is in a set."""

from __future__ import annotations

import chartered as ch

_OF_RECORDS = ("poisson", "sample", "sample-with-replacement", "group")
"""Wrappers that decide which records a run sees. A shuffler is none: it hides one report among others, so that more
counts than the power of tests between two values."""
_WITH_OR_WITHOUT = ("poisson", "allocation")
"""Those inside which a run sees the other records and, with some probability, the one that is added or removed."""


def one_choice_or_one_pair(case: ch.Case) -> bool:
    """Whether a choice may be replaced inside this wrapper by noise on a number.

    Of one choice every set of outcomes is one event of such noise, with one number for all data: no test of it has more
    power, whichever records it sees. Outcomes of several are not, but where each run sees one of two data sets, the
    choice from either is noise on the number from that, processed: so are all of them, in order."""
    if "joint" not in case.step.shape and {*case.step.shape[:-1]} <= {*_OF_RECORDS}:
        return True
    return case.step.name in _WITH_OR_WITHOUT and case.neighbours.covers(ch.Neighbours.ADD_OR_REMOVE)
