"""The privacy profile of n runs of Laplace noise of one scale, as a finite sum of exponentials times polynomials.

With e the largest loss of a run, M(z)^n = (z e^((z-1)e) + (z-1) e^(-ze))^n/(2z-1)^n. Expanded by the binomial theorem,
the integrand of Bromwich's integral (`contour`) is a sum over k = 0, ..., n of

    C(n, k) e^(x - ke) z^(k-1) (z-1)^(n-k-1) e^(a_k z)/(2z-1)^n,        a_k = (2k - n) e - x.

Where a_k <= 0 the line is closed to the right, where no term has a pole: the integral is 0. Where a_k > 0 it is closed
to the left: what remains are the residues at z = 1/2 and, for k = n, at z = 1, which is 1. (For x >= 0, a_k > 0 needs
2k > n, so that no term has a pole at 0.) With z = (1 + v)/2 and b = a_k/2,

    delta(x) = [ne > x] + 2^(1-n) e^((x - ne)/2) sum_(a_k > 0) C(n, k) [v^(n-1)] e^(bv) (1+v)^(k-1) (v-1)^(n-k-1).

About n to 2n bits cancel in the sum. The coefficients of the polynomials are whole numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate

from chartered_verify.arithmetic import Number, balls, scale
from chartered_verify.work_budget import charge
from flint import arb, fmpz_poly
from msgspec import Struct

MOST_RUNS = 512
"""The largest number of runs for which the sum is taken: a quarter of a second's work."""


class LaplaceRuns(Struct, frozen=True):
    """The profile of `runs` runs of Laplace noise, each with losses in [-epsilon, epsilon]. `bits`: the working
    precision."""

    epsilon: Number
    runs: int
    bits: int

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of E_Q[(e^L - e^eps)_+] at eps >= 0. Raises ArithmeticError for an eps that is not certainly at
        least 0."""
        n = self.runs
        charge(n * n * (4 + self.bits // 64))
        with balls(self.bits) as xp:
            e, x = xp.number(self.epsilon), xp.number(epsilon)
            if not x >= 0:
                raise ArithmeticError("the sum of n Laplace runs is taken at eps >= 0 only")
            total = arb(0)
            for k in range(n, n // 2, -1):
                angle = xp.number(self._angle(k, epsilon))
                if angle <= 0:
                    break
                term = math.comb(n, k) * _coefficient(n, k, angle / 2)
                if k == n:
                    term += xp.exp((n * e - x) / 2) * arb(2) ** (n - 1)  # the residue at z = 1, over the factor below
                total += term if angle > 0 else term.union(arb(0))  # a term is 0 where its a_k is
            found: arb = total * xp.exp((x - n * e) / 2) * arb(2) ** (1 - n)
            return found

    def _angle(self, k: int, epsilon: arb | Fraction) -> Number:
        """a_k = (2k - n) e - eps: exactly where both are rational, so that its sign is known at every precision."""
        top = scale(self.epsilon, 2 * k - self.runs)
        if isinstance(top, int | Fraction) and isinstance(epsilon, int | Fraction):
            return top - epsilon
        return lambda xp: xp.number(top) - xp.number(epsilon)


def _coefficient(n: int, k: int, b: arb) -> arb:
    """[v^(n-1)] e^(bv) (1+v)^(k-1) (v-1)^(n-k-1), for n/2 < k <= n."""
    total, power = arb(0), arb(1)
    for j, c in enumerate(_from_the_top(n, k)):
        total += c * power
        power = power * b / (j + 1)
    return total


def _from_the_top(n: int, k: int) -> Iterator[int]:
    """The coefficients of v^(n-1), v^(n-2), ..., v^0 in the power series (1+v)^(k-1) (v-1)^(n-k-1): of a polynomial of
    degree n - 2, or for k = n of (1+v)^(n-1)/(v-1), whose coefficients are -1 times partial sums."""
    if k == n:
        return (-total for total in reversed(list(accumulate(math.comb(n - 1, j) for j in range(n)))))
    found = fmpz_poly([1, 1]) ** (k - 1) * fmpz_poly([-1, 1]) ** (n - k - 1)
    return (int(found[j]) for j in range(n - 1, -1, -1))
