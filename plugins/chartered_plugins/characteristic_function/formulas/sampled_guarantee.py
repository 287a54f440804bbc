"""A stated guarantee (eps, delta) on a Poisson sample, where a record is removed, added or replaced, or on a sample of
a fixed size, where one is replaced.

The worst (eps, delta)-DP mechanism is randomized response with a failure (Kairouz, Oh, Viswanath 2015): an outcome of
the share x = (1-delta)/(1+e^eps) of Q is e^eps times as likely under P, the share 1 - x - delta is e^-eps times as
likely, and the share delta never occurs under P; P has an outcome of its own with the probability delta. On a sample
the likelihood ratios p become w = 1 - q + q p.

If a record is replaced, P and P' are on either side of R, the outputs without either: sort the outcomes of R on [0, 1]
so that P/R is e^eps on [0, x], e^-eps up to 1 - delta, and 0 beyond. P'/R is the same from the other end. The sampled
outputs are (1-q) R + q P and (1-q) R + q P', and P has a part of delta that neither R nor P' has.

On a sample of a fixed size q delta(log(1 + (e^eps - 1)/q)) bounds the profile either way (Balle, Barthe, Gaboardi 2018,
Theorem 9): above 0 it is that of the removal above, and below 0, where the profile follows from that of the other order
of the two, its mirror image. That is the profile of one pair: of the removal's losses above 0, of these with the other
sign, and else of the loss 0."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

from chartered_verify.arithmetic import Number, balls
from msgspec import Struct

from ...subsampling.formulas.amplification import sampled_epsilon
from .contour import Losses
from .loss_properties import FewLosses, Split


class Guarantee(FewLosses, Struct, frozen=True):
    """A stated guarantee on a Poisson sample. `rate`: q in (0, 1); `epsilon`; `failure`: delta."""

    rate: Fraction
    epsilon: Fraction
    failure: Fraction

    @property
    def infinity_mass(self) -> Number:
        """q delta."""
        return self.rate * self.failure

    def logs(self, xp: Any) -> tuple[Any, Any, Any]:
        """log w of the likelihood ratios e^eps, e^-eps and 0."""
        q, e = xp.number(self.rate), xp.number(self.epsilon)
        return sampled_epsilon(xp, q, e), sampled_epsilon(xp, q, -e), xp.log(1 - q)

    def share(self, xp: Any) -> Any:
        """x."""
        return (1 - xp.number(self.failure)) / (1 + xp.exp(xp.number(self.epsilon)))


class SampledGuarantee(Guarantee, frozen=True):
    """A record is removed, or `added`."""

    added: bool = False
    common: ClassVar[int] = 2

    @property
    def count(self) -> int:
        """The likelihood ratios e^eps, e^-eps and, if there are failures, 0."""
        return 3 if self.failure else 2

    @property
    def infinity_mass(self) -> Number:
        """q delta where the record is removed: its own outcome."""
        return 0 if self.added else self.rate * self.failure

    def losses(self, xp: Any) -> Losses:
        """log w, or -log w where the record is added: then P and Q change places."""
        high, low, none = self.logs(xp)
        share, failure = self.share(xp), xp.number(self.failure)
        found = [(none, failure), (low, 1 - share - failure), (high, share)][-self.count :]
        return [(-log, chance * xp.exp(log)) for log, chance in reversed(found)] if self.added else found


class FixedSizeGuarantee(Guarantee, frozen=True):
    """A record is replaced in a sample of a fixed size, the same in both directions."""

    count: ClassVar[int] = 3
    common: ClassVar[int] = 3

    def losses(self, xp: Any) -> Losses:
        """-log w for the likelihood ratio e^eps, 0, and log w."""
        high, share = self.logs(xp)[0], self.share(xp)
        back = share * xp.exp(high)
        return [(-high, back), (xp.number(0), 1 - xp.number(self.infinity_mass) - share - back), (high, share)]


class ReplacedGuarantee(Guarantee, frozen=True):
    """A record is replaced, the same in both directions."""

    @property
    def count(self) -> int:
        """Nine outcomes, or four without failures."""
        return 9 if self.failure else 4

    @property
    def common(self) -> int:
        """Three, if failures are rarer than the likelihood ratio e^eps, delta < x."""
        with balls(64) as xp:
            return 3 if xp.number(self.failure) < self.share(xp) else 0

    def split(self, xp: Any) -> Split:
        """What occurs under one of P and P' only is rare."""
        kinds, found = (3 if self.failure else 2), self.losses(xp)
        (_, low), (top, high) = found[kinds - 2], found[2 * kinds - 1]
        middle = sum((chance for _, chance in found[kinds - 1 :: kinds - 1][:kinds]), xp.number(0))
        return Split(-top, top, (low, middle, high), [found[0], found[-1]] if self.failure else [])

    def losses(self, xp: Any) -> Losses:
        """log w - log w', under Q w' times as likely as under R: that of the likelihood ratios e^eps and the least one
        is the largest."""
        return [(ahead - back, chance * xp.exp(back)) for ahead, back, chance in self.shares(xp)]

    def shares(self, xp: Any) -> list[tuple[Any, Any, Any]]:
        """(log w, log w', the length of the part of [0, 1] where P/R and P'/R are constant, or 0) of each outcome."""
        zero, one, share, failure = xp.number(0), xp.number(1), self.share(xp), xp.number(self.failure)
        ahead = (zero, share), (share, 1 - failure), (1 - failure, one)
        back = (1 - share, one), (failure, 1 - share), (zero, failure)  # from the other end

        def length(index: int, other: int) -> Any:
            (start, stop), (other_start, other_stop) = ahead[min(index, other)], back[max(index, other)]
            return xp.positive(xp.minimum(stop, other_stop) - xp.maximum(start, other_start))

        logs, kinds = self.logs(xp), range(3 if self.failure else 2)
        return [(logs[k], logs[other], length(k, other)) for other, k in product(kinds, reversed(kinds))]
