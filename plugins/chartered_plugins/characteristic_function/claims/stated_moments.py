"""Claims about moment generating functions that a plugin states: both directions of a pair, and the Renyi curve."""

from fractions import Fraction
from functools import partial
from typing import Any

import chartered as ch
from chartered.proving import Proofs, Sampled, numbers, tables_of_answers
from flint import acb

from ..formulas.stated_moments import StatedMoments

_compared = partial(Sampled, digits=18, bits=128)
BOOK = Proofs("moment-generating-function", "definition of the moment generating function of the privacy loss")
_PAIRS = (
    ((Fraction(3, 10), Fraction(7, 10)), (Fraction(1, 4), Fraction(3, 4))),
    (numbers("1/9 8/9"), numbers("1/2 1/2")),
)
_ORDERS = numbers("11/10 2 30")


def _two_losses(pair: Any) -> ch.MomentGeneratingFunction:
    def log_moment(xp: Any, z: Any) -> Any:
        return xp.log(sum(xp.number(q) * xp.exp(z * xp.log(xp.number(p / q))) for p, q in zip(*pair, strict=True)))

    return ch.MomentGeneratingFunction(log_moment)


def direction(g: ch.MomentGeneratingFunction, added: bool) -> StatedMoments:
    """The function of one direction, as it ships."""
    return StatedMoments(g.log_moment, g.log_bound, added, g.infinity_masses[added], g.max_loss)


@BOOK.table(
    "characteristic.directions",
    "The function of the pair (P, Q) is E_Q[(P/Q)^z], and that of (Q, P), which is M(1 - z), is E_P[(Q/P)^z].",
    "two pairs, 3 orders, 3 heights; 18 digits",
    _compared("balls: the means written out", pair=_PAIRS, added=(False, True), order=_ORDERS, height=(0, 1, 20)),
)
def _is_the_mean(xp: Any, pair: Any, added: bool, order: Fraction, height: int) -> bool:
    of, base = reversed(pair) if added else pair
    z = acb(xp.number(order), height)
    written = sum((xp.number(q) * (z * xp.log(xp.number(p / q))).exp() for p, q in zip(of, base, strict=True)), acb(0))
    found = direction(_two_losses(pair), added).moment(xp, z)
    return bool(found.overlaps(written)) and bool(found.rel_accuracy_bits() > 60)


def _divergence(xp: Any, of: Any, base: Any, order: Fraction) -> Any:
    """log of sum p^alpha q^(1-alpha), over alpha - 1."""
    a = xp.number(order)
    terms = (xp.exp(a * xp.log(xp.number(p)) + (1 - a) * xp.log(xp.number(q))) for p, q in zip(of, base, strict=True))
    return xp.log(sum(terms)) / (a - 1)


@BOOK.table(
    "renyi.curve",
    "The Renyi curve is the larger one of both directions, log of sum p^alpha q^(1-alpha) over alpha - 1.",
    "Mironov 2017, Definition 3",
    "two pairs, 3 orders; 18 digits",
    _compared("balls: both written out", pair=_PAIRS, order=_ORDERS),
)
def _is_the_curve(xp: Any, pair: Any, order: Fraction) -> bool:
    given = tables_of_answers.answers("moment-generating-function.renyi", _two_losses(pair)).curve(xp, xp.number(order))
    both = xp.maximum(*(_divergence(xp, of, base, order) for of, base in (pair, pair[::-1])))
    return bool(given.overlaps(both)) and bool(given.rel_accuracy_bits() > 60)
