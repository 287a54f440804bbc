"""A record that is replaced in a Poisson sample by one that is nearer to it than twice the sensitivity: normal noise.

With the outputs R = N(0) without the record, P = N(u) and P' = N(v), where |u| <= m, |v| <= m and |u - v| <= d for d <=
2m, the sampled outputs gain q (P - A R - a P') in each outcome (`replaced_record`).

- The integral of the positive parts is the price of an option on the spread of two normal exponentials S = e^(ut -
  u^2/2) and S' with a strike A: it is E (S - a S' - A)_+, and its derivatives by |u|^2, |v|^2 and u v are E S^2/2, a^2
  E S'^2/2 and -a E S S', taken where S - a S' = A. With the distance |u - v| kept instead of u v they are A E S/2 and
  -a A E S'/2, and by |u - v|^2 a E S S'/2: it grows as P moves away from R and from P', and falls as P' moves away from
  R. So all three are on a line, and P' is at v = u - |u - v|.
- On a line P exceeds A R + a P' beyond one place z. The derivative by u with v kept is that of P(z), and that by u with
  v = u - d is P(z) - a P'(z) = A R(z): the farthest are the best, u = m and v = m - d.

There R/P and P'/P both fall with the outcome, and the threshold z attains the bound by `replaced_record`: relative to
P, turned around, R = N(m) and P' = N(d)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import expm1, isfinite

from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.enclosure import fraction_of

from ...basics.formulas.gaussian_profile import delta_mu
from .gaussian_mixture import propose_in_floats, propose_threshold
from .replaced_record import without_record

_BITS = 320
"""The precision of the equation of a threshold."""


def delta_above(xp: Arithmetic, rate: Value, own: Value, between: Value, epsilon: Value, place: Value) -> Value:
    """q (l H(A/l) + (1 - l) H''(a/(1 - l))) for normal noise: P and P' are at the distance `own` from R, and `between`
    from each other, in standard deviations. l is A R/(A R + a P') at any place y = `place`, as seen from P."""
    losses = _losses(own, between, place)
    absent, other = without_record(xp, rate, epsilon) * xp.exp(-losses[0]), xp.exp(epsilon - losses[1])
    both = absent + other
    parts = (
        absent / both * delta_mu(xp, own, losses[0] + xp.log(both)),
        other / both * delta_mu(xp, between, losses[1] + xp.log(both)),
    )
    return rate * (parts[0] + parts[1])


def delta_below(xp: Arithmetic, rate: Value, own: Value, between: Value, epsilon: Value, place: Value) -> Value:
    """q (P - A R - a P') of the half-line that begins at a place, a lower bound on the divergence."""
    a = xp.exp(epsilon)
    rest = without_record(xp, rate, epsilon) * xp.ndtr(place - own) + a * xp.ndtr(place - between)
    return rate * (xp.ndtr(place) - rest)


def _losses(own: Value, between: Value, place: Value) -> tuple[Value, Value]:
    """log P/R and log P/P' there."""
    return own * own / 2 - own * place, between * between / 2 - between * place


def propose_place(rate: Fraction, own: Fraction, between: Fraction, epsilon: float) -> Fraction:
    """About the best y, at which P = A R + a P', that is A e^(own y - own^2/2) + a e^(between y - between^2/2) = 1.
    Found in floats, and rounded, so that rounding in floats decides nothing."""
    absent = Fraction(-expm1(-epsilon)) * (1 - rate) / rate
    found = propose_in_floats(_parts(absent, own, between), -epsilon)
    return Fraction(round(found * 2**24), 2**24) if isfinite(found) else Fraction(0)


def propose_exact_place(rate: Fraction, own: Fraction, between: Fraction, epsilon: Fraction) -> Fraction:
    """The same to as many digits as an answer may have."""
    with balls(_BITS) as xp:
        absent = fraction_of((-xp.expm1(-xp.number(epsilon))).mid()) * (1 - rate) / rate
    return propose_threshold(_parts(absent, own, between), -epsilon, up=True)


def _parts(absent: Fraction, own: Fraction, between: Fraction) -> Sequence[tuple[Fraction, Fraction]]:
    """(weight, mean) of R and P', as seen from P, both divided by a."""
    return ((absent, own), (Fraction(1), between)) if absent > 0 else ((Fraction(1), between),)
