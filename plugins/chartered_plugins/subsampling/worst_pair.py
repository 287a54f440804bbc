"""Samples with a known worst pair of output distributions: that of no record, and of one record as the whole sample."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch

from .rate import whole_or_none

NORMAL = ("gaussian", "discrete-gaussian")
BOUNDED = ("laplace", "discrete-laplace", "pure", "approximate")
ATTAINING = (*NORMAL, *BOUNDED)
"""Mechanisms of normal noise, and others of bounded losses, whose worst pair is that of no record and of one record, so
that one record may be the whole sample."""
ALONE = (*ATTAINING, "logistic", "skellam")
"""Those of which that is known for a record that is not there or null."""


def worst_pair_alone(case: ch.Case) -> str | None:
    """A record that is not there or null, and a mechanism whose worst pair is that and one record; a rate above 0 and
    below 1."""
    if not case.neighbours.covers(ch.Neighbours.ADD_OR_REMOVE) or case.wrapped.name not in ALONE:
        return "it is for a record that is not there or null, and mechanisms whose worst pair is that and one record"
    return whole_or_none(case)


def nearer_than_twice(case: ch.Case) -> str | None:
    """Why two records, either of which may be the one that is replaced by the other, are not on opposite sides of none:
    replacing a record changes the query of the step inside by less than twice the sensitivity."""
    settings = case.wrapped.settings
    stated, replacing = settings.get("sensitivity"), settings.get(ch.Neighbours.REPLACE_ONE.sensitivity or "")
    nearer = isinstance(stated, Fraction) and isinstance(replacing, Fraction) and replacing < 2 * stated
    return "replacing a record changes the query by less than twice the sensitivity" if nearer else None
