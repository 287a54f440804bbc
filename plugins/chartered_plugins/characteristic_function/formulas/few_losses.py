"""Mechanisms on a Poisson sample that have few losses: a stated guarantee (eps, delta) where a record is removed, added
or replaced, and discrete Laplace noise where one is replaced. M is a finite sum.

The worst (eps, delta)-DP mechanism is randomized response with a failure (Kairouz, Oh, Viswanath 2015): an outcome of
the share x = (1-delta)/(1+e^eps) of Q is e^eps times as likely under P, the share 1 - x - delta is e^-eps times as
likely, and the share delta never occurs under P; P has an outcome of its own with the probability delta. On a sample
the likelihood ratios p become w = 1 - q + q p.

If a record is replaced, P and P' are on either side of R, the outputs without either: sort the outcomes of R on [0, 1]
so that P/R is e^eps on [0, x], e^-eps up to 1 - delta, and 0 beyond. P'/R is the same from the other end. The sampled
outputs are (1-q) R + q P and (1-q) R + q P', and P has a part of delta that neither R nor P' has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

from chartered_verify.arithmetic import Number, balls
from chartered_verify.budget import charge
from flint import acb, arb

from ...subsampling.formulas.amplification import sampled_epsilon
from .contour import Contour
from .trigonometric_sums import trigonometric_sums

MOST_TERMS = 20_000_000
"""The largest number of terms of all sums of a line."""
Losses = list[tuple[Any, Any]]
"""(loss, its probability under Q)."""


@dataclass(frozen=True, slots=True)
class Split:
    """Losses in two groups: `common` ones, base + k step with the probabilities `masses`[k] under Q, k = 0, 1 and
    perhaps 2; and `rare` ones."""

    base: Any
    step: Any
    masses: Sequence[Any]
    rare: Losses

    def under_p(self, xp: Any) -> list[Any]:
        """The probabilities of the common losses under P."""
        return [mass * xp.exp(self.base + k * self.step) for k, mass in enumerate(self.masses)]

    def rare_under_p(self, xp: Any) -> list[Any]:
        """The probabilities of the rare losses under P."""
        return [chance * xp.exp(loss) for loss, chance in self.rare]


class FewLosses:
    """One direction of a mechanism on a Poisson sample. `rate`: q in (0, 1)."""

    __slots__ = ()
    rate: Fraction
    infinity_mass: Number = 0
    tail_mu_squared: ClassVar[None] = None
    decays: ClassVar[bool] = False
    falls: ClassVar[bool] = False

    @property
    def count(self) -> int:
        """The number of terms of M."""
        raise NotImplementedError

    @property
    def splits(self) -> bool:
        """Whether `split` is defined."""
        return False

    @property
    def max_loss(self) -> Number:
        """The largest finite loss."""
        raise NotImplementedError

    def losses(self, xp: Any) -> Losses:
        """The finite losses, in any arithmetic; some may have the probability 0."""
        raise NotImplementedError

    def split(self, xp: Any) -> Split:
        """The losses in two groups."""
        raise NotImplementedError

    def work(self, contour: Contour, accuracy: int, bits: int) -> int:
        """That of the losses, and of a term for each of them at each order. Raises ArithmeticError for too many
        terms."""
        if contour.count * self.count > MOST_TERMS:
            raise ArithmeticError(f"the sum has {contour.count} orders of {self.count} terms each")
        return self.count * (8 + bits // 16 + contour.count * (bits + 128) // 700)

    def along(self, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
        """M at the nodes of a contour."""
        charge(self.work(contour, accuracy, bits))
        with balls(bits) as xp:
            c, losses = xp.number(contour.order), self.losses(xp)
            weights = [chance * xp.exp(c * loss) for loss, chance in losses]
            if contour.count == 1:
                return (acb(sum(weights, arb(0))),)
            h = xp.number(contour.spacing)
            return tuple(trigonometric_sums(weights, [h * loss for loss, _ in losses], contour.count))

    def at(self, order: Fraction, accuracy: int, bits: int) -> arb:
        """M at a real order."""
        return self.along(Contour(order, Fraction(1), 1), accuracy, bits)[0].real

    def beyond(self, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
        """M(order): |M| returns to it, or nearly."""
        return self.at(order, bits, bits).upper()


@dataclass(frozen=True, slots=True)
class Guarantee(FewLosses):
    """A stated guarantee on a Poisson sample. `epsilon`; `failure`: delta."""

    rate: Fraction
    epsilon: Fraction
    failure: Fraction

    def logs(self, xp: Any) -> tuple[Any, Any, Any]:
        """log w of the likelihood ratios e^eps, e^-eps and 0."""
        q, e = xp.number(self.rate), xp.number(self.epsilon)
        return sampled_epsilon(xp, q, e), sampled_epsilon(xp, q, -e), xp.log(1 - q)

    def share(self, xp: Any) -> Any:
        """x."""
        return (1 - xp.number(self.failure)) / (1 + xp.exp(xp.number(self.epsilon)))


@dataclass(frozen=True, slots=True)
class SampledGuarantee(Guarantee):
    """A record is removed, or `added`."""

    added: bool = False
    count: ClassVar[int] = 3
    splits: ClassVar[bool] = True

    @property
    def infinity_mass(self) -> Number:  # type: ignore[override]
        """q delta where the record is removed: its own outcome."""
        return 0 if self.added else self.rate * self.failure

    @property
    def max_loss(self) -> Number:
        """The likelihood ratio e^eps, or where the record is added 0, if there are failures, or else e^-eps."""
        if not self.added:
            return lambda xp: self.logs(xp)[0]
        return lambda xp: -self.logs(xp)[2 if self.failure else 1]

    def losses(self, xp: Any) -> Losses:
        """log w, or -log w where the record is added: then P and Q change places."""
        high, low, none = self.logs(xp)
        share, failure = self.share(xp), xp.number(self.failure)
        found = [(low, 1 - share - failure), (high, share), (none, failure)]
        return [(-log, chance * xp.exp(log)) for log, chance in found] if self.added else found

    def split(self, xp: Any) -> Split:
        """The failure is rare."""
        low, high, failure = self.losses(xp)
        if self.added:
            low, high = high, low
        return Split(low[0], high[0] - low[0], (low[1], high[1]), [failure])


class Replaced(FewLosses):
    """A record that is replaced: the same in both directions."""

    __slots__ = ()

    def shares(self, xp: Any) -> list[tuple[Any, Any, Any]]:
        """(log w, log w', the probability under R) of each outcome."""
        raise NotImplementedError

    def losses(self, xp: Any) -> Losses:
        """log w - log w', under Q w' times as likely as under R."""
        return [(ahead - back, chance * xp.exp(back)) for ahead, back, chance in self.shares(xp)]


@dataclass(frozen=True, slots=True)
class ReplacedGuarantee(Guarantee, Replaced):
    """A record is replaced."""

    count: ClassVar[int] = 9

    @property
    def infinity_mass(self) -> Number:  # type: ignore[override]
        """q delta."""
        return self.rate * self.failure

    @property
    def max_loss(self) -> Number:
        """log(w/w') for the likelihood ratios e^eps and 0, if there are failures, or else e^-eps."""
        place = 2 if self.failure else 1

        def found(xp: Any) -> Any:
            logs = self.logs(xp)
            return logs[0] - logs[place]

        return found

    @property
    def splits(self) -> bool:
        """Whether failures are rarer than the likelihood ratio e^eps, delta < x."""
        with balls(64) as xp:
            return bool(xp.number(self.failure) < self.share(xp))

    def shares(self, xp: Any) -> list[tuple[Any, Any, Any]]:
        """The lengths of the parts of [0, 1] where P/R and P'/R are constant, or 0."""
        zero, one, share, failure = xp.number(0), xp.number(1), self.share(xp), xp.number(self.failure)
        ahead = (zero, share), (share, 1 - failure), (1 - failure, one)
        back = (1 - share, one), (failure, 1 - share), (zero, failure)  # from the other end

        def length(place: int, other: int) -> Any:
            (start, stop), (other_start, other_stop) = ahead[min(place, other)], back[max(place, other)]
            return xp.positive(xp.minimum(stop, other_stop) - xp.maximum(start, other_start))

        logs = self.logs(xp)
        return [(logs[k], logs[other], length(k, other)) for k, other in product(range(3), repeat=2)]

    def split(self, xp: Any) -> Split:
        """What occurs under one of P and P' only is rare."""
        found = self.losses(xp)
        (top, high), (_, low), middle = found[1], found[3], found[4][1] + found[8][1]
        return Split(-top, top, (low, middle, high), [found[2], found[6]])


@dataclass(frozen=True, slots=True)
class ReplacedDiscreteLaplace(Replaced):
    """Discrete Laplace noise around 0, and around the whole sensitivity d = `shift` and -d. `noise`: r, 1/scale."""

    rate: Fraction
    noise: Fraction
    shift: int = 1

    @property
    def count(self) -> int:
        """One for each whole number from -d to d."""
        return 2 * self.shift + 1

    @property
    def splits(self) -> bool:
        """Three losses of equal distance."""
        return self.shift == 1

    @property
    def max_loss(self) -> Number:
        """log(w/w') for the likelihood ratios e^(rd) and e^(-rd)."""

        def found(xp: Any) -> Any:
            q, e = xp.number(self.rate), xp.number(self.noise * self.shift)
            return sampled_epsilon(xp, q, e) - sampled_epsilon(xp, q, -e)

        return found

    def shares(self, xp: Any) -> list[tuple[Any, Any, Any]]:
        """From -d, with all below it, to d, with all above it."""
        q, r, d = xp.number(self.rate), xp.number(self.noise), self.shift
        a = xp.exp(-r)
        found = []
        for k in range(-d, d + 1):
            chance = xp.exp(-d * r) / (1 + a) if abs(k) == d else (1 - a) / (1 + a) * xp.exp(-abs(k) * r)
            logs = (sampled_epsilon(xp, q, (abs(k) - abs(k - at)) * r) for at in (d, -d))
            found.append((*logs, chance))
        return found

    def split(self, xp: Any) -> Split:
        """None is rare."""
        low, middle, high = self.losses(xp)
        return Split(low[0], high[0], (low[1], middle[1], high[1]), [])
