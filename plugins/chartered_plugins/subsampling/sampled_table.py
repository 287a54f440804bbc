"""A table on a Poisson sample, which is a table again."""

from __future__ import annotations

import chartered as ch

from .sgd_step import sampled


def _mixture(case: ch.Case) -> ch.Step:
    rate, within = case.number("rate"), case.within
    without = within.numbers("q")
    mixed = [rate * p + (1 - rate) * q for p, q in zip(within.numbers("p"), without, strict=True)]
    p, q = (":".join(map(str, column)) for column in (mixed, without))
    return ch.parse(f"table:p={p},q={q}").step


def theorem() -> ch.Theorem:
    """From above: one record as the whole sample need not attain the columns, which are those of the worst neighbours
    among other records."""
    return ch.Theorem(
        name="poisson-table.mixture",
        takes=ch.OnStep("poisson", "table"),
        gives=ch.Rewrite,
        bound=_mixture,
        conditions=sampled,
        statement="A table with the columns P and Q on a Poisson sample loses no more than the table with the columns "
        "(1 - r) Q + r P and Q, in either direction: also where an output is possible under one neighbour alone.",
        source="Zhu, Dong, Wang 2022, Theorem 11",
        latex=r"\left(P,\;Q\right)\to\left((1-r)\,Q+r\,P,\;Q\right)",
    )
