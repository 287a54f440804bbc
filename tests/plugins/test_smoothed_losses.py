"""Losses without a density by the accountant of characteristic functions: Laplace noise, and what mixes it with
randomized response, from both sides, against sums and integrals in many digits; and that every part of the bounds is
needed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger, Side
from chartered_plugins.characteristic_function.formulas.composed_moments import Line
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.formulas.moments import Laplace
from chartered_plugins.characteristic_function.formulas.smoothing import SmoothedInversion, SmoothedLine
from flint import arb
from mpmath import mp
from msgspec.structs import replace

from tests import exact_losses as exact
from tests.forging import forged

NAME = "characteristic-function"
TENTH, HALF, THIRD = Fraction(1, 10), Fraction(1, 2), Fraction(1, 3)

Profile = Callable[[Any], Any]


def laplace(e0: Fraction, times: int) -> Profile:
    """The profile of Laplace runs."""
    return lambda x: exact.laplace_delta(e0, times, x)


def with_atoms(atoms: exact.Atoms, profile: Profile) -> Profile:
    """That of losses with atoms, and others."""
    return lambda x: exact.mixed(atoms, profile, x)


def two_scales(x: Any) -> Any:
    """Two runs with eps = 1/2 and one with eps = 1/3: the profile of the two has kinks at -1, 0 and 1."""
    return exact.after_laplace(THIRD, laplace(HALF, 2), x, (-1, 0, 1))


LEDGERS: list[tuple[Any, Profile, str]] = [
    ("laplace:epsilon=1/2", laplace(HALF, 1), "1e-7"),
    ("laplace:epsilon=1/2,times=2", laplace(HALF, 2), "1e-7"),
    ("laplace:epsilon=1/10,times=5", laplace(TENTH, 5), "1e-6"),
    ("laplace:epsilon=1/3,times=12", laplace(THIRD, 12), "1e-5"),
    ("laplace:epsilon=1/10,times=40", laplace(TENTH, 40), "1e-5"),
    (
        ["laplace:epsilon=1/2,times=3", "randomized-response:epsilon=1/7,times=4"],
        with_atoms(exact.runs(exact.response(Fraction(1, 7)), 4), laplace(HALF, 3)),
        "1e-5",
    ),
    (
        ["laplace:epsilon=1/2,times=3", "discrete-gaussian:sigma=2"],
        with_atoms(exact.discrete_gaussian(Fraction(4), 1), laplace(HALF, 3)),
        "1e-5",
    ),
    (["laplace:epsilon=1/2,times=2", "laplace:epsilon=1/3"], two_scales, "1e-5"),
    (
        ["randomized-response:epsilon=0.1234567,times=3", "randomized-response:epsilon=0.2345678901,times=5"],
        with_atoms(
            exact.runs(exact.response(Fraction("0.1234567")), 3),
            lambda x: exact.delta(exact.runs(exact.response(Fraction("0.2345678901")), 5), x),
        ),
        "1e-6",
    ),
]


@pytest.mark.parametrize(
    ("steps", "profile", "width"), LEDGERS, ids=lambda x: " ".join(x) if isinstance(x, list) else None
)
def test_an_answer_holds_the_exact_profile(steps: Any, profile: Profile, width: str) -> None:
    """delta at two eps, and eps at two deltas, each with a certificate that checks."""
    ledger = Ledger(steps)
    with mp.workdps(70):
        for epsilon in ("0", "0.4"):
            answer = ledger.delta(epsilon, accountant=NAME)
            assert answer.side is Side.EXACT
            low, high = (exact.number(x) for x in (answer.lower_exact, answer.upper_exact))
            assert low <= profile(exact.number(epsilon)) <= high
            assert high - low < exact.number("1e-3") * high
        for delta in ("1/20", "1e-6"):
            answer = ledger.epsilon(delta, accountant=NAME)
            low, high = (exact.number(x) for x in (answer.lower_exact, answer.upper_exact))
            assert profile(high) <= exact.number(delta) <= profile(low)
            assert high - low <= exact.number(width)
            assert ch.check(answer.certificate()).accepted


SCALES = ("laplace:epsilon=1/10,times=99", "laplace:epsilon=1/9")
"""Of one scale alone the profile is a finite sum."""


@pytest.mark.parametrize("digits", [2, 4])
def test_few_digits_take_less_and_are_there(digits: int) -> None:
    """As many as are asked for, and far fewer nodes than without asking."""
    ledger = Ledger(SCALES)
    answer = ledger.epsilon("1e-6", accountant=NAME, digits=digits)
    assert answer.upper - answer.lower < 10.0 ** -(digits - 1)
    assert answer.witness["removal.count"] < 0.5 * ledger.epsilon("1e-6", accountant=NAME).witness["removal.count"]
    delta = ledger.delta(2, accountant=NAME, digits=digits)
    assert delta.upper - delta.lower < 10.0**-digits * delta.upper


@pytest.mark.parametrize("digits", [8, 12, 500])
def test_digits_beyond_the_work_are_told(digits: int) -> None:
    """Those that come easily are given, and the reason is in the table."""
    for question in (ch.Question.epsilon("1e-6", digits), ch.Question.delta(2, digits)):
        account = Ledger(SCALES).account(question, accountant=NAME)
        (answer,) = account.answers
        assert answer.question == question.at_ease
        assert f"{digits} would take too much work" in account.wider[0].why


def test_a_density_that_is_too_narrow_is_smoothed_as_well() -> None:
    """With wide Gaussian noise the answer is between that with none and that with more."""
    first, *others = (
        Ledger(["laplace:epsilon=1/10,times=100", *more]).epsilon("1e-6", accountant=NAME)
        for more in ([], ["gaussian:sigma=100000"], ["gaussian:sigma=100"])
    )
    for before, after in zip([first, *others], others, strict=False):
        assert before.lower <= after.upper
    assert others[0].upper - others[0].lower < 1e-4
    assert "removal.smoothing" in others[0].witness
    assert "removal.smoothing" not in others[1].witness


def test_a_large_delta_needs_no_eps() -> None:
    """Where delta(0) is smaller, eps is 0; at the sum of all losses, and beyond, delta is 0."""
    ledger = Ledger("laplace:epsilon=1/10,times=100")
    assert ledger.epsilon("0.45", accountant=NAME).upper == 0
    assert ledger.epsilon("0.37", accountant=NAME).lower > 0
    assert ledger.delta(10, accountant=NAME).upper == 0
    assert ledger.delta("9.9", accountant=NAME).upper > 0


def test_failures_are_added() -> None:
    """They give everything away; no smaller delta has an eps."""
    ledger = Ledger(["laplace:epsilon=1/10,times=9", "approximate:epsilon=1/7,delta=1e-3"])
    assert ledger.epsilon("1e-4", accountant=NAME).upper == float("inf")
    assert ledger.delta("0.9", accountant=NAME).lower > 1e-3
    assert ledger.delta(2, accountant=NAME).enclosed.bound.contains(Fraction(1, 1000))


PARTS, X = ((Laplace(HALF), 4),), THIRD


def rule(order: int, spacing: Fraction | int, count: int, width: Fraction) -> SmoothedInversion:
    """Four runs, on a line that is far too coarse, so that the remainder matters."""
    contour = Contour(Fraction(order), Fraction(spacing), count)
    return SmoothedLine(Line(contour, Fraction(order + 4), (Fraction(0),), 20, 128), width).inverse(PARTS)


def truth(x: Fraction = X) -> arb:
    """The true delta."""
    with mp.workdps(40):
        return arb(mp.nstr(exact.laplace_delta(HALF, 4, exact.number(x)), 35))


@pytest.mark.parametrize("order", [2, 3, 12])
@pytest.mark.parametrize("spacing", [HALF, Fraction(1), Fraction(3), Fraction(8)])
@pytest.mark.parametrize("count", [3, 4, 6, 14, 60])
def test_any_line_is_sound(order: int, spacing: Fraction, count: int) -> None:
    """However wide the smoothing, and however coarse the line: the upper end is above, and the lower end below."""
    for width in (Fraction(1, 2), Fraction(1, 5), Fraction(1, 20)):
        found = rule(order, spacing, count, width)
        for x in (Fraction(-1), Fraction(0), X, Fraction(9, 5)):
            assert found.delta(x).overlaps(truth(x))
            assert found.up.delta(x).upper() >= truth(x).lower()
            assert found.low.delta(x).lower() <= truth(x).upper()


def below(found: SmoothedInversion, **changed: Any) -> bool:
    """Whether the lower end is below the truth."""
    return bool(replace(found.low, **changed).delta(X).lower() <= truth())


def above(found: SmoothedInversion, **changed: Any) -> bool:
    """Whether the upper end is above the truth."""
    return bool(replace(found.up, **changed).delta(X).upper() >= truth())


def test_the_copies_are_needed() -> None:
    """Those on the left and on the right, for the lower end."""
    left, right = rule(2, 3, 10, Fraction(1, 5)), rule(3, 4, 8, Fraction(1, 5))
    assert below(left)
    assert not below(left, mass=arb(0))
    assert below(right)
    assert not below(right, right_moment=arb(0))


def test_what_is_truncated_is_needed() -> None:
    """At either end; and at the lower one it is more, as its terms are larger."""
    up, low = rule(2, 1, 5, Fraction(1, 20)), rule(2, 1, 8, Fraction(1, 20))
    assert above(up)
    assert not above(up, beyond=arb(0))
    assert below(low)
    assert not below(low, beyond=arb(0))
    assert low.low.beyond > low.up.beyond


def test_the_factor_of_the_lower_profile_is_needed() -> None:
    """Without it the lower end is that of the upper profile, and above the truth."""
    found = rule(3, 1, 60, Fraction(1, 5))
    assert above(found)
    assert below(found)
    assert not below(found, integrand=found.up.integrand)
    assert not above(found, integrand=found.low.integrand)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"above": 0.6}, "upper end of eps does not certainly"),
        ({"below": 0.7}, "lower end of eps does not certainly"),
        ({"removal.smoothing": 0.1}, "end of eps does not certainly"),
        ({"removal.smoothing": 1e-6}, "end of eps does not certainly"),
        ({"removal.smoothing": 0}, "removal.smoothing is 0; it must be a number above 0"),
        ({"removal.smoothing": -1}, "removal.smoothing is -1"),
        ({"removal.smoothing": None}, "end of eps does not certainly"),
        ({"removal.count": 10}, "end of eps does not certainly"),
        ({"removal.count": 10**7}, "removal.count is 1e7"),
        ({"removal.order": 1}, "removal.order is 1; it must be a number above 1"),
        ({"removal.right_order": 1.5}, "geometric series"),
    ],
)
def test_a_changed_witness_is_refused(changed: dict[str, Any], why: str) -> None:
    """Each entry is checked in balls; none is searched again."""
    document = (
        Ledger(["laplace:epsilon=1/4,times=4", "laplace:epsilon=1/3"])
        .epsilon("0.05", accountant=NAME)
        .certificate()
        .document
    )
    for key, x in changed.items():
        document = forged(document, ("answer", "witness", key), x)
    found = ch.check(document)
    assert not found.accepted
    assert why in (found.why or ""), found.why


@pytest.mark.parametrize(
    ("steps", "delta"),
    [
        (
            ["discrete-gaussian:sigma=23.6,sensitivity=3,times=825977", "approximate:epsilon=4.12,delta=1.33e-15"],
            "4e-7",
        ),
        (["poisson:rate=0.0531/discrete-gaussian:sigma=1.54,times=32"], "2e-261"),
        (["laplace:scale=17.3,times=54", "poisson:rate=0.0268/discrete-gaussian:sigma=1.71,times=36"], "5.21e-271"),
    ],
)
def test_ends_of_a_wide_enclosure_are_proved_again(steps: list[str], delta: str) -> None:
    """Where delta is known to a few percent its radius, of 30 bits, is rounded by more than the ends are moved."""
    answer = Ledger(steps).epsilon(delta, accountant=NAME)
    assert answer.upper < 1.001 * answer.lower


def test_large_orders_of_discrete_noise_are_no_fault() -> None:
    """e^l is beyond doubles for losses l that only the largest orders of a Chernoff bound reach."""
    steps = ["gaussian:sigma=16.6,times=7014", "poisson:rate=0.67/discrete-gaussian:sigma=0.696,sensitivity=3,times=23"]
    answer = Ledger(steps).delta(0, accountant=NAME)
    assert answer.upper - answer.lower < 1e-11
