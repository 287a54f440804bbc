"""A matrix by its entries, which are given or written out: what its theorems compute, imported where one is used."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import zip_longest

import chartered as ch
from chartered_verify.numeric.rational_root import root_above, root_below

from . import MOST_BITS, MOST_ENTRIES, MOST_LISTED, column_as_run, parameters
from .formulas import listed_matrix
from .parameters import pattern


def few(case: ch.Case) -> bool:
    """Whether the entries of a matrix of another family might be given one by one."""
    matrix, steps = column_as_run.toeplitz(case), int(case.number("steps"))
    return (
        steps <= MOST_LISTED
        and listed_matrix.count(steps, matrix.bands(steps)) <= MOST_ENTRIES
        and matrix.bits(steps) <= MOST_BITS
    )


def _matrix(case: ch.Case) -> listed_matrix.Listed:
    if case["family"] != parameters.LISTED:
        steps = int(case.number("steps"))
        column = column_as_run.toeplitz(case).column(steps)
        return listed_matrix.toeplitz(column.entries, column.unit, steps)
    return listed_matrix.of(
        tuple(case.numbers("entries")), int(case.number("steps")), parameters.bands_of(case.step.settings)
    )


def worst(case: ch.Case) -> tuple[Fraction, bool]:
    """How far a record in fixed steps moves all rows, squared, and whether some record moves them as far."""
    _, separation, uses = pattern(case)
    found = listed_matrix.worst(_matrix(case), separation, uses)
    return _matrix(case).squared(found.moved), found.attained


def _groups(case: ch.Case) -> list[list[int]]:
    given = case.get("separation")
    count = int(given) if isinstance(given, Fraction) else parameters.bands_of(case.step.settings)
    return listed_matrix.groups(_matrix(case), count)


def noises(case: ch.Case, *, above: bool) -> list[tuple[Fraction, int]]:
    """(noise multiplier, number of columns) of a group: with the largest norm of any group at each place, or of one
    group."""
    groups, unit = _groups(case), column_as_run.unit(case)
    largest = max((group for group in groups if len(group) == len(groups[0])), key=sum)
    pairs = Counter(zip(map(max, zip_longest(*groups, fillvalue=0)), largest, strict=True))
    matrix, root = _matrix(case), root_below if above else root_above
    return [(root(1 / (unit * matrix.squared(pair[0 if above else 1]))), times) for pair, times in pairs.items()]


def largest_group(case: ch.Case) -> Fraction:
    """The largest sum of squared norms of the columns of a group."""
    return _matrix(case).squared(max(map(sum, _groups(case))))
