"""A table on a Poisson sample, which is a table again; and several of them on one sample, which are one."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch

from ..mechanisms.formulas import table_rows
from .sgd_step import sampled


def theorems() -> list[ch.Theorem]:
    """Several tables as one, and one with its sample."""
    return [_several(), _alone()]


def _product(case: ch.Case) -> table_rows.Rows | None:
    """The rows of all tables on the sample; None if they are too many or too long."""
    assert case.step.inner is not None
    tables = []
    for part, times in case.step.inner.joint:
        one = ch.Case(part, case.neighbours)
        tables.append((list(zip(one.numbers("p"), one.numbers("q"), strict=True)), times))
    return table_rows.product(tables)


def _tables_alone(case: ch.Case) -> str | None:
    """Every step on the sample is a table, and together they have at most 200 outputs of different ratios, with
    probabilities of at most 600 digits."""
    joint = case.step.inner.joint if case.step.inner is not None else ()
    if not joint or any(part.name != "table" for part, _ in joint):
        return ""
    many = _product(case) is None
    return "the tables on a sample have more than 200 outputs together, or very long probabilities" if many else None


def _one(case: ch.Case) -> ch.Step:
    rows = _product(case)
    assert rows is not None
    return ch.Step(case.step.name, case.step.pairs, _table(rows))


def _mixture(case: ch.Case) -> ch.Step:
    rate, within = case.number("rate"), case.within
    columns = zip(within.numbers("p"), within.numbers("q"), strict=True)
    return _table([(rate * p + (1 - rate) * q, q) for p, q in columns])


def _table(rows: list[tuple[Fraction, Fraction]]) -> ch.Step:
    p, q = (":".join(map(str, column)) for column in zip(*rows, strict=True))
    return ch.parse(f"table:p={p},q={q}").step


def _several() -> ch.Theorem:
    """Exact, as the composition of tables is: the worst neighbours of one are those of the others."""
    return ch.Theorem.rewriting(
        name="poisson.tables",
        takes=ch.OnWrapped("poisson"),
        bound=_one,
        conditions=_tables_alone,
        statement="Tables on one Poisson sample are one table on it, whose outputs are all choices of one output of "
        "each run, with the products of their probabilities; outputs of equal ratio are one.",
        source="Zhu, Dong, Wang 2022, Theorems 10 and 11",
        latex=r"\left(\prod_ip_{i,j_i},\;\prod_iq_{i,j_i}\right)_{j_1,\ldots,j_n}",
    )


def _alone() -> ch.Theorem:
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
