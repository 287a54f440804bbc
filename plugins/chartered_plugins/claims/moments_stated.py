"""Claims about Theorem 5 as it answers: up to the noise for which its variance suffices, and inside its range of orders."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.arithmetic import balls
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Proved, Refuted, Verdict

from ..formulas import bernoulli, gaussian_moments as moments
from .book import Book
from .pairs import Pair
from .stated import Number, agree, answers, conditions, together

BOOK = Book("asoodeh2020", "Asoodeh, Liao, Calmon, Kosut, Sankar 2020")
DELTA = Fraction(1, 1000)


def claims() -> list[Claim]:
    """All claims of this module."""
    return list(BOOK.entries)


def _threshold(epsilon: Fraction) -> Number:
    """The rho at which (80) asks for just this noise: at sensitivity 1, 1/(2 sigma^2) with sigma^2 = alpha/(2 eps + ...)."""

    def rho(xp: Any) -> Any:
        e, reach = xp.number(epsilon), -xp.log(xp.number(DELTA))
        alpha = 2 * reach / e
        zeta = (1 - 1 / alpha) ** (alpha - 1) / alpha
        return (2 * e + 2 * (-reach - xp.log(zeta)) / (alpha - 1)) / (2 * alpha)

    return rho


def _given(rho: Fraction, epsilon: Fraction) -> bool:
    """Whether the shipped theorem gives (eps, delta) at this rho, asked for either."""
    found = answers("moments", "asoodeh2020.T5", ch.ZCDP(rho=rho))
    with balls(256) as xp:
        delta, reach = xp.number(DELTA), ch.rational_above(lambda xp: -xp.log(xp.number(DELTA)), "L") * (1 - Fraction(1, 10**20))
        by_epsilon = found.epsilon(xp, delta, {"epsilon": epsilon}) <= xp.number(epsilon)
        by_delta = found.delta(xp, xp.number(epsilon), {"reach": reach}) < 2 * delta
    if by_epsilon != by_delta:
        raise ArithmeticError(f"the two directions differ at eps = {epsilon}")
    return bool(by_epsilon)


@BOOK.claim(
    "T5.range",
    Kind.SOUNDNESS,
    "The theorem gives (eps, delta) where rho is at most that of its variance, and 2 delta L <= eps <= L; nowhere else.",
    "Theorem 5 in its exact form (80)",
    "four eps at delta = 1/1000, rho one in a thousand below and above; two eps outside",
)
def _range(effort: Effort) -> Verdict:
    for epsilon in (Fraction(3, 2), Fraction(2), Fraction(4), Fraction(13, 2)):
        rho = ch.rational_above(_threshold(epsilon), "rho")
        for share, wanted in ((Fraction(999, 1000), True), (Fraction(1001, 1000), False)):
            if rho <= 0 or _given(rho * share, epsilon) is not wanted:
                return Refuted(
                    "balls: the answer is on the wrong side of the threshold", witness={"eps": str(epsilon), "rho": str(rho * share)}
                )
    for epsilon in (Fraction(1, 80), Fraction(7)):
        if _given(Fraction(1, 10**6), epsilon):
            return Refuted("balls: it answers outside its range", witness={"eps": str(epsilon)})
    return Proved("balls: given and not given as stated in each of the cases, run")


@BOOK.claim(
    "L2.as-stated",
    Kind.TABLE,
    "At an order, the least of the three branches; for a small delta the first, for small eps the second, near delta = 1 the third.",
    "Lemma 2",
    "five deltas and two eps, at rho = 1/10",
)
def _lemma2(effort: Effort) -> Verdict:
    rho = Fraction(1, 10)
    found = answers("moments", "asoodeh2020.L2", ch.ZCDP(rho=rho))

    def written(xp: Any, alpha: Fraction, delta: Fraction) -> Any:
        a, d = xp.number(alpha), xp.number(delta)
        gamma = a / 10
        first = gamma - (xp.log(d * a) - (a - 1) * xp.log(1 - 1 / a)) / (a - 1)
        second = xp.log(1 + (xp.exp((a - 1) * gamma) - 1) / (a * d)) / (a - 1)
        third = 1 / (10 * d) + xp.log(1 - d)
        return xp.minimum(xp.minimum(first, second), third)

    for alpha in (Fraction(1, 2), Fraction(1), None):
        try:
            return Refuted(
                "it answers at an order that is not above 1", witness={"eps": str(found.epsilon(balls(64), 1, {"alpha": alpha}))}
            )
        except ch.Unavailable:
            continue

    points = [(8, Fraction(1, 10**6)), (4, Fraction(1, 100)), (2, Fraction(1, 5)), (2, Fraction(2, 5)), (Fraction(21, 20), Fraction(9, 10))]
    pairs = {
        f"{alpha}, {delta}": (
            lambda xp, a=alpha, d=delta: found.epsilon(xp, xp.number(d), {"alpha": Fraction(a)}),
            lambda xp, a=alpha, d=delta: written(xp, Fraction(a), d),
        )
        for alpha, delta in points
    }
    return agree(pairs, effort)


@BOOK.claim(
    "E23.as-stated",
    Kind.TABLE,
    "rho + sqrt(4 rho log(1/delta)), and e^(-(eps-rho)^2/(4 rho)) from eps = rho on, for rho above 0.",
    "equation (23)",
    "rho = 1/10",
)
def _accountant(effort: Effort) -> Verdict:
    rho, half = Fraction(1, 10), Fraction(1, 2)
    kept = [
        conditions(
            "moments", f"asoodeh2020.{name}", {"rho = 1": ch.ZCDP(rho=1), "rho = 1/10": ch.ZCDP(rho=rho)}, {"rho = 0": ch.ZCDP(rho=0)}
        )
        for name in ("E23", "L2", "T5")
    ]
    found = answers("moments", "asoodeh2020.E23", ch.ZCDP(rho=rho))
    lemma2, theorem5 = (answers("moments", f"asoodeh2020.{name}", ch.ZCDP(rho=rho)) for name in ("L2", "T5"))
    return together(
        *kept,
        agree(
            {
                "eps": (
                    lambda xp: found.epsilon(xp, xp.number(DELTA), {}),
                    lambda xp: xp.number(rho) + xp.sqrt(xp.log(xp.number(1000)) * 4 / 10),
                ),
                "delta": (
                    lambda xp: found.delta(xp, xp.number(half), {}),
                    lambda xp: xp.exp(-xp.number(Fraction(16, 100) / Fraction(4, 10))),
                ),
                "delta below rho": (lambda xp: found.delta(xp, xp.number(rho / 2), {}), lambda xp: xp.number(1)),
                "Lemma 2's delta": (
                    lambda xp: lemma2.delta(xp, xp.number(2), {"alpha": Fraction(4)}),
                    lambda xp: xp.exp(xp.number(Fraction(12, 10) - 6)) * xp.number(Fraction(27, 256)),
                ),
                "Theorem 5's delta out of range": (
                    lambda xp: theorem5.delta(xp, xp.number(7), {"reach": Fraction(3)}),
                    lambda xp: xp.number(1),
                ),
            },
            effort,
        ),
    )


@BOOK.claim(
    "T5-asymptotic.as-printed",
    Kind.TABLE,
    "The terms that are printed: 2 T L/eps^2 + T/eps - (2 T/eps^2)(log(2 L) + 1 - log eps).",
    "Theorem 5",
    "T = 3 and 7, eps = 2 and 1/3, delta = 1/1000",
)
def _leading(effort: Effort) -> Verdict:
    def shipped(epsilon: Fraction, times: int) -> Number:
        return lambda xp: moments.theorem5_leading(xp, xp.number(epsilon), xp.number(DELTA), xp.number(times))

    def printed(epsilon: Fraction, times: int) -> Number:
        def terms(xp: Any) -> Any:
            reach, e = xp.log(xp.number(1000)), xp.number(epsilon)
            return 2 * times * reach / e**2 + times / e - (2 * times / e**2) * (xp.log(2 * reach) + 1 - xp.log(e))

        return terms

    return agree(
        {f"{e}, {times}": (shipped(e, times), printed(e, times)) for e in (Fraction(2), Fraction(1, 3)) for times in (3, 7)}, effort
    )


@BOOK.claim(
    "R1.two-outcomes",
    Kind.TABLE,
    "The hockey-stick divergence of two Bernoulli distributions is the sum of the positive parts of both outcomes.",
    "the definition",
    "p above q and below it, lambda = e^-1, 1 and e^(1/4)",
)
def _two_outcomes(effort: Effort) -> Verdict:
    def shipped(p: Fraction, q: Fraction, epsilon: Fraction) -> Number:
        return lambda xp: bernoulli.hockey_stick(xp, *map(xp.number, (p, q, epsilon)))

    def summed(p: Fraction, q: Fraction, epsilon: Fraction) -> Number:
        return lambda xp: Pair((p, 1 - p), (q, 1 - q)).hockey_stick(xp, xp.number(epsilon))

    pairs = (Fraction(3, 5), Fraction(1, 5)), (Fraction(1, 5), Fraction(3, 5)), (Fraction(1, 2), Fraction(2, 5))
    cases = [(p, q, e) for p, q in pairs for e in (Fraction(-1), Fraction(0), Fraction(1, 4))]
    return agree({f"{p}, {q}, {e}": (shipped(p, q, e), summed(p, q, e)) for p, q, e in cases}, effort)
