"""Claims about integer-valued noise on a Poisson sample: its moment generating functions, and the profile of two
losses."""

import math
from fractions import Fraction
from typing import Any

from chartered.proving import Each, Nonnegative, Notation, Positive, Proofs, Same, Sampled, claims_of, numbers
from flint import arb

from ..formulas.finite_sums import Expansion
from ..formulas.runs_with_rare_losses import MOST_RUNS, FewLossRuns
from ..laws.discrete_laplace import LaplaceOnIntegers
from ..laws.mixture import NOTHING, Mixture, Ratio
from .reasons import refused

_BITS = 160
LOSSES = [numbers("1/10 1"), numbers("1/2 4"), numbers("9/10 1/10")]


def _law(rate: Any, noise: Any, shift: int = 1, added: bool = False) -> LaplaceOnIntegers:
    sample = Mixture(((1 - rate, Fraction(0)), (rate, Fraction(shift))))
    removed = LaplaceOnIntegers(noise, Ratio(sample, NOTHING))
    return removed.swapped if added else removed


def _moment(shift: int) -> Any:
    """M of discrete Laplace noise with a shift, from the losses that ship."""

    def shipped(xp: Any, z: Any, q: Any, r: Any) -> Any:
        losses = _law(q, r, shift).losses(xp)
        return sum((chance * xp.exp(z * log) for log, chance in losses), xp.number(0))

    return shipped


NOTATION = Notation(
    "w(x, q) = 1 - q + q*exp(x)",
    "weight(k, r) = exp(-k*r)*(1 - exp(-r))/(1 + exp(-r))",
    "tail(k, r) = exp(-k*r)/(1 + exp(-r))",
    ranges={"q": (0, 1), "z": (1, 9), "r v d t": (0, 3), "k n": (0, 5), "a": (0, 9)},
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


@RUNS.soundness(
    "profile.two-losses",
    "The sum that ships, from its first positive term on and until a bound of the rest is small, is that over all "
    "numbers of larger losses, in both directions.",
    "6 mechanisms, 4 numbers of runs, 4 eps; 30 digits",
    Sampled(
        "balls: exact binomial coefficients",
        cases=[
            (rate, noise, added, runs, part)
            for rate, noise in LOSSES
            for added in (False, True)
            for runs in (1, 2, 17, 300)
            for part in numbers("-1/3 0 1/10 2/3")
        ],
        digits=30,
        bits=2 * _BITS,
    ),
)
def _binomial(xp: Any, rate: Fraction, noise: Fraction, added: bool, runs: int, part: Fraction) -> bool:
    q, r = xp.number(rate), xp.number(noise)
    low, high = (1 - q + q * (s * r).exp() for s in (-1, 1))
    chance = 1 / (1 + r.exp())
    under_p, under_q = (1 - chance, (1 - chance) * low) if added else (chance * high, chance)
    x = part * runs * noise * rate
    total = arb(0)
    for k in range(runs + 1):
        one, other = (p**k * (1 - p) ** (runs - k) for p in (under_p, under_q))
        total += math.comb(runs, k) * xp.positive(one - xp.exp(xp.number(x)) * other)
    found = Expansion(runs, _BITS).inverse(((_law(rate, noise, 1, added), runs),)).delta(x)
    return bool(found.overlaps(total)) and bool(found.rad() < arb(10) ** -30)


@RUNS.soundness(
    "profile.two-losses.refused",
    "An eps that is not finite, and a sum of too many terms, are refused.",
    "2 eps, and 1e9 runs at 600 bits",
    Each("run", cases=[(7, 128, arb("inf")), (7, 128, arb("nan")), (MOST_RUNS, 600, Fraction(0))]),
)
def _refuses(runs: int, bits: int, epsilon: Any) -> bool:
    return refused(lambda: FewLossRuns(_law(Fraction(1, 2), Fraction(1)), runs, bits).delta(epsilon))
