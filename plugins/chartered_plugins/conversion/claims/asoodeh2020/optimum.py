"""A claim about Theorem 3's optimum in numbers: all Bernoulli pairs on a box."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from chartered.proving import Each, Effort, Part, Proofs, Shown, Verdict
from chartered_verify.inequality.prove import prove_positive

from ....basics.claims import bernoulli
from ..witness import bracket

BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020")


def _no_better(alpha: Fraction, epsilon: Fraction, delta: Fraction) -> Iterator[Part]:
    inside = (Fraction(1, 1000), Fraction(999, 1000))

    def beaten_nowhere(effort: Effort) -> Verdict:
        gamma = bracket(alpha, epsilon, delta).gamma

        def clear(xp: Any, p: Any, q: Any) -> Any:
            cost = bernoulli.renyi(xp, xp.number(alpha), p, q) - gamma
            return xp.maximum(cost, xp.number(delta + Fraction(1, 1000)) - p + xp.exp(xp.number(epsilon)) * q)

        return prove_positive(clear, [inside, inside], bits=53)

    optimal = f"balls: T3's pair is optimal at alpha = {alpha}"
    yield Each(optimal, lambda *point: bracket(*point).agrees(30), [(alpha, epsilon, delta)])
    yield Shown(f"no pair of the box beats it at alpha = {alpha}", beaten_nowhere)


BOOK.optimum(
    "T3.brute-force",
    "No Bernoulli pair with D_alpha <= gamma has hockey-stick divergence 1e-3 above T3's delta, and T3's pair "
    "attains that delta.",
    "Theorem 3",
    "alpha, eps, delta = (2, 1/2, 1/10), (5, 1/4, 1/20), (3/2, 0, 1/5); p, q in [1/1000, 999/1000]",
    *_no_better(Fraction(2), Fraction(1, 2), Fraction(1, 10)),
    *_no_better(Fraction(5), Fraction(1, 4), Fraction(1, 20)),
    *_no_better(Fraction(3, 2), Fraction(0), Fraction(1, 5)),
    so="T3's pair: p - e^eps q = delta and D_alpha = gamma (T3.pair). Each pair of the box has D_alpha > gamma or p - "
    "e^eps q < delta + 1/1000.",
)
