"""A table: the probabilities of finitely many outputs under two neighbours, as a mechanism."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from ..basics import number_file
from .formulas import larger_of_both_orders, table_rows

Rows: TypeAlias = list[tuple[Fraction, Fraction]]

MOST_ROWS = 1000
_OF = ch.OnStep("table")


def _rows(case: ch.Case) -> Rows:
    """(p, q) for each output; rows of equal ratio are one."""
    return table_rows.merged(zip(case.numbers("p"), case.numbers("q"), strict=True))


def _beyond(case: ch.Case) -> tuple[Fraction, Fraction]:
    """The probabilities of what happens under one of the two alone: (of P, of Q)."""
    rows = _rows(case)
    return sum((p for p, q in rows if not q), Fraction(0)), sum((q for p, q in rows if not p), Fraction(0))


def _largest(rows: Rows) -> Fraction:
    """The largest finite ratio of the two probabilities of an output, either way."""
    return max((max(p / q, q / p) for p, q in rows if p and q), default=Fraction(1))


def _max_loss(rows: Rows) -> ch.Number:
    largest = _largest(rows)
    return 0 if largest == 1 else lambda xp: xp.log(xp.number(largest))


def _symmetric(case: ch.Case) -> bool:
    rows = _rows(case)
    return Counter(rows) == Counter((q, p) for p, q in rows)


def _profile(case: ch.Case) -> ch.Profile:
    rows = _rows(case)

    def gained(xp: Arithmetic, grown: Value, turned: bool) -> Value:
        pairs = ((q, p) if turned else (p, q) for p, q in rows)
        total: Value = xp.number(0)
        for p, q in pairs:
            total = total + xp.positive(xp.number(p) - grown * xp.number(q))
        return total

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        grown = xp.exp(epsilon)
        return xp.maximum(gained(xp, grown, False), gained(xp, grown, True))

    alike = _symmetric(case)
    # the order with the larger loss may be the one with less that happens under one alone: then delta is at its limit
    # before that loss, which only the columns that are the larger of both orders know
    end = ch.AtInfinity(delta=max(_beyond(case)), max_loss=_max_loss(larger_of_both_orders.columns(rows)))
    return ch.Profile(delta=delta, at_infinity=end, asymmetric=not alike, worst_pair=alike)


def _either_order(case: ch.Case) -> bool:
    """Whether either of two records may be the one that p is about, and which of them matters."""
    return case.neighbours is ch.Neighbours.REPLACE_ONE and not _symmetric(case)


def _of_rows(columns: Rows, case: ch.Case) -> ch.MomentGeneratingFunction:
    rows = [(p, q) for p, q in columns if p and q]

    def log_moment(xp: Arithmetic, z: Value) -> Value:
        logs = [(xp.log(xp.number(p)), xp.log(xp.number(q))) for p, q in rows]
        total = xp.number(0)
        for log_p, log_q in logs:
            total = total + xp.exp(z * log_p + (1 - z) * log_q)
        return xp.log(total)

    return ch.MomentGeneratingFunction(
        log_moment=log_moment,
        infinity_mass=sum((p for p, q in columns if not q), Fraction(0)),
        infinity_mass_added=sum((q for p, q in columns if not p), Fraction(0)),
        max_loss=_max_loss(columns),
        symmetric=Counter(columns) == Counter((q, p) for p, q in columns),
        outcomes=tuple(rows),
    )


def _pure(case: ch.Case) -> str | None:
    """Every output is possible under both."""
    return "an output is possible under one neighbour alone" if any(_beyond(case)) else None


def _has_moments(case: ch.Case) -> str | None:
    """Some loss is finite and not 0."""
    return "every finite loss is 0" if _largest(_rows(case)) == 1 else None


def _has_two_orders(case: ch.Case) -> str | None:
    """Under replace-one, for columns that are not alike; some loss is finite and not 0."""
    if not _either_order(case):
        return ""
    return "every finite loss is 0" if _largest(larger_of_both_orders.columns(_rows(case))) == 1 else None


def _conflict(settings: Mapping[str, Fraction | str | bool]) -> str | None:
    why = number_file.of_different_length(settings, "p", "q")
    if why is not None:
        return why
    for key in ("p", "q"):
        excess = sum(map(Fraction, str(settings[key]).split(":")), Fraction(-1))
        if excess > 0:
            return f"the probabilities {key} add up to 1 and {_shown(excess)}: they must add up to exactly 1"
        if excess < 0:
            return (
                f"the probabilities {key} add up to 1 less {_shown(-excess)}: they must add up to exactly 1; to be on "
                f"the safe side, give what is missing an output of its own, of probability {_shown(-excess)} there and "
                "0 in the other column"
            )
    return None


def _shown(x: Fraction) -> str:
    text = str(x) if x.denominator < 10**12 else ""
    return text if text and len(text) < 30 else f"about {float(x):.3g}"


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """The table."""
    p, q = (
        ch.Parameter(
            key, f"the probability of each output {when}", open_low=False, high=1, many=True, most_numbers=MOST_ROWS
        )
        for key, when in (
            ("p", "with the record; under replace-one, under either of two neighbours"),
            ("q", "without it, or under the other, in the same order"),
        )
    )
    return [
        ch.Mechanism(
            name="table",
            summary="has finitely many outputs, whose probabilities under the worst two neighbours are known; "
            "file=NAME.csv reads both columns from a file",
            parameters=(p, q),
            numeric=False,
            conflict=_conflict,
            reads=lambda path: number_file.columns(path, "table", p, q, "0.75, 0.25 or 3/4, 1/4"),
        )
    ]


def _of_moments() -> list[ch.Theorem]:
    """In the order of the columns, and where each run may have either."""
    return [
        ch.Theorem(
            name="table.moments",
            takes=_OF,
            gives=ch.MomentGeneratingFunction,
            bound=lambda case: _of_rows(_rows(case), case),
            conditions=_has_moments,
            statement="The loss has one value for each output; its moment generating function is a sum over them. An "
            "output that is possible under one neighbour alone has an infinite loss, in one of the two directions.",
            source="direct computation",
            latex=r"M(z)=\sum_i p_i^z\,q_i^{1-z}",
            side=ch.Side.EXACT,
            version=2,
        ),
        ch.Theorem(
            name="table.either-order",
            takes=_OF,
            gives=ch.MomentGeneratingFunction,
            bound=lambda case: _of_rows(larger_of_both_orders.columns(_rows(case)), case),
            conditions=_has_two_orders,
            statement="Under replace-one each run may have either order of the two columns. None loses more than the "
            "columns with the larger delta of both orders at every eps.",
            source="Zhu, Dong, Wang 2022, Theorem 10",
            latex=r"\sum_i(p'_i-\lambda q'_i)_+=\max\left(\sum_i(p_i-\lambda q_i)_+,\sum_i(q_i-\lambda p_i)_+\right)",
        ),
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Its profile, its pure guarantee, and the moment generating function of its loss."""
    of, source = _OF, "direct computation"
    return [
        ch.Theorem(
            name="table.profile",
            takes=of,
            gives=ch.Profile,
            bound=_profile,
            statement="The best event at eps holds the outputs that are more than e^eps times as likely under one "
            "neighbour as under the other; the larger of both directions counts.",
            source=source,
            latex=r"\delta(\varepsilon)=\max\left(\sum_i(p_i-e^\varepsilon q_i)_+,"
            r"\;\sum_i(q_i-e^\varepsilon p_i)_+\right)",
            side=ch.Side.EXACT,
            version=2,  # version 1 took the largest loss of either order for the eps at which delta reaches its limit
        ),
        ch.Theorem(
            name="table.pure",
            takes=of,
            gives=ch.Pure,
            bound=lambda case: ch.Pure(epsilon=_max_loss(_rows(case))),
            conditions=_pure,
            statement="A table is eps-DP for the largest ratio e^eps of two probabilities of an output, and for no "
            "smaller eps.",
            source=source,
            latex=r"\varepsilon=\max_i|\log(p_i/q_i)|",
            side=ch.Side.EXACT,
        ),
        *_of_moments(),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".table")
