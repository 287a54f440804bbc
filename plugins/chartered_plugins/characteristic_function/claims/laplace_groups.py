"""Claims about groups of records on a Poisson sample with Laplace noise: equal records are the worst ones, beside any
others."""

from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations_with_replacement as chosen, pairwise
from typing import Any

from chartered.proving import Notation, Proofs, Same, Sampled, Slope, claims_of, numbers
from flint import arb

from ...subsampling.claims.group_of_records import shifts
from .reasons import POINTS
from .written_laplace import ONE

_BITS, _FAR = 128, 60
NOTATION = Notation(ranges={"r s x": (0, 9)})
LAPLACE, DISCRETE = (
    Proofs(f"group-of-records.sampled-{noise}", "ours, by the Neyman-Pearson lemma", notation=NOTATION)
    for noise in ("laplace", "discrete-laplace")
)
claims = claims_of(LAPLACE, DISCRETE)
Weights = dict[Fraction, Fraction]
RATES, EPSILONS = numbers("1/10 1/2"), numbers("-1/2 0 1/4 1 2")
ENTRIES = numbers("-1 -1/2 0 1/3 1")
WHOLE = tuple(Fraction(k) for k in (-2, -1, 0, 1, 2))

LAPLACE.identity(
    "threshold",
    "Of noise that is moved by s > 0 the logarithm of the likelihood ratio is r (|x| - |x - s|): -rs up to 0, then "
    "r (2x - s), and rs from s on. It rises with x, so that outputs above a threshold are a most powerful test, "
    "whatever s is.",
    "all r, s > 0",
    Same("between 0 and s", "r*(x - (s - x))", "r*(2*x - s)"),
    Slope("its slope", "r*(2*x - s)", "x", "2*r"),
    so="It is continuous, constant outside, and rises between.",
)


def _on_line(xp: Any, weights: Weights, epsilon: Fraction, *, added: bool) -> arb:
    """delta of P against Q, or the other way round, of noise of scale 1: P - e^eps Q is u e^x + v e^-x between
    kinks."""
    kinks, level = sorted({*weights, Fraction(0)}), xp.exp(xp.number(epsilon))
    total = arb(0)
    for low, high in pairwise((None, *kinks, None)):
        near = kinks[0] - 1 if low is None else kinks[-1] + 1 if high is None else (low + high) / 2

        def coefficients(parts: Weights, near: Fraction = near) -> tuple[arb, arb]:
            rising = sum((xp.number(w) * xp.exp(-xp.number(d)) for d, w in parts.items() if d > near), arb(0))
            falling = sum((xp.number(w) * xp.exp(xp.number(d)) for d, w in parts.items() if d < near), arb(0))
            return rising / 2, falling / 2

        p, q = coefficients(weights), coefficients({Fraction(0): ONE})
        (u, v), (other, more) = (q, p) if added else (p, q)
        total += _positive_part(xp, u - level * other, v - level * more, low, high)
    return total


def _positive_part(xp: Any, u: arb, v: arb, low: Fraction | None, high: Fraction | None) -> arb:
    """The integral of (u e^x + v e^-x)_+ between two places, or from -oo with v = 0, or to oo with u = 0."""

    def to(x: arb) -> arb:
        return u * x.exp() - v * (-x).exp()

    if low is None or high is None:
        found: arb = u * xp.exp(xp.number(high)) if high is not None else v * xp.exp(-xp.number(low))
        return xp.positive(found)  # type: ignore[no-any-return]
    places = [xp.number(low), xp.number(high)]
    if (u > 0 and v < 0) or (u < 0 and v > 0):
        root = ((-v / u).log() / 2).max(places[0]).min(places[1])
        places.insert(1, root)
    return sum((xp.positive(to(b) - to(a)) for a, b in pairwise(places)), arb(0))


@lru_cache(maxsize=4)
def _powers(xp: Any) -> tuple[arb, ...]:
    """e^-k for every distance on the integers."""
    return tuple(xp.exp(-xp.number(k)) for k in range(2 * _FAR + 1))


def _on_integers(xp: Any, weights: Weights, epsilon: Fraction, *, added: bool) -> arb:
    """The same of the noise a^|k| with a = e^-1, without its constant."""
    level, total, falls = xp.exp(xp.number(epsilon)), arb(0), _powers(xp)
    parts = [(int(d), xp.number(w)) for d, w in weights.items()]
    for k in range(-_FAR, _FAR + 1):
        p = sum((w * falls[abs(k - d)] for d, w in parts), arb(0))
        q = falls[abs(k)]
        total += xp.positive(q - level * p if added else p - level * q)
    return total


def _worst(delta: Any, entries: tuple[Fraction, ...], xp: Any, rate: Fraction, size: int, epsilon: Fraction) -> bool:
    """No records have a larger delta than equal ones, in either direction, beyond the radii of balls."""
    most, tiny = max(entries), arb(10) ** -20
    for added in (False, True):
        equal = delta(xp, shifts((most,) * size, rate), epsilon, added=added)
        others = (delta(xp, shifts(one, rate), epsilon, added=added) for one in chosen(entries, size))
        if not equal.rad() < tiny or any(one > equal + tiny for one in others):
            return False
    return True


for book, delta, entries in ((LAPLACE, _on_line, ENTRIES), (DISCRETE, _on_integers, WHOLE)):
    book.soundness(
        "worst",
        "No group whose records move the query by any of several amounts, to either side, has a larger delta than one "
        "whose records all move it by the largest, in either direction.",
        f"2 rates, all groups of 1, 2 and 3 records with {len(entries)} amounts, {len(EPSILONS)} eps; 20 digits",
        Sampled(
            "balls: all outcomes, or all pieces between kinks",
            partial(_worst, delta, entries),
            digits=20,
            bits=_BITS,
            why=POINTS,
            rates=RATES,
            sizes=(1, 2, 3),
            epsilons=EPSILONS,
        ),
    )
