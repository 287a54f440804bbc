"""Guarantees: the privacy guarantees that theorems prove of mechanisms. Data, partly as functions of an arithmetic; no
theorem stands here.

Each guarantee carries the neighbouring relation under which it holds and its side, the direction of its error. EXACT:
the number or curve is the best of its kind for the worst mechanism that the ledger describes. UPPER: it may be
larger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.enclosure import Side

from ..errors import Unavailable
from .neighbours import DEFAULT, Neighbours
from .witness_fields import Field

Witness: TypeAlias = Mapping[str, Fraction | float | None]
"""The numbers that a search found and a certificate states: exact numbers by name (a float means exactly its double).
None stands for a limiting value; the theorem that reads the field says which."""

Curve: TypeAlias = Callable[[Arithmetic, Value], Value]
"""A function of one real argument in any arithmetic: curve(xp, x), for example a Renyi curve at the order alpha."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Guarantee:
    """The fields of every guarantee. A plugin may derive a new kind and register an accountant for it.

    Args:
        side: The direction in which the guarantee errs; EXACT: the best of its kind for the worst mechanism that is
            described.
        neighbours: The relation under which it holds.
        failure: The mass of a failure event, outside which the guarantee holds. No theorem and no accountant needs to
            know of it: it is taken off before their functions are called, and put back.

    Examples:
        >>> ch.Pure(epsilon=1, side=ch.Side.UPPER).neighbours.value
        'add-or-remove'
    """

    side: Side = Side.EXACT
    neighbours: Neighbours = DEFAULT
    failure: Number = 0

    of_profiles: ClassVar[bool] = False
    """Whether guarantees of this kind are made from privacy profiles, so that of one run they say what its profile
    says."""

    @property
    def best_of_its_kind(self) -> bool:
        """Whether no other guarantee of its kind about the same step leads to less, if its side is what it claims."""
        return self.side is Side.EXACT


@dataclass(frozen=True, slots=True, eq=False)
class Pure(Guarantee):
    """(epsilon, 0)-DP: P(S) <= e^epsilon Q(S) for every event S and the output distributions P, Q of neighbours.

    Args:
        epsilon: A number of nats, at least 0: rational, or a function of an arithmetic.

    Examples:
        >>> ch.Pure(epsilon=lambda xp: xp.log(xp.number(3))).failure
        0

    References:
        Dwork, McSherry, Nissim, Smith 2006.
    """

    epsilon: Number


@dataclass(frozen=True, slots=True, eq=False)
class Approximate(Guarantee):
    """(epsilon, delta)-DP: the hockey-stick divergence at e^epsilon is at most delta.

    Args:
        epsilon: A number of nats, at least 0: rational, or a function of an arithmetic.
        delta: A probability in [0, 1].

    Examples:
        >>> ch.Approximate(epsilon=1, delta=0).delta
        0

    References:
        Dwork et al. 2006 (Our data, ourselves); Balle, Barthe, Gaboardi 2018, Section 3.
    """

    epsilon: Number
    delta: Number


@dataclass(frozen=True, slots=True, eq=False)
class ZCDP(Guarantee):
    """rho-zCDP: the Renyi divergence of every order alpha > 1 is at most rho alpha.

    Args:
        rho: A number of at least 0: rational, or a function of an arithmetic.

    Examples:
        >>> ch.registry().accountant("zcdp").times(ch.ZCDP(rho=1), 10).rho
        10

    References:
        Bun, Steinke 2016, Definition 1.1.
    """

    rho: Number


@dataclass(frozen=True, slots=True, eq=False)
class GDP(Guarantee):
    """mu-GDP: the outputs of neighbours are no easier to distinguish than N(0, 1) and N(mu, 1).

    Args:
        mu_squared: mu^2, which adds up under composition: rational, or a function of an arithmetic.

    Examples:
        >>> ch.registry().accountant("gdp").times(ch.GDP(mu_squared=1), 10).mu_squared
        10

    References:
        Dong, Roth, Su 2022.
    """

    mu_squared: Number


@dataclass(frozen=True, slots=True, eq=False)
class Responses(Guarantee):
    """A product of binary randomized responses as a bound.

    The outputs of neighbours are no easier to distinguish than those of the randomized responses.

    Args:
        counts: For each eps > 0, the number of independent eps-DP randomized responses.
        delta: The probability that at least one run fails and discloses everything.

    Examples:
        >>> ch.Responses(counts={ch.HALF: 10}, delta=0).counts[ch.HALF]
        10

    References:
        Kairouz, Oh, Viswanath 2015, Theorem 3.3.
    """

    counts: Mapping[Fraction, int]
    delta: Number


@dataclass(frozen=True, slots=True, eq=False)
class Renyi(Guarantee):
    """A Renyi curve: an upper bound on the Renyi divergence of each order.

    It bounds D(P||Q) and D(Q||P), since the neighbouring relation is symmetric; a conversion may use both.

    Args:
        curve: curve(xp, alpha): the bound, in nats, in any arithmetic.
        top: The curve is for orders in (1, top]; None: in (1, inf).

    Examples:
        >>> gaussian = ch.Renyi(curve=lambda xp, alpha: alpha / 800)
        >>> with proving.balls(64) as xp:
        ...     [float(number) for number in gaussian.at(xp, {"alpha": 2})]
        [2.0, 0.0025]

    References:
        Mironov 2017, Definition 4.
    """

    curve: Curve
    top: Fraction | None = None

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields of a witness for the curve: the order alpha."""
        return (Field("alpha", low=1, high=self.top, open_low=True),)

    def at(self, xp: Arithmetic, witness: Witness) -> tuple[Value, Value]:
        """(alpha, curve(alpha)) at the order of the witness.

        Args:
            xp: The arithmetic, entered.
            witness: It states the order "alpha".

        Returns:
            The order and the value there.

        Raises:
            Unavailable: The order is missing, or outside (1, top].
        """
        alpha = witness.get("alpha")
        if alpha is None or not alpha > 1 or (self.top is not None and alpha > self.top):
            raise Unavailable(f"the order {alpha} is outside the curve's orders")
        order = xp.number(alpha)
        return order, self.curve(xp, order)


@dataclass(frozen=True, slots=True, eq=False)
class MomentGeneratingFunction(Guarantee):
    """The moment generating function of the privacy loss of one run, for the worst pair of output distributions.

    M(z) = E_Q[e^(zL)] over the finite values of L = log dP/dQ, at every complex order z, for the pair (P, Q); the pair
    (Q, P) has M(1 - z). Where a record is added, removed or zeroed out, P is the law with it. Where it is replaced,
    either of two records may be the one that P is about, and another one in each run.

    Args:
        log_moment: log_moment(xp, z): log M(z), on any branch, for real and for complex z.
        log_bound: log_bound(xp, c, y): an upper bound on log |M(c + it)| for every t >= y, at any real order c; None if
            M does not decay along a vertical line.
        infinity_mass: P(L = inf).
        infinity_mass_added: Q(L = -inf), that of the pair (Q, P); None: the same.
        max_loss: A bound on |L| where it is finite, or None.
        symmetric: Whether M(1 - z) = M(z), so that one direction is enough.
        outcomes: Where outputs are finitely many: the probability of each under P and under Q, as fractions above 0
            (those of one alone are in `infinity_mass`); runs are then composed exactly, as sums over them.
        aligned: Whether P is the law of the same neighbour in all runs; unset by the registry for a replaced record.

    Examples:
        >>> gaussian = ch.MomentGeneratingFunction(log_moment=lambda xp, z: z * (z - 1) / 800, symmetric=True)
        >>> gaussian.infinity_mass
        0

    References:
        Zhu, Dong, Wang 2022, Section 4.
    """

    log_moment: Callable[[Arithmetic, Value], Value]
    log_bound: Callable[[Arithmetic, Value, Value], Value] | None = None
    infinity_mass: Number = 0
    max_loss: Number | None = None
    symmetric: bool = False
    aligned: bool = True
    outcomes: tuple[tuple[Fraction, Fraction], ...] = ()
    infinity_mass_added: Number | None = None

    @property
    def infinity_masses(self) -> tuple[Number, Number]:
        """The probability of an infinite loss for the pair (P, Q), and for (Q, P)."""
        one, other = self.infinity_mass, self.infinity_mass_added
        return one, one if other is None else other

    @property
    def one_order(self) -> bool:
        """Whether all runs have one order of the two laws; otherwise it counts at real orders alone."""
        return self.symmetric or self.aligned

    @property
    def best_of_its_kind(self) -> bool:
        """Whether it is exact and counts at complex orders, too, at which a looser one may."""
        return self.side is Side.EXACT and self.one_order


Source: TypeAlias = Any
"""The premise of a theorem: a Case (a step under a relation) or a Guarantee."""
