"""The moment generating function of the privacy loss, M(z) = E_Q[e^(zL)] with L = log dP/dQ, of one mechanism in one
direction, at complex orders z.

At a real order alpha > 1, log M(alpha)/(alpha - 1) is the Renyi divergence D_alpha(P || Q). On a vertical line M is the
characteristic function of the loss (Zhu, Dong, Wang 2022) under a tilted measure. Under composition M multiplies.
Outcomes that are possible under P but not under Q have an infinite loss: M excludes them, and `infinity_mass` is their
probability under P. The pair (Q, P) of the other direction has M(1 - z). If all finite losses lie on a lattice, |M| is
periodic on a vertical line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Number, balls
from chartered_verify.work_budget import charge
from flint import acb, arb
from msgspec import Struct

from ...basics.formulas import moment_excess, randomized_response as response
from ...basics.formulas.gaussian_moments import log_moment
from ...mechanisms.formulas import laplace_moments as two_ratios
from ...mechanisms.formulas.laplace_moments import Mean
from .bound_along_line import over_heights
from .contour import Contour, Losses
from .lattice import Lattice
from .loss_properties import Density, FewLosses, LossMoments


class ClosedForm(LossMoments):
    """A moment generating function in closed form."""

    __slots__ = ()

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

    def below_largest(self, xp: Any) -> Density:
        """e^(-gap/2)/4 down to -epsilon, as between the shifts the loss falls twice as fast as the noise rises."""
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

        def far(t: Any) -> Any:
            return self.log_beyond(xp, c, t)

        return xp.minimum(far(y), over_heights(xp, 2 * xp.number(self.epsilon), y, here, far))

    def _log_modulus(self, xp: Any, c: arb, y: arb) -> Any:
        """At most, as a ball around M may contain 0."""
        return abs(self.moment(xp, acb(c, y))).upper().log()

    def _log_modulus_in_floats(self, xp: Any, c: float, y: float) -> float:
        return float(self.log(xp, complex(c, y)).real)


class RandomizedResponse(FewLosses, Struct, frozen=True):
    """Randomized response on k values, which discloses its input with probability `failure`.

    With s = 1/(e^eps + k - 1): Q(L = eps) = s, Q(L = -eps) = s e^eps, L = 0 otherwise, all times 1 - failure; P(L =
    inf) = failure. For k = 2 it is the worst (eps, failure)-DP mechanism (Kairouz, Oh, Viswanath 2015)."""

    epsilon: Number
    k: int = 2
    failure: Number = 0

    @property
    def infinity_mass(self) -> Number:
        """The failure probability."""
        return self.failure

    @property
    def max_loss(self) -> Number:
        """epsilon."""
        return self.epsilon

    @property
    def count(self) -> int:
        """-eps, 0 and eps, or the two of binary randomized response."""
        return min(self.k, 3)

    common = count

    def losses(self, xp: Any) -> Losses:
        """From the least one on."""
        e = xp.number(self.epsilon)
        low = (1 - xp.number(self.failure)) / (1 + (self.k - 1) * xp.exp(-e))
        high = low * xp.exp(-e)
        return [(-e, low), *([(xp.number(0), (self.k - 2) * high)] if self.k > 2 else []), (e, high)]

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
        excess = response.excess(xp, xp.number(self.epsilon), xp.number(self.k), z - 1)
        return (1 - xp.number(self.failure)) * moment_excess.moment(xp, excess)

    def at(self, order: Fraction, accuracy: int, bits: int) -> arb:
        """By the same formula."""
        with balls(bits) as xp:
            return arb(self.moment(xp, xp.number(order)))
