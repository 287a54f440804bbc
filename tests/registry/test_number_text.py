"""Numbers written as expressions: what is rational is exact, and for what is not a decimal on the safe side is read."""

from __future__ import annotations

import copy
import json
import pickle
import re
import time
from fractions import Fraction
from typing import Any
from unittest import mock

import chartered as ch
import pytest
from chartered.ledger.checked_steps import make_step
from chartered.model.exact_numbers import Rounded, exact, plain, whole
from forging import forged
from hypothesis import HealthCheck, assume, given, settings, strategies as st
from mpmath import iv
from msgspec.structs import replace

ROOT_10 = "3.16227766016837933199889354443271853371955513932521682685"
"""The first 57 digits of sqrt(10): the next ones are 75."""
LITERALS = st.sampled_from(["0", "1", "2", "3", "7", "0.5", ".25", "10.", "1e-5", "2.5e3", "1E2", "1e+1"])


def expressions(functions: tuple[str, ...] = ()) -> st.SearchStrategy[str]:
    """Texts with every operator, and these functions."""

    def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        spaced = st.sampled_from([" + ", "-", "*", " / "])
        pairs = st.tuples(inner, spaced, inner).map("".join)
        powers = st.tuples(inner, st.sampled_from(["^", "**"]), st.sampled_from(["2", "-1", "0", "3"]))
        calls = [inner.map(lambda text, name=name: f"{name}({text})") for name in functions]
        signs = inner.filter(lambda text: text[0] not in "+-").map("-{}".format)
        return st.one_of(
            pairs, powers.map(lambda three: "({}){}{}".format(*three)), inner.map("({})".format), signs, *calls
        )

    return st.recursive(LITERALS, larger, max_leaves=6)


def by_python(text: str, number: Any, **functions: Any) -> Any:
    """The value by Python's own grammar, with `number` for each literal that is no exponent."""
    source = re.sub(r"(?<![\w.])(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", r"number('\g<0>')", text.replace("^", "**"))
    return eval(re.sub(r"\*\*(-?)number\('(\d)'\)", r"**\1\2", source), {"number": number, **functions})


@settings(max_examples=300)
@given(expressions())
def test_a_rational_expression_is_exact_and_read_as_python_reads_it(text: str) -> None:
    """The same fraction by Python's grammar, or a division by zero in both."""
    try:
        truth = by_python(text, Fraction)
    except ZeroDivisionError:
        with pytest.raises(ch.BadValue, match="divides by zero"):
            exact(text, "x")
        return
    assert exact(text, "x") == truth
    assert exact(text, "x", up=True) == truth
    assert not isinstance(exact(text, "x", up=True), Rounded)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(expressions(("sqrt", "log", "exp")))
def test_a_decimal_is_on_its_side_of_an_irrational_value(text: str) -> None:
    """In interval arithmetic of 200 digits: not below, or not above, and both within one part in 1e58."""
    try:
        above, below = (exact(text, "x", up=up) for up in (True, False))
    except ch.BadValue:
        assume(False)
    iv.dps = 200
    try:
        truth = by_python(text, iv.mpf, sqrt=iv.sqrt, log=iv.log, exp=iv.exp)
        low, high = (fraction(end) for end in (truth.a, truth.b))
    except (ValueError, TypeError, ArithmeticError):  # a zero that is exact is an interval there
        assume(False)
    assert above >= low
    assert below <= high
    assert 0 <= above - below <= abs(above) / 10**58


def fraction(end: Any) -> Fraction:
    """An end of an interval, exactly. Raises ValueError if it is infinite."""
    sign, mantissa, exponent, _ = end._mpi_[0]
    if not mantissa and exponent:
        raise ValueError
    return (-1) ** sign * Fraction(int(mantissa)) * Fraction(2) ** exponent


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3/4", "0.75"),
        ("2*3/7", "6/7"),
        ("1/2/4", "1/8"),
        ("10^-5", "1e-5"),
        ("1e-5/3", "1/300000"),
        ("-2^2", "-4"),
        ("2^3^2", "512"),
        ("2**3**2", "512"),
        ("2--1", "3"),
        ("2*-3", "-6"),
        ("sqrt(9/4)", "1.5"),
        ("sqrt(1e-10000)", "1e-5000"),
        ("sqrt(0)", "0"),
        ("exp(0)", "1"),
        ("log(1)", "0"),
        ("log(sqrt(1))+exp(2-2)", "1"),
        (" ( 1 + 2 ) * 3 ", "9"),
        ("(1/3)^9000", str(Fraction(1, 3**9000))),
    ],
)
def test_rational_values(text: str, value: str) -> None:
    """Powers bind to the right and before a sign; roots of squares, exp(0) and log(1) are known to be rational."""
    found = exact(text, "x", up=True)
    assert found == exact(value, "x")
    assert not isinstance(found, Rounded)


NEGATIVE, NOT_ABOVE = "square root of a negative number", "logarithm of a number that is not above 0"
REFUSED = {
    NEGATIVE: ("sqrt(-1)", "sqrt(1-sqrt(2))"),
    NOT_ABOVE: ("log(-3)", "log(0)", "log(log(0.5))"),
    "divides by zero": ("1/(2-2)", "0^-1"),
    "a division by what cannot be told from 0": ("1/(sqrt(2)^2-2)",),
    "the logarithm of what cannot be told from 0": ("log(sqrt(2)^2-2)",),
    "cannot be told from 0": ("exp(1)-exp(1)",),
    "an exponent that is no whole number": ("2^0.5", "2^sqrt(2)"),
    "an exponent that is no whole number from -10000 to 10000": ("2^99999",),
    "more than 10000 digits": ("99999^9999",),
    "has the exponent 99999; its exponent must lie within": ("1e99999*2",),
    "too large": ("exp(1e9)", "exp(exp(exp(100)))"),
    "too small": ("exp(-1e9)",),
    "cannot be read at 'pi'; write a number .*, with sqrt, log, exp": ("2*pi",),
    "cannot be read at 'sqrt'": ("2 sqrt(3)", "sqrt 2"),
    "cannot be read at 'sin'": ("sin(1)",),
    "whose parentheses do not match": ("2*(3",),
    "cannot be read at '\\)'": ("2*3)",),
    "which has no end": ("1+",),
    "cannot be read at '-'": ("---1",),
    "cannot be read at": ("__import__('os').system('echo 1')",),
    "too long": ("9" * 150 + "+" + "9" * 150, "(" * 40 + "1" + ")" * 40, "1" + "^1" * 99),
}


@pytest.mark.parametrize(("why", "text"), [(why, text) for why, texts in REFUSED.items() for text in texts])
def test_what_is_no_real_number_is_refused_at_once(text: str, why: str) -> None:
    """In words, and within a second of processor time."""
    start = time.process_time()
    with pytest.raises(ch.BadValue, match=rf"(?s)^sigma is .*{why}"):
        exact(text, "sigma", up=True)
    assert time.process_time() - start < 1


def test_a_decimal_keeps_what_was_written_wherever_it_goes() -> None:
    """Read again, copied and pickled; it equals the plain decimal, and a computed number is plain."""
    root = exact("sqrt(10)", "x", up=True)
    assert plain(root) == f"{ROOT_10}751"
    assert plain(exact("sqrt(10)", "x", up=False)) == f"{ROOT_10}75"
    assert root == Fraction(plain(root))
    assert hash(root) == hash(Fraction(root))
    for same in (exact(root, "y"), copy.copy(root), copy.deepcopy(root), pickle.loads(pickle.dumps(root))):
        assert isinstance(same, Rounded)
        assert (same, same.written, same.up) == (root, "sqrt(10)", True)
    assert type(root * 2) is Fraction


def test_a_decimal_is_outside_of_what_no_60_digits_tell_from_it() -> None:
    """A sum that differs from 3 at the 435th digit only is read as more than 3, or less."""
    assert exact("3+exp(-1000)", "x", up=True) > 3
    assert exact("3-exp(-1000)", "x", up=False) < 3
    assert exact("-3-exp(-1000)", "x", up=False) < -3


@pytest.mark.parametrize("text", ["sqrt(10)", "3-exp(-1000)", "3+exp(-1000)"])
def test_a_count_is_rational(text: str) -> None:
    """Also where a decimal beside it would be whole."""
    with pytest.raises(ch.BadValue, match="it must be a whole number"):
        whole(text, "times", 1, 10)


STEPS = {
    "gaussian:sigma=sqrt(10)": f"gaussian:sigma={ROOT_10}75,sensitivity=1",
    "gaussian: sigma = 20 , sensitivity = sqrt( 10 )": f"gaussian:sigma=20,sensitivity={ROOT_10}751",
    "poisson:rate=1/sqrt(4)/gaussian:sigma=2": "poisson:rate=0.5/gaussian:sigma=2,sensitivity=1",
    "poisson:rate=1/(2+3)/gaussian:sigma=2": "poisson:rate=0.2/gaussian:sigma=2,sensitivity=1",
    "poisson:rate=1/2/3/gaussian:sigma=(1+2)/2": "poisson:rate=1/6/gaussian:sigma=1.5,sensitivity=1",
    "poisson:rate=1/(pure:epsilon=1+sqrt(1) + gdp:mu=1/(1+1))": "poisson:rate=1/(pure:epsilon=2 + gdp:mu=0.5)",
    "(pure:epsilon=(1+1)/2,times=2*2 + pure:epsilon=exp(0)+1):times=sqrt(9)": (
        "(pure:epsilon=1,times=4 + pure:epsilon=2):times=3"
    ),
    "randomized-response:epsilon=log(exp(0))+1,k=2^3,times=10^6": "randomized-response:epsilon=1,k=8,times=1000000",
    "gaussian-mixture:sigma=2*2,sensitivities=1/2:2^0,probabilities=1/4:3/(2+2)": (
        "gaussian-mixture:sigma=4,sensitivities=0.5:1,probabilities=0.25:0.75"
    ),
}


@pytest.mark.parametrize("text", STEPS)
def test_steps_take_expressions(text: str) -> None:
    """A slash or a plus before a function or a number is arithmetic, one before a step is not; in Python likewise."""
    entry = ch.parse(text)
    assert str(entry) == STEPS[text]
    assert ch.parse(str(entry)) == entry


def test_python_takes_the_same_texts() -> None:
    """Equal texts are equal entries, by every way in."""
    assert ch.mechanism("gaussian", sigma="sqrt(10)") == ch.parse("gaussian:sigma= sqrt( 10 )")
    assert ch.Ledger("gaussian:sigma=sqrt(10)") == ch.Ledger(ch.mechanism("gaussian", sigma="sqrt(10)"))
    size = {"n": 60000, "batch": 256}
    assert ch.dpsgd(**size, epochs="2*30", noise="11/10") == ch.dpsgd(**size, epochs=60, noise=1.1)


@pytest.mark.parametrize(
    "step",
    [
        "discrete-gaussian:sigma=sqrt(10)",
        "checkin:m=10,n=10,p=1/sqrt(2)/pure:epsilon=1",
        "gaussian-mixture:sigma=1,sensitivities=sqrt(2),probabilities=1",
        "rectified:low=-sqrt(2),high=1,head=1/laplace:scale=2",
    ],
)
def test_an_irrational_value_is_refused_where_no_side_is_proved_safe(step: str) -> None:
    """The user chooses the decimal."""
    with pytest.raises(ch.BadValue, match=r"may be irrational.*write a decimal on the safe side"):
        ch.parse(step)


@pytest.mark.parametrize(
    ("step", "safe", "written", "unsafe"),
    [
        ("gaussian:sigma={}", "3.1622", "sqrt(10)", "3.1623"),
        ("gaussian:sigma=9,sensitivity={}", "3.1623", "sqrt(10)", "3.1622"),
        ("pure:epsilon={}", "1.0987", "log(3)", "1.0986"),
        ("poisson:rate={}/laplace:scale=1", "0.0317", "1/sqrt(1000)", "0.0316"),
    ],
)
def test_the_answer_lies_between_those_of_decimals_on_both_sides(
    step: str, safe: str, written: str, unsafe: str
) -> None:
    """And says what was read."""
    most, found, least = (ch.Ledger(step.format(value)).delta("0.5") for value in (safe, written, unsafe))
    assert least.upper <= found.upper <= most.upper
    assert most.notes == least.notes == ()
    assert re.search(r" is read as [\d.]{60,}, just (above|below) it", found.notes[0])
    assert found.notes[0] in str(found)


@pytest.mark.parametrize(
    ("ask", "name", "text", "side"),
    [
        ("epsilon", "delta", "exp(-10)", "below"),
        ("delta", "epsilon", "log(3)", "below"),
        ("mu", "head", "log(30)", "above"),
        ("mu", "tail", "log(30)", "below"),
    ],
)
def test_a_question_is_asked_on_the_safe_side_of_an_irrational_number(
    ask: str, name: str, text: str, side: str
) -> None:
    """Where the answer is no smaller; of a mu the end of a head is read above, the start of a tail below."""
    found = getattr(ch.Ledger("gaussian:sigma=2"), ask)(**{name: text})
    read = plain(exact(text, "x", up=side == "above"))
    assert found.notes[0] == f"{name} = {text} is read as {read}, just {side} it"
    assert ch.check(found.certificate().document).accepted
    if ask != "mu":
        assert found.question.at == exact(text, "x", up=False) < exact(text, "x", up=True)


def test_questions_about_attacks_take_what_has_a_safe_side() -> None:
    """A type I error is read above, where less is left for the other; of a prior no side is safe."""
    ledger = ch.Ledger("gaussian:sigma=2")
    found, more = ledger.tradeoff("exp(-1)"), ledger.tradeoff("0.368")
    assert found.type_one > exact("exp(-1)", "x", up=False)
    assert found.lower >= more.lower
    assert found.notes[0].startswith("type I error = exp(-1) is read as 0.3678")
    assert found.notes[0] in str(found)
    assert ledger.risk(prior="3/(2+2)").prior == Fraction(3, 4)
    with pytest.raises(ch.BadValue, match=r"prior is 'exp\(-1\)', which may be irrational"):
        ledger.risk(prior="exp(-1)")


def test_certificates_state_the_decimal() -> None:
    """They are accepted, and an expression in its place is refused."""
    answer = ch.Ledger("gaussian:sigma=sqrt(10)").epsilon("exp(-10)")
    document = answer.certificate().document
    assert document["ledger"][0]["step"] == STEPS["gaussian:sigma=sqrt(10)"]
    assert ch.check(document).accepted
    solved = ch.calibrate("gaussian:sensitivity=sqrt(10)", solve="sigma", epsilon="log(3)", delta="10^-5")
    asked = solved.certificate().document["asked"]
    assert asked["step"] == f"gaussian:sensitivity={ROOT_10}751"
    assert ch.check(solved.certificate().document).accepted
    assert [note.partition(" =")[0] for note in solved.notes[:2]] == ["epsilon", "sensitivity"]


def test_an_expression_is_no_spelling_of_a_certificate() -> None:
    """Not even a rational one."""
    for step, at in [("gaussian:sigma=2*2,sensitivity=1", "1e-5"), ("gaussian:sigma=4,sensitivity=1", "10^-5")]:
        document = forged(ch.Ledger("gaussian:sigma=4").epsilon("1e-5").certificate().document, ("at", "delta"), at)
        document = forged(document, ("ledger", 0, "step"), step)
        checked = ch.check(document)
        assert not checked.accepted
        assert "spelled" in str(checked)


def test_a_strangers_number_inside_a_local_wrapper_has_no_safe_side() -> None:
    """Its claim is about pairs alone, so that a decimal beside it is refused there; alone it is taken."""
    known = ch.registry()
    part = ch.parse("gaussian:sigma=sqrt(10)").step
    gaussian = known.mechanism("gaussian")
    pairwise = replace(gaussian, parameters=tuple(replace(p, pairwise=True) for p in gaussian.parameters))
    with mock.patch.dict(known.mechanisms, gaussian=pairwise):
        assert make_step(known, "poisson", {"rate": "0.1"}, part).inner == part
        with pytest.raises(ch.BadStep, match=r"sigma is sqrt\(10\), and inside shuffled it is not known"):
            make_step(known, "shuffled", {"n": "100"}, part)


def test_steps_with_expressions_are_written_out_as_json() -> None:
    """Every number of the JSON is one that reads back."""
    account = ch.Ledger("gaussian:sigma=sqrt(10)").compare(delta="exp(-10)").to_dict()
    assert Fraction(account["at"]["delta"]) == exact("exp(-10)", "x", up=False)
    assert json.loads(json.dumps(account)) == account
