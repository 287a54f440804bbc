"""What an attacker can gain: never below the truth, and close to it where that is known."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import erf, exp, sqrt

import chartered as ch
import pytest
from chartered.accounting import attack_points
from chartered.accounting.risk import Reading
from chartered_verify.enclosure import enclose
from hypothesis import given, settings, strategies as st

TENTH = Fraction(1, 10)
GAUSSIAN = {
    "1/2": (0.197412651366, 0.00479555920914, 0.0338989391228, 0.900000168725, 1.05263060255e-5),
    "1": (0.382924922548, 0.0182984684057, 0.0923622480737, 0.901336306099, 8.72176101404e-5),
    "2": (0.682689492137, 0.137805412898, 0.372080585435, 0.929939314141, 0.00294877028645),
}
"""mu -> advantage, power at 1e-3 and at 1e-2, accuracy at prior 1/10, reconstruction at 1e-6."""


@pytest.mark.parametrize("mu", GAUSSIAN)
def test_a_gaussian_has_the_known_readings(mu: str) -> None:
    """To twelve digits, and never below the closed forms of its trade-off."""
    ledger = ch.Ledger(f"gdp:mu={mu}")
    found, other = ledger.risk(prior="0.1"), ledger.risk(type_one="0.01")
    readings = (found.advantage, found.power, other.power, found.accuracy, found.reconstruction)
    for reading, value in zip(readings, GAUSSIAN[mu], strict=True):
        assert reading.upper == pytest.approx(value, rel=2e-12)
    for reading, a in ((found.power, "1/1000"), (other.power, "1/100"), (found.reconstruction, "1e-6")):
        truth = enclose(lambda xp, a=a: xp.ndtr(xp.number(Fraction(mu)) + xp.ndtri(xp.number(Fraction(a)))))
        assert reading.upper >= truth.lower


def test_what_is_attained_has_a_lower_end() -> None:
    """The advantage is delta(0) of an exact profile, and a guess at even odds is right with chance (1 + delta(0))/2; at
    other odds, and for tests, one of the two orders may lose, also where the best point is at eps = 0."""
    ledger = ch.Ledger("laplace:scale=1")
    even, odd = ledger.risk(), ledger.risk(prior=TENTH)
    lower, upper = even.advantage.lower, even.advantage.upper
    assert lower <= 1 - enclose(lambda xp: xp.exp(-xp.number(1) / 2)).lower <= upper + 1e-15
    assert even.accuracy.lower == pytest.approx((1 + lower) / 2, rel=1e-15)
    assert even.accuracy.lower <= (1 + upper) / 2 <= even.accuracy.upper + 1e-15
    others = (even.power, even.precision, even.reconstruction, odd.accuracy, odd.precision)
    assert {reading.lower for reading in others} == {None}
    assert {reading.lower_exact for reading in others} == {None}
    assert ch.Ledger("rdp:alpha=2,gamma=1/2").risk().advantage.lower is None
    assert ch.Ledger("randomized-response:epsilon=1").risk(type_one="0.5").power.lower is None


@given(
    st.integers(1, 30).map(lambda n: Fraction(n, 10)),
    st.integers(1, 99).map(lambda n: Fraction(n, 100)),
    st.integers(1, 99).map(lambda n: Fraction(n, 100)),
)
@settings(max_examples=15, deadline=None)
def test_no_test_of_randomized_response_does_better(epsilon: Fraction, prior: Fraction, chance: Fraction) -> None:
    """Every event of two runs: power, accuracy and precision at its own type I error, in both orders."""
    truth = 1 / (1 + float(enclose(lambda xp: xp.exp(-xp.number(epsilon))).lower))
    one = (truth, 1 - truth)
    laws = [[x * y for x, y in product(law, repeat=2)] for law in (one, one[::-1])]
    ledger = ch.Ledger(f"randomized-response:epsilon={epsilon},times=2")
    for order in (laws, laws[::-1]):
        for event in product((0, 1), repeat=4):
            b, a = (sum(p * inside for p, inside in zip(law, event, strict=True)) for law in order)
            right = float(prior) * b + float(1 - prior) * (1 - a)
            assert right <= ledger.risk(prior=prior, type_one=chance).accuracy.upper + 1e-12
            if 0 < a < 1 and event in ((1, 0, 0, 0), (1, 1, 1, 0), (0, 1, 1, 1)):
                found = ledger.risk(prior=prior, type_one=a)
                assert b <= found.power.upper + 1e-12
                share = float(prior) * b / (float(prior) * b + float(1 - prior) * a)
                assert share <= found.precision.upper + 1e-12


@pytest.mark.parametrize(
    ("baseline", "value"), [("1e-3", 0.00272828182846), ("1e-2", 0.0271928182846), ("1/2", 0.816063958209)]
)
def test_an_approximate_guarantee_bounds_reconstruction(baseline: str, value: float) -> None:
    """min(1, e^eps kappa + delta, 1 - e^-eps (1 - delta - kappa)) for (1, 1e-5)-DP is not exceeded, and at 1e-3 met;
    its profile says more at other eps."""
    found = ch.Ledger("approximate:epsilon=1,delta=1e-5").risk(baseline=baseline).reconstruction.upper
    assert found <= value * (1 + 1e-11)
    assert found >= value * (1 - 1e-5)


def test_a_record_of_four_values_is_reconstructed_with_less_than_the_bound() -> None:
    """4-ary randomized response with e^eps = 3 gives it away with chance 1/2; the bound, about pairs, is 3/4."""
    epsilon = ch.rational_above(lambda xp: xp.log(xp.number(3)), "eps")
    found = ch.Ledger(f"pure:epsilon={epsilon}").risk(baseline="1/4").reconstruction.upper
    assert found == pytest.approx(0.75, rel=1e-9)


@pytest.mark.parametrize("prior", ["0.1", "0.9"])
def test_the_prior_may_be_for_either(prior: str) -> None:
    """What is likelier may be that the record is in or that it is not: the worst order is the same."""
    found = ch.Ledger("gaussian:sigma=1").risk(prior=prior).accuracy
    assert found.blind == Fraction(9, 10)
    assert found.upper == pytest.approx(0.901336306099, rel=1e-11)


def test_small_chances_are_kept_apart_from_one() -> None:
    """At a baseline of 1e-300 the bound is far below the spacing of doubles around 1."""
    found = ch.Ledger("gaussian:sigma=4").risk(baseline="1e-300", type_one="1e-100")
    truth = enclose(lambda xp: xp.ndtr(xp.number(Fraction(1, 4)) + xp.ndtri(xp.number(Fraction(1, 10**300)))))
    assert truth.upper <= found.reconstruction.upper <= truth.upper * (1 + 1e-9)
    assert 1e-100 < found.power.upper < 1e-90


def test_nothing_gives_nothing_away_and_no_privacy_everything() -> None:
    """Every reading is that of a blind guess, or 1."""
    for reading in ch.Ledger("gdp:mu=0").risk(prior="0.3").readings:
        assert reading.upper == pytest.approx(float(reading.blind), rel=1e-12, abs=1e-15)
    found = ch.Ledger("approximate:epsilon=1,delta=0.999999999").risk(baseline="0.5")
    assert all(0.99 < reading.upper <= 1 for reading in found.readings)


def test_noisy_sgd_is_asked_in_words() -> None:
    """Each reading follows from a certified delta; two sides where the profile is exact."""
    found = ch.dpsgd(n=60000, batch=256, epochs=60, noise=1.1).risk()
    assert found.advantage.upper - found.advantage.lower < 1e-12
    assert found.advantage.upper == pytest.approx(0.2244693170, rel=1e-9)
    assert found.power.upper == pytest.approx(0.006050643072, rel=1e-9)  # an exact path leads the search
    assert ch.check(found.power.answer.certificate()).accepted
    assert found.certified


def test_a_reading_says_what_it_is() -> None:
    """As text, and as JSON with every field."""
    found = ch.Ledger("gaussian:sigma=1").risk()
    assert isinstance(found.power, Reading)
    assert repr(found.advantage).startswith("<advantage <= 0.38292492254802624, >= ")
    assert repr(found).startswith("<risk: advantage <= 0.38292492254802624, power <= 0.018298")
    assert found.advantage.upper == pytest.approx(erf(0.5 / sqrt(2)), rel=1e-15)
    shown = found.to_json()
    assert list(shown["readings"]) == ["advantage", "power", "accuracy", "precision", "reconstruction"]
    assert shown["at"] == {"prior": 0.5, "type_one": 0.001, "baseline": 1e-6}
    assert shown["readings"]["power"]["answer"]["path"] == ["gaussian.gdp", "gdp", "gdp.profile"]


@pytest.mark.parametrize("name", ["prior", "type_one", "baseline"])
@pytest.mark.parametrize("value", ["0", "1", "-0.1", "2"])
def test_what_is_no_chance_is_refused(name: str, value: str) -> None:
    """Above 0 and below 1."""
    with pytest.raises(ch.BadValue, match=rf"{name} is {value}; .* is above 0 and below 1"):
        ch.Ledger("gaussian:sigma=1").risk(**{name: value})


@pytest.mark.parametrize("times", [60, 1000])
def test_noisy_sgd_is_read_at_its_best_point(times: int) -> None:
    """No point of a fine scan around it says more: the power is e^eps a + delta(eps) at the least."""
    ledger = ch.Ledger(f"poisson:rate=0.01/gaussian:sigma=1,times={times}")
    found = ledger.risk().power
    best, a = float(found.answer.question.at), 1e-3
    powers = [
        exp(best * k / 50) * a + ledger.delta(Fraction(best) * k / 50).upper for k in (*range(40, 50), 51, 55, 60)
    ]
    assert found.upper < min(powers)
    assert found.upper == pytest.approx(exp(best) * a + found.answer.upper, rel=1e-12)


def test_a_bound_at_the_largest_loss_is_found_there_exactly() -> None:
    """Of one Laplace mechanism each with scales 1 and 2 delta vanishes from eps = 3/2 on, where the bound on the power
    is strongest: a e^(3/2), with all digits."""
    found = ch.Ledger(["laplace:scale=1", "laplace:scale=2"]).risk()
    assert found.power.answer.question.at == Fraction(3, 2)
    truth = enclose(lambda xp: xp.number(Fraction(1, 1000)) * xp.exp(xp.number(Fraction(3, 2))))
    assert truth.lower <= found.power.upper <= truth.upper * (1 + 1e-12)


@pytest.mark.parametrize(
    ("steps", "power"),
    [
        (["laplace:scale=2,times=10", "laplace:scale=3,times=10"], 0.088885945),
        (["laplace:scale=2,times=10", "discrete-laplace:scale=3,times=5"], 0.0684002923),
        (["randomized-response:epsilon=1,k=3,times=5", "laplace:scale=18,times=20"], 0.1164997070),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mix_with_laplace_is_searched_in_doubles(steps: list[str], power: float) -> None:
    """Three profiles are inverted in balls, from both sides, and no more: the search asks estimates. The bounds are
    those of a search that inverted each point."""
    from chartered_plugins.characteristic_function.formulas.smoothing import _smoothed

    _smoothed.cache_clear()
    assert ch.Ledger(steps).risk().power.upper <= power
    assert _smoothed.cache_info().misses <= 12


def test_what_no_point_bounds_has_the_bound_by_delta_at_0() -> None:
    """A plugin's search finds a witness for eps = 0 alone: the advantage is answered, the others by it, and it is
    said."""

    def propose(question: ch.Question) -> ch.Witness:
        if question.at > 0:
            raise ch.Unavailable("nothing is found above 0")
        return {}

    tenth = ch.Profile(delta=lambda xp, _, __: xp.number(TENTH), search=ch.WitnessSearch(propose=propose))
    step = ch.Mechanism("measured", "has a total variation distance", ())
    theorem = ch.Theorem("measured.profile", ch.OnStep("measured"), ch.Profile, lambda _: tenth, "It is.", "definition")
    with ch.register(mechanisms=[step], theorems=[theorem]):
        found = ch.Ledger("measured").risk(prior="1/3")
        assert found.advantage.upper == pytest.approx(0.1)
        assert found.power.upper == pytest.approx(0.101)
        assert {reading.answer.question.at for reading in found.readings} == {0}
        assert any("bounds its tests" in note and "by delta at epsilon = 0" in note for note in found.notes)
        assert any("no answer for delta" in note for note in found.notes)  # the eps of an accuracy at other odds


def test_a_point_is_scanned_by_rough_values_and_ends_at_the_best_of_the_others() -> None:
    """Those of a profile with two bounds take a grid each; they are asked next to the best point of the scan alone."""
    asked = list[float]()

    def value(eps: float) -> float:
        asked.append(eps)
        return 1 - (eps - 1) ** 2 / 9

    found = attack_points._best(lambda eps: 1.1 - (eps - 1.05) ** 2 / 9, value, 4.0, one_maximum=True)
    assert float(found) == pytest.approx(1, abs=1e-6)
    assert all(0.6 < eps < 1.6 for eps in asked)


def test_one_path_alone_is_not_asked_far_away() -> None:
    """What decides between paths at points up to 64 times as far took as long as all the rest of the search."""
    asked = list[float]()

    def value(eps: float) -> float:
        asked.append(eps)
        return 1 / (1 + eps)

    assert attack_points._best_outlook([(value, value)], 16.0) == 0
    assert asked == [0.25]
    assert attack_points._best_outlook([(_nothing, _nothing)], 16.0) is None
    assert attack_points._best_outlook([(_nothing, _nothing), (value, value)], 16.0) == 1


def test_rough_values_decide_between_paths_only_where_they_are_far_apart() -> None:
    """Two paths that estimates do not tell apart are compared by their own values."""
    rough, value = (lambda eps: 1.1 / (1 + eps)), (lambda eps: 0.9 / (1 + eps))
    other = lambda eps: 1 / (1 + eps)  # noqa: E731
    assert attack_points._best_outlook([(rough, value), (other, other)], 16.0) == 1
    assert attack_points._best_outlook([(rough, value), (_nothing, _nothing)], 16.0) == 0


def _nothing(eps: float) -> float:
    return -1.0
