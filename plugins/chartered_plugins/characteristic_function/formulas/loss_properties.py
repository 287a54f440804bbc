"""What is known of a mechanism's losses beside their moment generating function: the largest one and its probability,
the total variation distance, and the losses themselves where they are finitely many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Number
from flint import arb
from msgspec import Struct

Losses: TypeAlias = list[tuple[Any, Any]]
"""(loss, its probability under Q)."""


class Density(Struct, frozen=True):
    """The law of a run's loss under P, by the distance g below the largest one: the probability `mass` at 0, and the
    density, for 0 < g < reach,

        f(g) = first v^degree ((v - share)/(1 - share))^(-3/2),    v = e^(-way g),

    with a pole where v = share, at the distance -log(share) from 0."""

    mass: arb
    first: arb
    share: arb
    degree: int
    way: int
    reach: arb

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


class KnownLosses:
    """The losses of one mechanism in one direction, as far as they are known."""

    __slots__ = ()

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
        """The total variation distance of P and Q, or an upper bound on it; None if none is known."""
        return None

    @property
    def largest_chance(self) -> Number | None:
        """The probability of the largest finite loss under P; None if none is known."""
        return None

    def near_largest(self, xp: Any, gap: Any) -> Any:
        """The probability under P of losses less than `gap` below the largest one, or an upper bound on it."""
        return xp.number(1)

    def below_largest(self, xp: Any) -> Density | None:
        """The law of the loss below the largest one under P, or None if it has no density there that is known."""
        return None

    @property
    def splits(self) -> bool:
        """Whether `split` is defined."""
        return False

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
