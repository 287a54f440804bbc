"""Claims about profiles of losses on a grid: the sum over finitely many nodes, its truncation error, and where |M|
falls."""

import math
from fractions import Fraction
from typing import Any

from chartered.proving import Notation, Positive, Proofs, Same, Sampled, Slope, claims_of, numbers
from flint import acb, arb

from ..formulas.composed_moments import Composition
from ..formulas.lattice import Lattice
from ..formulas.lattice_inversion import LatticeLine, lattice_of
from ..formulas.moments import RandomizedResponse

RATE, TIMES = Fraction(1, 5), 6
"""The eps and the number of runs of randomized response for which the sums over all losses are computed."""
EPSILONS = numbers("-1/2 0 2/5 1/3 1 6/5")
NOTATION = Notation(
    "kernel(z, x0, x, s) = exp(-(z - 1)*x0)/(1 - exp(-(z - 1)*s)) - exp(x - z*x0)/(1 - exp(-z*s))",
    ranges={"z": (2, 9), "x x0 s c r t m": (0, 3)},
)
SUM, DIRECT = (
    Proofs("characteristic-function", paper, notation=NOTATION)
    for paper in ("orthogonality of the roots of unity; geometric series", "direct computation")
)
claims = claims_of(SUM, DIRECT)

SUM.identity(
    "lattice.kernel",
    "From the least point x0 of the lattice that is not below x, the kernel is the sum of (e^(x0+js) - e^x) "
    "e^(-z (x0+js)) over j >= 0: it loses the first term where x0 moves up by s.",
    "all z > 1 and s, x, x0 > 0: both sides are analytic in x and x0",
    Same("the first term", "kernel(z, x0, x, s) - kernel(z, x0 + s, x, s)", "(exp(x0) - exp(x))*exp(-z*x0)"),
)

SUM.inequality(
    "lattice.truncation",
    "|1 - r e^(-it)|^2 = 1 - 2 r cos t + r^2 rises, and |r e^(it) + c|^2 falls, for 0 <= t <= pi, r, c > 0, as cos t "
    "falls by m: so do the kernel's denominators, and an M that is a product of such terms.",
    "all r > 0, c > 0, -1 <= cos t <= 1, m > 0",
    Positive("the first", "(1 - 2*r*(t - m) + r^2) - (1 - 2*r*t + r^2)"),
    Positive("the second", "(r^2 + 2*r*c*t + c^2) - (r^2 + 2*r*c*(t - m) + c^2)"),
    so="Here t stands for cos t.",
)


def lattice_in(parts: Composition) -> Lattice:
    """The lattice of a composition that has one."""
    lattice = lattice_of(parts)
    assert lattice is not None
    return lattice


def delta(xp: Any, x: Any) -> arb:
    """The sum over all losses, (2 k - TIMES) RATE, each with its probability under Q."""
    e, found = xp.exp(xp.number(RATE)), arb(0)
    for k in range(TIMES + 1):
        gain = xp.positive(xp.exp(xp.number((2 * k - TIMES) * RATE)) - xp.exp(x))
        found += math.comb(TIMES, k) * e ** (TIMES - k) / (1 + e) ** TIMES * gain
    return found


@SUM.identity(
    "lattice.copies",
    "The sum over the N nodes is the sum of e^((c-1)mW) delta(x + mW) over all whole m, W = Ns.",
    f"{TIMES} runs of randomized response, 2 orders c, 4 numbers N, 6 eps; 20 digits",
    Sampled(
        "balls: both sums",
        digits=20,
        bits=256,
        why="the nodes are roots of unity, over which powers add up to 0: each N is another sum, of complex numbers, "
        "which no form of a claim has",
        orders="2 4",
        points=(1, 2, 5, 12),
        eps=EPSILONS,
    ),
)
def _all_copies(xp: Any, order: Fraction, points: int, x: Fraction) -> bool:
    line = LatticeLine(order, order + 3, points, points // 2 + 1, xp.bits)
    parts: Composition = ((RandomizedResponse(RATE), TIMES),)
    whole, lattice = line.inverse(parts), lattice_in(parts)
    after, period = lattice.after(x), points * lattice.spacing
    ratio, step, c = xp.exp(xp.number(x) - xp.number(after)), 2 * xp.pi / xp.number(period), xp.number(order)
    total = sum(
        ((up - ratio * down) * acb(0, -k * step * xp.number(after)).exp()).real
        for k, (up, down) in enumerate(zip(whole.rising, whole.falling, strict=True))
    )
    found = 2 * total * xp.exp((1 - c) * xp.number(after)) / points
    far = math.ceil(60 / ((order - 1) * period)) + 20
    shifts = [m * xp.number(period) for m in range(-far, far)]
    copies = sum((xp.exp((c - 1) * shift) * delta(xp, xp.number(x) + shift) for shift in shifts), xp.number(0))
    return bool(abs(found - copies) < arb(10) ** -20 * (1 + copies))


SUM.identity(
    "lattice.stepped.ends",
    "|A e^(it) + m + B e^(-it)|^2 with A, m, B >= 0 is convex in u = cos t, so that from some t up to pi it is largest "
    "at one of the two; with A or B = 0 it is linear.",
    "all A, B, m: the values at v, w and between them",
    Same("the square", "((a + b)*u + m)^2 + (a - b)^2*(1 - u^2)", "4*a*b*u^2 + 2*m*(a + b)*u + m^2 + (a - b)^2"),
    Same(
        "the chord, above it where 0 <= t <= 1",
        "(1 - t)*(4*a*b*v^2 + 2*m*(a + b)*v) + t*(4*a*b*w^2 + 2*m*(a + b)*w)"
        " - 4*a*b*((1 - t)*v + t*w)^2 - 2*m*(a + b)*((1 - t)*v + t*w)",
        "4*a*b*t*(1 - t)*(v - w)^2",
    ),
    so="So the square at (1 - t) v + t w is at most that on the chord, at most the larger of those at v and w.",
    over={"a b m u v w t": (0, 3)},
)

DIRECT.inequality(
    "lattice.falls",
    "|M(c + iy)| falls for half a period of the lattice: for randomized response on k values where (k-2)^2 >= 4 e^eps, "
    "of which M is a positive number times |A e^(it) + m + B e^(-it)| with AB = e^eps, m = k - 2 and t = y eps; for it "
    "on 2 values, for discrete Laplace noise of sensitivity 1, and for discrete Gaussian noise.",
    "A = p^2, B = q^2 > 0, m = 2 p q + f >= 2 sqrt(AB), -1 <= u = v - 1 <= 1, r > 0",
    Same(
        "the square, u = cos t",
        "((a + b)*u + m)^2 + (a - b)^2*(1 - u^2)",
        "4*a*b*u^2 + 2*m*(a + b)*u + m^2 + (a - b)^2",
    ),
    Slope("its slope", "4*a*b*u^2 + 2*m*(a + b)*u + m^2 + (a - b)^2", "u", "8*a*b*u + 2*m*(a + b)"),
    Same(
        "which is a sum of terms that are not negative",
        "8*p^2*q^2*(v - 1) + 2*(2*p*q + f)*(p^2 + q^2)",
        "8*p^2*q^2*v + 4*p*q*(p - q)^2 + 2*f*(p^2 + q^2)",
    ),
    Slope("of |1 + r e^(it)|^2", "1 + 2*r*u + r^2", "u", "2*r"),
    so="So the square falls with cos t, which falls for 0 <= t <= pi. Without m the square is A^2 + B^2 + 2 AB cos 2t: "
    "|1 + r e^(2it)|^2 for r = A/B, but for a factor; and discrete Laplace noise that is shifted by 1 is such a "
    "response. By Jacobi's triple product M of discrete Gaussian noise is, but for a factor of constant modulus, a "
    "product of terms 1 + r e^(zd/v) and 1 + r e^(-zd/v) with r > 0.",
    over={"a b m u v p q f r": (0, 3)},
)
