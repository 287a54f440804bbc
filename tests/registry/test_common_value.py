"""One value that several steps have in common: noise scales with fixed ratios."""

from __future__ import annotations

import json
from fractions import Fraction

import chartered as ch
import pytest
from chartered.certificate.digest import sealed
from chartered.errors import BadStep, BadValue, CharteredError
from chartered.ledger.common_value import marked, read_unknown
from chartered.model.exact_numbers import exact, plain
from chartered.model.multiples_of_unknown import Term, term_of
from chartered.model.number_text import MARK
from hypothesis import given, settings, strategies as st

KNOWN = ch.registry()
PAIR = ["laplace:scale=s/4", "gaussian:sigma=s/3,times=2"]


def test_a_common_scale_just_meets_the_target() -> None:
    """The ledger with the value put in meets it, and with a value a little smaller it certainly does not."""
    solved = ch.calibrate(PAIR, solve="s", epsilon=1, delta="1e-6")
    s = Fraction(solved.value)
    assert (solved.quantity, solved.larger_is_safer, solved.monotone) == ("s", True, True)
    assert s == pytest.approx(21.0594378714663, rel=1e-12)
    assert solved.to_dict()["ledger"] == [
        {"step": f"laplace:scale={plain(s / 4)},sensitivity=1", "times": 1},
        {"step": f"gaussian:sigma={plain(s / 3)},sensitivity=1", "times": 2},
    ]
    for factor, met in ((Fraction(1), True), (1 - Fraction(1, 10**8), False)):
        scale = s * factor
        ledger = ch.Ledger([ch.mechanism("laplace", scale=scale / 4), ch.mechanism("gaussian", sigma=scale / 3) * 2])
        found = ledger.delta(1)
        assert (found.upper <= 1e-6) is met
        assert (found.lower is not None and found.lower > 1e-6) is not met


@pytest.mark.parametrize(
    ("steps", "mu_squared"),
    [
        (["gaussian:sigma=s", "gaussian:sigma=s/3,times=2"], Fraction(19)),
        (
            [f"gaussian:sigma=s*0.9^{t}" for t in range(8)],
            sum((Fraction(10, 9) ** (2 * t) for t in range(8)), Fraction(0)),
        ),
        (["gaussian:sigma=2*s", "zcdp:rho=1/s^2"], Fraction(9, 4)),
        (["gaussian:sigma=sqrt(2)*s", "gdp:mu=3/(s+s)"], Fraction(11, 4)),
    ],
)
def test_gaussians_in_closed_form(steps: list[str], mu_squared: Fraction) -> None:
    """All of them together are one Gaussian of that mu^2/s^2, rho being half of it."""
    by = "zcdp" if "zcdp" in steps[-1] else "gdp"
    alone = ch.calibrate(
        "zcdp:rho=1/(2*s^2)" if by == "zcdp" else "gaussian:sigma=s", solve="s", epsilon=1, delta="1e-6", accountant=by
    )
    found = ch.calibrate(steps, solve="s", epsilon=1, delta="1e-6", accountant=by)
    assert float(found) == pytest.approx(float(alone) * float(mu_squared) ** 0.5, rel=1e-11)


def test_a_name_in_one_step_is_its_parameter() -> None:
    """The same value as by the parameter's own name, whatever the name."""
    named = ch.calibrate("gaussian:times=10", solve="sigma", epsilon=1, delta="1e-6").value
    for key in ("noise_1", "x"):
        assert ch.calibrate(f"gaussian:sigma={key},times=10", solve=key, epsilon=1, delta="1e-6").value == named


def test_smaller_may_be_safer() -> None:
    """A rate, and an eps, with a common factor: from below, and within what each step admits."""
    solved = ch.calibrate(["poisson:rate=q/2/gaussian:sigma=3", "pure:epsilon=q/4"], solve="q", epsilon=1, delta="1e-6")
    q = Fraction(solved.value)
    ledger = ch.Ledger([f"poisson:rate={q / 2}/gaussian:sigma=3", f"pure:epsilon={q / 4}"])
    assert not solved.larger_is_safer
    assert ledger.delta(1).upper <= 1e-6 < ledger.delta("0.9999").upper


def test_steps_in_parentheses_and_of_a_training_may_have_it() -> None:
    """Wherever a parameter may stand; times stand in the steps, not beside all of them."""
    one = ch.calibrate("(gaussian:sigma=s + laplace:scale=2*s)", solve="s", epsilon=1, delta="1e-6")
    other = ch.calibrate(["gaussian:sigma=s", "laplace:scale=2*s"], solve="s", epsilon=1, delta="1e-6")
    assert one.value == other.value
    assert ch.calibrate("dpsgd:n=600,batch=60,epochs=1,noise=2/s", solve="s", mu=50).larger_is_safer is False
    with pytest.raises(BadStep, match="write times in each step"):
        ch.calibrate(PAIR, solve="s", epsilon=1, delta="1e-6", times=3)


def test_tables_and_a_ledger_beside() -> None:
    """Steps as tables, with times and labels; steps without the name, and a ledger, are composed with them."""
    tables = [{"step": "laplace:scale=s/4"}, {"step": "gaussian:sigma=s/3", "times": 2, "label": "counts"}]
    found = ch.calibrate(tables, solve="s", epsilon=1, delta="1e-6")
    assert found.value == ch.calibrate(PAIR, solve="s", epsilon=1, delta="1e-6").value
    one = ch.calibrate([*PAIR, ch.parse("gdp:mu=0.1")], solve="s", epsilon=1, delta="1e-6")
    other = ch.calibrate(PAIR, solve="s", epsilon=1, delta="1e-6", beside=ch.Ledger("gdp:mu=0.1"))
    assert one.value == other.value > found.value
    with pytest.raises(BadStep, match="gives times, and so does what stands beside it"):
        ch.calibrate([{"step": "gaussian:sigma=s,times=2", "times": 2}], solve="s", epsilon=1, delta="1e-6")


@pytest.mark.parametrize(
    ("steps", "key", "message"),
    [
        (PAIR, "t", "scale is 's/4', which cannot be read at 's'"),
        (["laplace:scale=s/4", "gaussian:sigma=t/3"], "s", "sigma is 't/3', which cannot be read at 't'"),
        (
            ["laplace:scale=sigma/4", "gaussian:sigma=sigma"],
            "sigma",
            "sigma is a parameter of gaussian, and stands in a value",
        ),
        (["gaussian:sigma=times"], "times", "times is what every step may have, and stands in a value"),
        (["laplace:scale=s/0", "gaussian:sigma=s"], "s", "scale is 's/0', which divides by zero"),
        (["laplace:scale=1/(0*s)"], "s", "which divides by zero"),
        (["laplace:scale=s-s"], "s", "which is not above 0, whatever s is; s itself is above 0"),
        (["laplace:scale=-s"], "s", "which is not above 0, whatever s is; s itself is above 0"),
        (["laplace:scale=s-1"], "s", "which is no multiple of a power of s; the ratios"),
        (["laplace:scale=sqrt(s)"], "s", "which is no multiple of a power of s"),
        (["laplace:scale=2^s"], "s", "which is no multiple of a power of s"),
        (["laplace:scale=s/s"], "s", "which does not depend on s"),
        (["laplace:scale=s^17"], "s", "which has s to the power 17"),
        (["laplace:scale=s s"], "s", "which cannot be read at 's'"),
        (["laplace:scale=s@"], "s", "takes no parameter 's'"),
        (
            ["laplace:epsilon=s", "gaussian:sigma=s"],
            "s",
            "a larger s makes gaussian: sigma more private and laplace: epsilon less",
        ),
        (["randomized-response:epsilon=1,k=s"], "s", "k is 's', and k is a whole number; s cannot stand in it"),
        (["truncated-laplace:scale=s,bound=9"], "s", "has no direction that is always more private"),
        (["gaussian:sigma=1,times=s"], "s", "times is 's'; s is a value of parameters"),
        (["gaussian:sigma=s,foo=s"], "s", "unknown parameter 'foo'"),
        (["poisson:rate=s*1e-301/gaussian:sigma=1", "approximate:epsilon=1,delta=s*1e300"], "s", None),
        (["poisson:rate=s*1e302/gaussian:sigma=1"], "s", "no s fits each step"),
    ],
)
def test_what_cannot_be_solved_for_is_said(steps: list[str], key: str, message: str | None) -> None:
    """In one line that names the step, the value, and what would be right."""
    if message is None:
        unknown = read_unknown(KNOWN, ";".join(steps), key)
        assert unknown.gap.parameter.high == Fraction(1, 10**300)
        return
    with pytest.raises(CharteredError) as error:
        ch.calibrate(steps, solve=key, epsilon=1, delta="1e-6")
    assert message in str(error.value)
    assert MARK not in str(error.value).replace("s@", "")


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("gaussian:sigma=2/s,times=2", "s", "gaussian:sigma=2/@,times=2"),
        ("poisson:rate=(s)/s-s:x=s.csv,s=s2", "s", "poisson:rate=(@)/s-s:x=s.csv,s=s2"),
        ("randomized-response:k=2", "response", "randomized-response:k=2"),
        ("laplace:scale=sqrt(2)", "sqrt", "laplace:scale=sqrt(2)"),
        ("laplace:scale=2e5", "e5", "laplace:scale=2e5"),
        ("laplace:scale=s-s/2", "s", "laplace:scale=@-@/2"),
        ("laplace:scale=s-s/2+s/4", "s", "laplace:scale=@-@/2+@/4"),
        ("dpsgd:clip-quantile-noise=3,noise=noise-noise/2", "noise", "dpsgd:clip-quantile-noise=3,noise=@-@/2"),
        ("x:a-s=3,s-a=s", "s", "x:a-s=3,s-a=@"),
    ],
)
def test_names_are_found_in_values_alone(text: str, name: str, found: str) -> None:
    """Not in names of steps, of parameters, of functions and of files; a difference of the name and itself is no word
    with a hyphen, but a parameter whose name has one is one word."""
    assert marked(text, name) == found


def test_an_irrational_ratio_is_read_on_the_safe_side() -> None:
    """sigma = sqrt(2) s is not above that number, and the answer says so; where no side is safe it is refused."""
    solved = ch.calibrate(["gaussian:sigma=sqrt(2)*s"], solve="s", epsilon=1, delta="1e-6")
    (entry,) = solved.unknown.entries_at(solved.best.finite) if solved.best else ()
    sigma = entry.step.settings["sigma"]
    assert isinstance(sigma, Fraction)
    assert 0 < 2 * solved.best.finite**2 - sigma**2 < Fraction(1, 10**50)
    assert any("sqrt(2)" in note and "just below it" in note for note in solved.notes)
    with pytest.raises(BadValue, match="may be irrational"):
        ch.calibrate(["discrete-gaussian:sigma=sqrt(2)*s"], solve="s", epsilon=1, delta="1e-6")


_NUMBERS = st.fractions(Fraction(1, 50), 50, max_denominator=99)


@settings(max_examples=25)
@given(_NUMBERS, _NUMBERS, st.integers(-3, 3).filter(bool), _NUMBERS)
def test_a_term_is_the_expression(factor: Fraction, divisor: Fraction, power: int, x: Fraction) -> None:
    """The factor times the power of the unknown is what the expression gives with a number in its place."""
    text = f"({factor})*@^{power}/({divisor}) + 2*@^{power} - @*@^{power}/@"
    term = term_of(text)
    assert isinstance(term.factor, Fraction)
    assert term == Term(factor / divisor + 1, power)
    assert term.factor * x**power == exact(text.replace(MARK, f"({x})"), "it")


@settings(max_examples=25)
@given(_NUMBERS, st.integers(-3, 3).filter(bool), st.sampled_from(["1", "3/7", "sqrt(2)"]))
def test_only_what_every_step_admits_is_tried(factor: Fraction, power: int, times: str) -> None:
    """At the largest value (or least one) the rate is at most 1, and near it."""
    unknown = read_unknown(KNOWN, f"poisson:rate={factor}*{times}*s^{power}/gaussian:sigma=1", "s")
    parameter = unknown.gap.parameter
    end = parameter.high if power > 0 else parameter.low
    assert end is not None
    rate = unknown.entries_at(end)[-1].step.settings["rate"]
    assert isinstance(rate, Fraction)
    assert 1 - Fraction(1, 10**10) < rate <= 1


def test_a_certificate_with_other_steps_is_refused() -> None:
    """The ledger is derived from the steps as they were asked for, so neither can be changed alone."""
    document = json.loads(ch.calibrate(PAIR, solve="s", epsilon=1, delta="1e-6").certificate().text)
    assert document["asked"] == {"step": "laplace:scale=s/4; gaussian:sigma=s/3,times=2", "times": None}
    assert ch.check(document).accepted
    for step in (
        "laplace:scale=s/5; gaussian:sigma=s/3,times=2",
        "laplace:scale=s/4;gaussian:sigma=s/3,times=2",
        "laplace:scale=s/4",
    ):
        other = {**document, "asked": {"step": step, "times": None}}
        other.pop("digest")
        assert not ch.check(sealed(other)).accepted
