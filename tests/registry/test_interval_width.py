"""How close an exact answer is asked to be: so many digits, or ends no farther apart than a width."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger, Question
from chartered.accounting.interval_width import is_narrow
from msgspec import structs

SGD = "poisson:rate=1/100/gaussian:sigma=1,times=1000"
TWO_SCALES = ("laplace:scale=20,times=99", "laplace:scale=19")


def width(answer: ch.Answer) -> Fraction:
    """How far apart both ends are written."""
    return Fraction(answer.upper_exact) - Fraction(answer.lower_exact)


@pytest.mark.parametrize("step", [SGD, "gaussian:sigma=20,times=100", "randomized-response:epsilon=1/5,times=30"])
@pytest.mark.parametrize("within", ["1e-3", "1e-12", "1e-25", f"1/{7 * 10**30}"])
def test_ends_are_as_close_as_was_asked(step: str, within: str) -> None:
    """Whoever answers, in eps and in delta; and narrower ends lie between wider ones that need fewer digits."""
    ledger = Ledger([step])
    for answer in (ledger.epsilon("1e-5", within=within), ledger.delta(1, within=within)):
        assert answer.exact
        assert width(answer) <= Fraction(within)
        assert ch.check(answer.certificate().document).accepted
    plain = ledger.epsilon("1e-5")
    close = ledger.epsilon("1e-5", within=within)
    assert Fraction(close.lower_exact or 0) <= Fraction(plain.upper_exact)
    assert Fraction(plain.lower_exact or 0) <= Fraction(close.upper_exact)


def test_a_width_that_is_met_easily_costs_no_more() -> None:
    """The question that is answered is then the plain one."""
    account = Ledger([SGD]).account(Question.epsilon("1e-5", within="1/10"), "characteristic-function")
    assert [answer.question for answer in account.answers] == [Question.epsilon("1e-5")]
    assert not account.wider


@pytest.mark.parametrize("close", [{"digits": 60}, {"within": "1e-60"}])
def test_what_takes_too_much_work_is_told(close: dict[str, Any]) -> None:
    """The answer is as close as comes easily, no wider than what is answered unasked."""
    ledger = Ledger(TWO_SCALES)
    account = ledger.account(Question.epsilon("1e-5", **close))
    plain = ledger.epsilon("1e-5")
    assert (account.best.upper, account.best.lower) == (plain.upper, plain.lower)
    (told,) = account.wider
    assert told.accountant == "characteristic-function"
    assert "would take too much work" in told.why
    assert account.to_json()["wider"] == [{"accountant": told.accountant, "why": told.why}]
    assert told.why in str(account)
    assert told.why in " ".join(ch.Comparison(account).notes())


@pytest.mark.parametrize(
    ("close", "words"),
    [
        ({"within": 0}, "within is 0; it is how wide an exact answer may be, above 0"),
        ({"within": "-1e-3"}, "within is -0.001"),
        ({"within": "narrow"}, "within is 'narrow'"),
        ({"within": "1e-9", "digits": 9}, "digits and within are both given"),
        ({"digits": 0}, "digits is 0"),
    ],
)
def test_other_closeness_is_refused(close: dict[str, Any], words: str) -> None:
    """With what would be right."""
    with pytest.raises(ch.CharteredError, match=words):
        Ledger([SGD]).epsilon("1e-5", **close)
    with pytest.raises(ch.CharteredError, match=words):
        Ledger([SGD]).delta(1, **close)


def test_a_question_made_by_hand_is_checked_too() -> None:
    """A width is an exact number."""
    with pytest.raises(ch.CharteredError, match=r"within is 0\.5"):
        ch.EpsilonAt(Fraction(1, 10), within=0.5)  # type: ignore[arg-type]
    asked = Question.delta(1, within="1e-12")
    assert Question.read("delta", asked.held) == asked
    assert asked.held_to_json() == {"epsilon": 1.0, "within": 1e-12}


def test_an_infinite_answer_is_at_no_width() -> None:
    """Nothing is asked again."""
    account = Ledger(TWO_SCALES).account(Question.epsilon(0, within="1e-12"), "gdp")
    assert account.best.upper == float("inf")
    assert not account.wider


def test_an_answer_shows_the_digits_that_were_asked_for() -> None:
    """In Python, too: a double has fewer. Without a request it shows doubles."""
    ledger = Ledger([SGD])
    close = ledger.epsilon("1e-5", digits=40)
    assert f"{close.lower_exact} <= epsilon <= {close.upper_exact} at delta = 1e-5" in repr(close)
    assert "1.828236666516576842614438183231673016480" in str(close)
    plain = ledger.epsilon("1e-5")
    assert f"{plain.lower} <= epsilon <= {plain.upper} at delta = 1e-5" in repr(plain)


def test_a_heuristic_answer_is_never_narrow() -> None:
    """Its upper end bounds nothing, however near the lower one is: it excludes no sound bound."""
    exact = ch.Ledger("gaussian:sigma=2").epsilon("1e-5")
    assert is_narrow(exact)
    under = structs.replace(exact.enclosed, exact=False, under=exact.enclosed.bound)
    sound = replace(exact, side=ch.Side.UPPER, enclosed=under)
    assert is_narrow(sound)
    assert not is_narrow(replace(sound, side=ch.Side.HEURISTIC))
