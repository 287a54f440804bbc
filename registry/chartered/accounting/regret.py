"""The regret of a Gaussian summary: the supremum over eps of delta_mu(eps) - delta(eps), certified, where mu is the
ledger's least one.

The lower end is the value at one eps. The upper end is proved on pieces as in `enclose/profile_gap.py`; beyond the last
piece the difference is at most delta_mu."""

from __future__ import annotations

from fractions import Fraction

from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import Enclosure, Side, enclose, fraction_of
from chartered_verify.numeric.bracketing import bisect
from chartered_verify.outward_rounding import outward
from flint import arb
from msgspec import Struct
from msgspec.structs import replace

from ..display import Layout, Told, one_line
from ..enclose.certified_bound import CertifiedBound
from ..enclose.profile_gap import Gap, first_gap
from ..errors import CharteredError
from ..host.registry import registry
from ..model.questions import MuWithin, Stretch
from ..model.typed_witness import MuWitness
from ..paths.replay import derive
from ..profiles.gaussian_family import gaussian_theorem, gaussians
from ..profiles.over_interval import formula_over

_POINTS = 32
_ROUNDS, _WIDER = 16, 32
_LEAST = 2.0**-1000
_RELATIVE, _ABSOLUTE = Fraction(1, 2**20), Fraction(1, 2**40)


class Regret(Told, Struct, frozen=True):
    """The supremum of delta_mu(eps) - delta(eps) over the eps of the question: between `lower`, the value at `at`, and
    `upper`.

    `mu`: the answer's upper end, a double. delta is the profile that gave it; unless `exact`, the ledger's own may be
    smaller."""

    at: float
    bound: Enclosure
    exact: bool
    mu: float

    @property
    def lower(self) -> float:
        """The lower end, rounded down."""
        return self.bound.lower

    @property
    def upper(self) -> float:
        """The upper end, rounded up."""
        return self.bound.upper

    def to_json(self) -> dict[str, float | bool]:
        """Both ends, the eps of the lower one, whether the profile is the ledger's own, and mu."""
        return {"lower": self.lower, "upper": self.upper, "at": self.at, "exact": self.exact, "mu": self.mu}

    def layout(self) -> Layout:
        """Both ends, and the eps of the lower one."""
        whose = "the ledger's own" if self.exact else "the bound that gave mu; the ledger's own may be lower"
        return Layout(
            [
                ("regret", f"{self.lower!r} <= regret <= {self.upper!r}"),
                ("of mu", f"{self.mu!r}"),
                ("at eps", f"{self.at!r}"),
                ("above", whose),
            ]
        )

    def __repr__(self) -> str:
        return one_line(f"<{self.lower!r} <= regret <= {self.upper!r}, at eps = {self.at!r}>")

    def __str__(self) -> str:
        upper = outward(self.bound.upper_exact, up=True)
        whose = "the ledger's own" if self.exact else "the bound that gave it (the ledger's own may be lower)"
        return f"regret: the delta of mu = {self.mu!r} is at most {upper} above {whose}, at eps = {self.at:.6g}"


def regret_of(answer: CertifiedBound) -> Regret:
    """The regret of an answer to a question about mu. Raises CharteredError if mu is not finite, or if no proof is
    found."""
    question = answer.question
    if not isinstance(question, MuWithin) or not answer.gdp:
        raise CharteredError(f"{answer!r} has no regret", "only a finite mu has one")
    if question.over.failure:
        raise CharteredError(f"{answer!r} has no regret", "only a mu without a failure has one")
    mu, exact, start = Fraction(answer.upper), answer.side is Side.EXACT, float(question.over.start)
    if mu == 0:
        return Regret(start, Enclosure(arb(0), arb(0)), exact, 0.0)
    ledger = derive(registry(), answer.entries, answer.neighbours, answer.derivation)
    profile, _ = formula_over(ledger, answer.witness)
    own_mu = profile.tail.mu if profile.tail is not None and _is_gaussian(answer) else None
    if own_mu is not None:  # d delta_mu/d mu < 1, so the regret is at most the difference of the two mu
        own = enclose(lambda xp: xp.number(own_mu))
        with balls(128) as xp:
            above = (xp.number(mu) - own.lo).upper()
            return Regret(start, Enclosure(arb(0), above).clip(0, 1), exact, answer.upper)
    gap = Gap(gaussians()(mu), profile, max(128, int(MuWitness.read(answer.witness).bits or 0)))
    at, bound = _proved(gap, question.over, mu)
    return Regret(float(at), bound, exact, answer.upper)


def _is_gaussian(answer: CertifiedBound) -> bool:
    """Whether the profile is that of Gaussian DP itself, not one derived from it."""
    return answer.derivation.conversions[-1:] == (gaussian_theorem().name,) and not answer.derivation.grouped_by


def _proved(gap: Gap, over: Stretch, scale: Fraction) -> tuple[Fraction, Enclosure]:
    """(the eps of the largest difference found, the enclosure): the difference is proved nowhere to exceed that value
    by more than a slack, which is widened if too many eps come near to it."""
    end, top = _scanned(gap, over, scale)
    slack = 1
    for _ in range(_ROUNDS):
        height = max(_height(gap, top), Fraction(0))
        spare = height + slack * (height * _RELATIVE + _level(gap, over.start) * _ABSOLUTE)
        while over.stop is None and _level(gap, end) > spare:
            end *= 2
        stuck = first_gap(replace(gap, spare=spare), end, over.start)
        if stuck is None:
            return top, _bound(gap, top, spare)
        higher = _summit(gap, stuck, min(end, stuck + (end - over.start) / _POINTS))
        slack = slack if _height(gap, higher) > spare else slack * _WIDER
        top = max(top, higher, key=lambda at: _height(gap, at))
    raise CharteredError("no regret was proved", "too many eps come too near to it")


def _scanned(gap: Gap, over: Stretch, scale: Fraction) -> tuple[Fraction, Fraction]:
    """(an eps beyond which the difference is smaller, the eps of a local maximum before it), by a scan that starts with
    one scale."""
    end = over.stop or over.start + scale
    while True:
        step = (end - over.start) / _POINTS
        points = [over.start + step * k for k in range(_POINTS + 1)]
        top = max(points, key=lambda at: _height(gap, at))
        if over.stop is not None or _level(gap, end) <= max(_height(gap, top) / 2, _level(gap, over.start) * _ABSOLUTE):
            return end, _summit(gap, max(top - step, over.start), min(top + step, end))
        end += end - over.start


def _summit(gap: Gap, low: Fraction, high: Fraction) -> Fraction:
    """The eps of a local maximum, by bisection on the sign of the derivative; where the formula has none, the best eps
    tried."""
    met = [low, high]

    def rising(at: Fraction) -> bool | None:
        met.append(at)
        return gap.rises(at)

    bisect(rising, low, high, steps=40)
    return max(met, key=lambda at: _height(gap, at))


def _height(gap: Gap, at: Fraction) -> Fraction:
    with balls(gap.bits) as xp:
        found = gap.at(xp, at)
    if not found.is_finite():
        raise CharteredError(
            "no regret was proved", f"balls of {gap.bits} bits hold nothing at an eps of about 2^{_log2(at)}"
        )
    return _rational(found)


def _rational(x: arb) -> Fraction:
    """A number of at most 1; one that is not written as a rational, since it has millions of digits, is rounded up."""
    return fraction_of(x) if x.mid() == 0 or abs(x.mid()) > _LEAST else Fraction(_LEAST)


def _log2(x: Fraction) -> int:
    return x.numerator.bit_length() - x.denominator.bit_length()


def _level(gap: Gap, at: Fraction) -> Fraction:
    """An upper bound on delta_mu(eps)."""
    with balls(gap.bits) as xp:
        return _rational(gap.profile.delta(xp, xp.number(at), {}).upper())


def _bound(gap: Gap, at: Fraction, spare: Fraction) -> Enclosure:
    with balls(gap.bits) as xp:
        least = gap.at(xp, at).lower()
        return Enclosure(least, xp.number(spare).upper()).clip(0, 1)  # a difference of two probabilities
