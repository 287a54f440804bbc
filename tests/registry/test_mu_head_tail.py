"""The mu of a head and of a tail, what a head leaves open, and how far a Gaussian summary is from the profile."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger, Profile, Question, Unavailable
from chartered.enclose.proved_mu import closed_beyond, measured
from chartered.model.questions import Stretch
from chartered.profiles.gaussian_family import gaussians
from chartered.search.least_mu import gauge, meeting
from chartered_verify.arithmetic import digits
from chartered_verify.enclosure import Side
from forging import forged
from hypothesis import given, settings, strategies as st
from mpmath import mp
from truth import gaussian, gaussian_mu

NANO = Fraction(1, 10**9)
LAPLACE = "laplace:scale=1,sensitivity=2"
SAMPLED = "poisson:rate=1/2/laplace:scale=1,sensitivity=2"
LEDGERS = (LAPLACE, "pure:epsilon=0.2,times=50", "power:sigma=2,A=2,B=1", SAMPLED, "cloak:n=4,m=20")


def exact_delta(ledger: Ledger, e: Fraction) -> Any:
    """The ledger's own delta, from above, for mpmath."""
    return mp.mpf(ledger.delta(e).upper)


@pytest.mark.parametrize("step", LEDGERS)
@pytest.mark.parametrize("end", ["1/4", "1", "3/2"])
def test_a_head_holds_up_to_its_end_and_no_less_would(step: str, end: str) -> None:
    """On a grid no point of the transform is above the bracket, and at the place that is named it is within it; the
    certificate holds."""
    ledger, stop = Ledger(step), Fraction(end)
    answer = ledger.mu(head=end)
    assert answer.upper - answer.lower <= 1.0001e-9
    assert (
        max(gaussian_mu(exact_delta(ledger, e), e) for e in (stop * k / 12 for k in range(13))) <= answer.upper + 1e-12
    )
    assert 0 <= answer.attained_at <= stop
    assert abs(gaussian_mu(exact_delta(ledger, Fraction(answer.attained_at)), answer.attained_at) - answer.lower) < 2e-9
    assert ch.check(answer.certificate().document).accepted


@pytest.mark.parametrize("step", LEDGERS[:4])
@pytest.mark.parametrize("start", ["1/4", "1"])
def test_a_tail_holds_from_its_start_on(step: str, start: str) -> None:
    """Likewise on a grid from the start on."""
    ledger, first = Ledger(step), Fraction(start)
    answer = ledger.mu(tail=start)
    assert answer.upper - answer.lower <= 1.0001e-9
    deltas = [(e, exact_delta(ledger, e)) for e in (first + Fraction(k, 4) for k in range(9))]
    assert max(gaussian_mu(delta, e) for e, delta in deltas if delta > 1e-20) <= answer.upper + 1e-12
    assert answer.attained_at >= first
    assert ch.check(answer.certificate().document).accepted


@given(st.integers(1, 30).map(lambda n: Fraction(n, 10)), st.sampled_from(LEDGERS[:4]))
@settings(max_examples=10)
def test_head_and_tail_together_are_the_whole(cut: Fraction, step: str) -> None:
    """The larger of the two is the mu of the ledger, and a longer head is never below a shorter one."""
    ledger = Ledger(step)
    whole, head, tail = (ledger.mu(**over) for over in ({}, {"head": cut}, {"tail": cut}))
    assert abs(max(head.upper, tail.upper) - whole.upper) < 2e-9
    assert ledger.mu(head=2 * cut).upper >= head.lower


def test_what_is_not_gdp_still_has_a_head() -> None:
    """(1, 1e-6)-DP: its floor of 1e-6 is met by ever larger mu as the head grows, and no tail has one."""
    ledger = Ledger("approximate:epsilon=1,delta=1e-6")
    heads = [ledger.mu(head=end) for end in (1, 20, 100)]
    far = round(float(gaussian_mu(mp.mpf("1e-6"), 100)), 6)
    assert [round(found.upper, 6) for found in heads] == [1.232037, 3.235359, far]
    assert [found.attained_at for found in heads] == [0, 20, 100]
    assert not ledger.mu(tail=1).gdp


def test_a_floor_is_no_end_of_a_profile() -> None:
    """A profile that reaches its floor of 1e-6 at eps = 1 is not below that of a small mu from there on."""
    least = Fraction(1, 10**6)
    floored = Profile(
        delta=lambda xp, e, w: xp.positive(-xp.expm1((e - 1) / 2)) + xp.number(least),
        at_infinity=ch.AtInfinity(delta=least, max_loss=1),
    )
    assert not closed_beyond(floored, gaussians(), 2, Fraction(1), 128)
    witness = {"mu": Fraction(2), "least": None, "at": None, "end": Fraction(1), "bits": Fraction(128)}
    with pytest.raises(Unavailable, match=r"beyond eps = 1\.0"):
        measured(floored, witness, Stretch(stop=Fraction(20)))


def test_nothing_need_be_known_of_the_tail_for_a_head() -> None:
    """delta = 1/Gamma(3 + eps), which no rule reads at infinity, has a head."""
    strange = Profile(delta=lambda xp, e, w: 1 / xp.gamma(3 + e), side=Side.EXACT)
    over = Stretch(stop=Fraction(5))
    bound = measured(strange, gauge(strange, NANO, over), over).bound
    truth = max(gaussian_mu(1 / mp.gamma(3 + mp.mpf(k) / 20), mp.mpf(k) / 20) for k in range(101))
    assert bound.lower <= truth + 1e-4
    assert truth <= bound.upper
    assert bound.upper - bound.lower < 1.0001e-9


def test_what_vanishes_before_a_tail_begins_needs_no_mu() -> None:
    """Laplace with sensitivity/scale 2 has delta 0 from eps = 2 on."""
    answer = Ledger(LAPLACE).mu(tail=2)
    assert (answer.lower, answer.upper) == (0, 0)
    assert ch.check(answer.certificate().document).accepted


def test_a_certificate_of_a_head_is_none_of_the_whole() -> None:
    """Dropping the head from the question, moving its end or the point of its lower bound out of it: refused."""
    document = Ledger("cloak:n=4,m=20").mu(head=2).certificate().document
    assert document["at"] == {"tolerance": "1e-9", "head": "2"}
    for over in ({}, {"head": "3"}, {"head": "2", "tail": "1"}):
        assert not ch.check(forged(document, ("at",), {"tolerance": "1e-9"} | over)).accepted
    outside = forged(document, ("answer", "witness", "at"), 3)
    assert "outside [0, 2]" in (ch.check(outside).why or "")


@pytest.mark.parametrize("step", LEDGERS)
def test_what_a_head_leaves_open_is_the_gaussian_delta_at_its_end(step: str) -> None:
    """Section 4.2: delta is at most that beyond the head; None without one."""
    answer = Ledger(step).mu(head=1)
    assert float(gaussian(answer.upper, 1)) <= answer.failure <= float(gaussian(answer.upper, 1)) * (1 + 1e-12)
    assert exact_delta(Ledger(step), Fraction(5)) <= answer.failure
    assert Ledger(step).mu().failure is None if step != LEDGERS[-1] else True


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"head": 1, "tail": 1}, "a head and a tail are both given; ask for one at a time"),
        ({"head": 0}, "head is 0; it is the eps up to which mu must hold, above 0"),
        ({"tail": "-1/2"}, "tail is -0.5; it is the eps from which on mu must hold, at least 0"),
        ({"head": "inf"}, "head is 'inf', which is not a finite number"),
    ],
)
def test_a_bad_stretch_is_refused(given: dict[str, Any], said: str) -> None:
    """Named, with what would be right."""
    with pytest.raises(ch.BadValue, match=said):
        Question.mu(**given)


@pytest.mark.parametrize(
    ("step", "over"),
    [*((step, {}) for step in LEDGERS[:4]), (LEDGERS[4], {"head": 2}), (LAPLACE, {"head": 1}), (LAPLACE, {"tail": 1})],
)
def test_the_regret_is_the_largest_difference(step: str, over: dict[str, Any]) -> None:
    """On a grid nothing is above its upper end, its lower end is seen where it says, and the two are close."""
    ledger = Ledger(step)
    answer = ledger.mu(**over)
    found = answer.regret()
    assert found.lower <= found.upper <= found.lower * (1 + 1e-5)
    first, last = Fraction(over.get("tail", 0)), Fraction(over.get("head", 6))
    grid = [first + (last - first) * k / 60 for k in range(61)]
    assert max(gaussian(answer.upper, e) - exact_delta(ledger, e) for e in grid) <= found.upper + 1e-12
    assert abs(gaussian(answer.upper, found.at) - exact_delta(ledger, Fraction(found.at)) - found.lower) < 1e-9
    ends = {name: getattr(found, name) for name in ("lower", "upper", "at")}
    assert found.to_json() == {**ends, "exact": answer.side is Side.EXACT, "mu": answer.upper}


def test_a_gaussian_mechanism_gives_nothing_away() -> None:
    """Its summary is itself, and so is that of many small steps nearly."""
    assert Ledger("gaussian:sigma=3,times=50").mu().regret().upper < 1e-15
    assert Ledger("gaussian:sigma=1").mu(head=2).regret().upper < 1e-9
    assert Ledger("pure:epsilon=1e-30").mu().regret().upper < 1e-30
    assert Ledger(LAPLACE).mu(tail=3).regret().upper == 0
    few, many = (Ledger(f"pure:epsilon={e},times={n}").mu().regret().upper for e, n in (("1", 2), ("0.2", 50)))
    assert many < few / 10


def test_a_regret_is_proved_where_delta_is_smaller_than_any_number_that_is_written() -> None:
    """A mu of 44618 comes with values of 2^-1000000, at which nothing need be written out."""
    found = Ledger("power:sigma=0.01,A=631,B=0.481").mu().regret()
    assert 0.9 < found.lower <= found.upper <= 1


def test_the_regret_of_a_bound_says_that_it_is_one() -> None:
    """Two kinds of responses, whose mu is a sum of worst cases: the ledger's own delta is far below, and the regret
    does not deny it."""
    steps = ["randomized-response:epsilon=0.6,k=2,times=300", "randomized-response:epsilon=0.2,k=10,times=300"]
    found = Ledger(steps).mu("1e-5").regret()
    assert not found.exact
    assert "above the bound that gave it (the ledger's own may be lower)" in str(found)


def test_many_places_that_are_nearly_as_bad_have_a_wider_regret() -> None:
    """Hundreds of kinks, all about as far below the Gaussian profile."""
    steps = [f"randomized-response:epsilon={e},k=2,times={n}" for e, n in (("0.05", 10), ("0.15", 30), ("0.1", 30))]
    found = Ledger(steps).mu("1e-5", tail=Fraction(368, 999)).regret()
    assert 0 < found.lower <= found.upper < 1.1 * found.lower


def test_there_is_no_regret_without_a_mu() -> None:
    """Not of an eps, and not of an infinite mu."""
    for answer in (Ledger(LAPLACE).epsilon("1e-5"), Ledger("approximate:epsilon=1,delta=1e-6").mu()):
        with pytest.raises(ch.CharteredError, match="only a finite mu has one"):
            answer.regret()


@given(st.floats(0, 30), st.floats(1e-200, 0.999))
@settings(max_examples=40)
def test_a_profile_meets_the_gaussian_one_of_its_transform(epsilon: float, delta: float) -> None:
    """The mu is large enough, and one part in 1e12 less is not; none for delta = 0, none that is finite for delta =
    1."""
    xp = digits(300)
    mu = meeting(epsilon, delta)

    def at(mu: Any) -> Any:
        return gaussians()(lambda xp: xp.number(Fraction(mu))).delta(xp, xp.number(Fraction(epsilon)), {})

    assert at(mu) >= xp.number(Fraction(delta))
    assert at(Fraction(mu) * (1 - Fraction(1, 10**12))) < xp.number(Fraction(delta))
    assert (meeting(1.0, 0.0), meeting(1.0, 1.0)) == (0, math.inf)


@pytest.mark.parametrize(
    ("rate", "sigma", "head"),
    [("0.1", "0.673", "4"), ("0.1", "0.673", "5"), ("0.01", "1", "2"), ("0.3", "2", "0.5"), ("0.3", "2", "3")],
)
def test_a_head_that_ends_while_the_profile_still_rises_to_its_gaussian_has_a_mu(
    rate: str, sigma: str, head: str
) -> None:
    """The least mu is attained at the end, and the search does not look beyond it."""
    ledger = Ledger(f"poisson:rate={rate}/gaussian:sigma={sigma}")
    answer = ledger.mu(head=head)
    assert answer.upper <= answer.lower * (1 + 1e-8)
    assert ch.check(answer.certificate()).accepted
    at_the_end = gaussian_mu(Fraction(ledger.delta(epsilon=head).lower_exact or "0"), Fraction(head))
    assert answer.upper >= at_the_end * (1 - 1e-8)
