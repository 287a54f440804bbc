"""The Poisson-sampled Gaussian mechanism: its moment generating function at complex orders, by a trapezoidal rule with
a proved remainder.

Its integral, nodes, tails and remainder are those of `sampled_gaussian_quadrature`, the formula of the Renyi curve,
whose notation is used here.

A bound for all heights v >= V at once: on the line Im t = b, 0 < b <= pi s/2 (or -b, where the record is added), arg w
is in [0, b/s], so

    |E[w^(p + iv)]| <= e^(b^2/2) int phi(t) |w(t+ib)|^p e^(-V arg w(t+ib)) dt,

whose integrand falls as v rises. It is integrated by the same rule: in the strip |Im t| <= a with a + b <= pi s/2 its
continuation has modulus at most e^(a^2/2) phi(x) w(x)^p, times cos((a+b)/2s)^p where p < 0, as arg w(x + iy) rises with
y for |y| <= pi s/2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Number
from flint import arb

from ...subsampling.formulas import sampled_gaussian_quadrature as quadrature
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from .normal_integral import NormalIntegral, turned


@dataclass(frozen=True, slots=True)
class PoissonGaussian(NormalIntegral):
    """The Poisson-sampled Gaussian in one direction. `rate`: q in (0, 1). `noise`: s = sigma/sensitivity > 0. `added`:
    the direction is addition of the record."""

    rate: Fraction
    noise: Fraction
    added: bool = False

    @property
    def tail_mu_squared(self) -> Fraction:
        """1/s^2, as for the Gaussian without sampling, which dominates this mechanism. The tail is no lighter, either:
        since w >= q e^(t/s - 1/(2 s^2)), the loss of n runs is at least that of n unsampled runs less the constant n
        log(1/q)."""
        return 1 / self.noise**2

    @property
    def max_loss(self) -> Number | None:
        """Where the record is added, -log(1 - q)."""
        return (lambda xp: -xp.log1p(-xp.number(self.rate))) if self.added else None

    @property
    def total_variation(self) -> Number:
        """q (Phi(1/2s) - Phi(-1/2s)), the same in both directions."""
        return lambda xp: xp.number(self.rate) * (1 - xp.erfc(1 / (xp.sqrt(xp.number(8)) * xp.number(self.noise))))

    @property
    def conjugate(self) -> bool:  # type: ignore[override]
        """Where the record is added, the exponents 1 - z fall along the line."""
        return self.added

    def exponent(self, order: Fraction) -> Fraction:
        """p: the order, or 1 less the order."""
        return 1 - order if self.added else order

    def place(self, order: Fraction) -> float:
        """p/s, or the place where the integrand is largest where p < 0."""
        return quadrature.largest_at(float(self.rate), float(self.noise), float(self.exponent(order)))

    def rise(self, order: Fraction) -> float:
        """Of (1-q)^p over M(p), where the record is added."""
        return quadrature.propose_rise(float(self.rate), float(self.noise), float(self.exponent(order)))

    def terms(self, xp: Any, order: Fraction, at: Nodes) -> tuple[list[Any], list[Any]]:
        """log w and d phi w^p."""
        return quadrature.terms(xp, *self.values(xp, order), at)

    def tails(self, xp: Any, order: Fraction, at: Nodes, weights: list[Any]) -> arb:
        """Those of w^p."""
        found: arb = quadrature.tails(xp, *self.values(xp, order), at, weights)
        return found

    def moduli(self, xp: Any, order: Fraction, height: Fraction, at: Nodes, angle: arb) -> Iterator[arb]:
        """Of phi w^(p + iy)."""
        (q, _, p), (sine, cosine) = self.values(xp, order), angle.sin_cos()
        for log, weight in zip(*self.terms(xp, order, at), strict=True):
            modulus, turn = turned(xp, q, log, sine, cosine)
            yield weight * xp.exp(p * modulus - xp.number(height) * turn)

    def values(self, xp: Any, order: Fraction) -> tuple[arb, arb, arb]:
        """(q, s, p)."""
        return xp.number(self.rate), xp.number(self.noise), xp.number(self.exponent(order))
