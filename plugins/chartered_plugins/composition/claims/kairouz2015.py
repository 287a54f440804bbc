"""Claims about composition in closed form by Kairouz, Oh and Viswanath 2015: Theorems 3.4 and 3.5."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving.book import Book
from chartered.proving.cases import every
from chartered.proving.steps import Step, chain, derivative_is, same, sign_of, zero
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.formulas import randomized_response as response, subgaussian_tail as advanced

BOOK = Book("kairouz2015", "Kairouz, Oh, Viswanath 2015")
claims = BOOK.claims
SIZE = (Fraction(1, 20), 20)
BOTH = {"d": SIZE, "v": SIZE, "z": SIZE}
"""mean_loss, sqrt(variance_proxy), and (eps - mean_loss)/sqrt(variance_proxy)."""


def log_moment(xp: Any, s: Any, y: Any) -> Any:
    """The logarithm of the moment of randomized response's centred loss, in units of eps0: the truth has the odds 1 +
    y."""
    truth, lie = (1 + y) / (2 + y), 1 / (2 + y)
    return xp.log(truth * xp.exp(s) + lie * xp.exp(-s)) - s * (truth - lie)


def mean_loss(effort: Effort) -> Step:
    """The shipped mean loss is eps0 (A-1)/(A+1) for A = e^eps0."""

    def shipped(xp: Any, y: Any) -> Any:
        return response.concentration(xp, xp.log1p(y))

    return "the mean loss", same(shipped, "log(1 + y)*y/(2 + y)", "y", {"y": SIZE}, effort)


@BOOK.inequality(
    "T35.hoeffding",
    "The centred loss of randomized response has log E[e^(s (loss - mean)/eps0)] <= s^2/2: both sides and their "
    "slopes agree at s = 0, and "
    "the second derivative is 1 less a square.",
    "proof of Theorem 3.4 (Hoeffding's lemma)",
    "all eps0 > 0 (e^eps0 = 1 + y), all s",
)
def _hoeffding(effort: Effort) -> Verdict:
    point = {"s": SIZE, "y": SIZE}

    def first(xp: Any, s: Any, y: Any) -> Any:
        return ((1 + y) * xp.exp(2 * s) - 1) / ((1 + y) * xp.exp(2 * s) + 1) - y / (2 + y)

    return chain(
        "Integrated twice from 0 on either side.",
        ("the first derivative", derivative_is(log_moment, 0, first, "s y", point, effort=effort)),
        (
            "the second derivative",
            derivative_is(
                first, 0, "1 - (((1 + y)*exp(2*s) - 1)/((1 + y)*exp(2*s) + 1))^2", "s y", point, effort=effort
            ),
        ),
        ("the value at 0", same(lambda xp, y: log_moment(xp, 0 * y, y), zero, "y", {"y": SIZE}, effort)),
        ("the slope at 0", same(lambda xp, y: first(xp, 0 * y, y), zero, "y", {"y": SIZE}, effort)),
        mean_loss(effort),
    )


@BOOK.soundness(
    "T35.sound",
    "With mean loss D, variance proxy V and a = eps - D: delta(eps) <= P(loss > eps) <= r = e^(-a^2/(2V)), and "
    "delta(eps) = int e^-s P(loss > eps + s) ds <= r V/(V + a), which is below sqrt(V)/(1/r - e) wherever that is "
    "below 1.",
    "Theorems 3.4 and 3.5",
    "all D, V = v^2 > 0, eps = D + v z",
)
def _sound(effort: Effort) -> Verdict:
    def chernoff(xp: Any, d: Any, v: Any, z: Any) -> Any:
        """The moment of order t = a/V against t a, with log E <= t^2 V/2."""
        a, t = v * z, z / v
        return xp.exp(t**2 * v**2 / 2 - t * a)

    def tail(xp: Any, d: Any, v: Any, z: Any) -> Any:
        return advanced.tail_delta(xp, d, v**2, d + v * z)

    def layered(xp: Any, s: Any, v: Any, z: Any) -> Any:
        """The exponent at eps + s less the bound -z^2/2 - s z/v, both with e^-s."""
        return ((v * z + s) ** 2 / (2 * v**2)) - (z**2 / 2 + s * z / v)

    def share(xp: Any, v: Any, y: Any) -> Any:
        """sqrt(V) less V/(V + a) for a = v z, z = 1 + y."""
        return v - v / (v + 1 + y)

    levels = {"v": SIZE, "y": SIZE}
    return chain(
        "The answers are independent and the worst case (optimal.composition.sound); the energies add up. int e^-s "
        "e^(-z^2/2 - s z/v) ds = "
        "r V/(V + a). Where the last bound is below 1, 1/r > e, so z^2 > 2; then r V/(V+a) (1/r - e) <= V/(V+a) < "
        "sqrt(V). At eps = sum of "
        "eps_i delta is 0.",
        ("Hoeffding's lemma", BOOK.verdict("T35.hoeffding", effort)),
        ("Chernoff's bound at t = a/V", same(chernoff, tail, "d v z", BOTH, effort)),
        (
            "1 - e^-y = int e^-s ds from 0 to y",
            derivative_is("-(exp(-y) - 1)", 0, _decay, "y", {"y": SIZE}, effort=effort),
        ),
        ("the exponent", sign_of(layered, "s v z", {"s": SIZE, "v": SIZE, "z": SIZE}, effort)),
        ("V/(V+a) < sqrt(V) for a > sqrt(V)", sign_of(share, "v y", levels, effort)),
        ("the shipped second bound is sqrt(V)/(1/r - e)", every(_second_bound, _POINTS, "balls overlap")),
    )


def _decay(xp: Any, y: Any) -> Any:
    return xp.exp(-y)


_POINTS = list(
    product(
        map(Fraction, ("1/10", "1", "10")),
        map(Fraction, ("1/100", "1", "20")),
        map(Fraction, ("1/2", "3/2", "2", "5", "30")),
    )
)


def _second_bound(mean_loss: Fraction, root: Fraction, z: Fraction) -> bool:
    with balls(192) as xp:
        d, v = xp.number(mean_loss), xp.number(root)
        found = advanced.integrated_delta(xp, d, v**2, d + v * xp.number(z))
        spare = xp.exp(xp.number(z) ** 2 / 2) - xp.exp(xp.number(1))
        return bool(found.overlaps(v / spare)) if spare > v else found == 1


@BOOK.identity(
    "T35.inverse",
    "The printed eps has the stated delta: both bounds on the tail are solved.",
    "Theorems 3.4 and 3.5",
    "all D, V > 0, eps > D; of the second bound eps - D > sqrt(2V)",
)
def _inverse(effort: Effort) -> Verdict:
    def back(xp: Any, d: Any, v: Any, z: Any) -> Any:
        return advanced.tail_epsilon(xp, d, v**2, advanced.tail_delta(xp, d, v**2, d + v * z))

    def second(xp: Any, d: Any, v: Any, z: Any) -> Any:
        delta = v / (xp.exp(z**2 / 2) - xp.exp(xp.number(1)))
        return (advanced.integrated_epsilon(xp, d, v**2, delta) - d) ** 2

    return chain(
        "The least of both and of the sum of all is the shipped eps.",
        ("the tail", same(back, "d + v*z", "d v z", BOTH, effort)),
        ("the integrated tail", same(second, "(v*z)^2", "d v z", {**BOTH, "z": (2, 20)}, effort)),
    )
