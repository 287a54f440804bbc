"""Claims about few runs on Poisson samples, whose losses are split into bands: the split, and the registered profile,
compared with closed forms and lines without bands."""

from fractions import Fraction
from functools import partial
from typing import Any

from chartered.proving import Proofs, Same, Sampled, claims_of, numbers
from flint import arb

from ...basics.formulas.gaussian_profile import delta_mu
from ...loss_distribution.formulas.connect_the_dots import Direction
from ...subsampling.formulas.removal_and_addition import addition, removal
from ..formulas.banded_line import Outside, both, power
from ..formulas.moments import Gaussian
from ..laws.gaussian_law import GaussianSample
from ..search import accurate_line, banded_line
from .reasons import INTEGRALS

_BITS = 192
_compared = partial(Sampled, bits=_BITS, why=INTEGRALS)
SPLIT = Proofs("characteristic-function.bands", "Bromwich's integral; direct computation")
claims = claims_of(SPLIT)
SPLIT.identity(
    "split",
    "What the bands of two mechanisms add to their product: (u + v)(u' + v') - u u' = v (u' + v') + u v'.",
    "all u, v, u', v'; w and z are u' and v'",
    Same("the product", "(u + v)*(w + z) - u*w", "v*(w + z) + u*z"),
    over={"u v w z": (0, 9)},
)


@SPLIT.table(
    "power",
    "The power of a split that ships is (u + v)^n - u^n beside u^n, by repeated squaring.",
    "3 u, 3 v, 4 numbers of runs",
    Sampled(
        "balls: powers",
        digits=20,
        bits=_BITS,
        why="powers of whole exponents are compared one by one",
        below="0 1/3 7",
        inside="1/1000000 1/2 3",
        times=(1, 2, 5, 12),
    ),
)
def _power(xp: Any, below: Fraction, inside: Fraction, times: int) -> bool:
    pair = arb(xp.number(below)), arb(xp.number(inside))
    whole = (xp.number(below) + xp.number(inside)) ** times
    u, v = power(pair, times)
    more = both((u, v), pair)[1]
    written = (xp.number(below) + xp.number(inside)) ** (times + 1) - xp.number(below) ** (times + 1)
    return bool(abs(u + v - whole) < arb(10) ** -40 * whole) and bool(abs(more - written) < arb(10) ** -20 * whole)


@SPLIT.soundness(
    "outside",
    "A moment of an order b above 1 or below 0 bounds a profile from both sides: delta(x) - (0 or V(1) - e^x V(0)) is "
    "between 0 and kappa V(b) e^(-(b-1)x), kappa = |b-1|^|b-1|/|b|^|b| for b > 1, that of 1 - b for b < 0.",
    "2 mu, 6 orders, 5 eps",
    _compared(
        "balls: the Gaussian profile", digits=10, squares="1/4 2", orders="-9 -1 -1/3 4/3 2 9", eps="-2 -1/2 0 1/2 2"
    ),
)
def _outside(xp: Any, square: Fraction, order: Fraction, x: Fraction) -> bool:
    m = Gaussian(square)
    masses = tuple(m.moment(xp, xp.number(b)) for b in (1, 0))
    found = Outside(order, m.moment(xp, xp.number(order)).upper(), masses).delta(xp, xp.number(x))
    exact = delta_mu(xp, xp.sqrt(xp.number(square)), xp.number(x))
    return bool(found.lower() <= exact.upper()) and bool(exact.lower() <= found.upper())


@SPLIT.soundness(
    "one-sampled-run",
    "For one run of the sampled Gaussian the enclosure by bands holds the closed form of either direction.",
    "3 mechanisms, 1 or 3 eps each; 6 digits",
    _compared(
        "balls: closed forms",
        cases=[
            (*numbers(sample), bool(added), x)
            for sample, added, eps in (("1/100 1", 0, "0 1/4 1"), ("1/1000 3", 0, "1/10"), ("1/10 1", 1, "0 1/50 1/20"))
            for x in numbers(eps)
        ],
        digits=6,
    ),
)
def _one_run(xp: Any, rate: Fraction, noise: Fraction, added: bool, x: Fraction) -> bool:
    parts = ((GaussianSample(rate, noise, added).law, 1),)
    found = banded_line.rule_at(parts, x, 8).inverse(parts).delta(x)
    inner = Direction(lambda xp, epsilon: delta_mu(xp, 1 / xp.number(noise), epsilon))
    exact = (addition if added else removal)(rate, inner).curve(xp, xp.number(x))
    return bool(found.overlaps(exact)) and bool(found.rad() < arb(10) ** -6 * exact)


@SPLIT.soundness(
    "several-runs",
    "For several runs the enclosure by bands and that along a line without bands have a point in common.",
    "4 compositions; 9 digits",
    _compared(
        "balls: lines without bands",
        cases=[
            (q, s, int(n), x) for q, s, n, x in map(numbers, ("1/2 1 2 2", "1/10 2 3 1/4", "1/10 1 9 3", "1/2 3 5 1"))
        ],
        digits=9,
    ),
)
def _lines(xp: Any, rate: Fraction, noise: Fraction, runs: int, x: Fraction) -> bool:
    parts = ((GaussianSample(rate, noise).law, runs),)
    rules = banded_line.rule_at(parts, x, 11), accurate_line.line_at(parts, x, 11)
    found, exact = (rule.inverse(parts).delta(x) for rule in rules)
    return bool(found.overlaps(exact)) and bool(found.rad() + exact.rad() < arb(10) ** -9 * exact)
