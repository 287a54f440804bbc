"""Claims about integer-valued noise on a Poisson sample: its moment generating functions, and the profile of two
losses."""

from fractions import Fraction
from typing import Any

from chartered.proving import Nonnegative, Notation, Positive, Proofs, Same, claims_of

from ..laws.discrete_laplace import LaplaceOnIntegers
from ..laws.mixture import NOTHING, Mixture, Ratio


def _moment(shift: int) -> Any:
    """M of discrete Laplace noise with a shift, from the losses that ship."""

    def shipped(xp: Any, z: Any, q: Any, r: Any) -> Any:
        sample = Mixture(((1 - q, Fraction(0)), (q, Fraction(shift))))
        losses = LaplaceOnIntegers(r, Ratio(sample, NOTHING)).losses(xp)
        return sum((chance * xp.exp(z * log) for log, chance in losses), xp.number(0))

    return shipped


NOTATION = Notation(
    "w(x, q) = 1 - q + q*exp(x)",
    "weight(k, r) = exp(-k*r)*(1 - exp(-r))/(1 + exp(-r))",
    "tail(k, r) = exp(-k*r)/(1 + exp(-r))",
    ranges={"q": (0, 1), "z": (1, 9), "r d t": (0, 3), "k n": (0, 5), "a": (0, 9)},
    one=_moment(1),
    three=_moment(3),
)
LAPLACE, PURE = (
    Proofs(f"{prefix}.characteristic", "direct computation from the loss", notation=NOTATION)
    for prefix in ("poisson-discrete-laplace", "poisson-pure")
)
RUNS = Proofs("characteristic-function", "direct computation", at="for the finite sum", notation=NOTATION)
claims = claims_of(LAPLACE, PURE, RUNS)

LAPLACE.identity(
    "values",
    "Under Q ~ e^(-r|k|) the loss of the noise is -dr for k <= 0, dr for k >= d, and (2k-d) r between: here for d = "
    "3, on a sample.",
    "z > 1, r > 0, 0 < q < 1",
    Same(
        "the values",
        "tail(0, r)*w(-3*r, q)^z + weight(1, r)*w(-r, q)^z + weight(2, r)*w(r, q)^z + tail(3, r)*w(3*r, q)^z",
        "three(z, q, r)",
    ),
)

PURE.identity(
    "values",
    "Randomized response on a sample has two losses, with the chances e^r/(1 + e^r) and 1/(1 + e^r) under Q: those of "
    "discrete Laplace noise of sensitivity 1.",
    "z > 1, r > 0, 0 < q < 1",
    Same("the values", "(exp(r)*w(-r, q)^z + w(r, q)^z)/(1 + exp(r))", "one(z, q, r)"),
)

RUNS.inequality(
    "profile.two-losses.ratio",
    "Among n runs, k + 1 larger losses are (n-k)/(k+1) p/(1-p) times as likely as k, p their chance: a ratio that "
    "falls with k, so that a geometric series bounds what is left out.",
    "all n > k >= 0",
    Positive("the fall, n = k + 1 + a", "(1 + a)/(k + 1) - a/(k + 2)"),
)

RUNS.inequality(
    "profile.two-losses.larger",
    "The larger of the two directions' largest losses is that of removal: w(-r) w(r) >= 1.",
    "0 < q < 1, a = e^r > 1",
    Same("the product", "(1 - q + q*a)*(1 - q + q/a) - 1", "q*(1 - q)*(a - 1)^2/a"),
    Nonnegative("it, with q = 1/(1 + t)", "t/(1 + t)^2*(a - 1)^2/a"),
    so="Removal's is log w(r), and addition's -log w(-r).",
)
