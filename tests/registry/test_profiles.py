"""Profiles made of others: values, floors, ends and tails, against direct computation with many digits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered import BadValue, NeighboursMismatch, Profile, Side, Tail, Unavailable
from chartered.enclose.proved_mu import measured
from chartered.profiles.gaussian_family import gaussians
from chartered.profiles.tails import identified
from chartered.search.least_mu import gauge
from chartered_verify.arithmetic import balls, digits
from chartered_verify.enclosure import enclose

NANO = Fraction(1, 10**9)
THIRD = Fraction(1, 3)


def gaussian(mu: str) -> Profile:
    """The profile of mu-GDP."""
    return gaussians()(Fraction(mu))


def ending(end: str) -> Profile:
    """A profile that falls in a straight line to 0."""
    last = Fraction(end)
    return Profile(
        delta=lambda xp, e, _: xp.positive(1 - e / xp.number(last)) / 2, at_infinity=ch.AtInfinity(max_loss=last)
    )


def floored(floor: str, end: str) -> Profile:
    """A profile that falls in a straight line to a floor."""
    low, last = Fraction(floor), Fraction(end)
    return Profile(
        delta=lambda xp, e, _: xp.number(low) + xp.positive(1 - e / xp.number(last)) / 2,
        at_infinity=ch.AtInfinity(delta=low, max_loss=last),
    )


def at(profile: Profile, epsilon: str) -> Any:
    """delta at eps with 45 digits."""
    xp = digits(45)
    return profile.delta(xp, xp.number(Fraction(epsilon)), {})


def bracket(profile: Profile) -> tuple[float, float]:
    """The ends of the certified bracket of mu."""
    bound = measured(profile, gauge(profile, NANO)).bound
    return bound.lower, bound.upper


PARTS = [gaussian("1"), ending("2"), gaussian("1/2")]


@pytest.mark.parametrize("epsilon", ["0", "0.3", "1.9", "2", "7"])
def test_each_combination_is_its_parts_at_each_eps(epsilon: str) -> None:
    """The mean, the largest and the smallest of three."""
    values = [at(part, epsilon) for part in PARTS]
    weights = [Fraction(1, 2), THIRD, Fraction(1, 6)]
    mean = sum(digits(45).number(w) * value for w, value in zip(weights, values, strict=True))
    assert abs(at(ch.mixture(list(zip(weights, PARTS, strict=True))), epsilon) - mean) < 1e-40
    assert at(ch.greatest(PARTS), epsilon) == max(values)
    assert at(ch.least(PARTS), epsilon) == min(values)


def test_floors_and_ends_are_composed() -> None:
    """Means, extremes, and from where on they are reached; rational as long as the parts are."""
    parts = [floored("1/10", "2"), floored("1/5", "3")]
    mean = ch.mixture([(THIRD, parts[0]), (1 - THIRD, parts[1])])
    assert (mean.at_infinity.delta, mean.at_infinity.max_loss) == (Fraction(1, 6), 3)
    assert ch.greatest(parts).at_infinity.delta == Fraction(1, 5)
    assert (ch.least(parts).at_infinity.delta, ch.least([*parts, ending("5")]).at_infinity.delta) == (
        Fraction(1, 10),
        0,
    )
    assert ch.least([*parts, ending("5"), ending("4")]).at_infinity.max_loss == 4
    assert ch.mixture([(THIRD, ending("2")), (1 - THIRD, gaussian("1"))]).at_infinity.max_loss is None
    for made in (ch.greatest(parts), ch.least(parts)):
        with balls(128) as xp:
            assert made.at_infinity.max_loss is not None
            assert xp.number(made.at_infinity.max_loss).contains(xp.number(3))
            assert (made.delta(xp, xp.number(3), {}) - xp.number(made.at_infinity.delta)).contains(0)


def test_a_mixture_of_gaussians_has_the_largest_mu() -> None:
    """However small its weight: the far end decides, and no search is needed."""
    profile = ch.mixture([(1 - Fraction(1, 10**9), gaussian("1")), (Fraction(1, 10**9), gaussian("2"))])
    assert bracket(profile) == (2, 2)
    assert measured(profile, gauge(profile, NANO)).tail == 2


def square(a: str, limit: str) -> Profile:
    """e^(-a eps^2)/2, with its tail."""
    pace = Fraction(a)
    tail = Tail(subgaussian=(pace, 0, lambda xp: -xp.log(xp.number(2))), tail_mu=Fraction(limit))
    return Profile(delta=lambda xp, e, _: xp.exp(-xp.number(pace) * e * e) / 2, tail=tail)


@pytest.mark.parametrize(
    ("parts", "limit", "mu"),
    [
        ([square("1/8", "2"), gaussian("1"), ending("3")], 2, None),
        ([square("1/2", "1"), gaussian("2"), ending("3")], 2, 2),
        ([square("1/8", "2"), square("2", "1/2"), ending("3")], 2, None),
    ],
)
def test_the_tail_of_a_mixture_is_that_of_its_slowest_part(parts: list[Profile], limit: int, mu: int | None) -> None:
    """Its parabola, raised by what the others add, holds from the start on; a Gaussian part keeps its mu; the limit is
    the largest."""
    made = ch.mixture([(THIRD, part) for part in parts])
    tail = made.tail
    assert isinstance(tail.start, Fraction)
    xp = digits(45)
    a, b, c = (digits(45).mp.mpf(enclose(lambda xp, part=part: xp.number(part)).upper) for part in tail.subgaussian)  # type: ignore[misc]
    for e in (tail.start, tail.start * 2, tail.start + 7):
        assert xp.log(made.delta(xp, xp.number(e), {})) <= c + b * e - a * e * e + 1e-12
    assert float(a) == pytest.approx(1 / 8)
    assert enclose(lambda xp: xp.number(tail.tail_mu)).upper == limit
    assert (tail.mu is None) == (mu is None)
    if tail.mu is not None:
        assert enclose(lambda xp: xp.number(tail.mu)).upper == mu


def test_the_least_of_profiles_that_meet_on_a_stretch_is_measured() -> None:
    """It is that of 1-GDP up to where the other one ends: exactly mu = 1, and the tail limit is 0."""
    profile = ch.least([gaussian("1"), gaussian("2"), ending("5")])
    low, high = bracket(profile)
    assert 1 - 1e-9 < low <= 1 == high
    assert measured(profile, gauge(profile, NANO)).tail == 0


def test_the_greatest_asks_for_the_larger_mu() -> None:
    """A part that ends can ask for more than a Gaussian one beside it; of two Gaussian ones the larger decides."""
    alone, both = bracket(ending("2")), bracket(ch.greatest([ending("2"), gaussian("1/2")]))
    assert both == pytest.approx(alone, abs=2e-9)
    assert bracket(ch.greatest([gaussian("1/2"), gaussian("3")])) == (3, 3)


def test_what_cannot_be_combined_is_refused() -> None:
    """No parts, weights that are none, other neighbours, and a part that needs a search."""
    with pytest.raises(BadValue, match="made of none"):
        ch.least([])
    for weights in ([THIRD, THIRD], [Fraction(3, 2), Fraction(-1, 2)]):
        with pytest.raises(BadValue, match="weights"):
            ch.mixture([(w, gaussian("1")) for w in weights])
    replaced = Profile(delta=lambda xp, e, _: xp.number(0), neighbours=ch.Neighbours.REPLACE_ONE)
    with pytest.raises(NeighboursMismatch):
        ch.greatest([gaussian("1"), replaced])
    searched = Profile(delta=lambda xp, e, _: xp.number(0), search=ch.WitnessSearch(propose=lambda _: {}))
    with pytest.raises(Unavailable, match="search"):
        ch.mixture([(1, searched)])


def test_post_processing_keeps_the_bound_and_nothing_else() -> None:
    """The same numbers, as an upper bound."""
    given = Profile(delta=gaussian("1").delta, side=Side.EXACT, at_infinity=ch.AtInfinity(max_loss_is_tight=True))
    made = ch.postprocessed(given)
    assert (made.side, made.at_infinity.max_loss_is_tight, made.delta) == (Side.UPPER, False, given.delta)


def profile(delta: Any) -> Profile:
    """A stranger's profile: delta(xp, eps) and nothing else."""
    return Profile(delta=lambda xp, e, _: delta(xp, e))


STRANGERS = {
    "a square": (lambda xp, e: xp.exp(-(e**2)) / 2, 0.7071067811865476),
    "two squares": (lambda xp, e: xp.exp(-(e**2)) / 3 + xp.exp(-e * e / 8) / 3, 2.0),
    "an end": (lambda xp, e: xp.positive(-xp.expm1((e - 2) / 2)), 0.0),
    "branches": (lambda xp, e: xp.exp(-e) / 2 if e < 1 else xp.exp(-e * e) / 2, 0.7071067811865476),
    "a Poisson sample": (lambda xp, e: xp.exp(-(xp.log1p(4 * xp.expm1(e)) ** 2) / 2) / 5, 1.0),
}


@pytest.mark.parametrize("name", STRANGERS)
def test_a_profile_that_states_nothing_is_identified_and_measured(name: str) -> None:
    """Its tail limit is read off its formula, and mu is bracketed, above every point of its transform."""
    delta, limit = STRANGERS[name]
    found = measured(profile(delta), gauge(profile(delta), NANO))
    assert found.tail == pytest.approx(limit, rel=1e-12)
    assert found.bound.upper - found.bound.lower < 1.01e-9 * max(1, found.bound.upper)
    family = gaussians()(Fraction(found.bound.upper))
    for k in range(80):
        assert at(profile(delta), str(k / 16)) <= at(family, str(k / 16))


@pytest.mark.parametrize(
    "delta", [lambda xp, e: xp.exp(-e) / 2, lambda xp, e: 1 / (2 + e), lambda xp, e: xp.number(THIRD) + 0 * e]
)
def test_a_slow_decay_is_not_gdp(delta: Any) -> None:
    """An exponential, a reciprocal and a constant are too slow for every mu, and the reason is given."""
    found = measured(profile(delta), gauge(profile(delta), NANO))
    assert found.bound.upper == float("inf")
    assert "not GDP" in found.why


def test_what_is_stated_or_unreadable_stays() -> None:
    """A stated tail, an end and a search are left alone; so is a formula that no rule reads."""
    unread = profile(lambda xp, e: 1 / xp.gamma(3 + e))
    for given in (
        gaussian("1"),
        ending("2"),
        Profile(delta=unread.delta, search=ch.WitnessSearch(propose=lambda _: {})),
        unread,
    ):
        assert identified(given) is given
