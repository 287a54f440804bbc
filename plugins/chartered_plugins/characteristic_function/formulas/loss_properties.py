"""What a mechanism's losses are in one direction: their moment generating function, the largest one and its
probability, the total variation distance, and the losses themselves where they are finitely many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from chartered_verify.arithmetic import Number, balls
from chartered_verify.work_budget import charge
from flint import acb, arb
from msgspec import Struct

from .contour import Contour, Losses
from .lattice import Lattice
from .trigonometric_sums import trigonometric_sums

MOST_TERMS = 20_000_000
"""The largest number of terms of all sums of a line."""


class Density(Struct, frozen=True):
    """The law of a run's loss under P, by the distance g below the largest one: the probability `mass` at 0, and the
    density, for 0 < g < reach,

        f(g) = first v^degree ((v - share)/(1 - share))^(-3/2),    v = e^(-way g),

    with a pole where v = share, at the distance -log(share) from 0."""

    mass: arb
    first: arb = arb(0)
    share: arb = arb(0)
    degree: int = 0
    way: int = 1
    reach: arb = arb("inf")

    @property
    def pole(self) -> arb:
        """The distance of the pole from 0; infinite without one."""
        return arb("inf") if self.share.is_zero() else -self.share.log()

    def series(self, count: int) -> list[arb]:
        """f_0, f_1, ...: with h = v/(v - share), h' = way (h^2 - h) and f' = way (3h/2 - degree) f."""
        h, f = [1 / (1 - self.share)], [self.first]
        for k in range(count - 1):
            scale = arb(self.way) / (k + 1)
            square = sum((x * y for x, y in zip(h, reversed(h), strict=True)), arb(0))
            mixed = sum((x * y for x, y in zip(h, reversed(f), strict=True)), arb(0))
            h.append((square - h[k]) * scale)
            f.append((mixed * 3 / 2 - self.degree * f[k]) * scale)
        return f

    def most(self, xp: Any, radius: arb) -> arb:
        """C for |g| <= radius, which is less than the distance of the pole: |v - share| is at least e^-radius -
        share."""
        left = (xp.exp(-radius) - self.share) / (1 - self.share)
        bound: arb = self.first * xp.exp(self.degree * radius) / (left * xp.sqrt(left))
        return bound


class Split(Struct, frozen=True):
    """Losses in two groups: common ones, base + k step with the probabilities `masses`[k] under Q, k = 0, 1 and perhaps
    2; and `rare` ones."""

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

    def swapped(self, xp: Any) -> Split:
        """The common ones in the other direction."""
        top = self.base + (len(self.masses) - 1) * self.step
        return Split(-top, self.step, self.under_p(xp)[::-1], [])


class LossMoments:
    """The moment generating function of one mechanism in one direction, and what else is known of its losses.
    Implementations are immutable, and equal if they are the same function, since their values at nodes are cached."""

    __slots__ = ()
    lattice: Lattice | None = None
    """The lattice of all finite losses, or None."""

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

    def falls_along(self, spacing: Fraction) -> bool:
        """Whether |M(c + iy)| certainly decreases for 0 <= y <= pi/spacing. That is half a period if `spacing` is that
        of the lattice of this loss."""
        return False

    def moment(self, xp: Any, z: Any) -> Any:
        """M(z) in any arithmetic, at a real or a complex order, where it is a closed form or a sum of few terms."""
        raise NotImplementedError

    def values(self, xp: Any, nodes: Iterable[acb]) -> tuple[acb, ...]:
        """M at any nodes, in balls."""
        return tuple(acb(self.moment(xp, z)) for z in nodes)

    @property
    def infinity_mass(self) -> Number:
        """P(L = inf)."""
        return 0

    @property
    def max_loss(self) -> Number | None:
        """The largest finite loss, or None if the losses are unbounded."""
        return None

    @property
    def tail_mu_squared(self) -> Number | None:
        """mu^2 if the profile is at most that of mu-GDP and its tail is no lighter; None if there is no such mu."""
        return None

    @property
    def total_variation(self) -> Number | None:
        """The delta of the finite losses at eps = 0, which is the total variation distance of P and Q where none is
        infinite, or an upper bound on it; None if none is known."""
        return None

    def below_largest(self, xp: Any) -> Density | None:
        """The law of the loss next to the largest one under P; None if that has no probability that is known."""
        return None

    @property
    def common(self) -> int:
        """How many common losses `split` has, evenly spaced if they are three; 0 where it is not defined."""
        return 0

    def split(self, xp: Any) -> Split:
        """The losses in two groups. Raises ArithmeticError if they are too many."""
        raise ArithmeticError("a mechanism has more than few losses")

    def count_atoms(self, nats: int) -> int | None:
        """The number of losses that `atoms` lists; None if it lists none. Raises ArithmeticError for far too many."""
        return None

    def atoms(self, xp: Any, nats: int) -> tuple[list[tuple[arb, arb, arb]], arb]:
        """(each loss with its probabilities under P and Q, an upper bound on the probability under P of the omitted
        ones: about e^-nats). Raises ArithmeticError."""
        raise ArithmeticError("the losses of this mechanism are not listed")


class FewLosses(LossMoments):
    """A mechanism with few losses, in one direction: M is a finite sum, and all else follows from them."""

    __slots__ = ()

    @property
    def count(self) -> int:
        """The number of terms of M."""
        raise NotImplementedError

    def losses(self, xp: Any) -> Losses:
        """The finite losses, in any arithmetic: the largest one, which has a positive probability, is the last."""
        raise NotImplementedError

    def under_p(self, xp: Any) -> Losses:
        """The same with their probabilities under P."""
        return [(loss, chance * xp.exp(loss)) for loss, chance in self.losses(xp)]

    @property
    def max_loss(self) -> Number:
        """The last one."""
        return lambda xp: self.losses(xp)[-1][0]

    def below_largest(self, xp: Any) -> Density:
        """None is between the largest one and the next."""
        *others, (largest, mass) = self.under_p(xp)
        return Density(mass, reach=reduce(xp.minimum, (largest - loss for loss, _ in others), arb("inf")))

    @property
    def total_variation(self) -> Number:
        """By the losses above 0."""
        return lambda xp: sum((chance * xp.positive(xp.expm1(loss)) for loss, chance in self.losses(xp)), xp.number(0))

    def split(self, xp: Any) -> Split:
        """The losses that are likeliest under P are the common ones."""
        found = self.losses(xp)
        chances = [float(chance) for _, chance in self.under_p(xp)]
        common = sorted(sorted(range(len(found)), key=lambda index: chances[index])[-self.common :])
        first, second, *_ = (found[index][0] for index in common)
        rare = [one for index, one in enumerate(found) if index not in common]
        return Split(first, second - first, [found[index][1] for index in common], rare)

    def count_atoms(self, nats: int) -> int:
        """All of them."""
        return self.count

    def atoms(self, xp: Any, nats: int) -> tuple[list[tuple[arb, arb, arb]], arb]:
        """All finite losses: nothing is left out of those."""
        return [(loss, chance * xp.exp(loss), chance) for loss, chance in self.losses(xp)], arb(0)

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
            c, h, losses = xp.number(contour.order), xp.number(contour.spacing), self.losses(xp)
            weights = [chance * xp.exp(c * loss) for loss, chance in losses]
            return tuple(trigonometric_sums(weights, [h * loss for loss, _ in losses], contour.count))
