"""Claims about sums over all outcomes of few runs: the losses that are listed have the moments of the mechanism, and
the sum is that of runs with two losses."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, numbers
from chartered_plugins.characteristic_function.claims.bounds_without_integral import LOSS, RATE, TWO_LOSSES
from chartered_plugins.characteristic_function.claims.reasons import POINTS
from chartered_plugins.characteristic_function.formulas.finite_sums import Expansion
from chartered_plugins.characteristic_function.formulas.moments import RandomizedResponse
from chartered_plugins.characteristic_function.formulas.runs_in_two_halves import ListedLosses
from chartered_plugins.characteristic_function.laws.discrete_laplace import LaplaceOnIntegers
from chartered_plugins.characteristic_function.laws.gaussian_law import discrete_gaussian
from chartered_plugins.characteristic_function.laws.mixture import sampled
from flint import arb

_BITS, _NATS = 192, 90
LISTED = Proofs("characteristic-function.listed", "direct computation")
claims = claims_of(LISTED)
GAUSSIANS = (
    discrete_gaussian(Fraction(2), sampled(RATE, Fraction(1))),
    discrete_gaussian(Fraction(9), sampled(RATE, Fraction(2))),
)
LAPLACE = LaplaceOnIntegers(LOSS, sampled(RATE, Fraction(3)))
MECHANISMS = (
    RandomizedResponse(LOSS),
    RandomizedResponse(LOSS, 5, Fraction(1, 50)),
    *(m for law in (LAPLACE, *GAUSSIANS) for m in (law, law.swapped)),
)


def _moment(xp: Any, m: Any, order: Fraction) -> Any:
    return m.at(order, 120, _BITS)


def _atoms(xp: Any, m: Any, order: Fraction) -> bool:
    atoms, rest = m.atoms(xp, _NATS)
    if len(atoms) != m.count_atoms(_NATS):
        return False
    b = xp.number(order)
    under_q = sum((q * xp.exp(b * loss) for loss, _, q in atoms), arb(0))
    under_p = sum((p * xp.exp((b - 1) * loss) for loss, p, _ in atoms), arb(0))
    exact, tiny = _moment(xp, m, order), arb(10) ** -25
    near = abs(under_q - exact) < tiny * exact and abs(under_p - exact) < tiny * exact
    left_out = _moment(xp, m, Fraction(1)) - sum((p for _, p, _ in atoms), arb(0))
    return bool(near) and not left_out > rest and bool(rest < arb(10) ** -30)


LISTED.table(
    "atoms",
    "The losses that are listed have the moments of the mechanism, under P and under Q, and what is left out has at "
    "most the probability that is stated.",
    f"{len(MECHANISMS)} mechanisms, 3 orders; 25 digits",
    Sampled("balls: moments", _atoms, digits=25, bits=_BITS, why=POINTS, m=MECHANISMS, orders=numbers("1 3/2 3")),
)


def _runs(xp: Any, added: bool, times: int, x: Fraction) -> bool:
    parts = ((TWO_LOSSES.swapped if added else TWO_LOSSES, times),)
    found = ListedLosses(_NATS, _BITS).inverse(parts).delta(x)
    exact = Expansion(times, _BITS).inverse(parts).delta(x)
    return bool(found.overlaps(exact)) and bool(found.rad() + exact.rad() < arb(10) ** -30)


LISTED.soundness(
    "profile",
    "The sum over all outcomes of runs with two losses is the binomial one, also where a sum of losses is eps itself.",
    "both directions, 3 numbers of runs, 4 eps; 30 digits",
    Sampled(
        "balls: the binomial sum",
        _runs,
        digits=30,
        bits=_BITS,
        why=POINTS,
        added=(False, True),
        runs=(1, 4, 9),
        eps=numbers("-1/10 0 1/20 1/2"),
    ),
)
