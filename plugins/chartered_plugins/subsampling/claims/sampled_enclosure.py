"""Claims about the enclosure of the sampled Gaussian's integral as it ships: sum, tails and remainder, written once
more."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import sample
from chartered_verify.arithmetic import balls, digits
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Refuted, Verdict

from ..formulas import sampled_gaussian_quadrature as by_nodes

BOOK = Book("poisson-gaussian.renyi", "ours")
claims = BOOK.claims
Step = tuple[Fraction, Fraction, Fraction]
"""Rate, sigma and order."""
STEPS = [tuple(map(Fraction, step)) for step in (("1/4", "1/2", "5/4"), ("1/10", "3/2", "3"), ("9/10", "4", "6"))]


def _written(mp: Any, step: Any, nodes: by_nodes.Nodes) -> tuple[Any, Any]:
    """Both ends: of the whole sum I the finite one T is short of at most the tails, and it differs from the integral J
    by loss (J + 2 + 2 alpha q)."""
    q, s, alpha = (mp.mpf(x.numerator) / x.denominator for x in step)
    low, h = mp.mpf(nodes.low), mp.mpf(nodes.step)

    def weight(z: Any) -> Any:
        return h * mp.npdf(z, 0, s)

    def ratio(z: Any) -> Any:
        return 1 - q + q * mp.exp((2 * z - 1) / (2 * s**2))

    def geometric(x: Any) -> Any:
        return x / (1 - x)

    places = [low + k * h for k in range(nodes.count)]
    total = mp.fsum(weight(z) * (ratio(z) ** alpha - 1 - alpha * (ratio(z) - 1)) for z in places)
    last = places[-1]
    left = geometric(mp.exp(low * h / s**2)) * weight(low) * max(1, alpha / 2) * (alpha - 1) * q**2
    right = geometric(mp.exp(-(last - alpha) * h / s**2)) * weight(last) * ratio(last) ** alpha
    a = min(mp.pi * s**2, 2 * mp.pi * s**2 / h)
    loss = 2 * mp.exp(a**2 / (2 * s**2)) / (mp.exp(2 * mp.pi * a / h) - 1)
    slack = loss * (2 + 2 * alpha * q)
    return max(0, (total - slack) / (1 + loss)), (total + left + right + slack) / (1 - loss)


@BOOK.table(
    "enclosure.as-written",
    "The enclosure by any nodes goes from (T - r)/(1 + l) to (T + tails + r)/(1 - l) with l = 2 e^(a^2/(2 "
    "sigma^2))/(e^(2 pi a/h) - 1) and "
    "r = l (2 + 2 alpha q): no narrower and no wider.",
    "our remainder",
    "three steps, three widths of the nodes, four ranges of them",
)
def _as_written(effort: Effort) -> Verdict:
    def equal(step: Step, width: Fraction, left: Fraction, right: Fraction) -> bool:
        rate, sigma, alpha = step
        h = float(width * sigma)
        low = -float(left * sigma)
        nodes = by_nodes.Nodes(low, h, int((float(alpha + right * sigma) - low) / h) + 2, 64)
        with balls(192) as xp:
            found = by_nodes.mean_excess(xp, rate, sigma, xp.number(alpha), nodes)
            written = [xp.number(Fraction(fine.mp.nstr(end, 60))) for end in _written(fine.mp, step, nodes)]
            ends = (found.lower(), found.upper())
            return all(abs(end - other) * 10**4 < found.rad() for end, other in zip(ends, written, strict=True))

    with digits(60) as fine:
        cases = list(
            product(STEPS, map(Fraction, ("3/4", "3/2", "5/2")), map(Fraction, ("1", "3")), map(Fraction, ("1/8", "2")))
        )
        return sample(equal, cases, 4, "both ends against the formula as it is written")


@BOOK.soundness(
    "enclosure.refused",
    "Nodes that do not reach from below 0 to beyond the order, or whose step is too wide for the remainder, give no "
    "number.",
    "our remainder",
    "q = 1/10, sigma = 1, alpha = 3: nodes that begin at 0 and 1/2, that end at 3, and steps with l = 1.0 and 1.8",
)
def _refused(effort: Effort) -> Verdict:
    refused = {
        "from 1/2": by_nodes.Nodes(0.5, 0.5, 20, 64),
        "from 0": by_nodes.Nodes(0.0, 0.5, 20, 64),
        "to 3": by_nodes.Nodes(-2.0, 0.5, 11, 64),
        "too wide": by_nodes.Nodes(-4.0, 5.0, 9, 64),
    }

    def given(name: str) -> bool:
        with balls(192) as xp:
            try:
                by_nodes.mean_excess(xp, Fraction(1, 10), Fraction(1), xp.number(3), refused[name])
            except ArithmeticError:
                return False
        return True

    for name in refused:
        if given(name):
            return Refuted("nodes that show nothing give a number", witness={"nodes": name})
    refused = {"enough": by_nodes.Nodes(-2.0, 0.5, 12, 64)}
    return sample(given, [("enough",)], 2, "nodes that show something give one")
