"""Noise on a Poisson sample: its moment generating function where it is a sum over few likelihood ratios w, those of
atoms and those at the nodes of a quadrature: M(z) = E[w^z] for removal and E[w^(1-z)] for addition of the record."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

from chartered_verify.arithmetic import Number, balls
from flint import acb, arb

from ...subsampling.formulas.amplification import sampled_epsilon
from .contour import Contour
from .known_losses import UnknownLosses
from .trigonometric_sums import trigonometric_sums


class PoissonSum(UnknownLosses):
    """One direction of noise on a Poisson sample. `rate`: q in (0, 1). `added`: the direction is addition of the
    record. w = 1 - q + q e^x for the loss x of the noise without sampling."""

    __slots__ = ()
    rate: Fraction
    added: bool
    infinity_mass: ClassVar[Fraction] = Fraction(0)
    tail_mu_squared: ClassVar[None] = None
    decays: ClassVar[bool] = False
    falls: ClassVar[bool] = False

    @property
    def largest(self) -> Fraction:
        """The largest loss e of the noise without sampling; the least one is -e."""
        raise NotImplementedError

    @property
    def total_variation(self) -> Number:
        """q tanh(e/2), or less: that of randomized response on the sample."""
        return lambda xp: xp.number(self.rate) * (1 - 2 / (1 + xp.exp(xp.number(self.largest))))

    @property
    def share_at_ends(self) -> Number | None:
        """c, where the least loss -e has the probability c and the largest one c e^-e without the record; None if the
        losses have no ends with a probability."""
        return None

    @property
    def largest_chance(self) -> Number | None:
        """c e^-e times the likelihood ratio there, 1 - q + q e^e, or c."""
        share = self.share_at_ends
        if share is None or self.added:
            return share

        def removed(xp: Any) -> Any:
            decay = xp.exp(-xp.number(self.largest))
            return xp.number(share) * ((1 - xp.number(self.rate)) * decay + xp.number(self.rate))

        return removed

    def along(self, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
        """M at the nodes of a contour."""
        raise NotImplementedError

    @property
    def max_loss(self) -> Number:
        """log(1 - q + q e^e), or -log(1 - q + q e^-e)."""
        sign = -1 if self.added else 1
        return lambda xp: sign * sampled_epsilon(xp, xp.number(self.rate), xp.number(sign * self.largest))

    def at(self, order: Fraction, accuracy: int, bits: int) -> arb:
        """M at a real order."""
        return self.along(Contour(order, Fraction(1), 1), accuracy, bits)[0].real

    def exponent(self, order: Fraction) -> Fraction:
        """p: the order, or 1 less the order."""
        return 1 - order if self.added else order

    def summed(
        self, logs: Sequence[arb], weights: Sequence[arb], contour: Contour, radius: arb, bits: int
    ) -> tuple[acb, ...]:
        """M at the nodes of a contour from log w and the weights times w^p, with an error of at most `radius`."""
        error = acb((-radius).union(radius), (-radius).union(radius))
        with balls(bits) as xp:
            if contour.count == 1:
                return (acb(sum(weights, arb(0))) + error,)
            h = xp.number(contour.spacing)
            sums = trigonometric_sums(weights, [h * log for log in logs], contour.count)
            return tuple((x.conjugate() if self.added else x) + error for x in sums)


def turned(added: bool, log: Any, mixed: Any, plain: Any) -> tuple[Any, Any, Any]:
    """(the loss, its probability under P, that under Q) of an outcome with the likelihood ratio e^log of the sample,
    whose probability is `mixed` with the record and `plain` without."""
    return (-log, plain, mixed) if added else (log, mixed, plain)
