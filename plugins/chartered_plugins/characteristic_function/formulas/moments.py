"""The moment generating function of the privacy loss, M(z) = E_Q[e^(zL)] with L = log dP/dQ, of one mechanism in one
direction, at complex orders z.

At a real order alpha > 1, log M(alpha)/(alpha - 1) is the Renyi divergence D_alpha(P || Q). On a vertical line M is the
characteristic function of the loss (Zhu, Dong, Wang 2022) under a tilted measure. Under composition M multiplies.
Outcomes that are possible under P but not under Q have an infinite loss: M excludes them, and `infinity_mass` is their
probability under P. The pair (Q, P) of the other direction has M(1 - z). If all finite losses lie on a lattice, |M| is
periodic on a vertical line."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar

from chartered_verify.arithmetic import Number, balls
from chartered_verify.work_budget import charge
from flint import acb, arb
from msgspec import Struct

from ...basics.formulas import moment_excess, randomized_response as response
from ...basics.formulas.gaussian_moments import log_moment
from ...basics.formulas.moment_excess import Excess
from ...mechanisms.formulas import laplace_moments as two_ratios
from ...mechanisms.formulas.laplace_moments import Mean
from .bound_along_line import over_heights
from .contour import Contour
from .lattice import Lattice
from .loss_properties import Density, KnownLosses, Losses, Split


class LossMoments(KnownLosses):
    """The moment generating function of one mechanism in one direction. Implementations are immutable, and equal if
    they are the same function, since their values at nodes are cached."""

    __slots__ = ()

    @property
    def decays(self) -> bool:
        """Whether M(c + iy) -> 0 as |y| -> infinity."""
        return False

    @property
    def falls(self) -> bool:
        """Whether `beyond` gives less than M(c) at large heights, though perhaps not 0."""
        return False

    @property
    def cheap(self) -> bool:
        """Whether M costs little at any height: a closed form, or a sum of few terms."""
        return True

    def work(self, contour: Contour, accuracy: int, bits: int) -> int:
        """Units of work of `along`, computed before it runs. Raises ArithmeticError if they are too many."""
        raise NotImplementedError

    def along(self, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
        """Enclosures of M at each node of the contour, of radius about e^-accuracy M(c), or what `bits` of precision
        allow. Raises ArithmeticError."""
        raise NotImplementedError

    def at(self, order: Fraction, accuracy: int, bits: int) -> arb:
        """An enclosure of M at a real order: its only node. Raises ArithmeticError."""
        return self.along(Contour(order, Fraction(1), 1), accuracy, bits)[0].real

    def beyond(self, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
        """An upper bound on |M(order + iy)| for every |y| >= height, within the relative error `slack` of the bound
        that `shift` gives: M(order), if no better one is known. Raises ArithmeticError."""
        return self.at(order, bits, bits).upper()


class ClosedForm(LossMoments):
    """A moment generating function in closed form."""

    __slots__ = ()
    lattice: Lattice | None = None
    """The lattice of all finite losses, or None."""

    def moment(self, xp: Any, z: Any) -> Any:
        """M(z) in any arithmetic, at a real or a complex order."""
        raise NotImplementedError

    def log(self, xp: Any, z: Any) -> Any:
        """Its logarithm, some branch of it, where M may overflow."""
        raise NotImplementedError

    def work(self, contour: Contour, accuracy: int, bits: int) -> int:
        """The work for a few exponentials at each node."""
        return contour.count * (10 + bits // 14)

    def along(self, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
        """The closed form at each node."""
        charge(self.work(contour, accuracy, bits))
        with balls(bits) as xp:
            return self.values(xp, contour.nodes(xp))

    def values(self, xp: Any, nodes: Iterable[acb]) -> tuple[acb, ...]:
        """M at any nodes, in balls."""
        return tuple(acb(self.moment(xp, z)) for z in nodes)

    def at(self, order: Fraction, accuracy: int, bits: int) -> arb:
        """The closed form."""
        with balls(bits) as xp:
            return arb(self.moment(xp, xp.number(order)))

    def log_from(self, xp: Any, c: Any, y: Any) -> Any:
        """An upper bound on log |M(c + it)| for all t >= y and c > 1, in floats or balls, where M `falls`."""
        raise NotImplementedError

    def beyond(self, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
        """The lower of that bound and M(order)."""
        most = LossMoments.beyond(self, order, height, shift, slack, bits)
        if not self.falls:
            return most
        with balls(bits) as xp:
            bound = xp.exp(self.log_from(xp, xp.number(order), xp.number(height)))
            return xp.minimum(bound.upper(), most).upper()

    def falls_along(self, spacing: Fraction) -> bool:
        """Whether |M(c + iy)| certainly decreases for 0 <= y <= pi/spacing. That is half a period if `spacing` is that
        of the lattice of this loss."""
        return False


class MeanForm(ClosedForm):
    """A mean of two exponentials, by the formula of the Renyi curve."""

    __slots__ = ()

    def mean(self, xp: Any, z: Any) -> Mean:
        """(u, v, x, y) with M(z) = u e^x + v e^-y."""
        raise NotImplementedError

    def moment(self, xp: Any, z: Any) -> Any:
        """The mean."""
        return two_ratios.moment(xp, self.mean(xp, z))

    def log(self, xp: Any, z: Any) -> Any:
        """e^x is taken out."""
        return two_ratios.log_moment(xp, self.mean(xp, z))


class Gaussian(ClosedForm, Struct, frozen=True):
    """mu-GDP: L is normal with variance mu^2, and M(z) = e^(mu^2 z (z-1)/2). Both directions are the same."""

    mu_squared: Number
    decays = falls = True

    @property
    def tail_mu_squared(self) -> Number:
        """mu^2 itself."""
        return self.mu_squared

    def log(self, xp: Any, z: Any) -> Any:
        """mu^2 z (z-1)/2."""
        return log_moment(xp.number(self.mu_squared) / 2, z)

    def moment(self, xp: Any, z: Any) -> Any:
        """Its exponential."""
        return xp.exp(self.log(xp, z))

    def log_from(self, xp: Any, c: Any, y: Any) -> Any:
        """mu^2 (c (c-1) - y^2)/2, which is log |M(c + iy)|."""
        return self.log(xp, c) - xp.number(self.mu_squared) * y * y / 2


class Laplace(MeanForm, Struct, frozen=True):
    """Laplace noise whose largest loss is epsilon: M(z) = (z e^((z-1) eps) + (z-1) e^(-z eps))/(2z - 1). Both
    directions are the same.

    For c > 1, |z/(2z-1)| decreases to 1/2 along z = c + iy, and |(z-1)/(2z-1)| increases to 1/2. So |M(c + iy)| does
    not decay, because the two largest losses are atoms, but it has a bound that decreases to their share of M(c)."""

    epsilon: Number
    falls = True
    largest_chance = Fraction(1, 2)

    def near_largest(self, xp: Any, gap: Any) -> Any:
        """1 - e^(-gap/2)/2: between the shifts the loss falls twice as fast as the noise rises."""
        return 1 - xp.exp(-gap / 2) / 2

    def below_largest(self, xp: Any) -> Density:
        """The derivative of that, e^(-gap/2)/4, down to -epsilon."""
        return Density(xp.number(1) / 2, xp.number(1) / 4, xp.number(0), 2, 1, 2 * xp.number(self.epsilon))

    @property
    def max_loss(self) -> Number:
        """epsilon."""
        return self.epsilon

    def mean(self, xp: Any, z: Any) -> Mean:
        """As for the Renyi curve."""
        return two_ratios.laplace_mean(xp, xp.number(self.epsilon), z)

    def log_beyond(self, xp: Any, c: Any, y: Any) -> Any:
        """log(|z/(2z-1)| e^((c-1) eps) + e^(-c eps)/2) at z = c + iy, which bounds log |M(c + it)| for all t >= y."""
        e = xp.number(self.epsilon)
        modulus = xp.sqrt((c * c + y * y) / ((2 * c - 1) * (2 * c - 1) + 4 * y * y))
        return (c - 1) * e + xp.log(modulus + xp.exp((1 - 2 * c) * e) / 2)

    def log_from(self, xp: Any, c: Any, y: Any) -> Any:
        """The least of that bound, and of log |M| at the height and the bound from half a period on."""

        def here() -> Any:
            return xp.variant(self._log_modulus, floats=self._log_modulus_in_floats)(xp, c, y)

        def far(t: Any, _: Any) -> Any:
            return self.log_beyond(xp, c, t)

        return xp.minimum(far(y, y), over_heights(xp, 2 * xp.number(self.epsilon), y, here, far))

    def _log_modulus(self, xp: Any, c: arb, y: arb) -> Any:
        """At most, as a ball around M may contain 0."""
        return abs(self.moment(xp, acb(c, y))).upper().log()

    def _log_modulus_in_floats(self, xp: Any, c: float, y: float) -> float:
        return float(self.log(xp, complex(c, y)).real)


class RandomizedResponse(ClosedForm, Struct, frozen=True):
    """Randomized response on k values, which discloses its input with probability `failure`.

    With s = 1/(e^eps + k - 1): Q(L = eps) = s, Q(L = -eps) = s e^eps, L = 0 otherwise, all times 1 - failure; P(L =
    inf) = failure. For k = 2 it is the worst (eps, failure)-DP mechanism (Kairouz, Oh, Viswanath 2015)."""

    epsilon: Number
    k: int = 2
    failure: Number = 0
    splits: ClassVar = True

    @property
    def infinity_mass(self) -> Number:
        """The failure probability."""
        return self.failure

    @property
    def max_loss(self) -> Number:
        """epsilon."""
        return self.epsilon

    @property
    def largest_chance(self) -> Number:
        """e^eps s, times 1 - failure."""
        return lambda xp: self.losses(xp)[1][1]

    def split(self, xp: Any) -> Split:
        """None is rare."""
        (e, high), (least, low), *between = self.losses(xp)
        return Split(least, e if between else 2 * e, [low, *(mass for _, mass in between), high], [])

    def count_atoms(self, nats: int) -> int:
        """eps, 0 and -eps, or the two of binary randomized response."""
        return min(self.k, 3)

    def losses(self, xp: Any) -> Losses:
        """The finite ones, each with its probability under Q."""
        e = xp.number(self.epsilon)
        low = (1 - xp.number(self.failure)) / (1 + (self.k - 1) * xp.exp(-e))
        high = low * xp.exp(-e)
        return [(e, high), (-e, low), *([(xp.number(0), (self.k - 2) * high)] if self.k > 2 else [])]

    def atoms(self, xp: Any, nats: int) -> tuple[list[tuple[arb, arb, arb]], arb]:
        """Those of finite losses."""
        return [(loss, chance * xp.exp(loss), chance) for loss, chance in self.losses(xp)], arb(0)

    def along(self, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
        """The sum over the losses."""
        charge(self.work(contour, accuracy, bits))
        with balls(bits) as xp:
            return contour.moments(xp, self.losses(xp))

    def near_largest(self, xp: Any, gap: Any) -> Any:
        """The probability of eps alone, if no other loss is as near."""
        return xp.number(self.largest_chance if gap < xp.number(self.epsilon) else 1)

    @property
    def lattice(self) -> Lattice | None:  # type: ignore[override]
        """eps + 2 eps Z for two values, eps Z for more; None if eps is no rational number."""
        e = Fraction(self.epsilon) if isinstance(self.epsilon, int | Fraction) else None
        return None if e is None else Lattice(e, 2 * e) if self.k == 2 else Lattice(Fraction(0), e)

    def falls_along(self, spacing: Fraction) -> bool:
        """True on its own lattice spacing if all roots of the polynomial x^2 + (k-2) x + e^eps in x = e^(z eps) are
        negative, that is (k-2)^2 >= 4 e^eps: then |M| is a product of terms |e^(z eps) + r| with r > 0. For k = 2 it is
        one such term in e^(2 z eps)."""
        own = self.lattice is not None and self.lattice.spacing == spacing
        with balls(64) as xp:
            return own and (self.k == 2 or bool((self.k - 2) ** 2 >= 4 * xp.exp(xp.number(self.epsilon))))

    def moment(self, xp: Any, z: Any) -> Any:
        """By the excess, as the Renyi curve."""
        return (1 - xp.number(self.failure)) * moment_excess.moment(xp, self._excess(xp, z))

    def log(self, xp: Any, z: Any) -> Any:
        """Likewise."""
        return xp.log(1 - xp.number(self.failure)) + moment_excess.log_moment(xp, self._excess(xp, z))

    def _excess(self, xp: Any, z: Any) -> Excess:
        return response.excess(xp, xp.number(self.epsilon), xp.number(self.k), z - 1)
