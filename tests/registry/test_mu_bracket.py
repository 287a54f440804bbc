"""The bracket of mu: proved over the whole half-line, with its certificate, and a reason where there is none."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import chartered as ch
import mpmath
import pytest
from chartered import Ledger, Profile, Tail, Unavailable
from chartered.accounting.answer_comparison import Comparison
from chartered.accounting.headline import of_account
from chartered.enclose.profile_gap import Gap, first_gap
from chartered.enclose.proved_mu import closed_beyond, measured
from chartered.profiles.gaussian_family import gaussians
from chartered.search.least_mu import gauge
from chartered_verify.arithmetic import digits
from chartered_verify.enclosure import Side
from chartered_verify.progress import watched
from forging import forged
from hypothesis import given, settings, strategies as st
from truth import gaussian_mu

NANO = Fraction(1, 10**9)
KNOWN = {
    "laplace:scale=1,sensitivity=2": 1.800905193,
    "laplace:epsilon=0.2": 0.2391056,
    "pure:epsilon=0.2": 0.2504839,
    "poisson:rate=1/2/laplace:scale=1,sensitivity=2": 0.97828,
    "poisson:rate=0.1/laplace:scale=1,sensitivity=2": 0.27731,
    "gaussian:sigma=3,times=50": math.sqrt(50) / 3,
    "randomized-response:epsilon=3,k=5": 2.7031212979,
}
"""The mu of these ledgers' profiles, to the digits that Liu et al. 2022 print or that a closed form has."""


@pytest.mark.parametrize("step", KNOWN)
def test_the_bracket_is_narrow_and_holds_what_is_known(step: str) -> None:
    """At most 1e-9 wide, around the known value; an accepted certificate; the tail ends or is Gaussian."""
    answer = Ledger(step).mu()
    assert 0 <= answer.upper - answer.lower <= 1.0001e-9
    assert answer.gdp
    assert answer.upper == pytest.approx(KNOWN[step], abs=6e-6 if "poisson" in step else 6e-8)
    assert ch.check(answer.certificate().document).accepted
    assert answer.enclosed.tail == pytest.approx(0 if answer.attained_at != math.inf else answer.upper)


@given(st.integers(1, 400).map(lambda n: Fraction(n, 50)), st.integers(1, 100).map(lambda n: Fraction(n, 100)))
@settings(max_examples=12, deadline=None)
def test_the_bracket_holds_the_highest_transform_on_a_grid(ratio: Fraction, rate: Fraction) -> None:
    """For a Laplace mechanism on a Poisson sample: no point of the transform, computed by mpmath, is above the upper
    end, and the place that is said to attain it is within the bracket."""
    answer = Ledger(f"poisson:rate={rate}/laplace:scale=1,sensitivity={ratio}").mu()
    mp = digits(45).mp
    q, s = mp.mpf(rate.numerator) / rate.denominator, mp.mpf(ratio.numerator) / ratio.denominator

    def transform(epsilon: Any) -> Any:
        inner = mp.log1p(mp.expm1(epsilon) / q)
        return gaussian_mu(max(mp.mpf(0), -q * mp.expm1((inner - s) / 2)), epsilon)

    assert answer.attained_at is not None
    end = mp.log1p(q * mp.expm1(s))
    highest = max(transform(end * k / 16) for k in range(16))
    assert highest <= answer.upper
    assert answer.lower <= transform(mp.mpf(answer.attained_at)) <= answer.upper


def test_a_profile_that_never_vanishes_is_not_gdp() -> None:
    """(1, 1e-6)-DP: a peer prints 1.23; no mu is valid, and the answer says why."""
    answer = Ledger("approximate:epsilon=1,delta=1e-6").mu()
    assert (answer.gdp, answer.upper, answer.attained_at) == (False, math.inf, None)
    assert answer.why == "the mechanism is not GDP: delta stays above 0 however large eps is"
    assert ch.check(answer.certificate().document).accepted


def test_nothing_released_has_mu_zero() -> None:
    """0-DP is 0-GDP."""
    answer = Ledger("pure:epsilon=0").mu()
    assert (answer.lower, answer.upper) == (0, 0)
    assert ch.check(answer.certificate().document).accepted


LEVEL = "by this profile no mu is valid: delta is 1 at eps = 0"


@pytest.mark.parametrize(
    ("steps", "theorem", "why"),
    [
        ("zcdp:rho=1", "asoodeh2020.E23", LEVEL),
        ("pure:epsilon=1,times=3", "kairouz2015.T35", LEVEL),  # it may be exact at its floor: that says nothing of mu
        ("rdp:alpha=2,gamma=1", "asoodeh2020.T3", "its profile needs a search at each eps"),
    ],
)
def test_a_bound_without_a_mu_is_no_proof_that_there_is_none(steps: str, theorem: str, why: str) -> None:
    """A bound that is 1 at eps = 0 says nothing of the mechanism, and a conversion with a witness proves one eps at a
    time: no answer, and the reason by name."""
    with pytest.raises(ch.CharteredError, match=why):
        Ledger(steps).mu(accountant=theorem)


@pytest.mark.parametrize("tolerance", ["1e-3", "1e-12", "1e-15"])
def test_the_tolerance_decides_the_width(tolerance: str) -> None:
    """Also far below a double's last place, in the decimal strings."""
    answer = Ledger("laplace:scale=1,sensitivity=2").mu(tolerance=tolerance)
    mp = digits(45).mp
    exact = gaussian_mu(-mp.expm1(-1), mp.mpf(0))
    assert answer.lower is not None
    assert Fraction(answer.witness["mu"] or 0) - Fraction(answer.witness["least"] or 0) <= Fraction(tolerance)
    assert mp.mpf(answer.lower) <= exact + mp.mpf(10) ** -40
    assert mp.mpf(str(answer.upper_exact)) >= exact - mp.mpf(10) ** -40


@pytest.mark.parametrize("tolerance", ["0", "-1", "2", "1e-16", "x"])
def test_a_tolerance_out_of_range_is_refused(tolerance: str) -> None:
    """Between 1e-15 and 1."""
    with pytest.raises(ch.BadValue, match="tolerance"):
        Ledger("pure:epsilon=1").mu(tolerance=tolerance)


def test_the_exact_profile_alone_answers_where_there_is_one() -> None:
    """A bound on the profile cannot say less than the profile itself; without one every bound answers."""
    alone, often = (
        Ledger(steps).account(ch.Question.mu()).answers for steps in ("laplace:scale=1", "laplace:scale=1,times=100")
    )
    assert [answer.theorem for answer in alone] == ["laplace.profile"]
    assert {answer.side for answer in often} == {Side.UPPER}
    assert len(often) > 1
    assert [answer.upper for answer in often] == sorted(answer.upper for answer in often)


def test_a_profile_whose_proof_stays_wide_does_not_hide_a_theorem() -> None:
    """The exact profile of discrete Gaussian noise touches that of a mu again and again; the lower end is its own, near
    1/sqrt(sigma^2 - 1/12), and the upper end that of the theorem, 1/sqrt(sigma^2 - 1/2)."""
    account = Ledger("discrete-gaussian:sigma=20").account(ch.Question.mu())
    shown, profile = account.to_json(), next(answer for answer in account.answers if answer.exact)
    assert account.best is not None
    assert account.best.theorem == "gdp.profile"
    assert shown["upper"] == account.best.upper < min(0.0500313, profile.upper)
    assert shown["lower"] == profile.lower
    assert 0.0500052 < shown["lower"] < shown["upper"]
    assert shown["attained_at"] == 0
    assert "between 0.05000520" in of_account(account)


@pytest.mark.parametrize("step", ["laplace:scale=1,sensitivity=2", "poisson:rate=0.1/laplace:scale=1,sensitivity=2"])
def test_a_forged_bracket_is_refused(step: str) -> None:
    """A smaller mu, a higher lower end, an earlier tail or fewer bits, each with a digest that fits again."""
    document = Ledger(step).mu().certificate().document
    answer, witness = document["answer"], document["answer"]["witness"]
    mu = Fraction(witness["mu"])
    for way, value in [
        (("answer", "upper"), math.nextafter(answer["upper"], 0)),
        (("answer", "lower"), math.nextafter(answer["lower"], 9)),
        (("answer", "witness", "mu"), str(float(mu - 2 * NANO))),
        (("answer", "witness", "least"), str(float(mu + NANO))),
        (("answer", "witness", "end"), 0.25),
        (("answer", "witness", "bits"), 1),
        (("answer", "witness", "at"), -1),
        (("at", "tolerance"), 0),
    ]:
        found = ch.check(forged(document, way, value))
        assert not found.accepted, way
        assert found.why


def profile(delta: Any, **more: Any) -> Profile:
    """A profile by its formula alone."""
    return Profile(delta=lambda xp, epsilon, witness: delta(xp, epsilon), **more)


def half_gaussian(tail: Tail | None) -> Profile:
    """delta(eps) = e^(-eps^2)/2, whose tail limit is sqrt(1/2)."""
    return profile(lambda xp, e: xp.exp(-e * e) / 2, tail=tail)


def test_a_quadratic_tail_closes_the_half_line() -> None:
    """Its head is measured, and beyond its end log delta is below that of the Gaussian profile for ever."""
    known = half_gaussian(
        Tail(subgaussian=(1, 0, lambda xp: -xp.log(xp.number(2))), tail_mu=lambda xp: 1 / xp.sqrt(xp.number(2)))
    )
    witness = gauge(known, NANO)
    found = measured(known, witness)
    assert found.tail == pytest.approx(math.sqrt(0.5))
    assert found.bound.upper - found.bound.lower <= 1.0001e-9
    best = max(float(gaussian_mu(mpmath.exp(-x * x) / 2, x)) for x in [k / 40 for k in range(80)])
    assert best - 1e-4 <= found.bound.lower <= found.bound.upper <= best + 1e-4


def test_a_tail_without_a_bound_is_refused() -> None:
    """No rule reads delta = 1/Gamma(3 + eps) at infinity, and nothing is stated."""
    with pytest.raises(Unavailable, match="nothing is known of the profile's tail"):
        gauge(profile(lambda xp, e: 1 / xp.gamma(3 + e)), NANO)


def test_a_slow_tail_is_not_gdp() -> None:
    """A profile that states an infinite tail limit."""
    slow = profile(lambda xp, e: xp.exp(-e) / 2, tail=Tail(tail_mu=lambda xp: xp.inf))
    found = measured(slow, gauge(slow, NANO))
    assert found.bound.upper == math.inf
    assert found.why == "the mechanism is not GDP: delta falls more slowly than e^(-eps^2/(2 mu^2)) for every mu"
    assert found.tail == math.inf


def test_a_kink_and_a_branch_are_measured_too() -> None:
    """A profile made of two lines in e^eps, with a Python branch that no interval may take as a whole."""

    def delta(xp: Any, e: Any) -> Any:
        steep = xp.positive(xp.number(Fraction(1, 2)) - xp.expm1(e))
        return steep if e > 1 else xp.maximum(steep, (3 - xp.exp(e)) / 10 + 0 * e)

    bent = profile(delta, side=Side.UPPER)  # it jumps: no mechanism's own profile does
    found = measured(bent, gauge(bent, NANO))
    assert found.bound.upper - found.bound.lower <= 1.0001e-9
    grid = [k / 100 for k in range(110)]
    values = [
        float(gaussian_mu(max(0.5 - math.expm1(x), (3 - math.exp(x)) / 10 if x <= 1 else 0, 0), x))
        for x in grid
        if x < 1.0
    ]
    assert max(values) <= found.bound.upper


@pytest.mark.parametrize("power", [2, 4, 9])
def test_a_bound_that_is_not_convex_is_measured_at_its_highest_point(power: int) -> None:
    """(1 - eps^k)/2 bends the wrong way, so that its chords, which bound a mechanism's own profile too, are below it.
    Where a witness proves less by them than it says that the bound reaches, it contradicts itself."""
    known = profile(lambda xp, e: xp.positive(1 - e**power) / 2, at_infinity=ch.AtInfinity(max_loss=1), side=Side.UPPER)
    witness = gauge(known, NANO)
    found = measured(known, witness)
    with pytest.raises(Unavailable, match="contradict each other"):
        measured(known, {**witness, "mu": witness["mu"] * Fraction(999, 1000)})
    assert found.bound.upper - found.bound.lower <= 1.0001e-9
    assert float(max(gaussian_mu((1 - (k / 40) ** power) / 2, k / 40) for k in range(40))) <= found.bound.upper


@pytest.mark.parametrize(("step", "mu"), [("gaussian:sigma=1,times=1e9", 31622.776601683793), ("gdp:mu=1e200", 1e200)])
def test_where_delta_at_zero_is_one_to_every_digit_a_stated_mu_is_the_answer(step: str, mu: float) -> None:
    """It takes no digit of the profile; and it holds of a part of the profile, and except for a failure, too."""
    ledger = ch.Ledger(step)
    assert ledger.mu().upper == ledger.mu(head=3).upper == ledger.mu(failure="1e-10").upper
    assert ledger.mu().upper == pytest.approx(mu, rel=1e-15)


def test_many_runs_that_are_nearly_gaussian_have_a_narrow_bracket() -> None:
    """20,000 runs of 0.2-DP: hundreds of kinks, each as near to the Gaussian profile as the last."""
    answer = Ledger("pure:epsilon=0.2,times=20000").mu()
    assert answer.upper - answer.lower < 1.0001e-9
    assert 28.2611 < answer.lower < math.sqrt(20000) * 0.2504839 < 36


def test_a_gap_is_found_where_the_profile_is_above() -> None:
    """Too small a mu: the first piece that is not proved begins near the point where the profiles cross."""
    laplace = profile(lambda xp, e: xp.positive(-xp.expm1(e / 2 - 1)), at_infinity=ch.AtInfinity(max_loss=2))
    family = gaussians()
    assert first_gap(Gap(laplace, family(Fraction(181, 100)), 128), Fraction(2)) is None
    assert first_gap(Gap(laplace, family(Fraction(180, 100)), 128), Fraction(2)) == 0
    assert closed_beyond(laplace, family, 1, Fraction(2), 128)
    assert not closed_beyond(laplace, family, 1, Fraction(19, 10), 128)


def test_a_negative_mu_is_no_mu() -> None:
    """mu enters the profile squared: a forged -5 would prove that of 5, and claim that the truth is below -5."""
    document = Ledger("laplace:scale=1").mu().certificate().document
    for way, value in [
        (("answer", "witness", "mu"), -5),
        (("answer", "witness", "least"), -5),
        (("answer", "witness", "end"), -1),
    ]:
        made = forged(forged(forged(document, way, value), ("answer", "upper"), -5.0), ("answer", "upper_exact"), "-5")
        found = ch.check(made)
        assert not found.accepted
        assert found.why == f"the witness's {way[-1]} is {value}; it must be a number at least 0"
    crossed = forged(forged(document, ("answer", "witness", "mu"), 9), ("answer", "witness", "least"), 10)
    assert not ch.check(crossed).accepted


def test_a_delta_at_infinity_that_cannot_be_told_from_zero_is_undecided() -> None:
    """delta never falls below e^-3000 here, which 1024 bits do not see."""

    def tiny(xp: Any) -> Any:
        return xp.exp(xp.number(-3000))

    known = profile(
        lambda xp, e: xp.positive(-xp.expm1((e - 1) / 2)) / 2 + tiny(xp),
        at_infinity=ch.AtInfinity(max_loss=1, delta=lambda xp: (1 + tiny(xp)) - 1),
    )
    with pytest.raises(Unavailable, match="whether delta ever falls to 0 is not decided"):
        measured(known, {"mu": Fraction(1), "least": None, "at": None, "end": Fraction(1), "bits": Fraction(128)})


def test_a_mu_from_above_is_shown_without_a_lower_end() -> None:
    """Its lower end is about the profile on its path, not about the ledger: the answer and the table leave it out, as
    the first line does, and the certificate says whose it is; that of an exact mu they show."""
    above = Ledger("sample:size=10,of=100/laplace:scale=2").account(ch.Question.mu())
    assert not above.best.exact
    assert above.best.lower is above.best.lower_exact is above.best.to_json()["lower"] is None
    for said in (str(above.best), repr(above.best)):
        assert f"mu <= {above.best.upper!r}" in said
        assert " <= mu" not in said
    assert all(row[2] == "" for row in Comparison(above).rows())
    checked = ch.check(above.best.certificate())
    assert checked.lower is None
    assert "that of the profile on this path is at least" in str(checked.says)
    exact = Ledger("laplace:scale=2").mu()
    assert f"{exact.lower!r} <= mu <= {exact.upper!r}" in str(exact)


def test_a_profile_is_evaluated_once_where_pieces_meet_and_a_watcher_hears_how_far() -> None:
    """A sum at each eps is what a proof takes; the shares that are told rise to all of it."""
    met, told = list[str](), list[tuple[str, int, int]]()

    def delta(xp: ch.Arithmetic, e: ch.Value, _: ch.Witness) -> ch.Value:
        met.append(e.str(40))
        return xp.positive(-xp.expm1(e / 2 - 1))

    laplace = ch.Profile(delta=delta, side=Side.EXACT, at_infinity=ch.AtInfinity(max_loss=2))
    with watched(lambda *step: told.append(step)):
        assert first_gap(Gap(laplace, gaussians()(Fraction(181, 100)), 128), Fraction(2)) is None
    assert len(set(met)) == len(met) <= len(told) + 1
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)
    assert told[-1][1:] == (100, 100)


@pytest.mark.parametrize(
    ("step", "accountant", "most"),
    [
        ("sample:size=10,of=100/exponential:epsilon=1", "characteristic-function", 0.1348),
        ("poisson:rate=0.1/exponential:epsilon=1", "characteristic-function", 0.1348),
        ("exponential:epsilon=1,times=5", "characteristic-function", 2.306),
        ("shuffled:n=100/laplace:scale=1", "profile", 0.1621),
        ("noisy-max:epsilon=1,times=3", "characteristic-function", 1.5705),
    ],
)
def test_what_a_bound_allows_is_proved_by_chords(step: str, accountant: str, most: float) -> None:
    """A mechanism's own profile is convex, and so below the chords of a bound on it: its mu is as narrow as that of an
    exact one, the proof has few pieces, and needs no wider interval."""
    ledger = Ledger(step)
    answer = ledger.mu(accountant=accountant)
    assert not answer.exact
    assert most - 1e-3 < answer.upper < most
    assert ch.check(answer.certificate()).accepted
    paths = {path.derivation: path.profile for path in ledger._accounting(accountant).profiles()}
    assert paths[answer.derivation].side is Side.UPPER
